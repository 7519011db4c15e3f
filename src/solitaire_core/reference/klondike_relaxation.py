"""Losses of the Klondike family that are plain from what has to be parked where.

The text of the argument is in docs/solving-klondike-relaxation.md; this follows it step by
step, slowly, and shares nothing with the compiled core but the names of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board

__all__ = ["Parking", "proves_loss"]

KING = 12
RED_SUITS = (1, 2)  # of C D H S
BLACK_SUITS = (0, 3)


class Vector(NamedTuple):
    """How many own cards each pile still has, which dealt cards lie where they came, deals made."""

    own: tuple[int, ...]
    dealt: tuple[tuple[int, ...], ...]
    deals: int


def is_red(card: int) -> bool:
    """Whether a card code is of a red suit."""
    return card // 13 in RED_SUITS


def goes_on(card: int, upper: int) -> bool:
    """Whether a card goes on another one in the tableau."""
    return upper % 13 == card % 13 + 1 and is_red(upper) != is_red(card)


def cards_of(rank: int, red: bool) -> tuple[int, int]:
    """The two cards of a rank and a colour."""
    first, second = RED_SUITS if red else BLACK_SUITS
    return 13 * first + rank, 13 * second + rank


class Parking:
    """A position, and what its cards can do in the relaxed problem.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    board : Board
        The position.
    floors : sequence of int
        For each suit C D H S the rank below which cards stay on the foundations for good.
    """

    def __init__(
        self, rules: KlondikeRules, board: Board, floors: Sequence[int] = (0, 0, 0, 0)
    ) -> None:
        self.rules = rules
        self.out_at_first: Counter[int] = Counter()
        self.never_back: Counter[int] = Counter()
        for card, count in enumerate(board.foundations):
            self.out_at_first[card] = count
            if not rules.worrying_back or card % 13 < floors[card // 13]:
                self.never_back[card] = count
        self.piles: list[list[int]] = []
        for cards, down in zip(board.piles, board.face_down, strict=True):
            pile = [card.code for card in cards]
            # A packed run hangs on its first card, which is left as the top.
            while len(pile) > max(down + 1, 1) and goes_on(pile[-1], pile[-2]):
                self.out_at_first[pile.pop()] += 1
            self.piles.append(pile)
        width = len(self.piles)
        stock = [card.code for card in board.stock]
        self.rows = (
            [stock[i : i + width] for i in range(0, len(stock), width)]
            if rules.stock == "deal"
            else []
        )
        self.talon = [] if rules.stock == "deal" else [card.code for card in board.waste] + stock
        self.waste = len(board.waste)
        self.more_passes = rules.passes == 0 or board.passes < rules.passes
        # Places of the talon whose card has been found somewhere to go.
        self.had: set[int] = set()

    def start(self) -> Vector:
        """The vector of the position itself."""
        return Vector(tuple(map(len, self.piles)), ((),) * len(self.piles), 0)

    def is_goal(self, vector: Vector) -> bool:
        """Whether every card has left its pile."""
        return not any(vector.own) and not any(vector.dealt) and vector.deals == len(self.rows)

    def steps(self, vector: Vector) -> Iterator[Vector]:
        """The vectors in which one card more has left, or one row more has been dealt."""
        own, dealt, deals = vector
        for i in range(len(own)):
            if dealt[i]:
                yield Vector(own, (*dealt[:i], dealt[i][:-1], *dealt[i + 1 :]), deals)
            elif own[i]:
                yield Vector((*own[:i], own[i] - 1, *own[i + 1 :]), dealt, deals)
        if deals < len(self.rows):
            more = list(dealt)
            for i in range(len(self.rows[deals])):
                more[i] = (*dealt[i], deals)
            yield Vector(own, tuple(more), deals + 1)

    def can_step(self, vector: Vector, step: Vector) -> bool:
        """Whether one leads to the other: a deal does, a card needs somewhere to go."""
        if step.deals > vector.deals:
            return True
        for i, pile in enumerate(self.piles):
            left = step.own[i]
            if left < vector.own[i]:
                card = pile[left]
                # Where it lies it may hang as well: it need not go anywhere.
                if left:
                    stays = goes_on(card, pile[left - 1])
                else:
                    stays = card % 13 == KING or self.rules.empty == "any"
                return self.can_be(step, bare=None if stays else i)
        return self.can_be(step)

    def out(self, vector: Vector) -> Counter[int]:
        """The cards that have left their piles, those of the foundations included."""
        out = self.out_at_first.copy()
        for pile, left in zip(self.piles, vector.own, strict=True):
            out.update(pile[left:])
        for row in range(vector.deals):
            for i, card in enumerate(self.rows[row]):
                if row not in vector.dealt[i]:
                    out[card] += 1
        return out

    def tops(self, vector: Vector) -> Counter[tuple[int, bool]]:
        """How many cards in their places may have a card hung on them, by rank and colour."""
        cards = [pile[left - 1] for pile, left in zip(self.piles, vector.own, strict=True) if left]
        cards += [self.rows[row][i] for i, rows in enumerate(vector.dealt) for row in rows]
        return Counter((card % 13, is_red(card)) for card in cards)

    def can_be(self, vector: Vector, besides: int | None = None, bare: int | None = None) -> bool:
        """Whether all cards that have left can be somewhere, and one card of the talon besides.

        With nothing on the last card of the pile `bare`, nor in its place if it has none.
        """
        out, extra = self.out(vector), Counter(self.talon[place] for place in self.had)
        if besides is not None:
            out[besides] += 1
        high = [0] * 52
        for card in range(52):
            below = high[card - 1] if card % 13 else self.rules.decks
            high[card] = min(below, out[card] + extra[card])
        tops, empty = self.tops(vector), vector.own.count(0)
        if bare is not None and vector.own[bare]:
            card = self.piles[bare][vector.own[bare] - 1]
            tops[card % 13, is_red(card)] -= 1
        elif bare is not None:
            empty -= 1
        if self.rules.empty == "any":
            return self._hang_anywhere(out, extra, high, tops, empty)
        return self._hang(out, extra, high, tops, empty)

    def _hang(
        self,
        out: Counter[int],
        extra: Counter[int],
        high: list[int],
        tops: Counter[tuple[int, bool]],
        empty: int,
    ) -> bool:
        """Whether all can hang, with the foundations at these heights or lower."""
        kings = 0
        for red_ace in (False, True):
            needed, red = 0, red_ace
            for rank in range(13):
                pair = cards_of(rank, red)
                # Cards that must hang, and the hosts that the class below still lacks.
                must = sum(max(0, out[card] - high[card]) for card in pair)
                needed = max(must, needed - tops[rank, red])
                if needed > sum(out[card] + extra[card] - high[card] for card in pair):
                    # One of the class that could be on a foundation has to hang.
                    return any(
                        self._hang(out, extra, self._lowered(high, card), tops, empty)
                        for card in pair
                        if high[card] > self.never_back[card]
                    )
                red = not red
            kings += needed
        return kings <= empty

    @staticmethod
    def _lowered(high: list[int], card: int) -> list[int]:
        """The foundations without one copy of a card, and what would lie on it."""
        most, end = high[card] - 1, card - card % 13 + 13
        return [min(h, most) if card <= c < end else h for c, h in enumerate(high)]

    def _hang_anywhere(
        self,
        out: Counter[int],
        extra: Counter[int],
        high: list[int],
        tops: Counter[tuple[int, bool]],
        empty: int,
    ) -> bool:
        """The same where any card fills an empty pile; a card may be a host and at home at once."""
        wanted = 0
        for red_king in (False, True):
            hosts, red = 0, red_king
            for rank in range(KING, -1, -1):
                pair = cards_of(rank, red)
                must = sum(max(0, out[card] - high[card]) for card in pair)
                room = sum(out[card] + extra[card] - self.never_back[card] for card in pair)
                wanted += max(0, must - hosts)
                hosts = max(must, min(room, hosts)) + tops[rank, red]
                red = not red
        return wanted <= empty

    def within_reach(self) -> list[int]:
        """Places of the talon that can come to the top, once the cards found so far can be taken.

        Only places for whose card nothing has been found yet.
        """
        found, last, draw = [], len(self.talon) - 1, self.rules.draw
        for place in range(len(self.talon)):
            earlier = sum(other < place for other in self.had)
            in_this_pass = place >= self.waste and (place + 1 - self.waste) % draw == 0
            in_a_later_pass = self.more_passes and any(
                (place + 1 - gone) % draw == 0 for gone in range(earlier + 1)
            )
            uncovered = place + 1 in self.had
            on_top = place in (self.waste - 1, last)
            if place not in self.had and (in_this_pass or in_a_later_pass or uncovered or on_top):
                found.append(place)
        return found

    def gather(self, vector: Vector) -> bool:
        """Find talon cards that can be put somewhere; whether there were any."""
        before = len(self.had)
        for place in self.within_reach():
            if self.can_be(vector, self.talon[place]):
                self.had.add(place)
        if len(self.had) > before:
            self.gather(vector)
        return len(self.had) > before


def proves_loss(
    rules: KlondikeRules,
    board: Board,
    floors: Sequence[int] = (0, 0, 0, 0),
    most: int | None = None,
) -> bool | None:
    """Whether the relaxed problem has no solution, so that the position is lost.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    board : Board
        The position.
    floors : sequence of int
        For each suit C D H S the rank below which cards stay on the foundations for good.
    most : int, optional
        How many vectors to look at.

    Returns
    -------
    bool or None
        None where the limit was reached.
    """
    parking = Parking(rules, board, floors)
    goal, grew, looked = False, True, 0
    while grew:
        # What the talon gives now may help vectors that were looked at before.
        grew = False
        seen = {parking.start()}
        ahead = [parking.start()]
        while ahead:
            vector = ahead.pop()
            looked += 1
            if most is not None and looked > most:
                return None
            grew |= parking.gather(vector)
            goal = goal or parking.is_goal(vector)
            if goal and len(parking.had) == len(parking.talon):
                return False
            for step in reversed(list(parking.steps(vector))):
                if step not in seen and parking.can_step(vector, step):
                    seen.add(step)
                    ahead.append(step)
    return True
