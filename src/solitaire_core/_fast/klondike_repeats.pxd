"""Moves that a depth-first search leaves out, as it comes to where they lead by another way.

Why nothing is lost by that is argued in docs/solving-klondike.md.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from solitaire_core._fast.klondike_kernel cimport FOUNDATION, MOST_PILES, NO_VALUE
from solitaire_core._fast.klondike_kernel cimport klondike_position, move_from, move_to
from solitaire_core._fast.klondike_kernel cimport move_value
from solitaire_core._fast.klondike_keys cimport least_waste
from solitaire_core._fast.klondike_search cimport FREE, search_move, search_rules

cdef enum:
    MOST_OTHERS = 64


cdef inline int without_played(const search_rules* r, const klondike_position* p, uint16_t note,
                               search_move* m, int count) noexcept nogil:
    """The moves of a position met before with more on the waste; how many are left.

    From the waste only those that were out of reach then: `note` is what was noted of it.
    """
    cdef int i, kept = 0, total = p.waste + p.stock, least = least_waste(r, p, note)
    for i in range(count):
        if m[i].waste == 0 or (p.waste <= m[i].waste < least and m[i].waste != total
                               and (m[i].waste - p.waste) % r.t.draw == 0):
            m[kept] = m[i]
            kept += 1
    return kept


cdef inline uint32_t places_of(const search_move* m) noexcept nogil:
    """What a move changes, as bits; each suit's foundation is its own."""
    return (1 << move_from(m.move) | 1 << move_to(m.move)) & ~(1 << FOUNDATION)


cdef inline bint can_be_swapped(const search_move* m) noexcept nogil:
    """Whether a move may be made sooner or later, if others leave its places alone."""
    return (m.then.kind == FREE and move_value(m.move) != NO_VALUE
            and move_from(m.move) != FOUNDATION)


cdef inline int without_swapped(const klondike_position* p, const search_move* tried, int last,
                                search_move* m, int count) noexcept nogil:
    """The moves after the `last` of those tried in the position before; how many are left.

    Without those that were tried there before it, if both ways round lead to the same position.
    """
    cdef uint32_t[MOST_OTHERS] moves
    cdef uint8_t[MOST_OTHERS] wastes
    cdef const search_move* made = &tried[last]
    cdef int source = move_from(made.move), to = move_to(made.move)
    cdef uint32_t places = places_of(made)
    cdef int others = 0, kept = 0, i, k
    if not can_be_swapped(made):
        return count
    if source < MOST_PILES and to < MOST_PILES and p.size[source] == 0:
        # Whether a pile may be emptied so hangs on the other piles.
        return count
    for i in range(last):
        if others == MOST_OTHERS:
            break
        if not tried[i].met or not can_be_swapped(&tried[i]) or places_of(&tried[i]) & places:
            continue
        if (move_to(tried[i].move) == FOUNDATION and to < MOST_PILES
                and move_value(tried[i].move) + 1 == move_value(made.move)):
            # After it the card of the last move might have gone home instead.
            continue
        moves[others] = tried[i].move
        wastes[others] = tried[i].waste
        others += 1
    if others == 0:
        return count
    for i in range(count):
        for k in range(others):
            if moves[k] == m[i].move and wastes[k] == m[i].waste and m[i].then.kind == FREE:
                break
        else:
            m[kept] = m[i]
            kept += 1
    return kept
