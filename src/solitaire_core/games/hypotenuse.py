"""Hypotenuse: Eternal Triangle with only the top card of each pile face up.

- Two decks. Ten piles of one to ten cards, 55 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Eight foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 49 cards of the stock are dealt onto the piles, one card on each from left to right: four
  rounds of ten, then one of nine. There is no redeal.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["HYPOTENUSE"]

HYPOTENUSE = KlondikeRules("hypotenuse", decks=2, piles=tuple(range(1, 11)), stock="deal", draw=0)
