"""A picture of a survey: its charts, and below them what, how many, when and with what."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Sequence
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from solitaire_core.files import replacing
from solitaire_core.game import rules_to_text
from solitaire_core.results.extras import needed
from solitaire_core.results.plots import (
    Plotted,
    draw_fewest_turns,
    draw_moves,
    draw_scores,
    draw_seconds,
    draw_win_rate,
)

__all__ = ["PICTURES", "Plotted", "draw_survey", "picture_format", "save_figure"]

PICTURES = (".png", ".svg", ".pdf")
"""The formats of pictures, as names of files end."""

_HEIGHT, _RATE_HEIGHT = 4.3, 2.2
"""Inches of a chart, and of one of several win rates."""

_STYLE = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "0.9",
    "svg.fonttype": "none",
}


def draw_survey(
    plotted: Plotted | Sequence[Plotted],
    *,
    title: str | None = None,
    date: datetime.date | None = None,
) -> Any:
    """Draw surveys of one game side by side.

    Parameters
    ----------
    plotted : Plotted or sequence of Plotted
        The surveys, of one range of deals.
    title : str, optional
        What stands above; by default the game.
    date : date, optional
        What the caption names; by default today.

    Returns
    -------
    matplotlib.figure.Figure
        The win rate over the range with its interval; and the fewest turns and the scores, or
        the times and the lengths of the lines, whatever the surveys have.

    Raises
    ------
    ValueError
        If there is nothing to draw, or the surveys do not go together.
    ImportError
        If the extra `plot` is not installed.
    """
    every = [plotted] if isinstance(plotted, Plotted) else list(plotted)
    if not every or not all(one.survey.count for one in every):
        raise ValueError("there are no deals to draw")
    kinds = {one.survey.effort is None for one in every}
    places = {(one.survey.numbering, one.survey.first, one.survey.count) for one in every}
    if len(kinds) > 1 or len(places) > 1:
        raise ValueError("surveys of one family and one range are drawn together")
    matplotlib = needed("matplotlib", "plot", "pictures")
    figures = needed("matplotlib.figure", "plot", "pictures")
    charts: list[Callable[[Any], None]] = [
        functools.partial(draw, plotted=every)
        for draw in ((draw_fewest_turns,) if kinds == {True} else (draw_seconds, draw_moves))
    ]
    charts += [functools.partial(draw_scores, one=one) for one in every if one.scores is not None]
    with matplotlib.rc_context(_STYLE):
        # The win rates come first; they take the whole width where that leaves no place empty.
        wide = len(charts) % 2 == 0
        rows = -(-(len(charts) + 1) // 2)
        tall = max(_HEIGHT, _RATE_HEIGHT * len(every))
        heights = [tall] + [_HEIGHT] * (rows - 1)
        # No pyplot: a figure of its own needs no display, and no other thread sees it.
        figure = figures.Figure(figsize=(11, sum(heights) + 0.9), layout="constrained")
        grid = figure.add_gridspec(rows, 2, height_ratios=heights)
        _draw_win_rates(figure, grid[0, :] if wide else grid[0, 0], every)
        for place, chart in enumerate(charts, 2 if wide else 1):
            chart(figure.add_subplot(grid[place // 2, place % 2]))
        figure.suptitle(
            title or every[0].survey.rules.name, x=0.012, ha="left", fontsize=14, fontweight="bold"
        )
        figure.supxlabel(_caption(every, date), x=0.012, ha="left", fontsize=8.5, color="0.3")
    return figure


def _draw_win_rates(figure: Any, place: Any, plotted: Sequence[Plotted]) -> None:
    """Draw each survey's win rate on axes of its own, so that its interval can be seen."""
    above = None
    for at, (one, part) in enumerate(zip(plotted, place.subgridspec(len(plotted), 1), strict=True)):
        axes = figure.add_subplot(part, sharex=above)
        draw_win_rate(axes, [one], first_colour=at)
        if above is not None:
            axes.set_title("")
        if one is not plotted[-1]:
            axes.set_xlabel("")
            axes.tick_params(labelbottom=False)
        above = axes


def save_figure(figure: Any, path: str | PathLike[str]) -> None:
    """Write a picture aside, and put it in its place when it is whole.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The picture.
    path : str or path
        The file; its name ends in `.png`, `.svg` or `.pdf`.

    Raises
    ------
    ValueError
        If there is no such format.
    OSError
        If it cannot be written.
    """
    target = Path(path)
    kind = picture_format(target)
    with replacing(target) as file:
        figure.savefig(file, format=kind, dpi=150)


def picture_format(path: Path) -> str:
    """The format of a picture by its name.

    Raises
    ------
    ValueError
        If there is none of that name.
    ImportError
        If the extra `plot` is not installed.
    """
    suffix = path.suffix.lower()
    if suffix not in PICTURES:
        raise ValueError(f"{path}: the name of a picture ends in {', '.join(PICTURES)}")
    needed("matplotlib", "plot", "pictures")
    return suffix[1:]


def _caption(plotted: Sequence[Plotted], date: datetime.date | None) -> str:
    survey = plotted[0].survey
    last = survey.first + survey.count - 1
    deals = f"{survey.numbering} deals {survey.first} to {last} (n = {survey.count:,})"
    rules = "; ".join(dict.fromkeys(rules_to_text(one.survey.rules) for one in plotted))
    words = [f"{rules}.", f"{deals}{'' if len(plotted) == 1 else ' each'}."]
    if survey.effort is not None:
        words.append(f"{_limits(survey.effort)}; unknown deals: {survey.unknown:,}.")
    else:
        words.append("Every deal decided exactly.")
    words.append(
        "Interval: Wilson, 95 %, at each point by itself"
        + (", from unknown = lost to unknown = won." if survey.unknown else ".")
    )
    day = (date or datetime.date.today()).isoformat()
    words.append(f"solitaire-core {version('solitaire-core')}, {day}.")
    return f"{' '.join(words[:2])}\n{' '.join(words[2:])}"


def _limits(effort: Any) -> str:
    limits = [f"{effort.memory // 2**20:,} MB"]
    if effort.nodes is not None:
        limits.insert(0, f"{effort.nodes:,} nodes")
    if effort.seconds is not None:
        limits.insert(0, f"{effort.seconds:g} CPU s")
    return f"Limits of a deal: {', '.join(limits)}"
