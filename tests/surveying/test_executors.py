"""Surveys on executors: threads, processes, and a cluster one of whose workers dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from solitaire_core import Histogram, Limits, results, survey
from solitaire_core.surveying import chunk as chunks

pytestmark = pytest.mark.host

SECONDS = 120  # only so that a run that hangs comes to an end
SPAWN = multiprocessing.get_context("spawn")


def plain(found):
    """All that does not depend on the machine's speed."""
    effort = found.effort
    if effort is not None:
        effort = replace(effort, microseconds=Histogram({0: effort.microseconds.total}))
    return replace(found, cpu_seconds=0.0, effort=effort)


class AtOnce(Executor):
    """Does the work when it is asked for, and counts what is in flight."""

    def __init__(self):
        self.pieces = []

    def submit(self, work, *arguments):
        self.pieces.append(arguments[1:])
        future = Future()
        try:
            future.set_result(work(*arguments))
        except BaseException as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def peaks():
    return plain(survey("tripeaks", 0, 3000, threads=1))


@pytest.fixture(scope="module")
def klondike():
    return plain(survey("klondike", 0, 12, nodes=500, threads=1))


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, SPAWN) as pool:
        yield pool


def test_threads(peaks, klondike):
    with ThreadPoolExecutor(2) as pool:
        assert plain(survey("tripeaks", 0, 3000, executor=pool, chunk=300)) == peaks
        assert plain(survey("klondike", 0, 12, nodes=500, executor=pool)) == klondike


def test_processes(tmp_path, processes, peaks, klondike):
    told = []
    found = survey("tripeaks", 0, 3000, executor=processes, chunk=300, progress=told.append)
    assert plain(found) == peaks
    assert (told[-1], told) == (3000, sorted(told))
    path = tmp_path / "k.jsonl"
    found = survey("klondike", 0, 12, nodes=500, executor=processes, chunk=2, out=path)
    assert plain(found) == klondike
    assert plain(results.read_survey(path)) == klondike


def test_any_object_with_submit(peaks):
    pool = AtOnce()
    assert plain(survey("tripeaks", 0, 3000, executor=pool, window=1)) == peaks
    assert pool.pieces == [(0, 3000)]  # one at a time, and far less than two seconds


def test_no_more_than_the_window_is_in_flight():
    waiting, most = [], []

    class Slow(Executor):
        def submit(self, work, *arguments):
            future = Future()
            waiting.append((future, work, arguments))
            most.append(len(waiting))
            if len(waiting) == 3:
                for future_, work_, arguments_ in waiting:
                    future_.set_result(work_(*arguments_))
                waiting.clear()
            return future

    found = survey("one-peak", 0, 90, executor=Slow(), window=3, chunk=10)
    assert found.count == 90
    assert max(most) == 3


def test_an_error_calls_off_what_has_not_begun(tmp_path, peaks):
    path = tmp_path / "s.jsonl"
    called_off = []

    class Failing(AtOnce):
        def submit(self, work, *arguments):
            if len(self.pieces) < 3:
                return super().submit(work, *arguments)
            future = Future()
            if len(self.pieces) == 3:
                self.pieces.append(None)
                future.set_exception(OSError("the worker burnt down"))
            else:
                future.add_done_callback(lambda future: called_off.append(future.cancelled()))
            return future

    options = {"out": path, "chunk": 500}
    with pytest.raises(OSError, match="burnt down"):
        survey("tripeaks", 0, 3000, executor=Failing(), window=6, **options)
    # What was done when it burnt is kept, and the rest goes on from there.
    assert sum(piece.count for piece in results.read_pieces(path)) == 1500
    assert called_off == [True, True]
    assert plain(survey("tripeaks", 0, 3000, threads=1, **options)) == peaks


def die(task, first, count, progress=None):
    """A worker that is killed in the middle of its work."""
    if first >= 1000:
        os.kill(os.getpid(), signal.SIGKILL)
    return chunks.measure(task, first, count)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_process_that_dies_is_gone_on_from(tmp_path, monkeypatch, peaks):
    path = tmp_path / "s.jsonl"
    monkeypatch.setattr("solitaire_core.surveying.run.measure", die)
    with ProcessPoolExecutor(2, SPAWN) as pool, pytest.raises(BrokenProcessPool):
        survey("tripeaks", 0, 3000, executor=pool, chunk=250, window=2, out=path)
    monkeypatch.undo()
    done = sum(piece.count for piece in results.read_pieces(path))
    assert 0 < done <= 1000
    assert plain(survey("tripeaks", 0, 3000, threads=1, out=path)) == peaks


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"executor": 3}, TypeError, "executor has a method submit, int has none"),
        ({"executor": AtOnce(), "threads": 2}, ValueError, "threads and executor exclude"),
        ({"executor": AtOnce(), "window": 0}, ValueError, "window is 1 "),
        ({"window": 2}, ValueError, "window goes with executor"),
        (
            {"executor": AtOnce(), "limits": Limits(nodes=1, cancel=bool)},
            ValueError,
            "cancel goes neither",
        ),
    ],
)
def test_what_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        survey("klondike", 0, 1, **options)


