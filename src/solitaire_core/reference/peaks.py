"""The peaks family by its rules alone: positions, lines of play, the fewest turns.

Cards are `Card` objects in lists, sets are Python sets; nothing is packed, nothing is
pruned, and nothing is shared with the compiled core but the names of cards and moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solitaire_core.cards import Card
from solitaire_core.game import IllegalMoveError
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.peaks import PeaksMove

__all__ = ["ReferencePeaks", "count_removed_sets", "fewest_turns", "removed_sets"]

_TURN = PeaksMove("turn")


def goes_on(rules: PeaksRules, card: Card, top: Card) -> bool:
    """Whether a card may be taken onto the top of the waste."""
    if card.rank is None or top.rank is None:
        return False
    if rules.strict and top.rank == 12:
        return False
    difference = abs(card.rank - top.rank)
    return difference == 1 or (rules.wrap and difference == 12)


class ReferencePeaks:
    """A position of a peaks game, with the waste as a list and the tableau as a dict."""

    def __init__(
        self,
        rules: PeaksRules,
        cards: Sequence[Card],
        removed: Iterable[int] = (),
        turned: int = 0,
        top: Card | None = None,
    ) -> None:
        layout = rules.layout
        self.rules = rules
        self.tableau = {place: cards[rules.order[place]] for place in range(layout.cards)}
        for place in removed:
            del self.tableau[place]
        self.stock = list(cards[layout.cards + 1 + turned :])
        self.waste = [cards[layout.cards] if top is None else top]
        self.turned = turned
        self._taken: list[int | None] = []

    @property
    def top(self) -> Card:
        """The top of the waste."""
        return self.waste[-1]

    @property
    def removed(self) -> int:
        """The places that are empty, as a bit mask."""
        return sum(1 << p for p in range(self.rules.layout.cards) if p not in self.tableau)

    @property
    def move_stack(self) -> list[PeaksMove]:
        """The moves made, first one first."""
        return [
            _TURN if place is None else PeaksMove(card)
            for place, card in zip(self._taken, self.waste[1:], strict=True)
        ]

    def is_uncovered(self, place: int) -> bool:
        """Whether the card at a place is there with nothing on it."""
        on = self.rules.layout.covered_by[place]
        return place in self.tableau and not any(above in self.tableau for above in on)

    @property
    def legal_moves(self) -> list[PeaksMove]:
        """The legal moves: cards by place, then the turn of the stock."""
        if not self.tableau:
            return []
        moves = [
            PeaksMove(card)
            for place, card in sorted(self.tableau.items())
            if self.is_uncovered(place) and goes_on(self.rules, card, self.top)
        ]
        return [*moves, _TURN] if self.stock else moves

    def push(self, move: PeaksMove | str) -> None:
        """Make a move; an illegal one raises IllegalMoveError."""
        move = PeaksMove(move)
        if move not in self.legal_moves:
            raise IllegalMoveError(f"illegal move {move}")
        if move.is_turn:
            self.waste.append(self.stock.pop(0))
            self.turned += 1
            self._taken.append(None)
        else:
            place = next(p for p, card in self.tableau.items() if card == move.card)
            self.waste.append(self.tableau.pop(place))
            self._taken.append(place)

    def pop(self) -> PeaksMove:
        """Take the last move back and return it."""
        place = self._taken.pop()
        card = self.waste.pop()
        if place is None:
            self.stock.insert(0, card)
            self.turned -= 1
            return _TURN
        self.tableau[place] = card
        return PeaksMove(card)

    def peek(self) -> PeaksMove:
        """The last move."""
        return self.move_stack[-1]

    def copy(self) -> ReferencePeaks:
        """A copy of the position, without the moves."""
        new = object.__new__(type(self))
        new.rules = self.rules
        new.tableau = dict(self.tableau)
        new.stock = list(self.stock)
        new.waste = [self.top]
        new.turned = self.turned
        new._taken = []
        return new

    def result(self) -> str | None:
        """`won`, `lost`, or None while the game goes on."""
        if not self.tableau:
            return "won"
        return None if self.legal_moves else "lost"

    def tableau_seen(self) -> list[Card | None]:
        """By place: the card, `??` where it lies face down, None where it is gone."""
        layout = self.rules.layout
        return [
            Card("??")
            if place in layout.face_down
            and place in self.tableau
            and not self.rules.open
            and not self.is_uncovered(place)
            else self.tableau.get(place)
            for place in range(layout.cards)
        ]

    def perft(self, depth: int) -> int:
        """The number of lines of play of exactly `depth` moves."""
        if depth == 0:
            return 1
        lines = 0
        for move in self.legal_moves:
            self.push(move)
            lines += self.perft(depth - 1)
            self.pop()
        return lines


def fewest_turns(game: ReferencePeaks) -> int | None:
    """The fewest stock turns that still clear the tableau; None where nothing does.

    Every position that can come about is looked at once; there is no bound and no
    dominance.
    """
    known: dict[tuple[int, int, Card], int | None] = {}

    def best(game: ReferencePeaks) -> int | None:
        key = game.removed, game.turned, game.top
        if key in known:
            return known[key]
        least = 0 if not game.tableau else None
        for move in game.legal_moves:
            game.push(move)
            rest = best(game)
            game.pop()
            if rest is not None:
                turns = rest + move.is_turn
                least = turns if least is None else min(least, turns)
        known[key] = least
        return least

    return best(game)


def removed_sets(layout: Layout) -> list[frozenset[int]]:
    """Every set of cards that can be gone together, by size."""
    found: list[frozenset[int]] = []
    level = {frozenset[int]()}
    while level:
        found.extend(sorted(level, key=sorted))
        level = {
            gone | {place}
            for gone in level
            for place in range(layout.cards)
            if place not in gone and gone.issuperset(layout.covered_by[place])
        }
    return found


def count_removed_sets(layout: Layout) -> int:
    """How many sets of cards can be gone together."""
    return len(removed_sets(layout))
