"""Win rates over ranges of deal numbers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from solitaire_core._fast import whole_number
from solitaire_core.deals import check_numbering, check_range
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.solving.limits import Limits, limits_of
from solitaire_core.survey_result import Effort, Survey, wilson_interval
from solitaire_core.surveying.chunk import Chunk, Task, Totals
from solitaire_core.surveying.file import SurveyFile
from solitaire_core.surveying.plan import Plan
from solitaire_core.surveying.records import Range
from solitaire_core.surveying.run import run_here, run_on
from solitaire_core.workers import thread_count

__all__ = ["Effort", "Survey", "survey", "wilson_interval"]

SECONDS = 1.0
"""CPU seconds a deal of a game that is searched, where a survey names no limit."""

MOST_IN_A_PIECE = 262_144
"""The most deals that are worked on as one piece."""

PIECE_SECONDS = 2.0
"""What a piece of work is meant to take where it is written down or sent away."""

_LEAST_EXACT = 8192
"""Fewer deals at a time are slow in the peaks family, whose kernels decide hundreds at once."""

_FIRST_SEARCHED = 4
"""Deals of the first pieces in the Klondike family, of which one may take a second, or none."""

_WINDOW = 256
"""Pieces in flight on an executor that does not say how many workers it has."""


def survey(
    game: str | Rules,
    first: int,
    count: int,
    *,
    numbering: str = "sc1",
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    limits: Limits | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    executor: Executor | None = None,
    window: int | None = None,
    chunk: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = True,
    deals: bool = False,
    **options: Any,
) -> Survey:
    """Decide a range of deals and count how they come out.

    Parameters
    ----------
    game : str or Rules
        The game.
    first, count : int
        The deals `first` to `first + count - 1`.
    numbering : str
        Their numbering.
    threads : int, optional
        Threads to work with; by default one for each processor that this process may use.
    progress : callable, optional
        Called with the number of deals decided so far, several times a second.
    limits : Limits, optional
        Klondike family: how far the search for each deal may go. A deal that is not decided
        then is counted as unknown. The peaks family takes limits and never needs them.
    seconds, nodes, memory
        The limits one by one, in place of `limits`. Where neither nodes nor seconds are named,
        it is one CPU second.
    executor : concurrent.futures.Executor, optional
        Where the work is done, in place of threads of this process: a pool of processes, a
        Dask client's executor, or whatever has their `submit`.
    window : int, optional
        With an executor: pieces of work in flight at once, 1 to 100,000. By default two for
        each worker of a pool, and 256 where the executor does not say how many it has.
    chunk : int, optional
        Deals in a piece of work at most, 1 to 262,144, which is usual. With an executor or a
        file a piece has no more deals than take about two seconds.
    out : str or path, optional
        A file of JSON lines to which the record of each piece is appended as soon as it is
        done, and synced. `solitaire_core.results` reads it.
    resume : bool
        Whether a file that is there already is gone on with: its deals are not looked at
        again. Else it is an error.
    deals : bool
        With a file: keep the single deals in it as well, for `results.write_deals`. About a
        byte a deal in the peaks family, and up to 25 in the Klondike family.
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    Survey
        The same counts wherever the work is done, and however often it was begun again; with a
        limit of seconds they may differ a little from machine to machine.

    Raises
    ------
    ValueError
        If there is no such game, option or numbering, or a number is out of range. If the file
        is of another survey, or damaged in another place than its last line: the text names
        the file, and the field or the line.
    FileExistsError
        If the file is there and is not to be gone on with.
    OSError
        If it cannot be read or written, or another process is writing it.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second. What is in the file is kept.
    Exception
        What the executor raises, such as `BrokenProcessPool` where a worker died. The same
        call goes on from the file.

    Notes
    -----
    Memory does not depend on the count: of the peaks family a few MB a thread, of the Klondike
    family at most that of the limits for each thread (512 MB if nothing else is said).

    A last line of the file that is not whole is cut off, and its deals are looked at again. On
    an executor a piece that has begun runs to its end, even if the survey is called off.

    Examples
    --------
    >>> found = survey("tripeaks", 0, 1000, wrap=False)
    >>> found.winnable, round(found.low, 3), round(found.high, 3)
    (732, 0.704, 0.759)
    """
    rules = find_rules(game, **options)
    within = limits_of(limits, nodes, seconds, memory)
    if within.nodes is None and within.seconds is None:
        within = replace(within, seconds=SECONDS)
    count = whole_number(count, "count", 0, 10**101)
    check_numbering(numbering)
    check_range(first, count, numbering, rules.decks)
    most = whole_number(MOST_IN_A_PIECE if chunk is None else chunk, "chunk", 1, MOST_IN_A_PIECE)
    workers = _workers(threads, executor, window)
    if deals and out is None:
        raise ValueError("deals goes with out: they are kept in that file alone")
    if within.cancel is not None and (executor is not None or out is not None):
        raise ValueError(
            "a limit of cancel goes neither with executor nor with out; an error that progress"
            " raises ends a survey"
        )
    job = _Job(
        Task(rules, numbering, within, bool(deals)),
        Range(int(first), count),
        workers,
        executor,
        most,
        progress,
    )
    if out is None:
        return job.run()
    with SurveyFile(Path(out), job.task, job.deals, job.totals.add, resume=resume) as file:
        return job.run(file)


class _Job:
    """A survey at work."""

    def __init__(
        self,
        task: Task,
        deals: Range,
        workers: int,
        executor: Executor | None,
        most: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.task = task
        self.deals = deals
        self.totals = Totals(task)
        self._workers = workers
        self._executor = executor
        self._most = most
        self._progress = progress

    def run(self, file: SurveyFile | None = None) -> Survey:
        """Do what is left of it."""
        first, count = self.deals
        exact, here = self.task.is_exact, self._executor is None
        if here:
            # In the peaks family the threads of this process share each piece.
            workers, together = (1, self._workers) if exact else (self._workers, 1)
        else:
            # Half of what is in flight waits behind the other half.
            workers, together = -(-self._workers // 2), 1
        timed = file is not None or not here
        plan = Plan(
            [(first, first + count)] * (count > 0) if file is None else file.gaps,
            workers=workers,
            least=_LEAST_EXACT if exact else 1,
            most=self._most,
            seconds=PIECE_SECONDS * together if timed else None,
            begin=_LEAST_EXACT if exact else _FIRST_SEARCHED,
        )
        done = self.totals.count

        def take(chunk: Chunk) -> None:
            if file is not None:
                file.append(chunk)
            self.totals.add(chunk)

        def tell(so_far: int) -> None:
            assert self._progress is not None
            self._progress(done + so_far)

        progress = None if self._progress is None else tell
        if self._executor is None:
            run_here(self.task, plan, self._workers, take, progress)
        else:
            run_on(self._executor, self.task, plan, self._workers, take, progress)
        return self.totals.survey(first)


def _workers(threads: int | None, executor: Executor | None, window: int | None) -> int:
    """How many pieces of work there are at once."""
    if executor is None:
        if window is not None:
            raise ValueError("window goes with executor")
        return thread_count(threads)
    if threads is not None:
        raise ValueError("threads and executor exclude each other")
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor has a method submit, {type(executor).__name__} has none")
    if window is None:
        has = getattr(executor, "_max_workers", None)
        window = 2 * has if isinstance(has, int) and has > 0 else _WINDOW
    return whole_number(window, "window", 1, 100_000)
