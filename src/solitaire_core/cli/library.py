"""`solitaire-core library`: build deal libraries, look into them, pick from them, check them."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.text import Text

from solitaire_core.cli.any_game import ANY_GAME, GameChoice, takes_any_game
from solitaire_core.cli.deal import show_position
from solitaire_core.cli.library_lines import show_line_library, show_pick_of_lines
from solitaire_core.cli.limits import takes_limits
from solitaire_core.cli.options import Command, json_option, needs_command, numbering_option
from solitaire_core.cli.output import Screen, print_json, print_line
from solitaire_core.cli.positions import (
    position_of,
)
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import deals_option, parse_range, threads_option
from solitaire_core.deals import NUMBERINGS, parse_number
from solitaire_core.game import rules_to_text
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.grading import GAMES_A_GRADE, LEVELS
from solitaire_core.library import (
    Library,
    LibraryError,
    LineLibrary,
    build_library,
    build_line_library,
    load_library,
)
from solitaire_core.library.file import NO_PAR, UNWINNABLE
from solitaire_core.scoring import SCORINGS
from solitaire_core.solving import Limits

__all__ = ["library"]

_GAME = "tripeaks"
_SHIPPED = ((ANY_GAME[0], f"Whose library, where no --file is given.  [default: {_GAME}]"),)

file_option = click.option(
    "--file", "path", metavar="FILE", help="A library file; without it, one of the package."
)

takes_library = functools.partial(takes_any_game, default=_GAME)


@click.group(
    short_help="Build, read and check deal libraries.",
    no_args_is_help=False,
    invoke_without_command=True,
)
@click.pass_context
def library(ctx: click.Context) -> None:
    """Deal libraries: what is known of a range of deals, in one file.

    In the peaks family: verdict, fewest turns, clear rate and par of every deal. In the Klondike
    family: the deals that can be won, each with a line that wins it.

    Those of TriPeaks (deals 0 to 99,999, with and without wrap) and golf (strict, deals 0 to
    9,999) come with the package.
    """
    needs_command(ctx)


@library.command(
    cls=Command,
    arguments=(ANY_GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core library build tripeaks --deals 0:9999 --output my.library",
        "solitaire-core library build golf --deals 0:99 --output golf.library --json",
        "solitaire-core library build klondike --draw 3 --deals 0:99 --output k3.lib",
    ),
)
@takes_any_game
@deals_option
@click.option("--output", required=True, metavar="FILE", help="The library file to write.")
@numbering_option
@click.option(
    "--scoring",
    type=click.Choice(tuple(SCORINGS)),
    help="Peaks family: the scoring system of the pars.  [default: the game's own]",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help=f"Peaks family: the casual player's games for each deal.  [default: {GAMES_A_GRADE}]",
)
@threads_option
@takes_limits
@json_option
def build(
    choice: GameChoice,
    deals: str,
    output: str,
    numbering: str | None,
    scoring: str | None,
    games: int | None,
    threads: int | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Measure a range of deals and write a library of them.

    In the Klondike family each deal is searched within the limits, by default 1,000,000 nodes;
    what is unknown then does not get in.

    What is done is kept beside the file, in FILE.part: the same command goes on from there
    after Ctrl-C or a power cut.
    """
    first, count = parse_range(deals)
    lines = isinstance(choice.rules, KlondikeRules)
    of_peaks = {"scoring": scoring, "games": games}
    given: dict[str, Any] = {name: value for name, value in of_peaks.items() if value is not None}
    if lines and given:
        raise click.UsageError(f"--{min(given)} goes with the peaks family")
    with DealProgress(count) as progress:
        options: dict[str, Any] = {
            "numbering": numbering or NUMBERINGS[0],
            "threads": threads,
            "progress": progress.of(choice.name, 0),
        }
        built: Library | LineLibrary
        if lines:
            built = build_line_library(output, choice.rules, first, count, limits=limits, **options)
        else:
            built = build_library(output, choice.rules, first, count, **given, **options)
    _show(built, output, as_json)


