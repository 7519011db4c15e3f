"""Safe moves to the foundations: where they can be made at once without losing a win.

A literal search goes through all positions that follow from some position, and says of each
whether a win is still possible. After a safe move it must be possible if it was so before.
"""

import itertools
from dataclasses import replace

import pytest

from klondike_reduced import Draws, in_play, state_of
from solitaire_core.reference.klondike_search import SmallKlondike as Small
from solitaire_core.reference.klondike_search import after, search, winnable_positions

# By the number of decks.
SIZES = {
    1: [Small(4, "CDHS", 1, (3, 4)), Small(5, "CDH", 1, (2, 3, 3)), Small(5, "CD", 1, (1, 2))],
    2: [Small(4, "CD", 2, (2, 3)), Small(3, "CDH", 2, (3, 3, 3)), Small(5, "CD", 2, (5, 6))],
    3: [Small(3, "CD", 3, (3, 4)), Small(3, "CD", 3, (2, 3, 4)), Small(4, "CD", 3, (8, 8))],
}
STOCKS = {
    "draw-1": {},
    "draw-1-one-pass": {"passes": 1},
    "draw-2": {"draw": 2},
    "draw-3": {"draw": 3},
    "draw-3-two-passes": {"draw": 3, "passes": 2},
    "deal": {"stock": "deal"},
}
STARTS = 4
MOST_POSITIONS = 800


def safe_moves(rules, position):
    """The texts of the safe moves, which must not be many."""
    return [str(move) for move in state_of(rules, position).auto_moves()]


def tried(rules, name):
    """Make each safe move in each winnable position that follows from a few; how many."""
    count = 0
    for number in range(STARTS):
        start = in_play(rules, Draws(f"safe {name}", number), made_up=number % 3)
        winnable = winnable_positions(rules, start, MOST_POSITIONS) or {}
        for position, yes in winnable.items():
            for text in safe_moves(rules, position) if yes else ():
                assert winnable[after(rules, position, text)], (rules, position, text)
                count += 1
    return count


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize("decks", SIZES)
def test_a_safe_move_loses_no_win(decks, stock):
    count = 0
    for size, empty, runs, back in itertools.product(
        SIZES[decks], ("king", "any"), ("packed", "king-sequences"), (True, False)
    ):
        rules = replace(size, empty=empty, runs=runs, worrying_back=back, **STOCKS[stock])
        count += tried(rules, f"{decks} {stock} {size.piles} {empty} {runs} {back}")
    assert count > 500


def test_a_safe_card_of_the_waste_may_have_to_wait_where_three_are_turned():
    rules = Small(5, "CD", 1, (1,), draw=3)
    clubs, diamonds = 0, 13
    nine, ten, jack, queen, king = range(8, 13)
    home = bytearray(rules.bare)
    for card in (clubs + nine, clubs + ten, clubs + jack, diamonds + nine, diamonds + ten):
        home[card] = 1
    waste, stock = bytes([clubs + king, clubs + queen]), bytes([diamonds + jack, diamonds + queen])
    position = ((bytes([diamonds + king]),), waste, stock, bytes(home), 0)
    assert state_of(rules, position).auto_moves() == []
    # The jack is the third card of the next pass, as long as the two clubs are before it.
    assert search(rules, position).winnable
    assert not search(rules, after(rules, position, "QC w>f")).winnable
    # In draw 1 nothing is lost.
    assert search(replace(rules, draw=1), after(rules, position, "QC w>f")).winnable
