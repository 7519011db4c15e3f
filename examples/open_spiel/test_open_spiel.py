"""OpenSpiel plays the games, by its own checks and by a few of ours."""

import copy
import random

import pyspiel
import pytest
import solitaire_spiel  # noqa: F401 (it registers the game)
from open_spiel.python.observation import make_observation

import solitaire_core as sc


@pytest.mark.parametrize("name", ["tripeaks", "golf", "klondike", "eternal-triangle"])
def test_random_games(name):
    game = pyspiel.load_game(f"solitaire_core(game={name},deals=5)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["tripeaks", "klondike", "eternal-triangle"])
def test_positions_are_those_of_the_library(name):
    spiel = pyspiel.load_game(f"solitaire_core(game={name},deals=10)")
    state, game, mix = spiel.new_initial_state(), sc.Deal(name, 7).start(), random.Random(1)
    assert state.is_chance_node() and len(state.chance_outcomes()) == 10
    state.apply_action(7)
    observation = make_observation(spiel)
    for _ in range(40):
        if state.is_terminal():
            break
        words = [state.action_to_string(0, action) for action in state.legal_actions()]
        assert sorted(words) == sorted(map(str, game.legal_moves))
        observation.set_from(state, 0)
        other = copy.deepcopy(state)
        action = mix.choice(state.legal_actions())
        game.push(state.action_to_string(0, action))
        state.apply_action(action)
        # A state that is left behind is still what it was.
        assert [other.action_to_string(0, each) for each in other.legal_actions()] == words
        assert state.clone().history() == state.history()
    assert state.returns() == [float(game.outcome() is not None and game.outcome().won)]


def test_a_line_that_wins():
    spiel = pyspiel.load_game("solitaire_core(game=tripeaks)")
    state = spiel.new_initial_state()
    state.apply_action(7)
    for move in sc.solve(sc.Deal("tripeaks", 7)).moves:
        named = {state.action_to_string(0, action): action for action in state.legal_actions()}
        state.apply_action(named[str(move)])
    assert state.is_terminal() and state.returns() == [1.0]


def test_what_cannot_be_loaded():
    with pytest.raises(Exception, match="deals is 1 or more"):
        pyspiel.load_game("solitaire_core(deals=0)")
