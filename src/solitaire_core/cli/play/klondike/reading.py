"""Moves as they are typed: whole (`QH t3>t7*4`) and short (`t3>t7`, `3>7`, `w>f`, `QH`).

And what the player is told of them.
"""

from __future__ import annotations

import re

from solitaire_core.cards import Card
from solitaire_core.cli.play.sitting import sentence
from solitaire_core.game import IllegalMoveError
from solitaire_core.hints.klondike_moves import spoken
from solitaire_core.klondike import KlondikeGame, KlondikeMove

__all__ = ["read_move", "split_moves", "told_of", "why_not"]

_STOCK_MOVES = ("turn", "deal", "redeal")
_SHORT = re.compile(r"t?(\d{1,2})|[wf]")
_MOVE = re.compile(r"(\w+)>(\w+)(?:\*(\d{1,2}))?")


def told_of(move: KlondikeMove, game: KlondikeGame, *, turned_up: bool) -> str:
    """What the player is told when a move has been made, and perhaps has turned up a card."""
    text = str(move)
    if text == "turn":
        return f"Turned {game.visible().waste[-1]}."
    if text == "redeal":
        return "Turned the waste over."
    if text == "deal":
        return "Dealt a card on each pile."
    more = ""
    if turned_up:
        more = f", which turned up {game.visible().piles[int(move.source[1:])][-1]}"
    return f"{spoken(move)}{more}."


def why_not(move: KlondikeMove, error: IllegalMoveError) -> str:
    """What the player is told when a move cannot be made."""
    reason = str(error).partition(": ")[2]
    return sentence(reason if move.is_stock else f"{spoken(move)}: {reason}")


def split_moves(line: str) -> list[str]:
    """The moves and commands of a line; a card and the places behind it are one move.

    Blanks, commas and colons end a move, but a blank alone does not part a card from its places.
    """
    found: list[str] = []
    for part in re.split("[,:]", line):
        card = False
        for word in part.split():
            if card and ">" in word:
                found[-1] += f" {word}"
            else:
                found.append(word)
            card = _card(word) is not None
    return found


def read_move(text: str, game: KlondikeGame) -> KlondikeMove:
    """The move that a text means in a position; a short form means the longest legal one.

    Parameters
    ----------
    text : str
        A whole move; or two places, of piles the number alone if wanted; or a card, which goes
        to the foundations or else to the first pile that takes it.
    game : KlondikeGame
        The position. Nothing but its legal moves is looked at, so that an answer says nothing
        about a card that lies face down.

    Raises
    ------
    ValueError
        If there is no such move; the text tells the player why.
    """
    if text.lower() in _STOCK_MOVES:
        return KlondikeMove(text)
    name, _, places = text.rpartition(" ")
    card = _card(name) if name else None
    match = _MOVE.fullmatch(places.lower())
    if match is None:
        return _of_card(text, game)
    source, to = _place(match[1]), _place(match[2])
    if source is None or to is None or (name and card is None):
        raise ValueError(_no_move(text))
    found = [
        move
        for move in game.legal_moves
        if (move.source, move.to) == (source, to)
        and card in (None, move.card)
        and match[3] in (None, str(move.count))
    ]
    if not found:
        if card is not None:
            try:
                return KlondikeMove(f"{card} {source}>{to}*{match[3] or 1}")
            except ValueError:
                raise ValueError(_no_move(text)) from None
        cards = "Nothing" if match[3] in (None, "1") else f"No run of {match[3]}"
        raise ValueError(f"{cards} goes from {source} to {to}.")
    if source == "f" and len(found) > 1:
        raise ValueError(f"Which card? Write it before, as in {found[0]}.")
    return max(found, key=lambda move: move.count)


def _of_card(text: str, game: KlondikeGame) -> KlondikeMove:
    card = _card(text)
    if card is None:
        raise ValueError(_no_move(text))
    found = [move for move in game.legal_moves if move.card == card and move.source != "f"]
    if not found:
        raise ValueError(f"There is no {card} that can move.")
    return min(found, key=lambda move: move.to != "f")


def _card(text: str) -> Card | None:
    try:
        card = Card(text)
    except ValueError:
        return None
    return card if card.is_known else None


def _place(text: str) -> str | None:
    match = _SHORT.fullmatch(text)
    if match is None:
        return None
    return f"t{int(match[1])}" if match[1] else text


def _no_move(text: str) -> str:
    return f"'{text[:20]}' is no move: write 3>7, w>f, QH t3>t7*4, or turn."
