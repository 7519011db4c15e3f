"""The vectors of the Klondike relaxation: steps between them, and what of the stock they take.

A vector says how many cards of each pile have left it, and which of the cards that were dealt
onto the piles later still lie where they came. docs/solving-klondike-relaxation.md has the
argument.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_hanging cimport LOWERED, all_hang, all_hang_anywhere
from solitaire_core._fast.klondike_hanging cimport can_be_had, comes_out, find_hopeless
from solitaire_core._fast.klondike_hanging cimport find_tight, fits_in, goes_back, hanging
from solitaire_core._fast.klondike_hanging cimport heights, ladder_of, unit_of

cdef enum:
    NONE = 255
    MOST_ROWS = 32
    MOST_LEFT = 160         # cards of a pile
    DEEPEST = 200           # cards that can leave, and deals
    VALUES = 63             # the bits that tell suit and rank of a card
    STAYS = 64              # a card of a pile that can hang where it lies
    NOTHING = 15            # no card


ctypedef struct relaxation:
    # Memory for one call at a time; its owner lets `relaxation_open` divide it.
    uint64_t* slots         # a table of the vectors seen, each plus one; 0 is a free slot
    uint32_t* used          # which slots are not free
    uint64_t room           # vectors that the table takes: the upper bound of `most`
    uint64_t mask
    uint64_t count
    uint64_t most           # limit of the present call
    uint64_t looked         # how many vectors the last call looked at
    bint small              # whether the bitmap is in use
    uint64_t size           # how many vectors there are
    uint64_t[1024] bits

    # The position: piles from the bottom, without what hangs on their last card.
    uint8_t[13][160] pile   # cards, some with `STAYS`
    uint8_t[13] order       # of the piles, for the search
    uint64_t[14] weight     # in the key of a vector: of one card of a pile, and of a deal
    uint64_t[13] cards      # the cards of a pile, plus one
    int piles
    int rows                # deals onto the piles that are to come
    uint8_t[32][13] row     # by deal and pile: the card that comes; 255 for none
    uint8_t[96] talon       # waste and stock: the cards in the order in which they come
    int total
    int waste
    int draw
    bint again              # whether the waste can still be turned over
    bint any_fills

    # The vector that is looked at.
    hanging h               # the cards that have left, and what they may hang on
    uint8_t[13] left        # cards of each pile
    uint64_t[13] dealt      # and the dealt ones that lie where they were dealt: bits by row
    uint8_t[13] top         # which card leaves next, or `NOTHING`
    uint8_t[13] uppermost   # which row it came from, or 255
    int stage               # deals made
    int remaining           # cards of all piles together

    # Waste and stock: what can be had, as found so far.
    uint8_t[96] had         # talon cards that can be put somewhere
    uint8_t[96] within      # talon cards that can come to the top of the waste
    int missing             # talon cards that nothing has been found for
    uint64_t ahead          # values of those of them that can come to the top
    uint64_t spare          # values of which one was found before
    uint64_t[2] wanted      # by ladder: the highest bits of the nibbles of their classes

    uint64_t[200] key       # of the vectors on the way here
    uint8_t[200] next       # which pile is tried next
    uint8_t[200] moved      # which pile lost a card, or `piles` for a deal
    uint8_t[200] bit        # which row the card came from, or 255
    uint8_t[200] how        # how all cards can be somewhere, if that is known
    heights[200] lowered    # foundations with which they can, if it is `LOWERED`


# ---- steps ------------------------------------------------------------------------

cdef inline int can_be(const relaxation* r, heights* found, const heights* before,
                       int value) noexcept nogil:
    """Whether all cards that have left can be somewhere, and how: as `all_hang` says it."""
    return all_hang_anywhere(&r.h) if r.any_fills else all_hang(&r.h, found, before, value)


cdef inline void show_top(relaxation* r, int i) noexcept nogil:
    """Note which card of a pile leaves it next."""
    cdef int row
    if r.dealt[i] != 0:
        row = r.stage - 1
        while not r.dealt[i] >> row & 1:
            row -= 1
        r.uppermost[i] = row
        r.top[i] = r.row[row][i]
    else:
        r.uppermost[i] = NONE
        r.top[i] = r.pile[i][r.left[i] - 1] if r.left[i] else NOTHING


cdef inline uint64_t key_without(const relaxation* r, uint64_t key, int i) noexcept nogil:
    """The key of the vector in which the uppermost card of a pile has left."""
    if r.uppermost[i] == NONE:
        return key - r.weight[i]
    return key - (r.weight[i] * r.cards[i] << r.uppermost[i])


cdef inline uint64_t key_after_deal(const relaxation* r, uint64_t key) noexcept nogil:
    """The key of the vector in which one more row has been dealt."""
    cdef int i
    key += r.weight[r.piles]
    for i in range(r.piles):
        if r.row[r.stage][i] != NONE:
            key += r.weight[i] * r.cards[i] << r.stage
    return key


cdef inline void count_top(relaxation* r, int value, int change) noexcept nogil:
    """One card more, or less, on which something may hang."""
    r.h.tops[ladder_of(value)] += <uint64_t> <int64_t> change << 4 * (value & 15)


cdef inline void leave(relaxation* r, int level, int i) noexcept nogil:
    """Let the uppermost card of a pile leave; note at `level` how to take that back.

    What lies bare then is of no use yet: `lay_bare` is called for it afterwards.
    """
    cdef int value = r.top[i] & VALUES, row = r.uppermost[i]
    r.moved[level] = i
    r.bit[level] = row
    if row != NONE:
        r.dealt[i] ^= <uint64_t> 1 << row
    else:
        r.left[i] -= 1
    show_top(r, i)
    count_top(r, value, -1)
    r.remaining -= 1
    comes_out(&r.h, value)


cdef inline void lay_bare(relaxation* r, int i, int change) noexcept nogil:
    """What lies bare after a pile's own card has left, or before it left."""
    if r.left[i] == 0:
        r.h.empty += change
    else:
        count_top(r, r.pile[i][r.left[i] - 1] & VALUES, change)


