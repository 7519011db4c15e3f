"""The lattice of removed sets of a cover layout."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solitaire_core._fast.memory cimport Block

cdef extern from "peaks_lattice.h":
    ctypedef struct peaks_lattice:
        uint32_t cards
        uint32_t sets
        uint32_t steps
        uint32_t widest
        uint32_t hash_mask
        const uint32_t* level
        const uint64_t* mask
        const uint32_t* first_slot
        const uint32_t* first_step
        const uint8_t* slot_card
        const uint8_t* step_card
        const uint32_t* slot_set
        const uint32_t* step_set
        const uint32_t* step_slot
        const uint32_t* hash
    uint32_t PEAKS_NO_SET
    uint32_t peaks_hash(uint64_t mask) noexcept nogil
    uint32_t peaks_find(const peaks_lattice* lattice, uint64_t mask) noexcept nogil
    int lowest_bit(uint64_t x) noexcept nogil
    int count_bits(uint64_t x) noexcept nogil

cdef enum:
    MOST_CARDS = 51        # a tableau, a first waste card and one deck in all
    MOST_SETS = 2000000


cdef class Covers:
    """A checked cover relation: which cards lie on each card, and the reverse."""

    cdef readonly int cards
    cdef uint64_t[52] lying_on     # bit q of lying_on[p]: card q lies on card p
    cdef uint64_t[52] lies_on      # bit p of lies_on[q]: card q lies on card p


cdef struct discovery:
    # What the first sweep of a build finds, in the order in which it finds it.
    uint64_t* mask
    uint64_t* next_cards    # the cards that can be taken next
    uint64_t* last_cards    # the cards that can have been taken last
    uint32_t* hash          # set + 1, or 0 where vacant; the sets of one level only,
    uint32_t hash_size      # ... so that the table stays small: a power of two
    uint32_t hash_first     # the first set of that level
    uint32_t* step_set      # the sets that the steps lead to, set after set
    uint32_t sets
    uint32_t room           # sets that fit
    uint32_t limit
    uint32_t steps
    uint32_t step_room      # steps that fit


cdef class Lattice:
    cdef readonly Covers covers
    cdef peaks_lattice tables
    cdef Block _sets
    cdef Block _steps

    cdef int _fill(self, discovery* d, const uint32_t* level) except -1
