"""`solitaire-core survey`: win rates over a range of deals."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from solitaire_core.cli.charts import show_charts
from solitaire_core.cli.options import (
    GAME,
    GOLF_RULES,
    Command,
    game_options,
    json_option,
    numbering_option,
    with_rules,
)
from solitaire_core.cli.output import Screen, print_json, symbols_fit
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import deals_option, parse_range, threads_option
from solitaire_core.cli.scores import show_scores
from solitaire_core.deals import NUMBERINGS
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import GAMES_A_GRADE
from solitaire_core.score_survey import MOST_DEALS, MOST_GAMES, ScoreSurvey
from solitaire_core.score_survey import score_survey as run_scores
from solitaire_core.scoring import SCORINGS
from solitaire_core.survey import Survey, processors
from solitaire_core.survey import survey as run

__all__ = ["survey"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One rule of a game, and what was found under it."""

    name: str
    found: Survey
    seconds: float
    scores: ScoreSurvey | None = None


@click.command(
    cls=Command,
    arguments=(GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core survey tripeaks --deals 0:100000",
        "solitaire-core survey golf --rule wrap --deals 1:1000 --numbering ms --json",
        "solitaire-core survey tripeaks --deals 0:1000 --scores --scoring run10",
    ),
)
@game_options
@deals_option
@numbering_option
@threads_option
@click.option(
    "--scores",
    is_flag=True,
    help="Also find how the deals' scores are distributed: 5 to 7 ms a deal of TriPeaks.",
)
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    help="For --scores: the scoring system.  [default: the game's]",
)
@click.option(
    "--games",
    type=click.IntRange(0, MOST_GAMES),
    metavar="N",
    help="For --scores: games of the casual player for each deal; 0 leaves them out."
    f"  [default: {GAMES_A_GRADE}]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="For --scores: the same seed gives the same games.  [default: 0]",
)
@json_option
def survey(
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    deals: str,
    numbering: str | None,
    threads: int | None,
    scores: bool,
    as_json: bool,
    **figures: Any,
) -> None:
    """Count the deals of a range that can be won.

    Every deal is decided exactly, under each rule of the game: with and without wrap, or
    golf's three. --wrap, --no-wrap and --rule pick one of them.

    With --scores, each deal's worst and best score of the lines that clear, the best score
    at any moment of any line, and the mean score of a casual player, who sees only face-up
    cards; and how often the line with the best score does not clear.
    """
    given = {name: value for name, value in figures.items() if value is not None}
    if given and not scores:
        raise click.UsageError(f"--{min(given)} goes with --scores")
    first, count = parse_range(deals)
    if scores and count > MOST_DEALS:
        raise click.UsageError(f"--scores takes {MOST_DEALS:,} deals at most, not {count:,}")
    threads = threads or processors()
    numbering = numbering or NUMBERINGS[0]
    settings = _settings(game, wrap, rule, by_columns)
    found: list[Setting] = []
    with DealProgress(count * len(settings)) as progress:
        for name, rules in settings:
            started = time.perf_counter()
            options: dict[str, Any] = {
                "numbering": numbering,
                "threads": threads,
                "progress": progress.of(name, count * len(found)),
            }
            scored = run_scores(rules, first, count, **options, **given) if scores else None
            outcome = scored.survey if scored else run(rules, first, count, **options)
            found.append(Setting(name, outcome, time.perf_counter() - started, scored))
    if as_json:
        results = [(setting.scores or setting.found).to_json() for setting in found]
        print_json({"game": game, "results": results})
        return
    title = Text(f"{game}{' by columns' if by_columns else ''}, {numbering} deals {first}", "bold")
    if count > 1:
        title.append(f" to {first + count - 1}")
    if found[0].scores is not None:
        title.append(f", {found[0].scores.scoring} scores")
    title.append(f"  ({threads} thread{'' if threads == 1 else 's'})", "dim")
    screen = Screen()
    screen.show(title, "", _figures(found))
    ascii = not symbols_fit()
    if scores:
        show_scores(
            screen, [(each.name, each.scores) for each in found if each.scores], ascii=ascii
        )
    else:
        _show_turns(screen, found, ascii=ascii)


def _settings(
    game: str, wrap: bool | None, rule: str | None, by_columns: bool
) -> list[tuple[str, PeaksRules]]:
    """The rules to survey, by name."""
    chosen = with_rules(game, wrap, rule, by_columns)
    is_golf = PEAKS_GAMES[game].strict
    if is_golf:
        every = {
            name.replace("-", " "): with_rules(game, None, name, by_columns) for name in GOLF_RULES
        }
    else:
        every = {
            "wrap": with_rules(game, True, None, by_columns),
            "no wrap": with_rules(game, False, None, by_columns),
        }
    asked = wrap is not None or rule is not None
    return [(name, rules) for name, rules in every.items() if not asked or rules == chosen]


def _figures(settings: Sequence[Setting]) -> Table:
    """The figures, one column for each setting."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    for _ in settings:
        table.add_column(justify="right", no_wrap=True)
    found = [setting.found for setting in settings]
    # As many digits as the interval is worth.
    half = min(100 * (survey.high - survey.low) / 2 for survey in found)
    digits = max(1, min(6, 1 - math.floor(math.log10(half)))) if half > 0 else 6
    table.add_row("", *(Text(setting.name, "bold") for setting in settings))
    table.add_row("  deals", *(f"{survey.count:,}" for survey in found))
    table.add_row("  winnable", *(f"{survey.winnable:,}" for survey in found))
    table.add_row("  unwinnable", *(f"{survey.unwinnable:,}" for survey in found))
    if any(survey.unknown for survey in found):
        table.add_row("  unknown", *(f"{survey.unknown:,}" for survey in found))
    table.add_row(
        "  win rate", *(Text(f"{100 * survey.rate:.{digits}f} %", "bold") for survey in found)
    )
    table.add_row(
        "  95 % interval",
        *(f"{100 * survey.low:.{digits}f} to {100 * survey.high:.{digits}f} %" for survey in found),
    )
    table.add_row(
        "  deals a second",
        *(_speed(setting) for setting in settings),
    )
    return table


def _speed(setting: Setting) -> str:
    speed = setting.found.count / max(setting.seconds, 1e-9)
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def _show_turns(screen: Screen, settings: Sequence[Setting], *, ascii: bool) -> None:
    """Draw how many stock turns the deals take."""
    charts = [(setting.name, setting.found.fewest_turns) for setting in settings]
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
