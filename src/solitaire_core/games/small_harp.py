"""Small Harp: Klondike with the piles the other way round.

- One deck. Seven piles of seven to one cards, 28 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Four foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 24 cards of the stock are turned to the waste one at a time, as often as wanted.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["SMALL_HARP"]

SMALL_HARP = KlondikeRules("small-harp", piles=(7, 6, 5, 4, 3, 2, 1), dealing="growing")
