"""A position of the peaks family, packed, with make and unmake.

Another Cython project may `cimport` the structs and the inline functions; they
need neither the GIL nor any Python object.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from solitaire_core._fast.cards cimport DECK, RANKS, UNKNOWN_CODE
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit

cdef enum:
    TURN = 254          # the move that turns the stock, beside the card codes 0..51
    NO_PLACE = 255
    LONGEST = 52        # no line of play is longer: each move uses up one of 51 cards

    MOST_POINTS = 1000000
    MOST_SCORE = 100000000

    ONGOING = 0
    WON = 1
    LOST = 2


ctypedef struct peaks_points:
    # A scoring system in numbers. Index 0 of the first two is not used.
    int32_t[DECK] card          # for the k-th card of a chain
    int32_t[DECK] tip           # more for the k-th tip (card with none under it) to go
    int32_t turn                # for each turn of the stock
    int32_t[DECK] win           # at a win, by the stock cards left


ctypedef struct peaks_table:
    # What never changes during a game.
    int cards                   # tableau cards; places 0 .. cards-1
    int stock                   # stock cards; places cards+1 .. cards+stock
    uint64_t everything         # a bit for each tableau card
    uint64_t face_down          # cards that stay face down until they are uncovered
    uint8_t[52] code            # by place; place `cards` is the first waste card
    uint8_t[52] place           # by card code; NO_PLACE where the card is unknown
    uint16_t[14] follows        # by top rank: bit r set, a card of rank r may be taken
    uint64_t[14] fits           # by top rank: the places of the cards that may be taken
    uint64_t[52] lying_on       # as in Covers
    uint64_t[52] lies_on
    uint64_t tips               # places with no card under them
    peaks_points points


ctypedef struct peaks_position:
    uint64_t removed            # tableau cards that are gone
    uint64_t uncovered          # tableau cards that are there with nothing on them
    int32_t score               # so far
    uint8_t turned              # stock cards that have been turned
    uint8_t top                 # code of the top waste card
    uint8_t chain               # cards taken since the last turn
    uint8_t best_chain          # the longest chain so far


ctypedef struct peaks_undo:
    # What a move loses and taking it back needs.
    uint8_t top
    uint8_t chain
    uint8_t best_chain


cdef inline int rank_index(uint8_t code) noexcept nogil:
    """Rank 0..12, or 13 for the unknown card (which nothing follows)."""
    return code % RANKS if code < DECK else RANKS


cdef inline uint64_t cards_that_fit(const peaks_table* t, const peaks_position* p) noexcept nogil:
    """The places whose cards can be taken now."""
    return p.uncovered & t.fits[rank_index(p.top)]


cdef inline bint can_turn(const peaks_table* t, const peaks_position* p) noexcept nogil:
    return p.turned < t.stock and p.removed != t.everything


cdef inline void take(const peaks_table* t, peaks_position* p, int place) noexcept nogil:
    """Take the uncovered card at a place."""
    cdef uint64_t under
    cdef int q
    p.chain += 1
    p.best_chain = max(p.best_chain, p.chain)
    p.score += t.points.card[p.chain]
    if t.tips >> place & 1:
        p.score += t.points.tip[1 + count_bits(p.removed & t.tips)]
    p.removed |= <uint64_t> 1 << place
    # Only hand-made positions have a card under this one that is gone already.
    under = t.lies_on[place] & ~p.removed
    p.uncovered &= ~(<uint64_t> 1 << place)
    while under != 0:
        q = lowest_bit(under)
        under &= under - 1
        if t.lying_on[q] & ~p.removed == 0:
            p.uncovered |= <uint64_t> 1 << q
    p.top = t.code[place]
    if p.removed == t.everything:
        p.score += t.points.win[t.stock - p.turned]


cdef inline peaks_undo before_move(const peaks_position* p) noexcept nogil:
    """What to keep of a position in order to take the next move back."""
    cdef peaks_undo undo
    undo.top = p.top
    undo.chain = p.chain
    undo.best_chain = p.best_chain
    return undo


cdef inline void put_back(const peaks_table* t, peaks_position* p, int place,
                          peaks_undo undo) noexcept nogil:
    """Undo `take`."""
    if p.removed == t.everything:
        p.score -= t.points.win[t.stock - p.turned]
    p.score -= t.points.card[p.chain]
    if t.tips >> place & 1:
        p.score -= t.points.tip[count_bits(p.removed & t.tips)]
    p.removed &= ~(<uint64_t> 1 << place)
    p.uncovered &= ~t.lies_on[place]
    p.uncovered |= <uint64_t> 1 << place
    p.top = undo.top
    p.chain = undo.chain
    p.best_chain = undo.best_chain


cdef inline void turn_back(const peaks_table* t, peaks_position* p, peaks_undo undo) noexcept nogil:
    """Undo `turn`."""
    p.turned -= 1
    p.score -= t.points.turn
    p.top = undo.top
    p.chain = undo.chain
    p.best_chain = undo.best_chain


cdef inline void turn(const peaks_table* t, peaks_position* p) noexcept nogil:
    """Turn the next stock card, which must be there, to the waste."""
    p.turned += 1
    p.top = t.code[t.cards + p.turned]
    p.chain = 0
    p.score += t.points.turn
