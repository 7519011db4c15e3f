"""Boards come back from every format; whatever else a reader is given is a ValueError."""

import json
import re

import pytest
from arranged import BOARD, LETTERS, START, boards, positions, with_fault
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solitaire_core import Card, deck
from solitaire_core.cards import UNKNOWN
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


def json_text(board, rules):
    return json.dumps(to_json(board, rules), indent=2)


def read_code(text, rules, **options):
    return from_code(text, rules, **options)[1]


def read_json(text, rules, **options):
    return from_json(text, rules, **options)[1]


FORMATS = {
    "code": (code, read_code),
    "json": (json_text, read_json),
    "pysol": (write_pysol, read_pysol),
    "solvitaire": (write_solvitaire, read_solvitaire),
}
formats = pytest.mark.parametrize("write, read", FORMATS.values(), ids=list(FORMATS))
PLACE = re.compile("line [1-9][0-9]*, column [1-9][0-9]*: .*expected ", re.DOTALL)


def test_the_family_is_whole():
    assert len(KLONDIKE_FAMILY) == 10
    for name, rules in KLONDIKE_FAMILY.items():
        assert rules.name == name


@given(positions)
def test_the_boards_of_these_tests_have_no_faults(position):
    rules, board = position
    assert board.faults(rules) == ()


@given(positions)
def test_our_own_forms_come_back_exactly(position):
    rules, board = position
    text = code(board, rules)
    assert "\n" not in text
    assert from_code(text) == (rules, board)
    assert code(*from_code(text)[::-1]) == text
    record = to_json(board, rules)
    assert from_json(record) == from_json(json.dumps(record)) == (rules, board)
    assert json.loads(json.dumps(record)) == record
    made_up = KLONDIKE_FAMILY[rules.name].with_options({"worrying_back": False})
    assert from_code(text, made_up) == from_json(record, made_up) == (rules, board)


@pytest.mark.parametrize("rules", KLONDIKE_FAMILY.values(), ids=list(KLONDIKE_FAMILY))
@settings(max_examples=10)
@given(st.data())
def test_every_format_says_every_game(rules, data):
    board = data.draw(boards(rules))
    first = Board(board.piles, board.face_down, board.foundations, board.waste, board.stock)
    assert read_pysol(write_pysol(board, rules), rules) == board
    assert read_solvitaire(write_solvitaire(first, rules), rules) == first
    assert from_code(code(board, rules)) == from_json(to_json(board, rules)) == (rules, board)


@given(positions)
def test_line_ends_of_other_systems(position):
    rules, board = position
    for write, read in FORMATS.values():
        if write is write_solvitaire:
            board = Board(*(getattr(board, name) for name in list(Board.__slots__)[:5]))
        assert read(write(board, rules).replace("\n", "\r\n"), rules) == board


@given(st.permutations(range(52)))
def test_decks_of_klondike_solver_come_back(codes):
    cards = list(map(Card, codes))
    text = write_klondike_solver(cards)
    assert re.fullmatch("[0-9]{156}", text)
    assert read_klondike_solver(text) == cards
    assert read_klondike_solver(f" \n{text}\r\n\t ") == cards


def test_a_later_pass_is_not_solvitaires():
    rules = KLONDIKE.with_options({"passes": 3})
    second = Board(BOARD.piles, BOARD.face_down, BOARD.foundations, BOARD.waste, BOARD.stock, 2)
    assert read_solvitaire(write_solvitaire(BOARD, rules), rules) == BOARD
    with pytest.raises(ValueError, match="pass 2 of 3"):
        write_solvitaire(second, rules)
    # Where passes are not counted, which one it is makes no difference to play.
    assert read_solvitaire(write_solvitaire(second, KLONDIKE), KLONDIKE) == BOARD


# ---- boards with faults ----------------------------------------------------------------------


def faulty():
    """Start positions with one fault that every format can say, and what is said of it."""
    piles, down, stock = START.piles, START.face_down, START.stock
    nothing = START.foundations
    return {
        "twice": (Board(piles, down, nothing, (), (*stock[:-1], stock[0])), "3H is there 2 times"),
        "missing": (Board(piles, down, nothing, (), stock[1:]), "there are 51 cards, not 52"),
        "piles": (Board(piles[:6], down[:6], nothing, piles[6], stock), "there are 6 piles, not 7"),
        "hidden": (Board(piles, (1, *down[1:]), nothing, (), stock), "t0: the top card lies face"),
    }


@formats
@pytest.mark.parametrize("name", faulty())
def test_faults_are_named_or_handed_out(write, read, name):
    board, message = faulty()[name]
    text = write(board, KLONDIKE)
    assert read(text, KLONDIKE, strict=False) == board
    with pytest.raises(ValueError, match=message) as caught:
        read(text, KLONDIKE)
    for fault in board.faults(KLONDIKE):
        assert fault in str(caught.value)


