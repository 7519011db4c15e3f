"""Cards as vector drawings of our own: suits, ranks, pips and backs, without any font.

Everything is drawn in units in which a card is 60 wide and 84 high. A drawing is a piece of SVG
text with an id that says what it is (`sc-TH`), so that a picture defines each card once, however
often it shows it, and pictures on one page may share definitions: the same id always stands for
the same drawing.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_core.cards import Card
from solitaire_core.rendering.svg_courts import court

__all__ = [
    "BACK",
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "INKS",
    "RADIUS",
    "SUITS",
    "back",
    "court_half",
    "court_of",
    "digits",
    "face",
    "fmt",
    "glyph",
    "paper",
    "suit_mark",
    "suit_shape",
    "use",
]

CARD_WIDTH, CARD_HEIGHT, RADIUS = 60, 84, 5

INKS = {"red": "#c1272d", "black": "#1d2733"}
"""The colours of faces."""

BACK = "sc-back"
"""The id of a card's back."""

SUITS = "CDHS"

_EDGE = 'stroke="#0d2219" stroke-opacity=".45" stroke-width=".8"'

# Filled shapes around the origin, 10 high.
_SUIT_PATHS = {
    "C": "M0-5a2.45 2.45 0 0 1 2.1 3.7A2.45 2.45 0 1 1 .5 2.5Q.6 4.1 1.7 5.2H-1.7Q-.6 4.1-.5 2.5"
    "A2.45 2.45 0 1 1-2.1-1.3A2.45 2.45 0 0 1 0-5Z",
    "D": "M0-5.4Q1.7-2.3 4.2 0Q1.7 2.3 0 5.4Q-1.7 2.3-4.2 0Q-1.7-2.3 0-5.4Z",
    "H": "M0 5.1C-1.4 2.9-4.9 1-4.9-2C-4.9-3.8-3.6-4.9-2.3-4.9C-1.2-4.9-.4-4.2 0-3.2"
    "C.4-4.2 1.2-4.9 2.3-4.9C3.6-4.9 4.9-3.8 4.9-2C4.9 1 1.4 2.9 0 5.1Z",
    "S": "M0-5.2C1.4-3.1 4.8-1.2 4.8 1.5C4.8 3.1 3.7 4 2.5 4C1.6 4 .9 3.5 .5 2.8"
    "Q.6 4.2 1.7 5.2H-1.7Q-.6 4.2-.5 2.8C-.9 3.5-1.6 4-2.5 4C-3.7 4-4.8 3.1-4.8 1.5"
    "C-4.8-1.2-1.4-3.1 0-5.2Z",
}

# Strokes in a box 10 wide and 14 high; the ten is wider.
_GLYPHS = {
    "A": "M.3 14L5 0L9.7 14M2.1 9.3H7.9",
    "0": "M5 0C2.2 0 .8 2.7 .8 7S2.2 14 5 14S9.2 11.3 9.2 7S7.8 0 5 0Z",
    "1": "M2 2.8L5.6 0V14",
    "2": "M.9 3.9C.9 1.5 2.6 0 5 0S9.1 1.5 9.1 3.8C9.1 6.3 7 7.8 4.5 9.8C2.4 11.4 1 12.6 .8 14"
    "H9.4",
    "3": "M1.2 0H8.8L4.6 5.5C7.5 5.3 9.3 7.1 9.3 9.6C9.3 12.2 7.4 14 4.8 14"
    "C2.8 14 1.3 13.1 .6 11.4",
    "4": "M7.2 14V0L.4 9.9H9.9",
    "5": "M8.7 0H2.1L1.4 6.2C2.3 5.4 3.5 5 4.9 5C7.5 5 9.3 6.9 9.3 9.5S7.4 14 4.8 14"
    "C2.8 14 1.3 13.2 .6 11.7",
    "6": "M8 .2C4 1.5 .8 5 .8 9.4C.8 12.2 2.5 14 5 14S9.2 12.2 9.2 9.7S7.5 5.5 5.1 5.5"
    "S1.1 7 .8 9.4",
    "7": "M.7 0H9.3C6.5 4 4.7 8.8 4.2 14",
    "8": "M5 6.5C2.9 6.5 1.5 5.2 1.5 3.2S2.9 0 5 0S8.5 1.3 8.5 3.2S7.1 6.5 5 6.5"
    "C2.5 6.5 .7 8.1 .7 10.2S2.5 14 5 14S9.3 12.4 9.3 10.2S7.5 6.5 5 6.5Z",
    "9": "M2 13.8C6 12.5 9.2 9 9.2 4.6C9.2 1.8 7.5 0 5 0S.8 1.8 .8 4.3S2.5 8.5 4.9 8.5"
    "S8.9 7 9.2 4.6",
    "T": "M-.4 2.3L2 .2V14M8.6 0C6.3 0 5.2 2.7 5.2 7S6.3 14 8.6 14S12 11.3 12 7S10.9 0 8.6 0Z",
    "J": "M4.2 0H8.3V9.7C8.3 12.4 6.8 14 4.5 14S.9 12.6 .9 10.2",
    "Q": "M5 0C2.1 0 .5 2.8 .5 7S2.1 14 5 14S9.5 11.2 9.5 7S7.9 0 5 0ZM6.1 10.3L9.6 14.4",
    "K": "M1.1 0V14M9.2 0L1.1 8.7M4 5.7L9.7 14",
}  # fmt: skip

