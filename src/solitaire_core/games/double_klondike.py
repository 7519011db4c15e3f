"""Double Klondike: Klondike with two decks and nine piles.

- Two decks. Nine piles of one to nine cards, 45 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Eight foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 59 cards of the stock are turned to the waste, one (`draw=1`) or three (`draw=3`) at a time,
  as often as wanted.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["DOUBLE_KLONDIKE"]

DOUBLE_KLONDIKE = KlondikeRules("double-klondike", decks=2, piles=tuple(range(1, 10)))
