"""What a survey found, and the interval around a rate."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from solitaire_core.game import Rules
from solitaire_core.histograms import Histogram

__all__ = ["Effort", "Survey", "wilson_interval"]


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
class Effort:
    """What the deals of a game cost that is searched within limits.

    Attributes
    ----------
    nodes, seconds, memory : int, float, int or None
        The limits of each deal; None where there was none.
    reasons : dict of str to int
        By the limit that was reached: the deals that are unknown for that.
    microseconds : Histogram
        The CPU time of the deals, in whole microseconds.
    moves : Histogram
        How many moves the lines of the winnable deals have.
    """

    nodes: int | None
    seconds: float | None
    memory: int
    reasons: dict[str, int]
    microseconds: Histogram
    moves: Histogram

    @property
    def median_seconds(self) -> float | None:
        """The median of the deals' CPU seconds; None without deals.

        To a microsecond up to 4 ms, and to 1/4096 of its value above.
        """
        median = self.microseconds.median
        return None if median is None else median / 1e6

    @property
    def median_moves(self) -> float | None:
        """The median of the lines' moves; None where no deal is known to be winnable.

        Exact for lines of less than 4,096 moves.
        """
        return self.moves.median

    def __add__(self, other: Effort) -> Effort:
        limits = (self.nodes, self.seconds, self.memory)
        if limits != (other.nodes, other.seconds, other.memory):
            raise ValueError("surveys add up where their limits are the same")
        return Effort(
            *limits,
            {name: count + other.reasons[name] for name, count in self.reasons.items()},
            self.microseconds + other.microseconds,
            self.moves + other.moves,
        )

    def to_json(self) -> dict[str, Any]:
        """The effort as JSON values, without the single deals."""
        return {
            "nodes": self.nodes,
            "seconds": self.seconds,
            "memory": self.memory,
            "unknown_by_reason": dict(self.reasons),
            "median_seconds": self.median_seconds,
            "median_moves": self.median_moves,
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """What a survey of a range of deals found.

    Surveys of one game, of ranges of which the second begins where the first one ends, add up:
    `one + other` is the survey of both.

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
    fewest_turns : tuple of int or None
        By the number of stock turns: the winnable deals whose best line turns so many. None
        where no best line is looked for.
    cpu_seconds : float
        CPU time, all threads together.
    effort : Effort or None
        What the deals cost; None where each of them is decided exactly.
    """

    rules: Rules
    numbering: str
    first: int
    count: int
    winnable: int
    unwinnable: int
    unknown: int
    fewest_turns: tuple[int, ...] | None
    cpu_seconds: float
    effort: Effort | None = None

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

    def __add__(self, other: Survey) -> Survey:
        if not isinstance(other, Survey):
            return NotImplemented
        if (self.rules, self.numbering) != (other.rules, other.numbering):
            raise ValueError("surveys add up where they are of one game and numbering")
        if other.first != self.first + self.count:
            raise ValueError(
                f"surveys add up where the second begins at deal {self.first + self.count}, not at"
                f" {other.first}"
            )
        turns, effort = self.fewest_turns, self.effort
        if turns is not None and other.fewest_turns is not None:
            turns = tuple(map(sum, zip(turns, other.fewest_turns, strict=True)))
        if effort is not None and other.effort is not None:
            effort += other.effort
        return Survey(
            self.rules,
            self.numbering,
            self.first,
            self.count + other.count,
            self.winnable + other.winnable,
            self.unwinnable + other.unwinnable,
            self.unknown + other.unknown,
            turns,
            self.cpu_seconds + other.cpu_seconds,
            effort,
        )

    def to_json(self) -> dict[str, Any]:
        """The survey as JSON values; deal numbers are strings."""
        turns, effort = self.fewest_turns, self.effort
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
            **({} if turns is None else {"fewest_turns": list(turns)}),
            "cpu_seconds": self.cpu_seconds,
            **({} if effort is None else effort.to_json()),
        }
