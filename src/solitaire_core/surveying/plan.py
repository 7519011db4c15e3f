"""Which deals are still to be looked at, and how many of them make a piece of work."""

from __future__ import annotations

from bisect import bisect_left

__all__ = ["Plan", "Spans"]


class Spans:
    """Ranges of numbers that do not overlap, in order; neighbours become one."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Add the numbers from `start` up to `end`.

        Raises
        ------
        ValueError
            If one of them is there already.
        """
        if start >= end:
            raise ValueError(f"a range from {start} up to {end} has nothing in it")
        # Behind those that end at the start or before.
        at = bisect_left(self._ends, start + 1)
        if at < len(self._starts) and self._starts[at] < end:
            raise ValueError(f"deal {max(start, self._starts[at])} is there already")
        joins_left = at > 0 and self._ends[at - 1] == start
        joins_right = at < len(self._starts) and self._starts[at] == end
        if joins_left and joins_right:
            self._ends[at - 1] = self._ends.pop(at)
            del self._starts[at]
        elif joins_left:
            self._ends[at - 1] = end
        elif joins_right:
            self._starts[at] = start
        else:
            self._starts.insert(at, start)
            self._ends.insert(at, end)

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """What is not there from `start` up to `end`, which hold all that is."""
        gaps = zip([start, *self._ends], [*self._starts, end], strict=True)
        return [(low, high) for low, high in gaps if low < high]


class Plan:
    """Hands out what is left, piece by piece.

    A piece is never larger than `most`, nor than an equal share of what is left for several
    rounds of the workers, so that all of them end together (guided self-scheduling); and where
    `seconds` are named, not larger than what took so many seconds of late.

    Parameters
    ----------
    gaps : list of (int, int)
        What is left, as numbers from one up to another.
    workers : int
        How many pieces are worked on at once.
    least : int
        Deals that a piece has at least, if there are so many: fewer would be slow.
    most : int
        Deals that a piece has at most.
    seconds : float, optional
        How long a piece is meant to take.
    begin : int
        Deals of the first pieces where `seconds` are named.
    """

    _ROUNDS = 4

    def __init__(
        self,
        gaps: list[tuple[int, int]],
        *,
        workers: int,
        least: int,
        most: int,
        seconds: float | None,
        begin: int,
    ) -> None:
        self._gaps = gaps[::-1]
        self._left = sum(end - start for start, end in gaps)
        self._share = 1 if workers == 1 else self._ROUNDS * workers
        self._least = least
        self._most = most
        self._seconds = seconds
        self._size = most if seconds is None else min(begin, most)

    @property
    def most_pieces(self) -> int:
        """How many pieces of the least size there are; so many workers have something to do."""
        return -(-self._left // min(self._least, self._size))

    def next(self) -> tuple[int, int] | None:
        """The first number and the count of the next piece; None where nothing is left."""
        if not self._gaps:
            return None
        start, end = self._gaps.pop()
        fair = max(self._left // self._share, self._least)
        count = min(end - start, fair, self._size)
        if start + count < end:
            self._gaps.append((start + count, end))
        self._left -= count
        return start, count

    def note(self, count: int, seconds: float) -> None:
        """Learn what a piece of so many deals took."""
        if self._seconds is None:
            return
        size = self._seconds * count / max(seconds, 1e-9)
        # Not more than twice as large at once: one lucky piece says little.
        self._size = max(1, min(int(size), 2 * self._size, self._most))
