"""The sampling policy of the peaks family in plain Python: the twin of the core's."""

from __future__ import annotations

from typing import Any

from solitaire_core.cards import Card
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.peaks import PeaksView
from solitaire_core.policies.turn import Turn
from solitaire_core.reference.peaks import goes_on
from solitaire_core.reference.peaks_value import Sight, has_network, value
from solitaire_core.reference.policies import Chance

__all__ = ["ReferenceSampling"]

# What a take is worth to the fast player, in the order of `_Trial.signs`.
_WRAP = (586, 388, -1087, -241, 339, 146, -9, 233, 600, 707, 122)
_NO_WRAP = (1121, 354, -1952, -715, 673, 99, 440, 403, 701, 772, 222)


class ReferenceSampling:
    """A policy that tries every move in the same worlds, and drops the worse half of them.

    Parameters
    ----------
    budget : int
        How many games it tries before each decision.
    """

    name = "sampling"

    def __init__(self, budget: int) -> None:
        self.budget = budget

    def choose(self, turn: Turn) -> Any:
        """The move to make, or None."""
        rules, view = turn.rules, turn.view
        assert isinstance(rules, PeaksRules)
        assert isinstance(view, PeaksView)
        moves = list(turn.moves)
        takes = [move for move in moves if not move.is_turn]
        if not takes or len(moves) == 1:
            return moves[0] if moves else None
        chance = Chance(turn.seed)
        unseen = [card.rank for card in view.unseen]
        start = _Trial(rules, view)
        first = start.choice([start.place_of(move.card) for move in takes])
        # The fast player's own choice first, then by place, the turn last.
        order: list[Any] = sorted(moves, key=lambda move: start.place_of(move.card) != first)
        wins = dict.fromkeys(order, 0)
        rounds, tries = (len(order) - 1).bit_length(), self.budget
        while len(order) > 1:
            worlds = tries // rounds // len(order)
            tries -= worlds * len(order)
            for _ in range(worlds):
                for i in range(len(unseen) - 1, 0, -1):
                    j = chance.below(i + 1)
                    unseen[i], unseen[j] = unseen[j], unseen[i]
                for move in order:
                    place = None if move.is_turn else start.place_of(move.card)
                    wins[move] += _Trial(rules, view, unseen).wins_from(place)
            order.sort(key=lambda move: -wins[move])
            order = order[: (len(order) + 1) // 2]
            rounds -= 1
        return order[0]


class _Trial:
    """A game in a world, played by a player who sees no more of it than there is to see."""

    def __init__(self, rules: PeaksRules, view: PeaksView, dealt: Any = ()) -> None:
        self.rules = rules
        self.layout: Layout = rules.layout
        self.there = {p for p, card in enumerate(view.tableau) if card is not None}
        self.top: Any = view.top.rank
        self.known: dict[int, Any] = {
            p: card.rank for p, card in enumerate(view.tableau) if card is not None
        }
        self.places = {card: p for p, card in enumerate(view.tableau)}
        self.unseen: list[Any] = [card.rank for card in view.unseen]
        hidden = [p for p in sorted(self.there) if self.known[p] is None]
        self.down = dict(zip(hidden, dealt, strict=False))
        # Without cards that are dealt anew it is known how many there are.
        self.stock = list(dealt)[len(hidden) :] if dealt else [None] * view.stock_left
        self.has_network = has_network(rules)

    def place_of(self, card: Card | None) -> int | None:
        """Where a card that is face up lies."""
        return None if card is None else self.places[card]

    def is_free(self, place: int, there: set[int]) -> bool:
        """Whether nothing lies on a card that is there."""
        return place in there and not there.intersection(self.layout.covered_by[place])

    def freed(self, place: int, there: set[int]) -> list[int]:
        """The cards that a card frees as it goes."""
        after = there - {place}
        return [p for p in after if self.is_free(p, after) and not self.is_free(p, there)]

    def fits(self, rank: Any, top: Any) -> bool:
        """Whether a rank goes on another."""
        return rank is not None and goes_on(self.rules, Card(rank), Card(top))

    def height(self, place: int) -> int:
        """The longest line of cards that lie under one, gone or not."""
        under = [p for p, on in enumerate(self.layout.covered_by) if place in on]
        return max((1 + self.height(p) for p in under), default=0)

    def signs(self, place: int) -> tuple[int, ...]:
        """What the fast player looks at in a take."""
        rank, after = self.known[place], self.there - {place}
        freed = self.freed(place, self.there)
        # A card that was face down is not known before it is uncovered.
        sight = [p for p in after if self.is_free(p, after) and self.known[p] is not None]
        follow = [p for p in sight if self.fits(self.known[p], rank)]
        neighbours = sum(self.fits(other, rank) for other in self.unseen)
        waits = [
            r for r in range(13) if any(self.fits(self.known[p], r) for p in sight)
        ]  # fmt: skip
        under = [p for p in after if place in self.layout.covered_by[p] and p not in freed]
        following = (
            2 * len(self.freed(p, after))
            + any(self.fits(self.known[q], self.known[p]) for q in sight if q != p)
            for p in follow
        )
        return (
            len(freed),
            bool(follow),
            len(follow),
            neighbours,
            len(under),
            sum(other in waits for other in self.unseen),
            len(waits),
            max(following, default=0),
            self.height(place),
            self.height(place) == 0,
            neighbours if follow else 0,
        )

    def worth(self, place: int) -> int:
        """What a take is worth."""
        weights = _WRAP if self.rules.wrap else _NO_WRAP
        return sum(w * sign for w, sign in zip(weights, self.signs(place), strict=True))

    def best(self, places: Any) -> int:
        """The first place of those whose cards are worth most."""
        best: int = max(sorted(places), key=self.worth) if len(places) > 1 else places[0]
        return best

    def value(self, place: int | None) -> int:
        """What the network says of the position after a move; None is the turn."""
        there, top, stock = self.there, None, len(self.stock) - 1
        if place is not None:
            there, top, stock = self.there - {place}, self.known[place], len(self.stock)
        known = {p: rank for p, rank in self.known.items() if rank is not None}
        return value(Sight(there, known, top, stock, self.unseen, self.rules.wrap))

    def choice(self, fit: Any) -> int | None:
        """What the fast player does where some cards fit; None turns the stock."""
        if not self.has_network:
            return self.best(fit)
        may_turn = bool(self.stock) and not any(self.freed(p, self.there) for p in fit)
        moves: list[int | None] = [*sorted(fit), *[None] * may_turn]
        return moves[0] if len(moves) == 1 else max(moves, key=self.value)

    def move(self, place: int | None) -> None:
        """Take the card at a place; None turns the stock."""
        if place is None:
            self.top = self.stock.pop(0)
            self.unseen.remove(self.top)
            return
        self.top = self.known[place]
        freed = self.freed(place, self.there)
        self.there.remove(place)
        for p in freed:
            if self.known[p] is None:
                self.known[p] = self.down[p]
                self.unseen.remove(self.down[p])

    def wins_from(self, place: int | None) -> bool:
        """Whether the tableau is cleared after a move."""
        self.move(place)
        while self.there:
            fit = [p for p in sorted(self.there) if self.is_free(p, self.there)
                   and self.fits(self.known[p], self.top)]  # fmt: skip
            if not fit and not self.stock:
                return False
            self.move(self.choice(fit) if fit else None)
        return True
