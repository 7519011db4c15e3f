"""Texts with one mistake: where it is and what was expected, to the letter."""

import json
import re

import pytest
from arranged import BOARD

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
)

ONE_PILE = "Talon: 2C\n: "
CARD = "a card (such as TH)"
FOUNDATION = "a foundation (suit, dash, 0 or a rank, such as H-0 or S-K)"
END = "the end of the line"
PASS = "one number of at most 9 digits, from 1"


@pytest.mark.parametrize(
    "text, place, expected, found",
    [
        ("", (1, 1), "a pile", None),
        ("Talon: 2C\n\n", (3, 1), "a pile", None),
        ("Talon: 2C 1H\n: 3C\n", (1, 11), CARD, "1H"),
        ("Talon: 2C  11H\n: 3C\n", (1, 12), CARD, "11H"),
        ("Talon: 2C,3C\n: 4C\n", (1, 8), CARD, "2C,3C"),
        ("Talon: ??\n: 4C\n", (1, 8), CARD, "??"),
        ("Talon: 2C\n: 3C\n: <4C\n", (3, 3), CARD, "<4C"),
        ("Talon: 2C\n: 3C\n: 4C>\n", (3, 3), CARD, "4C>"),
        ("Talon: 2C\r\n: 3C\r\n: 4CC\r\n", (3, 3), CARD, "4CC"),
        ("Talon: 2C\n: 3C\xa04C\n", (2, 3), CARD, "3C\xa04C"),
        ("Talon: 2C\n: 3C <4C>\n", (2, 6), "a face-up card, as below it", "<4C>"),
        ("Waste: 2C <3C>\n: 4C\n", (1, 11), "a face-up card", "<3C>"),
        ("Talon: 2C\n: 3C\n4C\n", (3, 1), "a colon before the pile", "4C"),
        ("Talon: 2C\n3C\n: 4C\n", (3, 1), CARD, ":"),
        (": 3C\nTalon: 2C\n", (2, 1), "a pile", "Talon:"),
        ("Talon: 2C\n  stock: 3C\n: 4C\n", (2, 3), "only one line stock:", "stock"),
        ("Freecells: 2C\n: 4C\n", (1, 1), CARD, "Freecells:"),
        ("Talon: 7\u017f\n: 3C\n", (1, 8), CARD, "7\u017f"),
        ("Talon: \u212aC\n: 3C\n", (1, 8), CARD, "\u212aC"),
        ("Foundations: \u017f-0\n: 3C\n", (1, 14), FOUNDATION, "\u017f-0"),
        ("\u017ftock: 2C\n: 3C\n", (1, 1), CARD, "\u017ftock:"),
        ("Foundations: H-0 C-1\n: 4C\n", (1, 18), FOUNDATION, "C-1"),
        ("Foundations: H-0 C\n: 4C\n", (1, 18), FOUNDATION, "C"),
        ("Foundations: X-0\n: 4C\n", (1, 14), FOUNDATION, "X-0"),
        ("Pass:\n: 4C\n", (1, 6), PASS, END),
        ("Pass: 0\n: 4C\n", (1, 7), PASS, "0"),
        ("Pass: -1\n: 4C\n", (1, 7), PASS, "-1"),
        ("Pass: 1234567890\n: 4C\n", (1, 7), PASS, "1234567890"),
        ("Pass: \u0667\n: 4C\n", (1, 7), PASS, "\u0667"),
        ("Pass: 1 2\n: 4C\n", (1, 9), "the end of the line", "2"),
        ("Talon: 2C ==> 3C\n: 4C\n", (1, 15), "<== at the end of the line", "3C"),
        ("Talon: 2C ==> ==> <==\n: 4C\n", (1, 15), CARD, "==>"),
        ("Talon: <2C> ==> <==\n: 4C\n", (1, 8), "a face-up card", "<2C>"),
        ("Waste: 2C\nTalon: 3C ==> <==\n: 4C\n", (2, 11), "one waste, not a second", "==>"),
        ("Talon: 3C ==> <==\nWaste: 2C\n: 4C\n", (2, 1), "only one line Waste:", "Waste"),
    ],
)
def test_pysol_mistakes(text, place, expected, found):
    check(lambda: read_pysol(text, KLONDIKE, strict=False), place, expected, found)


JSON_CARD = "a card (such as 10H; 10h where it lies face down)"


