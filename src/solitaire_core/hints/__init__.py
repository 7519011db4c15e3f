"""Hints that never give away a face-down card.

`hint` names a move, says whether the position can still be won, and why the move is good,
as a code and in words. With `information="all"` it asks the solver, which knows every card;
its words speak only of what lies face up. With `information="visible"` it knows no more than
the player: in the peaks family it deals the unseen cards anew many times and compares the legal
moves over those worlds; in the Klondike family it goes by simple rules.
"""

from solitaire_core.hints.answers import Estimate, Hint, Reason
from solitaire_core.hints.hint import hint

__all__ = ["Estimate", "Hint", "Reason", "hint"]
