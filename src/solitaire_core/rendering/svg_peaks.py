"""Positions of the peaks family as pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from solitaire_core.cards import Card
from solitaire_core.games.layout import Layout
from solitaire_core.peaks import PeaksMove, PeaksView
from solitaire_core.rendering.svg_scene import STEP, Scene, stack_shift
from solitaire_core.rendering.svg_shapes import CARD_HEIGHT, CARD_WIDTH

__all__ = ["describe_peaks", "draw_peaks"]

# How far a row lies below the one before it: much of a card is seen where those on it lie beside
# it, only its upper edge where one lies straight on it.
_PITCH, _COLUMN_PITCH = 44, 27
# Below the tableau, and left of the waste.
_ROOM = 26


@lru_cache(maxsize=32)
def _spots(layout: Layout) -> tuple[tuple[int, float, float], ...]:
    """Places and their corners, in the order in which the cards are put down."""
    depth = [0] * layout.cards
    # No chain of cards that lie on each other is longer than there are cards.
    for _ in range(layout.cards):
        before = depth[:]
        for place, on in enumerate(layout.covered_by):
            for above in on:
                depth[above] = max(depth[above], depth[place] + 1)
        if depth == before:
            break
    straight = any(
        abs(layout.spots[place][1] - layout.spots[above][1]) < 0.3
        for place, on in enumerate(layout.covered_by)
        for above in on
    )
    pitch = _COLUMN_PITCH if straight else _PITCH
    order = sorted(range(layout.cards), key=lambda place: (depth[place], layout.spots[place]))
    return tuple(
        (place, layout.spots[place][1] * STEP, layout.spots[place][0] * float(pitch))
        for place in order
    )


def draw_peaks(
    view: PeaksView, marks: Iterable[PeaksMove], hint: PeaksMove | None, scene: Scene
) -> None:
    """Draw the table of a view."""
    spots = _spots(view.rules.layout)
    for place, x, y in spots:
        card = view.tableau[place]
        if card is not None:
            scene.card(card, x, y, str(place))
        else:
            # Its room stays: a picture does not jump when cards go.
            scene.room(x, y)
    left, right = min(x for _, x, _ in spots), max(x for _, x, _ in spots)
    middle, top = (left + right) / 2, max(y for _, _, y in spots) + CARD_HEIGHT + _ROOM
    stock = (middle - STEP * 0.6, top)
    waste = (middle + STEP * 0.6, top)
    scene.stock(view.stock_left, *stock)
    scene.card(view.top, *waste, "waste")
    where = {card: (x, y) for place, x, y in spots if (card := view.tableau[place]) is not None}
    for move in marks:
        scene.ring(*_corner(move, where, stock, view), CARD_WIDTH, CARD_HEIGHT, "mark")
    if hint is not None:
        scene.ring(*_corner(hint, where, stock, view), CARD_WIDTH, CARD_HEIGHT, "hint")
        if not hint.is_turn:
            scene.ring(*waste, CARD_WIDTH, CARD_HEIGHT, "target")


def _corner(
    move: PeaksMove,
    where: dict[Card, tuple[float, float]],
    stock: tuple[float, float],
    view: PeaksView,
) -> tuple[float, float]:
    if move.card is None:
        if not view.stock_left:
            raise ValueError("a move turns the stock, which is empty")
        shift = stack_shift(view.stock_left)
        return stock[0] - shift, stock[1] - shift
    if move.card not in where:
        raise ValueError(f"a move takes {move.card}, which does not lie face up in the tableau")
    return where[move.card]


def describe_peaks(view: PeaksView) -> str:
    """What is seen, in words."""
    cards = [card for card in view.tableau if card is not None]
    up = " ".join(str(card) for card in cards if card.is_known)
    down = sum(not card.is_known for card in cards)
    tableau = f"Tableau: {up or 'no card'} face up, {down} face down." if cards else "Cleared."
    return f"{tableau} Waste: {view.top}. Stock: {view.stock_left} left."
