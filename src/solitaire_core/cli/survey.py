"""`solitaire-core survey`: win rates over a range of deals."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

import click
from rich.text import Text

from solitaire_core.cli.any_game import ANY_GAME, GameChoice, takes_any_game
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
from solitaire_core.cli.survey_files import Files, takes_files
from solitaire_core.cli.survey_table import Setting, figures, show_turns
from solitaire_core.deals import NUMBERINGS
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import GAMES_A_GRADE
from solitaire_core.results import Plotted
from solitaire_core.score_survey import MOST_DEALS, MOST_GAMES
from solitaire_core.score_survey import score_survey as run_scores
from solitaire_core.scoring import SCORINGS
from solitaire_core.solving import Limits
from solitaire_core.survey import survey as run
from solitaire_core.workers import processors

__all__ = ["survey"]


@click.command(
    cls=Command,
    arguments=(ANY_GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core survey tripeaks --deals 0:100000",
        "solitaire-core survey golf --rule wrap --deals 1:1000 --numbering ms --json",
        "solitaire-core survey tripeaks --deals 0:1000 --scores --scoring run10",
        "solitaire-core survey tripleharp --deals 0:100 --seconds 2",
        "solitaire-core survey tripeaks --deals 0:10000000 --out t.jsonl --resume",
        "solitaire-core survey klondike --deals 0:500 --plot k.png --deals-out k.csv",
    ),
)
@takes_any_game
@deals_option
@numbering_option
@threads_option
@click.option(
    "--workers",
    type=click.Choice(("threads", "processes")),
    default="threads",
    show_default=True,
    help="What works: that many threads, or that many processes.",
)
@takes_limits
@takes_files
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
    workers: str,
    limits: Limits,
    files: Files,
    scores: bool,
    as_json: bool,
    **score_options: Any,
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
    given = {name: value for name, value in score_options.items() if value is not None}
    if given and not scores:
        raise click.UsageError(f"--{min(given)} goes with --scores")
    first, count = parse_range(deals)
    if scores and count > MOST_DEALS:
        raise click.UsageError(f"--scores takes {MOST_DEALS:,} deals at most, not {count:,}")
    if scores and not isinstance(choice.rules, PeaksRules):
        raise click.UsageError("--scores goes with the peaks family")
    if scores and workers != "threads":
        raise click.UsageError("--workers does not go with --scores")
    files.check(scores=scores)
    threads = threads or processors()
    numbering = numbering or NUMBERINGS[0]
    settings = _settings(choice)
    found: list[Setting] = []
    with files.records([name for name, _ in settings]) as records:
        with DealProgress(count * len(settings)) as progress, _pool(workers, threads) as pool:
            for (name, rules), record in zip(settings, records, strict=True):
                started = time.perf_counter()
                options: dict[str, Any] = {
                    "numbering": numbering,
                    "progress": progress.of(name or choice.name, count * len(found)),
                }
                options |= {"threads": threads} if pool is None else {"executor": pool}
                scored = None
                if scores:
                    scored = run_scores(rules, first, count, **options, **given)
                    outcome = scored.survey
                else:
                    options |= files.options(record, count)
                    outcome = run(rules, first, count, limits=limits, **options)
                seconds = None if files.resume else time.perf_counter() - started
                found.append(Setting(name, outcome, seconds, scored))
        plotted = [Plotted(one.name, one.found, scores=one.scores) for one in found]
        files.write([] if scores else records, plotted, _title(choice))
    if as_json:
        results = [(setting.scores or setting.found).to_json() for setting in found]
        print_json({"game": choice.name, "results": results})
        return
    title = Text(f"{_title(choice)}, {numbering} deals {first}", "bold")
    if count > 1:
        title.append(f" to {first + count - 1}")
    if found[0].scores is not None:
        title.append(f", {found[0].scores.scoring} scores")
    worker = "thread" if workers == "threads" else "process"
    plural = "" if threads == 1 else "s" if worker == "thread" else "es"
    title.append(f"  ({threads} {worker}{plural})", "dim")
    screen = Screen()
    screen.show(title, "", figures(found))
    ascii = not symbols_fit()
    if scores:
        show_scores(
            screen, [(each.name, each.scores) for each in found if each.scores], ascii=ascii
        )
    elif found[0].found.effort is None:
        show_turns(screen, found, ascii=ascii)
    if files.written:
        screen.show("", *files.written)


@contextmanager
def _pool(workers: str, number: int) -> Iterator[Executor | None]:
    """A pool of processes where processes are to work."""
    if workers == "threads":
        yield None
        return
    # Not forked: a fork of a process with threads can hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, context, _leave_interrupts)
    try:
        yield pool
    except BaseException:
        # What they are at is not waited for; what is done is in the file.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def _leave_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that began them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
