"""Hints of the Klondike family: by the solver within limits, else by simple rules."""

from __future__ import annotations

from solitaire_core.hints.answers import Hint, Reason
from solitaire_core.hints.klondike_moves import best_in_sight, explain, reason_of
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.solving.klondike import solve_klondike
from solitaire_core.solving.limits import Budget, Limits
from solitaire_core.solving.solution import Verdict

__all__ = ["hint_klondike", "last_winnable_ply"]

_OVER = "the game is over"
_LOST = "the game can no longer be won"
_NOT_KNOWN = " (whether the game can still be won was not found out)"


def hint_klondike(game: KlondikeGame, information: str, limits: Limits) -> Hint:
    """Suggest a move in a game of the Klondike family; see `hint`."""
    if information == "visible":
        return _visible(game)
    budget = Budget(limits)
    outcome = game.outcome()
    if outcome is not None:
        back_to = None if outcome.won else last_winnable_ply(game, budget)
        return Hint(None, outcome.won, Reason.GAME_OVER, _OVER, back_to)
    solution = solve_klondike(game, limits)
    budget.pay(solution.stats.nodes, solution.stats.cpu_seconds)
    if solution.verdict is Verdict.UNWINNABLE:
        back_to = last_winnable_ply(game, budget)
        return Hint(None, False, Reason.NO_WIN_LEFT, _LOST, back_to)
    if solution.moves is not None:
        return _of(game, solution.moves[0], can_win=True)
    move = best_in_sight(game)
    assert move is not None  # the game is not over, so there is a move
    return _of(game, move, can_win=None, more=_NOT_KNOWN)


def _visible(game: KlondikeGame) -> Hint:
    if game.cards_home == game.rules.cards:
        return Hint(None, True, Reason.GAME_OVER, _OVER)
    move = best_in_sight(game)
    # Where the stock can be turned, only its unseen cards tell that the game is over.
    if move is None:
        return Hint(None, False, Reason.GAME_OVER, _OVER)
    return _of(game, move, can_win=None)


def _of(game: KlondikeGame, move: KlondikeMove, *, can_win: bool | None, more: str = "") -> Hint:
    reason = reason_of(game, move)
    return Hint(move, can_win, reason, explain(move, reason) + more)


def last_winnable_ply(game: KlondikeGame, budget: Budget) -> int | None:
    """The last ply of the moves made from which the game is known to be winnable.

    Parameters
    ----------
    game : KlondikeGame
        A position that can no longer be won.
    budget : Budget
        What the searches may take.

    Returns
    -------
    int or None
        Where all searches came to an end, the game is lost from the next ply on. None where no
        position was found that could be won.

    Notes
    -----
    What cannot be won can never be won again, so the plies in between are halved; those that
    stay unknown are left out.
    """
    start = game.copy(stack=True)
    moves = game.move_stack
    for _ in moves:
        start.pop()
    start = start.copy()
    known, high = -1, game.ply
    unknown: set[int] = set()
    while not budget.spent:
        left = [ply for ply in range(known + 1, high) if ply not in unknown]
        if not left:
            break
        ply = left[len(left) // 2]
        here = start.copy()
        for move in moves[:ply]:
            here.push(move)
        solution = solve_klondike(here, budget.share(len(left).bit_length()))
        budget.pay(solution.stats.nodes, solution.stats.cpu_seconds)
        if solution.verdict is Verdict.WINNABLE:
            known = ply
        elif solution.verdict is Verdict.UNWINNABLE:
            high = ply
        else:
            unknown.add(ply)
    return known if known >= 0 else None
