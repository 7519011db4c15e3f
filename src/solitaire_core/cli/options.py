"""What commands have in common: games and rules, texts and files, and how help is laid out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import click

from solitaire_core.deals import NUMBERINGS
from solitaire_core.game import Rules
from solitaire_core.games import PEAKS_GAMES, find_rules
from solitaire_core.games.peaks import PeaksRules

__all__ = [
    "GAME",
    "GOLF_RULES",
    "NUMBER",
    "AnyCommand",
    "Command",
    "Decorator",
    "json_option",
    "needs_command",
    "numbering_option",
    "optional_game_options",
    "read_bytes",
    "read_text",
    "rule_options",
    "text_or_stdin",
    "with_rules",
]

GOLF_RULES: dict[str, dict[str, bool]] = {
    "strict": {"wrap": False, "strict": True},
    "queens-on-kings": {"wrap": False, "strict": False},
    "wrap": {"wrap": True, "strict": False},
}
"""The options of golf's three rules for kings, by name."""

GAME = ("GAME", ", ".join(PEAKS_GAMES))
NUMBER = ("NUMBER", "The deal number; in its place --deck or --code.")

_LONGEST_TEXT = 1_000_000

AnyCommand = Callable[..., None]
Decorator = Callable[[AnyCommand], AnyCommand]


class Command(click.Command):
    """A command whose help also names its arguments, exit codes and an example.

    Parameters
    ----------
    arguments : sequence of (str, str)
        The arguments and what they are.
    exit_codes : mapping of int to str
        Those besides 2 and 130.
    examples : sequence of str
        Lines that can be typed.
    **attributes
        As for `click.Command`.
    """

    def __init__(
        self,
        *args: Any,
        arguments: Sequence[tuple[str, str]] = (),
        exit_codes: Mapping[int, str] | None = None,
        examples: Sequence[str] = (),
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self._arguments = arguments
        self._exit_codes = exit_codes or {0: "done, whatever the verdict"}
        self._examples = examples

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, then the options."""
        if self._arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(list(self._arguments))
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit codes and the examples."""
        codes = {**self._exit_codes, 2: "bad input or usage", 130: "interrupted"}
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in codes.items()])
        with formatter.section("Examples"):
            for example in self._examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def needs_command(ctx: click.Context) -> None:
    """Show the help of a group of commands and exit, where none of them was named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


def text_or_stdin(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The value of an option: text, or `-` for what stands on stdin.

    Raises
    ------
    click.UsageError
        If another option has had stdin.
    ValueError
        If stdin is not UTF-8, or longer than a million bytes.
    """
    if value != "-":
        return value
    if ctx.meta.setdefault(__name__, param) is not param:
        raise click.UsageError("only one option can read stdin", ctx)
    if sys.stdin is None:
        raise ValueError("stdin is closed")
    return _decoded(_read(sys.stdin.buffer, "stdin"), "stdin")


def read_text(path: str) -> str:
    """The text of a file.

    Raises
    ------
    OSError
        If it cannot be read.
    ValueError
        If it is not UTF-8, or longer than a million bytes.
    """
    with Path(path).open("rb") as file:
        return _decoded(_read(file, path), path)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of stdin where the path is `-`.

    Raises
    ------
    OSError
        If it cannot be read.
    ValueError
        If it is longer than a million bytes.
    """
    if path != "-":
        with Path(path).open("rb") as file:
            return _read(file, path)
    if sys.stdin is None:
        raise ValueError("stdin is closed")
    return _read(sys.stdin.buffer, "stdin")


def _read(file: BinaryIO, name: str) -> bytes:
    data = file.read(_LONGEST_TEXT + 1)
    if len(data) > _LONGEST_TEXT:
        raise ValueError(f"{name}: more than {_LONGEST_TEXT:,} bytes")
    return data


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: not UTF-8 text (byte {error.start + 1})") from None


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

numbering_option = click.option(
    "--numbering",
    type=click.Choice(NUMBERINGS),
    help=f"What the deal numbers mean.  [default: {NUMBERINGS[0]}]",
)


def rule_options(*, defaults: bool) -> tuple[Decorator, ...]:
    """The options that pick the rules of a peaks game."""
    wrap = "  [default: --wrap, in golf --no-wrap]" if defaults else ""
    rule = "  [default: strict]" if defaults else ""
    return (
        click.option(
            "--wrap/--no-wrap", default=None, help=f"Whether ace and king are neighbours.{wrap}"
        ),
        click.option(
            "--rule",
            type=click.Choice(tuple(GOLF_RULES)),
            help=f"Golf only: on a king goes nothing, a queen, or a queen or an ace.{rule}",
        ),
        click.option("--by-columns", is_flag=True, help="Golf only: deal column by column."),
    )


_game = click.Choice(tuple(PEAKS_GAMES), case_sensitive=False)


def optional_game_options(default: str) -> Decorator:
    """Give a command a peaks GAME that may be left out, and the options that pick its rules."""

    def decorate(command: AnyCommand) -> AnyCommand:
        for option in reversed(rule_options(defaults=True)):
            command = option(command)
        return click.argument("game", type=_game, metavar="[GAME]", default=default)(command)

    return decorate


def with_rules(
    game: str, wrap: bool | None, rule: str | None, by_columns: bool, open: bool = False
) -> PeaksRules:
    """The rules that a command's options ask for.

    Raises
    ------
    click.UsageError
        If an option does not go with the game or with another one.
    """
    rules = PEAKS_GAMES[game]
    options: dict[str, bool] = {}
    if rules.strict:
        options = dict(GOLF_RULES[_golf_rule(wrap, rule)])
    elif rule is not None:
        raise click.UsageError(f"--rule does not go with {game}: it has --wrap and --no-wrap")
    elif wrap is not None:
        options["wrap"] = wrap
    if by_columns:
        if rules.layout.by_columns is None:
            raise click.UsageError(f"--by-columns does not go with {game}")
        options["by_columns"] = True
    if open:
        options["open"] = True
    return _peaks(find_rules(rules, **options))


def _golf_rule(wrap: bool | None, rule: str | None) -> str:
    if rule is None:
        return "wrap" if wrap else "strict"
    if wrap is not None and wrap != GOLF_RULES[rule]["wrap"]:
        flag = "--wrap" if wrap else "--no-wrap"
        raise click.UsageError(f"{flag} and --rule {rule} exclude each other")
    return rule


def _peaks(rules: Rules) -> PeaksRules:
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"{rules.name} is not a game of the peaks family")
    return rules
