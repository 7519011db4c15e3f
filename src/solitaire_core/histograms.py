"""Counts of whole numbers in bins of a fixed plan: they merge, and never grow past a bound."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core._fast import whole_number
from solitaire_core.json_fields import shown

__all__ = ["EXACT", "MOST", "Histogram"]

EXACT = 4096
"""Numbers below this have a bin each."""

MOST = 2**62
"""The greatest number that is counted."""

_BINS_AN_OCTAVE = EXACT // 2


class Histogram:
    """How often which whole numbers were seen.

    Up to 4,096 each number has a bin of its own. Above, each octave (the numbers from a power of
    two up to the next one) is split into 2,048 bins of equal width. The plan is the same for
    all histograms, so two of them add up bin by bin, in any order, and nothing is lost by it.

    Parameters
    ----------
    counts : mapping of int to int
        By the lower end of its bin: how many numbers the bin holds, 1 or more.

    Raises
    ------
    ValueError, TypeError
        If a key is no lower end of a bin, or a figure is out of range or no whole number.

    Notes
    -----
    What is said of the numbers (`median`, `quantile`) is exact where they are below 4,096, and
    off by at most 1/4096 of its value above. There are 2,048 bins more for every doubling: of
    CPU times in microseconds, up to a day, not more than 53,000 bins, and memory for those that
    hold something alone.

    Examples
    --------
    >>> one, other = Histogram.of([3, 4, 4]), Histogram.of([100, 1_000_000])
    >>> both = one + other
    >>> both.total, both.median, both.quantile(1.0)
    (5, 4.0, 1000063.5)
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self._counts: dict[int, int] = {}
        for key, count in (counts or {}).items():
            low = whole_number(key, "a bin", 0, MOST)
            if low != _lower_end(low):
                raise ValueError(f"a bin begins at {_lower_end(low)}, none at {low}")
            self._counts[low] = whole_number(count, f"the count of bin {low}", 1, 10**30)

    @classmethod
    def of(cls, values: Iterable[int] | NDArray[Any]) -> Histogram:
        """Count numbers.

        Parameters
        ----------
        values : iterable of int, or array of whole numbers
            0 to 2**62 each.

        Raises
        ------
        ValueError
            If a number is out of range.
        """
        array = np.asarray(values if isinstance(values, np.ndarray) else list(values))
        if not array.size:
            return cls()
        if array.dtype.kind not in "iu":
            raise TypeError(f"a histogram counts whole numbers, not {array.dtype}")
        if int(array.min()) < 0 or int(array.max()) > MOST:
            wrong = int(array.min()) if int(array.min()) < 0 else int(array.max())
            raise ValueError(f"a histogram counts numbers from 0 to {MOST}, not {wrong}")
        found = cls()
        for value, count in zip(*np.unique(array, return_counts=True), strict=True):
            low = _lower_end(int(value))
            found._counts[low] = found._counts.get(low, 0) + int(count)
        return found

    def __add__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        found = Histogram()
        found._counts = dict(self._counts)
        found.add(other)
        return found

    def add(self, other: Histogram) -> None:
        """Count what another one has counted, too."""
        for low, count in other._counts.items():
            self._counts[low] = self._counts.get(low, 0) + count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self._counts == other._counts

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        """How many bins hold something."""
        return len(self._counts)

    def __repr__(self) -> str:
        return f"<Histogram of {self.total:,} numbers in {len(self)} bins>"

    @property
    def total(self) -> int:
        """How many numbers were counted."""
        return sum(self._counts.values())

    @property
    def bins(self) -> tuple[tuple[int, int, int], ...]:
        """The bins that hold something, in order: lower end, width, count."""
        return tuple((low, _width(low), count) for low, count in sorted(self._counts.items()))

    @property
    def median(self) -> float | None:
        """The median; None where nothing was counted."""
        return self.quantile(0.5)

    def quantile(self, share: float) -> float | None:
        """The number below which a share of the numbers lies.

        Parameters
        ----------
        share : float
            0 to 1.

        Returns
        -------
        float or None
            Between two neighbours by a straight line, as `numpy.quantile` does it; a number of a
            bin wider than 1 counts as the middle one. None where nothing was counted.

        Raises
        ------
        ValueError
            If the share is out of range.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"share is 0 to 1, not {share}")
        bins = self.bins
        if not bins:
            return None
        ends = list(accumulate(count for _, _, count in bins))
        place = share * (ends[-1] - 1)
        below = int(place)

        def value(rank: int) -> float:
            low, width, _ = bins[min(bisect_right(ends, rank), len(bins) - 1)]
            return low + (width - 1) / 2

        left = value(below)
        return left + (value(below + 1) - left) * (place - below)

    def to_json(self) -> list[list[int]]:
        """The bins as pairs of lower end and count."""
        return [[low, count] for low, count in sorted(self._counts.items())]

    @classmethod
    def from_json(cls, pairs: Any, where: str) -> Histogram:
        """What `to_json` wrote.

        Raises
        ------
        ValueError
            If it is something else; the text begins with `where`.
        """
        if not isinstance(pairs, list):
            raise ValueError(f"{where} is a list of bins, not {shown(pairs)}")
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                raise ValueError(f"{where} is a list of bins [begin, count], not {shown(pair)}")
        try:
            found = cls(dict(pairs))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{where}: {error}") from None
        if len(found) != len(pairs):
            raise ValueError(f"{where} has a bin twice")
        return found


def _width(value: int) -> int:
    """How wide the bin of a number is."""
    return max(1, (1 << (value.bit_length() - 1)) // _BINS_AN_OCTAVE) if value else 1


def _lower_end(value: int) -> int:
    return value - value % _width(value)
