"""`solitaire-core simulate`: games of a policy over a range of deals."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from solitaire_core.cli.any_game import ANY_GAME, GameChoice, takes_any_game
from solitaire_core.cli.options import Command, json_option, numbering_option
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import deals_option, parse_range, threads_option
from solitaire_core.deals import NUMBERINGS
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.policies import (
    POLICIES,
    BuiltIn,
    Lookahead,
    Sampling,
    SamplingKlondike,
    find_policy,
)
from solitaire_core.scoring import SCORINGS
from solitaire_core.simulate import simulate_chunks
from solitaire_core.simulate_run import MOST_GAMES, MOST_MOVES
from solitaire_core.simulate_summary import Summary, summary
from solitaire_core.workers import processors

__all__ = ["simulate"]

_CHUNK = 262_144

_FIELDS = {
    "score": "score",
    "home": "cards at home",
    "moves": "moves",
    "turns": "turns of the stock",
    "longest_chain": "longest chain",
    "passes": "passes",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a simulation found, and what it took."""

    summary: Summary
    seconds: float
    cpu_seconds: float


@click.command(
    cls=Command,
    short_help="Have a policy play the deals of a range.",
    arguments=(ANY_GAME,),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core simulate tripeaks --deals 0:100000 --policy greedy --no-wrap",
        "solitaire-core simulate golf --deals 0:1000 --policy casual --games 9 --json",
        "solitaire-core simulate klondike --deals 0:10000 --policy lookahead --draw 3",
    ),
)
@takes_any_game
@deals_option
@numbering_option
@click.option(
    "--policy",
    type=click.Choice(tuple(POLICIES)),
    default="greedy",
    help="Who plays; casual goes with the peaks family.  [default: greedy]",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 6),
    metavar="N",
    help="For --policy lookahead: how many moves it looks ahead, Klondike family 4 at the most."
    f"  [default: {Lookahead.PEAKS_DEPTH}, Klondike family {Lookahead.KLONDIKE_DEPTH}]",
)
@click.option(
    "--budget",
    type=click.IntRange(1, 2**40),
    metavar="N",
    help="For --policy sampling: how many games it tries before a decision, in the Klondike family"
    f" how many positions it looks at in a game.  [default: {Sampling.BUDGETS[PeaksRules]:,},"
    f" TriPeaks with wrap {Sampling.NETWORK_BUDGET:,},"
    f" Klondike family {SamplingKlondike.BUDGET:,}]",
)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=1,
    metavar="N",
    help="Games of each deal.  [default: 1]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    metavar="N",
    help="The same seed gives the same games.  [default: 0]",
)
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    help="Peaks family: the scoring system.  [default: the game's]",
)
@click.option(
    "--most-moves",
    type=click.IntRange(1, MOST_MOVES),
    default=1000,
    metavar="N",
    help="How many moves a game takes at the most.  [default: 1000]",
)
@threads_option
@json_option
def simulate(
    choice: GameChoice,
    deals: str,
    numbering: str | None,
    policy: str,
    depth: int | None,
    budget: int | None,
    games: int,
    seed: int,
    scoring: str | None,
    most_moves: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Have a policy play the deals of a range, and count what comes of it.

    A policy knows what a player knows: no card that lies face down, and nothing of the stock
    that has not been turned. The interval is Wilson's, for all deals of which these are a
    sample.
    """
    if depth is not None and policy != Lookahead.name:
        raise click.UsageError("--depth goes with --policy lookahead")
    if budget is not None and policy != Sampling.name:
        raise click.UsageError("--budget goes with --policy sampling")
    player = find_policy(policy, choice.rules)
    assert isinstance(player, BuiltIn)
    if depth is not None:
        player = Lookahead(depth)
    elif budget is not None:
        peaks = isinstance(choice.rules, PeaksRules)
        player = Sampling(budget) if peaks else SamplingKlondike(budget)
    first, count = parse_range(deals)
    threads = threads or processors()
    numbering = numbering or NUMBERINGS[0]
    started, cpu_started = time.perf_counter(), time.process_time()
    whole: Summary | None = None
    with DealProgress(count) as progress:
        chunks = simulate_chunks(
            choice.rules,
            range(first, first + count),
            player,
            seed,
            chunk=max(1, _CHUNK // games),
            numbering=numbering,
            games=games,
            most_moves=most_moves,
            scoring=scoring,
            threads=threads,
            progress=progress.of(choice.name, 0),
        )
        for _, rows in chunks:
            part = summary(rows)
            whole = part if whole is None else whole + part
    assert whole is not None  # a range has deals
    found = Found(whole, time.perf_counter() - started, time.process_time() - cpu_started)
    if as_json:
        record = {
            "game": choice.name,
            "rules": choice.rules.options(),
            "numbering": numbering,
            "first": str(first),
            "policy": policy,
            **({"depth": player.depth_for(choice.rules)} if policy == Lookahead.name else {}),
            **_budget_of(player, choice.rules),
            "seed": str(seed),
        }
        print_json({**record, **whole.to_json(), "cpu_seconds": found.cpu_seconds})
        return
    title = Text(f"{rules_to_text(choice.rules)}, {numbering} deals {first}", "bold")
    if count > 1:
        title.append(f" to {first + count - 1}")
    title.append(f", {policy}  ")
    title.append(f"({threads} thread{'' if threads == 1 else 's'})", "dim")
    Screen().show(title, "", _figures(found), "", _spreads(whole))


def _figures(found: Found) -> Table:
    """The win rate, and how long it took."""
    whole = found.summary
    low, high = whole.interval
    half = 100 * (high - low) / 2
    # As many digits as the interval is worth.
    digits = max(1, min(6, 1 - math.floor(math.log10(half)))) if half > 0 else 6
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    rows: dict[str, Any] = {"deals": f"{whole.deals:,}"}
    if whole.games > 1:
        rows["games of each"] = f"{whole.games:,}"
    rows["won"] = f"{whole.won:,}"
    rows["win rate"] = Text(f"{100 * whole.rate:.{digits}f} %", "bold")
    rows["95 % interval"] = f"{100 * low:.{digits}f} to {100 * high:.{digits}f} %"
    error = whole.score_error
    rows["mean score"] = f"{whole.score_mean:,.2f}" + (
        "" if math.isnan(error) else f" (standard error {error:.2g})"
    )
    rows["games a second"] = f"{whole.deals * whole.games / max(found.seconds, 1e-9):,.0f}"
    for name, value in rows.items():
        table.add_row(f"  {name}", value)
    return table


def _spreads(whole: Summary) -> Table:
    """The quantiles of the fields."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    percents = list(whole.spreads["score"].quantiles)
    for _ in ("mean", *percents):
        table.add_column(justify="right", no_wrap=True)
    table.add_row("", *(Text(head, "bold") for head in ("mean", *(f"{p} %" for p in percents))))
    for name, words in _FIELDS.items():
        if name in whole.spreads:
            spread = whole.spreads[name]
            figures = (f"{value:,}" for value in spread.quantiles.values())
            table.add_row(f"  {words}", f"{spread.mean:,.2f}", *figures)
    return table


def _budget_of(player: BuiltIn, rules: Rules) -> dict[str, int]:
    if isinstance(player, Sampling):
        return {"budget": player.budget_for(rules)}
    return {"budget": player.budget} if isinstance(player, SamplingKlondike) else {}
