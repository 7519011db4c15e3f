"""Whether all cards that have left their piles can be somewhere: on foundations, or hung.

Cards are counted by value, suit << 4 | rank, and by class: what one ladder of alternating
colours has of a rank. Counts of classes are nibbles of words, one word for each ladder and
count, aces lowest; there are at most six cards of a class, so that the highest bit of a nibble
is free for comparing all of them at once. docs/solving-klondike-relaxation.md has the argument.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil

cdef enum:
    MOST_LOWERED = 400      # ways to leave cards off the foundations that are tried for a vector

    # How all cards can be somewhere.
    AT_HIGHEST = 1          # with the highest foundations
    LOWERED = 2             # with lower ones
    GIVEN_UP = 3            # perhaps


ctypedef struct heights:
    # Foundations of some heights, and what that makes of the cards that have left.
    uint8_t[64] high        # by value: how many copies the foundations take
    uint64_t[2] must        # by ladder and rank: how many cards have to hang
    uint64_t[2] room        # how many can


ctypedef struct hanging:
    int decks
    int empty               # piles whose own cards have all left
    uint8_t[64] least       # copies of each card that stay on the foundations
    uint8_t[64] out         # cards that are on the foundations or hang
    uint8_t[64] extra       # stock cards that can be had besides
    uint64_t[2] tops        # by ladder and rank: cards on which something may hang
    uint64_t[2] whole       # how many cards could hang with the lowest foundations
    heights at              # the highest foundations
    uint64_t steps          # values whose next copy would go on a foundation
    uint8_t[4] full         # by suit: of how many ranks the foundations take all copies
    uint8_t[4] safe         # up to which rank a card can go there, and nothing else needs it


cdef inline uint64_t eights() noexcept nogil:
    """The highest bit of each nibble."""
    return <uint64_t> 0x8888888888888


cdef inline uint64_t all_nibbles() noexcept nogil:
    return <uint64_t> 0xFFFFFFFFFFFFF


cdef inline int ladder_of(int value) noexcept nogil:
    """On which of the two ladders of alternating colours a card lies."""
    return (value ^ value >> 4 ^ value >> 5) & 1


cdef inline uint64_t unit_of(int value) noexcept nogil:
    """One card, in the word of its ladder."""
    return <uint64_t> 1 << 4 * (value & 15)


# ---- counting ---------------------------------------------------------------------

cdef inline void note_safe(hanging* h) noexcept nogil:
    """Up to which rank cards are safe, from what the foundations can take in full.

    A card is safe if that is all copies of the rank below in its suit, of the rank two below in
    the suits of the other colour, and three below in the other suit of its own.
    """
    cdef int black = min(h.full[0], h.full[3]) + 1, red = min(h.full[1], h.full[2]) + 1
    h.safe[0] = min(h.full[0], h.full[3] + 2, red)
    h.safe[3] = min(h.full[3], h.full[0] + 2, red)
    h.safe[1] = min(h.full[1], h.full[2] + 2, black)
    h.safe[2] = min(h.full[2], h.full[1] + 2, black)


cdef inline void count_all(hanging* h) noexcept nogil:
    """Count anew what follows from `out`, `extra` and `least`."""
    cdef int suit, value, ladder, most, have
    cdef uint64_t unit
    cdef heights* at = &h.at
    for ladder in range(2):
        at.must[ladder] = at.room[ladder] = h.whole[ladder] = 0
    h.steps = 0
    for suit in range(4):
        most = h.decks
        h.full[suit] = 0
        for value in range(suit << 4, (suit << 4) + 13):
            have = h.out[value] + h.extra[value]
            if have < most:
                h.steps |= <uint64_t> 1 << value
                most = have
            at.high[value] = most
            h.full[suit] += most == h.decks
            ladder = ladder_of(value)
            unit = unit_of(value)
            at.room[ladder] += (have - most) * unit
            if h.out[value] > most:
                at.must[ladder] += (h.out[value] - most) * unit
            h.whole[ladder] += (have - h.least[value]) * unit
    note_safe(h)


cdef inline void take_higher(heights* at, const hanging* h, int value) noexcept nogil:
    """A foundation takes a copy more of a card that is there."""
    cdef int ladder = ladder_of(value), now = at.high[value]
    cdef uint64_t unit = unit_of(value)
    at.room[ladder] -= unit
    if h.out[value] > now:
        at.must[ladder] -= unit
    at.high[value] = now + 1


cdef inline void take_lower(heights* at, const hanging* h, int value) noexcept nogil:
    """A foundation takes a copy less of a card."""
    cdef int ladder = ladder_of(value), now = at.high[value] - 1
    cdef uint64_t unit = unit_of(value)
    at.room[ladder] += unit
    if h.out[value] > now:
        at.must[ladder] += unit
    at.high[value] = now


cdef inline void grow(hanging* h, int value) noexcept nogil:
    """A card that a foundation takes has come; it may take more that was waiting for it."""
    cdef int before = h.at.high[value], end = (value & 48) + 13, v = value
    cdef int below = h.decks if value & 15 == 0 else h.at.high[value - 1]
    if below == before + 1:
        h.steps ^= <uint64_t> 1 << value
    while True:
        take_higher(&h.at, h, v)
        v += 1
        if v == end:
            break
        if h.out[v] + h.extra[v] <= before:
            h.steps |= <uint64_t> 1 << v
            break
    if before + 1 == h.decks:
        h.full[value >> 4] = v & 15
        note_safe(h)


cdef inline void shrink(hanging* h, int value) noexcept nogil:
    """A card is about to go of which the foundations take every copy, and what lay on it."""
    cdef int before = h.at.high[value], end = (value & 48) + 13, v = value
    h.steps |= <uint64_t> 1 << value
    while True:
        take_lower(&h.at, h, v)
        v += 1
        if v == end:
            break
        if h.at.high[v] < before:
            if h.at.high[v] == before - 1:
                h.steps ^= <uint64_t> 1 << v
            break
    if before == h.decks:
        h.full[value >> 4] = value & 15
        note_safe(h)


cdef inline void comes_out(hanging* h, int value) noexcept nogil:
    """A card has left its pile."""
    cdef int ladder = ladder_of(value)
    if h.out[value] >= h.at.high[value]:
        h.at.must[ladder] += unit_of(value)
    h.at.room[ladder] += unit_of(value)
    h.whole[ladder] += unit_of(value)
    h.out[value] += 1
    if h.steps >> value & 1:
        grow(h, value)


cdef inline void goes_back(hanging* h, int value) noexcept nogil:
    """A card has not left its pile after all."""
    cdef int ladder = ladder_of(value)
    if h.out[value] + h.extra[value] == h.at.high[value]:
        shrink(h, value)
    h.out[value] -= 1
    h.at.room[ladder] -= unit_of(value)
    h.whole[ladder] -= unit_of(value)
    if h.out[value] >= h.at.high[value]:
        h.at.must[ladder] -= unit_of(value)


cdef inline void can_be_had(hanging* h, int value) noexcept nogil:
    """A stock card has been found that can be had besides."""
    cdef int ladder = ladder_of(value)
    h.at.room[ladder] += unit_of(value)
    h.whole[ladder] += unit_of(value)
    h.extra[value] += 1
    if h.steps >> value & 1:
        grow(h, value)


# ---- comparing --------------------------------------------------------------------

cdef inline uint64_t beyond(uint64_t some, uint64_t others) noexcept nogil:
    """In each nibble the excess of one over the other, or 0; they are 7 or less."""
    cdef uint64_t less = (some | eights()) - others, kept = less & eights()
    return less & (kept - (kept >> 3))


cdef inline uint64_t is_zero(uint64_t some) noexcept nogil:
    """The highest bits of the nibbles that are 0."""
    some |= some >> 2 & <uint64_t> 0x3333333333333
    some |= some >> 1 & <uint64_t> 0x7777777777777
    return ~some << 3 & eights()


cdef inline int needs(const hanging* h, const heights* at, uint64_t* need) noexcept nogil:
    """How many cards of each class have to hang, as such or as hosts; the kings among them."""
    cdef uint64_t first = at.must[0], second = at.must[1], more, others
    while True:
        more = first + beyond(beyond(first << 4 & all_nibbles(), h.tops[0]), first)
        others = second + beyond(beyond(second << 4 & all_nibbles(), h.tops[1]), second)
        if more == first and others == second:
            break
        first = more
        second = others
    need[0] = first
    need[1] = second
    return (first >> 48) + (second >> 48)


cdef inline uint64_t lacks(uint64_t need, uint64_t room) noexcept nogil:
    """The highest bits of the nibbles in which more is needed than there is."""
    return ~((room | eights()) - need) & eights()


cdef inline bint hangs_lower(const hanging* h, heights* at, int* budget) noexcept nogil:
    """Whether everything can hang that is not on foundations of at most these heights.

    Up each ladder: of every class so many cards have to hang as the foundations cannot take,
    and at least as many as the class below needs for hosts beyond the tops of piles. Where
    there are too few, a card of the class has to be left off the foundations; a card of each
    of the two suits is tried. `at` ends as the heights with which it can.
    """
    cdef uint64_t[2] need, lack
    cdef int ladder, rank, one, other
    cdef bint first, second
    cdef heights lowered
    while True:
        if needs(h, at, need) > h.empty:
            return False
        lack[0] = lacks(need[0], at.room[0])
        lack[1] = lacks(need[1], at.room[1])
        if lack[0] == 0 and lack[1] == 0:
            return True
        if lacks(need[0], h.whole[0]) or lacks(need[1], h.whole[1]):
            return False
        budget[0] -= 1
        if budget[0] < 0:
            return True
        ladder = lack[0] == 0
        rank = lowest_bit(lack[ladder]) >> 2
        one = 16 + rank if ladder ^ rank & 1 else rank
        other = 32 + rank if ladder ^ rank & 1 else 48 + rank
        first = at.high[one] > h.least[one]
        second = at.high[other] > h.least[other]
        if first and second:
            lowered = at[0]
            leave_off(h, &lowered, one)
            if hangs_lower(h, &lowered, budget):
                at[0] = lowered
                return True
        leave_off(h, at, other if second else one)


cdef inline void leave_off(const hanging* h, heights* at, int value) noexcept nogil:
    """Leave one copy off the foundations, and what would lie on it."""
    cdef int end = (value & 48) + 13, most = at.high[value] - 1
    while value < end and at.high[value] > most:
        take_lower(at, h, value)
        value += 1


cdef inline bint still_hang(const hanging* h, heights* at, int value) noexcept nogil:
    """Whether all can hang with heights with which they could before a last card came out.

    `at` has counted the others, and counts this one now.
    """
    cdef uint64_t[2] need
    cdef int ladder = ladder_of(value)
    cdef int below = h.decks if value & 15 == 0 else at.high[value - 1]
    if at.high[value] < below:
        at.high[value] += 1
    else:
        at.room[ladder] += unit_of(value)
        if h.out[value] > at.high[value]:
            at.must[ladder] += unit_of(value)
    return (needs(h, at, need) <= h.empty and lacks(need[0], at.room[0]) == 0
            and lacks(need[1], at.room[1]) == 0)


cdef inline int all_hang(const hanging* h, heights* found, const heights* before,
                         int value) noexcept nogil:
    """Whether all cards that have left can be somewhere, where only kings fill empty piles.

    0 if not, else `AT_HIGHEST`, `LOWERED` (with the heights in `found`) or `GIVEN_UP`. Heights
    with which all could `before` a last card came out are tried first, where they are given.
    """
    cdef uint64_t[2] need
    cdef int budget = MOST_LOWERED
    if (needs(h, &h.at, need) > h.empty or lacks(need[0], h.whole[0])
            or lacks(need[1], h.whole[1])):
        return 0
    if lacks(need[0], h.at.room[0]) == 0 and lacks(need[1], h.at.room[1]) == 0:
        return AT_HIGHEST
    if before != NULL:
        found[0] = before[0]
        if still_hang(h, found, value):
            return LOWERED
    found[0] = h.at
    if not hangs_lower(h, found, &budget):
        return 0
    return GIVEN_UP if budget < 0 else LOWERED


cdef inline uint64_t spread(uint64_t start, uint64_t onward) noexcept nogil:
    """Marks of nibbles, carried down from each nibble to the next lower as `onward` marks it."""
    start |= onward & start >> 4
    onward &= onward >> 4
    start |= onward & start >> 8
    onward &= onward >> 8
    start |= onward & start >> 16
    onward &= onward >> 16
    return start | onward & start >> 32


cdef inline uint64_t rising(const hanging* h, const uint64_t* need, int ladder) noexcept nogil:
    """Of which classes one more makes the class above need one more."""
    return is_zero(need[ladder] + h.tops[ladder] - (need[ladder] << 4 & all_nibbles())) >> 4


cdef inline bint find_hopeless(const hanging* h, uint64_t* hopeless) noexcept nogil:
    """Of which classes no further card could hang, whatever the foundations. (Maybe not all.)

    Whether what has left can hang with the highest foundations.
    """
    cdef uint64_t[2] need
    cdef uint64_t onward, filled, kings
    cdef int ladder
    kings = <uint64_t> (needs(h, &h.at, need) >= h.empty) << 51
    for ladder in range(2):
        onward = rising(h, need, ladder)
        filled = is_zero(h.whole[ladder] ^ need[ladder]) >> 4
        hopeless[ladder] = (is_zero(need[ladder] ^ h.at.must[ladder])
                            & spread(kings | onward & filled, onward))
    return lacks(need[0], h.at.room[0]) == 0 and lacks(need[1], h.at.room[1]) == 0


cdef inline void find_tight(const hanging* h, const heights* at, uint64_t* tight) noexcept nogil:
    """Of which classes no further card can hang, with heights with which the others can."""
    cdef uint64_t[2] need
    cdef uint64_t onward, filled, kings
    cdef int ladder
    kings = <uint64_t> (needs(h, at, need) >= h.empty) << 51
    for ladder in range(2):
        onward = rising(h, need, ladder)
        filled = is_zero(at.room[ladder] ^ need[ladder]) >> 4
        tight[ladder] = (is_zero(need[ladder] ^ at.must[ladder])
                         & spread(kings | onward & filled, onward))


cdef inline bint fits_in(const hanging* h, const heights* at, const uint64_t* tight,
                         int value) noexcept nogil:
    """Whether one more of a card can be somewhere, with heights with which the others can.

    It is no burden if a foundation takes it, or if its class can have one more.
    """
    cdef int below = h.decks if value & 15 == 0 else at.high[value - 1]
    if at.high[value] < below or h.out[value] < at.high[value]:
        return True
    return not tight[ladder_of(value)] & <uint64_t> 8 << 4 * (value & 15)


cdef inline bint all_hang_anywhere(const hanging* h) noexcept nogil:
    """Whether all can be somewhere where any card fills an empty pile: down the ladders.

    A card may count as being on a foundation and as a host as well: this is asked for less.
    """
    cdef int ladder, rank, one, other, there, must, room, wanted = 0
    for ladder in range(2):
        there = 0
        for rank in range(12, -1, -1):
            one = 16 + rank if ladder ^ rank & 1 else rank
            other = 32 + rank if ladder ^ rank & 1 else 48 + rank
            must = h.at.must[ladder] >> 4 * rank & 15
            room = (<int> h.out[one] + h.extra[one] - h.least[one]
                    + h.out[other] + h.extra[other] - h.least[other])
            if must > there:
                wanted += must - there
                there = must
            elif room < there:
                there = room
            there += h.tops[ladder] >> 4 * rank & 15
    return wanted <= h.empty
