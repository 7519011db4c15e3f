"""Another project can build on the shipped .pxd and .h files, without the GIL."""

from pathlib import Path

import pytest

from compiled import compiled
from play import RULES, mid_game
from solitaire_core import Deal, KlondikeMove, WinTable, _fast, deck, find_rules
from solitaire_core._fast import Lattice, PeaksMove, splitmix64_stream

pytestmark = pytest.mark.host


class SplitMix64:
    """Numbers below a bound, as `uniform_below` draws them."""

    def __init__(self, seed):
        self.draws = iter(splitmix64_stream(seed, 10_000))

    def below(self, n):
        while True:
            product = next(self.draws) * n
            if product % 2**64 >= 2**64 % n:
                return product >> 64


@pytest.fixture(scope="module")
def walker(tmp_path_factory):
    """The example, compiled."""
    return compiled("walker", "cimport_example", tmp_path_factory.mktemp("walker"))


def test_files_that_a_cimport_needs_are_shipped():
    folder = Path(_fast.__file__).parent
    names = {path.name for path in folder.iterdir()}
    assert {"__init__.pxd", "cards.pxd", "peaks_state.pxd", "peaks_lattice.pxd"} <= names
    assert {"klondike_kernel.pxd", "klondike_generation.pxd", "klondike_deal.pxd"} <= names
    assert {"peaks_lattice.h", "shuffle.h", "solitaire_core.h"} <= names


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


@pytest.mark.parametrize("name", ["klondike", "eternal-triangle", "tripleharp", "big-harp"])
def test_make_and_unmake_in_the_klondike_family(walker, name):
    for number in range(3):
        game = Deal(name, number).start()
        for _ in range(10 * number):
            game.push(list(game.legal_moves)[-1])
        code = game.code()
        for depth in range(4):
            assert walker.klondike_perft(game, depth) == game.perft(depth)
        assert game.code() == code


def test_cards_put_away_in_c(walker):
    put_away = 0
    for number in range(30):
        game = Deal("eternal-triangle", number).start()
        moves, home, result, key = walker.put_away(game)
        for move in moves:
            assert move in game.auto_moves()
            game.push(move)
        assert not game.auto_moves()
        assert (home, result, key) == (game.cards_home, game.result, game.key())
        put_away += len(moves)
    assert put_away
    assert walker.code_of(KlondikeMove("turn")) != walker.code_of(KlondikeMove("redeal"))


@pytest.mark.parametrize("name", ["klondike", "double-klondike"])
def test_games_dealt_and_played_in_c(walker, name):
    rules = find_rules(name, draw=3)
    any_deal = Deal(rules, 0).start()
    assert walker.random_games(any_deal, rules.dealt_to, 5, 4, 60) == sum(
        home_at_random(Deal(rules, number).start(), number, 60) for number in range(5, 9)
    )
    with pytest.raises(ValueError, match="dealt_to"):
        walker.random_games(any_deal, rules.dealt_to[1:], 5, 4, 60)


def home_at_random(game, seed, most):
    """The same game in Python."""
    stream = SplitMix64(seed)
    for _ in range(most):
        moves = list(game.legal_moves)
        if not moves:
            break
        game.push(moves[stream.below(len(moves))])
    return game.cards_home
