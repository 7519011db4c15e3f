"""Ctrl-C in the middle of long work, and processes that fork after threads have worked."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

pytestmark = pytest.mark.host

# Only so that a run that hangs comes to an end.
SECONDS = 120

LONG_WORK = {
    "decide": "decide(range(10**9), 'one-peak', progress=begun)",
    "decide a large layout": "decide(range(10**6), 'golf', progress=begun)",
    "decide in threads": "decide(range(10**9), 'one-peak', threads=2, progress=begun)",
    "survey": "survey('one-peak', 0, 10**9, threads=2, progress=begun)",
    "survey another numbering": (
        "survey('one-peak', 40_000, 10**8, numbering='pysol', threads=1, progress=begun)"
        " if begun(0) is None else 0"
    ),
    "simulate": "simulate('tripeaks', range(10**8), 'random', progress=begun)",
    "simulate in one thread": (
        "[begun(0), simulate('eternal-triangle', range(10**6), Lookahead(4), threads=1)]"
    ),
    "simulate a game without an end": (
        "[begun(0), simulate('klondike', range(10), 'random', games=10**6, most_moves=10**6)]"
    ),
    "simulate a policy in Python": "simulate('klondike', range(10**7), Last(), progress=begun)",
    "solve": "[begun(0), solve(Deal('big-harp', 1))]",
    "perft": "[begun(0), Deal('tripeaks', 1).start().perft(51)]",
}

INTERRUPTED = """
import os, signal, sys, threading, time
from solitaire_core import Deal, decide, simulate, solve, survey
from solitaire_core.policies import Lookahead

class Last:
    def choose(self, turn):
        return turn.moves[-1]

by_itself = sys.argv[1] == "itself"
begun_already = threading.Event()

def begun(count):
    if not begun_already.is_set():
        os.write(1, b"begun\\n")
        begun_already.set()

def interrupt():
    begun_already.wait()
    time.sleep(0.3)  # so that the work is well under way, also where nothing tells
    signal.raise_signal(signal.SIGINT)

if by_itself:
    threading.Thread(target=interrupt, daemon=True).start()
try:
    WORK
except KeyboardInterrupt:
    # Nothing is left behind in a state that later work would trip over.
    assert solve(Deal("tripeaks", 0)).fewest_turns == 9
    assert decide(range(300), threads=2).fewest_turns[0] == 9
    assert {t.name for t in threading.enumerate() if t.name.startswith("decide")} == set()
    print("interrupted", flush=True)
else:
    print("came to its end", flush=True)
"""


def run(code, *arguments):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-X", "faulthandler", "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        pytest.fail(f"the process did not end:\n{out}{err}")
    return out, err


@pytest.mark.parametrize("work", LONG_WORK)
def test_interrupted_by_a_signal_from_within(work):
    process = run(INTERRUPTED.replace("WORK", LONG_WORK[work]), "itself")
    out, err = finish(process)
    assert (process.returncode, out.split("\n")) == (0, ["begun", "interrupted", ""]), err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process alone")
@pytest.mark.parametrize("work", ["decide", "decide in threads", "solve", "perft"])
def test_interrupted_by_another_process(work):
    process = run(INTERRUPTED.replace("WORK", LONG_WORK[work]), "by another")
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.3)  # so that the work is well under way, also where nothing tells
    process.send_signal(signal.SIGINT)
    out, err = finish(process)
    assert (process.returncode, out) == (0, "interrupted\n"), err


FORKED = """
import os, sys, warnings
import numpy as np
from solitaire_core import decide, playouts, survey, solve, Deal
from solitaire_core.envs import SolitaireVectorEnv
# Newer Pythons warn of any fork in a process that has threads, numpy's among them.
warnings.simplefilter("ignore", DeprecationWarning)
EXPECTED = decide(range(3000), threads=2).fewest_turns.tolist()
ENVS = SolitaireVectorEnv(64, "klondike", draw=3)
KLONDIKE = Deal("klondike", 4).start()

def steps(envs):
    # What comes of ten steps from where the environments are.
    found = [envs.step(envs.action_masks().argmax(axis=1))[0] for _ in range(10)]
    return np.array(found).tolist()

def played():
    games = playouts(KLONDIKE, 300, "greedy", seed=7)
    line = solve(KLONDIKE, nodes=20_000)
    return int(games["won"].sum()), line.verdict, str(line.moves)

PLAYED = played()
ENVS.reset(seed=3)
for _ in range(3):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            ok = decide(range(3000), threads=2).fewest_turns.tolist() == EXPECTED
            ok &= decide(range(300), "one-peak", threads=3).verdict.shape == (300,)
            ok &= solve(Deal("tripeaks", 0)).fewest_turns == 9
            ok &= survey("tripeaks", 0, 1000, threads=2).winnable == 969
            ok &= played() == PLAYED
            # The environments go on where the parent's were, and leave the parent's alone.
            os.write(writer, b"good" if ok else b"bad!")
            os.write(writer, str(hash(str(steps(ENVS)))).encode().ljust(30))
        finally:
            os._exit(0)
    os.close(writer)
    told = os.read(reader, 4)
    assert told == b"good", told
    assert int(os.read(reader, 30)) == hash(str(steps(ENVS)))
    assert os.waitpid(child, 0)[1] == 0
    assert decide(range(3000), threads=2).fewest_turns.tolist() == EXPECTED
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_children_forked_after_threads_have_worked():
    process = run(FORKED)
    out, err = finish(process)
    assert (process.returncode, out) == (0, "done\n"), err


POOLED = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from solitaire_core import GAMES, Deal, Layout, PeaksRules, solve, survey, verify

def part(rules, first):
    return survey(rules, first, 200, threads=1)

if __name__ == "__main__":
    mine = PeaksRules("mine", Layout("bridge", [[1, 2], [], []]), wrap=True)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        for rules in (GAMES["tripeaks"], mine):
            parts = [pool.submit(part, rules, first) for first in (0, 200)]
            total = sum(found.result().winnable for found in parts)
            assert total == survey(rules, 0, 400, threads=1).winnable
        games = [Deal("tripeaks", number).start() for number in range(4)]
        for game in games:
            game.push("turn")
        for game, solution in zip(games, pool.map(solve, games), strict=True):
            assert solution.moves == solve(game).moves
            assert solution.moves is None or verify(game, solution.moves)
    print("done")
"""


def test_a_pool_of_processes_takes_and_gives_what_we_have(tmp_path):
    script = tmp_path / "pooled.py"
    script.write_text(textwrap.dedent(POOLED), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    out, err = finish(process)
    assert (process.returncode, out) == (0, "done\n"), err
