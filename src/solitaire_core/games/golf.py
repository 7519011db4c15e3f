"""Golf: seven columns of five, only the last card of a column is free.

35 cards, all face up, dealt row by row; with the option `by_columns`, column by column. The
36th card starts the waste and 16 form the stock.

Three rules are in use for kings: strict, where nothing goes on a king (the default here and
the oldest); queens on kings (`strict=False`); and wrap, where ace and king are neighbours.
Its score is the number of cards left, less the stock cards left once the hole is cleared:
fewer is better. Its removed sets number 6**7 = 279,936.
"""

from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.scoring import GOLF_SCORE

__all__ = ["GOLF", "SEVEN_COLUMNS"]

# Place 7 * row + column.
SEVEN_COLUMNS = Layout(
    "seven columns",
    covered_by=[[place + 7] if place < 28 else [] for place in range(35)],
    spots=[(place // 7, float(place % 7)) for place in range(35)],
    by_columns=[5 * (place % 7) + place // 7 for place in range(35)],
)

GOLF = PeaksRules("golf", SEVEN_COLUMNS, strict=True, scoring=GOLF_SCORE)
