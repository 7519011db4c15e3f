"""`verify`: replay a line by the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solitaire_core.deals import Deal
from solitaire_core.game import Game, IllegalMoveError
from solitaire_core.peaks import PeaksGame, PeaksMove
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
    position: Game[Any] | Deal, moves: str | Iterable[PeaksMove | str], *, wins: bool = True
) -> Verification:
    """Replay a line by the rules alone, with code that shares nothing with the search.

    Parameters
    ----------
    position : Game or Deal
        Where the line starts.
    moves : str or iterable of PeaksMove or str
        The line; as text, with blanks or commas between the moves.
    wins : bool
        Whether the line must clear the tableau, and not only be legal.

    Returns
    -------
    Verification
        Accepted if every move is legal and, if it must, the tableau is cleared at the end.

    Raises
    ------
    TypeError
        If the position is neither a game nor a deal, or a move is neither a move nor text.

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
    if not isinstance(game, PeaksGame):
        raise TypeError(f"verify takes a game or a deal, not {type(game).__name__}")
    faults = game.status()
    if faults:
        return Verification(False, 0, f"the position cannot occur: {'; '.join(faults)}")
    removed = [place for place in range(game.rules.layout.cards) if game.removed >> place & 1]
    replay = ReferencePeaks(game.rules, game.cards(), removed, game.turned, game.top)
    if isinstance(moves, str):
        moves = moves.replace(",", " ").split()
    ply = 0
    for move in moves:
        try:
            replay.push(PeaksMove(move))
        except (IllegalMoveError, ValueError) as error:
            return Verification(False, ply, f"move {ply + 1}: {error}")
        ply += 1
    if wins and replay.tableau:
        left = len(replay.tableau)
        cards = "card is" if left == 1 else "cards are"
        return Verification(False, ply, f"after the last move {left} {cards} left in the tableau")
    return Verification(True, ply, "")
