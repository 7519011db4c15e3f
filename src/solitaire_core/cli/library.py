"""`solitaire-core library`: build deal libraries, look into them, pick from them, check them."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from rich.text import Text

from solitaire_core.cli.deal import show_position
from solitaire_core.cli.options import (
    GAME,
    Command,
    game_options,
    json_option,
    numbering_option,
    optional_game_options,
    with_rules,
)
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.positions import (
    position_of,
)
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import deals_option, parse_range, threads_option
from solitaire_core.deals import NUMBERINGS
from solitaire_core.game import rules_to_text
from solitaire_core.grading import GAMES_A_GRADE, LEVELS
from solitaire_core.library import Library, LibraryError, build_library
from solitaire_core.library.file import NO_PAR, UNWINNABLE
from solitaire_core.scoring import SCORINGS

__all__ = ["library"]

_GAME = "tripeaks"
_SHIPPED = ((GAME[0], f"Whose library, where no --file is given.  [default: {_GAME}]"),)

file_option = click.option(
    "--file", "path", metavar="FILE", help="A library file; without it, one of the package."
)


@click.group(short_help="Build, read and check deal libraries.")
def library() -> None:
    """Deal libraries: verdict, fewest turns, clear rate and par of a range of deals.

    Those of TriPeaks (deals 0 to 99,999, with and without wrap) and golf (strict, deals 0 to
    9,999) come with the package.
    """


@library.command(
    cls=Command,
    arguments=(GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core library build tripeaks --deals 0:9999 --output my.library",
        "solitaire-core library build golf --deals 0:99 --output golf.library --json",
    ),
)
@game_options
@deals_option
@click.option("--output", required=True, metavar="FILE", help="The library file to write.")
@numbering_option
@click.option(
    "--scoring",
    type=click.Choice(tuple(SCORINGS)),
    help="The scoring system of the pars.  [default: the game's own]",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    default=GAMES_A_GRADE,
    show_default=True,
    metavar="N",
    help="The casual player's games for each deal.",
)
@threads_option
@json_option
def build(
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    deals: str,
    output: str,
    numbering: str | None,
    scoring: str | None,
    games: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Measure a range of deals and write a library of them.

    What is done is kept beside the file, in FILE.part: the same command goes on from there
    after Ctrl-C or a power cut.
    """
    first, count = parse_range(deals)
    rules = with_rules(game, wrap, rule, by_columns)
    with DealProgress(count) as progress:
        built = build_library(
            output,
            rules,
            first,
            count,
            numbering=numbering or NUMBERINGS[0],
            scoring=scoring,
            games=games,
            threads=threads,
            progress=progress.of(game, 0),
        )
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
@optional_game_options(_GAME)
@file_option
@json_option
def info(
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    path: str | None,
    as_json: bool,
) -> None:
    """Say what a library holds."""
    _show(*_open(game, wrap, rule, by_columns, path), as_json)


@library.command(
    cls=Command,
    arguments=_SHIPPED,
    exit_codes={0: "done"},
    examples=(
        "solitaire-core library pick --level easy --seed 7",
        "solitaire-core library pick golf --seed 7 --json",
    ),
)
@optional_game_options(_GAME)
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
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    path: str | None,
    level: str | None,
    seed: int,
    ascii: bool,
    as_json: bool,
) -> None:
    """Pick a winnable deal, of a level if one is named."""
    if path is None and level is not None and wrap is None and game == _GAME:
        wrap = LEVELS[level].rules.options()["wrap"]
    found, _ = _open(game, wrap, rule, by_columns, path)
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
    arguments=_SHIPPED,
    exit_codes={
        0: "all that was checked is right",
        1: "it is damaged, or a deal came out otherwise",
    },
    examples=("solitaire-core library check --file my.library --sample 1000",),
)
@optional_game_options(_GAME)
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
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    path: str | None,
    sample: int,
    everything: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Check a library: its checksum, and some of its deals measured anew."""
    try:
        found, name = _open(game, wrap, rule, by_columns, path)
    except LibraryError as error:
        if as_json:
            print_json({"ok": False, "error": str(error), "checked": 0, "mismatches": []})
        else:
            Screen().show(Text.assemble("  ", ("not accepted", "bold red"), f": {error}"))
        ctx.exit(1)
    checked = len(found) if everything else min(sample, len(found))
    wrong = found.check(None if everything else sample, seed)
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
        deals = f"{checked:,} of {len(found):,} deals of {name} measured anew"
        if not wrong:
            screen.show(Text.assemble("  ", ("accepted", "bold green"), f": {deals}, all alike"))
        else:
            screen.show(Text.assemble("  ", ("not accepted", "bold red"), f": {deals}"))
        for m in wrong:
            screen.show(f"  deal {m.number}: {m.field} is {m.found}, the library says {m.stored}")
    ctx.exit(1 if wrong else 0)


def _open(
    game: str, wrap: bool | None, rule: str | None, by_columns: bool, path: str | None
) -> tuple[Library, str]:
    """The library that is meant, and what to call it."""
    rules = with_rules(game, wrap, rule, by_columns)
    if path is None:
        return Library.shipped(rules), f"the package's {rules_to_text(rules)}"
    if wrap is not None or rule is not None or by_columns or game != _GAME:
        raise click.UsageError("--file says of what game it is: name no GAME or rules beside it")
    return Library.load(path), Path(path).name


def _show(found: Library, name: str, as_json: bool) -> None:
    """What a library holds."""
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
