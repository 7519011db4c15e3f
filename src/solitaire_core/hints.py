"""Hints that never give away a face-down card.

`hint` names a move, says whether the position can still be won, and why the move is good,
as a code and in words. With `information="all"` it asks the solver, which knows every card;
its words speak only of what lies face up. With `information="visible"` it knows no more than
the player: it deals the unseen cards anew many times and compares the legal moves over those
worlds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from solitaire_core import _fast
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.simulation import playouts, share_error
from solitaire_core.solving.peaks import WinTable, lattice_of
from solitaire_core.solving.solve import solve

__all__ = ["Estimate", "Hint", "Reason", "hint"]


class Reason(Enum):
    """Why a move is good, by what lies face up."""

    WINS = "wins"
    ONLY_MOVE = "only-move"
    ONLY_WINNING_MOVE = "only-winning-move"
    FREES_TWO = "frees-two"
    TURNS_UP = "turns-up"
    FREES_ONE = "frees-one"
    LENGTHENS_RUN = "lengthens-run"
    STARTS_RUN = "starts-run"
    SAVES_STOCK = "saves-stock"
    NOTHING_FITS = "nothing-fits"
    TURN_FIRST = "turn-first"
    NO_WIN_LEFT = "no-win-left"
    GAME_OVER = "game-over"


_TEXTS = {
    Reason.WINS: "{move} clears the tableau",
    Reason.ONLY_MOVE: "{move} is the only move",
    Reason.ONLY_WINNING_MOVE: "{move} is the only move that still wins",
    Reason.FREES_TWO: "{move} frees two cards",
    Reason.TURNS_UP: "{move} turns a card face up",
    Reason.FREES_ONE: "{move} frees a card",
    Reason.LENGTHENS_RUN: "{move} makes the run longer",
    Reason.STARTS_RUN: "{move} starts a run: another card fits on it",
    Reason.SAVES_STOCK: "{move} fits, which saves the stock",
    Reason.NOTHING_FITS: "no card fits: turn the stock",
    Reason.TURN_FIRST: "turn the stock: what fits now is better left for later",
    Reason.NO_WIN_LEFT: "the game can no longer be won",
    Reason.GAME_OVER: "the game is over",
}


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
    move : PeaksMove or None
        The move; None where the game is over or can no longer be won.
    can_win : bool or None
        Whether the position can still be won; None where only visible cards were used.
    reason : Reason
        Why, as a code.
    text : str
        Why, in words. No face-down card is named or implied.
    back_to : int or None
        Where the position can no longer be won: the ply to go back to, the last one from
        which the game could be won; None where it could not be won from the start on.
    estimates : tuple of Estimate
        With `information="visible"`: every legal move, the best first.
    """

    move: PeaksMove | None
    can_win: bool | None
    reason: Reason
    text: str
    back_to: int | None = None
    estimates: tuple[Estimate, ...] = ()


def hint(
    game: PeaksGame,
    information: str = "all",
    *,
    seed: int = 0,
    rollouts: int = 1000,
    worlds: int = 100,
    policy: str = "greedy",
    table: WinTable | None = None,
) -> Hint:
    """Suggest a move.

    Parameters
    ----------
    game : PeaksGame
        The position. It is not changed.
    information : str
        `all`: the solver may look at every card, and all cards must be known. `visible`:
        only what the player has seen is used; the answer is the same whatever the unseen
        cards are.
    seed : int
        For `visible`, 0 to 2**64 - 1: the same seed gives the same hint.
    rollouts : int
        For `visible`: how many games are played out in all, shared between the legal moves.
    worlds : int
        For `visible`: how many worlds are solved exactly; 0 for none.
    policy : str
        For `visible`: how play goes on after the move, a policy of `playouts`.
    table : WinTable, optional
        For `all`: a table of the deal's first position, which saves time where hints are
        asked for again and again. It must be of the same cards and rules.

    Returns
    -------
    Hint

    Raises
    ------
    ValueError
        If there is no such kind of information or policy, a figure is out of range, or cards
        that matter are unknown.

    Notes
    -----
    `all` takes about a millisecond. `visible` ranks moves by the chance to win if play goes
    on by the policy, which beats ranking by the share of worlds that an all-seeing player
    wins.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 1).start()
    >>> hint(game).text
    '5D fits, which saves the stock'
    >>> hint(Deal("tripeaks", 2, wrap=False).start()).text
    'the game can no longer be won'
    """
    if not isinstance(game, PeaksGame):
        raise TypeError(f"hint takes a PeaksGame, not {type(game).__name__}")
    if information not in ("all", "visible"):
        raise ValueError(f"information is all or visible, not {information!r}")
    rollouts = _fast.whole_number(rollouts, "rollouts", 1, 10**9)
    worlds = _fast.whole_number(worlds, "worlds", 0, 10**6)
    seed = _fast.whole_number(seed, "seed", 0, 2**64 - 1)
    outcome = game.outcome()
    if outcome is not None:
        back_to = None
        if information == "all" and not outcome.won:
            back_to = _last_winnable_ply(game, table)
        return Hint(None, outcome.won, Reason.GAME_OVER, _TEXTS[Reason.GAME_OVER], back_to)
    if information == "all":
        return _all(game, table)
    return _visible(game, seed, rollouts, worlds, policy)


