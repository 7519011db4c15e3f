"""Counts of lines of play: the cross-check between the two generators of moves."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, mid_game
from solitaire_core import Deal, Layout, PeaksRules
from strategies import decks, games, made_up_rules
from twins import lockstep

GOLDEN = json.loads(
    Path(__file__).with_name("golden").joinpath("perft.json").read_text(encoding="utf-8")
)
# The reference needs some 0.1 ms a line; it counted all of its table when the file was made.
MOST_LINES = 250


def start_of(key):
    name, deal = key.split()
    numbering, number = deal.split(":")
    return Deal(RULES[name], int(number), numbering)


def test_every_game_has_its_tables():
    assert {key.split()[0] for key in GOLDEN} == set(RULES)


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_tables(key):
    table = GOLDEN[key]
    assert len(table["reference"]) >= 8
    assert table["compiled"]
    deal = start_of(key)
    (compiled, reference) = lockstep(deal.rules, deal.cards)
    before = compiled.facts()
    for depth, lines in enumerate(table["reference"] + table["compiled"], 1):
        assert compiled.perft(depth) == lines, depth
        if lines <= MOST_LINES:
            assert reference.perft(depth) == lines, depth
    assert compiled.facts() == before


@settings(max_examples=40)
@given(made_up_rules, decks)
def test_made_up_layouts(rules, cards):
    compiled, reference = lockstep(rules, cards)
    for depth in range(6):
        assert compiled.perft(depth) == reference.perft(depth)
        if reference.perft(depth) > MOST_LINES:
            break


@given(games(), st.integers(1, 7))
def test_lines_are_those_of_the_moves_together(game, depth):
    if game.state_code():
        assert game.perft(depth) == 0
        return
    total = 0
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        total += after.perft(depth - 1)
    assert game.perft(depth) == total


def test_counting_leaves_the_game_and_its_stack_alone():
    game = mid_game(RULES["tripeaks"], 3, most=4)
    code, stack = game.code(), game.move_stack
    assert game.perft(12) > 1000
    assert (game.code(), game.move_stack) == (code, stack)


def test_a_line_that_ends_early_counts_no_further():
    one_card = PeaksRules("one-card", Layout("one card", [[]]))
    # 6C under the 7C: take it, which wins, or turn; each of the 50 turns leaves one line more.
    game = Deal.from_cards(one_card, [5, 6, *range(5), *range(7, 52)]).start()
    assert [game.perft(depth) for depth in (0, 1)] == [1, 2]
    # Two of the stock cards below the last one can take the 6C in any suit: fives and sevens.
    taking = [i for i, card in enumerate(game.cards()[1:]) if card.rank in (4, 6)]
    for depth in range(1, 53):
        # Turned all the way, or the card taken with the last move.
        assert game.perft(depth) == (depth <= 50) + (depth - 1 in taking)


@pytest.mark.parametrize("depth", [-1, 53, 2**31 - 1, -(2**31)])
def test_depths_out_of_range_are_refused(depth):
    with pytest.raises(ValueError, match="depth is 0 to 52"):
        Deal("tripeaks", 1).start().perft(depth)


@pytest.mark.parametrize("depth", [2**31, 10**20, -(10**20)])
def test_depths_beyond_an_integer_of_c_are_refused_alike(depth):
    with pytest.raises(ValueError, match="depth is 0 to 52"):
        Deal("tripeaks", 1).start().perft(depth)


@pytest.mark.parametrize("depth", [1.5, "3", None])
def test_a_depth_is_a_whole_number(depth):
    with pytest.raises(TypeError):
        Deal("tripeaks", 1).start().perft(depth)
