"""What lies on the table and can be moved, by the places that a player sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solitaire_core.cards import Card
from solitaire_core.cli.play.klondike.places import WASTE, is_foundation, is_pile
from solitaire_core.hints.klondike_moves import changes_nothing
from solitaire_core.klondike import KlondikeGame, KlondikeMove

__all__ = ["Held", "card_of", "heights_of", "home_of", "options_of", "run_of"]


class Held(NamedTuple):
    """Cards that are picked up, or can be: where from, and how many."""

    place: str
    cards: int


def heights_of(game: KlondikeGame) -> tuple[int, ...]:
    """By foundation, suit by suit and the highest first: how many cards lie there."""
    counts, decks = game.visible().foundations, game.rules.decks
    return tuple(
        sum(count > number for count in counts[13 * suit : 13 * suit + 13])
        for suit in range(4)
        for number in range(decks)
    )


def home_of(game: KlondikeGame, card: Card, *, top: bool) -> str:
    """The first foundation that a card lies on the top of, or that waits for it."""
    first = card.code // 13 * game.rules.decks
    height = card.code % 13 + top
    return f"f{heights_of(game).index(height, first, first + game.rules.decks)}"


def options_of(game: KlondikeGame) -> dict[Held, dict[str, KlondikeMove]]:
    """What can be moved where: by cards that can be picked up, the moves by their aims.

    Moves that change nothing are left out.
    """
    found: dict[Held, dict[str, KlondikeMove]] = {}
    view = game.visible()
    for move in game.legal_moves:
        if move.card is None or changes_nothing(move, game, view):
            continue
        source = move.source if move.source != "f" else home_of(game, move.card, top=True)
        to = move.to if move.to != "f" else home_of(game, move.card, top=False)
        found.setdefault(Held(source, move.count), {})[to] = move
    return found


def run_of(pile: Sequence[Card]) -> int:
    """How many cards on the top of a pile are packed, the top one counted."""
    up = [card for card in pile if card.is_known]
    count = min(len(up), 1)
    while count < len(up):
        card, below = up[-count], up[-count - 1]
        if below.code % 13 != card.code % 13 + 1 or below.is_red == card.is_red:
            break
        count += 1
    return count


def card_of(game: KlondikeGame, place: str, count: int) -> Card | None:
    """The card at a place that so many cards from the top begin with; None if none does."""
    view = game.visible()
    if is_pile(place):
        pile = view.piles[int(place[1:])]
        return pile[-count] if 0 < count <= len(pile) else None
    if place == WASTE:
        return view.waste[-1] if view.waste else None
    if is_foundation(place):
        number = int(place[1:])
        height = heights_of(game)[number]
        suit = number // game.rules.decks
        return Card(13 * suit + height - 1) if height else None
    return None
