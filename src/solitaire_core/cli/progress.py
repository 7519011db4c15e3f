"""A progress bar on stderr."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from solitaire_core.solving import Limits

__all__ = ["DealProgress", "searching"]

_PATIENCE = 0.5
"""Seconds after which a search of a single deal shows that it is at work."""


class _Speed(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        """The speed, once it is known."""
        if task.speed is None:
            return Text("")
        return Text(f"{task.speed:,.0f}/s" if task.speed >= 10 else f"{task.speed:.2g}/s")


class DealProgress:
    """A progress bar on stderr, if that is a terminal.

    Parameters
    ----------
    total : int
        How many deals there are.
    speed : bool
        Whether deals a second are shown.
    """

    def __init__(self, total: int, *, speed: bool = True) -> None:
        self._bar: Progress | None = None
        if not _is_watched():
            return
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            *([_Speed()] if speed else []),
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

    def of(self, name: str, before: int) -> Callable[[int], object] | None:
        """What the survey of one setting calls; `before` deals have been counted."""
        if self._bar is None:
            return None
        update = functools.partial(self._bar.update, self._task)
        update(description=name)
        return lambda decided: update(completed=before + decided)


@contextmanager
def searching(limits: Limits) -> Iterator[Limits]:
    """A bar on stderr, if that is a terminal, for a search that takes more than a moment.

    It shows the seconds that have passed; where there is a limit of seconds, also how much of
    it is spent, and what is left.

    Parameters
    ----------
    limits : Limits
        Those of the search.

    Yields
    ------
    Limits
        Those that it is to be given: they tell the bar of the time.
    """
    if not _is_watched():
        yield limits
        return
    columns = [TextColumn("searching"), BarColumn(), TimeElapsedColumn()]
    if limits.seconds is not None:
        columns += [TimeRemainingColumn(), TextColumn("left at the most")]
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=limits.seconds)
    wall, started = time.monotonic(), time.thread_time()

    def tell() -> bool:
        if time.monotonic() - wall > _PATIENCE:
            bar.start()  # does nothing the second time
            bar.update(task, completed=time.thread_time() - started)
        return limits.cancel is not None and bool(limits.cancel())

    try:
        yield replace(limits, cancel=tell)
    finally:
        bar.stop()


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
