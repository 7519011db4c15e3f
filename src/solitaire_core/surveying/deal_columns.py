"""The single deals of a chunk as bytes, and back."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solitaire_core.solving.batch import REASONS, Answers

__all__ = ["DealColumns", "pack_searched", "pack_turns", "unpack_deals"]

_MOST_BYTES = 22
"""Bytes a deal, unpacked: verdict, reason, moves, microseconds, nodes."""


class DealColumns(NamedTuple):
    """Deals one after the other; of the columns that a game has none for, None."""

    verdict: NDArray[np.int8]
    fewest_turns: NDArray[np.int8] | None
    moves: NDArray[np.int32] | None
    nodes: NDArray[np.int64] | None
    microseconds: NDArray[np.int64] | None
    reason: NDArray[np.uint8] | None

    def part(self, begin: int, end: int) -> DealColumns:
        """Some of the deals."""
        columns: list[Any] = [None if column is None else column[begin:end] for column in self]
        return DealColumns(*columns)


def pack_turns(fewest_turns: NDArray[np.int8]) -> bytes:
    """The fewest turns of each deal, -1 where it cannot be won."""
    return zlib.compress(fewest_turns.tobytes(), 1)


def pack_searched(found: Answers, microseconds: NDArray[np.int64]) -> bytes:
    """The answers of a search, column by column."""
    return zlib.compress(
        found.verdict.tobytes()
        + found.reason.tobytes()
        + found.moves.astype("<i4").tobytes()
        + microseconds.astype("<i8").tobytes()
        + found.nodes.astype("<i8").tobytes(),
        1,
    )


def unpack_deals(data: bytes, count: int, *, is_exact: bool) -> DealColumns:
    """What was packed of so many deals.

    Raises
    ------
    ValueError
        If it is something else.
    """
    size = count * (1 if is_exact else _MOST_BYTES)
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(data, size + 1)
    except zlib.error as error:
        raise ValueError(f"the deals cannot be unpacked: {error}") from None
    if len(plain) != size:
        raise ValueError(f"the deals take {size} bytes, not {len(plain)}")
    if is_exact:
        turns = np.frombuffer(plain, np.int8)
        if turns.size and not -1 <= int(turns.min()) <= int(turns.max()) <= 51:
            raise ValueError("the deals have fewest turns that cannot be")
        return DealColumns((turns >= 0).astype(np.int8), turns, None, None, None, None)
    verdict = np.frombuffer(plain, np.int8, count)
    reason = np.frombuffer(plain, np.uint8, count, count)
    moves, wide = 2 * count, 6 * count
    if count and (
        np.abs(verdict).max() > 1
        or reason.max() >= len(REASONS)
        or ((verdict < 0) != (reason > 0)).any()
    ):
        raise ValueError("the deals have verdicts or reasons that cannot be")
    return DealColumns(
        verdict,
        None,
        np.frombuffer(plain, "<i4", count, moves).astype(np.int32),
        np.frombuffer(plain, "<i8", count, wide + 8 * count).astype(np.int64),
        np.frombuffer(plain, "<i8", count, wide).astype(np.int64),
        reason,
    )
