"""Small Triangle: one deck, a triangle of seven piles, the stock dealt onto them.

- One deck. Seven piles of one to seven cards, 28 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Four foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 24 cards of the stock are dealt onto the piles, one card on each from left to right: three
  rounds of seven, then one of three. There is no redeal.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["SMALL_TRIANGLE"]

SMALL_TRIANGLE = KlondikeRules("small-triangle", stock="deal", draw=0)
