"""A line of the Klondike family replayed by its rules alone, in no time.

What `ReferenceKlondike` is to read, this is to check long lines with: a position as lists, one
move after the other made in place, each looked at by itself; no other move is looked for. A
move that the rules do not allow is refused with the rule that it breaks.
"""

from __future__ import annotations

from solitaire_core.cards import Card
from solitaire_core.game import IllegalMoveError
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike import KING, goes_under, is_packed, rank

__all__ = ["KlondikeReplay"]


class KlondikeReplay:
    """A position of a game of the Klondike family in which moves are made.

    Parameters
    ----------
    rules : KlondikeRules
        The game.
    board : Board
        The position.

    Raises
    ------
    ValueError
        If something is wrong with the board.
    """

    def __init__(self, rules: KlondikeRules, board: Board) -> None:
        faults = board.faults(rules)
        if faults:
            raise ValueError("; ".join(faults))
        self.rules = rules
        self.piles = [list(pile) for pile in board.piles]
        self.down = list(board.face_down)
        self.home = list(board.foundations)
        self.waste = list(board.waste)
        self.stock = list(board.stock)
        self.passes = board.passes

    @property
    def cards_home(self) -> int:
        """How many cards are on the foundations."""
        return sum(self.home)

    def push(self, move: str) -> None:
        """Make a move; one that breaks a rule raises IllegalMoveError and changes nothing.

        Parameters
        ----------
        move : str
            As `ReferenceKlondike` writes moves: `turn`, `redeal`, `deal`, `QH t3>t7*4`.
        """
        if move in ("turn", "redeal", "deal"):
            getattr(self, f"_{move}")()
            return
        try:
            name, places = move.split()
            source, rest = places.split(">")
            target, _, number = rest.partition("*")
            count = int(number) if number else 1
            card = Card(name)
        except ValueError:
            raise IllegalMoveError(f"{move!r} is no move") from None
        self._play(card, source, target, count, move)

    # The moves of the stock.

    def _turn(self) -> None:
        if self.rules.stock != "waste":
            raise IllegalMoveError("illegal move turn: the stock is dealt onto the piles")
        if not self.stock:
            raise IllegalMoveError("illegal move turn: the stock is empty")
        draw = self.rules.draw
        self.waste += self.stock[:draw]
        del self.stock[:draw]

    def _redeal(self) -> None:
        if self.stock or not self.waste:
            what = "the stock is not empty" if self.stock else "the waste is empty"
            raise IllegalMoveError(f"illegal move redeal: {what}")
        if self.rules.passes and self.passes >= self.rules.passes:
            raise IllegalMoveError("illegal move redeal: there is no pass left")
        self.stock, self.waste = self.waste, []
        self.passes += 1

    def _deal(self) -> None:
        if self.rules.stock != "deal":
            raise IllegalMoveError("illegal move deal: the stock is turned to a waste")
        if not self.stock:
            raise IllegalMoveError("illegal move deal: the stock is empty")
        row = self.stock[: len(self.piles)]
        for index, card in enumerate(row):
            self.piles[index].append(card)
        del self.stock[: len(row)]

    # The moves of cards.

    def _play(self, card: Card, source: str, target: str, count: int, move: str) -> None:
        """Cards from one place to another: all is looked at before anything is changed."""
        if source == target:
            raise IllegalMoveError(f"illegal move {move}: from a place to itself")
        run = self._taken(source, count, move)
        if run[0] != card:
            raise IllegalMoveError(f"illegal move {move}: the card there is {run[0]}")
        if target == "f":
            self._check_foundation(card, source, count, move)
        else:
            self._check_pile(self._pile(target, move), run, move)
        if source == "w":
            self.waste.pop()
        elif source == "f":
            self.home[card.code] -= 1
        else:
            index = self._pile(source, move)
            pile = self.piles[index]
            del pile[-count:]
            # A face-down card that becomes the top is turned up at once.
            if pile and self.down[index] == len(pile):
                self.down[index] -= 1
        if target == "f":
            self.home[card.code] += 1
        else:
            self.piles[self._pile(target, move)] += run

    def _pile(self, place: str, move: str) -> int:
        if place[:1] == "t" and place[1:].isdecimal() and int(place[1:]) < len(self.piles):
            return int(place[1:])
        raise IllegalMoveError(f"illegal move {move}: there is no place {place}")

    def _taken(self, source: str, count: int, move: str) -> list[Card]:
        """The cards that a move takes, the one that lands on the target first."""
        if source in ("w", "f") and count != 1:
            raise IllegalMoveError(f"illegal move {move}: cards leave that place one at a time")
        if source == "w":
            if not self.waste:
                raise IllegalMoveError(f"illegal move {move}: the waste is empty")
            return self.waste[-1:]
        if source == "f":
            return [self._top_of_foundation(move)]
        index = self._pile(source, move)
        pile, down = self.piles[index], self.down[index]
        if not 1 <= count <= len(pile) - down:
            raise IllegalMoveError(
                f"illegal move {move}: {source} has {len(pile) - down} cards face up"
            )
        run = pile[-count:]
        if not is_packed(tuple(run)):
            raise IllegalMoveError(f"illegal move {move}: the cards are not in sequence")
        return run

    def _top_of_foundation(self, move: str) -> Card:
        if not self.rules.worrying_back:
            raise IllegalMoveError(f"illegal move {move}: no card leaves the foundations")
        card = Card(move.split()[0])
        code = card.code
        # Of these copies, those that no next card covers are tops.
        covered = 0 if rank(card) == KING else self.home[code + 1]
        if self.home[code] <= covered:
            raise IllegalMoveError(f"illegal move {move}: {card} is on the top of no foundation")
        return card

    def _check_foundation(self, card: Card, source: str, count: int, move: str) -> None:
        if source == "f" or count != 1:
            raise IllegalMoveError(f"illegal move {move}: one card at a time, and from elsewhere")
        below = self.rules.decks if rank(card) == 0 else self.home[card.code - 1]
        if below <= self.home[card.code]:
            raise IllegalMoveError(f"illegal move {move}: no foundation has come that far")

    def _check_pile(self, index: int, run: list[Card], move: str) -> None:
        pile, head = self.piles[index], run[0]
        is_king = rank(head) == KING
        if len(run) > 1 and self.rules.runs != "packed" and not is_king:
            raise IllegalMoveError(f"illegal move {move}: only single cards and kings' runs move")
        if not pile:
            if self.rules.empty != "any" and not is_king:
                raise IllegalMoveError(f"illegal move {move}: only a king fills an empty pile")
        elif not goes_under(pile[-1], head):
            raise IllegalMoveError(f"illegal move {move}: {head} does not go on {pile[-1]}")
