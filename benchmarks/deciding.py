"""Decide a range of deals of the Klondike family and print how many are decided in what time.

    python benchmarks/deciding.py eternal-triangle --deals 0:1000 --seconds 10
    python benchmarks/deciding.py klondike --draw 3 --deals 0:1000 --seconds 10 --keep FILE
    python benchmarks/deciding.py eternal-triangle --seconds 120 --open FILE

CPU seconds of one thread, one deal after the other. With --keep, a line of JSON for each deal
is added to a file; with --open, the deals that such a file leaves open are tried again. Every
line that wins is replayed by the rules alone.
"""

import json
import statistics
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

import solitaire_core as sc

TIMES = (0.1, 1.0, 10.0, 120.0)


def decide(deal, seconds, memory):
    """What came of one deal, as JSON values."""
    solution = sc.solve(deal, seconds=seconds, memory=memory)
    return {
        "number": deal.number,
        "verdict": solution.verdict.name.lower(),
        "moves": None if solution.moves is None else len(solution.moves),
        "seconds": solution.stats.cpu_seconds,
        "nodes": solution.stats.nodes,
        "table_bytes": solution.stats.table_bytes,
        "stage": solution.stats.stage,
        "reason": solution.reason,
    }


def open_deals(file):
    """The numbers of the deals that a file leaves open."""
    lines = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    return [line["number"] for line in lines if line["verdict"] == "unknown"]


def report(title, found, seconds):
    """A table of what was found."""
    table = Table(title=title)
    for column in ("figure", "value"):
        table.add_column(column, justify="right" if column == "value" else "left")
    count = len(found)
    for verdict in ("winnable", "unwinnable", "unknown"):
        of_it = sum(one["verdict"] == verdict for one in found)
        table.add_row(verdict, f"{of_it:,} ({100 * of_it / count:.2f} %)")
    for time in TIMES:
        if time <= seconds:
            done = sum(one["verdict"] != "unknown" and one["seconds"] <= time for one in found)
            table.add_row(f"decided within {time:g} s", f"{100 * done / count:.2f} %")
    spent = [one["seconds"] for one in found]
    table.add_row("median", f"{1e3 * statistics.median(spent):.2f} ms")
    table.add_row("mean", f"{1e3 * statistics.mean(spent):.1f} ms")
    table.add_row(
        "nodes a second", f"{sum(one['nodes'] for one in found) / sum(spent) / 1e6:.2f} M"
    )
    lengths = [one["moves"] for one in found if one["moves"] is not None]
    if lengths:
        table.add_row("median moves of a line", f"{statistics.median(lengths):g}")
    table.add_row("most memory", f"{max(one['table_bytes'] for one in found) / 2**20:.0f} MB")
    Console().print(table)


@click.command()
@click.argument("game")
@click.option("--deals", default="0:100", show_default=True, help="The first number and the end.")
@click.option("--draw", type=int, help="Cards a turn.")
@click.option("--passes", type=int, help="Passes through the stock.")
@click.option("--seconds", default=1.0, show_default=True, help="CPU seconds a deal.")
@click.option("--memory", default=512, show_default=True, help="MB.")
@click.option("--keep", type=click.Path(), help="Add a line of JSON for each deal to this file.")
@click.option(
    "--open", "left", type=click.Path(exists=True), help="Deals that this file left open."
)
def main(game, deals, draw, passes, seconds, memory, keep, left):
    """Decide deals of GAME."""
    options = {"draw": draw, "passes": passes}
    options = {name: value for name, value in options.items() if value is not None}
    if left:
        numbers = open_deals(left)
    else:
        first, end = map(int, deals.split(":"))
        numbers = range(first, end)
    found = []
    for number in track(list(numbers), transient=True):
        found.append(decide(sc.Deal(game, number, **options), seconds, memory << 20))
        if keep:
            with Path(keep).open("a", encoding="utf-8") as file:
                file.write(json.dumps(found[-1]) + "\n")
    if found:
        words = " ".join([game, *(f"{name}={value}" for name, value in options.items())])
        report(f"{words}: {len(found):,} deals, {seconds:g} s a deal", found, seconds)


if __name__ == "__main__":
    main()
