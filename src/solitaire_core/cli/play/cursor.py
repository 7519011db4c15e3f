"""Where the cursor goes: to cards by where they lie, and to the stock below them all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

__all__ = ["STOCK", "Direction", "moved", "nearest"]

STOCK = -1
"""The cursor's place when it is on the stock."""

Direction = Literal["left", "right", "up", "down"]

Spots = Sequence[tuple[int, float]]


def nearest(spots: Spots, choices: Collection[int], near: int = STOCK) -> int:
    """The card nearest to a place, in columns before rows; the stock where there is none.

    Parameters
    ----------
    spots : sequence of (int, float)
        By place: the row and the left edge, as in a `Layout`.
    choices : collection of int
        The places of the cards to choose from.
    near : int
        The place; from the stock, the leftmost card is taken.
    """
    if not choices:
        return STOCK
    if near == STOCK:
        return _in_order(spots, choices)[0]
    row, left = spots[near]
    return min(choices, key=lambda p: (abs(spots[p][1] - left), abs(spots[p][0] - row)))


def moved(spots: Spots, choices: Collection[int], cursor: int, direction: Direction) -> int:
    """Where an arrow key leads: left and right round all cards and the stock, up and down by rows.

    Parameters
    ----------
    spots, choices
        As for `nearest`.
    cursor : int
        Where the cursor is.
    direction : str
        The arrow.
    """
    if direction in ("left", "right"):
        stops = [*_in_order(spots, choices), STOCK]
        here = stops.index(cursor) if cursor in stops else -1
        return stops[(here + (1 if direction == "right" else -1)) % len(stops)]
    if cursor == STOCK:
        lowest = _in_order(spots, choices)
        return max(lowest, key=lambda p: spots[p][0]) if direction == "up" and lowest else STOCK
    row, left = spots[cursor]
    sign = 1 if direction == "down" else -1
    there = [place for place in choices if (spots[place][0] - row) * sign > 0]
    if there:
        return min(there, key=lambda p: (abs(spots[p][0] - row), abs(spots[p][1] - left)))
    return STOCK if direction == "down" else cursor


def _in_order(spots: Spots, choices: Collection[int]) -> list[int]:
    return sorted(choices, key=lambda place: (spots[place][1], spots[place][0]))
