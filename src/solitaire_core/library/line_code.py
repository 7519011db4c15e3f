"""Lines of play in few bytes: each move as its place among the legal ones.

The legal moves of a position are put in the order of their texts, which depends on the rules
alone; a move is its place in that order, from 0: one byte, or where it is 128 or more two, the
lower seven bits first and with the highest bit set.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.library.container import LibraryError

__all__ = ["decode_line", "encode_line"]


def encode_line(game: KlondikeGame, moves: Iterable[KlondikeMove]) -> bytes:
    """A line of play as bytes.

    Parameters
    ----------
    game : KlondikeGame
        Where it starts; not changed.
    moves : iterable of KlondikeMove
        The line.

    Raises
    ------
    ValueError
        If a move is not legal.
    """
    game = game.copy()
    found = bytearray()
    for move in moves:
        place = _in_order(game).index(move)
        if place >= 128:
            found += bytes((place & 127 | 128, place >> 7))
        else:
            found.append(place)
        game.push(move)
    return bytes(found)


def decode_line(game: KlondikeGame, data: bytes) -> tuple[KlondikeMove, ...]:
    """Read what `encode_line` wrote.

    Raises
    ------
    LibraryError
        If there is no such line from that position on.
    """
    game = game.copy()
    moves: list[KlondikeMove] = []
    at = 0
    while at < len(data):
        place = data[at]
        at += 1
        if place >= 128 and at < len(data):
            place = place & 127 | data[at] << 7
            at += 1
        legal = _in_order(game)
        if place >= len(legal):
            raise LibraryError(f"move {len(moves) + 1}: there is no legal move {place}")
        moves.append(legal[place])
        game.push(legal[place])
    return tuple(moves)


def _in_order(game: KlondikeGame) -> list[KlondikeMove]:
    return sorted(game.legal_moves, key=str)
