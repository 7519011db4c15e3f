"""What lies where in a game of the Klondike family, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solitaire_core._fast import Card

if TYPE_CHECKING:
    from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """A position of the Klondike family, card by card.

    Attributes
    ----------
    piles : tuple of tuple of Card
        The tableau left to right, each pile from its bottom to its top.
    face_down : tuple of int
        How many cards at the bottom of each pile lie face down.
    foundations : tuple of int
        For each card code 0..51, how many of its copies are on the foundations.
    waste : tuple of Card
        The waste from its bottom to its top.
    stock : tuple of Card
        The stock, the card that comes next first.
    passes : int
        Which pass through the stock this is, from 1.
    """

    piles: tuple[tuple[Card, ...], ...]
    face_down: tuple[int, ...]
    foundations: tuple[int, ...]
    waste: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    passes: int = 1

    @classmethod
    def dealt(cls, rules: KlondikeRules, cards: Sequence[Card]) -> Board:
        """A deck dealt out, card dealt first first.

        Raises
        ------
        ValueError
            If there are too few or too many cards.
        """
        if len(cards) != rules.cards:
            raise ValueError(f"{rules.name} is played with {rules.cards} cards, not {len(cards)}")
        piles: list[list[Card]] = [[] for _ in rules.piles]
        order = rules.dealt_to
        for card, pile in zip(cards, order, strict=False):
            piles[pile].append(card)
        stock: tuple[Card, ...] = tuple(cards[len(order) :])
        waste: tuple[Card, ...] = ()
        if rules.turn_first:
            waste, stock = stock[: rules.draw], stock[rules.draw :]
        down = [0 if rules.face_up == "all" else max(len(pile) - 1, 0) for pile in piles]
        return cls(tuple(map(tuple, piles)), tuple(down), (0,) * 52, waste, stock)

    def faults(self, rules: KlondikeRules) -> tuple[str, ...]:
        """What is wrong with a position made by hand; empty where nothing is."""
        return tuple(self._faults(rules))

    def _faults(self, rules: KlondikeRules) -> Iterator[str]:
        decks = rules.decks
        if len(self.piles) != len(rules.piles):
            yield f"there are {len(self.piles)} piles, not {len(rules.piles)}"
        if len(self.face_down) != len(self.piles):
            yield f"face_down has {len(self.face_down)} numbers for {len(self.piles)} piles"
        if len(self.foundations) != 52:
            yield f"foundations are 52 numbers, not {len(self.foundations)}"
            return
        for index, (pile, down) in enumerate(zip(self.piles, self.face_down, strict=False)):
            if down < 0 or down > len(pile):
                yield f"t{index}: {down} of {len(pile)} cards lie face down"
            elif down and down == len(pile):
                yield f"t{index}: the top card lies face down"
            elif down and rules.face_up == "all":
                yield f"t{index}: {down} cards lie face down, in a game that has none"
        for code, count in enumerate(self.foundations):
            name = str(Card(code))
            if not 0 <= count <= decks:
                yield f"foundations: {count} copies of {name}, of {decks}"
            elif code % 13 and count > self.foundations[code - 1]:
                below = str(Card(code - 1))
                yield f"foundations: {count} of {name} on {self.foundations[code - 1]} of {below}"
        if rules.stock == "deal" and self.waste:
            yield f"{rules.name} has no waste, here it has {len(self.waste)} cards"
        most = 1 if rules.stock == "deal" else rules.passes or 2**30
        if not 1 <= self.passes <= most:
            yield f"passes is {self.passes}, not 1 to {most}"
        seen: Counter[Card] = Counter()
        for pile in self.piles:
            seen.update(pile)
        seen.update(self.waste)
        seen.update(self.stock)
        for code, count in enumerate(self.foundations):
            seen[Card(code)] += max(count, 0)
        for card, count in sorted(seen.items(), key=lambda item: item[0].code):
            if not card.is_known:
                yield f"{count} cards are unknown (??)"
            elif count > decks:
                yield f"{card} is there {count} times, {rules.name} has {decks}"
        for code in range(52):
            if seen[Card(code)] < decks:
                yield f"{Card(code)} is there {seen[Card(code)]} times, {rules.name} has {decks}"
        total = sum(seen.values())
        if total != rules.cards:
            yield f"there are {total} cards, not {rules.cards}"