cdef inline void stay(relaxation* r, int level) noexcept nogil:
    """Take back a card that left at `level`, before anything was laid bare."""
    cdef int i = r.moved[level], value
    r.uppermost[i] = r.bit[level]
    if r.bit[level] != NONE:
        r.dealt[i] ^= <uint64_t> 1 << r.bit[level]
        r.top[i] = r.row[r.bit[level]][i]
    else:
        r.top[i] = r.pile[i][r.left[i]]
        r.left[i] += 1
    value = r.top[i] & VALUES
    count_top(r, value, 1)
    r.remaining += 1
    goes_back(&r.h, value)


cdef inline void come_back(relaxation* r, int level) noexcept nogil:
    """Take back what was done at `level`: a card that left, or a deal."""
    if r.moved[level] == r.piles:
        r.stage -= 1
        lie(r, -1)
        return
    if r.bit[level] == NONE:
        lay_bare(r, r.moved[level], -1)
    stay(r, level)


cdef inline void lie(relaxation* r, int change) noexcept nogil:
    """The cards of the row `stage` come onto their piles, or go again."""
    cdef int i, value
    for i in range(r.piles):
        value = r.row[r.stage][i]
        if value != NONE:
            r.dealt[i] ^= <uint64_t> 1 << r.stage
            count_top(r, value, change)
            r.remaining += change
            if change < 0:
                show_top(r, i)
            else:
                r.uppermost[i] = r.stage
                r.top[i] = value


cdef inline void deal_row(relaxation* r, int level) noexcept nogil:
    """Deal a row onto the piles."""
    r.moved[level] = r.piles
    lie(r, 1)
    r.stage += 1