@pytest.mark.parametrize(
    "text, place, expected, found",
    [
        ("", (1, 1), "a JSON value", None),
        ("[1", (1, 3), "',' or ']'", None),
        ("[1 2]", (1, 4), "',' or ']'", "2"),
        ('{"a": 1 "b"}', (1, 9), "',' or '}'", '"b"'),
        ('{"a" 1}', (1, 6), "':'", "1"),
        ("{1: 2}", (1, 2), "a key in double quotes", "1"),
        ("{'a': 2}", (1, 2), "JSON", "'a': 2}"),
        ('{"a": "b\n"}', (1, 7), "JSON", '"b\n"}'),
        ("[1, ]", (1, 5), "a JSON value", "]"),
        ("[01]", (1, 3), "',' or ']'", "1"),
        ("[]\n []", (2, 2), "the end of the text", "["),
        ("[NaN]", (1, 2), "JSON", "NaN]"),
        ("[12345678901234567890]", (1, 2), "a number of at most 18 digits", "12345678901234567890"),
        ("[[[[[[[[[]]]]]]]]]", (1, 9), "lists and objects at most 8 deep in each other", "["),
        ('{"a": 1,\n "a": 2}', (2, 2), "each key once, 'a' stands twice", '"a"'),
    ],
)
def test_json_mistakes(text, place, expected, found):
    check(lambda: read_solvitaire(text, KLONDIKE, strict=False), place, expected, found)
    check(lambda: from_json(text, strict=False), place, expected, found)


@pytest.mark.parametrize(
    "text, place, expected, found",
    [
        ("[]", "line 1, column 1", "a JSON object", "a list"),
        ('{"stock": []}', "line 1, column 1", "the field 'tableau piles'", "none"),
        ('{"tableau piles": []}', "line 1, column 19: tableau piles", "piles", "none"),
        ('{"tableau piles": 7}', "line 1, column 19: tableau piles", "a list", "7"),
        ('{"tableau piles": [7]}', "line 1, column 20: tableau piles[0]", "a list", "7"),
        ('{"tableau piles": [[7]]}', "line 1, column 21: tableau piles[0][0]", JSON_CARD, "7"),
        ('{"tableau piles": [["0H"]]}', "line 1, column 21: tableau piles[0][0]", JSON_CARD,
         "'0H'"),
        ('{"tableau piles": [[],\n["##"]]}', "line 2, column 2: tableau piles[1][0]", JSON_CARD,
         "'##'"),
        ('{"tableau piles": [[]], "stock": ["14H"]}', "line 1, column 35: stock[0]", JSON_CARD,
         "'14H'"),
        ('{"tableau piles": [[]], "waste": {}}', "line 1, column 34: waste", "a list", "an object"),
        ('{"tableau piles": [[]], "foundations": [[["AC"]]]}',
         "line 1, column 42: foundations[0][0]", JSON_CARD, "a list"),
        ('{"tableau piles": [[]],\n "hole": "AS"}', "line 2, column 2",
         "no fields but tableau piles, foundations, stock, waste", "'hole'"),
    ],
)  # fmt: skip
def test_solvitaire_mistakes(text, place, expected, found):
    with pytest.raises(ValueError) as caught:
        read_solvitaire(text, KLONDIKE, strict=False)
    assert str(caught.value) == f"{place}: expected {expected}, found {found}"


DIGITS = "".join(f"{rank:02}{suit}" for suit in range(1, 5) for rank in range(1, 14))


@pytest.mark.parametrize(
    "text, place, number, found",
    [
        ("", (1, 1), 1, None),
        (" \n", (2, 1), 1, None),
        (DIGITS[:-3], (1, 154), 52, None),
        (DIGITS[:-1], (1, 154), 52, "13"),
        (f"\n {DIGITS[:3]} {DIGITS[3:]}", (2, 5), 2, " 02"),
        (f"001{DIGITS[3:]}", (1, 1), 1, "001"),
        (f"141{DIGITS[3:]}", (1, 1), 1, "141"),
        (f"{DIGITS[:-3]}130", (1, 154), 52, "130"),
        (f"{DIGITS[:-3]}135", (1, 154), 52, "135"),
        (f"\u0660\u0661\u0661{DIGITS[3:]}", (1, 1), 1, "\u0660\u0661\u0661"),
        (f"AC {DIGITS[3:]}", (1, 1), 1, "AC "),
    ],
)
def test_klondike_solver_mistakes(text, place, number, found):
    expected = f"card {number} of 52 as three digits (rank 01 to 13, suit 1 to 4)"
    check(lambda: read_klondike_solver(text), place, expected, found)


