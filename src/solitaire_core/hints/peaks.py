"""Hints of the peaks family: with all cards known by the solver, else by play in many worlds."""

from __future__ import annotations

import numpy as np

from solitaire_core import _fast
from solitaire_core.hints.answers import Estimate, Hint, Reason
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.simulation import playouts, share_error
from solitaire_core.solving.peaks import WinTable, lattice_of
from solitaire_core.solving.solve import solve

__all__ = ["hint_peaks"]


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


def hint_peaks(
    game: PeaksGame,
    information: str,
    *,
    seed: int,
    rollouts: int,
    worlds: int,
    policy: str,
    table: WinTable | None,
) -> Hint:
    """Suggest a move in a game of the peaks family; see `hint`."""
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
