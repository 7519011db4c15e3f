"""What `solitaire-core survey --scores` shows: figures and charts of scores."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from solitaire_core.cli.charts import show_charts
from solitaire_core.cli.output import Screen
from solitaire_core.distributions import QUANTILES, Bins, Distribution
from solitaire_core.score_survey import ScoreSurvey
from solitaire_core.survey import wilson_interval

__all__ = ["show_scores"]

_MOST_BARS = 12

_HEADS = {
    "worst_clear": "worst clear",
    "casual_mean": "casual mean",
    "best_clear": "best clear",
    "best": "best of any",
}


def show_scores(
    screen: Screen, settings: Sequence[tuple[str, ScoreSurvey]], *, ascii: bool
) -> None:
    """Show the figures of each setting, then a chart of each figure for all settings.

    Parameters
    ----------
    screen : Screen
        Where they are shown.
    settings : sequence of (str, ScoreSurvey)
        What was found under each rule of one game, with one scoring system; at least one deal.
    ascii : bool
        Whether to draw with ASCII characters alone.
    """
    found = [
        (name, survey, {figure: survey.distribution(figure) for figure in survey.figures})
        for name, survey in settings
    ]
    for name, survey, distributions in found:
        screen.show("", _figures(name, distributions), "", _not_clearing(survey))
    for figure in settings[0][1].figures:
        measured = [distributions[figure] for _, _, distributions in found]
        known = [one for one in measured if one.count]
        screen.show("", Text(f"  {_title(figure, settings[0][1])}", "bold"))
        if not known:
            screen.show("", "  none can be won")
            continue
        bins = Bins.over(min(one.min for one in known), max(one.max for one in known), _MOST_BARS)
        show_charts(
            screen,
            "from",
            [f"{end:,}" for end in bins.lower_ends],
            [(name, bins.count(survey.values(figure))) for name, survey in settings],
            ascii=ascii,
        )


def _title(figure: str, survey: ScoreSurvey) -> str:
    games = f"{survey.games:,} game{'' if survey.games == 1 else 's'}"
    return {
        "worst_clear": "the worst score of the lines that clear, by deals",
        "casual_mean": f"a casual player's mean score in {games}, by deals",
        "best_clear": "the best score of the lines that clear, by deals",
        "best": "the best score at any moment of any line, by deals",
    }[figure]


def _figures(name: str, distributions: dict[str, Distribution]) -> Table:
    """The figures of a setting, one column for each."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True, min_width=len("  standard error"))
    for _ in distributions:
        table.add_column(justify="right", no_wrap=True, min_width=max(map(len, _HEADS.values())))
    table.add_row(Text(f"  {name}", "bold"), *(_HEADS[figure] for figure in distributions))
    columns = [_column(figure, found) for figure, found in distributions.items()]
    for label, *cells in zip(_ROWS, *columns, strict=True):
        style = "bold" if label == "mean" else ""
        table.add_row(f"  {label}", *(Text(cell, style) for cell in cells))
    return table


_ROWS = (
    "deals",
    "mean",
    "standard error",
    "deviation",
    "lowest",
    *("median" if percent == 50 else f"{percent} % below" for percent in QUANTILES),
    "highest",
)


def _column(figure: str, found: Distribution) -> list[str]:
    """The cells of one figure, as `_ROWS` has them."""
    # As many digits as the standard error is worth: two of its own.
    digits = 2 if figure == "casual_mean" else 0
    if found.mean_error > 0:
        digits = max(0, min(6, 1 - math.floor(math.log10(found.mean_error))))
    # Scores are whole numbers; what lies between two of them is worth no digit.
    places = digits if figure == "casual_mean" else 0
    order = (found.min, *found.quantiles, found.max)
    return [
        f"{found.count:,}",
        *(_number(value, digits) for value in (found.mean, found.mean_error)),
        _number(found.standard_deviation, digits),
        *(_number(value, places) for value in order),
    ]


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:z,.{digits}f}"


def _not_clearing(survey: ScoreSurvey) -> Text:
    """How often the line with the best score does not clear."""
    count, winnable = survey.best_does_not_clear, survey.survey.winnable
    text = Text("  the best line does not clear: ")
    if not winnable:
        return text.append("no deal can be won")
    low, high = (100 * end for end in wilson_interval(count, winnable))
    digits = max(1, min(6, 1 - math.floor(math.log10((high - low) / 2))))
    text.append(f"{100 * count / winnable:.{digits}f} %", "bold")
    text.append(f" of the winnable deals ({low:.{digits}f} to {high:.{digits}f} %)")
    return text
