"""Big Harp: two decks, ten piles from long to short, and any card fills an empty one.

- Two decks. Ten piles of ten to one cards, 55 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. Any
  card or packed run fills an empty pile.
- Eight foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 49 cards of the stock are turned to the waste one at a time. There is no redeal.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["BIG_HARP"]

BIG_HARP = KlondikeRules(
    "big-harp",
    decks=2,
    piles=tuple(range(10, 0, -1)),
    dealing="growing",
    empty="any",
    passes=1,
)