def test_klondike_solver_cards_that_are_too_many():
    again = f"{DIGITS[:-3]}011"
    expected = "another card than AC, which stood before"
    check(lambda: read_klondike_solver(again), (1, 154), expected, "011")
    expected = "nothing after the 52 cards"
    check(lambda: read_klondike_solver(f"{DIGITS}0"), (1, 157), expected, "0")
    check(lambda: read_klondike_solver(f"{DIGITS}\n{DIGITS}"), (1, 157), expected, f"\n{DIGITS}")


CODE = "klondike1 klondike draw=1 passes=0 piles=7D/TH|9D foundations=C0/D0/H2/SA waste=-"
CODE += " stock=KD5H pass=1"
GAMES = f"a game ({', '.join(KLONDIKE_FAMILY)})"
OPTION = "an option (name=number, name=true or name=false) or piles="


@pytest.mark.parametrize(
    "old, new, place, expected, found",
    [
        (CODE, "", (1, 1), "klondike1", None),
        ("klondike1", "klondike2", (1, 1), "klondike1", "klondike2"),
        (CODE, "klondike1\n", (2, 1), "the name of a game", None),
        (" klondike ", "\n tripeaks ", (2, 2), GAMES, "tripeaks"),
        ("draw=1", "draw", (1, 20), OPTION, "draw"),
        ("draw=1", "draw=", (1, 20), OPTION, "draw="),
        ("draw=1", "draw=1.0", (1, 20), OPTION, "draw=1.0"),
        ("draw=1", "draw=1234567890", (1, 20), OPTION, "draw=1234567890"),
        ("passes=0", "draw=2", (1, 27), "the option draw once", "draw=2"),
        ("draw=1", "draw=4", (1, 20), "an option of the game (draw is 1 to 3, not 4)", "draw=4"),
        ("draw=1", "draw=true", (1, 20),
         "an option of the game (draw is of type int, not True)", "draw=true"),
        ("draw=1", "decks=2", (1, 20),
         "an option of the game (klondike has no option 'decks': there are draw, passes,"
         " turn_first, worrying_back)", "decks=2"),
        ("piles=", "heaps=", (1, 36), OPTION, "heaps=7D/TH|9D"),
        ("7D/", "7D/7/", (1, 45), CARD, "7"),
        ("7D/", "7d/", (1, 42), CARD, "7d"),
        ("TH|", "10H|", (1, 45), CARD, "10"),
        ("7D/", "7D//", (1, 45), "cards, or - for none", "/"),
        ("TH|", "|", (1, 45), "face-down cards before the |", "|9D"),
        ("TH|", "TH||", (1, 48), CARD, "|9"),
        ("foundations", "foundation", (1, 51), "foundations=", "foundation=C0/D0/H2/SA"),
        ("/SA", "", (1, 63), "the foundations of four suits, C/D/H/S", "C0/D0/H2"),
        ("/SA", "/SA/SA", (1, 63), "the foundations of four suits, C/D/H/S", "C0/D0/H2/SA/SA"),
        ("H2", "H22", (1, 69), "H and 1 heights (one letter each: 0, A, 2 to 9, T, J, Q, K)",
         "H22"),
        ("H2", "S2", (1, 69), "H and 1 heights (one letter each: 0, A, 2 to 9, T, J, Q, K)", "S2"),
        ("H2", "H1", (1, 69), "H and 1 heights (one letter each: 0, A, 2 to 9, T, J, Q, K)", "H1"),
        ("waste=-", "waste=", (1, 81), "cards, or - for none", " "),
        ("waste=-", "waste=--", (1, 81), CARD, "--"),
        (" waste=-", "", (1, 75), "waste=", "stock=KD5H"),
        ("KD5H", "KD5", (1, 91), CARD, "5"),
        ("pass=1", "", (1, 94), "pass=", None),
        ("pass=1", "pass=", (1, 99), "a number of at most 9 digits", None),
        ("pass=1", "pass=+1", (1, 99), "a number of at most 9 digits", "+1"),
        ("pass=1", "pass=1\npass=1", (2, 1), "nothing after the pass", "pass=1"),
    ],
)  # fmt: skip
def test_mistakes_in_our_line(old, new, place, expected, found):
    assert CODE.count(old) == 1
    check(lambda: from_code(CODE.replace(old, new), strict=False), place, expected, found)


