"""Dealing a deck out in the Klondike family: what the rules say of it, read from Python."""

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_kernel cimport klondike_table


cdef int read_dealing(klondike_dealing* into, const klondike_table* t, dealt_to, face_up,
                      turn_first) except -1:
    """For each card of the tableau, in the order of dealing, its pile; or a ValueError."""
    cdef int i
    piles = list(dealt_to)
    if len(piles) + t.talon != t.cards:
        raise ValueError(f"dealt_to has {len(piles)} cards; with the talon's {t.talon} they are"
                         f" not {t.cards}")
    for i in range(4):
        if t.floor[i]:
            raise ValueError("a game with floors cannot be dealt from a deck")
    for i in range(len(piles)):
        into.dealt_to[i] = whole(f"dealt_to[{i}]", piles[i], 0, t.piles - 1)
    into.tableau = len(piles)
    into.face_up = bool(face_up)
    into.turn_first = bool(turn_first)
    return 0
