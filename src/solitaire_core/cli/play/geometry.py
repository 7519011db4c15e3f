"""Where cards, piles and counters lie on a screen of 80 columns and 24 lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from solitaire_core.games.layout import Layout

__all__ = ["CARD_HEIGHT", "COLUMNS", "LINES", "PILE_WIDTH", "Geometry", "geometry_of"]

COLUMNS, LINES = 80, 24
"""The screen that is never exceeded."""

CARD_HEIGHT = 5
PILE_WIDTH = 7

# From top to bottom: the title, the table, a message, what is being typed, the keys.
_FIRST_LINE = 1
_TABLE_LINES = 20

_POINTER_LINES = 1
_PILE_LINES = CARD_HEIGHT
# Two piles side by side and what lies left and right of them.
_SIDE_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class Geometry:
    """The columns and lines of a layout's table.

    Attributes
    ----------
    card_width : int
        The width of a card of the tableau.
    spots : tuple of (int, int)
        By place: the column and the line of the card's upper left corner.
    stock, waste : (int, int)
        The corners of the piles.
    past : int
        How many earlier cards of the waste can be seen beside its top.
    counters : (int, int)
        The corner of the counters.
    counter_columns : int
        How many counters stand side by side.
    """

    card_width: int
    spots: tuple[tuple[int, int], ...]
    stock: tuple[int, int]
    waste: tuple[int, int]
    past: int
    counters: tuple[int, int]
    counter_columns: int


@lru_cache(maxsize=32)
def geometry_of(layout: Layout) -> Geometry:
    """Where everything lies.

    Wide cards, and much to be seen of each, come first; piles and counters stand below the
    tableau if there is room, otherwise to its right.

    Parameters
    ----------
    layout : Layout
        The layout.

    Raises
    ------
    ValueError
        If its tableau does not fit.
    """
    rows = 1 + max(row for row, _ in layout.spots)
    first = min(left for _, left in layout.spots)
    extent = max(left for _, left in layout.spots) - first
    for pitch in (3, 2):
        lines = pitch * (rows - 1) + CARD_HEIGHT + _POINTER_LINES
        # Steps are even: most cards lie half over another.
        for step in (8, 6):
            width = round(extent * step) + step - 1
            if width <= COLUMNS and lines + _PILE_LINES <= _TABLE_LINES:
                return _geometry(layout, step, pitch, (COLUMNS - width) // 2, below=lines)
            if width <= COLUMNS - _SIDE_COLUMNS and lines <= _TABLE_LINES:
                left = (COLUMNS - _SIDE_COLUMNS - width) // 2 + 1
                return _geometry(layout, step, pitch, left, below=None)
    raise ValueError(
        f"the table of {layout.name} does not fit {COLUMNS} columns and {LINES} lines:"
        f" it has {rows} rows and is {extent + 1:g} cards wide"
    )


def _geometry(layout: Layout, step: int, pitch: int, left: int, below: int | None) -> Geometry:
    first = min(x for _, x in layout.spots)
    spots = tuple(
        (left + round((x - first) * step), _FIRST_LINE + row * pitch) for row, x in layout.spots
    )
    if below is None:
        x = COLUMNS - _SIDE_COLUMNS + 1
        y = _FIRST_LINE + 1
        counters, past, counter_columns = (x, y + CARD_HEIGHT + 1), 1, 1
    else:
        x, y = 2, _FIRST_LINE + below
        counters, past, counter_columns = (x + 35, y + 1), 4, 2
    return Geometry(
        step - 1, spots, (x, y), (x + PILE_WIDTH + 2, y), past, counters, counter_columns
    )
