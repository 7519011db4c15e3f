"""The player whose games the sampling player tries its choices in: fast, and far from blind.

Where there is a network for the rules (peaks_value.pyx) it makes the move, the turn of the stock
among them, after which the position is worth most. Elsewhere it takes where it can, and then the
card that is worth most: a weighted sum of what a player can see of a take, the cards that it has
not seen yet counted by rank.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit
from solitaire_core._fast.peaks_policies cimport freed_by
from solitaire_core._fast.peaks_kernel cimport TURN, peaks_table
from solitaire_core._fast.peaks_value cimport VALUE_NO_TOP, VALUE_WON, value_net, value_of
from solitaire_core._fast.peaks_value cimport value_read, value_sight, value_signs

cdef enum:
    # What the weights are of:
    FREES = 0           # each card that is freed
    GOES_ON = 1         # whether another card in sight fits next
    FOLLOWERS = 2       # each that does
    NEIGHBOURS = 3      # each unseen card that goes on the taken one
    HALVES = 4          # each card under it on which another card still lies
    WAITS = 5           # each unseen card on which a card in sight will fit
    RANKS_WAIT = 6      # each rank on which one will
    NEXT = 7            # the best next take: 2 for each card that it frees, 1 if another follows
    HEIGHT = 8          # each card in the longest line of those that lie under it
    TIP = 9             # whether there is none
    CHAINED = 10        # as NEIGHBOURS, if another card in sight fits next
    WEIGHTS = 11


ctypedef struct trial:
    # What games are tried in: the unseen cards dealt anew.
    const peaks_table* t
    const value_net* net        # NULL where there is none for the rules
    bint wrap
    int[WEIGHTS] weights
    int cards
    int stock
    uint8_t[DECK] height        # by place: the longest line of cards that lie under it
    uint8_t[DECK] rank          # by place
    uint64_t[RANKS] fits        # by the rank of the top: the places that fit


ctypedef struct trial_position:
    # As peaks_position, with the rank of the top, the unseen cards by rank, and no score.
    uint64_t removed
    uint64_t uncovered
    int top
    int turned
    uint8_t[RANKS] unseen


cdef inline void try_turn(const trial* w, trial_position* p) noexcept nogil:
    p.turned += 1
    p.top = w.rank[w.cards + p.turned]
    p.unseen[p.top] -= 1


cdef inline void try_take(const trial* w, trial_position* p, int place) noexcept nogil:
    cdef uint64_t freed = freed_by(w.t, p.removed, place), shown = freed & w.t.face_down
    p.removed |= <uint64_t> 1 << place
    p.uncovered = (p.uncovered & ~(<uint64_t> 1 << place)) | freed
    p.top = w.rank[place]
    while shown != 0:
        p.unseen[w.rank[lowest_bit(shown)]] -= 1
        shown &= shown - 1


cdef inline int next_worth(const trial* w, uint64_t removed, uint64_t sight,
                           int place) noexcept nogil:
    """Two for each card that is freed, and one if another card in sight fits then."""
    return (2 * count_bits(freed_by(w.t, removed, place))
            + (sight & ~(<uint64_t> 1 << place) & w.fits[w.rank[place]] != 0))


cdef inline int worth_of(const trial* w, const trial_position* p, int place) noexcept nogil:
    """What taking the card at a place is worth."""
    cdef const int* weights = &w.weights[0]
    cdef uint64_t freed = freed_by(w.t, p.removed, place)
    cdef uint64_t under = w.t.lies_on[place] & ~p.removed & ~freed
    cdef uint64_t after = p.removed | <uint64_t> 1 << place
    # A card that was face down is not known before it is uncovered.
    cdef uint64_t sight = (p.uncovered & ~(<uint64_t> 1 << place)) | (freed & ~w.t.face_down)
    cdef uint64_t follow = sight & w.fits[w.rank[place]]
    cdef int worth, rank, left, neighbours = 0, waits = 0, ranks = 0, best = 0
    left = w.t.follows[w.rank[place]]
    while left != 0:
        neighbours += p.unseen[lowest_bit(left)]
        left &= left - 1
    for rank in range(RANKS):
        if sight & w.fits[rank] != 0:
            waits += p.unseen[rank]
            ranks += 1
    worth = (weights[FREES] * count_bits(freed) + weights[FOLLOWERS] * count_bits(follow)
             + weights[NEIGHBOURS] * neighbours + weights[HALVES] * count_bits(under)
             + weights[WAITS] * waits + weights[RANKS_WAIT] * ranks
             + weights[HEIGHT] * w.height[place])
    if w.height[place] == 0:
        worth += weights[TIP]
    if follow != 0:
        worth += weights[GOES_ON] + weights[CHAINED] * neighbours
    while follow != 0:
        best = max(best, next_worth(w, after, sight, lowest_bit(follow)))
        follow &= follow - 1
    return worth + weights[NEXT] * best


cdef inline int32_t value_after(const trial* w, const trial_position* p,
                                int move) noexcept nogil:
    """What the network says that the position is worth after a move, TURN or a place."""
    cdef value_sight sight
    cdef value_signs signs
    cdef uint64_t freed
    sight.wrap = w.wrap
    sight.rank = &w.rank[0]
    sight.unseen = &p.unseen[0]
    if move == TURN:
        sight.removed = p.removed
        sight.open = p.uncovered
        sight.turned_up = 0
        sight.top = VALUE_NO_TOP
        sight.stock = w.stock - p.turned - 1
    else:
        freed = freed_by(w.t, p.removed, move)
        sight.removed = p.removed | <uint64_t> 1 << move
        sight.open = (p.uncovered & ~(<uint64_t> 1 << move)) | freed
        sight.turned_up = freed & w.t.face_down
        sight.top = w.rank[move]
        sight.stock = w.stock - p.turned
        if sight.removed == w.t.everything:
            return VALUE_WON
        if (sight.stock == 0 and sight.turned_up == 0
                and sight.open & w.fits[sight.top] == 0):
            return -VALUE_WON
    value_read(&sight, &signs)
    return value_of(w.net, &signs)


cdef inline bint turn_is_looked_at(const trial* w, const trial_position* p,
                                   uint64_t fit) noexcept nogil:
    """Whether to turn is a choice where some cards fit: only for the network.

    And not where one of them frees another: without it, a game takes two thirds of the time, and
    as many are won.
    """
    if w.net == NULL or p.turned == w.stock:
        return False
    while fit != 0:
        if freed_by(w.t, p.removed, lowest_bit(fit)) != 0:
            return False
        fit &= fit - 1
    return True


cdef inline int32_t judged(const trial* w, const trial_position* p, int place) noexcept nogil:
    """What taking the card at a place is worth, by the network if there is one."""
    return worth_of(w, p, place) if w.net == NULL else value_after(w, p, place)


cdef inline int best_choice(const trial* w, const trial_position* p, uint64_t fit) noexcept nogil:
    """What the fast player does where some card fits: the first place of the best, or TURN."""
    cdef int best = lowest_bit(fit)
    cdef int32_t most, worth
    cdef bint may_turn = turn_is_looked_at(w, p, fit)
    if fit & (fit - 1) == 0 and not may_turn:
        return best
    most = judged(w, p, best)
    fit &= fit - 1
    while fit != 0:
        worth = judged(w, p, lowest_bit(fit))
        if worth > most:
            most = worth
            best = lowest_bit(fit)
        fit &= fit - 1
    if may_turn and value_after(w, p, TURN) > most:
        return TURN
    return best


cdef inline void try_move(const trial* w, trial_position* p, int move) noexcept nogil:
    if move == TURN:
        try_turn(w, p)
    else:
        try_take(w, p, move)


cdef inline bint wins_on(const trial* w, trial_position* p) noexcept nogil:
    """Play on to the end; whether the tableau is cleared."""
    cdef uint64_t fit
    while p.removed != w.t.everything:
        fit = p.uncovered & w.fits[p.top]
        if fit != 0:
            try_move(w, p, best_choice(w, p, fit))
        elif p.turned < w.stock:
            try_turn(w, p)
        else:
            return False
    return True
