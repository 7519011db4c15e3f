"""Working through pieces of work in threads."""

import threading
from types import SimpleNamespace

import pytest

from solitaire_core import workers
from solitaire_core.workers import work_through

THREADS = pytest.mark.parametrize("threads", [1, pytest.param(3, marks=pytest.mark.host)])


@THREADS
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_piece_is_done_once(count, threads):
    done = []
    told = []
    work_through(count, lambda number, check: done.append(number), threads, told.append)
    assert sorted(done) == list(range(count))
    assert told[-1:] == [count][:count]


@pytest.mark.host
def test_threads_work_at_the_same_time():
    meet = threading.Barrier(3, timeout=60)  # broken, and an error, where one does not come
    work_through(6, lambda number, check: meet.wait(), 3)


def test_the_clock_is_looked_at_in_between(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: now[0]))
    told = []

    def work(number, check):
        for _ in range(5):
            now[0] += 0.0625
            check()
            check()

    work_through(2, work, 1, lambda done: told.append((done, now[0])))
    assert told == [(0, 0.125), (0, 0.25), (1, 0.375), (1, 0.5), (1, 0.625), (2, 0.625)]


@THREADS
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_error_ends_the_run(threads, error):
    begun = []

    def work(number, check):
        begun.append(number)
        if number == 1:
            raise error("piece 1")
        if threads > 1:  # these end only when they are told to
            while True:
                check()

    before = threading.active_count()
    with pytest.raises(error, match="piece 1"):
        work_through(1000, work, threads)
    assert len(begun) <= 3
    assert threading.active_count() == before
