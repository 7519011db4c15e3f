"""Positions of the Klondike family, played move by move.

`KlondikeGame` honours the Game protocol; what it plays is a `KlondikeRules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from solitaire_core._fast import Card, KlondikeMove, KlondikeState, KlondikeTable
from solitaire_core.cards import UNKNOWN
from solitaire_core.game import Outcome, Result
from solitaire_core.interchange.klondike_code import code as write_code
from solitaire_core.interchange.klondike_code import from_code as read_code
from solitaire_core.interchange.klondike_json import from_json as read_json
from solitaire_core.interchange.klondike_json import to_json as write_json
from solitaire_core.klondike_board import Board
from solitaire_core.notebooks import Pictured

if TYPE_CHECKING:
    from solitaire_core.deals import Deal
    from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["KlondikeGame", "KlondikeMove", "KlondikeView"]

_WON = Outcome(Result.WON, "all cards are on the foundations")
_LOST = Outcome(Result.LOST, "no card can be played")
_CARDS = tuple(Card(code) for code in range(52))


@dataclass(frozen=True, slots=True)
class KlondikeView(Pictured):
    """What a player sees or knows of a position; `??` stands for any other card.

    Attributes
    ----------
    piles : tuple of tuple of Card
        The tableau left to right, each pile from its bottom to its top.
    foundations : tuple of int
        For each card code 0..51, how many of its copies are on the foundations.
    waste : tuple of Card
        The waste from its bottom to its top.
    stock : tuple of Card
        The stock, the card that comes next first.
    passes : int
        Which pass through the stock this is, from 1.
    decks : int
        How many decks are played with.
    rules : KlondikeRules or None
        The rules of the game, where they are known.
    """

    piles: tuple[tuple[Card, ...], ...]
    foundations: tuple[int, ...]
    waste: tuple[Card, ...]
    stock: tuple[Card, ...]
    passes: int
    decks: int
    rules: KlondikeRules | None = None

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the unknown ones are, in order of code."""
        left = Counter(dict.fromkeys(_CARDS, self.decks))
        for code, count in enumerate(self.foundations):
            left[_CARDS[code]] -= count
        for pile in (*self.piles, self.waste, self.stock):
            left.subtract(card for card in pile if card.is_known)
        return tuple(card for card in _CARDS for _ in range(left[card]))


