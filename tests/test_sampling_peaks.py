"""The sampling policy of the peaks family: its twin, that it does not peek, what it depends on."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_twins import Asked
from solitaire_core import Deal, simulate
from solitaire_core._fast import choose_peaks_move
from solitaire_core.policies import Sampling, find_policy, plays_in_core, turn_of
from solitaire_core.reference.peaks_value import has_network
from solitaire_core.reference.sampling import ReferenceSampling
from test_klondike_lockstep import VARIANTS
from test_policies import PEAKS, line_of, played
from test_simulation import swapped

TRIPEAKS = {"wrap": {}, "no wrap": {"wrap": False}}

every_game = pytest.mark.parametrize("name", PEAKS)


@every_game
def test_games_in_the_core_are_those_of_the_twins(name):
    rules = PEAKS[name]
    found = simulate(rules, range(2), Sampling(5), 5)
    for policy in (Asked(Sampling(5)), ReferenceSampling(5)):
        assert (simulate(rules, range(2), policy, 5) == found).all()


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(PEAKS)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_every_choice_is_that_of_the_twin(name, number, rng):
    game, _ = played(PEAKS[name], number, 50, rng)
    seed = rng.getrandbits(64)
    turn = turn_of(game, seed=seed)
    budget = rng.choice((1, 5, 12))
    choices = {policy(budget).choose(turn) for policy in (Sampling, ReferenceSampling)}
    choices.add(choose_peaks_move(game, "sampling", 1, seed, budget=budget))
    assert len(choices) == 1
    assert choices <= {None, *turn.moves}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(PEAKS)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_hidden_cards_make_no_difference(name, number, rng):
    game, _ = played(PEAKS[name], number, 50, rng)
    other, seed = swapped(game, rng), rng.getrandbits(64)
    pair = [choose_peaks_move(one, "sampling", 1, seed, budget=300) for one in (game, other)]
    assert pair[0] == pair[1]


def test_a_game_depends_on_its_number_and_the_seed_alone():
    expected = simulate("tripeaks", range(40), Sampling(150), 3, threads=1)
    assert (simulate("tripeaks", range(40), Sampling(150), 3, threads=3) == expected).all()
    order = random.Random(1).sample(range(40), 40)
    assert (simulate("tripeaks", order, Sampling(150), 3) == expected[order]).all()
    assert (simulate("tripeaks", range(40), Sampling(150), 4) != expected).any()
    assert (simulate("tripeaks", range(40), Sampling(151), 3) != expected).any()


def test_decisions_that_are_cut_into_slices_are_the_same():
    """More tries than a slice has: the search goes on where it stood."""
    (row,) = simulate("tripeaks", [3], Sampling(12_000), 1)
    (asked,) = simulate("tripeaks", [3], Asked(Sampling(12_000)), 1)
    assert row == asked


@pytest.mark.parametrize("setting", TRIPEAKS)
def test_it_plays_better_than_the_others(setting):
    options, numbers = TRIPEAKS[setting], range(300)
    rates = [
        simulate("tripeaks", numbers, policy, **options)["won"].mean()
        for policy in ("greedy", "lookahead", Sampling(100))
    ]
    assert rates[-1] > max(rates[:-1])


def test_where_the_network_plays_there_are_fewer_tries():
    networks = 0
    for rules in PEAKS.values():
        plays = has_network(rules)
        networks += plays
        expected = Sampling.NETWORK_BUDGET if plays else Sampling.BUDGETS[type(rules)]
        assert Sampling().budget_for(rules) == expected
    assert 0 < networks < len(PEAKS)


def test_bad_input():
    for wrong in (0, -1, 1_000_001):
        with pytest.raises(ValueError, match="budget is 1 to 1000000"):
            Sampling(wrong)
    with pytest.raises(TypeError, match="budget"):
        Sampling("many")
    with pytest.raises(ValueError, match="the policy sampling does not play klondike"):
        find_policy(Sampling(), VARIANTS["klondike"])
    assert plays_in_core(Sampling())
    assert repr(Sampling(5)) == "Sampling(budget=5)"
    assert line_of(Deal("tripeaks", 3).start(), "sampling", 1)
