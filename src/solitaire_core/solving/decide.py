"""`decide`: many deals at once, into numpy arrays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core.deals import deck_codes
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.solving.peaks import lattice_of
from solitaire_core.workers import MOST_THREADS, in_threads

__all__ = ["Decisions", "decide", "numbered"]

_Progress = Callable[[int], object]
_Claim = Callable[[], tuple[int, int] | None]

_UNWINNABLE = 255
_FEWEST, _MOST = 512, 4096
"""Deals that a thread takes at a time: for all its lanes, and few enough to end together."""


class Decisions(NamedTuple):
    """The answers of `decide`.

    Attributes
    ----------
    verdict : ndarray of int8, shape (count,)
        1 winnable, 0 unwinnable (`Verdict`).
    fewest_turns : ndarray of int8, shape (count,)
        The fewest stock turns of a winning line, -1 where there is none.
    """

    verdict: NDArray[np.int8]
    fewest_turns: NDArray[np.int8]


def decide(
    deals: range | Iterable[int] | NDArray[Any],
    rules: str | Rules = "tripeaks",
    *,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    kernel: str | None = None,
) -> Decisions:
    """Decide many deals of the peaks family exactly.

    Parameters
    ----------
    deals : range, iterable of int, or array
        sc1 deal numbers, 0 to 2**64 - 1: a range (which takes no memory), anything that
        iterates over them, or an integer array of shape (count,). Or decks: a uint8 array
        of shape (count, 52) of card codes 0..51, the card dealt first first.
    rules : str or PeaksRules
        The game and its options.
    threads : int
        Threads to work with, 1 to 1024; the answers do not depend on it.
    progress : callable, optional
        Called with the number of deals decided so far, several times a second, from the
        thread that called `decide`. What it raises ends the run.
    kernel : str, optional
        The kernel to use instead of the fastest one, for tests and benchmarks.

    Returns
    -------
    Decisions
        Two int8 arrays in the order of the deals.

    Raises
    ------
    ValueError
        If a number is out of range, an array has the wrong shape, or a deck has a card
        twice; the text names the index and the value.
    TypeError
        If an array has the wrong dtype or an item is not a whole number.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second.

    Notes
    -----
    The GIL is released. Memory beyond the two result bytes a deal does not depend on the
    count: 1.5 MB a thread for three peaks and 14 MB for golf (with AVX2).

    Examples
    --------
    >>> verdict, turns = decide(range(5), find_rules("tripeaks", wrap=False))
    >>> verdict.tolist(), turns.tolist()
    ([1, 1, 0, 1, 1], [22, 18, -1, 23, 19])
    """
    found = find_rules(rules)
    if not isinstance(found, PeaksRules):
        raise TypeError(f"decide takes a game of the peaks family, not {found.name}")
    threads = _fast.whole_number(threads, "threads", 1, MOST_THREADS)
    source = _source(deals)
    count = len(source)
    turns = np.empty(count, dtype=np.uint8)
    lattice = lattice_of(found.layout)
    follows, order = found.follows, found.order

    def work(tell: _Progress | None = None, claim: _Claim | None = None) -> None:
        arguments = _arguments(source)
        _fast.decide(
            lattice, follows, order, turns, kernel=kernel, progress=tell, claim=claim, **arguments
        )

    if threads == 1 or count < 2:
        work(progress)
    else:
        _in_threads(work, count, threads, progress)
    won = turns != _UNWINNABLE
    fewest = turns.view(np.int8)  # 255 is -1
    return Decisions(won.astype(np.int8), fewest)


def numbered(numbers: range, numbering: str) -> range | NDArray[np.uint8]:
    """Deals of any numbering as `decide` takes them.

    Parameters
    ----------
    numbers : range
        The deal numbers.
    numbering : str
        Their numbering.

    Returns
    -------
    range or ndarray of uint8, shape (len(numbers), 52)
        The numbers themselves where they are sc1's, else their decks.
    """
    if numbering == "sc1":
        return numbers
    decks = b"".join(deck_codes(number, numbering) for number in numbers)
    return np.frombuffer(decks, dtype=np.uint8).reshape(len(numbers), 52)


def _source(deals: Any) -> range | NDArray[Any]:
    """The deals as a range of numbers, a uint64 array of numbers or a uint8 array of decks."""
    if isinstance(deals, range):
        if deals and (min(deals[0], deals[-1]) < 0 or max(deals[0], deals[-1]) >= 2**64):
            raise ValueError(
                f"sc1 deal numbers run from 0 to {2**64 - 1}, not {deals[0]} to {deals[-1]}"
            )
        return deals
    if isinstance(deals, (str, bytes)):
        raise TypeError(f"deals are numbers or decks, not {type(deals).__name__}")
    if isinstance(deals, np.ndarray):
        if deals.ndim == 2:
            if deals.shape[1] != 52:
                raise ValueError(f"decks have the shape (count, 52), not {deals.shape}")
            if deals.dtype != np.uint8:
                raise TypeError(f"decks are an array of uint8, not of {deals.dtype}")
            return np.ascontiguousarray(deals)
        if deals.ndim != 1:
            raise ValueError(f"deals have the shape (count,) or (count, 52), not {deals.shape}")
        if deals.dtype.kind not in "iu":
            raise TypeError(f"deal numbers are an array of whole numbers, not of {deals.dtype}")
        if deals.dtype.kind == "i" and deals.size and deals.min() < 0:
            index = int(np.argmax(deals < 0))
            raise ValueError(f"deals[{index}] is {deals[index]}: sc1 deal numbers are not negative")
        return np.ascontiguousarray(deals, dtype=np.uint64)
    numbers = []
    for index, number in enumerate(deals):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise TypeError(f"deals[{index}] is {number!r}: deal numbers are whole numbers")
        value = number.__index__()
        if not 0 <= value < 2**64:
            raise ValueError(
                f"deals[{index}] is {value}: sc1 deal numbers run from 0 to {2**64 - 1}"
            )
        numbers.append(value)
    return np.array(numbers, dtype=np.uint64)


def _arguments(source: range | NDArray[Any]) -> dict[str, Any]:
    if isinstance(source, range):
        return {"first": source.start if source else 0, "step": source.step}
    return {"decks": source} if source.ndim == 2 else {"numbers": source}


def _in_threads(
    work: Callable[[_Progress, _Claim], None],
    count: int,
    threads: int,
    progress: _Progress | None,
) -> None:
    """Let threads claim deals until there are no more."""
    size = min(max(count // (8 * threads), _FEWEST), _MOST, -(-count // threads))
    starts = iter(range(0, count, size))
    lock = threading.Lock()
    decided = [0] * threads

    def claim() -> tuple[int, int] | None:
        with lock:
            first = next(starts, None)
        return None if first is None else (first, min(first + size, count))

    def one(thread: int, check: Callable[[], None]) -> None:
        def note(so_far: int) -> None:
            check()
            decided[thread] = so_far

        work(note, claim)

    def tell() -> None:
        if progress is not None:
            progress(sum(decided))

    in_threads(min(threads, -(-count // size)), one, tell)
