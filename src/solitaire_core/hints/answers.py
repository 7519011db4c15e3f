"""What `hint` hands out: a move, whether the game can be won, and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from solitaire_core.peaks import PeaksMove

__all__ = ["Estimate", "Hint", "Reason"]


class Reason(Enum):
    """Why a move is good, by what lies face up."""

    # Of both families.
    WINS = "wins"
    ONLY_MOVE = "only-move"
    TURNS_UP = "turns-up"
    TURN_FIRST = "turn-first"
    NO_WIN_LEFT = "no-win-left"
    GAME_OVER = "game-over"
    # Of the peaks family.
    ONLY_WINNING_MOVE = "only-winning-move"
    FREES_TWO = "frees-two"
    FREES_ONE = "frees-one"
    LENGTHENS_RUN = "lengthens-run"
    STARTS_RUN = "starts-run"
    SAVES_STOCK = "saves-stock"
    NOTHING_FITS = "nothing-fits"
    # Of the Klondike family.
    SAFE_HOME = "safe-home"
    GOES_HOME = "goes-home"
    FREES_ACE = "frees-ace"
    FREES_HOME = "frees-home"
    EMPTIES_PILE = "empties-pile"
    FILLS_PILE = "fills-pile"
    JOINS_RUNS = "joins-runs"
    UNCOVERS = "uncovers"
    USES_WASTE = "uses-waste"
    BRINGS_BACK = "brings-back"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a move is worth to a player who does not see the hidden cards.

    Attributes
    ----------
    move : PeaksMove
        The move.
    win_rate, win_rate_error : float
        The share of the games won that go on from the move by the named policy, over worlds
        that the player cannot tell apart, and its standard error.
    winnable, winnable_error : float or None
        The share of the worlds that a player who sees everything could still win after the
        move, and its standard error; None where no world was looked at.
    """

    move: PeaksMove
    win_rate: float
    win_rate_error: float
    winnable: float | None
    winnable_error: float | None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes
    ----------
    move : PeaksMove or KlondikeMove or None
        The move; None where the game is over or can no longer be won.
    can_win : bool or None
        Whether the position can still be won; None where only visible cards were used, or where
        the search ended at a limit.
    reason : Reason
        Why, as a code.
    text : str
        Why, in words. No face-down card is named or implied.
    back_to : int or None
        Where the position can no longer be won: the ply to go back to, the last one from
        which the game could be won; None where it could not be won from the start on. In the
        Klondike family the last one from which that is known, and None where it is of none.
    estimates : tuple of Estimate
        Peaks family, with `information="visible"`: every legal move, the best first.
    """

    move: Any
    can_win: bool | None
    reason: Reason
    text: str
    back_to: int | None = None
    estimates: tuple[Estimate, ...] = ()