@library.command(
    cls=Command,
    arguments=_SHIPPED,
    exit_codes={0: "done"},
    examples=(
        "solitaire-core library info tripeaks --no-wrap",
        "solitaire-core library info --file my.library --json",
    ),
)
@takes_library
@file_option
@json_option
def info(
    choice: GameChoice,
    path: str | None,
    as_json: bool,
) -> None:
    """Say what a library holds."""
    _show(*_open(choice, path), as_json)


@library.command(
    cls=Command,
    arguments=_SHIPPED,
    exit_codes={0: "done"},
    examples=(
        "solitaire-core library pick --level easy --seed 7",
        "solitaire-core library pick golf --seed 7 --json",
    ),
)
@takes_library
@file_option
@click.option(
    "--level",
    type=click.Choice(tuple(LEVELS)),
    help="A level of TriPeaks; hard is without wrap.  [default: any winnable deal]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="The same seed picks the same deal.",
)
@click.option("--ascii", is_flag=True, help="Write letters (TH) and no suit symbols.")
@json_option
def pick(
    choice: GameChoice,
    path: str | None,
    level: str | None,
    seed: int,
    ascii: bool,
    as_json: bool,
) -> None:
    """Pick a winnable deal, of a level if one is named."""
    if path is None and level is not None and not choice.is_asked and choice.name == _GAME:
        choice = GameChoice(_GAME, LEVELS[level].rules)
    found, _ = _open(choice, path)
    if isinstance(found, LineLibrary):
        if level is not None:
            raise click.UsageError("--level goes with libraries of TriPeaks")
        show_pick_of_lines(found, seed, ascii=ascii, as_json=as_json)
        return
    deal = found.pick(level, seed)
    assert deal.number is not None
    entry = found[deal.number]
    if as_json:
        print_json({**entry.to_json(), "level": level, "seed": str(seed)})
        return
    show_position(
        position_of(deal),
        ascii=ascii,
        show_all=False,
        note=f"a casual player clears it {100 * entry.clear_rate:.1f} % of the time",
    )


@library.command(
    cls=Command,
    arguments=(("NUMBER", "The deal number."),),
    exit_codes={0: "done"},
    examples=("solitaire-core library line 7 --file k3.lib",),
)
@click.argument("number", metavar="NUMBER")
@click.option("--file", "path", metavar="FILE", required=True, help="A library of lines.")
@json_option
def line(number: str, path: str, as_json: bool) -> None:
    """Print the line of a deal that a library of the Klondike family holds.

    As solve --moves prints it, so that verify can read it.
    """
    found = load_library(path)
    if not isinstance(found, LineLibrary):
        raise ValueError(f"{path}: a library of {found.rules.name} holds no lines")
    deal = parse_number(number)
    if deal not in found:
        raise ValueError(f"{path}: the library has no line of deal {deal}")
    entry = found[deal]
    if as_json:
        print_json(entry.to_json())
    else:
        print_line(" ".join(map(str, entry.moves)))


