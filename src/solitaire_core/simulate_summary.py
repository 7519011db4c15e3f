"""What came of a simulation, in figures that add up over chunks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.distributions import QUANTILES
from solitaire_core.simulate_run import KLONDIKE_ROW, PEAKS_ROW
from solitaire_core.survey_result import wilson_interval

__all__ = ["Spread", "Summary", "summary"]


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each value of a whole number came up.

    Attributes
    ----------
    values : tuple of int
        The values, lowest first.
    counts : tuple of int
        How often each came up, 1 or more.
    """

    values: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()

    @classmethod
    def of(cls, numbers: NDArray[Any]) -> Spread:
        """The spread of an array of whole numbers."""
        values, counts = np.unique(numbers, return_counts=True)
        return cls(tuple(values.tolist()), tuple(counts.tolist()))

    @property
    def count(self) -> int:
        """How many numbers there were."""
        return sum(self.counts)

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(value * count for value, count in zip(self.values, self.counts, strict=True))

    @property
    def mean(self) -> float:
        """Their mean; nan where there are none."""
        return self.total / self.count if self.count else math.nan

    def quantile(self, percent: float) -> int:
        """The lowest value that at least so many percent of the numbers do not pass.

        Raises
        ------
        ValueError
            If there are no numbers, or the percentage is not one.
        """
        if not 0 <= percent <= 100:
            raise ValueError(f"percent is 0 to 100, not {percent}")
        if not self.counts:
            raise ValueError("of no numbers there is no quantile")
        up_to = accumulate(self.counts)
        at = next(at for at, so_far in enumerate(up_to) if 100 * so_far >= self.count * percent)
        return self.values[at]

    @property
    def quantiles(self) -> dict[int, int]:
        """By percentage 5, 25, 50, 75 and 95: the quantile; empty where there are no numbers."""
        return {percent: self.quantile(percent) for percent in QUANTILES if self.counts}

    def __add__(self, other: Spread) -> Spread:
        if not isinstance(other, Spread):
            return NotImplemented
        both = dict(zip(self.values, self.counts, strict=True))
        for value, count in zip(other.values, other.counts, strict=True):
            both[value] = both.get(value, 0) + count
        values = sorted(both)
        return Spread(tuple(values), tuple(both[value] for value in values))


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of many games. Summaries of chunks add up to that of all of them.

    Attributes
    ----------
    deals, games : int
        How many deals, and how many games of each.
    won : int
        Games won, of `deals * games`.
    spreads : dict of str to Spread
        By field of the rows (`score`, `moves`, ...): its values.
    won_squares, score_squares : int
        The sums over the deals of the squares of a deal's games won, and of its total score:
        what the errors are taken from.
    """

    deals: int
    games: int
    won: int
    spreads: dict[str, Spread]
    won_squares: int
    score_squares: int

    @property
    def rate(self) -> float:
        """The share of the games that were won; nan where there are none."""
        return self.won / (self.deals * self.games) if self.deals else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `rate` over all deals, of which these are a sample.

        Notes
        -----
        Games of one deal are not independent of each other. With several games a deal the
        interval is that of as many independent games as have the error of the deals' win rates
        (Kish's effective sample size), not fewer than the deals and not more than the games.
        """
        count = self.deals * self.games
        if self.games == 1 or self.deals < 2:
            return wilson_interval(self.won, count)
        variance = _variance_of_mean(self.won, self.won_squares, self.deals) / self.games**2
        alone = self.rate * (1 - self.rate)
        effective = count if variance <= 0 else round(alone / variance)
        effective = min(max(effective, self.deals), count)
        # Whole games, whose rate is within half a game of the one that was seen.
        low, high = wilson_interval(round(self.rate * effective), effective)
        return min(low, self.rate), max(high, self.rate)

    @property
    def score_mean(self) -> float:
        """The mean score."""
        return self.spreads["score"].mean

    @property
    def score_error(self) -> float:
        """The standard error of the mean score, by deals; nan with fewer than two."""
        if self.deals < 2:
            return math.nan
        total = self.spreads["score"].total
        variance = _variance_of_mean(total, self.score_squares, self.deals)
        return math.sqrt(max(variance, 0.0)) / self.games

    def __add__(self, other: Summary) -> Summary:
        if not isinstance(other, Summary):
            return NotImplemented
        if self.games != other.games or set(self.spreads) != set(other.spreads):
            raise ValueError("summaries add up where they are of one family and as many games")
        return Summary(
            self.deals + other.deals,
            self.games,
            self.won + other.won,
            {name: spread + other.spreads[name] for name, spread in self.spreads.items()},
            self.won_squares + other.won_squares,
            self.score_squares + other.score_squares,
        )

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        low, high = self.interval
        fields: dict[str, Any] = {}
        for name, spread in self.spreads.items():
            fields[name] = {
                "mean": spread.mean if spread.count else None,
                "quantiles": {str(percent): value for percent, value in spread.quantiles.items()},
            }
        error = self.score_error
        fields["score"]["error"] = None if math.isnan(error) else error
        return {
            "count": self.deals,
            "games": self.games,
            "won": self.won,
            "rate": self.rate if self.deals else None,
            "low": low,
            "high": high,
            **fields,
        }


def _variance_of_mean(total: int, squares: int, count: int) -> float:
    """The variance of the mean of so many numbers with a known sum and sum of squares."""
    return (squares * count - total * total) / (count * count * (count - 1))


def summary(rows: NDArray[Any]) -> Summary:
    """Sum up what `simulate` returned.

    Parameters
    ----------
    rows : ndarray of `PEAKS_ROW` or `KLONDIKE_ROW`, shape (count,) or (count, games)
        The games.

    Returns
    -------
    Summary
        Summaries of the chunks of `simulate_chunks` can be added.

    Raises
    ------
    TypeError
        If it is no such array.

    Examples
    --------
    >>> from solitaire_core import simulate
    >>> found = summary(simulate("tripeaks", range(1000), "greedy"))
    >>> found.rate, [round(end, 3) for end in found.interval]
    (0.496, [0.465, 0.527])
    >>> round(found.score_mean, 1), found.spreads["score"].quantiles[50]
    (67.6, 64)
    """
    given: object = rows
    if not isinstance(given, np.ndarray) or given.dtype not in (PEAKS_ROW, KLONDIKE_ROW):
        raise TypeError("summary takes the rows that simulate returns")
    if rows.ndim not in (1, 2):
        raise ValueError(f"rows have the shape (count,) or (count, games), not {rows.shape}")
    by_deal = rows[:, np.newaxis] if rows.ndim == 1 else rows
    won = by_deal["won"].sum(axis=1, dtype=np.int64)
    score = by_deal["score"].sum(axis=1, dtype=np.int64)
    names = [name for name in rows.dtype.names or () if name != "won"]
    return Summary(
        len(by_deal),
        by_deal.shape[1],
        int(won.sum()),
        {name: Spread.of(by_deal[name]) for name in ("score", *names)},
        int((won * won).sum()),
        # As Python adds: squares of large scores need not fit 64 bits in sum.
        sum(int(total) ** 2 * int(often) for total, often in _tally(score)),
    )


def _tally(numbers: NDArray[np.int64]) -> list[tuple[int, int]]:
    values, counts = np.unique(numbers, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))
