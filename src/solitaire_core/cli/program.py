"""The program: its commands, and how every error ends in one line and an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from solitaire_core import __version__
from solitaire_core.cli.bench import bench
from solitaire_core.cli.daily import daily
from solitaire_core.cli.deal import deal
from solitaire_core.cli.hint import hint
from solitaire_core.cli.library import library
from solitaire_core.cli.options import needs_command
from solitaire_core.cli.output import is_closed_pipe
from solitaire_core.cli.perft import perft
from solitaire_core.cli.play.command import play
from solitaire_core.cli.replay import replay
from solitaire_core.cli.simulate import simulate
from solitaire_core.cli.solve import solve
from solitaire_core.cli.survey import survey
from solitaire_core.cli.verify import verify

__all__ = ["program"]

_LONGEST_MESSAGE = 300
# What click calls a number out of a range, and we do not.
_WORDS = {
    "a valid integer range": "a whole number",
    "a valid float range": "a number",
    "a valid integer": "a whole number",
    "a valid float": "a number",
}


class Failure(click.ClickException):
    """What the library or the system refused."""

    exit_code = 2


class Interrupted(click.ClickException):
    """Ctrl-C."""

    exit_code = 130

    def __init__(self) -> None:
        super().__init__("interrupted")


class Program(click.Group):
    """A group of commands whose errors are one line each, never a traceback."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse what stands before the command; `--help` and `--version` print here."""
        with _as_click_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse what stands after the command, and run it."""
        with _as_click_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they were added."""
        return list(self.commands)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write where to read on."""
        formatter.write_paragraph()
        formatter.write_text("Every command has its own --help, with examples.")

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program and exit."""
        if sys.stdout is None:  # closed by whoever started the program
            sys.stdout = io.StringIO()
        kwargs = {"prog_name": "solitaire-core", **kwargs, "standalone_mode": False}
        try:
            code = super().main(*args, **kwargs) or 0
        except click.Abort:
            code = Interrupted.exit_code
            _complain(_line(Interrupted()))
        except click.ClickException as error:
            code = error.exit_code
            _complain(_line(error))
        _let_go_of_stdout()
        sys.exit(code)


@contextmanager
def _as_click_errors() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted from None
    except (click.exceptions.Exit, click.Abort):
        raise
    except MemoryError as error:
        raise Failure(str(error) or "out of memory") from None
    except OSError as error:
        if is_closed_pipe(error):  # help text that nobody reads to its end
            raise click.exceptions.Exit(0) from None
        name = "" if error.filename is None else f"{error.filename}: "
        raise Failure(f"{name}{error.strerror or error}") from None
    except (ValueError, TypeError, ArithmeticError, RuntimeError, ImportError) as error:
        raise Failure(str(error)) from None


def _let_go_of_stdout() -> None:
    """Leave nothing that the interpreter would fail to write, and complain about, as it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _complain(line: str) -> None:
    # Not click's echo, which writes UTF-8 where the terminal reads something else.
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)


def _line(error: click.ClickException) -> str:
    """The one line that an error is."""
    if isinstance(error, Interrupted):
        # Over the ^C that a terminal shows.
        return "\rinterrupted" if sys.stderr is not None and sys.stderr.isatty() else "interrupted"
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name[1:2].isdigit():
        message = "a deal number cannot be negative"
    for theirs, ours in _WORDS.items():
        message = message.replace(theirs, ours)
    if message[1:2].islower():
        message = message[0].lower() + message[1:]
    # Whatever was typed comes back in messages: nothing that moves a cursor.
    message = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" (see {error.ctx.command_path} --help)"
    return f"solitaire-core: error: {message}"


@click.command(
    "solitaire-core",
    cls=Program,
    no_args_is_help=False,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Deals, exact solutions and win rates of solitaire card games."""
    needs_command(ctx)


for _command in (
    play, deal, daily, solve, hint, verify, replay, survey, simulate, library, perft, bench,
):  # fmt: skip
    program.add_command(_command)
