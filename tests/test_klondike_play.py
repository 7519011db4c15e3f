"""Playouts of the Klondike family: the core against its plain twin."""

import threading

import numpy as np
import pytest

from solitaire_core import Deal, KlondikeGame, playouts
from solitaire_core._fast import play_klondike
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.reference.klondike_play import play_out
from solitaire_core.simulation import KLONDIKE_PLAYOUT
from test_klondike_lockstep import VARIANTS


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", VARIANTS)
def test_games_are_those_of_the_twin(name, policy):
    rules = VARIANTS[name]
    for deal in range(2):
        start = Deal(rules, deal).start()
        found = playouts(start, 3, policy, seed=5, most_moves=150)
        assert found.dtype == KLONDIKE_PLAYOUT
        for number, game in enumerate(found):
            twin = start.copy()
            moves = play_out(twin, policy, 5, number, 150)
            assert game["moves"] == moves
            assert game["home"] == twin.cards_home
            assert game["passes"] == twin.board().passes
            assert game["won"] == (twin.cards_home == rules.cards)


def test_the_default_policy_and_what_goes_with_it():
    deal = Deal("klondike", 4)
    default = playouts(deal, 50, seed=3)
    assert (default == playouts(deal, 50, "greedy", seed=3)).all()
    assert 0 < default["won"].sum() < 50
    assert default["home"].max() == 52
    assert (default["won"] == (default["home"] == 52)).all()
    # Greedy games end by themselves.
    longer = playouts(deal, 50, "greedy", seed=3, most_moves=10**6)
    assert (longer["moves"] < 1000).all()
    assert (longer == default).all()


def test_random_games_end_at_the_most_moves():
    games = playouts(Deal("tripleharp", 1), 4, "random", most_moves=777)
    assert (games["moves"] == 777).all()
    assert len(playouts(Deal("klondike", 1), 0)) == 0


def test_more_passes_than_a_byte_counts():
    rules = KLONDIKE_FAMILY["klondike"].with_options({"draw": 3})
    games = playouts(Deal(rules, 1), 20, "random", seed=1, most_moves=20_000)
    assert games["passes"].max() > 300


def test_vegas_ends_after_its_passes():
    games = playouts(Deal("klondike", 1, draw=3, passes=3), 200, "random", most_moves=10**6)
    assert games["passes"].max() <= 3
    start = Deal("klondike", 1, draw=3, passes=3).start()
    assert isinstance(start, KlondikeGame)
    assert start.vegas_score == -52


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"policy": "casual"}, "policy is one of random, greedy, not 'casual'"),
        ({"policy": 3}, "policy is one of"),
        ({"most_moves": 0}, "most is 1 to 1000000"),
        ({"most_moves": 10**7}, "most is 1 to 1000000"),
        ({"count": -1}, "count is 0 to"),
        ({"seed": -1}, "seed is 0 to"),
        ({"resample": True}, "first_move and resample go with peaks games"),
    ],
)
def test_bad_arguments(changes, text):
    with pytest.raises(ValueError, match=text):
        playouts(Deal("klondike", 1), **{"count": 3, **changes})


def test_the_core_refuses_buffers_that_do_not_fit():
    game = Deal("klondike", 1).start()
    good = [np.zeros(3, np.uint8), np.zeros(3, np.uint8), np.zeros(3, np.uint32),
            np.zeros(3, np.uint32)]  # fmt: skip
    play_klondike(game, "random", 1, 10, *good)
    for at in range(4):
        for wrong in (np.zeros(2, good[at].dtype), np.zeros(3, np.float64), None, b"abc"):
            buffers = list(good)
            buffers[at] = wrong
            with pytest.raises((ValueError, TypeError, BufferError)):
                play_klondike(game, "random", 1, 10, *buffers)


@pytest.mark.host
def test_threads_play_the_same_games():
    start = Deal("eternal-triangle", 3).start()
    expected = playouts(start, 300, "random", seed=2)
    found = []

    def work():
        found.append(playouts(start, 300, "random", seed=2))

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all((games == expected).all() for games in found)
