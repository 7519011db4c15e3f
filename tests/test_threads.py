"""Several Python threads at once on shared lattices and games: the answers stay the same."""

import os
import random
import subprocess
import sys
import sysconfig
import threading

import numpy as np
import pytest

from play import RULES, mid_game, play_on
from solitaire_core import Deal, Layout, PeaksRules, WinTable, decide, solve, survey
from solitaire_core.envs import SolitaireVectorEnv
from solitaire_core.solving import lattice_of

pytestmark = pytest.mark.host

THREADS = 4

# Tables are shared by any number of threads; one game is for one thread at a time, and only
# the GIL, where there is one, keeps its methods apart.
needs_gil = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="there is no GIL"
)


@pytest.fixture(autouse=True)
def switch_often():
    """Let threads take turns far more often than they would."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def in_threads(work):
    """`work(number)` in several threads that start together; the results by number."""
    results, errors = [None] * THREADS, []
    barrier = threading.Barrier(THREADS)

    def run(number):
        try:
            barrier.wait(60)
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_deciding_on_one_lattice():
    alone = [
        decide(range(number * 500, number * 500 + 800), RULES["tripeaks"]).fewest_turns.tolist()
        for number in range(THREADS)
    ]
    for threads in (1, 2):
        assert alone == in_threads(
            lambda number, threads=threads: decide(
                range(number * 500, number * 500 + 800), "tripeaks", threads=threads
            ).fewest_turns.tolist()
        )


def test_solving_on_one_lattice():
    def answers(number):
        found = []
        for deal in range(number * 30, number * 30 + 60):
            solution = solve(Deal("tripeaks", deal, wrap=deal % 2 == 0))
            found.append((solution.verdict, solution.fewest_turns, solution.moves))
        return found

    assert [answers(number) for number in range(THREADS)] == in_threads(answers)


def test_one_game_that_nobody_changes():
    game = mid_game(RULES["tripeaks"], 3, most=6)
    table = WinTable(game)

    def answers(number):
        found = []
        for _ in range(40):
            copy = game.copy(stack=True)
            play_on(copy, random.Random(number), 10)
            found.append(
                (
                    solve(game).moves,
                    table.moves(copy),
                    table.can_win(game),
                    game.perft(6),
                    game.code(),
                    hash(game),
                    [str(move) for move in game.legal_moves],
                    copy.code(),
                    copy.waste,
                )
            )
        return found

    assert [answers(number) for number in range(THREADS)] == in_threads(answers)


def test_games_that_everybody_plays_alone():
    def play(number):
        rng = random.Random(number)
        codes = []
        for deal in range(30):
            game = Deal(list(RULES.values())[deal % len(RULES)], deal).start()
            play_on(game, rng)
            codes.append((game.code(), game.move_stack, game.outcome()))
            while game.move_stack:
                game.pop()
            codes.append(game.code())
        return codes

    assert [play(number) for number in range(THREADS)] == in_threads(play)


def test_a_lattice_that_all_ask_for_first():
    for size in range(4, 12):
        rules = PeaksRules("new", Layout(f"new {size}", [[]] * size), wrap=True)
        found = in_threads(
            lambda number, rules=rules: (
                lattice_of(rules.layout).masks(),
                decide(range(50), rules).fewest_turns.tolist(),
            )
        )
        assert found == [found[0]] * THREADS
        assert len(found[0][0]) == 2**size


def test_surveys_side_by_side():
    alone = survey("one-peak", 0, 2000, threads=1).fewest_turns
    found = in_threads(lambda number: survey("one-peak", 0, 2000, threads=2).fewest_turns)
    assert found == [alone] * THREADS


@needs_gil
def test_one_game_that_everybody_plays():
    # Nobody promises which moves come out, but it stays a game: the moves that are on its
    # stack at the end lead from the deal to the position, and taken back, to the deal.
    game = Deal("tripeaks", 1).start()

    def play(number):
        rng = random.Random(number)
        for _ in range(2000):
            try:
                if rng.random() < 0.6:
                    game.push(rng.choice(list(game.legal_moves) or ["turn"]))
                else:
                    game.pop()
                game.copy(stack=True).waste  # noqa: B018 (looked at for its own sake)
            except (ValueError, IndexError):
                continue
        return True

    assert all(in_threads(play))
    replay = Deal("tripeaks", 1).start()
    for move in game.move_stack:
        replay.push(move)
    assert replay == game
    assert replay.waste == game.waste
    while game.move_stack:
        game.pop()
    assert game == Deal("tripeaks", 1).start()


@needs_gil
def test_a_position_that_is_played_on_while_it_is_solved():
    game = Deal("tripeaks", 1).start()
    done = threading.Event()

    def work(number):
        if number == 0:
            try:
                for _ in range(300):
                    play_on(game, random.Random(number), 30)
                    while game.move_stack:
                        game.pop()
            finally:
                done.set()
            return True
        while not done.is_set():
            # Which moment is answered for is open; that it is a real one is not.
            try:
                solution = solve(game)
                WinTable(game)
            except ValueError:
                continue
            assert solution.moves is None or len(solution.moves) <= 51
        return True

    assert all(in_threads(work))


def test_one_batch_of_environments_that_everybody_steps():
    """Forty steps are forty steps, whoever makes them: as many legal ones as of one thread."""

    def legal_turns(core, steps):
        turns = np.zeros(50, int)
        seen, masks = np.empty((50, core.width), np.uint8), np.empty((50, core.actions), np.int8)
        flags, numbers = np.empty((4, 50), np.uint8), np.empty(50, np.uint64)
        for _ in range(steps):
            core.step(np.full(50, 28), seen, masks, np.empty(50), flags, numbers)
            turns += flags[3] == 0
        return turns

    envs = [SolitaireVectorEnv(50, "tripeaks") for _ in range(2)]
    for one in envs:
        one.reset(seed=1)
    alone, shared = (one._core for one in envs)
    together = sum(in_threads(lambda number: legal_turns(shared, 10)))
    assert np.array_equal(together, legal_turns(alone, 10 * THREADS))


def test_environments_that_everybody_steps_alone():
    def play(number):
        envs = SolitaireVectorEnv(20, "klondike", max_episode_steps=30)
        rng = np.random.default_rng(number)
        _, infos = envs.reset(seed=number)
        seen = []
        for _ in range(60):
            mask = infos["action_mask"]
            observations, *_, infos = envs.step((rng.random(mask.shape) * mask).argmax(axis=1))
            seen.append(observations.sum())
        return seen

    assert [play(number) for number in range(THREADS)] == in_threads(play)


def test_the_modules_leave_the_gil_off():
    # On a Python that has one it is on; on a free-threaded one, importing a module that does not
    # say that it works without would turn it on.
    script = (
        "import importlib, pkgutil, sys, solitaire_core._fast as fast\n"
        "for info in pkgutil.iter_modules(fast.__path__, 'solitaire_core._fast.'):\n"
        "    importlib.import_module(info.name)\n"
        "print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={key: value for key, value in os.environ.items() if key != "PYTHON_GIL"},
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(not sysconfig.get_config_var("Py_GIL_DISABLED"))
