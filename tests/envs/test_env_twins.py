"""The environments of the core against their plain twins, step by step, and against games."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import GAMES, Deal, find_rules, find_scoring
from solitaire_core.envs import SolitaireEnv
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.reference.envs import KlondikeTwin, PeaksTwin

# Every game, and the options that change what an environment does.
SETTINGS = {
    **{name: (name, {}) for name in GAMES},
    "tripeaks no wrap": ("tripeaks", {"wrap": False}),
    "tripeaks open": ("tripeaks", {"open": True}),
    "golf by columns": ("golf", {"by_columns": True, "wrap": True}),
    "klondike draw 3": ("klondike", {"draw": 3, "turn_first": True}),
    "klondike vegas": ("klondike", {"passes": 1, "worrying_back": False}),
}


def pair(name, **options):
    """An environment and its twin."""
    game, rule_options = SETTINGS[name]
    rules = find_rules(game, **rule_options)
    scoring = options.pop("scoring", None)
    env = SolitaireEnv(rules, scoring=scoring, **options)
    options["most_steps"] = options.pop("max_episode_steps", None)
    if isinstance(rules, PeaksRules):
        return env, PeaksTwin(rules, find_scoring(scoring or rules.scoring), **options)
    return env, KlondikeTwin(rules, **options)


def assert_same(told, expected):
    observation, reward, terminated, truncated, info = told
    assert observation.tolist() == expected.observation
    assert info["action_mask"].tolist() == expected.mask
    assert (reward, terminated, truncated) == (
        expected.reward, expected.terminated, expected.truncated,
    )  # fmt: skip
    assert (info["won"], info["illegal"]) == (expected.won, expected.illegal)
    assert info["number"] == expected.number


def play(env, twin, rng, most, illegal=0.1):
    """Play in lockstep, now and then with an action that may be illegal; the steps made."""
    for step in range(most):
        legal = env.action_masks().nonzero()[0]
        wild = rng.random() < illegal or not len(legal)
        action = rng.randrange(int(env.action_space.n)) if wild else int(rng.choice(legal))
        told, expected = env.step(action), twin.step(action)
        assert_same(told, expected)
        assert told[0] in env.observation_space
        if expected.terminated or expected.truncated:
            return step
    return most


def begin(env, twin, seed):
    observation, info = env.reset(seed=seed)
    twin.seed(seed)
    assert_same((observation, 0.0, False, False, info), twin.reset())
    assert observation in env.observation_space


@pytest.mark.parametrize("observe", ["visible", "known", "all"])
@pytest.mark.parametrize("name", SETTINGS)
def test_lockstep(name, observe):
    rng = random.Random(f"{name} {observe}")
    large = GAMES[SETTINGS[name][0]].decks > 1
    env, twin = pair(name, observe=observe, reward="score", max_episode_steps=40 if large else 150)
    begin(env, twin, rng.randrange(2**70) % 2**64)
    play(env, twin, rng, 200)
    observation, info = env.reset()
    assert_same((observation, 0.0, False, False, info), twin.reset())
    play(env, twin, rng, 20)


@given(
    name=st.sampled_from(["tripeaks", "golf", "four-peaks", "tripeaks no wrap"]),
    seed=st.integers(0, 2**64 - 1),
    scoring=st.sampled_from([None, "run10", "hogue", "golf", "collection"]),
    reward=st.sampled_from(["win", "score"]),
    illegal=st.sampled_from(["noop", "terminate"]),
    penalty=st.sampled_from([0.0, -0.5]),
    first=st.integers(0, 2**64 - 1),
    size=st.integers(1, 2**64),
)
def test_lockstep_of_any_options(name, seed, scoring, reward, illegal, penalty, first, size):
    numbers = range(first, min(first + size, 2**64))
    env, twin = pair(
        name,
        scoring=scoring,
        reward=reward,
        illegal_action=illegal,
        illegal_reward=penalty,
        numbers=numbers,
    )
    rng = random.Random(seed)
    begin(env, twin, seed)
    assert env.reset(seed=seed)[1]["number"] == twin.number
    assert numbers.start <= twin.number < numbers.stop
    play(env, twin, rng, 60, illegal=0.02)


@pytest.mark.parametrize("name", SETTINGS)
def test_actions_are_the_legal_moves_of_the_game(name):
    env, _ = pair(name, max_episode_steps=60)
    rng = random.Random(name)
    env.reset(seed=5)
    for _ in range(60):
        game = env.game
        moves = {env.action_of(move): move for move in game.legal_moves}
        assert sorted(moves) == env.action_masks().nonzero()[0].tolist()
        assert len(moves) == game.legal_moves.count()
        if not moves:
            break
        action = rng.choice(sorted(moves))
        assert env.move_of(action) == moves[action]
        assert env.action_of(str(moves[action])) == action
        over = any(env.step(action)[2:4])
        game.push(moves[action])
        assert env.game == game
        assert env.game.move_stack == game.move_stack
        if over:
            break


@pytest.mark.parametrize("observe", ["visible", "known"])
@pytest.mark.parametrize("name", ["tripeaks", "golf", "four-peaks", "klondike", "small-triangle"])
def test_hidden_cards_are_not_observed(name, observe):
    """The cards that nobody has seen swapped: the same observations, masks and rewards."""
    rng = random.Random(name)
    differed = False
    for number in range(4):
        one, other = (SolitaireEnv(name, observe=observe, reward="score") for _ in range(2))
        one.reset(options={"number": number})
        line = []
        for _ in range(12 * number + 3):
            legal = one.action_masks().nonzero()[0]
            line.append(int(rng.choice(legal)))
            if any(one.step(line[-1])[2:4]):
                line.pop()
                break
        deck = list(Deal(name, number).cards)
        before = SolitaireEnv(name)
        before.reset(options={"number": number})
        for action in line:
            before.step(action)
        unseen = list(before.game.known().unseen)
        mixed = unseen.copy()
        rng.shuffle(mixed)
        swap = dict(zip(unseen, mixed, strict=True))
        changed = [swap.get(card, card) for card in deck]
        differed |= changed != deck
        told = [one.reset(options={"cards": deck}), other.reset(options={"cards": changed})]
        for action in [None, *line]:
            if action is not None:
                told = [env.step(action) for env in (one, other)]
            (seen, *rest, info), (seen_other, *rest_other, info_other) = told
            assert np.array_equal(seen, seen_other)
            assert np.array_equal(info["action_mask"], info_other["action_mask"])
            assert rest == rest_other
    assert differed


@pytest.mark.parametrize("observe", ["visible", "known"])
def test_observations_are_the_views_of_the_game(observe):
    env = SolitaireEnv("tripeaks", observe=observe)
    observation, _ = env.reset(seed=9)
    rng = random.Random(1)
    over = False
    while not over:
        view = getattr(env.game, observe)()
        assert {card.code for card in view.seen} == set(
            observation[env.fields["seen"]].nonzero()[0]
        )
        tableau = [53 if card is None else min(card.code, 52) for card in view.tableau]
        assert observation[env.fields["tableau"]].tolist() == tableau
        action = rng.choice(env.action_masks().nonzero()[0])
        observation, _, over, _, _ = env.step(action)

    env = SolitaireEnv("klondike", observe=observe, draw=3)
    observation, _ = env.reset(seed=9)
    for _ in range(40):
        view = getattr(env.game, observe)()
        there = [card.code for card in view.waste]
        there += [54 + card.code if card.is_known else 52 for card in view.stock]
        assert observation[env.fields["talon"]].tolist()[: len(there)] == there
        piles = observation[env.fields["piles"]].reshape(7, -1)
        for pile, row in zip(view.piles, piles, strict=True):
            assert row[: len(pile)].tolist() == [min(card.code, 52) for card in pile]
            assert (row[len(pile) :] == 53).all()
        observation, *_ = env.step(int(rng.choice(env.action_masks().nonzero()[0])))
    assert observation[env.fields["passes"]] > 1


def test_all_cards_are_observed_if_asked_for():
    one, other = (SolitaireEnv("tripeaks", observe="all") for _ in range(2))
    deck = list(Deal("tripeaks", 3).cards)
    first, _ = one.reset(options={"cards": deck})
    deck[40], deck[41] = deck[41], deck[40]
    second, _ = other.reset(options={"cards": deck})
    # Places 40 and 41 are in the stock, which stands behind the tableau without the waste.
    assert np.flatnonzero(first != second).tolist() == [39, 40]


@pytest.mark.parametrize("size", [1, 3, 2**32 + 1, 2**63 + 1, 2**64 - 5, 2**64])
def test_deal_numbers_are_drawn_alike(size):
    """Half of the draws for a range of 2**63 + 1 numbers are made again."""
    env, twin = pair("tripeaks", numbers=range(2**64 - size, 2**64))
    begin(env, twin, 12)
    for _ in range(50):
        assert env.reset()[1]["number"] == twin.reset().number
