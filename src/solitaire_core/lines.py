"""Lines of play as text, of every game."""

from __future__ import annotations

from typing import Any

from solitaire_core.game import Game
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.peaks import PeaksMove

__all__ = ["parse_line", "split_line"]


def split_line(text: str) -> list[str]:
    """The moves of a line that is written with blanks or commas between them.

    A card and the places that stand behind it are one move (`QH t3>t7*4`).

    Examples
    --------
    >>> split_line("turn 7H w>t3, QH t3>t7*4")
    ['turn', '7H w>t3', 'QH t3>t7*4']
    """
    found: list[str] = []
    for word in text.replace(",", " ").split():
        if ">" in word and found and ">" not in found[-1]:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def parse_line(game: Game[Any], text: str) -> list[Any]:
    """Read a line of play of a game; whether its moves are legal is not looked at.

    Raises
    ------
    ValueError
        If one of them is no move; the text says which.
    """
    kind = KlondikeMove if isinstance(game, KlondikeGame) else PeaksMove
    moves: list[Any] = []
    for ply, word in enumerate(split_line(text), 1):
        try:
            moves.append(kind(word))
        except ValueError as error:
            raise ValueError(f"move {ply}: {error}") from None
    return moves
