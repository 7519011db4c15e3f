"""The program: its commands, and how every error ends in one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from solitaire_core import __version__
from solitaire_core.cli.deal import deal
from solitaire_core.cli.output import drop_output
from solitaire_core.cli.perft import perft
from solitaire_core.cli.solve import solve
from solitaire_core.cli.survey import survey
from solitaire_core.cli.verify import verify

__all__ = ["program"]

_LONGEST_MESSAGE = 400


class Interrupted(click.ClickException):
    """Ctrl-C."""

    exit_code = 130


class Failure(click.ClickException):
    """What the library refused, or the system."""

    exit_code = 2


class Program(click.Group):
    """A group of commands whose errors are one line each, never a traceback."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse the command's name; `--help` and `--version` print here."""
        with _as_click_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse the command's arguments and run it."""
        with _as_click_errors():
            result = super().invoke(ctx)
            # Here, and not when the interpreter ends, where an error could only be shown.
            sys.stdout.flush()
            return result

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program and exit."""
        # Without a stdout or stderr (`>&-`) there is still an exit code.
        sys.stdout = sys.stdout or click.open_file("/dev/null", "w")
        try:
            code = super().main(
                *args, **{"prog_name": "solitaire-core", **kwargs, "standalone_mode": False}
            )
        except click.Abort:
            _complain("interrupted")
            code = Interrupted.exit_code
        except click.ClickException as error:
            _complain(_line(error))
            code = error.exit_code
        sys.exit(code or 0)


def _complain(line: str) -> None:
    click.echo(line, err=True)
