"""A progress bar on stderr."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

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

__all__ = ["DealProgress"]


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

    def of(self, name: str, before: int) -> Callable[[int], object] | None:
        """What the survey of one setting calls; `before` deals have been counted."""
        if self._bar is None:
            return None
        update = functools.partial(self._bar.update, self._task)
        update(description=name)
        return lambda decided: update(completed=before + decided)
