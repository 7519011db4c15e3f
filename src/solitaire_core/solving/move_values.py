"""`move_values`: of each legal move, whether the game can still be won after it."""

from __future__ import annotations

from typing import Any

from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.peaks import PeaksGame
from solitaire_core.solving.klondike import solve_klondike
from solitaire_core.solving.limits import Budget, Limits
from solitaire_core.solving.peaks import winning_moves
from solitaire_core.solving.solution import Verdict

__all__ = ["move_values"]


def move_values(
    position: Game[Any] | Deal, *, limits: Limits | None = None, together: bool = False
) -> dict[Any, Verdict]:
    """Of each legal move, whether the game can still be won after it.

    Parameters
    ----------
    position : Game or Deal
        A position with all cards known. It is not changed.
    limits : Limits, optional
        Klondike family: how far the searches may go. The peaks family never needs them.
    together : bool
        Whether the limits of nodes and seconds are for all searches together; each then takes
        an equal part of what is left. Otherwise they are for each.

    Returns
    -------
    dict of move to Verdict
        In the order of the legal moves; empty where none is legal. Moves that lead to equal
        positions are searched once.

    Raises
    ------
    ValueError, TypeError, MemoryError, KeyboardInterrupt
        As `solve`.

    See Also
    --------
    winning_moves, WinTable : for many positions of a game of the peaks family.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> found = move_values(Deal("tripeaks", 1))
    >>> {str(move): verdict.name for move, verdict in found.items()}
    {'5S': 'WINNABLE', '5D': 'WINNABLE', 'turn': 'WINNABLE'}
    """
    game = position.start() if isinstance(position, Deal) else position
    if isinstance(game, KlondikeGame):
        return _searched(game, limits or Limits(), together=together)
    if not isinstance(game, PeaksGame):
        raise TypeError(f"move_values takes a game or a deal, not {type(game).__name__}")
    return {
        move: Verdict.WINNABLE if wins else Verdict.UNWINNABLE
        for move, wins in winning_moves(game).items()
    }


def _searched(game: KlondikeGame, limits: Limits, *, together: bool) -> dict[KlondikeMove, Verdict]:
    game = game.copy()
    groups: dict[int, list[KlondikeMove]] = {}
    legal = list(game.legal_moves)
    for move in legal:
        game.push(move)
        # While the stock is dealt onto the piles by position, their order matters.
        ordered = game.rules.stock == "deal" and game.stock_left > 0
        groups.setdefault(game.key(ordered=ordered), []).append(move)
        game.pop()
    budget = Budget(limits)
    values: dict[KlondikeMove, Verdict] = {}
    for done, moves in enumerate(groups.values()):
        game.push(moves[0])
        within = budget.share(len(groups) - done) if together else limits
        solution = solve_klondike(game, within)
        game.pop()
        if together:
            budget.pay(solution.stats.nodes, solution.stats.cpu_seconds)
        values.update(dict.fromkeys(moves, solution.verdict))
    return {move: values[move] for move in legal}
