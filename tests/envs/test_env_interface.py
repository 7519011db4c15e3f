"""What Gymnasium and its users ask of an environment."""

import copy
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from solitaire_core import GAMES, Deal, IllegalMoveError, Layout, PeaksRules
from solitaire_core.envs import ENVIRONMENTS, SolitaireEnv, SolitaireVectorEnv


def play(env, rng, most=1000):
    """Play at random; the last step."""
    for _ in range(most):
        legal = env.action_masks().nonzero()[0]
        step = env.step(rng.choice(legal))
        if step[2] or step[3]:
            return step
    return step


@pytest.mark.parametrize("identifier", ENVIRONMENTS.values())
def test_the_checker_of_gymnasium(identifier):
    # A warning would be an error here.
    for illegal in ("noop", "terminate"):
        check_env(gymnasium.make(identifier, illegal_action=illegal, observe="all").unwrapped)


def test_names():
    assert {"solitaire_core/TriPeaks-v1", "solitaire_core/EternalTriangle-v1"} < set(
        ENVIRONMENTS.values()
    )
    assert {"solitaire_core/Tripleharp-v1", "solitaire_core/Klondike-v1"} < set(
        ENVIRONMENTS.values()
    )
    assert all(identifier in gymnasium.registry for identifier in ENVIRONMENTS.values())


@pytest.mark.host
def test_gymnasium_imports_the_module_itself():
    code = (
        "import gymnasium, sys\n"
        "name = 'solitaire_core.envs:solitaire_core/Klondike-v1'\n"
        "assert 'solitaire_core' not in sys.modules\n"
        "print(gymnasium.make(name, draw=3).unwrapped.rules.draw,"
        " gymnasium.make_vec(name, num_envs=2).num_envs)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == ["3", "2"], done.stderr


@pytest.mark.host
def test_the_package_itself_does_not_import_gymnasium():
    code = "import sys, solitaire_core; assert 'gymnasium' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.host
def test_without_gymnasium_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "try:\n    import solitaire_core.envs\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert "solitaire-core[rl]" in done.stdout


def test_seeds():
    numbers = []
    for _ in range(2):
        env = SolitaireEnv("tripeaks")
        numbers.append([env.reset(seed=3)[1]["number"]] + [env.reset()[1]["number"] for _ in "ab"])
    assert numbers[0] == numbers[1]
    assert len(set(numbers[0])) == 3
    assert SolitaireEnv().reset(seed=4)[1]["number"] != numbers[0][0]
    # Without a seed, by chance.
    assert SolitaireEnv().reset()[1]["number"] != SolitaireEnv().reset()[1]["number"]


def test_seeds_of_any_size():
    env = SolitaireEnv("tripeaks")
    assert env.reset(seed=2**64 + 5)[1]["number"] == env.reset(seed=5)[1]["number"]


def test_deals_out_of_a_range():
    env = SolitaireEnv("klondike", numbers=range(10, 14))
    env.reset(seed=1)
    assert {int(env.reset()[1]["number"]) for _ in range(100)} == {10, 11, 12, 13}


def test_a_deal_by_number_takes_none_of_the_sequence():
    env = SolitaireEnv("tripeaks")
    env.reset(seed=1)
    second = env.reset()[1]["number"]
    env.reset(seed=1)
    _, info = env.reset(options={"number": 2**64 - 1})
    assert info["number"] == 2**64 - 1
    assert env.game == Deal("tripeaks", 2**64 - 1).start()
    assert env.reset()[1]["number"] == second


def test_a_deck_by_hand():
    env = SolitaireEnv("eternal-triangle")
    deck = Deal("eternal-triangle", 5).cards
    seen, info = env.reset(options={"cards": " ".join(map(str, deck))})
    assert "number" not in info
    assert np.array_equal(seen, env.reset(options={"number": 5})[0])
    assert np.array_equal(seen, env.reset(options={"cards": [card.code for card in deck]})[0])
    assert env.game.board() == Deal("eternal-triangle", 5).start().board()


@pytest.mark.parametrize(
    "options, words",
    [
        ({"number": -1}, "-1"),
        ({"number": 2**64}, str(2**64)),
        ({"deal": 3}, "options are number or cards"),
        ({"number": 1, "cards": []}, "options are number or cards"),
        ({"cards": []}, r"\(1, 52\)"),
        ({"cards": ["7H"] * 52}, "too often"),
        ({"cards": "??"}, r"\(1, 52\)"),
        ({"cards": ["??"] * 52}, "255"),
    ],
)
def test_options_that_are_refused(options, words):
    env = SolitaireEnv("tripeaks")
    with pytest.raises(ValueError, match=words):
        env.reset(options=options)


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ({"game": "poker"}, ValueError, "poker"),
        ({"draw": 2}, ValueError, "draw"),
        ({"observe": "nothing"}, ValueError, "observe is visible, known, all"),
        ({"reward": "money"}, ValueError, "reward is win, score"),
        ({"illegal_action": "ignore"}, ValueError, "illegal_action is"),
        ({"illegal_reward": "low"}, ValueError, "low"),
        ({"numbers": [1, 2]}, TypeError, "numbers is a range"),
        ({"numbers": range(0, 10, 2)}, ValueError, "steps of 1"),
        ({"numbers": range(5, 5)}, ValueError, "range"),
        ({"numbers": range(0, 2**64 + 1)}, ValueError, "range"),
        ({"max_episode_steps": 0}, ValueError, "max_episode_steps"),
        ({"max_episode_steps": 1.5}, TypeError, "max_episode_steps"),
        ({"render_mode": "human"}, ValueError, "render_mode"),
        ({"game": "klondike", "scoring": "hogue"}, ValueError, "scoring"),
        ({"scoring": "gold"}, ValueError, "gold"),
    ],
)
@pytest.mark.parametrize("kind", [SolitaireEnv, SolitaireVectorEnv])
def test_arguments_that_are_refused(kind, arguments, error, words):
    with pytest.raises(error, match=words):
        kind(**arguments)


