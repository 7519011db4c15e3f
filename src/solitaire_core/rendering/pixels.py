"""Positions as arrays of pixels: what films of games are made of.

The table is laid out as the SVG pictures lay it out, and drawn more plainly: a rank, a suit and a
large suit make a card. The pixels hold nothing of a card that is not seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.cards import Card
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.rendering.pixel_shapes import glyph, suit_mask
from solitaire_core.rendering.svg_peaks import draw_peaks
from solitaire_core.rendering.svg_piles import draw_piles
from solitaire_core.rendering.svg_scene import Scene, stack_shift
from solitaire_core.rendering.svg_shapes import CARD_HEIGHT, CARD_WIDTH, SUITS

__all__ = ["frame_size", "to_pixels"]

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

_FELT, _PLACE, _LIGHT, _DARK = (30, 107, 76), (26, 92, 66), (232, 245, 238), (15, 59, 41)
_PAPER, _EDGE, _RED, _BLACK = (255, 253, 247), (120, 130, 125), (193, 39, 45), (29, 39, 51)
_BACK, _LATTICE = (43, 91, 148), (122, 162, 207)
_MARGIN = 14
# Room below the deal of the Klondike family for a pile of so many more cards; a longer one
# makes everything smaller.
_MORE_CARDS, _STEP_UP = 8, 25


class _Table(Scene):
    """A scene that remembers what is drawn, until it is known how large."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: list[tuple[str, float, float, Any]] = []

    def card(self, card: Card, x: float, y: float, place: str) -> None:
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        self._drawn.append(("card", x, y, card.code if card.is_known else None))

    def stock(self, count: int, x: float, y: float) -> None:
        if not count:
            self.empty(x, y)
            return
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        shift = stack_shift(count)
        self._drawn.append(("card", x, y, None))
        self._drawn.append(("card", x - shift, y - shift, None))
        self.count(count, x + CARD_WIDTH / 2 - shift, y + CARD_HEIGHT / 2 - shift)

    def count(self, number: int, x: float, y: float) -> None:
        self._drawn.append(("count", x, y, number))

    def label(self, number: int, x: float, y: float) -> None:
        self._covers(x - 5, y - 5, 10, 10)
        self._drawn.append(("label", x, y, number))

    def empty(self, x: float, y: float, suit: str = "") -> None:
        self._covers(x, y, CARD_WIDTH, CARD_HEIGHT)
        self._drawn.append(("empty", x, y, suit))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, in units in which a card is 60 wide."""
        margins = 2 * _MARGIN
        return self._right - self._left + margins, self._bottom - self._top + margins

    def paint(self, width: int, height: int) -> Pixels:
        """The pixels, as large as they go in."""
        wide, high = self.size
        scale = min(width / wide, height / high)
        left = (width - wide * scale) / 2 + (_MARGIN - self._left) * scale
        top = (_MARGIN - self._top) * scale
        pixels = np.full((height, width, 3), _FELT, np.uint8)
        card_size = max(8, round(CARD_WIDTH * scale)), max(11, round(CARD_HEIGHT * scale))
        letter = max(7, round(9 * scale))
        for kind, x, y, what in self._drawn:
            at = round(left + x * scale), round(top + y * scale)
            if kind == "card":
                _put(pixels, _back(*card_size) if what is None else _face(what, *card_size), *at)
            elif kind == "empty":
                _put(pixels, _place(what, *card_size), *at)
            else:
                _write(pixels, str(what), *at, letter, plate=kind == "count")
        return pixels


def _put(pixels: Pixels, picture: Pixels, x: int, y: int) -> None:
    """Copy a picture to a place, without what lies outside."""
    height, width = picture.shape[:2]
    rows, columns = pixels.shape[:2]
    first_row, first = max(0, -y), max(0, -x)
    last_row, last = min(height, rows - y), min(width, columns - x)
    if first_row < last_row and first < last:
        part = picture[first_row:last_row, first:last]
        pixels[y + first_row : y + last_row, x + first : x + last] = part


def _ink(pixels: Pixels, mask: NDArray[np.float32], x: int, y: int, colour: Colour) -> None:
    """Lay a colour over what a mask covers, as thick as it says."""
    height, width = mask.shape
    under = pixels[max(0, y) : y + height, max(0, x) : x + width]
    if not under.size:
        return
    share = mask[: under.shape[0], : under.shape[1], None]
    under[:] = (under * (1 - share) + np.array(colour) * share + 0.5).astype(np.uint8)


def _write(pixels: Pixels, text: str, x: int, y: int, height: int, plate: bool) -> None:
    """Digits around a point, on a dark plate or on the cloth."""
    masks = [glyph(letter, height) for letter in text]
    gap = max(1, height // 7)
    width = sum(mask.shape[1] + gap for mask in masks) - gap
    left, top = x - width // 2, y - height // 2
    if plate:
        pad = max(2, height // 3)
        pixels[max(0, top - pad) : top + height + pad, max(0, left - pad) : left + width + pad] = (
            _DARK
        )
    for mask in masks:
        _ink(pixels, mask, left, top, _LIGHT)
        left += mask.shape[1] + gap


def _blank(width: int, height: int, fill: Colour, edge: Colour) -> Pixels:
    pixels = np.full((height, width, 3), edge, np.uint8)
    pixels[1:-1, 1:-1] = fill
    return pixels


@lru_cache(maxsize=512)
def _face(code: int, width: int, height: int) -> Pixels:
    """A card's face: rank and suit above, a large suit below."""
    pixels = _blank(width, height, _PAPER, _EDGE)
    card = Card(code)
    rank, suit = str(card)[0], str(card)[1]
    colour = _RED if card.is_red else _BLACK
    tall = max(5, round(height * 0.24))
    x = y = max(2, round(width * 0.08))
    for letter in "10" if rank == "T" else rank:
        mask = glyph(letter, tall, narrow=rank == "T")
        _ink(pixels, mask, x, y, colour)
        x += mask.shape[1] + max(1, width // 30)
    small, large = suit_mask(suit, tall), suit_mask(suit, round(width * 0.62))
    _ink(pixels, small, width - tall - y, y, colour)
    _ink(pixels, large, (width - len(large)) // 2, round(height * 0.4), colour)
    pixels.flags.writeable = False
    return pixels


@lru_cache(maxsize=8)
def _back(width: int, height: int) -> Pixels:
    """A card's back: a lattice within a white border."""
    pixels = _blank(width, height, _PAPER, _EDGE)
    border = max(2, width // 14)
    rows, columns = np.mgrid[0 : height - 2 * border, 0 : width - 2 * border]
    every = max(4, width // 7)
    lines = ((rows + columns) % every == 0) | ((rows - columns) % every == 0)
    inner = np.where(lines[:, :, None], np.array(_LATTICE), np.array(_BACK))
    pixels[border:-border, border:-border] = inner
    pixels.flags.writeable = False
    return pixels


@lru_cache(maxsize=32)
def _place(suit: str, width: int, height: int) -> Pixels:
    """A place without cards, with a suit if one belongs there."""
    pixels = _blank(width, height, _PLACE, (88, 146, 120))
    if suit in SUITS and suit:
        mask = suit_mask(suit, round(width * 0.5))
        _ink(pixels, mask * 0.6, (width - len(mask)) // 2, (height - len(mask)) // 2, _DARK)
    pixels.flags.writeable = False
    return pixels


def _table_of(game: PeaksGame | KlondikeGame) -> _Table:
    table = _Table()
    if isinstance(game, PeaksGame):
        draw_peaks(game.visible(), (), None, table)
    else:
        draw_piles(game.visible(), (), None, table)
    return table


def frame_size(game: PeaksGame | KlondikeGame, card_width: int = 40) -> tuple[int, int]:
    """Width and height in pixels for the pictures of a game that begins, all of one size."""
    width, height = _table_of(game).size
    if isinstance(game, KlondikeGame):
        height += _MORE_CARDS * _STEP_UP
    scale = card_width / CARD_WIDTH
    # Even numbers: codecs of films want them.
    return 2 * round(width * scale / 2), 2 * round(height * scale / 2)


def to_pixels(game: PeaksGame | KlondikeGame, size: tuple[int, int]) -> Pixels:
    """What a player sees, as rows of pixels of red, green and blue.

    Parameters
    ----------
    game : PeaksGame or KlondikeGame
        The position.
    size : (int, int)
        Width and height. The table is drawn as large as it goes in.

    Returns
    -------
    array of uint8 of the shape (height, width, 3)

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 7).start()
    >>> to_pixels(game, frame_size(game)).shape
    (236, 454, 3)
    """
    return _table_of(game).paint(*size)
