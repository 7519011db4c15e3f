"""Win rates over ranges of deal numbers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from solitaire_core._fast import whole_number
from solitaire_core.deals import NUMBERINGS, check_range
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.solving.batch import REASONS, solve_deals
from solitaire_core.solving.decide import MOST_THREADS, decide, numbered
from solitaire_core.solving.limits import Limits, limits_of
from solitaire_core.survey_result import Effort, Survey, wilson_interval

__all__ = ["Effort", "Survey", "survey", "wilson_interval"]

SECONDS = 1.0
"""CPU seconds a deal of a game that is searched, where a survey names no limit."""

_CHUNK = 262_144
_MOST_SEARCHED = 100_000_000
"""More deals of a game that is searched are refused: there is a time of each."""


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
    **options: Any,
) -> Survey:
    """Decide a range of deals and count how they come out.

    Parameters
    ----------
    game : str or Rules
        The game.
    first, count : int
        The deals `first` to `first + count - 1`; of the Klondike family at most 100,000,000.
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
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    Survey
        The same counts whatever the number of threads; with a limit of seconds they may differ
        a little from machine to machine.

    Raises
    ------
    ValueError
        If there is no such game, option or numbering, or a number is out of range.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second.

    Notes
    -----
    In the peaks family memory does not depend on the count. In the Klondike family it is at
    most that of the limits for each thread (512 MB if nothing else is said), and 90 bytes a deal.

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
    if numbering not in NUMBERINGS:
        raise ValueError(f"no numbering {numbering!r}: there are {', '.join(NUMBERINGS)}")
    check_range(first, count, numbering, rules.decks)
    if threads is None:
        threads = processors()
    if isinstance(rules, PeaksRules):
        return _decided(rules, first, count, numbering, threads, progress)
    whole_number(count, "count", 0, _MOST_SEARCHED)
    return _searched(rules, first, count, numbering, threads, progress, within)


def _decided(
    rules: PeaksRules,
    first: int,
    count: int,
    numbering: str,
    threads: int,
    progress: Callable[[int], object] | None,
) -> Survey:
    """A survey of a game whose deals are decided in the core, many at a time."""
    tally = np.zeros(rules.layout.stock + 1, dtype=np.int64)
    started = time.process_time()
    decided = 0

    def tell(in_chunk: int) -> None:
        if progress is not None:
            progress(decided + in_chunk)

    while decided < count:
        part = range(first + decided, first + min(count, decided + _CHUNK))
        found = decide(numbered(part, numbering), rules, threads=threads, progress=tell)
        turns = found.fewest_turns[found.verdict == 1]
        tally += np.bincount(turns, minlength=len(tally))
        decided += len(part)
        tell(0)
    winnable = int(tally.sum())
    return Survey(
        rules,
        numbering,
        first,
        count,
        winnable,
        count - winnable,
        0,
        tuple(tally.tolist()),
        time.process_time() - started,
    )


def _searched(
    rules: Rules,
    first: int,
    count: int,
    numbering: str,
    threads: int,
    progress: Callable[[int], object] | None,
    limits: Limits,
) -> Survey:
    """A survey of a game whose deals are searched one by one."""
    started = time.process_time()
    found = solve_deals(
        range(first, first + count),
        rules,
        numbering=numbering,
        limits=limits,
        threads=threads,
        progress=progress,
    )
    won, lost, unknown = (int((found.verdict == verdict).sum()) for verdict in (1, 0, -1))
    effort = Effort(
        limits.nodes,
        limits.seconds,
        limits.memory,
        {name: int((found.reason == at).sum()) for at, name in enumerate(REASONS) if name},
        tuple(found.seconds.tolist()),
        tuple(found.moves[found.verdict == 1].tolist()),
    )
    spent = time.process_time() - started
    return Survey(rules, numbering, first, count, won, lost, unknown, None, spent, effort)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)
