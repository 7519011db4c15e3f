"""Games of the Klondike family played by simple policies: the plain twin of the core's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solitaire_core.reference.shuffle import splitmix64

if TYPE_CHECKING:
    from solitaire_core.klondike import KlondikeGame, KlondikeMove

__all__ = ["play_out"]

_MASK = 2**64 - 1


class _Stream:
    """The random numbers of one game."""

    def __init__(self, seed: int, number: int) -> None:
        self._draws = splitmix64(next(splitmix64(seed ^ next(splitmix64(number)))))

    def below(self, n: int) -> int:
        """A number below n, all as likely."""
        while True:
            product = next(self._draws) * n
            if product & _MASK >= 2**64 % n:
                return product >> 64


def play_out(game: KlondikeGame, policy: str, seed: int, number: int, most: int) -> int:
    """Play a game on by a policy, as `play_klondike` does; the moves made."""
    stream = _Stream(seed, number)
    made = idle = 0
    while made < most and game.cards_home < game.rules.cards:
        moves = list(game.legal_moves)
        if not moves:
            break
        if policy == "random":
            if len(moves) == 1 and moves[0].is_stock and game.outcome() is not None:
                break
            move = moves[stream.below(len(moves))]
        else:
            talon = len(game.board().waste) + len(game.board().stock)
            worths = [_worth(game, move) for move in moves]
            if idle > 2 * talon + 2:
                worths = [0 if move.is_stock else w for w, move in zip(worths, moves, strict=True)]
            best = max(worths)
            if best == 0:
                break
            chosen, equals = None, 0
            top = 0
            for worth, candidate in zip(worths, moves, strict=True):
                # One after the other, as the core does it: a new best one draws no number.
                if worth > top:
                    top, chosen, equals = worth, candidate, 1
                elif worth == top and worth:
                    equals += 1
                    if stream.below(equals) == 0:
                        chosen = candidate
            assert chosen is not None
            move = chosen
            idle = idle + 1 if move.is_stock and str(move) != "deal" else 0
        game.push(move)
        made += 1
    return made


def _worth(game: KlondikeGame, move: KlondikeMove) -> int:
    """6 safe, 5 turns up, 4 uncovers, 3 from the waste, 2 the stock, 1 home, 0 nothing."""
    if move.is_stock:
        return 2
    if move in game.auto_moves():
        return 6
    board = game.board()
    if move.source.startswith("t"):
        source = int(move.source[1:])
        pile, down = board.piles[source], board.face_down[source]
        left = len(pile) - move.count
        if left > 0 and left == down:
            return 5
        if move.to.startswith("t") and board.piles[int(move.to[1:])]:
            run = 1
            while run < len(pile) - down and _packed(pile[-run], pile[-run - 1]):
                run += 1
            if run == move.count:
                return 4
    if move.source == "w" and move.to != "f":
        return 3
    return 1 if move.to == "f" else 0


def _packed(upper: object, lower: object) -> bool:
    """Whether a card goes on another one."""
    high, low = lower.code, upper.code  # type: ignore[attr-defined]
    red = (13, 26)
    return bool(low % 13 + 1 == high % 13 and (low - low % 13 in red) != (high - high % 13 in red))
