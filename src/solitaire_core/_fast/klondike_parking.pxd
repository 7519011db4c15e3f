"""One vector of the Klondike relaxation: whether the cards that have left can be somewhere.

A vector says how many cards of each pile have left it, and which of the cards that were dealt
onto the piles later still lie where they came. docs/solving-klondike-relaxation.md has the
argument.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from solitaire_core._fast.klondike_kernel cimport KINGS, is_red

cdef enum:
    NONE = 255
    MOST_ROWS = 32
    MOST_LEFT = 160         # cards of a pile
    DEEPEST = 200           # cards that can leave, and deals
    MOST_LOWERED = 400      # ways to leave cards off the foundations that are tried for a vector


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
    uint8_t[13][160] pile
    uint8_t[13] order       # of the piles, for the search
    uint64_t[14] weight     # in the key of a vector: of one card of a pile, and of a deal
    uint64_t[13] cards      # the cards of a pile, plus one
    int decks
    int piles
    int rows                # deals onto the piles that are to come
    uint8_t[32][13] row     # by deal and pile: the card that comes; 255 for none
    uint8_t[96] talon       # waste and stock: the cards in the order in which they come
    int total
    int waste
    int draw
    bint again              # whether the waste can still be turned over
    bint any_fills

    # What never changes: copies of each card that stay on the foundations.
    uint8_t[52] least

    # The vector that is looked at.
    uint8_t[13] left        # cards of each pile
    uint64_t[13] dealt      # and the dealt ones that lie where they were dealt: bits by row
    int stage               # deals made
    int remaining           # cards of all piles together
    int empty               # piles whose own cards have all left
    uint8_t[2][13] tops     # by ladder and rank: cards on which something may hang
    uint8_t[52] out         # cards that are on the foundations or hang
    uint8_t[52] extra       # stock cards that can be had besides
    uint8_t[52] high        # how many of them the foundations can take
    uint8_t[96] had         # talon cards that can be put somewhere
    uint8_t[96] within      # talon cards that can come to the top of the waste
    int missing             # talon cards that nothing has been found for

    uint64_t[200] key       # of the vectors on the way here
    uint8_t[200] next       # which pile is tried next
    uint8_t[200] moved      # which pile lost a card, or `piles` for a deal
    uint8_t[200] bit        # which row the card came from, or 255


cdef inline int ladder_of(int value) noexcept nogil:
    """On which of the two ladders of alternating colours a card lies."""
    return is_red(value // 13 << 4) ^ (value % 13 & 1)


cdef inline void settle(relaxation* r, int value) noexcept nogil:
    """How many cards of a suit, from this one up, the foundations can take."""
    cdef int end = value - value % 13 + 13, most, here
    most = NONE if value % 13 == 0 else r.high[value - 1]
    while value < end:
        here = r.out[value] + r.extra[value]
        if here < most:
            most = here
        r.high[value] = most
        value += 1


cdef inline void lower(uint8_t* high, int value) noexcept nogil:
    """Leave one copy off the foundations, and what would lie on it."""
    cdef int end = value - value % 13 + 13
    cdef int most = high[value] - 1
    while value < end and high[value] > most:
        high[value] = most
        value += 1


cdef inline bint hangs(const relaxation* r, const uint8_t* most, int* budget) noexcept nogil:
    """Whether everything can hang that is not on foundations of at most these heights.

    Up each ladder: of every class so many cards have to hang as the foundations cannot take,
    and at least as many as the class below needs for hosts beyond the tops of piles. Where
    there are too few, a card of the class has to be left off the foundations; a card of each
    of the two suits is tried.
    """
    cdef uint8_t[52] high, lowered
    cdef int ladder, rank, red, one, other, need, must, room, total
    cdef bint again = True, first, second
    memcpy(high, most, sizeof(high))
    while again:
        again = False
        total = 0
        for ladder in range(2):
            need = 0
            for rank in range(13):
                red = ladder ^ (rank & 1)
                one = 13 + rank if red else rank
                other = 26 + rank if red else 39 + rank
                need -= r.tops[ladder][rank]
                must = (max(0, <int> r.out[one] - high[one])
                        + max(0, <int> r.out[other] - high[other]))
                if need < must:
                    need = must
                room = (<int> r.out[one] + r.extra[one] - high[one]
                        + r.out[other] + r.extra[other] - high[other])
                if need <= room:
                    continue
                first = high[one] > r.least[one]
                second = high[other] > r.least[other]
                if not first and not second:
                    return False
                budget[0] -= 1
                if budget[0] < 0:
                    return True
                if first and second:
                    memcpy(lowered, high, sizeof(high))
                    lower(lowered, one)
                    if hangs(r, lowered, budget):
                        return True
                lower(high, other if second else one)
                again = True
                break
            if again:
                break
            total += need
            if total > r.empty:
                return False
    return True


cdef inline bint hangs_anywhere(const relaxation* r) noexcept nogil:
    """The same where any card fills an empty pile, down the ladders.

    A card may count as being on a foundation and as a host as well: this is asked for less.
    """
    cdef int ladder, rank, red, one, other, there, must, room, wanted = 0
    for ladder in range(2):
        there = 0
        for rank in range(12, -1, -1):
            red = ladder ^ (rank & 1)
            one = 13 + rank if red else rank
            other = 26 + rank if red else 39 + rank
            must = (max(0, <int> r.out[one] - r.high[one])
                    + max(0, <int> r.out[other] - r.high[other]))
            room = (<int> r.out[one] + r.extra[one] - r.least[one]
                    + r.out[other] + r.extra[other] - r.least[other])
            if must > there:
                wanted += must - there
                there = must
            elif room < there:
                there = room
            there += r.tops[ladder][rank]
    return wanted <= r.empty


cdef inline bint can_be(const relaxation* r) noexcept nogil:
    """Whether all cards that have left can be somewhere."""
    cdef int budget = MOST_LOWERED
    if r.any_fills:
        return hangs_anywhere(r)
    return hangs(r, r.high, &budget)


cdef inline void leave(relaxation* r, int level, int i) noexcept nogil:
    """Let the uppermost card of a pile leave; note at `level` how to take that back.

    What lies bare then is of no use yet: `lay_bare` is called for it afterwards.
    """
    cdef int value, row = NONE
    r.moved[level] = i
    r.key[level] = r.key[level - 1]
    if r.dealt[i] != 0:
        row = r.stage - 1
        while not r.dealt[i] >> row & 1:
            row -= 1
        r.dealt[i] ^= <uint64_t> 1 << row
        r.key[level] -= r.weight[i] * r.cards[i] << row
        value = r.row[row][i]
    else:
        r.left[i] -= 1
        r.key[level] -= r.weight[i]
        value = r.pile[i][r.left[i]]
    r.bit[level] = row
    r.tops[ladder_of(value)][value % 13] -= 1
    r.out[value] += 1
    r.remaining -= 1
    settle(r, value)


cdef inline void lay_bare(relaxation* r, int i, int change) noexcept nogil:
    """What lies bare after a pile's own card has left, or before it left."""
    cdef int value
    if r.left[i] == 0:
        r.empty += change
    else:
        value = r.pile[i][r.left[i] - 1]
        r.tops[ladder_of(value)][value % 13] += change


