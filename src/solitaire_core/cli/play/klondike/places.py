"""Where everything lies in a game of the Klondike family, and where the cursor goes.

A place is `s` (the stock), `w` (the waste), `f0`, `f1`, ... (the foundations, suit by suit, the
highest of a suit first) or `t0`, `t1`, ... (the piles).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from solitaire_core.cli.play.cursor import Direction
from solitaire_core.cli.play.geometry import COLUMNS
from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["STOCK", "WASTE", "Places", "is_foundation", "is_pile", "places_of"]

STOCK, WASTE = "s", "w"

STOCK_WIDTH = 7
WASTE_CARDS = 3
CELL = 4
"""The width of a card that shares its edge with the next one."""

_WASTE_WIDTH = CELL * WASTE_CARDS + 1
_WIDEST_PILE = 7
_WIDEST_STEP = 9


def is_pile(place: str) -> bool:
    """Whether a place is a pile of the tableau."""
    return place[0] == "t"


def is_foundation(place: str) -> bool:
    """Whether a place is one of the foundations."""
    return place[0] == "f"


@dataclass(frozen=True, slots=True)
class Places:
    """The columns of a table.

    Attributes
    ----------
    left : dict of str to int
        By place: the column where its top card begins.
    pile_width : int
        How wide the cards of the tableau are.
    upper, piles : tuple of str
        The places of the upper row and the piles, left to right.
    """

    left: dict[str, int]
    pile_width: int
    upper: tuple[str, ...]
    piles: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All places in the order in which the cursor goes round."""
        return (*self.piles, *self.upper)

    def nearest(self, choices: Collection[str], near: str) -> str:
        """The place nearest to one, its own row first; the stock where there is no choice."""
        if near in choices:
            return near
        return min(choices, key=lambda place: self._distance(place, near), default=STOCK)

    def moved(self, choices: Collection[str], cursor: str, direction: Direction) -> str:
        """Where an arrow key leads: left and right round all places, up and down by rows."""
        if direction in ("left", "right"):
            stops = [place for place in self.all if place in choices or place == cursor]
            step = 1 if direction == "right" else -1
            return stops[(stops.index(cursor) + step) % len(stops)]
        row = self.upper if direction == "up" else self.piles
        there = [place for place in row if place in choices]
        if cursor in row or not there:
            return cursor
        return min(there, key=lambda place: self._distance(place, cursor))

    def _distance(self, place: str, other: str) -> tuple[bool, int]:
        return is_pile(place) != is_pile(other), abs(self.left[place] - self.left[other])


@lru_cache(maxsize=32)
def places_of(rules: KlondikeRules) -> Places:
    """Where everything lies in a game: piles as wide apart as they can be, all in the middle."""
    count = len(rules.piles)
    step = min(_WIDEST_STEP, (COLUMNS - 1) // count)
    width = min(_WIDEST_PILE, step - 1)
    tableau = step * count - (step - width)
    box = CELL * rules.decks + 1
    upper = STOCK_WIDTH + 1 + _WASTE_WIDTH + 1 + 4 * box + 3
    # The upper row ends where the tableau does, if that is wide enough.
    first = (COLUMNS - max(upper, tableau)) // 2
    last = first + max(upper, tableau)
    left = {f"t{i}": (COLUMNS - tableau) // 2 + step * i for i in range(count)}
    left[STOCK] = first
    has_waste = rules.stock == "waste"
    if has_waste:
        left[WASTE] = first + STOCK_WIDTH + 1 + CELL * (WASTE_CARDS - 1)
    homes = last - 4 * (box + 1) + 1
    for suit in range(4):
        for number in range(rules.decks):
            left[f"f{suit * rules.decks + number}"] = homes + suit * (box + 1) + CELL * number
    return Places(
        left,
        width,
        (STOCK, *([WASTE] if has_waste else []), *(f"f{i}" for i in range(4 * rules.decks))),
        tuple(f"t{i}" for i in range(count)),
    )
