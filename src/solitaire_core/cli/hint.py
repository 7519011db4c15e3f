"""`solitaire-core hint`: what to do next, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from solitaire_core.cli.any_game import (
    ANY_GAME,
    AnyPosition,
    KlondikePosition,
    takes_any_position,
)
from solitaire_core.cli.hint_klondike import hint_record, show_hint
from solitaire_core.cli.hint_words import hint_fields, show_facts
from solitaire_core.cli.limits import takes_limits
from solitaire_core.cli.options import NUMBER, Command, json_option, text_or_stdin
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.progress import searching
from solitaire_core.game import Game, IllegalMoveError
from solitaire_core.hints import Estimate, Hint
from solitaire_core.hints import hint as find
from solitaire_core.hints.hint import NODES
from solitaire_core.lines import parse_line
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import SCORINGS
from solitaire_core.simulation import POLICIES
from solitaire_core.solving import Limits

__all__ = ["hint"]

_VISIBLE_ONLY = ("seed", "rollouts", "worlds", "policy")


@click.command(
    cls=Command,
    arguments=(ANY_GAME, NUMBER),
    examples=(
        'solitaire-core hint tripeaks 7 --moves "AH 2H turn"',
        "solitaire-core hint tripeaks 7 --information visible --seed 1",
        'solitaire-core hint klondike 7 --moves "TC t5>t6, turn" --seconds 5',
    ),
)
@takes_any_position
@click.option(
    "--moves",
    metavar="TEXT",
    callback=text_or_stdin,
    help="Moves to make first, with blanks or commas between them, as solve --moves prints them;"
    " - is stdin.",
)
@click.option(
    "--information",
    type=click.Choice(("all", "visible")),
    default="all",
    show_default=True,
    help="What the hint may rest on: every card, or only those that the player has seen.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="Peaks family, for visible: the same seed gives the same hint.  [default: 0]",
)
@click.option(
    "--rollouts",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="Peaks family, for visible: games played out, shared between the moves.  [default: 1000]",
)
@click.option(
    "--worlds",
    type=click.IntRange(0, 10**6),
    metavar="N",
    help="Peaks family, for visible: ways to deal the unseen cards, each solved.  [default: 100]",
)
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    help="Peaks family, for visible: how play goes on after the move.  [default: greedy]",
)
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    help="Peaks family: how the moves made are scored.  [default: as the game is]",
)
@takes_limits
@json_option
def hint(
    position: AnyPosition,
    moves: str | None,
    information: str,
    scoring: str | None,
    limits: Limits,
    as_json: bool,
    **figures: Any,
) -> None:
    """Suggest a move, and say why.

    No face-down card is named or implied. With all information the hint keeps the win
    wherever there is one; with visible it is what a player can know. In the Klondike family
    that takes searches within limits, by default 1,000,000 nodes; where they end too early it is
    said that the outlook is not known.
    """
    given = {name: value for name, value in figures.items() if value is not None}
    if information != "visible" and given:
        raise click.UsageError(f"--{min(given)} goes with --information visible")
    if isinstance(position, KlondikePosition):
        if scoring is not None or given:
            name = min(given) if given else "scoring"
            raise click.UsageError(f"--{name} goes with the peaks family")
        _hint_klondike(position, moves or "", information, limits, as_json=as_json)
        return
    game = position.game if scoring is None else position.game.with_scoring(scoring)
    _make(game, parse_line(game, moves or ""))
    answer = find(game, information, **given)
    if as_json:
        print_json(_record(game, answer))
    else:
        _show(position.title, game, answer, policy=given.get("policy", "greedy"))


def _hint_klondike(
    position: KlondikePosition, moves: str, information: str, limits: Limits, *, as_json: bool
) -> None:
    game = position.game
    _make(game, parse_line(game, moves))
    if limits.nodes is None and limits.seconds is None:
        limits = replace(limits, nodes=NODES)
    with searching(limits) as told:
        answer = find(game, information, limits=told)
    if as_json:
        print_json(hint_record(game, answer))
    else:
        show_hint(position.title, game, answer, visible=information == "visible")


def _make(game: Game[Any], moves: list[Any]) -> None:
    """Make the moves; an error says which one cannot be made, and why."""
    for ply, move in enumerate(moves, 1):
        try:
            game.push(move)
        except IllegalMoveError as error:
            raise ValueError(f"move {ply}: {error}") from None


def _record(game: PeaksGame, answer: Hint) -> dict[str, Any]:
    return {
        **hint_fields(answer),
        "estimates": [
            {
                "move": str(estimate.move),
                "win_rate": estimate.win_rate,
                "win_rate_error": estimate.win_rate_error,
                "winnable": estimate.winnable,
                "winnable_error": estimate.winnable_error,
            }
            for estimate in answer.estimates
        ],
        "ply": game.ply,
        "scoring": game.scoring.name,
        "score": game.score,
    }


def _show(title: str, game: PeaksGame, answer: Hint, *, policy: str) -> None:
    screen = Screen()
    state = f"waste {game.top}, {game.scoring.name} score {game.score:,}"
    show_facts(screen, title, state, game, answer, _outlook(game, answer))
    if answer.estimates:
        screen.show("", _table(answer.estimates, policy))


def _outlook(game: PeaksGame, answer: Hint) -> str:
    """Whether the position can still be won."""
    outcome = game.outcome()
    if outcome is not None:
        return f"{outcome.result.value}: {outcome.reason}"
    if answer.can_win is None:
        return "not looked at: the hint rests on what the player has seen"
    if answer.can_win:
        return "can still be won"
    if answer.back_to is not None:
        return "can no longer be won"
    start = "the position as given" if game.deal is None else "the deal"
    return f"cannot be won, and neither could {start}" if game.ply else "cannot be won"


def _table(estimates: Sequence[Estimate], policy: str) -> Table:
    """Every legal move with its figures and their standard errors."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    columns = [[(e.win_rate, e.win_rate_error) for e in estimates]]
    heads = [f"won by {policy} play"]
    shares = [
        (e.winnable, e.winnable_error)
        for e in estimates
        if e.winnable is not None and e.winnable_error is not None
    ]
    if shares:
        columns.append(shares)
        heads.append("can be won")
    for _ in columns:
        table.add_column(justify="right", no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
    table.add_row("  move", *(word for head in heads for word in (head, "std. error")))
    figures = [_figures(column) for column in columns]
    for i, estimate in enumerate(estimates):
        style = "" if i else "bold"
        row = [words for column in figures for words in column[i]]
        table.add_row(Text(f"  {estimate.move}", style), *(Text(word, style) for word in row))
    return table


def _figures(column: Sequence[tuple[float, float]]) -> list[tuple[str, str]]:
    """Shares and their errors in percent, with as many digits as the smallest error is worth."""
    smallest = 100 * min(error for _, error in column)
    digits = max(0, min(6, -math.floor(math.log10(smallest))))
    return [(f"{100 * share:.{digits}f} %", f"{100 * error:.{digits}f}") for share, error in column]
