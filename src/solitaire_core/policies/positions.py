"""A position with nothing in it but what a player knows, for the core's players to look at."""

from __future__ import annotations

from dataclasses import replace

from solitaire_core.cards import UNKNOWN, Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame, KlondikeView
from solitaire_core.klondike_board import Board
from solitaire_core.peaks import PeaksGame, PeaksView

__all__ = ["klondike_position", "peaks_position"]


def peaks_position(rules: PeaksRules, view: PeaksView) -> PeaksGame:
    """The position that a view shows; cards that have not been seen are unknown in it.

    Cards that have been seen and are gone lie in any places where cards are gone.
    """
    cards = [UNKNOWN] * 52
    for place, card in enumerate(view.tableau):
        if card is not None:
            cards[rules.order[place]] = card
    gone = [place for place, card in enumerate(view.tableau) if card is None]
    turned = rules.layout.stock - view.stock_left
    waste = [rules.layout.cards + place for place in range(turned + 1)]
    before = sorted(view.seen.difference(view.tableau, {view.top}), key=lambda card: card.code)
    # The place of the top is left open, where it can be: it is the last one.
    for place, card in zip([*waste, *gone][:-1], before, strict=False):
        cards[rules.order[place]] = card
    return PeaksGame(rules, cards, gone, turned, view.top)


def klondike_position(rules: KlondikeRules, view: KlondikeView) -> KlondikeGame:
    """A position that looks as a view does; cards that have not been seen lie anywhere in it."""
    unseen = iter(view.unseen)

    def filled(pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card.is_known else next(unseen) for card in pile)

    board = Board(
        tuple(filled(pile) for pile in view.piles),
        tuple(sum(not card.is_known for card in pile) for pile in view.piles),
        view.foundations,
        view.waste,
        view.stock,
        view.passes,
    )
    return KlondikeGame(rules, replace(board, stock=filled(view.stock)))
