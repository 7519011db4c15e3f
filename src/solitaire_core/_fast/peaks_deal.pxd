"""Dealing a known deck out in the peaks family."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.peaks_lattice cimport lowest_bit
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table


cdef inline void set_fits(const peaks_table* t, const uint64_t* of_rank,
                          uint64_t* fits) noexcept nogil:
    """By the rank of the top of the waste the places whose cards fit, out of those of each rank."""
    cdef int rank, left
    cdef uint64_t found
    for rank in range(RANKS):
        found = 0
        left = t.follows[rank]
        while left != 0:
            found |= of_rank[lowest_bit(left)]
            left &= left - 1
        fits[rank] = found


cdef inline void deal_peaks(peaks_table* t, peaks_position* p, const uint8_t* cards,
                            const uint8_t* order) noexcept nogil:
    """Begin a game in a table of its rules: `order` has the dealt card of each place."""
    cdef uint64_t[RANKS] of_rank
    cdef int place
    cdef uint8_t code
    memset(of_rank, 0, sizeof(of_rank))
    memset(p, 0, sizeof(peaks_position))
    for place in range(DECK):
        code = cards[order[place]]
        t.code[place] = code
        t.place[code] = place
    for place in range(t.cards):
        of_rank[t.code[place] % RANKS] |= <uint64_t> 1 << place
        if t.lying_on[place] == 0:
            p.uncovered |= <uint64_t> 1 << place
    set_fits(t, of_rank, t.fits)
    p.top = t.code[t.cards]


cdef int read_order(uint8_t* into, order) except -1
