"""`solitaire-core bench`: what the core does a second on this machine."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from solitaire_core.bench import Bench
from solitaire_core.bench import bench as run
from solitaire_core.bench_work import TASKS
from solitaire_core.cli.options import Command, json_option
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.progress import DealProgress
from solitaire_core.cli.ranges import threads_option

__all__ = ["bench"]

_SUFFIXES = ("", " k", " M", " G")

_BUSY = 0.9
"""Below this share of time at work, the clock says little."""


@click.command(
    cls=Command,
    exit_codes={0: "done"},
    examples=(
        "solitaire-core bench",
        "solitaire-core bench --seconds 60 --threads 8",
        "solitaire-core bench --json > here.json",
    ),
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=86_400),
    default=20.0,
    metavar="S",
    help="About how long it may take, on the clock.  [default: 20]",
)
@threads_option
@json_option
def bench(seconds: float, threads: int | None, as_json: bool) -> None:
    """Measure what the core does a second on this machine.

    Fixed deals are decided, solved and played by one thread, then by all threads at once. The
    column to compare with other machines is the one in CPU seconds: other programs that run
    at the same time hardly change it.
    """
    with DealProgress(len(TASKS), speed=False) as bar:

        def show(name: str, done: int) -> None:
            tell = bar.of(name, done)
            if tell is not None:
                tell(0)

        found = run(seconds, threads=threads, progress=show)
    if as_json:
        print_json(found.to_json())
        return
    notes = [f"left out: {name} ({why})" for name, why in found.left_out.items()]
    if found.busy < _BUSY:
        notes.append(
            f"{100 * found.busy:.0f} % of the time on the clock was spent at work: other programs "
            "ran,\nso that only the first column says what this machine can do."
        )
    Screen().show(_machine(found), "", _figures(found), "", *(Text(note, "dim") for note in notes))


def _machine(found: Bench) -> Table:
    """What was measured on."""
    facts = found.machine
    table = Table.grid(padding=(0, 3, 0, 0))
    gil = "" if facts["gil"] else ", no GIL"
    python = f"{facts['python']}{gil}, numpy {facts['numpy']}"
    processors = f"{facts['processors']} of {facts['cores']}"
    table.add_row("cpu", f"{facts['cpu']}, {processors} processors")
    table.add_row("system", facts["system"])
    table.add_row("python", python)
    kernel, *others = facts["kernels"]
    table.add_row("kernel", kernel + (f" (also runs: {', '.join(others)})" if others else ""))
    table.add_row("version", f"solitaire-core {facts['solitaire_core']}")
    return table


def _figures(found: Bench) -> Table:
    """The figures, a row for each kind of work."""
    table = Table.grid(padding=(0, 2, 0, 0))
    heads = ["a second", "", "1 thread, CPU", "1 thread"]
    if found.threads > 1:
        heads += [f"{found.threads} threads", "ratio"]
    for place in range(len(heads)):
        table.add_column(justify="right" if place > 1 else "left", no_wrap=True)
    table.add_row(*(Text(head, "bold") for head in heads))
    for measure in found.measures:
        cells = [_short(measure.one.a_cpu_second), _short(measure.one.a_second)]
        if measure.all is not None:
            cells += [_short(measure.all.a_second), f"{measure.ratio:.2f}"]
        table.add_row(measure.name, measure.unit, *cells)
    return table


def _short(value: float) -> str:
    """Three digits and a thousand's sign."""
    power = 0
    while value >= 999.5 and power < len(_SUFFIXES) - 1:
        value /= 1000
        power += 1
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    return f"{value:.{digits}f}{_SUFFIXES[power]}"
