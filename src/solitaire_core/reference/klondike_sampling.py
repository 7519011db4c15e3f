"""Parts of the player of the Klondike family that samples, in plain Python, from the rules alone.

How hidden cards are sampled, number by number as the core does it; and which cards can be made to
show next, found by trying every legal move of the cards that are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solitaire_core.reference.policies import Chance

if TYPE_CHECKING:
    from solitaire_core.klondike import KlondikeGame, KlondikeView

__all__ = ["can_show_more", "sampled"]


def sampled(view: KlondikeView, seed: int) -> list[int]:
    """One way in which the cards may lie that a player has not seen.

    Parameters
    ----------
    view : KlondikeView
        What the player knows.
    seed : int
        0 to 2**64 - 1.

    Returns
    -------
    list of int
        Card codes: the face-down cards, pile after pile, each from its top down; then the stock.
    """
    chance = Chance(seed)
    codes = [card.code for card in view.unseen]
    for last in range(len(codes) - 1, 0, -1):
        other = chance.below(last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes


def can_show_more(game: KlondikeGame, most: int) -> bool | None:
    """Whether any line of moves of known cards shows a card that has not been seen, or wins.

    Parameters
    ----------
    game : KlondikeGame
        A position whose stock has been gone through, or that deals it onto the piles.
    most : int
        How many positions to look at.

    Returns
    -------
    bool or None
        None where there are more positions than that.
    """
    hidden = len(game.known().unseen)
    met, left = {game.code()}, [game.copy()]
    while left:
        position = left.pop()
        for move in list(position.legal_moves):
            position.push(move)
            if position.cards_home == position.rules.cards:
                return True
            if len(position.known().unseen) < hidden:
                return True
            code = position.code()
            if code not in met:
                met.add(code)
                left.append(position.copy())
            position.pop()
            if len(met) > most:
                return None
    return False
