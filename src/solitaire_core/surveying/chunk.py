"""One piece of a survey: a function of a task and a range, and the small record it returns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from solitaire_core.game import Rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.histograms import Histogram
from solitaire_core.solving.batch import REASONS, solve_deals
from solitaire_core.solving.decide import decide, numbered
from solitaire_core.solving.limits import Limits
from solitaire_core.survey_result import Effort, Survey
from solitaire_core.surveying.deal_columns import pack_searched, pack_turns

__all__ = ["Chunk", "Task", "Totals", "measure"]

# There is no clock of a single thread where there are no threads (Pyodide).
_clock: Callable[[], int] = getattr(time, "thread_time_ns", time.process_time_ns)


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of every deal of a survey.

    Attributes
    ----------
    rules : Rules
        The game.
    numbering : str
        The numbering of the deals.
    limits : Limits
        Klondike family: how far the search for each deal may go.
    deals : bool
        Whether the records hold the single deals as well.
    """

    rules: Rules
    numbering: str
    limits: Limits
    deals: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether each deal is decided, whatever it takes."""
        return isinstance(self.rules, PeaksRules)


@dataclass(frozen=True, slots=True)
class Chunk:
    """What came out for a range of deals.

    Attributes
    ----------
    first, count : int
        The deals.
    winnable, unwinnable, unknown : int
        How they came out.
    cpu_ns : int
        CPU time in nanoseconds.
    fewest_turns : tuple of int or None
        Peaks family: by the number of stock turns, the winnable deals.
    reasons : tuple of int
        Klondike family: by the place in `REASONS[1:]`, the unknown deals.
    microseconds, moves : Histogram or None
        Klondike family: as in `Effort`.
    deals : bytes
        The single deals, packed; empty where they were not asked for.
    """

    first: int
    count: int
    winnable: int
    unwinnable: int
    unknown: int
    cpu_ns: int
    fewest_turns: tuple[int, ...] | None = None
    reasons: tuple[int, ...] = ()
    microseconds: Histogram | None = None
    moves: Histogram | None = None
    deals: bytes = b""

    @property
    def end(self) -> int:
        """The number after the last deal's."""
        return self.first + self.count


def measure(
    task: Task,
    first: int,
    count: int,
    progress: Callable[[int], object] | None = None,
    threads: int = 1,
) -> Chunk:
    """Decide or search a range of deals, in the thread that calls or in several.

    Parameters
    ----------
    task : Task
        What is asked of them.
    first, count : int
        The deals `first` to `first + count - 1`.
    progress : callable, optional
        Called with the number of deals done so far, several times a second. What it raises
        ends the work.
    threads : int
        Threads to work with. Only the peaks family's kernels share a range out among threads
        so finely that all of them end together.

    Returns
    -------
    Chunk
        The same wherever and whenever it is made, but for CPU times, and for what ran into a
        limit of seconds.
    """
    clock = _clock if threads == 1 else time.process_time_ns
    started = clock()
    work = _decided if task.is_exact else _searched
    chunk = work(task, range(first, first + count), progress, threads)
    return replace(chunk, cpu_ns=clock() - started)


def _decided(
    task: Task, numbers: range, progress: Callable[[int], object] | None, threads: int
) -> Chunk:
    assert isinstance(task.rules, PeaksRules)
    deals = numbered(numbers, task.numbering)
    found = decide(deals, task.rules, threads=threads, progress=progress)
    # -1, unwinnable, comes first.
    places = task.rules.layout.stock + 2
    tally = np.bincount(found.fewest_turns.view(np.uint8) + np.uint8(1), minlength=places)
    unwinnable, *turns = tally.tolist()
    packed = pack_turns(found.fewest_turns) if task.deals else b""
    return Chunk(
        numbers.start,
        len(numbers),
        len(numbers) - unwinnable,
        unwinnable,
        0,
        0,
        tuple(turns),
        deals=packed,
    )


def _searched(
    task: Task, numbers: range, progress: Callable[[int], object] | None, threads: int
) -> Chunk:
    found = solve_deals(
        numbers,
        task.rules,
        numbering=task.numbering,
        limits=task.limits,
        threads=threads,
        progress=progress,
    )
    unknown, lost, won = np.bincount(found.verdict + 1, minlength=3).tolist()
    microseconds = np.rint(found.seconds * 1e6).astype(np.int64)
    return Chunk(
        numbers.start,
        len(numbers),
        won,
        lost,
        unknown,
        0,
        reasons=tuple(np.bincount(found.reason, minlength=len(REASONS)).tolist()[1:]),
        microseconds=Histogram.of(microseconds),
        moves=Histogram.of(found.moves[found.verdict == 1]),
        deals=pack_searched(found, microseconds) if task.deals else b"",
    )


@dataclass(slots=True)
class Totals:
    """What chunks add up to, in any order."""

    task: Task
    winnable: int = 0
    unwinnable: int = 0
    unknown: int = 0
    cpu_ns: int = 0
    fewest_turns: list[int] = field(default_factory=list)
    reasons: list[int] = field(default_factory=list)
    microseconds: Histogram = field(default_factory=Histogram)
    moves: Histogram = field(default_factory=Histogram)

    def __post_init__(self) -> None:
        if isinstance(self.task.rules, PeaksRules):
            self.fewest_turns = [0] * (self.task.rules.layout.stock + 1)
        self.reasons = [0] * (len(REASONS) - 1)

    @property
    def count(self) -> int:
        """How many deals have been counted."""
        return self.winnable + self.unwinnable + self.unknown

    def add(self, chunk: Chunk) -> None:
        """Count the deals of a chunk."""
        self.winnable += chunk.winnable
        self.unwinnable += chunk.unwinnable
        self.unknown += chunk.unknown
        self.cpu_ns += chunk.cpu_ns
        for turns, count in enumerate(chunk.fewest_turns or ()):
            self.fewest_turns[turns] += count
        for at, count in enumerate(chunk.reasons):
            self.reasons[at] += count
        if chunk.microseconds is not None and chunk.moves is not None:
            self.microseconds.add(chunk.microseconds)
            self.moves.add(chunk.moves)

    def survey(self, first: int) -> Survey:
        """The survey of the deals that were counted, from `first` on without a gap."""
        limits, effort = self.task.limits, None
        if not self.task.is_exact:
            effort = Effort(
                limits.nodes,
                limits.seconds,
                limits.memory,
                dict(zip(REASONS[1:], self.reasons, strict=True)),
                self.microseconds,
                self.moves,
            )
        return Survey(
            self.task.rules,
            self.task.numbering,
            first,
            self.count,
            self.winnable,
            self.unwinnable,
            self.unknown,
            tuple(self.fewest_turns) if self.task.is_exact else None,
            self.cpu_ns / 1e9,
            effort,
        )