def test_illegal_actions():
    quiet = SolitaireEnv("tripeaks", illegal_reward=-2.0)
    strict = SolitaireEnv("tripeaks", illegal_action="terminate")
    loud = SolitaireEnv("tripeaks", illegal_action="raise")
    for env in (quiet, strict, loud):
        before, _ = env.reset(options={"number": 7})
    seen, reward, terminated, truncated, info = quiet.step(0)
    assert np.array_equal(seen, before)
    assert (reward, terminated, truncated, info["illegal"]) == (-2.0, False, False, True)
    assert strict.step(0)[1:4] == (0.0, True, False)
    with pytest.raises(IllegalMoveError, match="action 0 of environment 0 is illegal"):
        loud.step(0)
    assert loud.step(20)[4]["illegal"] is False
    with pytest.raises(gymnasium.error.ResetNeeded):
        strict.step(20)


@pytest.mark.parametrize("action", [-1, 29, 2**70])
def test_actions_that_are_none(action):
    env = SolitaireEnv("tripeaks")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions are 0 to 28"):
        env.step(action)
    with pytest.raises(TypeError):
        env.step(1.0)


def test_before_the_first_reset():
    env = SolitaireEnv("tripeaks")
    assert not env.action_masks().any()
    for call in (lambda: env.step(0), lambda: env.game, lambda: env.move_of(0)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()


def test_a_game_that_is_won():
    # A card under two others, all of which fit one after the other.
    rules = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]), wrap=True)
    deck = ["4C", "2C", "3C", "AC"]
    deck += [str(card) for card in Deal(rules, 0).cards if str(card) not in deck]
    for options, rewards in (
        ({}, [0, 0, 1]),
        ({"reward": "score", "scoring": "collection"}, [100, 300, 500 + 5000]),
        ({"reward": "score", "scoring": "golf"}, [1, 1, 1 + 48]),
    ):
        env = SolitaireEnv(rules, **options)
        env.reset(options={"cards": deck})
        steps = [env.step(env.action_of(move)) for move in ("2C", "3C", "4C")]
        assert [step[1] for step in steps] == rewards
        assert [step[2] for step in steps] == [False, False, True]
        assert steps[-1][4]["won"]
        assert not steps[-1][4]["action_mask"].any()


