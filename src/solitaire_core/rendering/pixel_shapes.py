"""Letters and suits as masks: how much of each pixel is covered, from 0 to 1."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["glyph", "suit_mask"]

Mask = NDArray[np.float32]

# Letters of our own, five pixels wide and seven high.
_LETTERS = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": "####. ....# ....# .###. ....# ....# ####.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
    "A": "..#.. .#.#. .#.#. #...# ##### #...# #...#",
    "J": "..### ...#. ...#. ...#. ...#. #..#. .##..",
    "Q": ".###. #...# #...# #...# #.#.# #..#. .##.#",
    "K": "#...# #..#. #.#.. ##... #.#.. #..#. #...#",
}
# So many points to each side of a pixel are looked at.
_FINE = 4


@lru_cache(maxsize=256)
def glyph(letter: str, height: int, narrow: bool = False) -> Mask:
    """A digit or the letter of a rank; a narrow one is two thirds as wide."""
    cells = np.array([[c == "#" for c in row] for row in _LETTERS[letter].split()], np.float32)
    width = max(3, round(height * (5 / 7) * (2 / 3 if narrow else 1)))
    rows = (np.arange(height * _FINE) + 0.5) * 7 / (height * _FINE)
    columns = (np.arange(width * _FINE) + 0.5) * 5 / (width * _FINE)
    return _averaged(cells[rows.astype(int)][:, columns.astype(int)])


@lru_cache(maxsize=64)
def suit_mask(suit: str, size: int) -> Mask:
    """One of the suits C D H S in a square."""
    size = max(3, size)
    at = (np.arange(size * _FINE) + 0.5) * 2 / (size * _FINE) - 1
    x, y = at[None, :], at[:, None]
    stem = (y > 0.2) & (y < 0.95) & (np.abs(x) < 0.06 + 0.3 * np.clip(y - 0.35, 0, 1) ** 1.5)
    if suit == "D":
        inside = np.abs(x) / 0.78 + np.abs(y) < 0.97
    elif suit == "H":
        inside = _heart(x, y)
    elif suit == "S":
        inside = _heart(x, -y - 0.2) | stem
    else:
        leaves = [(0.0, -0.48), (-0.5, 0.2), (0.5, 0.2)]
        inside = stem | (np.hypot(x, y) < 0.2)
        for a, b in leaves:
            inside = inside | (np.hypot(x - a, y - b) < 0.42)
    return _averaged(inside.astype(np.float32))


def _heart(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    a, b = 1.2 * x, 0.12 - 1.15 * y
    inside: NDArray[np.bool_] = (a * a + b * b - 1) ** 3 - a * a * b**3 < 0
    return inside


def _averaged(fine: Mask) -> Mask:
    """The mean of the points of each pixel."""
    height, width = fine.shape[0] // _FINE, fine.shape[1] // _FINE
    mean: Mask = fine.reshape(height, _FINE, width, _FINE).mean(axis=(1, 3), dtype=np.float32)
    return mean