class KlondikeGame(Pictured, KlondikeState):
    """A game of the Klondike family: a position, and the moves that led to it.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    board : Board
        The position.
    deal : Deal, optional
        Where it comes from.

    Raises
    ------
    ValueError
        If the position cannot occur; the text names every fault. Cards that are not known are
        such a fault.

    Notes
    -----
    Equal and of equal hash by rules and position: two positions that differ only in which copy
    of a card lies where are equal. 512 bytes, copied at once; 48 more for each move made.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("klondike", 7).start()
    >>> [str(move) for move in game.legal_moves]
    ['TC t5>t6', 'turn']
    >>> game.push("TC t5>t6")
    >>> game.pop()
    KlondikeMove('TC t5>t6')
    """

    def __init__(self, rules: KlondikeRules, board: Board, deal: Deal | None = None) -> None:
        faults = board.faults(rules)
        if faults:
            raise ValueError(f"the position cannot occur: {'; '.join(faults)}")
        table = KlondikeTable(
            rules.decks,
            len(rules.piles),
            rules.empty == "any",
            rules.runs == "king-sequences",
            rules.worrying_back,
            rules.stock == "deal",
            rules.draw,
            rules.passes,
            [card.code for card in (*board.waste, *board.stock)],
            rules,
            deal,
        )
        super().__init__(
            table,
            [[card.code for card in pile] for pile in board.piles],
            board.face_down,
            board.foundations,
            len(board.waste),
            len(board.stock),
            board.passes - 1,
        )

    @classmethod
    def dealt(
        cls, rules: KlondikeRules, cards: Sequence[Card | str | int], deal: Deal | None = None
    ) -> Self:
        """The position in which a deck is dealt out, the card dealt first first."""
        return cls(rules, Board.dealt(rules, [Card(card) for card in cards]), deal)

    @property
    def rules(self) -> KlondikeRules:
        """The rules of the game."""
        rules: KlondikeRules = self.table.rules
        return rules

    @property
    def deal(self) -> Deal | None:
        """Where the game comes from, if it was dealt from a number or a deck."""
        deal: Deal | None = self.table.deal
        return deal

    def board(self) -> Board:
        """The position card by card."""
        piles, down, home, waste, stock, passed = self.layout()
        return Board(
            tuple(tuple(_CARDS[code] for code in pile) for pile in piles),
            tuple(down),
            tuple(home),
            tuple(_CARDS[code] for code in waste),
            tuple(_CARDS[code] for code in stock),
            passed + 1,
        )

    def visible(self) -> KlondikeView:
        """What lies face up now: the tableau's face-up cards, the foundations and the waste."""
        return self._view(stock=False)

    def known(self) -> KlondikeView:
        """What has been face up on this line of play: from the second pass on, the stock too."""
        return self._view(stock=self.layout()[5] > 0)

    def _view(self, *, stock: bool) -> KlondikeView:
        board = self.board()
        piles = tuple(
            (*[UNKNOWN] * down, *pile[down:])
            for pile, down in zip(board.piles, board.face_down, strict=True)
        )
        unseen = board.stock if stock else (UNKNOWN,) * len(board.stock)
        return KlondikeView(
            piles, board.foundations, board.waste, unseen, board.passes, self.rules.decks,
            self.rules,
        )  # fmt: skip

    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, or None while it goes on.

        Notes
        -----
        Lost: no move is legal; or nothing but turning the stock is, and no card can be played
        after any number of turns and redeals. A position in which moves are left but none of
        them leads to a win is not lost by the rules.
        """
        return (None, _WON, _LOST)[self.result]

    def status(self) -> tuple[str, ...]:
        """What is wrong with the position: nothing, as it was looked at when it was made."""
        return self.board().faults(self.rules)

    def parse_move(self, text: str) -> KlondikeMove:
        """Read a move; an illegal one is refused by `push`, not here.

        Raises
        ------
        ValueError
            If the text is no move.
        """
        return KlondikeMove(text)

    def play(self, moves: Iterable[KlondikeMove | str]) -> None:
        """Make moves one after the other, up to the first that is illegal."""
        for move in moves:
            self.push(move)

    def code(self) -> str:
        """The position as one line of text, `klondike1 ...`; the moves made are not in it."""
        return write_code(self.board(), self.rules)

    @classmethod
    def from_code(cls, code: str, rules: KlondikeRules | None = None) -> Self:
        """Read what `code` wrote.

        Parameters
        ----------
        code : str
            The line.
        rules : KlondikeRules, optional
            The rules of a game that does not come with the package.

        Raises
        ------
        ValueError
            If the line is not of that form, with the column of what is wrong, or the position
            cannot occur.
        """
        found, board = read_code(code, rules)
        return cls(found, board)

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values; the moves made are not in it."""
        return write_json(self.board(), self.rules)

    @classmethod
    def from_json(cls, record: str | dict[str, Any], rules: KlondikeRules | None = None) -> Self:
        """Read what `to_json` wrote, as JSON text or as the object that it holds.

        Raises
        ------
        ValueError
            If a field is missing or of the wrong kind, or the position cannot occur.
        """
        found, board = read_json(record, rules)
        return cls(found, board)

    @property
    def vegas_score(self) -> int:
        """Dollars by the Vegas rule: 52 down for each deck, 5 for each card on the foundations."""
        return 5 * self.cards_home - self.rules.cards

    def _key(self) -> tuple[Any, ...]:
        piles, down, home, waste, stock, passed = self.layout()
        return (
            tuple(map(tuple, piles)), tuple(down), tuple(home), tuple(waste), tuple(stock), passed,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KlondikeGame):
            return NotImplemented
        return self.rules == other.rules and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.rules, self._key()))

    def __reduce__(self) -> tuple[Any, ...]:
        before = self.copy(stack=True)
        moves = [str(move) for move in self.move_stack]
        for _ in moves:
            before.pop()
        return _rebuild, (type(self), self.rules, before.board(), self.deal, moves)

    def __repr__(self) -> str:
        # An object that its constructor never saw has no rules; messages show it all the same.
        name = "without rules" if self.table.rules is None else self.rules.name
        return f"<{type(self).__name__} {name}, {self.ply} moves made>"


def _rebuild(
    kind: type[KlondikeGame],
    rules: KlondikeRules,
    board: Board,
    deal: Deal | None,
    moves: list[str],
) -> KlondikeGame:
    game = kind(rules, board, deal)
    game.play(moves)
    return game