@library.command(
    cls=Command,
    arguments=_SHIPPED,
    exit_codes={
        0: "all that was checked is right",
        1: "it is damaged, or a deal came out otherwise",
    },
    examples=("solitaire-core library check --file my.library --sample 1000",),
)
@takes_library
@file_option
@click.option(
    "--sample",
    type=click.IntRange(0, 10**9),
    default=100,
    show_default=True,
    metavar="N",
    help="How many deals are measured anew, chosen at random.",
)
@click.option("--all", "everything", is_flag=True, help="Measure every deal anew.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="N", help="Which deals."
)
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    choice: GameChoice,
    path: str | None,
    sample: int,
    everything: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Check a library: its checksum, and some of its deals measured anew.

    Of a library of lines, some lines are replayed by the rules alone.
    """
    try:
        found, name = _open(choice, path)
    except LibraryError as error:
        if as_json:
            print_json({"ok": False, "error": str(error), "checked": 0, "mismatches": []})
        else:
            Screen().show(Text.assemble("  ", ("not accepted", "bold red"), f": {error}"))
        ctx.exit(1)
    checked = len(found) if everything else min(sample, len(found))
    with DealProgress(checked) as progress:
        told = progress.of("checking", 0)
        wrong = found.check(None if everything else sample, seed, told)
    if as_json:
        mismatches = [
            {"number": str(m.number), "field": m.field, "stored": m.stored, "found": m.found}
            for m in wrong
        ]
        print_json(
            {"ok": not wrong, "sha256": found.sha256, "checked": checked, "mismatches": mismatches}
        )
    else:
        screen = Screen()
        what, end = "deals of {} measured anew", "all alike"
        if isinstance(found, LineLibrary):
            what, end = "lines of {} replayed", "all win"
        deals = f"{checked:,} of {len(found):,} {what.format(name)}"
        if not wrong:
            screen.show(Text.assemble("  ", ("accepted", "bold green"), f": {deals}, {end}"))
        else:
            screen.show(Text.assemble("  ", ("not accepted", "bold red"), f": {deals}"))
        for m in wrong:
            screen.show(f"  deal {m.number}: {m.field} is {m.found}, the library says {m.stored}")
    ctx.exit(1 if wrong else 0)


def _open(choice: GameChoice, path: str | None) -> tuple[Library | LineLibrary, str]:
    """The library that is meant, and what to call it."""
    if path is None:
        return Library.shipped(choice.rules), f"the package's {rules_to_text(choice.rules)}"
    if choice.is_asked or choice.by_columns or choice.name != _GAME:
        raise click.UsageError("--file says of what game it is: name no GAME or rules beside it")
    return load_library(path), Path(path).name


def _show(found: Library | LineLibrary, name: str, as_json: bool) -> None:
    """What a library holds."""
    if isinstance(found, LineLibrary):
        show_line_library(found, name, as_json)
        return
    header = found.header
    winnable = found.fewest_turns != UNWINNABLE
    rates, pars = found.clear_rates[winnable], found.pars[found.pars != NO_PAR]
    quantiles = (0.05, 0.25, 0.5, 0.75, 0.95)
    if as_json:
        print_json(
            {
                **header.to_json(),
                "sha256": found.sha256,
                "winnable": int(winnable.sum()),
                "levels": {
                    name: sum(1 for _ in found.iter(level))
                    for name, level in LEVELS.items()
                    if level.rules == found.rules
                },
                "clear_rate": _quantiles(rates, quantiles),
                "par": _quantiles(pars, quantiles),
            }
        )
        return
    lines = [
        Text(
            f"{rules_to_text(found.rules)}, {header.numbering} deals {header.first} to"
            f" {header.first + header.count - 1}",
            "bold",
        ).append(f"  ({name})", "not bold dim"),
        Text(),
        f"  deals         {len(found):,}",
        f"  winnable      {int(winnable.sum()):,}",
    ]
    for name, level in LEVELS.items():
        if level.rules == found.rules:
            lines.append(f"  level {name:7} {sum(1 for _ in found.iter(level)):,}")
    lines += ["", "                   5 %     25 %     50 %     75 %     95 %"]
    if len(rates):
        row = "".join(f"{100 * value:7.1f} %" for value in np.quantile(rates, quantiles))
        lines.append(f"  clear rate {row}")
    if len(pars):
        row = "".join(f"{value:9,.0f}" for value in np.quantile(pars, quantiles))
        lines.append(f"  par        {row}")
    what = "best score" if header.objective == "best" else "best score that clears"
    lines += [
        "",
        "  clear rate    of the winnable deals",
        f"  par           {what}, {header.scoring}",
    ]
    lines += [
        f"  casual player {header.games:,} games a deal, seed {header.seed}",
        f"  made by       {header.made_by}",
        f"  sha-256       {found.sha256}",
    ]
    Screen().show(*lines)


def _quantiles(values: np.ndarray, at: tuple[float, ...]) -> dict[str, float] | None:
    if not len(values):
        return None
    found = np.quantile(values, at)
    return {f"{100 * q:g} %": float(value) for q, value in zip(at, found, strict=True)}
