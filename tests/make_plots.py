"""Draw the plot of the documents anew: `python make_plots.py` (extra `plot`).

A survey of the sc1 deals 0 to 99,999 of TriPeaks, with the wrap and without it. The same picture,
but for the date in its caption, comes from

    solitaire-core survey tripeaks --deals 0:100000 --plot win-rate.svg
"""

import datetime
import os
import tempfile
from pathlib import Path

import matplotlib

import solitaire_core as sc
from solitaire_core.results import Plotted, draw_survey, save_figure

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "win-rate.svg"
DEALS = 100_000
DATE = datetime.date(2026, 12, 1)
MOMENT = "1796083200"  # that day, for matplotlib


def draw(path, deals=DEALS, threads=None):
    """Draw the picture into a file."""
    plotted = []
    with tempfile.TemporaryDirectory() as folder:
        for name, wrap in (("wrap", True), ("no wrap", False)):
            out = Path(folder, f"{name}.jsonl")
            # Pieces of one size, so that the points of the line are the same on every machine.
            sc.survey("tripeaks", 0, deals, wrap=wrap, out=out, chunk=1000, threads=threads)
            plotted.append(Plotted.of_file(out, name))
    # Names inside the file that are made from its content, and the same moment in it every time.
    os.environ.setdefault("SOURCE_DATE_EPOCH", MOMENT)
    with matplotlib.rc_context({"svg.hashsalt": "win-rate"}):
        figure = draw_survey(plotted, title="TriPeaks", date=DATE)
        save_figure(figure, path)


if __name__ == "__main__":
    draw(PICTURE)
    print(PICTURE)
