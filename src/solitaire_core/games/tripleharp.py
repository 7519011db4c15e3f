"""Tripleharp: three decks, twelve piles, single cards, three at a time from the stock.

- Three decks. Twelve piles of one to twelve cards, 78 in all, the top card of each face up.
- The tableau is built down in alternating colours, one card at a time. A king, or a whole packed
  sequence of face-up cards that begins with a king, fills an empty pile.
- Twelve foundations go up in suit from ace to king. The published rules say that only the top
  card of each is available for play: we read that as leave to move it back to the tableau
  (`worrying_back`).
- The 78 cards of the stock are turned to the waste three at a time, as often as wanted. The
  waste is empty at the start.
"""

from solitaire_core.games.klondike_family import KlondikeRules

__all__ = ["TRIPLEHARP"]

TRIPLEHARP = KlondikeRules(
    "tripleharp",
    decks=3,
    piles=tuple(range(1, 13)),
    runs="king-sequences",
    draw=3,
)
