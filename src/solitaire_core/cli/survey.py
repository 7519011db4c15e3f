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

from solitaire_core.cli.any_game import ANY_GAME, GameChoice, takes_any_game
from solitaire_core.cli.charts import show_charts
from solitaire_core.cli.limits import takes_limits
from solitaire_core.cli.options import (
    GOLF_RULES,
    Command,
    json_option,
    numbering_option,
    with_rules,
)
from solitaire_core.cli.output import Screen, print_json, symbols_fit
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import deals_option, parse_range, threads_option
from solitaire_core.cli.scores import show_scores
from solitaire_core.deals import NUMBERINGS
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import GAMES_A_GRADE
from solitaire_core.score_survey import MOST_DEALS, MOST_GAMES, ScoreSurvey
from solitaire_core.score_survey import score_survey as run_scores
from solitaire_core.scoring import SCORINGS
from solitaire_core.solving import Limits
from solitaire_core.survey import Effort, Survey, processors
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
    arguments=(ANY_GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core survey tripeaks --deals 0:100000",
        "solitaire-core survey golf --rule wrap --deals 1:1000 --numbering ms --json",
        "solitaire-core survey tripeaks --deals 0:1000 --scores --scoring run10",
        "solitaire-core survey tripleharp --deals 0:100 --seconds 2",
    ),
)
@takes_any_game
@deals_option
@numbering_option
@threads_option
@takes_limits
@click.option(
    "--scores",
    is_flag=True,
    help="Peaks family: also find how the deals' scores are distributed (5 to 7 ms a deal of"
    " TriPeaks).",
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
    choice: GameChoice,
    deals: str,
    numbering: str | None,
    threads: int | None,
    limits: Limits,
    scores: bool,
    as_json: bool,
    **figures: Any,
) -> None:
    """Count the deals of a range that can be won.

    In the peaks family every deal is decided exactly, under each rule of the game: with and
    without wrap, or golf's three. --wrap, --no-wrap and --rule pick one of them. In the Klondike
    family each deal is searched within the limits, by default one CPU second; those that are
    not decided are counted as unknown, and the win rate is a band.

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
    if scores and not isinstance(choice.rules, PeaksRules):
        raise click.UsageError("--scores goes with the peaks family")
    threads = threads or processors()
    numbering = numbering or NUMBERINGS[0]
    settings = _settings(choice)
    found: list[Setting] = []
    with DealProgress(count * len(settings)) as progress:
        for name, rules in settings:
            started = time.perf_counter()
            options: dict[str, Any] = {
                "numbering": numbering,
                "threads": threads,
                "progress": progress.of(name or choice.name, count * len(found)),
            }
            scored = run_scores(rules, first, count, **options, **given) if scores else None
            outcome = scored.survey if scored else None
            if outcome is None:
                outcome = run(rules, first, count, limits=limits, **options)
            found.append(Setting(name, outcome, time.perf_counter() - started, scored))
    if as_json:
        results = [(setting.scores or setting.found).to_json() for setting in found]
        print_json({"game": choice.name, "results": results})
        return
    title = Text(f"{_title(choice)}, {numbering} deals {first}", "bold")
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
    elif found[0].found.effort is None:
        _show_turns(screen, found, ascii=ascii)


def _title(choice: GameChoice) -> str:
    """The game; of the Klondike family with its options, as it is surveyed under one rule."""
    if isinstance(choice.rules, PeaksRules):
        return f"{choice.name}{' by columns' if choice.by_columns else ''}"
    return rules_to_text(choice.rules)


def _settings(choice: GameChoice) -> list[tuple[str, Rules]]:
    """The rules to survey, by name."""
    game, by_columns = choice.name, choice.by_columns
    if game not in PEAKS_GAMES:
        return [("", choice.rules)]
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
    return [
        (name, rules)
        for name, rules in every.items()
        if not choice.is_asked or rules == choice.rules
    ]


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
    table.add_row(
        "  deals a second",
        *(_speed(setting) for setting in settings),
    )
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
    speed = setting.found.count / max(setting.seconds, 1e-9)
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def _show_turns(screen: Screen, settings: Sequence[Setting], *, ascii: bool) -> None:
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
