"""Another project can build on the shipped .pxd and .h files, without the GIL."""

from pathlib import Path

import pytest

from compiled import compiled
from play import RULES, mid_game
from solitaire_core import Deal, WinTable, _fast, deck
from solitaire_core._fast import Lattice, PeaksMove, splitmix64_stream

pytestmark = pytest.mark.host


@pytest.fixture(scope="module")
def walker(tmp_path_factory):
    """The example, compiled."""
    return compiled("walker", "cimport_example", tmp_path_factory.mktemp("walker"))


def test_files_that_a_cimport_needs_are_shipped():
    folder = Path(_fast.__file__).parent
    names = {path.name for path in folder.iterdir()}
    assert {"__init__.pxd", "cards.pxd", "peaks_state.pxd", "peaks_lattice.pxd"} <= names
    assert {"peaks_lattice.h", "shuffle.h"} <= names


@pytest.mark.parametrize("name", ["tripeaks", "golf-columns", "four-peaks-strict-open"])
def test_make_and_unmake(walker, name):
    for number in range(5):
        game = mid_game(RULES[name], number, most=number * 3)
        code = game.code()
        for depth in range(7):
            assert walker.perft(game, depth) == game.perft(depth)
        assert game.code() == code


@pytest.mark.parametrize("name", ["tripeaks", "one-peak-no-wrap"])
def test_a_game_played_in_c(walker, name):
    lattice = Lattice(RULES[name].layout.covers)
    for number in range(10):
        game = Deal(RULES[name], number).start()
        moves, removed, turned, top, count, known = walker.greedy(game, lattice)
        for move in moves:
            assert move == next(iter(game.legal_moves))
            game.push(move)
        assert game.outcome()
        assert (removed, turned, top) == (game.removed, game.turned, game.top)
        assert count == removed.bit_count()
        assert known


def test_objects_seen_from_c(walker):
    game = Deal("tripeaks", 1).start()
    table = _fast.WinTable(game, Lattice(game.rules.layout.covers))
    assert walker.facts(PeaksMove("turn"), table) == (254, 22_932)
    assert walker.facts(PeaksMove("KS"), table) == (51, 22_932)
    for place, card in enumerate(deck(1)):
        assert walker.where(game, card) == place
    with pytest.raises(TypeError):
        walker.perft(WinTable(game), 1)


def test_dealing_in_c(walker):
    assert walker.first_cards(7, 52) == deck(7)
    assert walker.stream(1234567, 5) == splitmix64_stream(1234567, 5)
