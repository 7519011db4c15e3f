"""Positions of the peaks family: TriPeaks, Golf and every other cover layout."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solitaire_core._fast import Card, PeaksMove, PeaksState, PeaksTable, whole_number
from solitaire_core.cards import UNKNOWN, parse_deck
from solitaire_core.game import Outcome, Result, rules_to_text
from solitaire_core.notebooks import Pictured
from solitaire_core.scoring import Scoring, find_scoring, tabulate

if TYPE_CHECKING:
    from solitaire_core.deals import Deal
    from solitaire_core.games.peaks import PeaksRules

__all__ = ["PeaksGame", "PeaksMove", "PeaksView"]

_CODE_VERSION = "peaks1"

_OUTCOMES = {
    0: None,
    1: Outcome(Result.WON, "the tableau is cleared"),
    2: Outcome(Result.LOST, "the stock is empty and no uncovered card fits"),
}


@dataclass(frozen=True, slots=True)
class PeaksView(Pictured):
    """What a player sees: no face-down card is in it.

    Attributes
    ----------
    rules : PeaksRules
        The rules of the game.
    tableau : tuple of (Card or None)
        By place: the card, `??` where it lies face down, None where it is gone.
    top : Card
        The top of the waste.
    stock_left : int
        Stock cards still to be turned.
    seen : frozenset of Card
        The known cards: those that are face up now and, if the view is of all that is
        known, those that went before.
    """

    rules: PeaksRules
    tableau: tuple[Card | None, ...]
    top: Card
    stock_left: int
    seen: frozenset[Card]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the deck that are not among `seen`, in order."""
        return tuple(card for card in _DECK if card not in self.seen)


_DECK = tuple(Card(code) for code in range(52))


