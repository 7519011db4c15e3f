"""Bar charts on the screen, side by side if there is room for it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from solitaire_core.cli.output import Screen
from solitaire_core.rendering import bar

__all__ = ["show_charts"]

_WIDTH = 80
_SHORTEST_BAR = 8
_LONGEST_BAR = 28


def show_charts(
    screen: Screen,
    head: str,
    labels: Sequence[str],
    charts: Sequence[tuple[str, Sequence[int]]],
    *,
    ascii: bool,
) -> None:
    """Draw counts as bars, all to one scale; charts that are too wide stand one under the other.

    Parameters
    ----------
    screen : Screen
        Where they are drawn.
    head : str
        What stands above the labels.
    labels : sequence of str
        A label for each bar of a chart.
    charts : sequence of (str, sequence of int)
        The charts: a name, and a count for each label; not all of them 0.
    ascii : bool
        Whether to draw with `#` and no block elements.
    """
    most = max(max(counts) for _, counts in charts)
    digits = len(f"{most:,}")
    left = 2 + max(len(head), *map(len, labels))
    # Beside each bar: two blanks, its count, and one blank.
    room = (_WIDTH - left) // len(charts) - digits - 3
    if room >= _SHORTEST_BAR or len(charts) == 1:
        groups = [charts]
    else:
        groups = [[chart] for chart in charts]
        room = _LONGEST_BAR
    width = min(room, _LONGEST_BAR)
    for group in groups:
        header = Text(f"{head:>{left}}")
        for name, _ in group:
            header.append(" " * (digits + 3))
            header.append(f"{name:{width}}", "bold")
        lines = [header]
        for row, label in enumerate(labels):
            line = Text(f"{label:>{left}}")
            for _, counts in group:
                line.append(f"  {counts[row]:{digits},} ")
                drawn = bar(counts[row], most, width, ascii=ascii)
                line.append(f"{drawn:{width}}", "cyan")
            lines.append(line)
        for line in lines:
            line.rstrip()
        screen.show("", *lines)
