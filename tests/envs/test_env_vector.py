"""Many environments at once: as Gymnasium's own vector of single ones would be."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from solitaire_core import Deal, IllegalMoveError
from solitaire_core.envs import SolitaireEnv, SolitaireVectorEnv

COUNT = 5


def assert_alike(ours, theirs):
    """Infos and observations, dicts of dicts of arrays."""
    assert type(ours) is type(theirs)
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys()
        for key in ours:
            assert_alike(ours[key], theirs[key])
        return
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    if ours.dtype == object:
        for one, other in zip(ours, theirs, strict=True):
            assert np.array_equal(one, other)
            assert getattr(one, "dtype", None) == getattr(other, "dtype", None)
    else:
        assert np.array_equal(ours, theirs)


def both(game, mode, **options):
    ours = SolitaireVectorEnv(COUNT, game, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv(
        [lambda: SolitaireEnv(game, **options) for _ in range(COUNT)], autoreset_mode=mode
    )
    return ours, theirs


@pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.name)
@pytest.mark.parametrize(
    "game, options",
    [
        ("tripeaks", {"reward": "score", "scoring": "run10"}),
        ("tripeaks", {"illegal_action": "terminate", "illegal_reward": -1.0}),
        ("golf", {"observe": "all", "reward": "score"}),
        ("klondike", {"max_episode_steps": 20, "observe": "visible"}),
        ("eternal-triangle", {"max_episode_steps": 15, "numbers": range(100)}),
        ("big-harp", {"max_episode_steps": 15, "reward": "score"}),
        ("tripleharp", {"max_episode_steps": 15}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_as_single_environments(game, options, mode):
    ours, theirs = both(game, mode, **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.metadata["autoreset_mode"] is mode
    told, expected = ours.reset(seed=11), theirs.reset(seed=11)
    rng = np.random.default_rng(3)
    ends = 0
    for _ in range(120):
        for one, other in zip(told, expected, strict=True):
            assert_alike(one, other)
        assert told[0] in ours.observation_space
        if mode is AutoresetMode.DISABLED and len(told) == 5 and (told[2] | told[3]).any():
            over = told[2] | told[3]
            found, infos = ours.reset(options={"reset_mask": over.copy()})
            found_there, infos_there = theirs.reset(options={"reset_mask": over.copy()})
            assert np.array_equal(found, found_there)
            assert np.array_equal(found[~over], told[0][~over])
            # Gymnasium tells only of those that have begun anew.
            assert np.array_equal(infos["number"][over], infos_there["number"][over])
            assert np.array_equal(ours.action_masks(), theirs.call("action_masks"))
        masks = ours.action_masks()
        chances = rng.random(masks.shape)
        # Now and then any action, legal or not.
        chances += np.where(rng.random((COUNT, 1)) < 0.95, masks, 0)
        actions = chances.argmax(axis=1)
        told, expected = ours.step(actions), theirs.step(actions)
        ends += int((told[2] | told[3]).sum())
    assert ends > 5


def test_made_by_gymnasium():
    envs = gymnasium.make_vec("solitaire_core/Klondike-v1", num_envs=3, draw=3)
    assert type(envs) is SolitaireVectorEnv
    assert envs.rules.draw == 3
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    single = [gymnasium.make("solitaire_core/Klondike-v1", draw=3) for _ in range(3)]
    observations, infos = envs.reset(seed=5)
    for number, env in enumerate(single):
        seen, _ = env.reset(seed=5 + number)
        assert np.array_equal(seen, observations[number])
    rng = np.random.default_rng(0)
    truncated = np.zeros(3, bool)
    for step in range(1000):  # noqa: B007 (looked at below)
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for number, env in enumerate(single):
            seen, reward, over, cut, _ = env.step(actions[number])
            assert np.array_equal(seen, observations[number])
            assert (reward, over, cut) == (
                rewards[number], terminated[number], truncated[number],
            )  # fmt: skip
        if (terminated | truncated).any():
            break
    assert truncated.all() and step == 999
    envs.close()


def test_seeds_and_numbers():
    envs = SolitaireVectorEnv(3, "tripeaks")
    _, infos = envs.reset(seed=7)
    _, again = envs.reset(seed=[7, None, 9])
    assert (infos["number"] == again["number"]).tolist() == [True, False, True]
    alone = SolitaireEnv("tripeaks")
    alone.reset(seed=7)
    for _ in range(3):
        _, infos = envs.reset(options={"number": [1, 2, 2**64 - 1]})
        assert infos["number"].tolist() == [1, 2, 2**64 - 1]
    _, infos = envs.reset()
    assert infos["number"][0] == alone.reset()[1]["number"]
    observations, _ = envs.reset(options={"number": 4})
    first, _ = SolitaireEnv("tripeaks").reset(options={"number": 4})
    assert (observations == first).all()
    # Without a seed, by chance, each for itself.
    drawn = SolitaireVectorEnv(100).reset()[1]["number"]
    assert len(set(drawn.tolist())) == 100


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ({"seed": [1, 2]}, ValueError, "2 seeds for 3"),
        ({"seed": -1}, Exception, "-1|negative|non-negative"),
        ({"seed": [1, -2, 3]}, ValueError, "-2"),
        ({"seed": [1, 2.5, 3]}, TypeError, "float"),
        ({"options": {"cards": []}}, ValueError, "options are"),
        ({"options": {"number": [1, 2]}}, ValueError, "2 entries"),
        ({"options": {"number": -5}}, ValueError, "-5"),
        ({"options": {"reset_mask": [True, False, True]}}, TypeError, "bools"),
        ({"options": {"reset_mask": np.ones(2, bool)}}, ValueError, "shape"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, ValueError, "at least one"),
        ({"options": {"reset_mask": np.array([True, False, True])}}, ValueError, "no game yet"),
    ],
)
def test_resets_that_are_refused(arguments, error, words):
    envs = SolitaireVectorEnv(3)
    with pytest.raises(error, match=words):
        envs.reset(**arguments)


def test_a_reset_that_is_refused_changes_nothing():
    envs = SolitaireVectorEnv(3)
    _, infos = envs.reset(seed=1)
    for options in ({"nothing": 1}, {"number": [1, 2, -3]}, {"number": 5, "nothing": 1}):
        with pytest.raises(ValueError):
            envs.reset(options=options)
    assert np.array_equal(envs.action_masks(), infos["action_mask"])
    assert np.array_equal(envs.step([28, 28, 28])[4]["number"], infos["number"])


def test_steps_that_are_refused():
    envs = SolitaireVectorEnv(3, illegal_action="raise")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(3, np.int64))
    envs.reset(options={"number": 7})
    for actions, error, words in (
        ([28, 28], ValueError, "2 entries for 3"),
        ([28, 28, 29], ValueError, "action 29 of environment 2"),
        ([28, -1, 28], ValueError, "action -1 of environment 1"),
        ([28.0, 28.0, 28.0], TypeError, "float64"),
        ([[28], [28], [28]], TypeError, "shape"),
        ([28, 28, 0], IllegalMoveError, "action 0 of environment 2 is illegal"),
    ):
        with pytest.raises(error, match=words):
            envs.step(np.array(actions))
    # Nothing has moved: the legal step is the first one.
    observations, *_ = envs.step(np.full(3, 28))
    assert (observations[:, envs.fields["stock_left"]] == 22).all()
    with pytest.raises(ValueError, match="draws nothing"):
        SolitaireVectorEnv(2, render_mode="ansi")
    with pytest.raises(ValueError, match="count"):
        SolitaireVectorEnv(0)


def test_a_game_that_is_over_where_resets_are_the_callers():
    envs = SolitaireVectorEnv(2, "klondike", autoreset_mode="Disabled", max_episode_steps=1)
    envs.reset(seed=1)
    stock = envs.single_action_space.n - 1
    assert envs.step([stock, stock])[3].all()
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([stock, stock])
    envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([stock, stock])
    envs.reset()
    envs.step([stock, stock])


def test_arrays_that_are_used_again():
    fresh, reused = SolitaireVectorEnv(3), SolitaireVectorEnv(3, copy=False)
    ours, theirs = fresh.reset(seed=1), reused.reset(seed=1)
    rng = np.random.default_rng(2)
    first, shared = ours[0], theirs[0]
    for _ in range(100):
        masks = ours[-1]["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        ours, theirs = fresh.step(actions), reused.step(actions)
        for one, other in zip(ours, theirs, strict=True):
            assert_alike(one, other)
    assert theirs[0] is shared
    assert ours[0] is not first
    assert not np.shares_memory(ours[0], first)


def test_deals_are_those_of_the_numbers():
    envs = SolitaireVectorEnv(4, "klondike", numbers=range(50))
    observations, infos = envs.reset(seed=2)
    for seen, number in zip(observations, infos["number"], strict=True):
        view = Deal("klondike", number).start().visible()
        piles = seen[envs.fields["piles"]].reshape(7, -1)
        assert [row[len(pile) - 1] for row, pile in zip(piles, view.piles, strict=True)] == [
            pile[-1].code for pile in view.piles
        ]