_PIP_SCALE = 1.1
_LEFT, _MIDDLE, _RIGHT = 21.0, 30.0, 39.0
_CORNERS = tuple((x, y) for y in (17.5, 66.5) for x in (_LEFT, _RIGHT))
_SIDES = ((_LEFT, 42.0), (_RIGHT, 42.0))
_EIGHT = tuple((x, y) for y in (17.5, 33.8, 50.2, 66.5) for x in (_LEFT, _RIGHT))
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, 17.5), (_MIDDLE, 66.5)),
    2: ((_MIDDLE, 17.5), (_MIDDLE, 42), (_MIDDLE, 66.5)),
    3: _CORNERS,
    4: (*_CORNERS, (_MIDDLE, 42)),
    5: (*_CORNERS, *_SIDES),
    6: (*_CORNERS, *_SIDES, (_MIDDLE, 29.8)),
    7: (*_CORNERS, *_SIDES, (_MIDDLE, 29.8), (_MIDDLE, 54.2)),
    8: (*_EIGHT, (_MIDDLE, 42)),
    9: (*_EIGHT, (_MIDDLE, 25.6), (_MIDDLE, 58.4)),
}
"""By rank, the centres of a card's pips; the ace and the courts have drawings of their own."""

_UPSIDE_DOWN = 'transform="rotate(180 30 42)"'


def fmt(number: float) -> str:
    """A coordinate: at most two decimals, the same text on every platform."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def use(name: str, x: float, y: float) -> str:
    """A drawing, put where its upper left corner goes."""
    return f'<use xlink:href="#{name}" x="{fmt(x)}" y="{fmt(y)}"/>'


def suit_mark(suit: str, x: float, y: float, scale: float, *, turned: bool = False) -> str:
    """A suit around a point, 10 units high at scale 1, in the colour of what it stands in."""
    rotate = " rotate(180)" if turned else ""
    return (
        f'<use xlink:href="#sc-suit-{suit}"'
        f' transform="translate({fmt(x)} {fmt(y)}) scale({fmt(scale)}){rotate}"/>'
    )


def suit_shape(suit: str) -> str:
    """The definition of a suit's shape, which `suit_mark` puts to use."""
    return f'<path id="sc-suit-{suit}" d="{_SUIT_PATHS[suit]}"/>'


def court_half(name: str) -> str:
    """The definition of half a court card's picture, by rank and colour: `K-red`."""
    rank, _, colour = name.partition("-")
    return f'<g id="sc-court-{name}">{court(rank, colour)}</g>'


def court_of(card: Card) -> str:
    """The name of a court card's picture; empty for other cards."""
    return f"{str(card)[0]}-{_colour(card)}" if card.code % 13 > 9 else ""


def _colour(card: Card) -> str:
    return "red" if card.is_red else "black"


