"""Four peaks: three peaks and one more, sharing a bottom row of thirteen.

Ours in shape, by the pattern of TriPeaks: 37 cards, 0-3 the tips left to right, 4-11 the
second row, 12-23 the third, 24-36 the bottom row. Tip p lies under 4+2p and 5+2p;
second-row card 4+j under 12+3*(j//2)+(j%2) and the next one; third-row card 12+k under 24+k
and 25+k. The upper 24 are face down until uncovered; one card starts the waste and only 14
form the stock. Ace and king are neighbours by default. Its removed sets number 536,648.
"""

from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules

__all__ = ["FOUR_PEAKS", "FOUR_PEAKS_LAYOUT"]

FOUR_PEAKS_LAYOUT = Layout(
    "four peaks",
    covered_by=[
        *([4 + 2 * p, 5 + 2 * p] for p in range(4)),
        *([12 + 3 * (j // 2) + j % 2, 13 + 3 * (j // 2) + j % 2] for j in range(8)),
        *([24 + k, 25 + k] for k in range(12)),
        *([] for _ in range(13)),
    ],
    face_down=range(24),
    spots=[
        *((0, 1.5 + 3 * p) for p in range(4)),
        *((1, 1.0 + 3 * (j // 2) + j % 2) for j in range(8)),
        *((2, 0.5 + k) for k in range(12)),
        *((3, float(b)) for b in range(13)),
    ],
)

FOUR_PEAKS = PeaksRules("four-peaks", FOUR_PEAKS_LAYOUT, wrap=True)