def test_ends_of_games():
    rng = np.random.default_rng(1)
    env = SolitaireEnv("tripeaks", reward="score")
    won = 0
    for number in range(300):
        env.reset(options={"number": number})
        total, over = 0.0, False
        while not over:
            legal = env.action_masks().nonzero()[0]
            _, reward, over, _, info = env.step(legal[0] if len(legal) else 0)
            total += reward
        outcome = env.game.outcome()
        assert info["won"] == outcome.won
        assert total == env.game.score
        won += info["won"]
    assert won
    klondike = SolitaireEnv("klondike", max_episode_steps=50)
    klondike.reset(seed=1)
    _, _, terminated, truncated, _ = play(klondike, rng)
    assert (terminated, truncated) == (False, True)
    assert klondike.game.ply == 50


def test_the_limit_of_registered_environments():
    env = gymnasium.make("solitaire_core/Klondike-v1", max_episode_steps=7)
    env.reset(seed=1)
    steps = 0
    while True:
        steps += 1
        if env.step(env.action_space.sample(env.unwrapped.action_masks().astype(np.int8)))[3]:
            break
    assert steps == 7
    assert gymnasium.spec("solitaire_core/Klondike-v1").max_episode_steps == 1000


def test_masks_serve_the_action_space():
    env = SolitaireEnv("tripleharp")
    _, info = env.reset(seed=2)
    env.action_space.seed(3)
    for _ in range(100):
        action = env.action_space.sample(info["action_mask"])
        info = env.step(action)[4]
        assert not info["illegal"]
    assert env.action_masks().dtype == np.bool_
    info["action_mask"][:] = 0
    assert env.action_masks().any()


def test_render():
    env = gymnasium.make("solitaire_core/TriPeaks-v1", render_mode="ansi")
    env.reset(options={"number": 7})
    assert "waste  K♣" in env.render()
    env.step(28)
    assert "stock  22" in env.render()
    assert "▒▒" in env.render()
    with pytest.warns(UserWarning, match="render_mode"):
        assert SolitaireEnv().render() is None


@pytest.mark.parametrize("game", GAMES)
def test_pixels(game):
    """Frames of one size, which tell nothing of a card that is not seen."""
    env = SolitaireEnv(game, render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    assert first.shape[0] % 2 == first.shape[1] % 2 == 0
    for _ in range(60):
        env.step(int(env.action_masks().nonzero()[0][0]))
        if not env.action_masks().any():
            break
    later = env.render()
    assert later.shape == first.shape and (later != first).any()
    assert (env.render() == later).all()


def test_a_pile_that_is_too_long_makes_the_picture_smaller():
    env = SolitaireEnv("eternal-triangle", render_mode="rgb_array")
    env.reset(options={"number": 7})
    felt = env.render()[-1, 0]
    for _ in range(5):
        env.step(env.action_of("deal"))
        frame = env.render()
        assert (frame[-3:] == felt).all() and (frame[:, :3] == felt).all()


def test_pixels_do_not_depend_on_hidden_cards():
    cards = list(map(str, Deal("tripeaks", 7).cards))
    frames = []
    for deck in (cards, cards[17::-1] + cards[18:29] + cards[:28:-1]):
        env = SolitaireEnv("tripeaks", render_mode="rgb_array")
        env.reset(options={"cards": deck})
        frames.append(env.render())
    assert (frames[0] == frames[1]).all()


def test_the_game_that_is_handed_out_is_a_copy():
    env = SolitaireEnv("klondike")
    env.reset(options={"number": 7})
    env.game.push("turn")
    assert env.game.ply == 0
    env.step(env.action_of("turn"))
    assert [str(move) for move in env.game.move_stack] == ["turn"]
    assert copy.copy(env.game) == env.game


def test_moves_and_actions_that_do_not_go_together():
    env = SolitaireEnv("tripeaks")
    env.reset(options={"number": 7})
    with pytest.raises(ValueError, match="not in the tableau"):
        env.action_of("KC")
    with pytest.raises(ValueError, match="no move"):
        env.action_of("nonsense")
    with pytest.raises(ValueError, match="no legal move"):
        env.move_of(0)


def test_vegas():
    env = SolitaireEnv("klondike", reward="score")
    rng = np.random.default_rng(5)
    for _ in range(5):
        env.reset(seed=int(rng.integers(1000)))
        total = 0.0
        for _ in range(150):
            mask = env.action_masks().nonzero()[0]
            if not len(mask):
                break
            _, reward, over, _, _ = env.step(rng.choice(mask))
            total += reward
            if over:
                break
        assert total - 52 == env.game.vegas_score
