"""A player of the peaks family that deals what it has not seen anew, and tries its choices."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.peaks_playing cimport trial, trial_position
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table

cdef enum:
    SEARCHING = -2              # in place of a move: tries are wanted first

    MOST_BUDGET = 1_000_000
    TRIES_A_SLICE = 5_000       # some tens of milliseconds
    MOST_CHOICES = 9            # of one deck, eight cards go on a card; and the turn


ctypedef struct choice_tried:
    int move                    # a place, or TURN
    int64_t wins


ctypedef struct sampler:
    trial world
    trial_position root
    uint64_t stream
    # What is not known, and what is:
    int hidden
    uint8_t[DECK] places        # where an unseen card lies
    uint8_t[DECK] unseen        # their ranks, as they were dealt last
    uint64_t[RANKS] known       # by rank: the places of tableau cards that are known
    # The choices that are left, the best one first once a round is over:
    choice_tried[MOST_CHOICES] choices
    int left
    int rounds                  # still to be played, this one included
    int64_t worlds              # of this round, still to be dealt
    int64_t tries               # still to be made


cdef int check_sampling(const peaks_table* t) except -1
cdef int hidden_cards(const peaks_table* t, const peaks_position* p, uint8_t* places,
                      uint8_t* codes) noexcept nogil
cdef int begin_search(sampler* s, const peaks_table* t, const peaks_position* p,
                      const uint8_t* places, const uint8_t* codes, int hidden, int64_t budget,
                      uint64_t stream) noexcept nogil
cdef int search_on(sampler* s, int64_t* tries) noexcept nogil
