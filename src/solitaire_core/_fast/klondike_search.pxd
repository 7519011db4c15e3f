"""What a search of the Klondike family moves by: moves with the turns that lead to them.

A search does not turn the stock. It asks which cards of the talon can be brought to the top of
the waste by turning and redealing, and one of its moves plays such a card from there, whatever
turns it takes. Nor does it try what it can do later as well: a move may come with a duty, that
says what has to follow at once. Each of these rules can be switched off, and is argued in
docs/solving-klondike.md.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t

from solitaire_core._fast.klondike_kernel cimport NO_VALUE, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, klondike_undo, make, move_from
from solitaire_core._fast.klondike_kernel cimport move_value, unmake

cdef enum:
    MOST_SEARCH_MOVES = 2048

    # What a move has to be followed by.
    FREE = 0            # nothing
    COVER = 1           # a card on the pile, on which one was laid from the waste
    BACK = 2            # a card on the pile, on which one came back; or more come back first
    NEXT_HOME = 3       # the next card of the suit goes to the foundations
    TOP_HOME = 4        # the top card of the pile goes to the foundations
    KING = 5            # a king goes to an empty pile, or another pile is emptied first


ctypedef struct search_rules:
    # What never changes during a search.
    const klondike_table* t
    bint all_turn_up        # every card of the talon can be played, again and again
    bint safe_moves
    bint stock_in_time
    bint home_first
    bint back_in_time
    bint whole_runs
    bint spare_piles
    bint empty_in_time
    bint waste_sizes
    bint loose_tails
    bint dead_ends
    bint repeated_plays
    bint swapped_moves
    bint second_hash        # recognise positions by another hash


ctypedef struct duty:
    uint8_t kind
    uint8_t pile
    uint8_t value
    uint8_t host            # of BACK: a pile that has to be covered as well, plus one, or 0


ctypedef struct search_move:
    uint32_t move       # of klondike_kernel
    uint8_t waste       # cards on the waste when a card is played from it
    uint8_t met         # whether a search has made it, and its table has what came of it
    duty then
    int16_t worth       # the better moves have more


ctypedef struct search_undo:
    klondike_undo undo
    uint32_t passed
    uint8_t waste


cdef inline duty no_duty() noexcept nogil:
    cdef duty none
    none.kind = FREE
    none.pile = none.value = none.host = 0
    return none


cdef inline bint rows_left(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """Whether cards are still to be dealt onto the piles, one after the other."""
    return t.deals and p.stock > 0


cdef inline int talon_card(const klondike_table* t, const klondike_position* p,
                           int i) noexcept nogil:
    """The i-th card of those left in waste and stock, from the bottom of the waste."""
    return t.card[p.talon[i if i < p.waste else t.talon - p.stock - p.waste + i]]


cdef inline void set_waste(const klondike_table* t, klondike_position* p,
                           int waste) noexcept nogil:
    """Turn cards, or turn them back, until so many are on the waste."""
    cdef int gap = t.talon - p.stock - p.waste, i
    if waste > p.waste:
        if gap:
            for i in range(p.waste, waste):
                p.talon[i] = p.talon[i + gap]
    elif gap:
        for i in range(p.waste - 1, waste - 1, -1):
            p.talon[i + gap] = p.talon[i]
    p.stock += p.waste - waste
    p.waste = waste


cdef inline bint in_this_pass(const klondike_table* t, const klondike_position* p,
                              int waste) noexcept nogil:
    """Whether turning alone brings the waste to such a size."""
    return waste >= p.waste and ((waste - p.waste) % t.draw == 0
                                 or waste == p.waste + p.stock)


cdef inline int reached_sizes(const search_rules* r, const klondike_position* p,
                              uint8_t* sizes) noexcept nogil:
    """The sizes of the waste that turns and redeals lead to; how many.

    First those of this pass, in their order; then those of the next one.
    """
    cdef const klondike_table* t = r.t
    cdef int total = p.waste + p.stock, size, count = 0
    if total == 0 or t.deals:
        return 0
    size = p.waste if p.waste > 0 else min(t.draw, total)
    while True:
        sizes[count] = size
        count += 1
        if size == total:
            break
        size = min(size + t.draw, total)
    if p.waste > 0 and (t.passes == 0 or p.passed + 1 < t.passes):
        size = min(t.draw, total)
        while size < total:
            if not in_this_pass(t, p, size):
                sizes[count] = size
                count += 1
            size += t.draw
    return count


cdef inline int turns_to(const klondike_table* t, const klondike_position* p, int waste,
                         bint* redeal) noexcept nogil:
    """How many turns and redeals bring the waste to a size; -1 if none do."""
    cdef int total = p.waste + p.stock
    redeal[0] = False
    if in_this_pass(t, p, waste):
        return (waste - p.waste + t.draw - 1) // t.draw
    if t.passes != 0 and p.passed + 1 >= t.passes or waste % t.draw != 0 and waste != total:
        return -1
    redeal[0] = True
    return (p.stock + t.draw - 1) // t.draw + 1 + (waste + t.draw - 1) // t.draw


cdef inline int cost_of(const search_rules* r, const klondike_position* p,
                        const search_move* m) noexcept nogil:
    """How many moves of the rules a move of the search is."""
    cdef bint redeal
    if m.waste == 0:
        return 1
    return 1 + turns_to(r.t, p, m.waste, &redeal)


cdef inline void apply(const search_rules* r, klondike_position* p, const search_move* m,
                       search_undo* u) noexcept nogil:
    """Make a move of the search, with the turns before it."""
    u.waste = p.waste
    u.passed = p.passed
    if move_from(m.move) == WASTE and move_value(m.move) != NO_VALUE:
        if not in_this_pass(r.t, p, m.waste):
            p.passed += 1
        set_waste(r.t, p, m.waste)
    make(r.t, p, m.move, &u.undo)


cdef inline void take_back(const search_rules* r, klondike_position* p,
                           const search_undo* u) noexcept nogil:
    unmake(r.t, p, &u.undo)
    if move_from(u.undo.move) == WASTE and move_value(u.undo.move) != NO_VALUE:
        set_waste(r.t, p, u.waste)
        p.passed = u.passed
