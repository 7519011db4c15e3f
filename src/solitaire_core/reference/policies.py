"""The built-in policies, move by move, from what a player is shown: twins of the core's players.

Each takes a `Turn`, whose values hold no card that the player has not seen, so that what makes
the same choices as these has not looked at any either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeView
from solitaire_core.klondike_board import Board
from solitaire_core.peaks import PeaksView
from solitaire_core.policies.turn import Move, Turn
from solitaire_core.reference.klondike import Play, ReferenceKlondike, is_packed
from solitaire_core.reference.peaks import goes_on
from solitaire_core.reference.shuffle import splitmix64

__all__ = ["ReferencePolicy"]

_MASK = 2**64 - 1

T = TypeVar("T")


class Chance:
    """The random numbers of one decision."""

    def __init__(self, seed: int) -> None:
        self._draws = splitmix64(seed)

    def of_1024(self) -> int:
        """0 to 1023, each as likely."""
        return next(self._draws) >> 54

    def below(self, n: int) -> int:
        """A number below n, each as likely."""
        while True:
            product = next(self._draws) * n
            if product & _MASK >= 2**64 % n:
                return product >> 64

    def best(self, items: Sequence[T], worth: Callable[[T], int]) -> T:
        """One of the items that are worth most.

        As the core does it, one after the other: a new best one draws no number.
        """
        chosen, most, equals = items[0], worth(items[0]), 1
        for item in items[1:]:
            value = worth(item)
            if value > most:
                chosen, most, equals = item, value, 1
            elif value == most:
                equals += 1
                if self.below(equals) == 0:
                    chosen = item
        return chosen


class ReferencePolicy:
    """A policy in plain Python.

    Parameters
    ----------
    name : str
        `random`, `greedy`, `casual` or `lookahead`.
    depth : int
        How far `lookahead` looks.
    """

    def __init__(self, name: str, depth: int = 1) -> None:
        self.name = name
        self.depth = depth

    def choose(self, turn: Turn) -> Move | None:
        """The move to make, or None."""
        chance = Chance(turn.seed)
        if self.name == "random":
            move: Move = turn.moves[chance.below(len(turn.moves))]
            return move
        chosen: Move | None
        if isinstance(turn.view, PeaksView):
            chosen = self._peaks(turn, turn.view, chance)
        else:
            chosen = self._klondike(turn, turn.view, chance)
        return chosen

    # ---- the peaks family ------------------------------------------------------------

    def _peaks(self, turn: Turn, view: PeaksView, chance: Chance) -> Any:
        takes: list[Any] = [move for move in turn.moves if not move.is_turn]
        turns: list[Move] = [move for move in turn.moves if move.is_turn]
        seen: list[Any] = takes
        if self.name == "casual":
            seen = [move for move in takes if chance.of_1024() >= 102]
            if not seen and not turns:
                # With an empty stock there is time to look twice.
                seen = takes
        if not seen:
            return turns[0] if turns else None
        table = _Tableau(turn.rules, view)
        if self.name == "lookahead":
            return chance.best(seen, lambda move: table.worth_ahead(move.card, self.depth))
        if self.name == "casual" and chance.of_1024() >= 717:
            return seen[chance.below(len(seen))]
        return chance.best(seen, lambda move: table.greedy_worth(move.card))

    # ---- the Klondike family ---------------------------------------------------------

    def _klondike(self, turn: Turn, view: KlondikeView, chance: Chance) -> Any:
        assert isinstance(turn.rules, KlondikeRules)
        talon = len(view.waste) + len(view.stock)
        moves = [move for move in turn.moves if not move.is_stock or turn.idle <= 2 * talon + 2]
        table = _Table(turn.rules, view)
        if self.name == "greedy":
            safe = {str(move) for move in turn.moves if table.is_safe(str(move))}
            worths = {move: table.greedy_worth(str(move), str(move) in safe) for move in moves}
            good = [move for move in moves if worths[move] > 0]
            return chance.best(good, worths.__getitem__) if good else None
        lines = {
            move: table.worth_ahead(str(move), self.depth) for move in moves if not move.is_stock
        }
        good = [move for move in lines if lines[move] > 0]
        if good:
            return chance.best(good, lines.__getitem__)
        return next((move for move in moves if move.is_stock), None)


class _Tableau:
    """A tableau of the peaks family, as it is seen and as it may become."""

    def __init__(self, rules: object, view: PeaksView) -> None:
        assert isinstance(rules, PeaksRules)
        self.rules = rules
        self.layout: Layout = rules.layout
        self.cards = {p: card for p, card in enumerate(view.tableau) if card is not None}

    def is_free(self, place: int, there: set[int]) -> bool:
        """Whether nothing lies on a card."""
        return place in there and not there.intersection(self.layout.covered_by[place])

    def freed(self, place: int, there: set[int]) -> list[int]:
        """The cards that a card frees as it goes."""
        after = there - {place}
        return [p for p in after if self.is_free(p, after) and not self.is_free(p, there)]

    def place_of(self, card: Card) -> int:
        """Where a card lies."""
        return next(place for place, other in self.cards.items() if other == card)

    def in_sight(self, there: set[int]) -> list[Card]:
        """The known cards that nothing lies on."""
        free = (self.cards[place] for place in there if self.is_free(place, there))
        return [card for card in free if card.is_known]

    def greedy_worth(self, card: Card) -> int:
        """Two for each card that is freed, and one if another card in sight fits then."""
        place, there = self.place_of(card), set(self.cards)
        others = [other for other in self.in_sight(there) if other != card]
        fits = any(goes_on(self.rules, other, card) for other in others)
        return 2 * len(self.freed(place, there)) + fits

    def worth_ahead(self, card: Card, depth: int, there: set[int] | None = None) -> int:
        """What the best line is worth that begins with a card."""
        there = set(self.cards) if there is None else there
        place = self.place_of(card)
        turned_up = [p for p in self.freed(place, there) if not self.cards[p].is_known]
        after = there - {place}
        # Cards that the line turned up are `??` still, and so not in sight.
        sight = self.in_sight(after)
        best = sum(
            any(goes_on(self.rules, other, Card(rank)) for other in sight) for rank in range(13)
        )
        if depth > 1:
            for other in sight:
                if goes_on(self.rules, other, card):
                    best = max(best, self.worth_ahead(other, depth - 1, after))
        return 1 + 6 * len(turned_up) + best


class _Table(ReferenceKlondike):
    """A position of the Klondike family, as it is known and as it may become.

    Cards that are not known are `??`: there are too few others, which is no fault here.
    """

    def __init__(self, rules: KlondikeRules, view: KlondikeView) -> None:
        self.rules = rules
        down = tuple(sum(not card.is_known for card in pile) for pile in view.piles)
        self._board = Board(view.piles, down, view.foundations, view.waste, view.stock, view.passes)
        self._before: list[tuple[str, Board]] = []

    def play_of(self, move: str) -> Play:
        """The move of a text."""
        return next(play for play in self._plays() if str(play) == move)

    def turns_up(self, play: Play) -> bool:
        """Whether a face-down card comes to the top of its pile."""
        if play.source in "wf":
            return False
        pile = self._board.piles[int(play.source[1:])]
        left = pile[: -len(play.cards)]
        return bool(left) and not left[-1].is_known

    def is_whole_run(self, play: Play) -> bool:
        """Whether no more cards lie packed below those that move."""
        pile = self._board.piles[int(play.source[1:])]
        left = pile[: -len(play.cards)]
        return not left or not left[-1].is_known or not is_packed((left[-1], play.cards[0]))

    def is_safe(self, move: str) -> bool:
        """Whether a card goes to the foundations that no card in the tableau can want."""
        if not move.endswith(">f"):
            return False
        play, rules = self.play_of(move), self.rules
        another_pass = rules.passes == 0 or self._board.passes < rules.passes
        if play.source == "w" and rules.draw > 1 and self._board.stock and another_pass:
            return False
        card = play.cards[0]
        suit, rank = divmod(card.code, 13)
        for other in range(4):
            # The rank up to which a suit has to be at home.
            below = 1 if other == suit else 3 if Card(13 * other).is_red == card.is_red else 2
            if rank >= below and not self.is_home(other, rank - below):
                return False
        return True

    def is_home(self, suit: int, rank: int) -> bool:
        """Whether all copies of a card are on the foundations."""
        return self._board.foundations[13 * suit + rank] == self.rules.decks

    def greedy_worth(self, move: str, safe: bool) -> int:
        """6 safe, 5 turns up, 4 uncovers, 3 from the waste, 2 the stock, 1 home, 0 nothing."""
        if move in ("turn", "deal", "redeal"):
            return 2
        play = self.play_of(move)
        if safe:
            return 6
        if self.turns_up(play):
            return 5
        to_pile = play.target != "f" and bool(self._board.piles[int(play.target[1:])])
        if play.source.startswith("t") and to_pile and self.is_whole_run(play):
            return 4
        if play.source == "w" and play.target != "f":
            return 3
        return 1 if play.target == "f" else 0

    def gain(self, play: Play) -> int:
        """What a move gains by itself: the difference that it makes to the table."""
        return 12 * self.turns_up(play) + _merit(self._played(play)) - _merit(self._board)

    def worth_ahead(self, move: str, depth: int) -> int:
        """Sixteen times what the best line gains that begins with a move, less its length."""
        play = self.play_of(move)
        worth = 16 * self.gain(play) - 1
        if depth > 1 and not self.turns_up(play):
            here = self._board
            self._board = self._played(play)
            worth += max((0, *(self.worth_ahead(str(p), depth - 1) for p in self._plays())))
            self._board = here
        return worth


def _merit(board: Board) -> int:
    """What a table is worth, but for cards that are turned up."""
    joined = sum(
        is_packed((upper, lower))
        for pile in board.piles
        for upper, lower in pairwise(pile)
        if upper.is_known and lower.is_known
    )
    empty = sum(not pile for pile in board.piles)
    return 4 * sum(board.foundations) - 3 * len(board.waste) + 2 * joined + empty
