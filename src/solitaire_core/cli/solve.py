"""`solitaire-core solve`: whether a deal can be won, and how."""

from __future__ import annotations

from itertools import groupby

import click
from rich.text import Text

from solitaire_core.cards import Card
from solitaire_core.cli.options import GAME, NUMBER, Command, Position, json_option, takes_position
from solitaire_core.cli.output import Screen, print_json, print_line, styled, symbols_fit
from solitaire_core.peaks import PeaksGame
from solitaire_core.rendering import Span, spell
from solitaire_core.solving import Solution, verify
from solitaire_core.solving import solve as find

__all__ = ["solve"]

_CARDS_A_LINE = 18


@click.command(
    cls=Command,
    arguments=(GAME, NUMBER),
    examples=(
        "solitaire-core solve tripeaks 7 --no-wrap",
        "solitaire-core solve golf 2 --moves | solitaire-core verify golf 2 --moves -",
    ),
)
@takes_position
@click.option("--moves", is_flag=True, help="Print the moves alone, on one line.")
@click.option("--ascii", is_flag=True, help="Write letters (TH) and no suit symbols.")
@json_option
def solve(position: Position, moves: bool, ascii: bool, as_json: bool) -> None:
    """Decide whether a deal can be won, and how.

    The answer is exact, and no line of play turns fewer stock cards than the one shown. It
    has been replayed by the rules alone.
    """
    if moves and as_json:
        raise click.UsageError("--moves and --json exclude each other")
    solution = find(position.game)
    if solution.moves is not None:
        replayed = verify(position.game, solution.moves)
        if not replayed:
            raise RuntimeError(f"the solver's line does not win, please report: {replayed.reason}")
    if as_json:
        print_json({**position.identity, **solution.to_json()})
    elif moves:
        if solution.moves is None:
            click.echo(f"{solution.verdict.name.lower()}: there is no line", err=True)
        else:
            print_line(" ".join(map(str, solution.moves)))
    else:
        _show(position, solution, ascii or not symbols_fit())


def _show(position: Position, solution: Solution, ascii: bool) -> None:
    screen = Screen()
    screen.show(Text(position.title, "bold"), "")
    if solution.moves is None:
        screen.show(_verdict(solution, "red", solution.reason or "no line clears the tableau"))
        return
    if not solution.moves:
        screen.show(_verdict(solution, "green", "the tableau is cleared"))
        return
    turns = solution.fewest_turns or 0
    left = position.game.stock_left - turns
    screen.show(
        _verdict(solution, "green", f"{_count(turns, 'stock turn')} at the fewest"),
        "",
        *_line_of_play(position.game, solution, ascii),
        "",
        f"  won with {_count(left, 'card') if left else 'no card'} left in the stock",
    )


def _verdict(solution: Solution, style: str, words: str) -> Text:
    return Text.assemble("  ", (solution.verdict.name.lower(), f"bold {style}"), f": {words}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _line_of_play(game: PeaksGame, solution: Solution, ascii: bool) -> list[Text]:
    """The line of play: stock turns and runs of taken cards by turns."""
    game = game.copy()
    lines = [_step("", "waste", [game.top], ascii)]
    number = 1
    for is_turn, moves in groupby(solution.moves or (), key=lambda move: bool(move.is_turn)):
        cards = []
        for move in moves:
            game.push(move)
            cards.append(game.top)
        lead, verb = f"{number}.", "turn" if is_turn else "take"
        for first in range(0, len(cards), _CARDS_A_LINE):
            lines.append(_step(lead, verb, cards[first : first + _CARDS_A_LINE], ascii))
            lead = verb = ""
        if not is_turn and len(cards) > 1:
            lines[-1].append(f"  (run of {len(cards)})", "dim")
        number += len(cards)
    return lines


def _step(number: str, verb: str, cards: list[Card], ascii: bool) -> Text:
    spans: list[Span] = []
    for card in cards:
        spans += [(" ", "label"), spell(card, ascii=ascii)]
    style = "bold" if verb == "take" else ""
    return Text.assemble((f"{number:>5}  ", "dim"), (f"{verb:6}", style), styled(spans[1:]))
