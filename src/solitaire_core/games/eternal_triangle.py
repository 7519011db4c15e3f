"""Eternal Triangle: two decks, a triangle of ten piles face up, the stock dealt onto them.

- Two decks. Ten piles of one to ten cards, 55 in all, every card face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Eight foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 49 cards of the stock are dealt onto the piles, one card on each from left to right, empty
  piles included, whenever the player likes: four rounds of ten, then one of nine, which leaves
  the tenth pile out. There is no redeal.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["ETERNAL_TRIANGLE"]

ETERNAL_TRIANGLE = KlondikeRules(
    "eternal-triangle",
    decks=2,
    piles=tuple(range(1, 11)),
    face_up="all",
    stock="deal",
    draw=0,
)
