"""Klondike: one deck, seven piles, the game that most people call solitaire.

- One deck. Seven piles of one to seven cards, 28 in all, the top card of each face up.
- The tableau is built down in alternating colours; any packed tail of a pile moves as one. A
  king, or a packed run that begins with one, fills an empty pile.
- Four foundations go up in suit from ace to king. Their top cards may come back to the tableau.
- The 24 cards of the stock are turned to the waste, one (`draw=1`) or three (`draw=3`) at a time,
  as often as wanted.
- Vegas: `passes=1` with one card at a time, `passes=3` with three. The deck costs 52 dollars, and
  each card on the foundations pays 5.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["KLONDIKE"]

KLONDIKE = KlondikeRules("klondike", dealing="right-to-left")
