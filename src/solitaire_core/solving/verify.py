"""`verify`: replay a line by the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solitaire_core.deals import Deal
from solitaire_core.game import Game, IllegalMoveError
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.lines import split_line
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.reference.klondike_replay import KlondikeReplay
from solitaire_core.reference.peaks import ReferencePeaks

__all__ = ["Verification", "verify"]


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a line wins; true or false as a condition.

    Attributes
    ----------
    accepted : bool
        Whether every move is legal and the last one wins.
    ply : int
        The number of moves that were legal.
    reason : str
        Why the line was refused; empty where it was accepted.
    """

    accepted: bool
    ply: int
    reason: str

    def __bool__(self) -> bool:
        return self.accepted


def verify(
    position: Game[Any] | Deal,
    moves: str | Iterable[PeaksMove | KlondikeMove | str],
    *,
    wins: bool = True,
) -> Verification:
    """Replay a line by the rules alone, with code that shares nothing with the search.

    Parameters
    ----------
    position : Game or Deal
        Where the line starts.
    moves : str or iterable of PeaksMove, KlondikeMove or str
        The line; as text, with blanks or commas between the moves.
    wins : bool
        Whether the line must win the game (the tableau is cleared; all cards are on the
        foundations), and not only be legal.

    Returns
    -------
    Verification
        Accepted if every move is legal and, if it must be, the game is won at the end.

    Raises
    ------
    TypeError
        If the position is neither a game nor a deal, or a move is neither a move nor text.

    Notes
    -----
    Some microseconds a move.

    Examples
    --------
    >>> from solitaire_core import Deal, solve
    >>> deal = Deal("tripeaks", 0)
    >>> verify(deal, solve(deal).moves)
    Verification(accepted=True, ply=37, reason='')
    >>> verify(deal, "turn 2C")
    Verification(accepted=False, ply=1, reason='move 2: illegal move 2C')
    """
    game = position.start() if isinstance(position, Deal) else position
    if not isinstance(game, (PeaksGame, KlondikeGame)):
        raise TypeError(f"verify takes a game or a deal, not {type(game).__name__}")
    faults = game.status()
    if faults:
        return Verification(False, 0, f"the position cannot occur: {'; '.join(faults)}")
    replay = _PeaksReplay(game) if isinstance(game, PeaksGame) else _KlondikeReplay(game)
    ply = 0
    for move in split_line(moves) if isinstance(moves, str) else moves:
        try:
            replay.push(move)
        except (IllegalMoveError, ValueError) as error:
            return Verification(False, ply, f"move {ply + 1}: {error}")
        ply += 1
    left = replay.cards_left if wins else 0
    if left:
        cards = "card is" if left == 1 else "cards are"
        return Verification(False, ply, f"after the last move {left} {cards} {replay.LEFT}")
    return Verification(True, ply, "")


class _PeaksReplay:
    LEFT = "left in the tableau"

    def __init__(self, game: PeaksGame) -> None:
        removed = [place for place in range(game.rules.layout.cards) if game.removed >> place & 1]
        self._replay = ReferencePeaks(game.rules, game.cards(), removed, game.turned, game.top)

    def push(self, move: Any) -> None:
        self._replay.push(PeaksMove(move))

    @property
    def cards_left(self) -> int:
        return len(self._replay.tableau)


class _KlondikeReplay:
    LEFT = "not on the foundations"

    def __init__(self, game: KlondikeGame) -> None:
        self._replay = KlondikeReplay(game.rules, game.board())

    def push(self, move: Any) -> None:
        self._replay.push(str(KlondikeMove(move)))

    @property
    def cards_left(self) -> int:
        return self._replay.rules.cards - self._replay.cards_home
