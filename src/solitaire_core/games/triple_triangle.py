"""Triple Triangle: Eternal Triangle with three decks and thirteen piles.

This shape is ours: no trusted published rules of a three-deck triangle were found.

- Three decks. Thirteen piles of one to thirteen cards, 91 in all, every card face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Twelve foundations go up in suit from ace to king. Their top cards may come back to the
  tableau.
- The 65 cards of the stock are dealt onto the piles, one card on each from left to right, in
  five full rounds. There is no redeal.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["TRIPLE_TRIANGLE"]

TRIPLE_TRIANGLE = KlondikeRules(
    "triple-triangle",
    decks=3,
    piles=tuple(range(1, 14)),
    face_up="all",
    stock="deal",
    draw=0,
)
