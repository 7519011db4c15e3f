"""Layouts of the peaks family: a cover relation, given as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solitaire_core._fast import Covers, whole_number

__all__ = ["Layout"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which tableau card lies on which: all that tells one peaks game from another.

    Parameters
    ----------
    name : str
        A name for messages, such as `three peaks`.
    covered_by : sequence of sequence of int
        For each place of the tableau, in deal order, the places of the cards that lie
        directly on it; an empty one for a card that is free from the start. 1 to 51
        places: one deck also holds the first waste card.
    face_down : iterable of int
        The places whose cards are dealt face down. They turn up as soon as nothing lies
        on them.
    spots : sequence of (int, float), optional
        For drawing: each place's row from the top and its left edge in card widths. By
        default a card's row is the number of cards that lie under it, one under the
        other, and rows are spread out evenly.
    by_columns : sequence of int, optional
        Another order of dealing: for each place the number of the dealt card that goes
        there. The game's rules choose between the two.

    Attributes
    ----------
    covers : Covers
        The checked relation, as the compiled core reads it.

    Raises
    ------
    ValueError
        If a place does not exist, is named twice or covers itself, if the relation has a
        cycle, if there are no places or more than 51, or if spots or by_columns do not
        match them; the text names the place.
    TypeError
        If a place is not a whole number.

    Examples
    --------
    Three cards in a row, the middle one under both others:

    >>> layout = Layout("bridge", [[1, 2], [], []])
    >>> layout.cards, layout.spots
    (3, ((0, 0.5), (1, 0.0), (1, 1.0)))
    >>> Layout("ring", [[1], [2], [0]])
    Traceback (most recent call last):
        ...
    ValueError: covered_by has a cycle: card 0 is covered by card 1 is covered by card 2 \
is covered by card 0
    """

    name: str
    covered_by: tuple[tuple[int, ...], ...]
    face_down: tuple[int, ...] = ()
    spots: tuple[tuple[int, float], ...] = ()
    by_columns: tuple[int, ...] | None = None
    covers: Covers = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        name: str,
        covered_by: Iterable[Iterable[int]],
        face_down: Iterable[int] = (),
        spots: Sequence[tuple[int, float]] | None = None,
        by_columns: Iterable[int] | None = None,
    ) -> None:
        covers = Covers(covered_by)
        down = []
        for place in face_down:
            number = whole_number(place, "a place in face_down", -(2**70), 2**70)
            if not 0 <= number < covers.cards:
                raise ValueError(
                    f"face_down names place {number}: places are 0 to {covers.cards - 1}"
                )
            down.append(number)
        if spots is None:
            spots = _default_spots(covers)
        if len(spots) != covers.cards:
            raise ValueError(f"there are {len(spots)} spots for {covers.cards} cards")
        order = None
        if by_columns is not None:
            order = tuple(whole_number(i, "by_columns", -(2**70), 2**70) for i in by_columns)
            if sorted(order) != list(range(covers.cards)):
                raise ValueError(f"by_columns is a permutation of 0 .. {covers.cards - 1}")
        for attribute, value in (
            ("name", name),
            ("covered_by", covers.covered_by()),
            ("face_down", tuple(sorted(set(down)))),
            ("spots", tuple((int(row), float(left)) for row, left in spots)),
            ("by_columns", order),
            ("covers", covers),
        ):
            object.__setattr__(self, attribute, value)

    @property
    def cards(self) -> int:
        """How many cards the tableau holds."""
        return len(self.covered_by)

    @property
    def tips(self) -> tuple[int, ...]:
        """The places of the cards that have none under them: the last ones to go."""
        covering = {above for on in self.covered_by for above in on}
        return tuple(place for place in range(self.cards) if place not in covering)

    @property
    def stock(self) -> int:
        """How many cards the stock holds at the start."""
        return 51 - self.cards


def _default_spots(covers: Covers) -> tuple[tuple[int, float], ...]:
    covered_by = covers.covered_by()
    row = [0] * covers.cards
    # A card lies one row below the lowest card that it covers; no chain is longer than this.
    for _ in range(covers.cards):
        for place, on in enumerate(covered_by):
            for above in on:
                row[above] = max(row[above], row[place] + 1)
    rows = [[p for p in range(covers.cards) if row[p] == r] for r in range(max(row) + 1)]
    widest = max(map(len, rows))
    spots = [(0, 0.0)] * covers.cards
    for number, places in enumerate(rows):
        for column, place in enumerate(places):
            spots[place] = (number, (widest - len(places)) / 2 + column)
    return tuple(spots)
