"""What surveys found, as files that other programs read, and as pictures.

A survey with `out=` writes JSON lines; here they are read back, whole or piece by piece, and
turned into tables: JSON lines, CSV, or Parquet (extra `arrow`). The pictures need the extra
`plot`.
"""

from solitaire_core.results.deals import DealResult, read_deals, write_deals
from solitaire_core.results.picture import Plotted, draw_survey, save_figure
from solitaire_core.results.plots import (
    draw_fewest_turns,
    draw_moves,
    draw_scores,
    draw_seconds,
    draw_win_rate,
)
from solitaire_core.results.surveys import (
    read_piece_table,
    read_pieces,
    read_survey,
    write_pieces,
)

__all__ = [
    "DealResult",
    "Plotted",
    "draw_fewest_turns",
    "draw_moves",
    "draw_scores",
    "draw_seconds",
    "draw_survey",
    "draw_win_rate",
    "read_deals",
    "read_piece_table",
    "read_pieces",
    "read_survey",
    "save_figure",
    "write_deals",
    "write_pieces",
]
