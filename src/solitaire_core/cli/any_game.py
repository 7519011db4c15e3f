"""Positions of either family, for the commands that take both."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from solitaire_core.cli.options import AnyCommand, rule_options, with_rules
from solitaire_core.cli.positions import (
    Position,
    check_game_of_code,
    check_source,
    deal_from,
    position_of,
    takes_position,
    title_of,
)
from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games import GAMES
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame

__all__ = [
    "ANY_GAME",
    "AnyPosition",
    "GameChoice",
    "KlondikePosition",
    "position_from",
    "takes_any_game",
    "takes_any_position",
]

ANY_GAME = ("GAME", ", ".join(GAMES))


@dataclass(frozen=True, slots=True)
class KlondikePosition:
    """A position of the Klondike family that a command is about; see `Position`."""

    game: KlondikeGame
    identity: dict[str, Any]
    title: str


AnyPosition = Position | KlondikePosition

_klondike_options = (
    click.option(
        "--draw",
        type=click.IntRange(1, 3),
        metavar="N",
        help="Klondike family: cards turned at a time.  [default: the game's]",
    ),
    click.option(
        "--passes",
        type=click.IntRange(0, 255),
        metavar="N",
        help="Klondike family: passes through the stock, 0 for as many as wanted.  [default: the"
        " game's]",
    ),
    click.option(
        "--worrying-back/--no-worrying-back",
        default=None,
        help="Klondike family: whether cards come back from the foundations.",
    ),
    click.option(
        "--turn-first/--no-turn-first",
        default=None,
        help="Klondike family: whether the first turn is made at the deal.",
    ),
)


def takes_any_position(
    command: Callable[..., None],
    *,
    choose: Callable[[PeaksRules], Deal] | None = None,
    choose_klondike: Callable[[KlondikeRules], Deal] | None = None,
) -> Callable[..., None]:
    """Give a command GAME, NUMBER and what can stand in their place, of either family.

    Parameters
    ----------
    command : callable
        The command.
    choose, choose_klondike : callable, optional
        Pick a deal of the game where none is named, by family; without them a deal has to be
        named.
    """
    of_peaks = takes_position(command, choose=choose, games=tuple(GAMES))

    @functools.wraps(of_peaks)
    def wrapped(*, game: str | None, code: str | None, **rest: Any) -> None:
        options = _take_klondike(rest)
        is_klondike = game in KLONDIKE_FAMILY or (code or "").lstrip().startswith("klondike")
        if not is_klondike:
            _refuse(options, game or "that position")
            of_peaks(game=game, code=code, **rest)
            return
        number, numbering, deck = (rest.pop(name) for name in ("number", "numbering", "deck"))
        _refuse_peaks(rest)
        position = _position(game, number, numbering, deck, code, options, choose_klondike)
        command(position=position, **rest)

    return _with_klondike_options(wrapped)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The game that a command is about.

    Attributes
    ----------
    name : str
        Its name.
    rules : Rules
        Its rules, with the options that were given.
    by_columns : bool
        Peaks family: whether --by-columns was given.
    is_asked : bool
        Whether an option was given that picks one of the game's rules.
    """

    name: str
    rules: Rules
    by_columns: bool = False
    is_asked: bool = False


def takes_any_game(command: AnyCommand, default: str | None = None) -> AnyCommand:
    """Give a command GAME and the options that pick its rules, of either family, as one `choice`.

    Parameters
    ----------
    command : callable
        The command.
    default : str, optional
        The game where none is named.
    """

    @functools.wraps(command)
    def wrapped(*, game: str, **rest: Any) -> None:
        options = _take_klondike(rest)
        if game in KLONDIKE_FAMILY:
            _refuse_peaks(rest)
            choice = GameChoice(game, _rules(game, options), is_asked=bool(options))
        else:
            _refuse(options, game)
            wrap, rule, by_columns = (rest.pop(name) for name in ("wrap", "rule", "by_columns"))
            rules = with_rules(game, wrap, rule, by_columns)
            is_asked = wrap is not None or rule is not None
            choice = GameChoice(game, rules, by_columns, is_asked)
        command(choice=choice, **rest)

    result: AnyCommand = _with_klondike_options(wrapped)
    for decorate in reversed(rule_options(defaults=default is not None)):
        result = decorate(result)
    kind = click.Choice(tuple(GAMES), case_sensitive=False)
    if default is None:
        return click.argument("game", type=kind, metavar="GAME")(result)
    return click.argument("game", type=kind, metavar="[GAME]", default=default)(result)


def _with_klondike_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_klondike_options):
        command = option(command)
    return command


def _take_klondike(rest: dict[str, Any]) -> dict[str, Any]:
    """Take the options of the Klondike family out; those that were given."""
    names = ("draw", "passes", "worrying_back", "turn_first")
    options = {name: rest.pop(name) for name in names}
    return {name: value for name, value in options.items() if value is not None}


def _refuse(options: dict[str, Any], game: str) -> None:
    for name in options:
        raise click.UsageError(
            f"--{name.replace('_', '-')} goes with the Klondike family, not with {game}"
        )


def _refuse_peaks(rest: dict[str, Any]) -> None:
    """Take the options of the peaks family out, none of which can be given."""
    wrap = rest.pop("wrap")
    of_others = {"--wrap": wrap is True, "--no-wrap": wrap is False}
    for name in ("rule", "by_columns", "open"):
        of_others[f"--{name.replace('_', '-')}"] = bool(rest.pop(name, None))
    for shown, is_given in of_others.items():
        if is_given:
            raise click.UsageError(f"{shown} goes with the peaks family")


def _position(
    name: str | None,
    number: str | None,
    numbering: str | None,
    deck: str | None,
    code: str | None,
    options: dict[str, Any],
    choose: Callable[[KlondikeRules], Deal] | None,
) -> KlondikePosition:
    check_source(name, number, numbering, deck, code, can_choose=choose is not None)
    if code is not None:
        for option in options:
            raise click.UsageError(
                f"--code names its own options: --{option.replace('_', '-')} cannot be given"
            )
        game = KlondikeGame.from_code(code)
        title = check_game_of_code(name, game.rules)
        return KlondikePosition(game, {"code": game.code()}, title)
    assert name is not None  # or there would have been an error above
    return _dealt(deal_from(_rules(name, options), number, numbering, deck, choose))


def position_from(deal: Deal) -> AnyPosition:
    """The position in which a deal of either family is dealt out."""
    return _dealt(deal) if isinstance(deal.rules, KlondikeRules) else position_of(deal)


def _dealt(deal: Deal) -> KlondikePosition:
    start = deal.start()
    assert isinstance(start, KlondikeGame)
    return KlondikePosition(start, deal.to_json(), title_of(deal))


def _rules(name: str, options: dict[str, Any]) -> KlondikeRules:
    rules = KLONDIKE_FAMILY[name]
    if rules.stock == "deal":
        for option in ("draw", "passes", "turn_first"):
            if option in options:
                shown = option.replace("_", "-")
                raise click.UsageError(f"--{shown} does not go with {name}, which has no waste")
    return rules.with_options(options)
