"""Games of the Klondike family behind one interface: the compiled one and its plain twin.

A maker takes rules and a `Board`. What it makes has `legal_moves` (a method or an attribute,
of items whose text is the move), `push(text)`, `pop()`, `move_stack` and `board()`.
"""

from solitaire_core.klondike import KlondikeGame
from solitaire_core.reference.klondike import ReferenceKlondike

# By a name for test ids.
MAKERS = {
    "reference": ReferenceKlondike,
    "compiled": KlondikeGame,
}


def legal_texts(game):
    """The legal moves as a list of texts."""
    moves = game.legal_moves
    return [str(move) for move in (moves() if callable(moves) else moves)]
