"""The deal or the position that a command is about."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from solitaire_core.cli.options import (
    AnyCommand,
    Decorator,
    numbering_option,
    rule_options,
    text_or_stdin,
    with_rules,
)
from solitaire_core.deals import NUMBERINGS, Deal, parse_number
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.peaks import PeaksGame

__all__ = [
    "Position",
    "check_game_of_code",
    "check_source",
    "deal_from",
    "position_of",
    "takes_position",
    "title_of",
]

_RulesT = TypeVar("_RulesT", bound=Rules)


@dataclass(frozen=True, slots=True)
class Position:
    """The position that a command is about.

    Attributes
    ----------
    game : PeaksGame
        The position.
    identity : dict
        What it is in JSON: the fields of a deal, or `code`.
    title : str
        What it is in a line of text.
    """

    game: PeaksGame
    identity: dict[str, Any]
    title: str


_position_options: tuple[Decorator, ...] = (
    click.argument("number", metavar="[NUMBER]", required=False),
    numbering_option,
    click.option(
        "--deck",
        metavar="TEXT",
        callback=text_or_stdin,
        help="The 52 cards in the order of dealing, of games with one deck; - is stdin.",
    ),
    click.option(
        "--code",
        metavar="TEXT",
        callback=text_or_stdin,
        help="The code of a position, as deal --json prints it; - is stdin.",
    ),
    *rule_options(defaults=True),
)


def takes_position(
    command: AnyCommand,
    *,
    choose: Callable[[PeaksRules], Deal] | None = None,
    games: Sequence[str] = tuple(PEAKS_GAMES),
) -> AnyCommand:
    """Give a command GAME, NUMBER and what can stand in their place, as one `Position`.

    Parameters
    ----------
    command : callable
        The command.
    choose : callable, optional
        Picks a deal of the game where none is named; without it a deal has to be named.
    games : sequence of str
        The names that GAME may have; what is passed on is of the peaks family.
    """

    @functools.wraps(command)
    def wrapped(
        *,
        game: str | None,
        number: str | None,
        numbering: str | None,
        deck: str | None,
        code: str | None,
        wrap: bool | None,
        rule: str | None,
        by_columns: bool,
        open: bool = False,
        **rest: Any,
    ) -> None:
        check_source(game, number, numbering, deck, code, can_choose=choose is not None)
        if code is not None:
            options = {
                "--wrap": wrap is True,
                "--no-wrap": wrap is False,
                "--rule": rule is not None,
                "--by-columns": by_columns,
                "--open": open,
            }
            for name, is_given in options.items():
                if is_given:
                    raise click.UsageError(f"--code names its own options: {name} cannot be given")
            command(position=_from_code(game, code), **rest)
            return
        assert game is not None  # or there would have been an error above
        rules = with_rules(game, wrap, rule, by_columns, open)
        command(position=position_of(deal_from(rules, number, numbering, deck, choose)), **rest)

    result: AnyCommand = wrapped
    for option in reversed(_position_options):
        result = option(result)
    kind = click.Choice(games, case_sensitive=False)
    return click.argument("game", type=kind, metavar="GAME", required=False)(result)


def check_source(
    game: str | None,
    number: str | None,
    numbering: str | None,
    deck: str | None,
    code: str | None,
    *,
    can_choose: bool,
) -> None:
    """See to it that one deal or position is named, if no deal can be chosen.

    Raises
    ------
    click.UsageError
        If none is, or two are, or no game is named where no code says which.
    """
    given = [
        name
        for name, value in (("NUMBER", number), ("--deck", deck), ("--code", code))
        if value is not None
    ]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    if not given and game is None:
        raise click.UsageError("missing argument GAME")
    if not given and not can_choose:
        raise click.UsageError("which deal? NUMBER, --deck or --code is missing")
    if numbering is not None and number is None:
        other = f", not with {given[0]}" if given else ""
        raise click.UsageError(f"--numbering goes with NUMBER{other}")
    if game is None and code is None:
        raise click.UsageError("missing argument GAME")


def deal_from(
    rules: _RulesT,
    number: str | None,
    numbering: str | None,
    deck: str | None,
    choose: Callable[[_RulesT], Deal] | None,
) -> Deal:
    """The deal that is named, or else chosen."""
    if deck is not None:
        return Deal.from_cards(rules, deck)
    if number is not None:
        return Deal(rules, parse_number(number), numbering or NUMBERINGS[0])
    assert choose is not None  # `check_source` saw to it
    return choose(rules)


def title_of(deal: Deal) -> str:
    """A deal in a line of text."""
    return str(deal) if deal.number is not None else f"{rules_to_text(deal.rules)}, deck as given"


def check_game_of_code(name: str | None, rules: Rules) -> str:
    """The title of a position whose code was given.

    Raises
    ------
    click.UsageError
        If it is of another game than the one that is named.
    """
    if name not in (None, rules.name):
        raise click.UsageError(f"the code is of {rules.name}, not of {name}")
    return f"{rules_to_text(rules)}, position as given"


def position_of(deal: Deal) -> Position:
    """The position in which a deal is dealt out."""
    game = deal.start()
    assert isinstance(game, PeaksGame)
    return Position(game, deal.to_json(), title_of(deal))


def _from_code(name: str | None, code: str) -> Position:
    game = PeaksGame.from_code(code)
    title = check_game_of_code(name, game.rules)
    faults = game.status()
    if faults:
        raise ValueError(f"the position cannot occur: {'; '.join(faults)}")
    return Position(game, {"code": game.code()}, title)
