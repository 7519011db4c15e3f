"""The rules of the peaks family: uncover cards and take a neighbouring rank.

All games of the family are played with one deck. The tableau is dealt first, in the
order of its layout's places, then the first waste card, then the stock in the order in
which it is turned.

- A card is uncovered when all cards that lie on it are gone. A face-down card turns up at
  once.
- Take an uncovered card whose rank is one above or one below the top of the waste; suits
  never matter. It becomes the top of the waste.
- Turn the stock: its next card goes on the waste. Always allowed while stock remains and
  the game is not won, also when a card could be taken. There is no redeal.
- Won when the tableau is gone; leftover stock does not matter. Lost when the stock is
  empty and no uncovered card fits.

Options: with `wrap`, ace and king are neighbours; without it, nothing goes on an ace but a
two and nothing on a king but a queen; with `strict`, nothing at all goes on a king. With
`open`, all cards lie face up from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from solitaire_core._fast import Card
from solitaire_core.game import check_name
from solitaire_core.games.layout import Layout
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import CHAIN, Scoring

if TYPE_CHECKING:
    from solitaire_core.deals import Deal

__all__ = ["PeaksRules"]


@dataclass(frozen=True, slots=True)
class PeaksRules:
    """One game of the peaks family.

    Attributes
    ----------
    name : str
        The game's name in kebab case.
    layout : Layout
        Its cover relation.
    wrap : bool
        Whether ace and king are neighbours.
    strict : bool
        Whether nothing goes on a king. Not together with `wrap`.
    open : bool
        Whether all cards lie face up from the start.
    by_columns : bool
        Whether the tableau is dealt in the layout's other order.
    scoring : Scoring
        The scoring system of games that name no other.

    Raises
    ------
    ValueError
        If the name is not in kebab case, options exclude each other or the layout has no
        other order.

    Notes
    -----
    Two rules objects are equal when all of this is; a deal number is another problem under
    each of them (but for `open`, which changes only what a player sees).

    Examples
    --------
    A game of one's own:

    >>> from solitaire_core import Layout, PeaksRules, Deal
    >>> bridge = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]), wrap=True)
    >>> game = Deal(bridge, 0).start()
    >>> [str(card) for card in game.visible().tableau]
    ['KC', 'TH', '9C']
    """

    name: str
    layout: Layout
    wrap: bool = False
    strict: bool = False
    open: bool = False
    by_columns: bool = False
    scoring: Scoring = CHAIN

    def __post_init__(self) -> None:
        check_name(self.name)
        for option in _OPTIONS:
            if not isinstance(getattr(self, option), bool):
                raise TypeError(
                    f"{option} is True or False, not {getattr(self, option)!r} ({self.name})"
                )
        if self.wrap and self.strict:
            raise ValueError("wrap and strict exclude each other: with wrap, an ace goes on a king")
        if self.by_columns and self.layout.by_columns is None:
            raise ValueError(f"the layout {self.layout.name} is dealt in one order only")

    @property
    def decks(self) -> int:
        """How many decks are shuffled together: one."""
        return 1

    @property
    def follows(self) -> tuple[int, ...]:
        """For each rank 0..12 on top of the waste, a bit mask of the ranks that go on it."""
        masks = []
        for top in range(13):
            mask = 0
            for rank in (top - 1, top + 1):
                if 0 <= rank < 13 or self.wrap:
                    mask |= 1 << rank % 13
            masks.append(0 if self.strict and top == 12 else mask)
        return tuple(masks)

    @property
    def order(self) -> tuple[int, ...]:
        """For each place (tableau, first waste card, stock) the number of its dealt card."""
        tableau = self.layout.by_columns if self.by_columns else None
        return (*(tableau or range(self.layout.cards)), *range(self.layout.cards, 52))

    def options(self) -> dict[str, Any]:
        """The options as JSON values: `wrap` always, the others where they are on."""
        return {
            option: getattr(self, option)
            for option in _OPTIONS
            if option == "wrap" or getattr(self, option)
        }

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """The same game with other options.

        Parameters
        ----------
        options : mapping of str to bool
            New values of `wrap`, `strict`, `open`, `by_columns`. A game that is strict by
            itself stops being so when only `wrap` is turned on.

        Raises
        ------
        ValueError
            If an option is unknown or two exclude each other.
        TypeError
            If a value is not True or False.
        """
        for option in options:
            if option not in _OPTIONS:
                raise ValueError(
                    f"{self.name} has no option {option!r}: there are {', '.join(_OPTIONS)}"
                )
        if options.get("wrap") is True and "strict" not in options:
            options = {**options, "strict": False}
        return replace(self, **options)

    def start(
        self,
        cards: Sequence[Card],
        deal: Deal | None = None,
        scoring: str | Scoring | None = None,
    ) -> PeaksGame:
        """The position in which a deck is dealt out.

        Parameters
        ----------
        cards : sequence of Card
            52 cards, the card dealt first first.
        deal : Deal, optional
            Where the deck comes from.
        scoring : str or Scoring, optional
            The scoring system; by default the game's own.
        """
        return PeaksGame(self, cards, deal=deal, scoring=scoring)


_OPTIONS = tuple(f.name for f in fields(PeaksRules) if f.type == "bool")
