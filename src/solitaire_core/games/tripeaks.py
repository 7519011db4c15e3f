"""TriPeaks: three peaks of ten cards that share their bottom row.

28 cards: 0-2 the tips left to right, 3-8 the second row, 9-17 the third, 18-27 the bottom
row. Tip p lies under 3+2p and 4+2p; second-row card 3+j under 9+3*(j//2)+(j%2) and the next
one; third-row card 9+k under 18+k and 19+k. Third-row triples belong to one peak each; the
bottom cards 21 and 24 are shared by two peaks. The upper 18 are face down until uncovered.
Card 28 starts the waste, 29-51 are the stock.

The game is Robert Hogue's (1989); with `wrap` (the default here) ace and king are
neighbours. Its removed sets number 22,932, joined by 119,364 steps.
"""

from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules

__all__ = ["THREE_PEAKS", "TRIPEAKS"]

THREE_PEAKS = Layout(
    "three peaks",
    covered_by=[
        *([3 + 2 * p, 4 + 2 * p] for p in range(3)),
        *([9 + 3 * (j // 2) + j % 2, 10 + 3 * (j // 2) + j % 2] for j in range(6)),
        *([18 + k, 19 + k] for k in range(9)),
        *([] for _ in range(10)),
    ],
    face_down=range(18),
    spots=[
        *((0, 1.5 + 3 * p) for p in range(3)),
        *((1, 1.0 + 3 * (j // 2) + j % 2) for j in range(6)),
        *((2, 0.5 + k) for k in range(9)),
        *((3, float(b)) for b in range(10)),
    ],
)

TRIPEAKS = PeaksRules("tripeaks", THREE_PEAKS, wrap=True)
