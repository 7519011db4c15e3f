"""One peak: a pyramid of 28 cards in seven rows, every card under two of the next row.

Ours in shape: row r (0 to 6) has r+1 cards, and the card at column c of a row lies under
the cards at columns c and c+1 of the next. The upper 21 cards are face down until
uncovered; one card starts the waste and 23 form the stock. Ace and king are neighbours by
default. Its removed sets number 1,430 (the eighth Catalan number).
"""

from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules

__all__ = ["ONE_PEAK", "PYRAMID"]

# Place of (row, column): row * (row + 1) / 2 + column.
_SPOTS = [(row, column) for row in range(7) for column in range(row + 1)]

PYRAMID = Layout(
    "pyramid of seven rows",
    covered_by=[
        [place + row + 1, place + row + 2] if row < 6 else []
        for place, (row, _) in enumerate(_SPOTS)
    ],
    face_down=range(21),
    spots=[(row, (6 - row) / 2 + column) for row, column in _SPOTS],
)

ONE_PEAK = PeaksRules("one-peak", PYRAMID, wrap=True)