# ---- a cluster ---------------------------------------------------------------------------

CLUSTER = """
import os, signal, sys, threading
from pathlib import Path

def main(folder):
    import dask
    from distributed import Client, LocalCluster
    import solitaire_core.surveying.run as run
    import surveyed
    from solitaire_core import survey

    # Nothing of the machine's own settings, nothing that listens to the world.
    dask.config.set({"distributed.comm.timeouts.connect": "60s"})
    run.measure = surveyed.measure
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
            host="127.0.0.1",
        ) as cluster,
        Client(cluster) as client,
    ):
        def kill():
            while not (pids := list(folder.glob("begun-*"))):
                stop.wait(0.02)
            os.kill(int(pids[0].name.partition("-")[2]), signal.SIGKILL)
            (folder / "killed").touch()

        stop = threading.Event()
        killer = threading.Thread(target=kill)
        killer.start()
        found = survey(
            "tripeaks", 0, 3000, executor=client.get_executor(pure=False), chunk=250, window=4,
            out=folder / "s.jsonl",
        )
        killer.join()
    print(found.winnable, *found.fewest_turns)

if __name__ == "__main__":
    main(Path(sys.argv[1]))
"""

SURVEYED = """
import os, time
from pathlib import Path
from solitaire_core.surveying import chunk

FOLDER = Path(os.environ["SURVEYED"])

def measure(task, first, count, progress=None):
    # The first worker says that it is at work, and is at it until it is killed.
    try:
        (FOLDER / "lock").mkdir()
    except FileExistsError:
        return chunk.measure(task, first, count)
    (FOLDER / f"begun-{os.getpid()}").touch()
    while True:
        time.sleep(1)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_cluster_that_loses_a_worker(tmp_path, peaks):
    (tmp_path / "surveyed.py").write_text(SURVEYED, encoding="utf-8")
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    environment = os.environ | {"SURVEYED": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "killed").exists()
    assert done.stdout.split() == list(map(str, [peaks.winnable, *peaks.fewest_turns]))
    assert plain(results.read_survey(tmp_path / "s.jsonl")) == peaks


# ---- killed, and begun again -------------------------------------------------------------

KILLED = """
import sys
from solitaire_core import survey
survey("klondike", 0, 40, nodes=20_000, threads=2, chunk=2, out=sys.argv[1])
print("came to its end")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_again_and_again(tmp_path):
    path = tmp_path / "k.jsonl"
    kills = 0
    for lines in (0, 1, 2, 5, 9, 14):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE
        )
        # Killed as soon as so many lines are there, wherever that finds it.
        until = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < until:
            with suppress(FileNotFoundError):
                if path.read_bytes().count(b"\n") > lines:
                    break
            time.sleep(0.001)
        process.kill()
        out, _ = process.communicate()
        kills += not out
    assert kills >= 3
    found = survey("klondike", 0, 40, nodes=20_000, threads=1, chunk=2, out=path)
    assert plain(found) == plain(survey("klondike", 0, 40, nodes=20_000, threads=2))
    pieces = list(results.read_pieces(path))
    assert sum(piece.count for piece in pieces) == 40


LOCKED = """
import sys
from solitaire_core import survey

def progress(done):
    print("open", flush=True)
    sys.stdin.readline()

survey("tripeaks", 0, 100, threads=1, out=sys.argv[1], progress=progress)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks")
def test_two_processes_do_not_write_one_file(tmp_path):
    path = tmp_path / "s.jsonl"
    first = subprocess.Popen(
        [sys.executable, "-c", LOCKED, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert first.stdout.readline() == "open\n"
        with pytest.raises(BlockingIOError, match="another process is writing"):
            survey("tripeaks", 0, 100, threads=1, out=path)
    finally:
        first.communicate("\n" * 100)
    assert first.returncode == 0
    assert survey("tripeaks", 0, 100, threads=1, out=path) == results.read_survey(Path(path))
