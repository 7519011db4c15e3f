"""What the core does a second on this machine, with one thread and with all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solitaire_core.bench_work import TASKS, Piece, Task
from solitaire_core.machine import machine_facts
from solitaire_core.workers import in_threads, thread_count

__all__ = ["Bench", "Measure", "Rate", "bench", "measure"]


@dataclass(frozen=True, slots=True)
class Rate:
    """How much work so many threads did in what time.

    Attributes
    ----------
    threads : int
        How many worked at once.
    amount : int
        Work that they did, all together.
    seconds : float
        Seconds on the clock, those of all threads added up.
    cpu_seconds : float
        Seconds of processors that they took, all together.
    a_second : float
        Work in a second on the clock: the sum of what each thread did in one.
    """

    threads: int
    amount: int
    seconds: float
    cpu_seconds: float
    a_second: float

    @property
    def a_cpu_second(self) -> float:
        """Work in a second of one processor; 0 where the clock saw none pass."""
        return self.amount / self.cpu_seconds if self.cpu_seconds > 0 else 0.0

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "threads": self.threads,
            "amount": self.amount,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "a_second": self.a_second,
            "a_cpu_second": self.a_cpu_second,
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """One kind of work, done by one thread and by all of them.

    Attributes
    ----------
    name : str
        What was done.
    unit : str
        What is counted.
    one : Rate
        By one thread.
    all : Rate or None
        By all threads; None where there is but one.
    """

    name: str
    unit: str
    one: Rate
    all: Rate | None

    @property
    def ratio(self) -> float | None:
        """How many times as much all threads do in a second as one; None with but one."""
        return None if self.all is None else self.all.a_second / self.one.a_second

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "name": self.name,
            "unit": self.unit,
            "one": self.one.to_json(),
            "all": None if self.all is None else self.all.to_json(),
            "ratio": self.ratio,
        }


@dataclass(frozen=True, slots=True)
class Bench:
    """What was measured, and where.

    Attributes
    ----------
    machine : dict
        See `solitaire_core.machine.machine_facts`.
    threads : int
        How many `all` threads are.
    measures : tuple of Measure
        One for each kind of work.
    left_out : dict of str to str
        Kinds of work that could not be done here, and why.
    """

    machine: dict[str, Any]
    threads: int
    measures: tuple[Measure, ...]
    left_out: dict[str, str]

    @property
    def busy(self) -> float:
        """CPU seconds over seconds on the clock: near 1 unless other programs ran as well."""
        rates = [rate for found in self.measures for rate in (found.one, found.all) if rate]
        seconds = sum(rate.seconds for rate in rates)
        return sum(rate.cpu_seconds for rate in rates) / seconds if seconds else 1.0

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        return {
            "machine": self.machine,
            "threads": self.threads,
            "busy": self.busy,
            "measures": [measure.to_json() for measure in self.measures],
            "left_out": self.left_out,
        }


def measure(task: Task, seconds: float, threads: int = 1) -> Rate:
    """Do one kind of work for so many seconds, in each of so many threads.

    Parameters
    ----------
    task : Task
        The work.
    seconds : float
        Seconds on the clock after which no piece of it is begun. A thread does one piece at
        least.
    threads : int
        How many threads work at once.

    Returns
    -------
    Rate

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C, after the pieces that are under way.
    """
    found: list[tuple[int, float, float]] = []
    # Prepared before the first of them is timed: it may take as long as the work.
    pieces = [task.prepare() for _ in range(threads)]

    def one(number: int, check: Callable[[], None]) -> None:
        found.append(_timed(pieces[number], seconds, check))

    if threads == 1:
        one(0, lambda: None)
    else:
        in_threads(threads, one, lambda: None)
    return Rate(
        threads,
        sum(amount for amount, _, _ in found),
        sum(clock for _, clock, _ in found),
        sum(cpu for _, _, cpu in found),
        # Threads end one after the other, so that the whole time would count waiting as work.
        sum(amount / clock for amount, clock, _ in found),
    )


def _timed(piece: Piece, seconds: float, check: Callable[[], None]) -> tuple[int, float, float]:
    """The amount of work done, and the seconds on the clock and of the CPU that it took."""
    amount = 0
    begin, cpu_begin = time.perf_counter(), time.thread_time()
    while True:
        amount += piece()
        check()
        clock = time.perf_counter() - begin
        if clock >= seconds:
            return amount, max(clock, 1e-9), time.thread_time() - cpu_begin


def bench(
    seconds: float = 20.0,
    *,
    threads: int | None = None,
    tasks: Sequence[Task] = TASKS,
    progress: Callable[[str, int], object] | None = None,
) -> Bench:
    """Measure what the core does a second on this machine.

    The work is the same everywhere: fixed deals and fixed games. Each kind of it is done by
    one thread, then by all threads at once, each with deals of its own.

    Parameters
    ----------
    seconds : float
        About how long it may take, on the clock. Every kind of work is done once at least,
        so that it does not get much shorter than two seconds.
    threads : int, optional
        How many all threads are; by default one for each processor that this process may
        use. With 1 each kind of work is done once.
    tasks : sequence of Task
        Kinds of work; by default all of `solitaire_core.bench_work.TASKS`.
    progress : callable, optional
        Called with what is done next and how many of the `len(tasks)` kinds of work are done.

    Returns
    -------
    Bench

    Raises
    ------
    ValueError
        If `seconds` is not a number above 0, or `threads` not from 1 to 1024.
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    The figures of one thread in CPU seconds are the ones to compare, since other programs on
    the machine hardly change them. Memory: about 100 MB for each thread at most.

    Examples
    --------
    >>> from solitaire_core.bench_work import TASKS
    >>> found = bench(0.1, threads=1, tasks=TASKS[:1])
    >>> found.measures[0].name, found.measures[0].one.amount % 4096
    ('TriPeaks, wrap: decide', 0)
    """
    if not seconds > 0 or seconds == float("inf"):
        raise ValueError(f"seconds is a number above 0, not {seconds!r}")
    threads = thread_count(threads)
    each = seconds / (len(tasks) * (2 if threads > 1 else 1)) if tasks else 0.0
    measures: list[Measure] = []
    left_out: dict[str, str] = {}
    for done, task in enumerate(tasks):
        if progress is not None:
            progress(task.name, done)
        try:
            one = measure(task, each)
        except ImportError as error:  # an extra that is not installed
            left_out[task.name] = str(error)
            continue
        several = measure(task, each, threads) if threads > 1 else None
        measures.append(Measure(task.name, task.unit, one, several))
    if progress is not None:
        progress("", len(tasks))
    return Bench(machine_facts(), threads, tuple(measures), left_out)
