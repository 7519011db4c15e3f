"""What a player is shown when a move is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solitaire_core.game import Rules
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView
from solitaire_core.peaks import PeaksGame, PeaksMove, PeaksView

__all__ = ["Move", "Turn", "turn_of"]

Move = PeaksMove | KlondikeMove
"""A move of either family."""


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a player knows when a move is wanted, and nothing else.

    Values only: nothing here leads to the game, its deal number or a card that the player has
    not seen.

    Attributes
    ----------
    rules : Rules
        The rules of the game.
    view : PeaksView or KlondikeView
        The cards, as `known()` of the game shows them: what is face up, and what has been; any
        other card is `??`.
    moves : tuple of PeaksMove or KlondikeMove
        The legal moves.
    made : int
        How many moves have been made since the deal.
    idle : int
        How many of the last moves in a row turned the stock or turned it over.
    score : int
        The score so far: by the scoring system; in the Klondike family the dollars of the Vegas
        rule.
    chain : int
        Peaks family: the cards taken since the last turn; else 0.
    seed : int
        A random number for this decision, 0 to 2**64 - 1. A policy that takes all its chance from
        it plays the same games on any number of threads.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> turn = turn_of(Deal("tripeaks", 1).start())
    >>> [str(move) for move in turn.moves], turn.view.stock_left
    (['5S', '5D', 'turn'], 23)
    """

    rules: Rules
    view: PeaksView | KlondikeView
    moves: tuple[Any, ...]
    made: int = 0
    idle: int = 0
    score: int = 0
    chain: int = 0
    seed: int = 0


def turn_of(game: PeaksGame | KlondikeGame, *, made: int = 0, idle: int = 0, seed: int = 0) -> Turn:
    """What the player of a game is shown.

    Parameters
    ----------
    game : PeaksGame or KlondikeGame
        The game as it stands.
    made, idle, seed : int
        As in `Turn`.

    Raises
    ------
    TypeError
        If it is no such game.
    """
    if isinstance(game, PeaksGame):
        score, chain = game.score, game.chain
    elif isinstance(game, KlondikeGame):
        score, chain = game.vegas_score, 0
    else:
        raise TypeError(f"turn_of takes a game, not {type(game).__name__}")
    return Turn(game.rules, game.known(), tuple(game.legal_moves), made, idle, score, chain, seed)
