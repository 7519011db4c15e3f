"""The rules of the Klondike family: build down in alternating colours, foundations up in suit.

- Foundations, four for each deck, are built up in suit from the ace to the king. They are
  counts to us: a card goes to the foundations if a foundation of its suit has come to the
  rank below it, and positions that differ only in which of two alike foundations holds which
  card are equal. Where `worrying_back` is on, the top card of a foundation may come back to
  the tableau.
- The tableau is built down in alternating colours: on a black seven goes a red six. Nothing
  goes on an ace, nothing but what `empty` says goes on an empty pile. A face-down card that
  becomes the top of its pile is turned up at once, as part of the move that uncovered it.
- `runs` says how many cards move together: any packed tail of a pile (face-up cards that are
  built down in alternating colours), or single cards only, but a packed sequence that begins
  with a king moves whole into an empty pile.
- `stock` says what becomes of the cards that are not dealt to the tableau. `waste`: they are
  turned to the waste `draw` at a time (what is left, if there are fewer), and the top of the
  waste may be played; when the stock is empty the waste may be turned over, which keeps the
  order, turns no card and is a move of its own, until `passes` passes have been made.
  `deal`: one card goes on every pile, empty ones included, left to right, at any time; there
  is no redeal.
- Won when all cards are on the foundations. Lost when no move is legal, or when the only legal
  moves turn or redeal the stock and no card can be played after any number of them.

The tableau is dealt in passes, the last of which puts one card on every pile. Before it,
`left-to-right` (and `right-to-left`, each pass the other way round) deals to all piles that
want more cards than there have been passes; `growing` deals first to those that get most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from solitaire_core._fast import Card
from solitaire_core.game import check_name

if TYPE_CHECKING:
    from solitaire_core.deals import Deal
    from solitaire_core.klondike import KlondikeGame

__all__ = ["MOST_PILES", "KlondikeRules"]

MOST_PILES = 13
MOST_DECKS = 3
MOST_STOCK = 96

_CHOICES = {
    "face_up": ("top", "all"),
    "dealing": ("left-to-right", "right-to-left", "growing"),
    "runs": ("packed", "king-sequences"),
    "empty": ("king", "any"),
    "stock": ("waste", "deal"),
}


@dataclass(frozen=True, slots=True)
class KlondikeRules:
    """One game of the Klondike family.

    Attributes
    ----------
    name : str
        The game's name in kebab case.
    decks : int
        How many decks are shuffled together, 1 to 3.
    piles : tuple of int
        The cards of each tableau pile at the start, left to right; 1 to 13 piles.
    face_up : str
        Which of them lie face up: `top` (the last card of each pile) or `all`.
    dealing : str
        In which order the tableau is dealt: `left-to-right`, `right-to-left` or `growing`.
    runs : str
        What moves together: `packed` (any packed tail) or `king-sequences` (single cards;
        and a packed sequence from a king down, into an empty pile).
    empty : str
        What fills an empty pile: `king` (or a sequence that begins with one) or `any`.
    worrying_back : bool
        Whether the top card of a foundation may come back to the tableau.
    stock : str
        `waste` (turned to a waste) or `deal` (one card on every pile).
    draw : int
        How many cards a turn puts on the waste, 1 to 3; 0 where there is no waste.
    passes : int
        How many times the stock may be gone through; 0 for as many as wanted.
    turn_first : bool
        Whether the first turn is made at the deal.

    Raises
    ------
    ValueError, TypeError
        If a field has a value that it cannot have; the text names it.

    Notes
    -----
    Two rules objects are equal when all of this is; a deal number is another problem under
    each of them.

    Examples
    --------
    >>> from solitaire_core.games.klondike import KLONDIKE
    >>> KLONDIKE.with_options({"draw": 3}).options()
    {'draw': 3, 'passes': 0}
    """

    name: str
    decks: int = 1
    piles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    face_up: str = "top"
    dealing: str = "left-to-right"
    runs: str = "packed"
    empty: str = "king"
    worrying_back: bool = True
    stock: str = "waste"
    draw: int = 1
    passes: int = 0
    turn_first: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            self._check_kind(field.name, getattr(self, field.name))
        check_name(self.name)
        self._within("decks", self.decks, 1, MOST_DECKS)
        if not 1 <= len(self.piles) <= MOST_PILES:
            raise ValueError(f"piles are 1 to {MOST_PILES} numbers, not {len(self.piles)}")
        for index, size in enumerate(self.piles):
            if type(size) is not int:
                raise TypeError(f"piles[{index}] is a whole number, not {size!r}")
            self._within(f"piles[{index}]", size, 0, 52 * self.decks)
        if sum(self.piles) > 52 * self.decks:
            raise ValueError(f"piles take {sum(self.piles)} cards, the game has {52 * self.decks}")
        left = 52 * self.decks - sum(self.piles)
        if left > MOST_STOCK:
            raise ValueError(f"piles leave {left} cards for the stock, {MOST_STOCK} at the most")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is {' or '.join(choices)}, not {getattr(self, name)!r}")
        if self.stock == "deal":
            for name in ("draw", "passes", "turn_first"):
                if getattr(self, name):
                    raise ValueError(f"{name} goes with the stock waste, not with deal")
        else:
            self._within("draw", self.draw, 1, 3)
            self._within("passes", self.passes, 0, 255)

    def _check_kind(self, name: str, value: Any) -> None:
        kind = _KINDS[name]
        if type(value) is not kind:
            raise TypeError(f"{name} is of type {kind.__name__}, not {value!r}")

    @staticmethod
    def _within(name: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            raise ValueError(f"{name} is {low} to {high}, not {value}")

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return 52 * self.decks

    @property
    def dealt_to(self) -> tuple[int, ...]:
        """For each card of the tableau, in the order of dealing, its pile (from 0).

        The cards after them are the stock, the next one first.
        """
        most = max(self.piles)
        passes = []
        for number in range(1, most):
            least = number if self.dealing != "growing" else most - number
            passes.append([pile for pile, size in enumerate(self.piles) if size - 1 >= least])
        passes.append([pile for pile, size in enumerate(self.piles) if size > 0])
        if self.dealing == "right-to-left":
            passes = [one[::-1] for one in passes]
        return tuple(pile for one in passes for pile in one)

    def options(self) -> dict[str, Any]:
        """The options as JSON values: `draw` and `passes` of games with a waste, and
        `worrying_back` and `turn_first` where they are not as usual.
        """  # noqa: D205
        found: dict[str, Any] = {}
        if self.stock == "waste":
            found = {"draw": self.draw, "passes": self.passes}
        if self.turn_first:
            found["turn_first"] = True
        if not self.worrying_back:
            found["worrying_back"] = False
        return found

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """The same game with other options.

        Parameters
        ----------
        options : mapping
            New values of `draw`, `passes`, `turn_first`, `worrying_back`.

        Raises
        ------
        ValueError, TypeError
            If an option is unknown or has a value that it cannot have.
        """
        for option in options:
            if option not in _OPTIONS:
                raise ValueError(
                    f"{self.name} has no option {option!r}: there are {', '.join(_OPTIONS)}"
                )
        return replace(self, **options)

    def start(
        self, cards: Sequence[Card], deal: Deal | None = None, scoring: Any = None
    ) -> KlondikeGame:
        """The position in which a deck is dealt out.

        Parameters
        ----------
        cards : sequence of Card
            All cards of the decks, the card dealt first first.
        deal : Deal, optional
            Where the deck comes from.
        scoring : None
            There are no scoring systems in this family.
        """
        from solitaire_core.klondike import KlondikeGame

        if scoring is not None:
            raise ValueError(f"{self.name} has no scoring systems")
        return KlondikeGame.dealt(self, cards, deal)


_OPTIONS = ("draw", "passes", "turn_first", "worrying_back")
_KINDS: dict[str, type] = {
    "name": str, "decks": int, "piles": tuple, "face_up": str, "dealing": str, "runs": str,
    "empty": str, "worrying_back": bool, "stock": str, "draw": int, "passes": int,
    "turn_first": bool,
}  # fmt: skip