@formats
def test_what_no_format_can_say(write, read):
    piles, down, stock = START.piles, START.face_down, START.stock
    gap = [0] * 52
    gap[1] = 1
    for board, message in (
        (Board((), (), START.foundations), "without piles"),
        (Board(piles, down[1:], START.foundations, (), stock), "face_down has 6 numbers"),
        (Board(piles, (2, *down[1:]), START.foundations, (), stock), "t0: 2 of 1 cards"),
        (Board(piles, (-1, *down[1:]), START.foundations, (), stock), "t0: -1 of 1 cards"),
        (Board(piles, down, tuple(gap), (), stock), "without gaps"),
        (Board(piles, down, (2, *gap[2:], 0), (), stock), "not 1 of each suit"),
        (Board(piles, down, (-1, *gap[2:], 0), (), stock), "not 1 of each suit"),
        (Board(piles, down, (0,) * 51, (), stock), "52 numbers, not 51"),
        (Board(piles, down, START.foundations, (), stock, 0), "passes is 1 to"),
    ):
        with pytest.raises(ValueError, match=message):
            write(board, KLONDIKE)
        assert board.faults(KLONDIKE)


def test_unknown_cards():
    board = Board(START.piles, START.face_down, START.foundations, (), (UNKNOWN,) * 24)
    for write, read in (FORMATS["code"], FORMATS["json"]):
        assert read(write(board, KLONDIKE), KLONDIKE, strict=False) == board
    for write in (write_pysol, write_solvitaire):
        with pytest.raises(ValueError, match=re.escape("unknown card (??)")):
            write(board, KLONDIKE)


def test_games_dealt_face_up_hide_nothing_in_solvitaire():
    rules = KLONDIKE_FAMILY["eternal-triangle"]
    start = Board.dealt(rules, deck(5, decks=2))
    text = write_solvitaire(start, rules)
    assert read_solvitaire(text.replace('S"', 's"'), rules) == start
    hidden = Board(start.piles, (0, 1, *start.face_down[2:]), start.foundations, (), start.stock)
    with pytest.raises(ValueError, match="face-down cards"):
        write_solvitaire(hidden, rules)


# ---- texts of no form ------------------------------------------------------------------------

readers = pytest.mark.parametrize(
    "read",
    [read_pysol, read_solvitaire, read_code, read_json, lambda text, _: read_klondike_solver(text)],
    ids=["pysol", "solvitaire", "code", "json", "klondike-solver"],
)


@readers
@pytest.mark.parametrize(
    "text",
    ["", " ", "\n", "\ud800", "\0", "[" * 100_000, '{"a":' * 50_000],
    ids=lambda text: ascii(text[:20]),
)
def test_text_of_no_form(read, text):
    with pytest.raises(ValueError, match=PLACE.pattern):
        read(text, KLONDIKE)


@readers
def test_long_texts_are_refused_unread(read):
    with pytest.raises(ValueError, match="line 1, column 1: expected a text of at most 1000000"):
        read(" " * 1_000_001, KLONDIKE)
    with pytest.raises(ValueError, match=PLACE.pattern) as caught:
        read(" " * 1_000_000, KLONDIKE)
    assert "at most" not in str(caught.value)


@readers
@pytest.mark.parametrize("value", [None, 7, b"klondike1"])
def test_texts_are_text(read, value):
    with pytest.raises((TypeError, ValueError)):
        read(value, KLONDIKE)


@readers
@given(st.text(LETTERS, max_size=200))
@example("Talon:\n\u017ftock:\n: AC")
def test_any_text_is_a_board_or_a_value_error(read, text):
    try:
        read(text, KLONDIKE)
    except ValueError as error:
        assert PLACE.match(str(error)) or "no position of klondike" in str(error)
    else:
        pytest.fail("no board is as short as this")


@formats
@settings(max_examples=60)
@given(positions, st.randoms(use_true_random=False))
def test_text_with_faults_is_a_board_or_a_value_error(write, read, position, rng):
    rules, board = position
    board = Board(board.piles, board.face_down, board.foundations, board.waste, board.stock)
    text = write(board, rules)
    for _ in range(4):
        changed = with_fault(text, rng)
        try:
            found = read(changed, rules, strict=False)
        except ValueError as error:
            assert PLACE.match(str(error)), error
            continue
        assert isinstance(found, Board)
        found.faults(rules)


@given(st.permutations(range(52)), st.randoms(use_true_random=False))
def test_decks_with_faults_are_a_deck_or_a_value_error(codes, rng):
    text = with_fault(write_klondike_solver(list(map(Card, codes))), rng)
    try:
        assert len(set(read_klondike_solver(text))) == 52
    except ValueError as error:
        assert PLACE.match(str(error)), error


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(LETTERS, max_size=4)
    | st.sampled_from(["klondike1", "klondike", "AC", {1: 2}])
    | st.integers(5000, 6000).map(lambda digits: 10**digits),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["C", "draw", "S", "x"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=150)
@given(st.sampled_from(sorted(to_json(START, KLONDIKE))), json_values)
def test_any_field_is_right_or_a_value_error(field, value):
    record = {**to_json(START, KLONDIKE), field: value}
    try:
        rules, board = from_json(record, strict=False)
    except ValueError as error:
        assert f"{field}" in str(error)
    else:
        assert from_json(to_json(board, rules), strict=False) == (rules, board)