def test_the_line_of_another_game():
    expected = "the game tripleharp"
    rules = KLONDIKE_FAMILY["tripleharp"]
    check(lambda: from_code(CODE, rules), (1, 11), expected, "klondike")


@pytest.mark.parametrize(
    "change, place, expected, found",
    [
        ({"format": "klondike2"}, "format", "'klondike1'", "'klondike2'"),
        ({"format": []}, "format", "'klondike1'", "a list"),
        ({"game": 1}, "game", "the name of a game", "1"),
        ({"game": "tripeaks"}, "game", GAMES, "'tripeaks'"),
        ({"rules": []}, "rules", "a JSON object", "a list"),
        ({"rules": {"draw": "1"}}, "rules.draw", "a whole number, 0 to 999999999", "'1'"),
        ({"rules": {"draw": 4}}, "rules.draw", "an option of the game (draw is 1 to 3, not 4)",
         "4"),
        ({"piles": [], "face_down": []}, "piles", "piles", "none"),
        ({"piles": [["7D"], ["1D"]]}, "piles[1][0]", CARD, "'1D'"),
        ({"piles": [["7D"], [7]]}, "piles[1][0]", CARD, "7"),
        ({"piles": "7D"}, "piles", "a list", "'7D'"),
        ({"face_down": [0]}, "face_down", "7 numbers, one a pile", "1"),
        ({"face_down": [1, 0, 0, 0, 0, 0, 0]}, "face_down[0]", "a whole number, 0 to 0", "1"),
        ({"face_down": [False, 0, 0, 0, 0, 0, 0]}, "face_down[0]", "a whole number, 0 to 0",
         "False"),
        ({"foundations": {"C": [0]}}, "foundations", "the field 'D'", "none"),
        ({"foundations": {"C": [0, 0], "D": [0], "H": [0], "S": [0]}}, "foundations.C",
         "the heights of 1 foundations", "2"),
        ({"foundations": {"C": [0], "D": [14], "H": [0], "S": [0]}}, "foundations.D[0]",
         "a whole number, 0 to 13", "14"),
        ({"waste": None}, "waste", "a list", "None"),
        ({"pass": 0}, "pass", "a whole number, 1 to 999999999", "0"),
        ({"pass": "1"}, "pass", "a whole number, 1 to 999999999", "'1'"),
        ({"pass": 1.0}, "pass", "a whole number, 1 to 999999999", "1.0"),
    ],
)  # fmt: skip
def test_mistakes_in_our_json(change, place, expected, found):
    record = {**to_json(BOARD, KLONDIKE), **change}
    message = f"{place}: expected {expected}, found {found}"
    with pytest.raises(ValueError) as caught:
        from_json(record)
    assert str(caught.value) == message
    with pytest.raises(ValueError) as caught:
        from_json(json.dumps(record))
    assert re.fullmatch(f"line 1, column [1-9][0-9]*: {re.escape(message)}", str(caught.value))


def test_fields_of_our_json():
    record = to_json(BOARD, KLONDIKE)
    for name in record:
        less = {key: value for key, value in record.items() if key != name}
        with pytest.raises(ValueError, match=f"expected the field '{name}', found none"):
            from_json(less)
    for extra in ("seed", 1, None):
        with pytest.raises(ValueError, match=f"expected no fields but .*, found {extra!r}"):
            from_json({**record, extra: 1})
    text = f'{json.dumps(record)[:-1]},\n  "seed": 1}}'
    with pytest.raises(ValueError, match="line 2, column 3: expected no fields but"):
        from_json(text)
    for value in (None, 7, [], b"{}"):
        with pytest.raises(ValueError, match="expected a JSON object"):
            from_json(value)


def test_long_pieces_are_cut_in_messages():
    with pytest.raises(ValueError) as caught:
        from_code(code(BOARD, KLONDIKE).replace("klondike1", "x" * 100_000))
    assert len(str(caught.value)) < 200


def check(read, place, expected, found):
    shown = "the end of the text" if found is None else repr(found)
    shown = shown if len(shown) <= 60 else f"{shown[:60]}..."
    shown = END if found == END else shown
    with pytest.raises(ValueError) as caught:
        read()
    line, column = place
    assert str(caught.value) == f"line {line}, column {column}: expected {expected}, found {shown}"
