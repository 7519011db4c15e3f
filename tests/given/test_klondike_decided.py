"""Deals of the Klondike family that other programs have decided."""

import json

import pytest

from klondike_boards import DRAW3, KLONDIKE, SOLVED
from solitaire_core import Card, KlondikeGame, _fast, verify
from solitaire_core.klondike_board import Board

pytestmark = pytest.mark.cases

NODES = 300_000


def cards(names):
    return tuple(Card(name.replace("10", "T")) for name in names)


def check(rules, piles, face_up, stock, expected):
    """One deal: whether it was decided; a line of ours wins by the rules."""
    down = tuple(len(pile) - up for pile, up in zip(piles, face_up, strict=True))
    board = Board(tuple(map(cards, piles)), down, (0,) * 52, (), cards(stock))
    game = KlondikeGame(rules, board)
    verdict, moves, _, _ = _fast.solve_klondike(game, nodes=NODES)
    if verdict == 1:
        assert verify(game, moves)
    if expected is not None:
        assert verdict in {-1, expected}, board
    return verdict != -1


@pytest.mark.parametrize("name, rules", [("draw1", KLONDIKE), ("draw3", DRAW3)])
def test_deals_of_an_exact_solver(cases, name, rules):
    deals = json.loads((cases / f"klondike_{name}_decided.json").read_text())["deals"]
    assert len(deals) == 50
    verdicts = {"solved": 1, "unsolvable": 0, "unknown": None}
    decided = [
        check(
            rules,
            deal["layout"]["tableau"],
            [1] * 7,
            deal["layout"]["stock"][::-1],
            verdicts[deal["verdict"]],
        )
        for deal in deals
    ]
    assert sum(decided) >= 45


@pytest.mark.parametrize("name", SOLVED)
def test_deals_of_a_prototype(cases, name):
    deals = [json.loads(row) for row in (cases / f"solved_{name}.jsonl").read_text().splitlines()]
    assert len(deals) == 40
    verdicts = {"winnable": 1, "unwinnable": 0, "unknown": None}
    decided = [
        check(
            SOLVED[name],
            deal["piles"],
            deal["faceup"],
            deal["stock"],
            verdicts[deal["verdict"]],
        )
        for deal in deals
    ]
    assert sum(decided) >= 30
