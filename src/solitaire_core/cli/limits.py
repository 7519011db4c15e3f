"""How far a search may go, as options of a command."""

from __future__ import annotations

import functools
from typing import Any

import click

from solitaire_core.cli.options import AnyCommand
from solitaire_core.solving import Limits
from solitaire_core.solving.limits import MEMORY

__all__ = ["takes_limits"]

_MEGABYTE = 2**20

_options = (
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        help="Klondike family: CPU seconds that the search for a deal may take.",
    ),
    click.option(
        "--nodes",
        type=click.IntRange(0, 2**63 - 1),
        metavar="N",
        help="Klondike family: positions that it may look at; with this limit alone, the same"
        " answer on every machine.",
    ),
    click.option(
        "--memory",
        type=click.IntRange(4, 2**20),
        metavar="MB",
        help=f"Klondike family: memory that it may take.  [default: {MEMORY // _MEGABYTE}]",
    ),
)


def takes_limits(command: AnyCommand) -> AnyCommand:
    """Give a command the options of limits, as one `limits`."""

    @functools.wraps(command)
    def wrapped(
        *, seconds: float | None, nodes: int | None, memory: int | None, **rest: Any
    ) -> None:
        size = MEMORY if memory is None else memory * _MEGABYTE
        command(limits=Limits(nodes, seconds, size), **rest)

    result: AnyCommand = wrapped
    for option in reversed(_options):
        result = option(result)
    return result
