"""Many games side by side, stepped at once: what the environments of all families share."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.memory cimport Block

cdef enum:
    # What an observation says of a card beside its code 0..51.
    UNKNOWN_CARD = 52
    NOTHING_THERE = 53
    FACE_DOWN = 54      # more for a card that lies face down but is shown

    # How much an observation shows.
    VISIBLE = 0
    KNOWN = 1
    ALL = 2

    # What becomes of an illegal action.
    NOOP = 0
    TERMINATE = 1
    RAISE = 2

    # What becomes of a game that is over.
    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2


ctypedef struct episode:
    uint64_t stream         # the state of the SplitMix64 that draws its deal numbers
    uint64_t number         # of the deal
    uint64_t steps          # made in it
    bint over               # and not dealt anew yet


cdef class EnvBatch:
    cdef readonly int count         # environments
    cdef readonly int width         # bytes of an observation
    cdef readonly int actions
    cdef readonly int cards         # in the deck
    cdef episode* episodes
    cdef Block _episodes
    cdef object _lock
    cdef uint64_t first             # deal numbers are drawn from first .. first + range - 1
    cdef uint64_t range             # 0 for 2**64
    cdef uint64_t most_steps        # 0 for no limit
    cdef double illegal_reward
    cdef int illegal
    cdef int autoreset
    cdef int observe
    cdef bint scored                # whether points are the reward, not the win alone

    cdef int _set_up(self, int cards, int width, int actions, count, dict options) except -1
    cdef int _check_step(self, const int64_t* actions) except -1
    cdef void _step(self, int i, int action, uint8_t* row, int8_t* mask,
                    double* reward, uint8_t* flags) noexcept nogil
    cdef void _begin(self, int i, const uint8_t* cards) noexcept nogil

    # What a family of games does for its environment i.
    cdef void deal(self, int i, const uint8_t* cards) noexcept nogil
    cdef bint is_legal(self, int i, int action) noexcept nogil
    cdef double play(self, int i, int action) noexcept nogil
    cdef int look(self, int i, uint8_t* row, int8_t* mask) noexcept nogil
