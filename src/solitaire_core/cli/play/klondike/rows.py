"""How a pile is drawn in few lines: one line a card, and fewer where there is no room.

A pile that is too long for its lines gives way step by step, and no further than it has to:

1. Its face-down cards become one line with their number.
2. Face-up cards become one line with their number: first the inner cards of the packed run on its
   top, which its head and its top give away but for the suits, from the head on.
3. Then those below the run, from the bottom on.

Always to be seen are the top card, the head of the packed run, and the first of the cards that
are in hand or would be picked up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from solitaire_core.cards import UNKNOWN, Card

__all__ = ["Row", "rows_of"]


class Row(NamedTuple):
    """A line of a pile.

    Attributes
    ----------
    kind : str
        `card`, `back` for face-down cards, or `more` for face-up ones that are left out.
    card : Card
        The card; unknown where the line is not one of a face-up card.
    cards : int
        How many cards the line stands for.
    depth : int
        How many cards lie on the pile from here to the top, those of the line counted.
    """

    kind: Literal["card", "back", "more"]
    card: Card
    cards: int
    depth: int


def rows_of(pile: Sequence[Card], run: int, room: int, shown: Collection[int] = ()) -> list[Row]:
    """The lines of a pile, from its bottom to its top.

    Parameters
    ----------
    pile : sequence of Card
        The pile as the player sees it.
    run : int
        How many cards on its top are packed.
    room : int
        How many lines there are, ten or more.
    shown : collection of int
        More cards that have to be seen, as counts from the top.
    """
    size = len(pile)
    down = sum(not card.is_known for card in pile)
    rows = [
        Row("card" if index >= down else "back", card, 1, size - index)
        for index, card in enumerate(pile)
    ]
    if size <= room:
        return rows
    backs = [Row("back", UNKNOWN, down, size)] if down else []
    up = rows[down:]
    # The top card (1) and the head of the run are in neither of these.
    inner = [count for count in range(run - 1, 1, -1) if count not in shown]
    below = [count for count in range(len(up), run, -1) if count not in shown]
    hidden: set[int] = set()
    fitted = up
    for count in (*inner, *below):
        if len(backs) + len(fitted) <= room:
            break
        hidden.add(count)
        fitted = _without(up, hidden)
    return backs + fitted


def _without(rows: list[Row], hidden: set[int]) -> list[Row]:
    """The rows with one line for each stretch of those that are hidden."""
    found: list[Row] = []
    for is_hidden, stretch in groupby(rows, key=lambda row: row.depth in hidden):
        cards = list(stretch)
        # A card by itself takes no more room than the number that would stand for it.
        if is_hidden and len(cards) > 1:
            found.append(Row("more", UNKNOWN, len(cards), cards[0].depth))
        else:
            found += cards
    return found
