"""A move to make, by simple rules and from what lies face up alone."""

from __future__ import annotations

from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView

__all__ = ["advise", "changes_nothing"]


def changes_nothing(move: KlondikeMove, game: KlondikeGame, view: KlondikeView) -> bool:
    """Whether a move puts a whole pile on an empty one, and which pile is which is all the same.

    While the stock is dealt onto the piles by position, it is not.
    """
    if move.is_stock or not (move.source[0] == move.to[0] == "t"):
        return False
    whole = len(view.piles[int(move.source[1:])]) == move.count
    deals = game.rules.stock == "deal" and game.stock_left > 0
    return whole and not view.piles[int(move.to[1:])] and not deals


def advise(game: KlondikeGame) -> tuple[KlondikeMove, str] | None:
    """A legal move and the reason for it; None where no move is legal.

    Parameters
    ----------
    game : KlondikeGame
        The position.

    Notes
    -----
    The first of these that there is: a safe move to the foundations; a move that turns up a
    card, of the pile with the most face-down cards; a card of the waste that can be played; a
    whole run that goes on another one; any other move to the foundations; the stock; whatever
    is left. This looks one move ahead, and may well lose a game that could be won.
    """
    view = game.visible()
    safe = game.auto_moves()
    if safe:
        return safe[0], "no card can want it any more"
    moves = [move for move in game.legal_moves if not changes_nothing(move, game, view)]
    turning = [(down, move) for move in moves if (down := _turns_up(move, view))]
    if turning:
        _, move = max(turning, key=lambda pair: pair[0])
        return move, "it turns up a card"
    for wanted, reason in (
        (lambda move: move.source == "w" and move.to == "f", "it brings a card home"),
        (lambda move: move.source == "w", "it makes use of the waste"),
        (lambda move: _joins(move, view), "it joins two runs"),
        (lambda move: move.to == "f", "it brings a card home"),
        (lambda move: move.is_stock, "nothing else is of use in sight"),
        (lambda move: True, "there is nothing better in sight"),
    ):
        for move in moves:
            if wanted(move):
                return move, reason
    for move in game.legal_moves:
        return move, "there is nothing else"
    return None


def _turns_up(move: KlondikeMove, view: KlondikeView) -> int:
    """How many face-down cards the pile has of which a move turns up one; 0 if it does not."""
    if move.source[0] != "t":
        return 0
    pile = view.piles[int(move.source[1:])]
    down = sum(not card.is_known for card in pile)
    return down if down + move.count == len(pile) else 0


def _joins(move: KlondikeMove, view: KlondikeView) -> bool:
    """Whether a move takes a whole packed run to another card, where it was on none of its own.

    So the same run is never advised to go to and fro.
    """
    if move.source[0] != "t" or move.to[0] != "t":
        return False
    pile = view.piles[int(move.source[1:])]
    if len(pile) == move.count:
        return True
    below, head = pile[-move.count - 1], pile[-move.count]
    return not (below.code % 13 == head.code % 13 + 1 and below.is_red != head.is_red)
