"""Dealing a known deck out in the peaks family."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.peaks_state cimport peaks_position, peaks_table


cdef inline void deal_peaks(peaks_table* t, peaks_position* p, const uint8_t* cards,
                            const uint8_t* order) noexcept nogil:
    """Begin a game in a table of its rules: `order` has the dealt card of each place."""
    cdef int place, top
    cdef uint8_t code
    memset(t.fits, 0, sizeof(t.fits))
    memset(p, 0, sizeof(peaks_position))
    for place in range(DECK):
        code = cards[order[place]]
        t.code[place] = code
        t.place[code] = place
    for place in range(t.cards):
        code = t.code[place] % RANKS
        for top in range(RANKS):
            t.fits[top] |= <uint64_t> (t.follows[top] >> code & 1) << place
        if t.lying_on[place] == 0:
            p.uncovered |= <uint64_t> 1 << place
    p.top = t.code[t.cards]


cdef int read_order(uint8_t* into, order) except -1
