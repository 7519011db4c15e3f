"""The Klondike family by its rules alone: positions and lines of play.

A position is a `Board`, and a move makes another one; nothing is packed, nothing is pruned,
nothing is changed in place, and nothing is shared with the compiled core but the names of
cards. Moves are text:

- `turn`, `redeal` and `deal` are the moves of the stock;
- all others are `CARD src>dst`, with `*n` behind where n cards move together (`QH t3>t7*4`).
  The card is the one that lands on the destination, the highest of the cards that move.
  Places are `t0`, `t1`, ... (the tableau, left to right), `w` (the waste) and `f` (the
  foundations, all of them: which one a card goes to or comes from makes no difference).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from solitaire_core.cards import Card
from solitaire_core.game import IllegalMoveError
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board

__all__ = ["ReferenceKlondike"]

KING = 12


class Play(NamedTuple):
    """Cards that move together from one place to another."""

    cards: tuple[Card, ...]
    source: str
    target: str

    def __str__(self) -> str:
        several = f"*{len(self.cards)}" if len(self.cards) > 1 else ""
        return f"{self.cards[0]} {self.source}>{self.target}{several}"


def rank(card: Card) -> int:
    """The rank of a known card, 0 for an ace."""
    return card.code % 13


def goes_under(card: Card, lower: Card) -> bool:
    """Whether the tableau builds from a card down to the next one."""
    return rank(lower) == rank(card) - 1 and lower.is_red != card.is_red


def is_packed(cards: tuple[Card, ...]) -> bool:
    """Whether cards are built down in alternating colours."""
    return all(goes_under(card, lower) for card, lower in pairwise(cards))


class ReferenceKlondike:
    """A position of a game of the Klondike family, with all positions that led to it.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    board : Board
        The position.

    Raises
    ------
    ValueError
        If something is wrong with the board: unknown cards, or too few of some.
    """

    def __init__(self, rules: KlondikeRules, board: Board) -> None:
        faults = board.faults(rules)
        if faults:
            raise ValueError("; ".join(faults))
        self.rules = rules
        self._board = board
        self._before: list[tuple[str, Board]] = []

    def board(self) -> Board:
        """The position."""
        return self._board

    @property
    def move_stack(self) -> list[str]:
        """The moves made, first one first."""
        return [text for text, _ in self._before]

    # The moves of the stock.

    def _can_turn(self) -> bool:
        return self.rules.stock == "waste" and bool(self._board.stock)

    def _can_redeal(self) -> bool:
        """The stock is empty, the waste is not, and there is a pass left."""
        here = self._board
        another = self.rules.passes == 0 or here.passes < self.rules.passes
        return self.rules.stock == "waste" and not here.stock and bool(here.waste) and another

    def _can_deal(self) -> bool:
        """At any time while stock remains."""
        return self.rules.stock == "deal" and bool(self._board.stock)

    def _turned(self) -> Board:
        """`draw` cards, or what is left, one by one onto the waste."""
        here, draw = self._board, self.rules.draw
        return replace(here, waste=here.waste + here.stock[:draw], stock=here.stock[draw:])

    def _redealt(self) -> Board:
        """The waste turned over: the card turned first comes first again."""
        here = self._board
        return replace(here, waste=(), stock=here.waste, passes=here.passes + 1)

    def _dealt(self) -> Board:
        """One card on each pile, empty ones included, left to right, as far as they go."""
        here = self._board
        piles = list(here.piles)
        for index, card in zip(range(len(piles)), here.stock, strict=False):
            piles[index] = (*piles[index], card)
        return replace(here, piles=tuple(piles), stock=here.stock[len(piles) :])

    # The moves of cards.

    def _on_offer(self) -> Iterator[tuple[tuple[Card, ...], str]]:
        """The cards and runs that may leave their places, if something takes them."""
        here = self._board
        if here.waste:
            yield here.waste[-1:], "w"
        for index, pile in enumerate(here.piles):
            face_up = pile[here.face_down[index] :]
            for count in range(1, len(face_up) + 1):
                run = face_up[-count:]
                single = count == 1
                king_sequence = rank(run[0]) == KING
                if is_packed(run) and (self.rules.runs == "packed" or single or king_sequence):
                    yield run, f"t{index}"
        if self.rules.worrying_back:
            for code, count in enumerate(here.foundations):
                # Of these copies, those that no next card covers are tops.
                covered = 0 if code % 13 == KING else here.foundations[code + 1]
                if count > covered:
                    yield (Card(code),), "f"

    def _foundation_takes(self, card: Card) -> bool:
        """Whether a foundation of the card's suit has come to the rank below it."""
        counts, code = self._board.foundations, card.code
        # Where the aces are concerned, one foundation for each deck is there to start.
        there = self.rules.decks if rank(card) == 0 else counts[code - 1]
        return there > counts[code]

    def _pile_takes(self, index: int, run: tuple[Card, ...]) -> bool:
        """Whether a pile of the tableau takes a card or a run."""
        pile = self._board.piles[index]
        if not pile:
            return self.rules.empty == "any" or rank(run[0]) == KING
        # Where cards move singly, a longer run has a king at its head, which no card takes.
        return goes_under(pile[-1], run[0])

    def _plays(self) -> Iterator[Play]:
        """The legal moves of cards."""
        for run, source in self._on_offer():
            if source != "f" and len(run) == 1 and self._foundation_takes(run[0]):
                yield Play(run, source, "f")
            for index in range(len(self._board.piles)):
                if source != f"t{index}" and self._pile_takes(index, run):
                    yield Play(run, source, f"t{index}")

    def _played(self, play: Play) -> Board:
        """The position after a move of cards."""
        here = self._board
        piles, down = list(here.piles), list(here.face_down)
        foundations, waste = list(here.foundations), here.waste
        if play.source == "w":
            waste = waste[:-1]
        elif play.source == "f":
            foundations[play.cards[0].code] -= 1
        else:
            index = int(play.source[1:])
            piles[index] = piles[index][: -len(play.cards)]
            # A face-down card that becomes the top is turned up at once.
            if piles[index] and down[index] == len(piles[index]):
                down[index] -= 1
        if play.target == "f":
            foundations[play.cards[0].code] += 1
        else:
            index = int(play.target[1:])
            piles[index] += play.cards
        return replace(
            here,
            piles=tuple(piles),
            face_down=tuple(down),
            foundations=tuple(foundations),
            waste=waste,
        )

    # Lines of play.

    def legal_moves(self) -> list[str]:
        """The legal moves: those of cards, then that of the stock."""
        moves = [str(play) for play in self._plays()]
        if self._can_turn():
            moves.append("turn")
        if self._can_redeal():
            moves.append("redeal")
        if self._can_deal():
            moves.append("deal")
        return moves

    def push(self, text: str) -> None:
        """Make a move; an illegal one raises IllegalMoveError and changes nothing."""
        after = self._after(text)
        self._before.append((text, self._board))
        self._board = after

    def _after(self, text: str) -> Board:
        """The position after a move."""
        if text == "turn" and self._can_turn():
            return self._turned()
        if text == "redeal" and self._can_redeal():
            return self._redealt()
        if text == "deal" and self._can_deal():
            return self._dealt()
        for play in self._plays():
            if str(play) == text:
                return self._played(play)
        raise IllegalMoveError(f"illegal move {text}")

    def pop(self) -> str:
        """Take the last move back and return it; IndexError where there is none."""
        text, self._board = self._before.pop()
        return text

    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return sum(self._board.foundations) == self.rules.cards

    def is_lost(self) -> bool:
        """Whether turns and redeals are all that can be done from here on, or nothing at all.

        A deal onto the piles counts as a move of cards: while stock remains such a game is
        not lost.
        """
        if self.is_won():
            return False
        # The same stock and waste in a later pass offer the same cards.
        seen: set[tuple[tuple[Card, ...], tuple[Card, ...]]] = set()
        ahead = ReferenceKlondike(self.rules, self._board)
        while (ahead._board.stock, ahead._board.waste) not in seen:
            seen.add((ahead._board.stock, ahead._board.waste))
            moves = ahead.legal_moves()
            stock_moves = [move for move in moves if move in ("turn", "redeal")]
            if len(moves) > len(stock_moves):
                return False
            if not stock_moves:
                return True
            ahead.push(stock_moves[0])
        return True

    def perft(self, depth: int) -> int:
        """The number of lines of play of exactly `depth` moves."""
        if depth == 0:
            return 1
        lines = 0
        for move in self.legal_moves():
            self.push(move)
            lines += self.perft(depth - 1)
            self.pop()
        return lines
