"""Positions in the formats of `interchange`, by the name of the format."""

from __future__ import annotations

from typing import Any

from solitaire_core.cards import Card
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.interchange import (
    read_klondike_solver,
    read_pysol,
    read_solvitaire,
    read_tripeaks,
    write_klondike_solver,
    write_pysol,
    write_solvitaire,
    write_tripeaks,
)
from solitaire_core.interchange.boards import checked_text, decoded
from solitaire_core.klondike import KlondikeGame
from solitaire_core.klondike_board import Board
from solitaire_core.peaks import PeaksGame
from solitaire_core.records.starts import game_from_code

__all__ = ["FORMATS", "read_position", "write_position"]

FORMATS = ("code", "pysol", "solvitaire", "klondike-solver", "tripeaks")
"""The formats: our own line of text (`game.code()`), and those of other programs."""

_BOARDS = {"pysol": (read_pysol, write_pysol), "solvitaire": (read_solvitaire, write_solvitaire)}


def read_position(
    text: str | bytes, format: str, game: str | Rules | None = None
) -> PeaksGame | KlondikeGame:
    """Read a position, to be played or recorded.

    Parameters
    ----------
    text : str or bytes
        The text; bytes are UTF-8. At most a million characters.
    format : str
        One of `FORMATS`.
    game : str or Rules, optional
        The game. By default `tripeaks` for the format of that name, and `klondike` for
        `klondike-solver`; a `code` names its game itself; the other formats need it.

    Raises
    ------
    ValueError
        If there is no such format, the text is not of it, the position cannot occur, or the
        format does not go with the game.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> board = write_position(Deal("klondike", 7).start(), "pysol")
    >>> read_position(board, "pysol", "klondike") == Deal("klondike", 7).start()
    True
    """
    _check(format)
    text = checked_text(decoded(text))
    if format == "code":
        rules = find_rules(game) if game is not None else None
        if rules is not None and text.split()[1:2] != [rules.name]:
            raise ValueError(f"the code is not of {rules.name}")
        found = game_from_code(text, rules)
        faults = found.status()
        if faults:
            raise ValueError(f"the position cannot occur: {'; '.join(faults)}")
        return found
    default = {"tripeaks": "tripeaks", "klondike-solver": "klondike"}.get(format)
    if game is None and default is None:
        raise ValueError(f"the format {format} does not say which game it is: name it")
    rules = find_rules(game if game is not None else str(default))
    if format == "tripeaks":
        if not isinstance(rules, PeaksRules):
            raise ValueError(f"the format tripeaks does not go with {rules.name}")
        return read_tripeaks(text, rules)
    if not isinstance(rules, KlondikeRules):
        raise ValueError(f"the format {format} does not go with {rules.name}")
    if format == "klondike-solver":
        return KlondikeGame.dealt(rules, read_klondike_solver(text))
    return KlondikeGame(rules, _BOARDS[format][0](text, rules))


def write_position(game: PeaksGame | KlondikeGame, format: str) -> str:
    """Write a position in a format.

    Parameters
    ----------
    game : PeaksGame or KlondikeGame
        The position; the moves made are not written.
    format : str
        One of `FORMATS`.

    Raises
    ------
    ValueError
        If there is no such format, or it cannot say this position.
    """
    _check(format)
    if format == "code":
        return game.code()
    if isinstance(game, PeaksGame):
        if format != "tripeaks":
            raise ValueError(f"the format {format} does not go with {game.rules.name}")
        return write_tripeaks(game)
    if not isinstance(game, KlondikeGame):
        raise TypeError(f"a game is written, not {type(game).__name__}")
    if format == "tripeaks":
        raise ValueError(f"the format tripeaks does not go with {game.rules.name}")
    if format == "klondike-solver":
        return write_klondike_solver(_deck_of(game))
    return _BOARDS[format][1](game.board(), game.rules)


def _check(format: str) -> None:
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: there are {', '.join(FORMATS)}")


def _deck_of(game: KlondikeGame) -> list[Card]:
    """The deck that is dealt out into a position.

    Raises
    ------
    ValueError
        If cards have moved since.
    """
    board = game.board()
    piles: list[Any] = [iter(pile) for pile in board.piles]
    cards = [next(piles[pile], None) for pile in game.rules.dealt_to]
    deck = [card for card in (*cards, *board.waste, *board.stock) if card is not None]
    if len(deck) != game.rules.cards or Board.dealt(game.rules, deck) != board:
        raise ValueError("only a deal can be written in this format, before the first move")
    return deck
