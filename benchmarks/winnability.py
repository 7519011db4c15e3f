"""How many deals of each game can be won: the surveys behind docs/winnability.md.

    python benchmarks/winnability.py run                 # all rows that are missing, some hours
    python benchmarks/winnability.py run --only golf     # those of one game, anew
    python benchmarks/winnability.py table --write       # the document's table, from the results

Every row is a command that anybody can type; what it said is kept in docs/winnability.jsonl, one
line a row, with the day and the version.
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

DOCS = Path(__file__).resolve().parents[1] / "docs"
RESULTS = DOCS / "winnability.jsonl"
PAGE = DOCS / "winnability.md"
BEGIN, END = "<!-- table: begins -->\n", "<!-- table: ends -->\n"

ROWS = [
    "tripeaks --wrap --deals 0:1000000",
    "tripeaks --no-wrap --deals 0:1000000",
    "golf --rule strict --deals 0:200000",
    "golf --rule queens-on-kings --deals 0:200000",
    "golf --rule wrap --deals 0:200000",
    "one-peak --wrap --deals 0:100000",
    "one-peak --no-wrap --deals 0:100000",
    "four-peaks --wrap --deals 0:20000",
    "four-peaks --no-wrap --deals 0:20000",
    "klondike --draw 1 --deals 0:3000 --seconds 10",
    "klondike --draw 3 --deals 0:2000 --seconds 10",
    "klondike --draw 3 --no-worrying-back --deals 0:1000 --seconds 1",
    "klondike --draw 1 --passes 1 --deals 0:500 --seconds 1",
    "klondike --draw 3 --passes 3 --deals 0:500 --seconds 1",
    "double-klondike --draw 1 --deals 0:200 --seconds 1",
    "double-klondike --draw 3 --deals 0:200 --seconds 1",
    "triple-klondike --draw 1 --deals 0:200 --seconds 1",
    "triple-klondike --draw 3 --deals 0:200 --seconds 1",
    "small-harp --deals 0:500 --seconds 1",
    "big-harp --deals 0:100 --seconds 1",
    "tripleharp --deals 0:500 --seconds 2",
    "eternal-triangle --deals 0:1000 --seconds 10",
    "hypotenuse --deals 0:1000 --seconds 10",
    "small-triangle --deals 0:500 --seconds 1",
    "triple-triangle --deals 0:200 --seconds 1",
]


def kept():
    """The results, by the command."""
    if not RESULTS.exists():
        return {}
    lines = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {line["command"]: line for line in lines}


def measure(row):
    """Run one survey, and keep what it says."""
    from solitaire_core import __version__

    words = [sys.executable, "-m", "solitaire_core", "survey", *row.split(), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    (found,) = told.get("results", [told])
    results = kept()
    results[row] = {
        "command": row,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
        "result": found,
    }
    text = "".join(json.dumps(results[one]) + "\n" for one in ROWS if one in results)
    aside = RESULTS.with_suffix(".new")
    aside.write_text(text, encoding="utf-8")
    aside.replace(RESULTS)


def percent(share, places):
    return f"{100 * share:.{places}f}"


def duration(seconds):
    return f"{seconds:.1f} s" if seconds >= 0.9995 else f"{1000 * seconds:.2g} ms"


def table():
    """The table in Markdown."""
    lines = [
        "| `solitaire-core survey` | won | lost | unknown | won, % | 95 % interval |"
        " if unknown were won | median of a deal | moves of a line | day |",
        "|---|--:|--:|--:|--:|---|--:|--:|--:|---|",
    ]
    for row, line in kept().items():
        one = line["result"]
        places = 3 if one["count"] >= 1_000_000 else 2 if one["count"] >= 10_000 else 1
        low, high = (percent(one[end], places) for end in ("low", "high"))
        searched = one.get("median_seconds") is not None
        cells = [
            f"`{row}`",
            *(f"{one[verdict]:,}" for verdict in ("winnable", "unwinnable", "unknown")),
            percent(one["rate"], places),
            f"{low} to {high}",
            percent(one["rate_if_unknown_won"], places) if one["unknown"] else "",
            duration(one["median_seconds"]) if searched else "",
            f"{one['median_moves']:g}" if searched and one["median_moves"] is not None else "",
            line["date"],
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def written(page):
    """The page with the table of today's results in it."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + table() + "\n" + END + rest.split(END)[1]


@click.group()
def main():
    """How many deals of each game can be won."""


@main.command()
@click.option("--only", help="Rows that begin so, measured anew; else those that are missing.")
def run(only):
    """Run the surveys."""
    for row in ROWS:
        if row.startswith(only) if only else row not in kept():
            click.echo(row)
            measure(row)


@main.command("table")
@click.option("--write", is_flag=True, help="Put it into docs/winnability.md.")
def print_table(write):
    """Print the table."""
    if write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        click.echo(table(), nl=False)


if __name__ == "__main__":
    main()
