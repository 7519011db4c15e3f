"""Dealing a deck out in the Klondike family."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from solitaire_core._fast.klondike_kernel cimport NO_CARD, down_key, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, lay, packed_from_top
from solitaire_core._fast.klondike_kernel cimport talon_key, turn_down


ctypedef struct klondike_dealing:
    # What the rules say of the deal.
    int tableau             # cards dealt to it
    uint8_t[156] dealt_to   # the piles of the first cards of the deck
    bint face_up            # whether all of them lie face up, not only the top ones
    bint turn_first


cdef inline void deal_klondike(klondike_table* t, klondike_position* p, const uint8_t* cards,
                               const klondike_dealing* d) noexcept nogil:
    """Begin a game in a table of its rules."""
    cdef uint8_t[52] used
    cdef int k, code, card
    memset(p, 0, sizeof(klondike_position))
    memset(p.top, NO_CARD, sizeof(p.top))
    memset(used, 0, sizeof(used))
    for k in range(t.cards):
        code = cards[k]
        card = used[code] << 6 | (code // 13) << 4 | code % 13
        used[code] += 1
        if k < d.tableau:
            lay(p, d.dealt_to[k], card)
        else:
            t.card[k - d.tableau] = card
    for k in range(t.piles):
        p.hash[k] ^= down_key(0)
        turn_down(p, k, 0 if d.face_up else max(<int> p.size[k] - 1, 0))
        p.run[k] = packed_from_top(p, k)
    for k in range(t.talon):
        p.talon[k] = k
        p.talon_hash ^= talon_key(t.card[k], k)
    p.waste = min(t.draw, t.talon) if d.turn_first else 0
    p.stock = t.talon - p.waste


cdef int read_dealing(klondike_dealing* into, const klondike_table* t, dealt_to, face_up,
                      turn_first) except -1
