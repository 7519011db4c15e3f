"""Long pieces of work one after the other, in one thread or in several."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from solitaire_core._fast import whole_number

__all__ = [
    "BETWEEN_CALLS",
    "MOST_THREADS",
    "in_threads",
    "processors",
    "thread_count",
    "work_through",
]

MOST_THREADS = 1024
"""More threads than this are refused."""

BETWEEN_CALLS = 0.1
"""Seconds from one call of `progress` to the next."""

_Check = Callable[[], None]
_Work = Callable[[int, _Check], object]


class _Stopped(BaseException):
    """Raised in a worker whose run has ended."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def thread_count(threads: int | None) -> int:
    """How many threads to work with: as many as are asked for, or one for each processor.

    Raises
    ------
    ValueError, TypeError
        If they are no whole number from 1 to `MOST_THREADS`.
    """
    return whole_number(processors() if threads is None else threads, "threads", 1, MOST_THREADS)


def work_through(
    count: int, work: _Work, threads: int, progress: Callable[[int], object] | None = None
) -> None:
    """Do `work` for 0, 1, ... `count - 1`, each once.

    Parameters
    ----------
    count : int
        How many pieces of work there are.
    work : callable
        Called with the number of a piece and a function to call, without arguments, several
        times a second: it raises where the run has ended, or tells of the progress.
    threads : int
        Threads to work with, 1 or more. With 1 all is done in the thread that called.
    progress : callable, optional
        Called with the number of pieces done so far, several times a second, from the thread
        that called; at the end with all. What it raises ends the run.

    Raises
    ------
    BaseException
        The first that a piece of work or `progress` raised, or Ctrl-C, once the other
        threads have seen it and have ended.

    Examples
    --------
    >>> squares = [0] * 4
    >>> def square(number, check):
    ...     squares[number] = number * number
    >>> work_through(4, square, threads=1, progress=print)
    4
    >>> squares
    [0, 1, 4, 9]
    """
    if threads == 1 or count < 2:
        _in_this_thread(count, work, progress)
    else:
        _in_threads(count, work, threads, progress)


def _in_this_thread(count: int, work: _Work, progress: Callable[[int], object] | None) -> None:
    done = 0
    last_call = time.monotonic()

    def check() -> None:
        nonlocal last_call
        if progress is not None and time.monotonic() - last_call >= BETWEEN_CALLS:
            progress(done)
            last_call = time.monotonic()

    for index in range(count):
        work(index, check)
        done += 1
    if progress is not None and count:
        progress(done)


def _in_threads(
    count: int, work: _Work, threads: int, progress: Callable[[int], object] | None
) -> None:
    """Let threads take one piece after the other."""
    waiting = iter(range(count))
    lock = threading.Lock()
    done = 0

    def one(_: int, check: _Check) -> None:
        nonlocal done
        while True:
            check()
            with lock:
                index = next(waiting, None)
            if index is None:
                return
            work(index, check)
            with lock:
                done += 1

    def tell() -> None:
        if progress is not None:
            progress(done)

    in_threads(min(threads, count), one, tell)


def in_threads(
    threads: int, one: Callable[[int, _Check], object], tell: Callable[[], object]
) -> None:
    """Do something in so many threads at once, and watch over them.

    Parameters
    ----------
    threads : int
        How many.
    one : callable
        What each of them does: called with its number and a function to call, without
        arguments, several times a second, which raises where the run has ended.
    tell : callable
        Called several times a second from the thread that called. What it raises ends the run.

    Raises
    ------
    BaseException
        As `work_through`.
    """
    stop = threading.Event()

    def check() -> None:
        if stop.is_set():
            raise _Stopped

    with ThreadPoolExecutor(threads, thread_name_prefix="work") as pool:
        running = {pool.submit(one, number, check) for number in range(threads)}
        try:
            while running:
                finished, running = wait(
                    running, timeout=BETWEEN_CALLS, return_when=FIRST_COMPLETED
                )
                for future in finished:
                    future.result()
                tell()
        except BaseException:
            stop.set()
            raise