class PeaksGame(Pictured, PeaksState):
    """A position of a peaks game, and the moves that led to it.

    Parameters
    ----------
    rules : PeaksRules
        The game.
    cards : str or sequence of Card
        The deck in deal order: 52 cards, `??` for cards that are not known.
    removed : iterable of int
        The places whose cards are gone.
    turned : int
        Stock cards turned so far.
    top : Card or str, optional
        The top of the waste; needed where cards have been taken or turned.
    deal : Deal, optional
        Where the deck comes from.
    scoring : str or Scoring, optional
        The scoring system; by default the game's own.
    chain, best_chain : int
        Cards taken since the last turn, and the longest chain so far.
    score : int, optional
        The score so far; by default that of the start.

    Raises
    ------
    ValueError
        If the deck is not one, a place or a figure is out of range, or the top is missing.
        A position that no line of play leads to is not refused here: `status` names what
        is wrong with it.

    Notes
    -----
    Positions are equal, and have equal hashes, when their rules are equal and the same
    cards lie in the same places under the same top; how they were reached, and which cards
    are gone, makes no difference.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 1).start()
    >>> [str(move) for move in game.legal_moves]
    ['5S', '5D', 'turn']
    >>> game.push("5S")
    >>> game.top, game.pop()
    (Card('5S'), PeaksMove('5S'))
    """

    __slots__ = ()

    def __init__(
        self,
        rules: PeaksRules,
        cards: str | Iterable[Card | str | int],
        removed: Iterable[int] = (),
        turned: int = 0,
        top: Card | str | None = None,
        deal: Deal | None = None,
        scoring: str | Scoring | None = None,
        chain: int = 0,
        best_chain: int | None = None,
        score: int | None = None,
    ) -> None:
        deck = parse_deck(cards, unknown=True)
        layout = rules.layout
        mask = 0
        for place in removed:
            number = whole_number(place, "a removed place", -(2**70), 2**70)
            if not 0 <= number < layout.cards:
                raise ValueError(
                    f"removed names place {number}: places are 0 to {layout.cards - 1}"
                )
            mask |= 1 << number
        if top is None:
            if mask or turned:
                raise ValueError("top is needed where cards have been taken or turned")
            top = deck[layout.cards]
        system = rules.scoring if scoring is None else find_scoring(scoring)
        table = PeaksTable(
            layout.covers,
            [deck[i].code for i in rules.order],
            rules.follows,
            0 if rules.open else sum(1 << place for place in layout.face_down),
            rules,
            deal,
            tabulate(system, len(layout.tips)),
            system,
        )
        if score is None:
            score = system.start(layout.cards)
        longest = chain if best_chain is None else best_chain
        super().__init__(table, mask, turned, Card(top).code, chain, longest, score)

    @property
    def rules(self) -> PeaksRules:
        """The rules of the game."""
        rules: PeaksRules = self.table.rules
        return rules

    @property
    def deal(self) -> Deal | None:
        """The deal that the game comes from, or None for a position by hand."""
        deal: Deal | None = self.table.deal
        return deal

    @property
    def scoring(self) -> Scoring:
        """The scoring system."""
        scoring: Scoring = self.table.scoring
        return scoring

    def with_scoring(self, scoring: str | Scoring) -> PeaksGame:
        """The same game, scored by another system from where its moves begin.

        Parameters
        ----------
        scoring : str or Scoring
            The system.

        Returns
        -------
        PeaksGame
            A new game; the moves made come along and are scored anew.
        """
        first = self.copy(stack=True)
        moves = self.move_stack
        for _ in moves:
            first.pop()
        return _rebuild(*first._parts(scoring=find_scoring(scoring), score=None), moves)

    def cards(self) -> list[Card]:
        """The deck in deal order, cards that are gone included."""
        codes = self.table.codes()
        deck = [UNKNOWN] * 52
        for place, dealt in enumerate(self.rules.order):
            deck[dealt] = Card(codes[place])
        return deck

    def place_of(self, card: Card | PeaksMove | str) -> int | None:
        """The place in the tableau of a card, or of the card that a move takes.

        Returns
        -------
        int or None
            None for a card that is not in the tableau (any more), and for a turn.
        """
        if isinstance(card, PeaksMove):
            if card.card is None:
                return None
            card = card.card
        place = self.table.place_of(card)
        if place is None or place >= self.rules.layout.cards or self.removed >> place & 1:
            return None
        return place

    def parse_move(self, text: str) -> PeaksMove:
        """Read a move: `7H`, or `turn`.

        Raises
        ------
        ValueError
            If the text is no move; whether the move is legal is not looked at.
        """
        return PeaksMove(text)

    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, or None while it goes on.

        Notes
        -----
        A position that can no longer be won, but in which moves are left, goes on. A
        position whose unknown cards (`??`) lie where they matter is never called lost.
        """
        return _OUTCOMES[self.state_code()]

    def status(self) -> tuple[str, ...]:
        """What is wrong with a position made by hand; empty where nothing is.

        Named are cards that are gone from under others, face-up cards that are not known,
        and a top of the waste that cannot have come there last. Whether the ranks allow a
        line that leads here is not looked at.
        """
        return tuple(self.faults())

    def visible(self) -> PeaksView:
        """What is face up now; the rest is `??`."""
        return self._view(seen_before=False)

    def known(self) -> PeaksView:
        """What is face up now, and all that was before: the cards that are gone."""
        return self._view(seen_before=True)

    def _view(self, *, seen_before: bool) -> PeaksView:
        rules = self.rules
        layout = rules.layout
        codes = self.table.codes()
        down = set() if rules.open else set(layout.face_down)
        tableau: list[Card | None] = []
        seen = {self.top}
        for place in range(layout.cards):
            if self.removed >> place & 1:
                tableau.append(None)
                if seen_before:
                    seen.add(Card(codes[place]))
            elif place in down and not self.uncovered >> place & 1:
                tableau.append(UNKNOWN)
            else:
                tableau.append(Card(codes[place]))
                seen.add(Card(codes[place]))
        if seen_before:
            seen.update(
                Card(codes[place]) for place in range(layout.cards, layout.cards + self.turned + 1)
            )
        seen.discard(UNKNOWN)
        return PeaksView(rules, tuple(tableau), self.top, self.stock_left, frozenset(seen))

    def code(self) -> str:
        """The position as one line of text: game, options, cards, what is gone.

        Returns
        -------
        str
            `peaks1 <game> <option>=<value>... cards=<104 letters> removed=<hex mask>
            turned=<number> top=<card>`; `from_code` reads it back. The moves made and the
            deal number are not in it.

        Examples
        --------
        >>> from solitaire_core import Deal
        >>> Deal("tripeaks", 0).start().code()[:52]
        'peaks1 tripeaks wrap=true cards=KCTH9CTS3CJSKSQC3HKD'
        """
        cards = "".join(map(str, self.cards()))
        return (
            f"{_CODE_VERSION} {rules_to_text(self.rules)} cards={cards}"
            f" removed={self.removed:x} turned={self.turned} top={self.top}"
        )

    @classmethod
    def from_code(cls, code: str, rules: PeaksRules | None = None) -> PeaksGame:
        """Read a position that `code` wrote.

        Parameters
        ----------
        code : str
            The line.
        rules : PeaksRules, optional
            The rules, for games that do not come with the package; name and options must
            be those of the line.

        Raises
        ------
        ValueError
            If a part of the line is missing, unknown or out of range; the text names it.
        """
        # Here and not above: the games are made of this module.
        from solitaire_core.games import rules_from_words
        from solitaire_core.games.peaks import PeaksRules as Rules

        if not isinstance(code, str):
            raise TypeError(f"a position is read from text, not from {type(code).__name__}")
        words = code.split()
        if not words or words[0] != _CODE_VERSION:
            raise ValueError(f"no position: the line does not begin with {_CODE_VERSION}")
        parts: dict[str, str] = {}
        for name in ("top", "turned", "removed", "cards"):
            key, _, value = words.pop().partition("=") if len(words) > 1 else ("", "", "")
            if key != name:
                raise ValueError(f"no position: {name}=... is missing in its place")
            parts[name] = value
        found = rules_from_words(words[1:], rules)
        if not isinstance(found, Rules):
            raise ValueError(f"no position: {found.name} is not a game of the peaks family")
        if not re.fullmatch("[0-9a-fA-F]{1,16}", parts["removed"]):
            raise ValueError(f"removed is no hexadecimal mask: {parts['removed']!r}")
        removed = int(parts["removed"], 16)
        if not parts["turned"].isascii() or not parts["turned"].isdigit():
            raise ValueError(f"turned is no number: {parts['turned']!r}")
        if not 0 <= removed < 1 << found.layout.cards:
            raise ValueError(
                f"removed is a mask of {found.layout.cards} places, not {parts['removed']}"
            )
        return cls(
            found,
            parts["cards"],
            [place for place in range(found.layout.cards) if removed >> place & 1],
            int(parts["turned"]),
            parts["top"],
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PeaksGame):
            return NotImplemented
        return self.packed() == other.packed() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.packed())

    def _parts(self, scoring: Scoring, score: int | None) -> tuple[Any, ...]:
        removed = [p for p in range(self.rules.layout.cards) if self.removed >> p & 1]
        return (
            self.rules, self.cards(), removed, self.turned, self.top, self.deal,
            scoring, self.chain, self.best_chain, score,
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        first = self.copy(stack=True)
        moves = self.move_stack
        for _ in moves:
            first.pop()
        return _rebuild, (*first._parts(self.scoring, first.score), moves)

    def __repr__(self) -> str:
        # An object that its constructor never saw has no rules; messages show it all the same.
        return f"<PeaksGame {'without rules' if self.table.rules is None else self.code()}>"


def _rebuild(*parts: Any) -> PeaksGame:
    """A game from the arguments of its first position, and the moves since."""
    game = PeaksGame(*parts[:-1])
    for move in parts[-1]:
        game.push(move)
    return game
