"""What `solitaire-core survey` shows: a column of figures for each setting, and turns as bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from solitaire_core.cli.charts import show_charts
from solitaire_core.cli.output import Screen
from solitaire_core.score_survey import ScoreSurvey
from solitaire_core.survey import Effort, Survey

__all__ = ["Setting", "figures", "show_turns"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One rule of a game, what was found under it, and in how many seconds on the clock.

    The seconds are None where part of it had been found before.
    """

    name: str
    found: Survey
    seconds: float | None
    scores: ScoreSurvey | None = None


def figures(settings: Sequence[Setting]) -> Table:
    """The figures, one column for each setting."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    for _ in settings:
        table.add_column(justify="right", no_wrap=True)
    found = [setting.found for setting in settings]
    # As many digits as the interval is worth.
    half = min(100 * (survey.high - survey.low) / 2 for survey in found)
    digits = max(1, min(6, 1 - math.floor(math.log10(half)))) if half > 0 else 6
    if any(setting.name for setting in settings):
        table.add_row("", *(Text(setting.name, "bold") for setting in settings))
    table.add_row("  deals", *(f"{survey.count:,}" for survey in found))
    table.add_row("  winnable", *(f"{survey.winnable:,}" for survey in found))
    table.add_row("  unwinnable", *(f"{survey.unwinnable:,}" for survey in found))
    if any(survey.unknown for survey in found):
        table.add_row("  unknown", *(f"{survey.unknown:,}" for survey in found))
        for reason, count in found[0].effort.reasons.items() if found[0].effort else ():
            if count:
                table.add_row(f"    by {reason}", f"{count:,}")
    table.add_row("  win rate", *(Text(_rate(survey, digits), "bold") for survey in found))
    table.add_row(
        "  95 % interval",
        *(f"{100 * survey.low:.{digits}f} to {100 * survey.high:.{digits}f} %" for survey in found),
    )
    if all(setting.seconds is not None for setting in settings):
        table.add_row("  deals a second", *(_speed(setting) for setting in settings))
    efforts = [survey.effort for survey in found if survey.effort is not None]
    if efforts:
        table.add_row("  median seconds", *(_median(e.median_seconds, ".3g") for e in efforts))
        table.add_row("  median moves", *(_median(e.median_moves, ",.0f") for e in efforts))
        table.add_row("  limits", *(_limits(effort) for effort in efforts))
    return table


def _rate(survey: Survey, digits: int) -> str:
    """The win rate; a band where deals are unknown."""
    rate = f"{100 * survey.rate:.{digits}f}"
    if survey.unknown:
        rate += f" to {100 * survey.rate_if_unknown_won:.{digits}f}"
    return f"{rate} %"


def _median(value: float | None, form: str) -> str:
    return "none" if value is None else format(value, form)


def _limits(effort: Effort) -> str:
    """The limits of a deal, as words."""
    limits = []
    for name, limit in (("seconds", effort.seconds), ("nodes", effort.nodes)):
        if limit is not None:
            limits.append(f"{limit:,} {name}")
    limits.append(f"{effort.memory // 2**20:,} MB")
    return ", ".join(limits)


def _speed(setting: Setting) -> str:
    speed = setting.found.count / max(setting.seconds or 0, 1e-9)
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def show_turns(screen: Screen, settings: Sequence[Setting], *, ascii: bool) -> None:
    """Draw how many stock turns the deals take."""
    charts = [(setting.name, setting.found.fewest_turns or ()) for setting in settings]
    turns = [t for t in range(len(charts[0][1])) if any(tally[t] for _, tally in charts)]
    screen.show("", "  fewest stock turns of the winnable deals")
    if not turns:
        screen.show("", "  none can be won")
        return
    rows = range(turns[0], turns[-1] + 1)
    show_charts(
        screen,
        "turns",
        [str(t) for t in rows],
        [(name, [tally[t] for t in rows]) for name, tally in charts],
        ascii=ascii,
    )
