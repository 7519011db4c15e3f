"""Moves of the Klondike family, ranked and explained by what lies face up alone."""

from __future__ import annotations

from solitaire_core.cards import Card
from solitaire_core.hints.answers import Reason
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView

__all__ = ["best_in_sight", "changes_nothing", "explain", "reason_of", "spoken"]

_ACE, _KING = 0, 12

_TEXTS = {
    Reason.WINS: "it brings the last card home",
    Reason.ONLY_MOVE: "it is the only move",
    Reason.SAFE_HOME: "no card can want it any more",
    Reason.GOES_HOME: "it brings a card home",
    Reason.TURNS_UP: "it turns a card face up",
    Reason.FREES_ACE: "it frees an ace",
    Reason.FREES_HOME: "it frees a card that can go home",
    Reason.EMPTIES_PILE: "it empties a pile",
    Reason.FILLS_PILE: "it makes use of an empty pile",
    Reason.JOINS_RUNS: "it joins two runs",
    Reason.UNCOVERS: "it uncovers another card",
    Reason.USES_WASTE: "it makes use of the waste",
    Reason.BRINGS_BACK: "another card can be put on it",
    Reason.TURN_FIRST: "nothing in sight is better now",
}
_STOCK = {
    "turn": "turn the stock",
    "redeal": "turn the waste over",
    "deal": "deal from the stock",
}
_ORIGINS = {"w": "from the waste", "f": "from the foundations"}


def spoken(move: KlondikeMove) -> str:
    """A move in words: `QH and 2 more from pile 3 to pile 7`, `AS from the waste home`, `turn`."""
    if move.is_stock:
        return str(move)
    more = f" and {move.count - 1} more" if move.count > 1 else ""
    origin = _ORIGINS.get(move.source, f"from pile {move.source[1:]}")
    to = "home" if move.to == "f" else f"to pile {move.to[1:]}"
    return f"{move.card}{more} {origin} {to}"


def explain(move: KlondikeMove, reason: Reason) -> str:
    """A move and the reason for it, in words; `reason_of` says which it can be."""
    return f"{_STOCK.get(str(move)) or spoken(move)}: {_TEXTS[reason]}"


def changes_nothing(move: KlondikeMove, game: KlondikeGame, view: KlondikeView) -> bool:
    """Whether a move puts a whole pile on an empty one, and which pile is which is all the same.

    While the stock is dealt onto the piles by position, it is not.
    """
    if move.is_stock or not (move.source[0] == move.to[0] == "t"):
        return False
    whole = len(_pile(view, move.source)) == move.count
    deals = game.rules.stock == "deal" and game.stock_left > 0
    return whole and not _pile(view, move.to) and not deals


def best_in_sight(game: KlondikeGame) -> KlondikeMove | None:
    """A legal move, by simple rules that `hint` names; None where no move is legal."""
    view = game.visible()
    safe = game.auto_moves()
    if safe:
        return safe[0]
    moves = [move for move in game.legal_moves if not changes_nothing(move, game, view)]
    turning = [(down, move) for move in moves if (down := _turns_up(move, view))]
    if turning:
        return max(turning, key=lambda pair: pair[0])[1]
    for wanted in (
        lambda move: move.source == "w" and move.to == "f",
        lambda move: move.source == "w",
        lambda move: _joins(move, view),
        lambda move: move.to == "f",
        lambda move: move.is_stock,
        lambda move: True,
    ):
        for move in moves:
            if wanted(move):
                return move
    return next(iter(game.legal_moves), None)


def reason_of(game: KlondikeGame, move: KlondikeMove) -> Reason:
    """Why a legal move may be a good one, by the cards that lie face up before it is made."""
    view = game.visible()
    if move.to == "f" and game.cards_home == game.rules.cards - 1:
        return Reason.WINS
    if game.legal_moves.count() == 1:
        return Reason.ONLY_MOVE
    if move.is_stock:
        return Reason.TURN_FIRST
    if move.to == "f" and move in game.auto_moves():
        return Reason.SAFE_HOME
    if _turns_up(move, view):
        return Reason.TURNS_UP
    if move.source == "f":
        return Reason.BRINGS_BACK
    if move.source[0] == "t":
        reason = _of_the_pile(move, view)
        if reason is not None:
            return reason
    if move.to == "f":
        return Reason.GOES_HOME
    if not _pile(view, move.to):
        return Reason.FILLS_PILE
    if move.source == "w":
        return Reason.USES_WASTE
    return Reason.JOINS_RUNS if _joins(move, view) else Reason.UNCOVERS


def _of_the_pile(move: KlondikeMove, view: KlondikeView) -> Reason | None:
    """What a move does to the pile that it leaves, if that is a reason."""
    pile = _pile(view, move.source)
    if len(pile) == move.count:
        # From one empty pile to another there is nothing gained.
        return Reason.EMPTIES_PILE if move.to == "f" or _pile(view, move.to) else None
    freed = pile[-move.count - 1].code
    if freed % 13 == _ACE:
        return Reason.FREES_ACE
    home = view.foundations[freed - 1] > view.foundations[freed]
    after_this = move.to == "f" and move.card is not None and move.card.code == freed - 1
    return Reason.FREES_HOME if home or after_this else None


def _turns_up(move: KlondikeMove, view: KlondikeView) -> int:
    """How many face-down cards the pile has of which a move turns up one; 0 if it does not."""
    if move.source[0] != "t":
        return 0
    pile = _pile(view, move.source)
    down = sum(not card.is_known for card in pile)
    return down if down + move.count == len(pile) else 0


def _joins(move: KlondikeMove, view: KlondikeView) -> bool:
    """Whether a move takes a whole packed run to another card, where it was on none of its own.

    So the same run is never advised to go to and fro.
    """
    if move.source[0] != "t" or move.to[0] != "t":
        return False
    pile = _pile(view, move.source)
    if len(pile) == move.count:
        return True
    below, head = pile[-move.count - 1], pile[-move.count]
    return not (below.code % 13 == head.code % 13 + 1 and below.is_red != head.is_red)


def _pile(view: KlondikeView, place: str) -> tuple[Card, ...]:
    return view.piles[int(place[1:])]
