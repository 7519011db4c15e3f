"""What can still be earned in a deal of the peaks family: bounds for the search of scores."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.peaks_lattice cimport peaks_lattice
from solitaire_core._fast.peaks_kernel cimport peaks_points, peaks_table

cdef enum:
    ROW = 16            # bytes for each removed set: one for each rank, and
    LONGEST = 15        # ... in the last one the longest run from there or any later set


ctypedef struct scored_deal:
    # Points have their sign turned where little is wanted, so that more is always better.
    const peaks_lattice* lattice
    const peaks_table* table
    peaks_points points
    bint any_moment             # not only the moment of clearing counts
    int32_t[DECK] end           # at the end, by the stock cards turned: turns and spares
    const uint8_t* win_rows     # of a WinTable, where only lines that clear are wanted
    uint64_t[DECK] fits         # by place: the places whose cards go on this one
    uint64_t[DECK] stock_fits   # by place: bit h, it goes on the h-th stock card
    uint8_t[DECK] rank          # by place
    # Bounds, where there are any:
    bint bounded
    const uint8_t* runs         # by set and rank on top: the longest run that follows
    int32_t[DECK] chain         # the first so many cards of a chain, together
    int32_t[DECK * DECK] rest   # [longest, cards]: so many cards in chains that long, at most
    int32_t[DECK] tips          # by tips that are gone: what the others earn, at most
    int32_t[DECK] later         # by stock cards turned: they, and the most a win may add


ctypedef struct standing:
    # A way to stand, with the top of the waste as what goes on it.
    uint64_t fits
    int32_t worth               # by which the beam ranks
    int32_t score               # the turns left out
    uint32_t set
    uint8_t place               # of the card on top
    uint8_t turned
    uint8_t chain


cdef inline int32_t most_ahead(const scored_deal* d, uint32_t number, int rank, int chain,
                               int left) noexcept nogil:
    """The most that the cards left after a set can earn with a rank on top, tips left out."""
    cdef const uint8_t* row = d.runs + <size_t> number * ROW
    cdef const int32_t* rest = d.rest + row[LONGEST] * DECK
    cdef int run = row[rank]
    return max(rest[left], d.chain[chain + run] - d.chain[chain] + rest[left - run])


cdef int set_bounds(scored_deal* d, uint32_t first, uint8_t* runs) noexcept nogil
cdef int32_t beam(const scored_deal* d, const standing* start) noexcept nogil