def glyph(sign: str, x: float, y: float, height: float, ink: str, width: float = 2.3) -> str:
    """A rank or a digit by its upper left corner."""
    return (
        f'<path transform="translate({fmt(x)} {fmt(y)}) scale({fmt(height / 14)})"'
        f' d="{_GLYPHS[sign]}" fill="none" stroke="{ink}" stroke-width="{fmt(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def digits(number: int, x: float, y: float, height: float, ink: str) -> str:
    """A number around a point."""
    text = str(number)
    step = height * 0.93
    left = x - (step * len(text) - step + height * 0.71) / 2
    return "".join(
        glyph(sign, left + place * step, y - height / 2, height, ink, 2.1)
        for place, sign in enumerate(text)
    )


def paper(fill: str) -> str:
    """An empty card of a colour."""
    return (
        f'<rect x=".4" y=".4" width="{CARD_WIDTH - 0.8}" height="{CARD_HEIGHT - 0.8}"'
        f' rx="{RADIUS}" fill="{fill}" {_EDGE}/>'
    )


def face(card: Card) -> str:
    """The definition of a card's face, with the id `sc-` and the card's text.

    It puts the shape of its suit and, of a court card, the half picture to use.
    """
    text = str(card)
    rank, suit = text[0], text[1]
    ink = INKS[_colour(card)]
    index = glyph(rank, 4.4 if rank != "T" else 4.1, 5.2, 10, ink) + suit_mark(suit, 8, 21.6, 0.8)
    return (
        f'<g id="sc-{card}" fill="{ink}">{paper("#fffdf8")}<g id="sc-index-{card}">{index}</g>'
        f'<use xlink:href="#sc-index-{card}" {_UPSIDE_DOWN}/>{_middle(card, suit, ink)}</g>'
    )


def _middle(card: Card, suit: str, ink: str) -> str:
    rank = card.code % 13
    if rank == 0:
        return suit_mark(suit, _MIDDLE, 42, 2.7)
    if rank > 9:
        half = f'<use xlink:href="#sc-court-{court_of(card)}"'
        x, y = 17.6, 16.6
        return (
            f"{half}/>{half} {_UPSIDE_DOWN}/>{suit_mark(suit, x, y, 0.62)}"
            f"{suit_mark(suit, CARD_WIDTH - x, CARD_HEIGHT - y, 0.62, turned=True)}"
            f'<rect x="13.2" y="11" width="33.6" height="62" rx="2.5" fill="none"'
            f' stroke="{ink}" stroke-width=".9"/>'
        )
    return "".join(suit_mark(suit, x, y, _PIP_SCALE, turned=y > 42) for x, y in _PIPS[rank])


def back() -> str:
    """The definition of a card's back: a lattice in a frame."""
    left, top, right, bottom = 6, 6, CARD_WIDTH - 6, CARD_HEIGHT - 6
    lines = "".join(
        f"M{fmt(x1)} {fmt(y1)}L{fmt(x2)} {fmt(y2)}"
        for x1, y1, x2, y2 in _lattice(left, top, right, bottom, 8)
    )
    star = "M30 33.4L34.9 42L30 50.6L25.1 42Z"
    return (
        f'<g id="{BACK}">{paper("#fffdf8")}'
        '<rect x="3.6" y="3.6" width="52.8" height="76.8" rx="3" fill="#2b5a8c"/>'
        f'<path d="{lines}" fill="none" stroke="#8fb6dd" stroke-width=".75"/>'
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="1.2"'
        ' fill="none" stroke="#dcebfa" stroke-width=".9"/>'
        '<circle cx="30" cy="42" r="11.5" fill="#2b5a8c" stroke="#dcebfa" stroke-width=".9"/>'
        f'<path d="{star}" fill="#dcebfa"/></g>'
    )


def _lattice(
    left: float, top: float, right: float, bottom: float, step: float
) -> Iterable[tuple[float, float, float, float]]:
    """Diagonals of both directions inside a box, mirror images of each other."""
    width, height = right - left, bottom - top
    offset = step
    while offset < width + height:
        # Where x + y = offset enters the box, and where it leaves it.
        x1, x2 = max(0.0, offset - height), min(width, offset)
        yield left + x1, top + offset - x1, left + x2, top + offset - x2
        yield right - x1, top + offset - x1, right - x2, top + offset - x2
        offset += step