def _all(game: PeaksGame, table: WinTable | None) -> Hint:
    if table is None:
        table = WinTable(game)
    keeps = table.moves(game)
    winning = [move for move, wins in keeps.items() if wins]
    if not winning:
        return Hint(
            None,
            False,
            Reason.NO_WIN_LEFT,
            _TEXTS[Reason.NO_WIN_LEFT],
            _last_winnable_ply(game, table),
        )
    line = solve(game).moves
    assert line is not None  # a winning move was found, so there is a line
    move: PeaksMove = line[0]
    reason = _reason(game, move)
    if len(winning) == 1 and len(keeps) > 1 and reason is not Reason.WINS:
        reason = Reason.ONLY_WINNING_MOVE
    return Hint(move, True, reason, _TEXTS[reason].format(move=_name(move)))


def _last_winnable_ply(game: PeaksGame, table: WinTable | None) -> int | None:
    """The last ply of the moves made from which the game could be won."""
    before = game.copy(stack=True)
    for _ in range(game.ply):
        before.pop()
    # One table, built from the first position, answers for all of them.
    if table is None or not table.reaches(before):
        table = WinTable(before)
    found = 0 if table.can_win(before) else None
    if found is None:
        return None
    for ply, move in enumerate(game.move_stack, 1):
        before.push(move)
        if table.can_win(before):
            found = ply
    return found


def _name(move: PeaksMove) -> str:
    return "turning the stock" if move.is_turn else str(move)


def _reason(game: PeaksGame, move: PeaksMove) -> Reason:
    """Why a move is good, judged by the cards that lie face up before it is made."""
    moves = list(game.legal_moves)
    if move.is_turn:
        return Reason.NOTHING_FITS if len(moves) == 1 else Reason.TURN_FIRST
    place = game.place_of(move)
    assert place is not None  # a card that can be taken lies in the tableau
    if game.cards_left == 1:
        return Reason.WINS
    if len(moves) == 1:
        return Reason.ONLY_MOVE
    layout = game.rules.layout
    after = game.removed | 1 << place
    freed = [
        under
        for under in range(layout.cards)
        if place in layout.covered_by[under]
        and all(after >> above & 1 for above in layout.covered_by[under])
    ]
    if len(freed) >= 2:
        return Reason.FREES_TWO
    if freed:
        down = not game.rules.open and freed[0] in layout.face_down
        return Reason.TURNS_UP if down else Reason.FREES_ONE
    card = move.card
    assert card is not None  # the move is no turn
    follows = game.rules.follows[card.rank or 0]
    others = [
        visible
        for other, visible in enumerate(game.visible().tableau)
        if other != place and game.uncovered >> other & 1 and visible is not None
    ]
    if any(other.rank is not None and follows >> other.rank & 1 for other in others):
        return Reason.LENGTHENS_RUN if game.chain else Reason.STARTS_RUN
    return Reason.SAVES_STOCK


def _visible(game: PeaksGame, seed: int, rollouts: int, worlds: int, policy: str) -> Hint:
    moves = list(game.legal_moves)
    each = -(-rollouts // len(moves))
    rates = []
    for move in moves:
        # The same worlds for every move: what differs is the move.
        games = playouts(game, each, policy, seed, first_move=move, resample=True)
        rates.append(float(games["won"].mean()))
    shares = _shares(game, seed, worlds, moves)
    estimates = sorted(
        (
            Estimate(
                move,
                rate,
                share_error(rate, each),
                None if shares is None else float(shares[i]),
                None if shares is None else share_error(float(shares[i]), worlds),
            )
            for i, (move, rate) in enumerate(zip(moves, rates, strict=True))
        ),
        key=lambda e: (-e.win_rate, -(e.winnable or 0.0), e.move.is_turn),
    )
    move = estimates[0].move
    reason = _reason(game, move)
    text = _TEXTS[reason].format(move=_name(move))
    return Hint(move, None, reason, text, None, tuple(estimates))


def _shares(game: PeaksGame, seed: int, worlds: int, moves: list[PeaksMove]) -> list[float] | None:
    """For each move the share of the worlds that can still be won after it."""
    if worlds == 0:
        return None
    lattice = lattice_of(game.rules.layout)
    won = np.zeros(len(moves))
    for number in range(worlds):
        world = _fast.sample_world(game, seed, number)
        table = _fast.WinTable(world, lattice)
        for i, move in enumerate(moves):
            world.push(move)
            won[i] += table.can_win(world)
            world.pop()
    return [float(share) for share in won / worlds]
