"""A table as it is drawn: cards, places, counts and rings at coordinates, and the picture of it."""

from __future__ import annotations

import re
from html import escape

from solitaire_core.cards import Card
from solitaire_core.rendering.svg_shapes import (
    BACK,
    CARD_HEIGHT,
    CARD_WIDTH,
    RADIUS,
    back,
    court_half,
    court_of,
    digits,
    face,
    fmt,
    suit_mark,
    suit_shape,
    use,
)

__all__ = ["GAP", "STEP", "Scene", "name_of", "stack_shift"]

GAP = 6
"""What lies between two cards side by side."""

STEP = CARD_WIDTH + GAP

_MARGIN = 14
_FELT, _FELT_LINE = "#1e6b4c", "#2b8461"
_LIGHT = "#e8f5ee"
_DARK = "#0f3b29"
_MARK, _HINT = "#ffd24a", "#ff7b1c"
# The stock is drawn as one card for each ten of it, shifted by so much.
_STACK = 1.6
_CARDS_A_LAYER = 10

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_RANKS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
    "queen", "king",
)  # fmt: skip
_SUITS = ("clubs", "diamonds", "hearts", "spades")


def _words(text: str) -> str:
    """A text between tags; what XML has no way to say becomes a replacement character."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)


def name_of(card: Card) -> str:
    """A card in words: `ten of hearts`."""
    return f"{_RANKS[card.code % 13]} of {_SUITS[card.code // 13]}"


def stack_shift(count: int) -> float:
    """How far the top card of a stock lies left of and above its place."""
    return _STACK * (max(1, min(4, -(-count // _CARDS_A_LAYER))) - 1)


class Scene:
    """What is drawn so far, and where it ends.

    Cards are put down in the order in which they lie on each other. Rings lie on top of all.
    """

    def __init__(self) -> None:
        self._items: list[str] = []
        self._rings: list[str] = []
        self._faces: set[int] = set()
        self._suits: set[str] = set()
        self._has_back = False
        self._left = self._top = float("inf")
        self._right = self._bottom = float("-inf")

    def _covers(self, x: float, y: float, width: float, height: float) -> None:
        self._left, self._top = min(self._left, x), min(self._top, y)
        self._right, self._bottom = max(self._right, x + width), max(self._bottom, y + height)

    def room(self, x: float, y: float) -> None:
        """Leave room for a card that is gone."""
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)

    def card(self, card: Card, x: float, y: float, place: str) -> None:
        """Put a card down: its face, or a back where it is not known."""
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        if card.is_known:
            self._faces.add(card.code)
            self._suits.add(str(card)[1])
            inner = f"<title>{name_of(card)}</title>{use(f'sc-{card}', x, y)}"
            self._items.append(f'<g data-card="{card}" data-place="{place}">{inner}</g>')
        else:
            self._has_back = True
            self._items.append(f'<g data-place="{place}">{use(BACK, x, y)}</g>')

    def stock(self, count: int, x: float, y: float) -> None:
        """A pile of backs and how many it has; an empty place where it is used up."""
        if not count:
            self.empty(x, y)
            return
        self._has_back = True
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        shift = stack_shift(count)
        layers = round(shift / _STACK) + 1
        backs = "".join(use(BACK, x - _STACK * n, y - _STACK * n) for n in range(layers))
        self._items.append(f'<g data-place="stock"><title>stock, {count} left</title>{backs}</g>')
        self.count(count, x + CARD_WIDTH / 2 - shift, y + CARD_HEIGHT / 2 - shift)

    def count(self, number: int, x: float, y: float) -> None:
        """A number on a plate around a point."""
        width = 15 + 8 * len(str(number))
        self._items.append(
            f'<rect x="{fmt(x - width / 2)}" y="{fmt(y - 10)}" width="{width}" height="20"'
            f' rx="10" fill="{_DARK}" fill-opacity=".92"/>' + digits(number, x, y, 10, "#fff")
        )

    def label(self, number: int, x: float, y: float) -> None:
        """A small number around a point."""
        self._covers(x - 5, y - 5, 10, 10)
        drawn = digits(number, x, y, 8, _LIGHT)
        self._items.append(f'<g opacity=".75">{drawn}</g>')

    def empty(self, x: float, y: float, suit: str = "") -> None:
        """A place without cards, with a suit if one belongs there."""
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        self._suits.update(suit)
        mark = suit_mark(suit, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, 2.4) if suit else ""
        self._items.append(
            f'<g fill="{_DARK}" fill-opacity=".5"><rect x="{fmt(x + 1)}" y="{fmt(y + 1)}"'
            f' width="{CARD_WIDTH - 2}" height="{CARD_HEIGHT - 2}" rx="{RADIUS}" fill-opacity=".22"'
            f' stroke="{_LIGHT}" stroke-opacity=".4" stroke-width="1.2"/>{mark}</g>'
        )

    def ring(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """A ring around what is seen of cards that lie on each other.

        `kind` is `mark`, `hint` or `target`.
        """
        self._covers(x - 2, y - 2, width + 4, height + 4)
        style = {
            "mark": f'stroke="{_MARK}" stroke-width="2.6"',
            "hint": f'stroke="{_HINT}" stroke-width="4"',
            "target": f'stroke="{_HINT}" stroke-width="3.2" stroke-dasharray="7 5"',
        }[kind]
        self._rings.append(
            f'<rect class="{kind}" x="{fmt(x)}" y="{fmt(y)}" width="{fmt(width)}"'
            f' height="{fmt(height)}" rx="{RADIUS}" fill="none" {style}/>'
        )

    def picture(self, title: str, description: str, card_width: float, background: bool) -> str:
        """The SVG document."""
        left, top = self._left - _MARGIN, self._top - _MARGIN
        width, height = self._right + _MARGIN - left, self._bottom + _MARGIN - top
        scale = card_width / CARD_WIDTH
        faces = [Card(code) for code in sorted(self._faces)]
        drawings = [
            *([back()] if self._has_back else []),
            *map(suit_shape, sorted(self._suits)),
            *map(court_half, sorted({court_of(card) for card in faces} - {""})),
            *map(face, faces),
        ]
        lines = [
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' role="img" width="{fmt(width * scale)}" height="{fmt(height * scale)}"'
            f' viewBox="{fmt(left)} {fmt(top)} {fmt(width)} {fmt(height)}">',
            f"<title>{_words(title)}</title>",
            f"<desc>{_words(description)}</desc>",
            "<defs>",
            *drawings,
            "</defs>",
        ]
        if background:
            lines.append(
                f'<rect x="{fmt(left)}" y="{fmt(top)}" width="{fmt(width)}" height="{fmt(height)}"'
                f' rx="10" fill="{_FELT}"/>'
                f'<rect x="{fmt(left + 4)}" y="{fmt(top + 4)}" width="{fmt(width - 8)}"'
                f' height="{fmt(height - 8)}" rx="7" fill="none" stroke="{_FELT_LINE}"/>'
            )
        return "\n".join([*lines, *self._items, *self._rings, "</svg>", ""])
