"""Each format as documented, written out by hand."""

import json
import re

import pytest
from arranged import BOARD, PILES, START, cards, counts

from solitaire_core import Card
from solitaire_core.games.klondike import KLONDIKE
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.interchange import (
    code,
    from_code,
    from_json,
    read_klondike_solver,
    read_pysol,
    read_solvitaire,
    to_json,
    write_klondike_solver,
    write_pysol,
    write_solvitaire,
)
from solitaire_core.klondike_board import Board

DRAW3 = KLONDIKE.with_options({"draw": 3})
DOUBLE = KLONDIKE_FAMILY["double-klondike"]
ETERNAL = KLONDIKE_FAMILY["eternal-triangle"]

# ---- PySolFC and Freecell Solver -------------------------------------------------------------

PYSOL = """\
Foundations: H-0 C-A D-0 S-0
Talon: 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
Waste: 3H 4H 5H
:
: <2C> 8C
: <3C> <9C> AD
: <4C> <TC> <2D> 6D
: <5C> <JC> <3D> <7D> TD
: <6C> <QC> <4D> <8D> <JD> KD
: <7C> <KC> <5D> <9D> <QD> <AH> 2H
"""
PYSOL_START = """\
Talon: 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
: AC
: <2C> 8C
: <3C> <9C> AD
: <4C> <TC> <2D> 6D
: <5C> <JC> <3D> <7D> TD
: <6C> <QC> <4D> <8D> <JD> KD
: <7C> <KC> <5D> <9D> <QD> <AH> 2H
"""
# Klondike-Solver's boards: the waste from its top down, then the stock.
ARROWS = "Talon: 5H 4H 3H ==> 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS <==\n"


def test_pysol_boards():
    assert write_pysol(BOARD, KLONDIKE) == PYSOL
    assert write_pysol(START, KLONDIKE) == PYSOL_START
    assert read_pysol(PYSOL, KLONDIKE) == BOARD
    assert read_pysol(PYSOL_START, KLONDIKE) == START


def lines(*changes, text=PYSOL):
    for old, new in changes:
        assert re.search(old, text), old
        text = re.sub(old, new, text)
    return text


@pytest.mark.parametrize(
    "text",
    [
        PYSOL.lower(),
        PYSOL.upper(),
        PYSOL.rstrip(),
        PYSOL.replace("T", "10").replace("10alon", "Talon"),
        PYSOL.replace("Talon", "Stock"),
        PYSOL.replace("\n", "\n\n"),
        PYSOL.replace(" ", " \t "),
        PYSOL.replace(": <", ":<"),
        lines((r"Foundations.*\n", "Foundations: C-A\n")),
        lines((r"Foundations.*\n", "Foundations: S-0 D-0 C-A\n")),
        lines((r"Talon.*\nWaste.*\n", ARROWS)),
        lines((r"(Talon.*\n)(Waste.*\n)", r"\2\n\1")),
        lines((r"(Foundations.*\n)(Talon.*\n)", r"\n\n\2\1")),
        lines(("(?m)^: ?", "")),
        lines(("(?m)^: ?", "")) + "\n\n",
    ],
    ids=range(15),
)
def test_other_ways_to_write_a_pysol_board(text):
    assert read_pysol(text, KLONDIKE) == BOARD


def test_pysol_deals_without_colons():
    bare = PYSOL_START.replace("\n: ", "\n")
    assert read_pysol(bare, KLONDIKE) == START
    # As many lines with cards as there are piles: then empty lines say nothing.
    assert read_pysol(bare.replace("\n", "\n\n"), KLONDIKE) == START
    ended = Board((cards("AC"), (), cards("2C"), *((),) * 4), (0,) * 7, (0,) * 52)
    for text in (
        "Talon:\nAC\n\n2C\n\n\n\n\n",
        "Talon:\nAC\n\n2C\n" + "\n" * 9,
        "\n\nTalon:\n\n\nWaste:\nAC\n\n2C\n\n\n\n\n",
    ):
        assert read_pysol(text, KLONDIKE, strict=False) == ended


def test_pysol_foundations_of_several_decks():
    board = Board((cards("KH"),), (0,), counts("AH AH 2H AC 2C 3C AS AS"), (), (), 2)
    text = "Foundations: H-2 C-3 D-0 S-A H-A C-0 D-0 S-A\nTalon:\nPass: 2\n: KH\n"
    assert write_pysol(board, DOUBLE) == text
    assert read_pysol(text, DOUBLE, strict=False) == board
    other = text.replace("H-2 C-3 D-0 S-A H-A C-0", "H-A C-0 D-0 S-A H-2 C-3")
    assert other != text
    assert read_pysol(other, DOUBLE, strict=False) == board


# ---- Solvitaire ------------------------------------------------------------------------------

SOLVITAIRE = """\
{
  "tableau piles": [
    [],
    ["2c", "8C"],
    ["3c", "9c", "AD"],
    ["4c", "10c", "2d", "6D"],
    ["5c", "Jc", "3d", "7d", "10D"],
    ["6c", "Qc", "4d", "8d", "Jd", "KD"],
    ["7c", "Kc", "5d", "9d", "Qd", "Ah", "2H"]
  ],
  "foundations": ["AC"],
  "stock": ["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS",\
 "KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H"],
  "waste": ["3H", "4H", "5H"]
}
"""


def test_solvitaire():
    assert write_solvitaire(BOARD, KLONDIKE) == SOLVITAIRE
    assert read_solvitaire(SOLVITAIRE, KLONDIKE) == BOARD
    start = json.loads(write_solvitaire(START, KLONDIKE))
    assert list(start) == ["tableau piles", "stock"]
    assert start["stock"][-3:] == ["5H", "4H", "3H"]


