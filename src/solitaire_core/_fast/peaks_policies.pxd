"""The simple players of the peaks family, for every kernel that has games played.

A player sees what lies face up and which cards lie on which. What a face-down card is, and
what comes next from the stock, none of them looks at.

random
    Any legal move, the turn of the stock among them, each as likely as the others.
greedy
    Turns the stock only when no card fits. Of the cards that fit it takes one that frees
    most others; among equals one after which another card that can be seen now fits; among
    equals any.
casual
    A person who plays for fun. Overlooks every card that fits one time in ten, and turns
    the stock when it sees none. Of the cards that it sees, it takes seven times in ten as
    greedy does, otherwise any.
lookahead
    Turns the stock only when no card fits. Looks at every line of up to `depth` takes of
    cards that lie face up now (what a line turns up stays unknown, and no line turns the
    stock), and begins the one that is worth most; among equals any. A line is worth TAKES for
    each card, TURNS_UP for each face-down card that it uncovers, and WAITS for each rank on
    top of the waste that one of the cards that can be seen would go on in the end.
"""

from libc.stdint cimport uint64_t

from solitaire_core._fast.cards cimport RANKS
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit
from solitaire_core._fast.peaks_kernel cimport TURN, can_turn, cards_that_fit, peaks_position
from solitaire_core._fast.peaks_kernel cimport peaks_table, rank_index
from solitaire_core._fast.shuffle cimport splitmix64, uniform_below

cdef enum:
    RANDOM = 0
    GREEDY = 1
    CASUAL = 2
    LOOKAHEAD = 3

    NOTHING = -1        # in place of a move: there is none

    # Of 1024: how often a casual player overlooks a card, and how often it thinks.
    OVERLOOKS = 102
    THINKS = 717

    # What a line that is looked ahead is worth.
    TAKES = 1
    TURNS_UP = 6
    WAITS = 1


cdef inline uint64_t bit_number(uint64_t bits, int number) noexcept nogil:
    """The bit with so many lower ones."""
    while number > 0:
        bits &= bits - 1
        number -= 1
    return bits & (~bits + 1)


cdef inline uint64_t freed_by(const peaks_table* t, uint64_t removed, int place) noexcept nogil:
    """The cards that nothing lies on once the card at a place is gone too."""
    cdef uint64_t under = t.lies_on[place] & ~removed, freed = 0
    removed |= <uint64_t> 1 << place
    while under != 0:
        if t.lying_on[lowest_bit(under)] & ~removed == 0:
            freed |= under & (~under + 1)
        under &= under - 1
    return freed


cdef inline int greedy_worth(const peaks_table* t, const peaks_position* p,
                             int place) noexcept nogil:
    """Two for each card that is freed, and one if another card in sight fits then."""
    cdef uint64_t others = p.uncovered & ~(<uint64_t> 1 << place)
    return (2 * count_bits(freed_by(t, p.removed, place))
            + (others & t.fits[rank_index(t.code[place])] != 0))


cdef inline int ranks_waited_for(const peaks_table* t, uint64_t free) noexcept nogil:
    """How many ranks on top of the waste would let one of some cards be taken."""
    cdef int rank, count = 0
    for rank in range(RANKS):
        count += free & t.fits[rank] != 0
    return count


cdef inline int worth_ahead(const peaks_table* t, uint64_t seen, uint64_t removed,
                            uint64_t uncovered, int place, int depth) noexcept nogil:
    """What the best line of up to `depth` takes is worth that begins with a card."""
    cdef uint64_t freed = freed_by(t, removed, place), free, fit
    cdef int best
    removed |= <uint64_t> 1 << place
    uncovered = (uncovered & ~(<uint64_t> 1 << place)) | freed
    free = uncovered & seen
    best = WAITS * ranks_waited_for(t, free)
    if depth > 1:
        fit = free & t.fits[rank_index(t.code[place])]
        while fit != 0:
            best = max(best, worth_ahead(t, seen, removed, uncovered, lowest_bit(fit), depth - 1))
            fit &= fit - 1
    return TAKES + TURNS_UP * count_bits(freed & ~seen) + best


cdef inline int best_take(const peaks_table* t, const peaks_position* p, uint64_t fit,
                          int depth, uint64_t* stream) noexcept nogil:
    """The place of one of the cards that are worth most; `fit` is not empty.

    With a depth they are worth what a lookahead player sees in them, without one (0) what a
    greedy player does.
    """
    cdef uint64_t seen = ~t.face_down | p.uncovered
    cdef int best = -1, best_worth = -1, equals = 0, place, worth
    while fit != 0:
        place = lowest_bit(fit)
        fit &= fit - 1
        if depth > 0:
            worth = worth_ahead(t, seen, p.removed, p.uncovered, place, depth)
        else:
            worth = greedy_worth(t, p, place)
        if worth > best_worth:
            best = place
            best_worth = worth
            equals = 1
        elif worth == best_worth:
            equals += 1
            if uniform_below(stream, equals) == 0:
                best = place
    return best


cdef inline int choose_peaks(const peaks_table* t, const peaks_position* p, int policy,
                             int depth, uint64_t* stream) noexcept nogil:
    """What a player does: the place of a card to take, TURN, or NOTHING where no move is legal.

    TURN is no place. `depth` is a lookahead player's.
    """
    cdef uint64_t fit = cards_that_fit(t, p), seen, left
    cdef int takes, choices, choice
    if policy == RANDOM:
        takes = count_bits(fit)
        choices = takes + can_turn(t, p)
        if choices == 0:
            return NOTHING
        choice = uniform_below(stream, choices)
        if choice == takes:
            return TURN
        return lowest_bit(bit_number(fit, choice))
    if policy == CASUAL:
        seen = 0
        left = fit
        while left != 0:
            if splitmix64(stream) >> 54 >= OVERLOOKS:
                seen |= left & (~left + 1)
            left &= left - 1
        # With an empty stock there is time to look twice.
        if seen != 0 or can_turn(t, p):
            fit = seen
    if fit == 0:
        return TURN if can_turn(t, p) else NOTHING
    if policy == CASUAL and splitmix64(stream) >> 54 >= THINKS:
        return lowest_bit(bit_number(fit, uniform_below(stream, count_bits(fit))))
    return best_take(t, p, fit, depth if policy == LOOKAHEAD else 0, stream)