cdef inline int free_step(const relaxation* r) noexcept nogil:
    """A pile whose uppermost card can leave and make nothing worse, or -1.

    It hangs where it lay, on the card below or on the pile's place, or it can go to the
    foundations now and ever after, and nothing needs it as a host.
    """
    cdef int k, card
    for k in range(r.piles):
        card = r.top[r.order[k]]
        if card & STAYS or (card & 15) <= r.h.safe[card >> 4]:
            return r.order[k]
    return -1


# ---- the stock --------------------------------------------------------------------

cdef inline void look_through(relaxation* r) noexcept nogil:
    """Which cards of waste and stock can come to the top, now that some can be taken away.

    Only those for which nothing has been found.
    """
    cdef int i, value, turned = 0, counted = 0, earlier = 0
    cdef bint here
    r.ahead = r.wanted[0] = r.wanted[1] = 0
    for i in range(r.total):
        here = i == r.waste - 1 or i == r.total - 1
        if i >= r.waste:
            # In this pass: cards taken away shift the later ones and the waste alike.
            turned += 1
            if turned == r.draw:
                turned = 0
                here = True
        # In a later one: shifted by earlier cards that were taken away before it.
        counted = 0 if counted + 1 == r.draw else counted + 1
        here = here or r.again and counted <= earlier
        # Or the card that lay on it has been taken away.
        here = here or i + 1 < r.total and r.had[i + 1]
        earlier += r.had[i]
        r.within[i] = here and not r.had[i]
        if r.within[i]:
            value = r.talon[i]
            r.ahead |= <uint64_t> 1 << value
            r.wanted[ladder_of(value)] |= <uint64_t> 8 << 4 * (value & 15)


cdef inline bint finds_room(relaxation* r, int value) noexcept nogil:
    """Whether a stock card can be somewhere together with all cards that have left."""
    cdef heights lowered
    cdef bint found
    comes_out(&r.h, value)
    found = can_be(r, &lowered, NULL, value) != 0
    goes_back(&r.h, value)
    return found


cdef inline bint gather(relaxation* r, int level) noexcept nogil:
    """Find stock cards that can be put somewhere; whether there were any."""
    cdef uint64_t[2] tight, hopeless
    cdef const heights* at
    cdef heights* lowered = &r.lowered[level]
    cdef int i, value, ladder
    cdef bint found = False, more = True, highest
    hopeless[0] = hopeless[1] = 0
    while more and r.ahead:
        more = False
        at = NULL
        if not r.any_fills:
            highest = find_hopeless(&r.h, hopeless)
            if not (r.wanted[0] & ~hopeless[0] or r.wanted[1] & ~hopeless[1]
                    or r.ahead & (r.h.steps | r.spare)):
                break
            if not highest and r.how[level] != LOWERED:
                r.how[level] = can_be(r, lowered, NULL, 0)
            if highest or r.how[level] == LOWERED:
                at = &r.h.at if highest else lowered
                find_tight(&r.h, at, tight)
        for i in range(r.total):
            if not r.within[i]:
                continue
            value = r.talon[i]
            ladder = ladder_of(value)
            if at == NULL or not fits_in(&r.h, at, tight, value):
                if (hopeless[ladder] >> 4 * (value & 15) & 8
                        and not (r.h.steps | r.spare) >> value & 1):
                    continue
                if not finds_room(r, value):
                    continue
            r.had[i] = True
            r.within[i] = False
            r.missing -= 1
            r.spare |= <uint64_t> 1 << value
            if at == &r.h.at:
                # Those may grow now, and take cards that something hangs on.
                lowered[0] = r.h.at
                r.how[level] = LOWERED
                at = lowered
            can_be_had(&r.h, value)
            if at != NULL:
                lowered.room[ladder] += unit_of(value)
                find_tight(&r.h, at, tight)
            if not r.any_fills:
                find_hopeless(&r.h, hopeless)
            more = True
        if more:
            found = True
            look_through(r)
    return found
