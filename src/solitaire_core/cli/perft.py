"""`solitaire-core perft`: lines of play, counted."""

from __future__ import annotations

import time

import click
from rich.text import Text

from solitaire_core.cli.any_game import ANY_GAME, AnyPosition, takes_any_position
from solitaire_core.cli.options import NUMBER, Command, json_option
from solitaire_core.cli.output import Screen, print_json

__all__ = ["perft"]


@click.command(
    cls=Command,
    arguments=(ANY_GAME, NUMBER),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core perft tripeaks 7 --depth 20",
        "solitaire-core perft klondike 7 --draw 3 --depth 12",
    ),
)
@takes_any_position
@click.option(
    "--depth",
    type=click.IntRange(0, 52),
    required=True,
    metavar="N",
    help="Count lines of 0 to N moves; N is at most 52.",
)
@json_option
def perft(position: AnyPosition, depth: int, as_json: bool) -> None:
    """Count the lines of play of each length.

    Every move is made and unmade: the counts check one program's rules against another's.
    """
    screen = Screen()
    if not as_json:
        screen.show(
            Text(position.title, "bold"), "", Text(f"  depth {'lines of play':>26}", "bold")
        )
    counts = []
    started = time.perf_counter()
    for moves in range(depth + 1):
        counts.append(position.game.perft(moves))
        if not as_json:
            screen.show(f"  {moves:5} {counts[-1]:26,}")
            if screen.quiet:  # nobody reads on: no reason to count on
                return
    seconds = time.perf_counter() - started
    speed = sum(counts) / seconds if seconds else None
    if as_json:
        print_json(
            {
                **position.identity,
                "depth": depth,
                "counts": counts,
                "seconds": seconds,
                "nodes_per_second": speed,
            }
        )
    elif speed is not None:
        screen.show("", f"  {seconds:.3g} s, {speed:,.0f} nodes a second")
