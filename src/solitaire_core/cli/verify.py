"""`solitaire-core verify`: replay a line of play by the rules alone."""

from __future__ import annotations

from typing import Any

import click

from solitaire_core.cli.any_game import ANY_GAME, AnyPosition, takes_any_position
from solitaire_core.cli.options import NUMBER, Command, json_option, read_text, text_or_stdin
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.positions import Position
from solitaire_core.game import Game, IllegalMoveError
from solitaire_core.lines import parse_line
from solitaire_core.solving.verify import verify as replay

__all__ = ["verify"]


@click.command(
    cls=Command,
    arguments=(ANY_GAME, NUMBER),
    exit_codes={0: "the line is accepted", 1: "it is not"},
    examples=(
        'solitaire-core verify tripeaks 7 --moves "turn JH QD"',
        "solitaire-core solve golf 2 --moves | solitaire-core verify golf 2 --moves -",
        'solitaire-core verify klondike 7 --moves "TC t5>t6, turn"',
    ),
)
@takes_any_position
@click.option(
    "--moves",
    metavar="TEXT",
    callback=text_or_stdin,
    help="The line, with blanks or commas between its moves, as solve --moves prints it; - is"
    " stdin.",
)
@click.option("--file", type=click.Path(), help="A file that holds the line.")
@json_option
@click.pass_context
def verify(
    ctx: click.Context, position: AnyPosition, moves: str | None, file: str | None, as_json: bool
) -> None:
    """Replay a line of play and say whether it wins.

    The line is replayed by the rules alone, with code that shares nothing with the solver.
    """
    if moves is not None and file is not None:
        raise click.UsageError("--moves and --file exclude each other")
    if file is not None:
        moves = read_text(file)
    if moves is None:
        raise click.UsageError("which line? --moves or --file is missing")
    line = parse_line(position.game, moves)
    answer = replay(position.game, line)
    reason = answer.reason
    if not answer and answer.ply < len(line):
        reason = _why(position.game, line[: answer.ply + 1]) or reason
    if as_json:
        print_json({"accepted": answer.accepted, "ply": answer.ply, "reason": reason})
    elif answer:
        plural = "" if answer.ply == 1 else "s"
        is_peaks = isinstance(position, Position)
        won = "the tableau is cleared" if is_peaks else "all cards are on the foundations"
        Screen().show(f"accepted: {answer.ply} move{plural}, and {won}")
    else:
        Screen().show(f"not accepted: {reason}")
    ctx.exit(0 if answer else 1)


def _why(game: Game[Any], moves: list[Any]) -> str | None:
    """Why the last of the moves is illegal, in the game's words."""
    game = game.copy()
    try:
        for move in moves:
            game.push(move)
    except IllegalMoveError as error:
        return f"move {len(moves)}: {error}"
    return None
