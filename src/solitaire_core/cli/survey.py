"""`solitaire-core survey`: win rates over a range of deals."""

from __future__ import annotations

import functools
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

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
from solitaire_core.deals import NUMBERINGS, parse_number
from solitaire_core.games import GAMES
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.rendering import bar
from solitaire_core.survey import Survey, processors
from solitaire_core.survey import survey as run

__all__ = ["survey"]

_WIDTH = 80
_SHORTEST_BAR = 8
_LONGEST_BAR = 28


@dataclass(frozen=True, slots=True)
class Setting:
    """One rule of a game, and what was found under it."""

    name: str
    found: Survey
    seconds: float


@click.command(
    cls=Command,
    arguments=(GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core survey tripeaks --deals 0:100000",
        "solitaire-core survey golf --rule wrap --deals 1:1000 --numbering ms --json",
    ),
)
@game_options
@click.option(
    "--deals", required=True, metavar="A:B", help="The deals from A up to B, without B itself."
)
@numbering_option
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Threads to work with.  [default: one for each processor]",
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
    as_json: bool,
) -> None:
    """Count the deals of a range that can be won.

    Every deal is decided exactly, under each rule of the game: with and without wrap, or
    golf's three. --wrap, --no-wrap and --rule pick one of them.
    """
    first, count = _range(deals)
    threads = threads or processors()
    numbering = numbering or NUMBERINGS[0]
    settings = _settings(game, wrap, rule, by_columns)
    found: list[Setting] = []
    with _Progress(count * len(settings)) as progress:
        for name, rules in settings:
            started = time.perf_counter()
            result = run(
                rules,
                first,
                count,
                numbering=numbering,
                threads=threads,
                progress=progress.of(name, count * len(found)),
            )
            found.append(Setting(name, result, time.perf_counter() - started))
    if as_json:
        print_json({"game": game, "results": [setting.found.to_json() for setting in found]})
        return
    title = Text(f"{game}{' by columns' if by_columns else ''}, {numbering} deals {first}", "bold")
    if count > 1:
        title.append(f" to {first + count - 1}")
    title.append(f"  ({threads} thread{'' if threads == 1 else 's'})", "dim")
    screen = Screen()
    screen.show(title, "", _figures(found), "")
    _show_turns(screen, found, ascii=not symbols_fit())


def _range(text: str) -> tuple[int, int]:
    """The first deal and the number of deals of a range `A:B`."""
    start, colon, end = text.partition(":")
    if not colon:
        raise click.UsageError(f"--deals is a range A:B, such as 0:1000, not {text[:40]!r}")
    try:
        first, stop = parse_number(start), parse_number(end)
    except ValueError as error:
        raise click.UsageError(f"--deals is a range A:B, such as 0:1000: {error}") from None
    if first >= stop:
        raise click.UsageError(f"--deals {text}: there is no deal from {first} up to {stop}")
    return first, stop - first


def _settings(
    game: str, wrap: bool | None, rule: str | None, by_columns: bool
) -> list[tuple[str, PeaksRules]]:
    """The rules to survey, by name."""
    chosen = with_rules(game, wrap, rule, by_columns)
    is_golf = getattr(GAMES[game], "strict", False)
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


class _Speed(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        """The speed, once it is known."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class _Progress:
    """A progress bar on stderr, if that is a terminal."""

    def __init__(self, total: int) -> None:
        self._bar: Progress | None = None
        if sys.stderr is None or not sys.stderr.isatty():
            return
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            _Speed(),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> _Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def of(self, name: str, before: int) -> Callable[[int], object] | None:
        """What the survey of one setting calls; `before` deals have been counted."""
        if self._bar is None:
            return None
        update = functools.partial(self._bar.update, self._task)
        update(description=name)
        return lambda decided: update(completed=before + decided)


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
    """Draw how many stock turns the deals take: side by side if there is room for it."""
    tallies = [setting.found.fewest_turns for setting in settings]
    turns = [t for t in range(len(tallies[0])) if any(tally[t] for tally in tallies)]
    screen.show("  fewest stock turns of the winnable deals")
    if not turns:
        screen.show("", "  none can be won")
        return
    most = max(map(max, tallies))
    digits = len(f"{most:,}")
    # Beside each bar: two blanks, its count, and one blank.
    room = (_WIDTH - len("  turns")) // len(settings) - digits - 3
    if room >= _SHORTEST_BAR or len(settings) == 1:
        groups = [settings]
    else:
        groups = [[setting] for setting in settings]
        room = _LONGEST_BAR
    width = min(room, _LONGEST_BAR)
    for group in groups:
        header = Text("  turns")
        for setting in group:
            header.append(" " * (digits + 3))
            header.append(f"{setting.name:{width}}", "bold")
        lines = [header]
        for t in range(turns[0], turns[-1] + 1):
            line = Text(f"{t:7}")
            for setting in group:
                value = setting.found.fewest_turns[t]
                line.append(f"  {value:{digits},} ")
                line.append(f"{bar(value, most, width, ascii=ascii):{width}}", "cyan")
            lines.append(line)
        for line in lines:
            line.rstrip()
        screen.show("", *lines)
