"""`solitaire-core play`: the command."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from solitaire_core.cards import UNKNOWN
from solitaire_core.cli.any_game import (
    ANY_GAME,
    AnyPosition,
    KlondikePosition,
    takes_any_position,
)
from solitaire_core.cli.options import Command
from solitaire_core.cli.output import print_line, symbols_fit
from solitaire_core.deals import Deal
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import SCORINGS
from solitaire_core.solving import solve

if TYPE_CHECKING:
    from solitaire_core.cli.play.canvas import Piece
    from solitaire_core.cli.play.faces import Signs
    from solitaire_core.cli.play.terminal import Player

__all__ = ["play", "winnable_deal"]

# Numbers that a player can remember.
_NUMBERS = 1_000_000
_MOST_TRIES = 1000


def winnable_deal(rules: PeaksRules) -> Deal:
    """A deal that can be won under its rules, any one as likely as another.

    Raises
    ------
    ValueError
        If the rules are such that none is found, or cannot be solved.
    """
    for _ in range(_MOST_TRIES):
        deal = Deal(rules, random.randrange(_NUMBERS))
        if solve(deal).winnable:
            return deal
    raise ValueError(f"none of {_MOST_TRIES:,} deals of {rules.name} can be won")


def random_deal(rules: KlondikeRules) -> Deal:
    """A deal of which nobody knows whether it can be won."""
    return Deal(rules, random.randrange(_NUMBERS))


@click.command(
    cls=Command,
    short_help="Play a game on the whole screen of the terminal.",
    arguments=(
        ANY_GAME,
        (
            "NUMBER",
            "The deal number; without one, nor --deck or --code, a random deal, in the peaks"
            " family one that can be won.",
        ),
    ),
    exit_codes={0: "the game is over, or was quit"},
    examples=(
        "solitaire-core play tripeaks",
        "solitaire-core play tripeaks 7 --no-wrap --scoring run10",
        "solitaire-core play golf --rule queens-on-kings --no-mark",
        "solitaire-core play klondike 7 --draw 3 --passes 3",
        "solitaire-core play tripleharp",
    ),
)
@partial(takes_any_position, choose=winnable_deal, choose_klondike=random_deal)
@click.option("--open", is_flag=True, help="Peaks family: play with all cards face up.")
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    help="Peaks family: the scoring system.  [default: the game's]",
)
@click.option(
    "--mark/--no-mark",
    default=True,
    help="Whether cards that can be played are marked; the key m changes it.  [default: --mark]",
)
@click.option("--ascii", is_flag=True, help="Draw with ASCII signs alone.")
def play(position: AnyPosition, scoring: str | None, mark: bool, ascii: bool) -> None:
    """Play a game on the whole screen of the terminal, of 80x24 or more.

    Peaks family: cards are taken with the arrow keys and Enter, with the mouse, or by typing
    them (7H).

    Klondike family: cards are picked up and put down with the arrow keys and Enter, or with the
    mouse; or moves are typed (3>7, w>f, QH t3>t7*4). H asks the solver, which may take some
    seconds.

    The key ? shows all keys. When the game is left, the line printed names the deal, which can
    be played again.
    """
    if isinstance(position, KlondikePosition) and scoring is not None:
        raise click.UsageError("--scoring goes with the peaks family")
    _look_at_terminal()
    # Here and not above: no other command has to wait until prompt_toolkit is loaded.
    try:
        from solitaire_core.cli.play.terminal import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "prompt_toolkit":
            raise
        raise ValueError(
            'play needs prompt_toolkit: python -m pip install "solitaire-core[cli]"'
        ) from None
    from solitaire_core.cli.play.faces import ASCII, SYMBOLS, UNICODE

    if isinstance(position, KlondikePosition):
        player, draw, summary = _klondike(position.game, mark)
    else:
        player, draw, summary = _peaks(position.game, scoring, mark)
    signs = ASCII if ascii or not symbols_fit(SYMBOLS) else UNICODE
    try:
        run(player, partial(draw, signs))
    finally:
        print_line(summary())


Seat = tuple["Player", Callable[["Signs"], "list[list[Piece]]"], Callable[[], str]]
"""What takes the keys of a game, what draws it, and what sums it up."""


def _peaks(game: PeaksGame, scoring: str | None, mark: bool) -> Seat:
    from solitaire_core.cli.play.controls import Controls
    from solitaire_core.cli.play.geometry import geometry_of
    from solitaire_core.cli.play.screen import draw_screen
    from solitaire_core.cli.play.session import Session

    start = _prepared(game, scoring)
    geometry_of(start.rules.layout)  # refused before the screen is taken over
    session = Session(start, next_game=_others(start, scoring), clock=time.monotonic, marks=mark)
    controls = Controls(session)
    return controls, partial(draw_screen, controls), session.summary


def _klondike(start: KlondikeGame, mark: bool) -> Seat:
    from solitaire_core.cli.play.klondike.controls import KlondikeControls
    from solitaire_core.cli.play.klondike.screen import draw_screen
    from solitaire_core.cli.play.klondike.session import KlondikeSession

    def another() -> KlondikeGame:
        game = random_deal(start.rules).start()
        assert isinstance(game, KlondikeGame)
        return game

    session = KlondikeSession(start, next_game=another, clock=time.monotonic, marks=mark)
    controls = KlondikeControls(session)
    return controls, partial(draw_screen, controls), session.summary


def _look_at_terminal() -> None:
    for name, stream in (("stdin", sys.stdin), ("stdout", sys.stdout)):
        if stream is None or not stream.isatty():
            raise ValueError(f"play needs a terminal, and {name} is none")
    terminal = os.environ.get("TERM", "")
    if terminal.lower() in ("dumb", "unknown"):
        raise ValueError(f"play needs a terminal that can move its cursor, not TERM={terminal}")


def _prepared(game: PeaksGame, scoring: str | None) -> PeaksGame:
    if UNKNOWN in game.cards():
        solve(game)  # names a card that matters and is not known
    return game if scoring is None else game.with_scoring(scoring)


def _others(start: PeaksGame, scoring: str | None) -> Callable[[], PeaksGame]:
    def another() -> PeaksGame:
        game = winnable_deal(start.rules).start()
        assert isinstance(game, PeaksGame)
        return _prepared(game, scoring)

    return another
