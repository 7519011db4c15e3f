"""Positions in every format by its name, on their way into a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import GAMES, Deal, Record
from solitaire_core.games import KLONDIKE_FAMILY
from solitaire_core.records import FORMATS, read_position, write_position
from strategies import odd_text

GAMES_OF = {
    "code": list(GAMES),
    "pysol": list(KLONDIKE_FAMILY),
    "solvitaire": ["klondike", "eternal-triangle", "small-harp"],
    "klondike-solver": ["klondike"],
    "tripeaks": ["tripeaks"],
}


def test_every_format_is_tried():
    assert set(GAMES_OF) == set(FORMATS)


@pytest.mark.parametrize("format, name", [(f, n) for f, names in GAMES_OF.items() for n in names])
def test_deals_come_back_and_can_be_recorded(format, name):
    game = Deal(name, 7).start()
    text = write_position(game, format)
    found = read_position(text, format, name)
    assert found == read_position(text.encode(), format, name) == game
    found.push(next(iter(found.legal_moves)))
    record = Record.of(found)
    assert record.start.code() == game.code()
    assert Record.from_text(str(record)).check()
    if format in ("code", "tripeaks", "klondike-solver"):
        assert read_position(text, format) == game


def test_what_does_not_go_together():
    peaks, klondike = Deal("tripeaks", 7).start(), Deal("klondike", 7).start()
    for game, format, why in (
        (peaks, "pysol", "pysol does not go with tripeaks"),
        (klondike, "tripeaks", "tripeaks does not go with klondike"),
        (klondike, "pgn", "no format 'pgn': there are code, pysol, "),
    ):
        with pytest.raises(ValueError, match=why):
            write_position(game, format)
    for format, name, why in (
        ("pysol", None, "pysol does not say which game it is"),
        ("pysol", "golf", "pysol does not go with golf"),
        ("tripeaks", "klondike", "tripeaks does not go with klondike"),
        ("pgn", None, "no format 'pgn'"),
        ("code", "golf", "the code is not of golf"),
    ):
        with pytest.raises(ValueError, match=why):
            read_position(klondike.code(), format, name)
    peaks = peaks.code().replace("removed=0", "removed=1")
    with pytest.raises(ValueError, match="the position cannot occur: "):
        read_position(peaks, "code")
    with pytest.raises(TypeError, match="read from text, not from int"):
        read_position(7, "code")
    with pytest.raises(TypeError, match="a game is written, not str"):
        write_position("x", "pysol")
    klondike.push("TC t5>t6")
    with pytest.raises(ValueError, match="only a deal can be written"):
        write_position(klondike, "klondike-solver")
    assert read_position(write_position(klondike, "pysol"), "pysol", "klondike") == klondike


@given(st.binary() | odd_text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_anything_is_a_position_or_a_value_error(data):
    for format in FORMATS:
        for game in (None, "klondike", "tripeaks"):
            try:
                read_position(data, format, game)
            except ValueError:
                continue


def test_the_first_turn_is_part_of_the_deal():
    rules = GAMES["klondike"].with_options({"turn_first": True, "draw": 3})
    game = Deal(rules, 7).start()
    text = write_position(game, "klondike-solver")
    assert read_position(text, "klondike-solver", rules) == game
