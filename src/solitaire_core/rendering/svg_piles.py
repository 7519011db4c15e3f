"""Positions of the Klondike family as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_core.cards import Card
from solitaire_core.klondike import KlondikeMove, KlondikeView
from solitaire_core.rendering.svg_scene import GAP, STEP, Scene, stack_shift
from solitaire_core.rendering.svg_shapes import CARD_HEIGHT, CARD_WIDTH, SUITS

__all__ = ["describe_piles", "draw_piles"]

# What is seen of a card in a pile under a face-down and under a face-up card; of a card of the
# waste, and of a foundation where those of a suit overlap.
_DOWN, _UP, _FAN = 7, 25, 17
_WASTE_CARDS = 3
_PILES_TOP = CARD_HEIGHT + 30
_LABEL = 13


class _Table:
    """Where everything of a view lies."""

    def __init__(self, view: KlondikeView) -> None:
        self.view = view
        self.foundations = _foundations(view)
        self.has_waste = view.rules is None or view.rules.stock == "waste"
        decks, piles = view.decks, len(view.piles)
        upper = STEP + (STEP + _FAN * (_WASTE_CARDS - 1) if self.has_waste else 0) + GAP
        wide = 4 * decks * STEP - GAP
        width = max(piles * STEP - GAP, upper + 4 * STEP - GAP)
        step = STEP
        self.overlap = upper + wide > width
        if self.overlap:
            # The foundations of a suit lie over one another.
            step = _FAN
            wide = 4 * (CARD_WIDTH + (decks - 1) * _FAN + GAP) - GAP
            width = max(width, upper + wide)
        of_suit = (wide + GAP) / 4
        self.homes = [
            (width - wide + suit * of_suit + copy * step, 0.0)
            for suit in range(4)
            for copy in range(decks)
        ]
        self.piles_left = (width - (piles * STEP - GAP)) / 2
        self.stock = (0.0, 0.0)

    def waste(self, index: int) -> tuple[float, float]:
        """The corner of a card among those of the waste that are seen, or of the empty place."""
        return STEP + index * _FAN, 0.0

    def seen_home(self, index: int) -> float:
        """How much of a foundation's width is seen."""
        more = index + 1
        covered = self.overlap and more % self.view.decks and self.foundations[more][1]
        return _FAN if covered else CARD_WIDTH

    @property
    def shown_waste(self) -> tuple[Card, ...]:
        return self.view.waste[-_WASTE_CARDS:]

    def in_pile(self, pile: int, index: int) -> tuple[float, float]:
        """The corner of a card of a pile, or of the pile's empty place."""
        below = self.view.piles[pile][:index]
        y = _PILES_TOP + sum(_UP if card.is_known else _DOWN for card in below)
        return self.piles_left + pile * STEP, float(y)


def _foundations(view: KlondikeView) -> list[tuple[int, int]]:
    """The suit and the height of each foundation, the highest of a suit first."""
    return [
        (suit, sum(count > copy for count in view.foundations[13 * suit : 13 * suit + 13]))
        for suit in range(4)
        for copy in range(view.decks)
    ]


def draw_piles(
    view: KlondikeView,
    marks: Iterable[KlondikeMove],
    hint: KlondikeMove | None,
    scene: Scene,
) -> None:
    """Draw the table of a view."""
    table = _Table(view)
    scene.stock(len(view.stock), *table.stock)
    if table.has_waste:
        if not view.waste:
            scene.empty(*table.waste(0))
        for index, card in enumerate(table.shown_waste):
            scene.card(card, *table.waste(index), "waste")
    for index, (suit, height) in enumerate(table.foundations):
        corner = table.homes[index]
        if height:
            scene.card(Card(13 * suit + height - 1), *corner, "foundation")
        elif not table.overlap or index % view.decks == 0:
            scene.empty(*corner, SUITS[suit])
        else:
            scene.room(*corner)
    for number, pile in enumerate(view.piles):
        x, y = table.in_pile(number, 0)
        scene.label(number, x + CARD_WIDTH / 2, y - _LABEL)
        if not pile:
            scene.empty(x, y)
        for index, card in enumerate(pile):
            scene.card(card, *table.in_pile(number, index), f"t{number}")
    for ring in sorted({_source(table, move) for move in marks}):
        scene.ring(*ring, "mark")
    if hint is not None:
        scene.ring(*_source(table, hint), "hint")
        if not hint.is_stock:
            scene.ring(*_target(table, hint), CARD_HEIGHT, "target")


def _source(table: _Table, move: KlondikeMove) -> tuple[float, float, float, float]:
    """The corner of what a move takes up, how wide it is seen and how far down it reaches."""
    view = table.view
    if move.is_stock:
        # The waste is turned over onto the stock's empty place.
        shift = stack_shift(len(view.stock))
        return table.stock[0] - shift, table.stock[1] - shift, CARD_WIDTH, CARD_HEIGHT
    assert move.card is not None
    if move.source == "w":
        if view.waste and view.waste[-1] == move.card:
            return *table.waste(len(table.shown_waste) - 1), CARD_WIDTH, CARD_HEIGHT
    elif move.source == "f":
        for index, (suit, height) in enumerate(table.foundations):
            if height and move.card == Card(13 * suit + height - 1):
                return *table.homes[index], table.seen_home(index), CARD_HEIGHT
    else:
        number = int(move.source[1:])
        pile = view.piles[number] if number < len(view.piles) else ()
        index = len(pile) - move.count
        if index >= 0 and pile[index] == move.card:
            x, y = table.in_pile(number, index)
            bottom = table.in_pile(number, len(pile) - 1)[1] + CARD_HEIGHT
            return x, y, CARD_WIDTH, bottom - y
    raise ValueError(f"{move}: {move.card} does not lie there")


def _target(table: _Table, move: KlondikeMove) -> tuple[float, float, float]:
    """The corner of what a move puts its cards on, and how wide it is seen."""
    if move.to != "f":
        number = int(move.to[1:])
        if number >= len(table.view.piles):
            raise ValueError(f"{move}: there are {len(table.view.piles)} piles")
        return *table.in_pile(number, max(len(table.view.piles[number]) - 1, 0)), CARD_WIDTH
    assert move.card is not None
    for index, found in enumerate(table.foundations):
        if found == divmod(move.card.code, 13):
            return *table.homes[index], table.seen_home(index)
    raise ValueError(f"{move}: no foundation waits for {move.card}")


def describe_piles(view: KlondikeView) -> str:
    """What is seen, in words."""
    tops = [str(Card(13 * suit + height - 1)) for suit, height in _foundations(view) if height]
    parts = [f"Stock: {len(view.stock)} left."]
    if view.waste:
        parts.append(f"Waste: {len(view.waste)} cards, {view.waste[-1]} on top.")
    parts.append(f"Foundations: {' '.join(tops) or 'empty'}.")
    for number, pile in enumerate(view.piles):
        down = sum(not card.is_known for card in pile)
        up = " ".join(str(card) for card in pile if card.is_known)
        hidden = f"{down} face down, " if down else ""
        parts.append(f"Pile {number}: {hidden}{up}." if pile else f"Pile {number}: empty.")
    return " ".join(parts)
