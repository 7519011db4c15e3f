"""Win rates over ranges of deal numbers."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from solitaire_core._fast import whole_number
from solitaire_core.deals import NUMBERINGS, deck_codes
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.solving.decide import MOST_THREADS, decide, numbered

__all__ = ["Survey", "survey", "wilson_interval"]

_CHUNK = 262_144


def wilson_interval(successes: int, count: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a proportion.

    Parameters
    ----------
    successes, count : int
        `0 <= successes <= count`.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    low, high : float
        Between 0 and 1; (0.0, 1.0) for a count of 0.

    Raises
    ------
    ValueError
        If a figure is out of range.

    Notes
    -----
    E. B. Wilson, 'Probable inference, the law of succession, and statistical inference',
    Journal of the American Statistical Association 22 (1927).

    Examples
    --------
    >>> low, high = wilson_interval(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    if not 0 <= successes <= count:
        raise ValueError(f"successes are 0 to {count}, not {successes}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is between 0 and 1, not {confidence}")
    if count == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / count
    middle = share + z * z / (2 * count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    # The ends are exact at 0 and 1; rounding must not push them past the rate.
    low = 0.0 if successes == 0 else (middle - half) / scale
    high = 1.0 if successes == count else (middle + half) / scale
    return max(0.0, low), min(1.0, high)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a survey of a range of deals found; surveys of one game add up.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    numbering : str
        The numbering of the deals.
    first : int
        The first deal number.
    count : int
        Deals looked at.
    winnable, unwinnable, unknown : int
        How they came out; they add up to `count`.
    fewest_turns : tuple of int
        By the number of stock turns: the winnable deals whose best line turns so many.
    cpu_seconds : float
        CPU time, all threads together.
    """

    rules: Rules
    numbering: str
    first: int
    count: int
    winnable: int
    unwinnable: int
    unknown: int
    fewest_turns: tuple[int, ...]
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """The share of the deals that is known to be winnable; nan without deals."""
        return self.winnable / self.count if self.count else math.nan

    @property
    def rate_if_unknown_won(self) -> float:
        """The share if every unknown deal could be won; nan without deals."""
        return (self.winnable + self.unknown) / self.count if self.count else math.nan

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval of `rate`."""
        return wilson_interval(self.winnable, self.count)[0]

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval of `rate_if_unknown_won`."""
        return wilson_interval(self.winnable + self.unknown, self.count)[1]

    def to_json(self) -> dict[str, Any]:
        """The survey as JSON values; deal numbers are strings."""
        return {
            "game": self.rules.name,
            "rules": self.rules.options(),
            "numbering": self.numbering,
            "first": str(self.first),
            "count": self.count,
            "winnable": self.winnable,
            "unwinnable": self.unwinnable,
            "unknown": self.unknown,
            "rate": self.rate if self.count else None,
            "rate_if_unknown_won": self.rate_if_unknown_won if self.count else None,
            "low": self.low,
            "high": self.high,
            "fewest_turns": list(self.fewest_turns),
            "cpu_seconds": self.cpu_seconds,
        }


def survey(
    game: str | Rules,
    first: int,
    count: int,
    *,
    numbering: str = "sc1",
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
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
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    Survey
        The same counts whatever the number of threads.

    Raises
    ------
    ValueError
        If there is no such game, option or numbering, or a number is out of range.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second.

    Notes
    -----
    Memory does not depend on the count.

    Examples
    --------
    >>> found = survey("tripeaks", 0, 1000, wrap=False)
    >>> found.winnable, round(found.low, 3), round(found.high, 3)
    (732, 0.704, 0.759)
    """
    rules = find_rules(game, **options)
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"survey takes a game of the peaks family, not {rules.name}")
    count = whole_number(count, "count", 0, 10**101)
    if numbering not in NUMBERINGS:
        raise ValueError(f"no numbering {numbering!r}: there are {', '.join(NUMBERINGS)}")
    if count:
        # Refuse a range that runs over either end of the numbering before any work.
        deck_codes(first, numbering)
        deck_codes(first + count - 1, numbering)
    if threads is None:
        threads = processors()
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


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)