@pytest.mark.parametrize(
    "old, new",
    [
        ('["AC"]', '[["AC"], [], [], []]'),
        ('["AC"]', '[[], [], ["AC"], []]'),
        ('["AC"]', '["1c"]'),
        ('"10', '"T'),
        ('"K', '"13'),
        ('"Q', '"q'),
        ('"2S", ', '"2s",\t'),
        ('"5H"', '"5h"'),
        ('"8C"', r'"\u0038C"'),
    ],
)
def test_other_ways_to_write_solvitaires_json(old, new):
    assert old in SOLVITAIRE
    assert read_solvitaire(SOLVITAIRE.replace(old, new), KLONDIKE) == BOARD


def test_solvitaire_small_letters_are_face_down():
    text = '{"tableau piles": [["aH", "ah", "AH"]]}'
    with pytest.raises(
        ValueError, match=r"line 1, column 27: tableau piles.0..1.: expected a face"
    ):
        read_solvitaire(text, KLONDIKE, strict=False)
    # Where all cards are dealt face up, letters say nothing.
    board = read_solvitaire(text, ETERNAL, strict=False)
    assert (board.piles, board.face_down) == ((cards("AH AH AH"),), (0,))
    text = '{"tableau piles": [["Ah", "Ah", "aH"]]}'
    assert read_solvitaire(text, KLONDIKE, strict=False).face_down == (2,)


# ---- Klondike-Solver -------------------------------------------------------------------------

# Clubs, diamonds, hearts, spades, ace to king: the numbers 1 to 52.
DIGITS = (
    "011021031041051061071081091101111121131"
    "012022032042052062072082092102112122132"
    "013023033043053063073083093103113123133"
    "014024034044054064074084094104114124134"
)


def test_klondike_solver():
    deck = read_klondike_solver(DIGITS)
    assert Board.dealt(KLONDIKE, deck) == START
    assert write_klondike_solver(deck) == write_klondike_solver(map(str, deck)) == DIGITS
    # The order that the module's docstring gives.
    order = "07 06 05 04 03 02 13 12 11 10 09 18 17 16 15 22 21 20 25 24 27 28 26 23 19 14 08 01"
    assert [card.code + 1 for card in deck] == [*map(int, order.split()), *range(29, 53)]
    assert deck[28:31] == list(cards("3H 4H 5H"))
    assert str(read_klondike_solver(DIGITS)[-1]) == "KS"


def test_only_whole_decks_are_written_for_klondike_solver():
    deck = read_klondike_solver(DIGITS)
    for wrong in (deck[:-1], [*deck[:-1], deck[0]], [*deck[:-1], Card("??")], [*deck, deck[0]]):
        with pytest.raises(ValueError):
            write_klondike_solver(wrong)


# ---- our own ---------------------------------------------------------------------------------

CODE = (
    "klondike1 klondike draw=3 passes=0 piles=-/2C|8C/3C9C|AD/4CTC2D|6D/5CJC3D7D|TD/6CQC4D8DJD|KD/"
    "7CKC5D9DQDAH|2H foundations=CA/D0/H0/S0 waste=3H4H5H"
    " stock=6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKS pass=1"
)


def test_our_line():
    assert code(BOARD, DRAW3) == CODE
    assert from_code(CODE) == (DRAW3, BOARD)
    assert from_code(f"\n {CODE.replace(' ', ' 	')} \r\n") == (DRAW3, BOARD)
    end = Board((cards("KH"), ()), (0, 0), counts("AH AH 2H AC 2C 3C AS AS"), (), (), 2)
    text = "klondike1 double-klondike draw=1 passes=0 worrying_back=false piles=KH/-"
    text += " foundations=C30/D00/H2A/SAA waste=- stock=- pass=2"
    rules = DOUBLE.with_options({"worrying_back": False})
    assert code(end, rules) == text
    assert from_code(text, strict=False) == (rules, end)
    assert from_code(text.replace("H2A", "HA2"), strict=False) == (rules, end)


def test_options_of_our_forms():
    short = CODE.replace(" draw=3 passes=0", "")
    assert from_code(short) == (KLONDIKE, BOARD)
    unusual = KLONDIKE.with_options({"draw": 2, "worrying_back": False, "turn_first": True})
    # What a text does not say is as in the game, but these two are as usual.
    assert from_code(short, unusual)[0] == KLONDIKE.with_options({"draw": 2})
    record = {**to_json(BOARD, KLONDIKE), "rules": {}}
    assert from_json(record, unusual)[0] == KLONDIKE.with_options({"draw": 2})


def test_our_json():
    record = {
        "format": "klondike1",
        "game": "klondike",
        "rules": {"draw": 3, "passes": 0},
        "piles": [[str(card) for card in pile] for pile in PILES],
        "face_down": [0, 1, 2, 3, 4, 5, 6],
        "foundations": {"C": [1], "D": [0], "H": [0], "S": [0]},
        "waste": ["3H", "4H", "5H"],
        "stock": [str(card) for card in BOARD.stock],
        "pass": 1,
    }
    assert to_json(BOARD, DRAW3) == record
    assert list(to_json(BOARD, DRAW3)) == list(record)
    assert from_json(record) == from_json(json.dumps(record, indent=1)) == (DRAW3, BOARD)
    assert from_json(dict(reversed(record.items()))) == (DRAW3, BOARD)
    record["foundations"] = dict(reversed(record["foundations"].items()))
    assert from_json(record) == (DRAW3, BOARD)
