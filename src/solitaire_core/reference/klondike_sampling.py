"""Parts of the player of the Klondike family that samples, in plain Python, from the rules alone.

How hidden cards are sampled, number by number as the core does it; how promising a position looks;
and which cards can be made to show next, found by trying every legal move of the cards that are
known.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from solitaire_core.reference.klondike import KING, goes_under, is_packed, rank
from solitaire_core.reference.policies import Chance

if TYPE_CHECKING:
    from solitaire_core.cards import Card
    from solitaire_core.games.klondike_family import KlondikeRules
    from solitaire_core.klondike import KlondikeGame, KlondikeView

__all__ = ["can_show_more", "judged", "sampled"]


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


def judged(rules: KlondikeRules, view: KlondikeView, weights: Mapping[str, int]) -> int:
    """How promising a position looks by some weights.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    view : KlondikeView
        What the player knows.
    weights : mapping of str to int
        As for `judge_klondike`.

    Returns
    -------
    int
        Sixteenths of a point; higher is better.
    """
    points = sum(weights.get(name, 0) * count for name, count in _counts(rules, view).items())
    places = _places(rules, view)
    sixteenths = sum(weights.get(name, 0) * count for name, count in places.items())
    unseen = view.unseen
    for name, goes in (("welcome", _goes_on_a_pile), ("wanted", _goes_home)):
        weight = weights.get(name, 0)
        share = abs(weight) * 64 * sum(goes(rules, view, card) for card in unseen)
        share //= max(len(unseen), 1)
        sixteenths += share if weight >= 0 else -share
    return 16 * points + sixteenths


def _goes_home(rules: KlondikeRules, view: KlondikeView, card: Card) -> bool:
    there = view.foundations[card.code]
    return there < (view.foundations[card.code - 1] if rank(card) else rules.decks)


def _goes_on_a_pile(rules: KlondikeRules, view: KlondikeView, card: Card) -> bool:
    return any(goes_under(pile[-1], card) if pile else rank(card) == KING for pile in view.piles)


def _counts(rules: KlondikeRules, view: KlondikeView) -> dict[str, int]:
    """What can be counted pile by pile, and on the foundations."""
    complete = []
    for suit in range(4):
        copies = view.foundations[13 * suit : 13 * suit + 13]
        complete.append(next((i for i in range(13) if copies[i] < rules.decks), 13))
    counts = {
        "home": sum(view.foundations),
        "lowest": min(complete),
        "spread": -sum(max(0, ranks - min(complete) - 2) for ranks in complete),
        "stock": -len(view.waste) - len(view.stock),
        "empty": sum(not pile for pile in view.piles),
    }
    down = deeper = closed = on_down = unpacked = over_lower = 0
    for pile in view.piles:
        up = [card for card in pile if card.is_known]
        hidden = len(pile) - len(up)
        down += hidden
        deeper += hidden * (hidden - 1) // 2
        closed += hidden > 0
        on_down += len(up) if hidden else 0
        for under, card in pairwise(up):
            unpacked += not goes_under(under, card)
            over_lower += under.suit == card.suit and rank(under) < rank(card)
    return counts | {
        "down": -down, "deeper": -deeper, "closed": -closed, "on_down": -on_down,
        "unpacked": -unpacked, "over_lower": -over_lower,
    }  # fmt: skip


def _places(rules: KlondikeRules, view: KlondikeView) -> dict[str, int]:
    """What can be laid where."""
    ways = 0
    for pile in view.piles:
        up = tuple(card for card in pile if card.is_known)
        if len(up) == len(pile) or not is_packed(up):
            continue
        moves = len(up) == 1 or rules.runs == "packed" or rank(up[0]) == KING
        ways += (moves and _goes_on_a_pile(rules, view, up[0])) or (
            len(up) == 1 and _goes_home(rules, view, up[0])
        )
    talon = _tops(rules, view)
    playable = [
        card
        for card in talon
        if _goes_on_a_pile(rules, view, card) or _goes_home(rules, view, card)
    ]
    return {"ways": ways, "reached": len(talon), "playable": len(playable)}


def _tops(rules: KlondikeRules, view: KlondikeView) -> list[Card]:
    """The known cards that turns and redeals bring to the top of the waste."""
    cards = (*view.waste, *view.stock)
    if rules.stock == "deal" or not cards or (view.passes == 1 and view.stock):
        return []
    sizes = set()
    size = len(view.waste)
    passes = 2 if size and (not rules.passes or view.passes < rules.passes) else 1
    for _ in range(passes):
        sizes |= {size, *range(size, len(cards), rules.draw), len(cards)} - {0}
        size = 0
    return [cards[size - 1] for size in sizes]