cdef inline void come_back(relaxation* r, int level) noexcept nogil:
    """Take back what was done at `level`: a card that left, or a deal."""
    cdef int i = r.moved[level], value
    if i == r.piles:
        r.stage -= 1
        lie(r, -1)
        return
    if r.bit[level] != NONE:
        r.dealt[i] ^= <uint64_t> 1 << r.bit[level]
        value = r.row[r.bit[level]][i]
    else:
        lay_bare(r, i, -1)
        value = r.pile[i][r.left[i]]
        r.left[i] += 1
    r.tops[ladder_of(value)][value % 13] += 1
    r.out[value] -= 1
    r.remaining += 1
    settle(r, value)


cdef inline void lie(relaxation* r, int change) noexcept nogil:
    """The cards of the row `stage` come onto their piles, or go again."""
    cdef int i, value
    for i in range(r.piles):
        value = r.row[r.stage][i]
        if value != NONE:
            r.dealt[i] ^= <uint64_t> 1 << r.stage
            r.tops[ladder_of(value)][value % 13] += change
            r.remaining += change


cdef inline void deal_row(relaxation* r, int level) noexcept nogil:
    """Deal a row onto the piles."""
    cdef int i
    r.moved[level] = r.piles
    r.key[level] = r.key[level - 1] + r.weight[r.piles]
    for i in range(r.piles):
        if r.row[r.stage][i] != NONE:
            r.key[level] += r.weight[i] * r.cards[i] << r.stage
    lie(r, 1)
    r.stage += 1


cdef inline bint is_safe_to_leave(const relaxation* r, int value) noexcept nogil:
    """Whether a card can go to the foundations now and ever after, and nothing needs it as a host.

    That is so if the foundations can take all copies of the rank below in its suit, of the rank
    two below in the suits of the other colour, and three below in the other suit of its own.
    """
    cdef int suit = value // 13, rank = value % 13, other, below
    for other in range(4):
        if other == suit:
            below = rank - 1
        else:
            below = rank - 3 if is_red(other << 4) == is_red(suit << 4) else rank - 2
        if below >= 0 and r.high[other * 13 + below] < r.decks:
            return False
    return True


cdef inline int free_step(const relaxation* r) noexcept nogil:
    """A pile whose uppermost card can leave and make nothing worse, or -1.

    It hangs where it lay, on the card below or on the pile's place, or is safe.
    """
    cdef int k, i, card, under, row
    for k in range(r.piles):
        i = r.order[k]
        if r.dealt[i] != 0:
            row = r.stage - 1
            while not r.dealt[i] >> row & 1:
                row -= 1
            card = r.row[row][i]
        elif r.left[i] == 0:
            continue
        else:
            card = r.pile[i][r.left[i] - 1]
            if r.left[i] == 1:
                if card % 13 == KINGS or r.any_fills:
                    return i
            else:
                under = r.pile[i][r.left[i] - 2]
                if under % 13 == card % 13 + 1 and ladder_of(under) == ladder_of(card):
                    return i
        if is_safe_to_leave(r, card):
            return i
    return -1
