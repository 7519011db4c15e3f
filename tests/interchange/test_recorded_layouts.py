"""Layouts recorded from other programs are faultless boards of their games."""

import json

import pytest

from klondike_boards import DRAW3, KLONDIKE, SOLVED
from solitaire_core import Card, deck
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.interchange import (
    code,
    from_code,
    read_klondike_solver,
    read_pysol,
    read_solvitaire,
    write_klondike_solver,
    write_pysol,
    write_solvitaire,
)
from solitaire_core.klondike_board import Board

pytestmark = pytest.mark.cases

RECORDED = {
    "eternal-triangle": KLONDIKE_FAMILY["eternal-triangle"],
    "hypotenuse": KLONDIKE_FAMILY["hypotenuse"],
    "klondike-draw1": KLONDIKE,
    "klondike-draw3": DRAW3,
    "triple-klondike-draw3": KLONDIKE_FAMILY["triple-klondike"].with_options({"draw": 3}),
    "small-harp": KLONDIKE_FAMILY["small-harp"],
    "big-harp": KLONDIKE_FAMILY["big-harp"],
}


def check_every_format(board, rules):
    assert board.faults(rules) == ()
    assert from_code(code(board, rules)) == (rules, board)
    assert read_pysol(write_pysol(board, rules), rules) == board
    assert read_solvitaire(write_solvitaire(board, rules), rules) == board


def solvitaire_text(layout):
    """A layout of the decided files in Solvitaire's JSON: all but the top cards face down."""
    piles = [
        [*(f"{card[:-1]}{card[-1].lower()}" for card in pile[:-1]), pile[-1]]
        for pile in layout["tableau"]
    ]
    return json.dumps({"tableau piles": piles, "stock": layout["stock"]})


def deal_order(board):
    """The deck, card dealt first first, that our Klondike deals out to a start position."""
    left = [list(pile) for pile in board.piles]
    return [*(left[pile].pop(0) for pile in KLONDIKE.dealt_to), *board.stock]


@pytest.mark.parametrize("name, rules", [("draw1", KLONDIKE), ("draw3", DRAW3)])
def test_decided_layouts(cases, name, rules):
    deals = json.loads((cases / f"klondike_{name}_decided.json").read_text())["deals"]
    assert deals
    for deal in deals:
        layout = deal["layout"]
        board = read_solvitaire(solvitaire_text(layout), rules)
        assert board.face_down == (0, 1, 2, 3, 4, 5, 6)
        assert board.stock[0] == Card(layout["stock"][-1])
        check_every_format(board, rules)
        # One start position, two more ways: the deck that deals it, and Klondike-Solver's digits.
        cards = deal_order(board)
        assert Board.dealt(rules, cards) == board
        assert read_klondike_solver(write_klondike_solver(cards)) == cards
        assert read_solvitaire(write_solvitaire(board, rules), rules) == board


@pytest.mark.parametrize("name", SOLVED)
def test_solved_layouts(cases, name):
    rules = SOLVED[name]
    rows = (cases / f"solved_{name}.jsonl").read_text().splitlines()
    assert rows
    for row in map(json.loads, rows):
        board = Board(
            tuple(tuple(map(Card, pile)) for pile in row["piles"]),
            tuple(len(p) - up for p, up in zip(row["piles"], row["faceup"], strict=True)),
            (0,) * 52,
            (),
            tuple(map(Card, row["stock"])),
        )
        assert board.stock[0] == Card(row["stock"][0])
        check_every_format(board, rules)


@pytest.mark.parametrize("name", RECORDED)
def test_layouts_of_pysolfc(cases, name):
    rules = RECORDED[name].with_options({"turn_first": RECORDED[name].stock == "waste"})
    games = json.loads((cases / "pysol_decks.json").read_text())["games"]
    for record in games[name]:
        layout = record["layout"]
        stock = layout["stock"].replace("#", "").split()[::-1]
        lines = [f"Talon: {' '.join(stock)}", f"Waste: {layout.get('waste') or ''}"]
        for pile in (layout[f"t{index}"].split() for index in range(len(rules.piles))):
            words = (f"<{card[:-1]}>" if card.endswith("#") else card for card in pile)
            lines.append(f": {' '.join(words)}")
        board = read_pysol("\n".join(lines), rules)
        assert board == Board.dealt(rules, list(map(Card, record["deck_in_deal_order"].split())))
        numbering = "ms" if record["deal"].startswith("ms") else "pysol"
        if numbering == "pysol":
            assert board == Board.dealt(rules, deck(int(record["deal"]), numbering, rules.decks))
        check_every_format(board, rules)
