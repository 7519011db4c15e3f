"""`solve_deals`: many deals, each solved within limits of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.solving.limits import Limits
from solitaire_core.solving.solution import Solution
from solitaire_core.solving.solve import solve
from solitaire_core.workers import MOST_THREADS, work_through

__all__ = ["REASONS", "Answers", "solve_deals", "stopping"]

REASONS = ("", "nodes", "seconds", "memory", "cancelled")
"""Why a verdict is UNKNOWN, by the number that stands in `Answers.reason`; first: it is not."""


class Answers(NamedTuple):
    """The answers of `solve_deals`, in the order of the deals.

    Attributes
    ----------
    verdict : ndarray of int8, shape (count,)
        1 winnable, 0 unwinnable, -1 unknown (`Verdict`).
    moves : ndarray of int32, shape (count,)
        The moves of the line that was found, -1 where there is none.
    seconds : ndarray of float64, shape (count,)
        CPU seconds.
    nodes : ndarray of int64, shape (count,)
        Positions looked at.
    reason : ndarray of uint8, shape (count,)
        An index into `REASONS`.
    """

    verdict: NDArray[np.int8]
    moves: NDArray[np.int32]
    seconds: NDArray[np.float64]
    nodes: NDArray[np.int64]
    reason: NDArray[np.uint8]


def solve_deals(
    numbers: range,
    rules: str | Rules,
    *,
    numbering: str = "sc1",
    limits: Limits | None = None,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    each: Callable[[int, Solution], object] | None = None,
) -> Answers:
    """Solve a range of deals, each by itself.

    Parameters
    ----------
    numbers : range
        The deal numbers.
    rules : str or Rules
        The game and its options.
    numbering : str
        Their numbering.
    limits : Limits, optional
        How far the search for each deal may go.
    threads : int
        Threads to work with, 1 to 1024.
    progress : callable, optional
        Called with the number of deals solved so far, several times a second, from the thread
        that called. What it raises ends the run.
    each : callable, optional
        Called with each deal's number and answer, in any order, from the thread that found it.
        What it raises ends the run.

    Returns
    -------
    Answers
        The same whatever the number of threads, but for the seconds, where the deals were
        decided or ran into their limit of nodes. Limits of seconds are of the thread's CPU
        time, and so are nearly the same.

    Raises
    ------
    ValueError
        If there is no such game or numbering, or a number is out of range.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second.

    Notes
    -----
    The GIL is released. Memory: at most that of the limits for each thread, 512 MB where they
    do not say otherwise, and 25 bytes a deal.

    Examples
    --------
    >>> found = solve_deals(range(5, 7), "klondike", limits=Limits(nodes=1_000_000))
    >>> found.verdict.tolist()
    [1, 1]
    """
    found = find_rules(rules)
    threads = whole_number(threads, "threads", 1, MOST_THREADS)
    within = limits or Limits()
    count = len(numbers)
    answers = Answers(
        np.empty(count, np.int8),
        np.empty(count, np.int32),
        np.empty(count, np.float64),
        np.empty(count, np.int64),
        np.empty(count, np.uint8),
    )

    def work(index: int, check: Callable[[], None]) -> None:
        check()
        deal = Deal(found, numbers[index], numbering)
        solution = solve(
            deal, objective="win", limits=replace(within, cancel=stopping(check, within.cancel))
        )
        _note(answers, index, solution)
        if each is not None:
            each(numbers[index], solution)

    work_through(count, work, threads, progress)
    return answers


def stopping(check: Callable[[], None], cancel: Callable[[], Any] | None) -> Callable[[], object]:
    """What a search of many asks: `check` raises where the run of all of them has ended."""

    def stop() -> object:
        check()
        return cancel is not None and cancel()

    return stop


def _note(answers: Answers, index: int, solution: Solution) -> None:
    answers.verdict[index] = solution.verdict
    answers.moves[index] = -1 if solution.moves is None else len(solution.moves)
    answers.seconds[index] = solution.stats.cpu_seconds
    answers.nodes[index] = solution.stats.nodes
    answers.reason[index] = REASONS.index(solution.reason)
