"""What commands over a range of deals have in common: the range and the progress bar."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

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
from rich.text import Text

from solitaire_core.deals import parse_number

__all__ = ["DealProgress", "deals_option", "parse_range", "threads_option"]

deals_option = click.option(
    "--deals", required=True, metavar="A:B", help="The deals from A up to B, without B itself."
)

threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Threads to work with.  [default: one for each processor]",
)


def parse_range(text: str) -> tuple[int, int]:
    """The first deal and the number of deals of a range `A:B`.

    Raises
    ------
    click.UsageError
        If it is no range, or an empty one.
    """
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


class _Speed(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        """The speed, once it is known."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class DealProgress:
    """A progress bar on stderr, if that is a terminal.

    Parameters
    ----------
    total : int
        The deals to go through.
    """

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

    def __enter__(self) -> DealProgress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def of(self, name: str, before: int = 0) -> Callable[[int], object] | None:
        """What the work on one setting calls; `before` deals have been counted."""
        if self._bar is None:
            return None
        update = functools.partial(self._bar.update, self._task)
        update(description=name)
        return lambda done: update(completed=before + done)
