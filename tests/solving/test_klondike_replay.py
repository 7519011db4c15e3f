"""The quick replay of lines against the reference: it allows exactly the legal moves."""

import copy
import random

import pytest

from klondike_boards import board
from solitaire_core import IllegalMoveError, deck
from solitaire_core.games import KLONDIKE_FAMILY
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike import ReferenceKlondike
from solitaire_core.reference.klondike_replay import KlondikeReplay
from test_klondike_lockstep import VARIANTS, choose

KLONDIKE = KLONDIKE_FAMILY["klondike"]


def state(replay):
    return (
        replay.piles, replay.down, replay.home, replay.waste, replay.stock, replay.passes,
    )  # fmt: skip


def conceivable(here, rng):
    """Moves of every card and run to every place, most of them illegal."""
    places = [f"t{index}" for index in range(len(here.piles))]
    offers = [(f"t{i}", pile[-n:]) for i, pile in enumerate(here.piles) for n in range(1, 9)]
    offers += [("w", here.waste[-n:]) for n in (1, 2)]
    cards = [card for pile in here.piles for card in pile]
    offers += [("f", (card,)) for card in rng.sample(cards, min(len(cards), 6))]
    yield from ("turn", "redeal", "deal")
    for source, run in offers:
        if not run:
            continue
        for target in [*rng.sample(places, min(len(places), 4)), "f", "w"]:
            for head in (run[0], rng.choice(cards) if cards else run[0]):
                several = f"*{len(run)}" if len(run) > 1 else ""
                yield f"{head} {source}>{target}{several}"


@pytest.mark.parametrize("name", VARIANTS)
def test_it_allows_exactly_what_the_reference_allows(name):
    rules = VARIANTS[name]
    rng = random.Random(name)
    start = Board.dealt(rules, deck(5, "sc1", rules.decks))
    twin, replay = ReferenceKlondike(rules, start), KlondikeReplay(rules, start)
    for ply in range(150):
        legal = twin.legal_moves()
        if ply % 10 == 0:
            before = copy.deepcopy(state(replay))
            for move in {*conceivable(twin.board(), rng)} - {*legal}:
                with pytest.raises(IllegalMoveError):
                    replay.push(move)
            assert state(replay) == before
            for move in legal:
                KlondikeReplay(rules, twin.board()).push(move)
        if not legal:
            break
        move = choose(legal, rng)
        twin.push(move)
        replay.push(move)
        now = twin.board()
        assert state(replay) == (
            [list(pile) for pile in now.piles],
            list(now.face_down),
            list(now.foundations),
            list(now.waste),
            list(now.stock),
            now.passes,
        )
    assert replay.cards_home == sum(twin.board().foundations)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("deal", "the stock is turned to a waste"),
        ("redeal", "the stock is not empty"),
        ("7H w>t0", "the waste is empty"),
        ("9C t0>t0", "from a place to itself"),
        ("9C t0>t12", "there is no place t12"),
        ("9C t0>x", "there is no place x"),
        ("8H t0>t1", "the card there is 9C"),
        ("9C t0>f", "no foundation has come that far"),
        ("9C t0>t4", "only a king fills an empty pile"),
        ("9C t0>t3", "9C does not go on 2H"),
        ("8H t1>t0*2", "the cards are not in sequence"),
        ("8H t1>t0*9", "t1 has 2 cards face up"),
        ("3H f>t0", "3H is on the top of no foundation"),
        ("AC f>f", "from a place to itself"),
        ("AC w>t0*2", "cards leave that place one at a time"),
        ("AC", "is no move"),
        ("1X t0>t1", "is no move"),
        ("AC t0>t1*x", "is no move"),
        ("", "is no move"),
    ],
)
def test_it_says_why_a_move_is_illegal(move, why):
    here = board(KLONDIKE, ["9C", "8H KD", "... | 5S", "2H"], "AC", stock="QS")
    with pytest.raises(IllegalMoveError, match=why):
        KlondikeReplay(KLONDIKE, here).push(move)


def test_a_board_that_cannot_be_is_refused():
    here = board(KLONDIKE, ["..."])
    with pytest.raises(ValueError, match="there are 7 piles, not 10"):
        KlondikeReplay(KLONDIKE_FAMILY["hypotenuse"], here)
