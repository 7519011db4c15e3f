"""Triple Klondike: Klondike with three decks and thirteen piles.

- Three decks. Thirteen piles of one to thirteen cards, 91 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Twelve foundations go up in suit from ace to king. Their top cards may come back to the
  tableau.
- The 65 cards of the stock are turned to the waste, one (`draw=1`) or three (`draw=3`) at a time,
  as often as wanted.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["TRIPLE_KLONDIKE"]

TRIPLE_KLONDIKE = KlondikeRules("triple-klondike", decks=3, piles=tuple(range(1, 14)))
