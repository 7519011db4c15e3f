"""`solitaire-core solve`: whether a deal can be won, and how."""

from __future__ import annotations

from itertools import groupby

import click
from rich.text import Text

from solitaire_core.cards import Card
from solitaire_core.cli.any_game import ANY_GAME, AnyPosition, takes_any_position
from solitaire_core.cli.limits import takes_limits
from solitaire_core.cli.options import NUMBER, Command, json_option
from solitaire_core.cli.output import Screen, print_json, print_line, styled, symbols_fit
from solitaire_core.cli.positions import Position
from solitaire_core.cli.progress import searching
from solitaire_core.cli.solve_klondike import show_solution
from solitaire_core.peaks import PeaksGame
from solitaire_core.rendering import Span, spell
from solitaire_core.scoring import SCORINGS
from solitaire_core.solving import OBJECTIVES, Limits, Solution, verify
from solitaire_core.solving import solve as find

__all__ = ["solve"]

_CARDS_A_LINE = 18


@click.command(
    cls=Command,
    arguments=(ANY_GAME, NUMBER),
    examples=(
        "solitaire-core solve tripeaks 7 --no-wrap",
        "solitaire-core solve golf 2 --moves | solitaire-core verify golf 2 --moves -",
        "solitaire-core solve tripeaks 0 --objective best-clear --scoring run10",
        "solitaire-core solve klondike 7 --draw 3 --seconds 1",
    ),
)
@takes_any_position
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    help="What is asked for: the fewest stock turns; the best score of any line, of those that "
    "clear the tableau, or the worst of these; the number of winning lines; or just to win."
    "  [default: fewest-turns, in the Klondike family win]",
)
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    help="Peaks family: the scoring system.  [default: the game's]",
)
@takes_limits
@click.option(
    "--improve",
    is_flag=True,
    help="Klondike family: look for shorter lines for as long as --seconds or --nodes allow.",
)
@click.option("--moves", is_flag=True, help="Print the moves alone, on one line.")
@click.option("--ascii", is_flag=True, help="Write letters (TH) and no suit symbols.")
@json_option
def solve(
    position: AnyPosition,
    objective: str | None,
    scoring: str | None,
    limits: Limits,
    improve: bool,
    moves: bool,
    ascii: bool,
    as_json: bool,
) -> None:
    """Decide whether a deal can be won, and how.

    In the peaks family the answer is exact: no line of play turns fewer stock cards, or scores
    better, than the one shown. In the Klondike family a search within limits finds a line, or
    finds that there is none, or leaves it unknown. Every line has been replayed by the rules
    alone.
    """
    if moves and as_json:
        raise click.UsageError("--moves and --json exclude each other")
    if improve and limits.seconds is None and limits.nodes is None:
        raise click.UsageError("--improve goes with --seconds or --nodes")
    with searching(limits) as told:
        solution = find(
            position.game, objective=objective, scoring=scoring, limits=told, improve=improve
        )
    if isinstance(position, Position) and solution.moves is not None:
        wins = objective != "best"
        replayed = verify(position.game, solution.moves, wins=wins)
        if not replayed:
            raise RuntimeError(f"the solver's line does not win, please report: {replayed.reason}")
    if as_json:
        print_json({**position.identity, **solution.to_json()})
    elif moves:
        if solution.moves is None:
            why = f"no line within the limit of {solution.reason}"
            why = why if solution.reason else "there is no line"
            click.echo(f"{solution.verdict.name.lower()}: {why}", err=True)
        else:
            print_line(" ".join(map(str, solution.moves)))
    elif isinstance(position, Position):
        _show(position, solution, ascii or not symbols_fit())
    else:
        show_solution(position.title, solution, ascii=ascii or not symbols_fit())


def _show(position: Position, solution: Solution, ascii: bool) -> None:
    screen = Screen()
    screen.show(Text(position.title, "bold"), "")
    if solution.moves is None:
        screen.show(_verdict(solution, "red", solution.reason or "no line clears the tableau"))
        return
    if not solution.moves and solution.objective in ("win", "fewest-turns"):
        screen.show(_verdict(solution, "green", "the tableau is cleared"))
        return
    style = "green" if solution.winnable else "red"
    screen.show(
        _verdict(solution, style, _value(solution)),
        "",
        *_line_of_play(position.game, solution, ascii),
        "",
        f"  {_end(position.game, solution)}",
    )


def _value(solution: Solution) -> str:
    """What was asked for, in words."""
    if solution.objective == "fewest-turns":
        return f"{_count(solution.value or 0, 'stock turn')} at the fewest"
    if solution.objective == "win":
        return f"a line of {_count(len(solution.moves or ()), 'move')}"
    if solution.objective == "count":
        lines = "line of play wins" if solution.value == 1 else "lines of play win"
        return f"{solution.value:,} {lines}; one with the fewest stock turns:"
    what = {
        "best": "the best {} score of any line",
        "best-clear": "the best {} score of the lines that win",
        "worst-clear": "the worst {} score of the lines that win",
    }[solution.objective].format(solution.scoring)
    return f"{what} is {solution.value:,}"


def _end(game: PeaksGame, solution: Solution) -> str:
    """How the line ends."""
    game = game.copy()
    for move in solution.moves or ():
        game.push(move)
    left = game.stock_left
    if game.cards_left:
        return f"stop there, with {_count(game.cards_left, 'card')} left in the tableau"
    return f"won with {_count(left, 'card') if left else 'no card'} left in the stock"


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
