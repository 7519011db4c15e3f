"""Doing the pieces of a survey: in threads of this process, or on an executor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from solitaire_core.surveying.chunk import Chunk, Task, measure
from solitaire_core.surveying.plan import Plan
from solitaire_core.workers import BETWEEN_CALLS, in_threads

__all__ = ["run_here", "run_on"]

_Progress = Callable[[int], object]
_Take = Callable[[Chunk], object]


def run_here(task: Task, plan: Plan, threads: int, take: _Take, progress: _Progress | None) -> None:
    """Do all pieces in threads of this process; with one thread, in the one that calls.

    In the peaks family the threads share each piece, in the Klondike family each has its own.

    Parameters
    ----------
    task : Task
        What is asked of every deal.
    plan : Plan
        The pieces.
    threads : int
        How many threads.
    take : callable
        Called with each piece's record, by one thread at a time.
    progress : callable, optional
        Called with the number of deals done so far, several times a second, from the thread
        that called. What it raises ends the run.
    """
    pieces_at_once = 1 if task.is_exact else min(threads, plan.most_pieces)
    if pieces_at_once <= 1:
        _run_in_turn(task, plan, threads, take, progress)
    else:
        _run_at_once(task, plan, pieces_at_once, take, progress)


def _run_at_once(
    task: Task, plan: Plan, threads: int, take: _Take, progress: _Progress | None
) -> None:
    """Let threads take one piece after the other, each its own."""
    lock = threading.Lock()
    done = 0
    under_way = [0] * threads

    def one(thread: int, check: Callable[[], None]) -> None:
        nonlocal done

        def note(so_far: int) -> None:
            check()
            under_way[thread] = so_far

        while True:
            check()
            with lock:
                piece = plan.next()
            if piece is None:
                return
            chunk = measure(task, *piece, progress=note)
            with lock:
                take(chunk)
                plan.note(chunk.count, chunk.cpu_ns / 1e9)
                done += chunk.count
                under_way[thread] = 0

    def tell() -> None:
        if progress is not None:
            with lock:
                so_far = done + sum(under_way)
            progress(so_far)

    in_threads(threads, one, tell)


def _run_in_turn(
    task: Task, plan: Plan, threads: int, take: _Take, progress: _Progress | None
) -> None:
    """Do one piece after the other, each with all threads."""
    done = 0

    def tell(in_piece: int) -> None:
        if progress is not None:
            progress(done + in_piece)

    while (piece := plan.next()) is not None:
        chunk = measure(task, *piece, None if progress is None else tell, threads)
        take(chunk)
        plan.note(chunk.count, chunk.cpu_ns / 1e9)
        done += chunk.count
    tell(0)


def run_on(
    executor: Executor,
    task: Task,
    plan: Plan,
    window: int,
    take: _Take,
    progress: _Progress | None,
) -> None:
    """Do all pieces on an executor, so many of them in flight at once.

    Raises
    ------
    BaseException
        What a piece, `take` or `progress` raised, or what the executor says of a worker that
        died. The records of the pieces that were done by then have been taken, and those that
        had not begun are called off.
    """
    flying: set[Future[Chunk]] = set()
    done = 0
    try:
        while True:
            while len(flying) < window and (piece := plan.next()) is not None:
                flying.add(executor.submit(measure, task, *piece))
            if not flying:
                return
            finished, flying = wait(flying, BETWEEN_CALLS, FIRST_COMPLETED)
            failed = [future for future in finished if future.exception() is not None]
            for future in finished.difference(failed):
                chunk = future.result()
                take(chunk)
                plan.note(chunk.count, chunk.cpu_ns / 1e9)
                done += chunk.count
            for future in failed:
                future.result()
            if progress is not None:
                progress(done)
    except BaseException:
        for future in flying:
            future.cancel()
        raise
