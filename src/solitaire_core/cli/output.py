"""What goes to stdout: cards and words on a console, or JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from errno import EINVAL
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from solitaire_core.rendering import Kind, Span

__all__ = [
    "Screen",
    "is_closed_pipe",
    "print_json",
    "print_line",
    "styled",
    "symbols_fit",
]

_SYMBOLS = "♣♦♥♠▒·█▏"

_WIDTH = 1000

_STYLES: dict[Kind, str] = {
    "red": "red",
    "black": "",
    "back": "dim",
    "gone": "dim",
    "label": "",
}


def symbols_fit(symbols: str = _SYMBOLS) -> bool:
    """Whether stdout's encoding has the suits and the other signs that are drawn."""
    try:
        symbols.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_closed_pipe(error: OSError) -> bool:
    """Whether an error of writing says that nobody reads any more."""
    # Windows calls it EINVAL, as it calls a file's impossible name.
    invalid = os.name == "nt" and error.errno == EINVAL and error.filename is None
    return invalid or isinstance(error, BrokenPipeError)


class Screen(Console):
    """stdout as a console. Whoever closes a pipe early has read enough: that is no error."""

    def __init__(self) -> None:
        # What is shown fits 80 columns; what does not is for the terminal to break, not to cut.
        super().__init__(width=_WIDTH, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Go on in silence, so that the exit code is the command's own."""
        self.quiet = True

    def show(self, *parts: Any) -> None:
        """Print texts or tables, each on lines of its own."""
        try:
            for part in parts:
                self.print(part, soft_wrap=True)
        except OSError as error:
            if not is_closed_pipe(error):
                raise
            self.on_broken_pipe()


def styled(spans: Iterable[Span]) -> Text:
    """A drawn line with its colours."""
    return Text.assemble(*((text, _STYLES[kind]) for text, kind in spans))


def print_line(text: str) -> None:
    """Print plain text."""
    try:
        click.echo(text)
    except OSError as error:
        if not is_closed_pipe(error):
            raise


def print_json(record: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    print_line(json.dumps(record, allow_nan=False))
