"""The kernel of the Klondike family: packed positions, make and unmake.

Another Cython project may `cimport` the structs and the inline functions; they
need neither the GIL nor any Python object.

A card is a number that tells its copy, suit and rank: `copy << 6 | suit << 4 | rank`. Piles are
linked lists from the top down, so that a run moves by three links; the talon (stock and waste)
is one array of places in the order of dealing with a gap between the two; foundations are one
set of copies for each suit and rank. Copies differ in nothing that a move, a hash or a
comparison looks at.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    MOST_PILES = 13
    MOST_TALON = 96         # cards in stock and waste
    NUMBERS = 192           # card numbers are below
    NO_CARD = 255
    KINGS = 12              # the rank

    # Where cards come from and go to; tableau piles are 0 .. 12.
    WASTE = 13
    FOUNDATION = 14
    STOCK = 15

    # A move: where from, where to, how many, and the value (0..51) of the card that lands.
    FROM = 0
    TO = 4
    COUNT = 8
    VALUE = 12
    NO_VALUE = 63


ctypedef struct klondike_table:
    # What never changes during a game.
    int decks
    int piles
    int cards
    bint any_fills          # any card or run fills an empty pile, not only a king
    bint singles            # only single cards move, and sequences from a king to an empty pile
    bint worrying_back
    bint deals              # the stock is dealt onto the piles; there is no waste
    int draw
    int passes              # 0 for as many as wanted
    int talon               # cards in stock and waste at the start
    int[4] floor            # by suit: ranks below stay on the foundations for good
    uint8_t[96] card        # the card of each talon place


ctypedef struct klondike_position:
    uint64_t[13] hash       # of each pile: its cards by height, and how many lie face down
    uint64_t talon_hash     # of the talon places that are left
    uint8_t[192] below      # the card below each card of a pile
    uint8_t[13] top
    uint8_t[13] size
    uint8_t[13] down        # cards face down at the bottom
    uint8_t[13] run         # how many cards from the top down are packed
    uint8_t[52] home        # by value: a bit for each copy that is on the foundations
    uint8_t[96] talon       # places: the waste from the left, the stock at the right end
    uint8_t waste           # how many cards are on the waste
    uint8_t stock           # and in the stock: the last `stock` of the first `talon` entries
    uint8_t at_home         # cards on the foundations
    uint32_t passed         # passes through the stock that are over


ctypedef struct klondike_undo:
    # What a move loses and taking it back needs.
    uint32_t move
    uint8_t turned_up       # whether it turned a card face up
    uint8_t from_run
    uint8_t to_run
    uint8_t card            # the copy that moved between a foundation and a pile
    uint8_t count           # cards turned or dealt
    uint8_t[13] runs        # before a deal


cdef inline int rank_of(int card) noexcept nogil:
    return card & 15


cdef inline int value_of(int card) noexcept nogil:
    """0..51, the same for all copies."""
    return (card >> 4 & 3) * 13 + (card & 15)


cdef inline int is_red(int card) noexcept nogil:
    """Of the suits C D H S the two in the middle."""
    return (card >> 4 ^ card >> 5) & 1


cdef inline bint goes_on(int card, int on) noexcept nogil:
    """Whether a card goes on another one in the tableau."""
    return rank_of(card) + 1 == rank_of(on) and is_red(card) != is_red(on)


cdef inline int count_of(int home) noexcept nogil:
    """How many copies a set of at most three holds."""
    return 0x32212110 >> 4 * home & 15


cdef inline int lowest_copy(int home) noexcept nogil:
    """The first copy of a set that is not empty."""
    return 0 if home & 1 else 1 if home & 2 else 2


cdef inline bint goes_home(const klondike_table* t, const klondike_position* p,
                           int value) noexcept nogil:
    """Whether a foundation waits for such a card."""
    cdef int there = count_of(p.home[value])
    if value % 13 == 0:
        return there < t.decks
    return count_of(p.home[value - 1]) > there


cdef inline bint card_goes_home(const klondike_table* t, const klondike_position* p,
                                int card) noexcept nogil:
    """Whether a foundation waits for a card."""
    cdef int value = value_of(card)
    cdef int there = count_of(p.home[value])
    return there < (t.decks if rank_of(card) == 0 else count_of(p.home[value - 1]))


cdef inline uint64_t cards_waited_for(const klondike_position* p) noexcept nogil:
    """The next card of each foundation of a game of one deck: bits by suit << 4 | rank.

    A suit's 13 bytes are 1 for the cards that are there: two products add them up.
    """
    cdef uint64_t low, high, waited = 0, ones = <uint64_t> 0x0101010101010101
    cdef int suit, height
    for suit in range(4):
        memcpy(&low, &p.home[13 * suit], 8)
        memcpy(&high, &p.home[13 * suit + 5], 8)
        height = low * ones >> 56
        if height == 8:
            # Three cards of the upper eight have been counted.
            height = (high * ones >> 56) + 5
        if height < 13:
            waited |= <uint64_t> 1 << (suit << 4 | height)
    return waited


cdef inline bint comes_back(const klondike_position* p, int value) noexcept nogil:
    """Whether such a card is the top of a foundation."""
    cdef int there = count_of(p.home[value])
    if value % 13 == KINGS:
        return there > 0
    return there > count_of(p.home[value + 1])


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    """A number that looks like chance (the finisher of splitmix64)."""
    x = (x ^ x >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t> 0x94D049BB133111EB
    return x ^ x >> 31


cdef inline uint64_t card_key(int card, int height) noexcept nogil:
    """The part of a card in the hash of its pile; copies are alike."""
    return mixed((<uint64_t> (card & 63) << 8 | height) * <uint64_t> 0x9E3779B97F4A7C15 + 1)


cdef inline uint64_t down_key(int down) noexcept nogil:
    return mixed((<uint64_t> 1 << 20 | down) * <uint64_t> 0x9E3779B97F4A7C15)


cdef inline uint64_t talon_key(int card, int place) noexcept nogil:
    """The part of a talon place that is left."""
    return mixed((<uint64_t> 1 << 21 | (card & 63) << 8 | place)
                 * <uint64_t> 0x9E3779B97F4A7C15)


cdef inline uint64_t position_key(const klondike_table* t, const klondike_position* p,
                                  bint ordered) noexcept nogil:
    """A hash of the whole position.

    Unordered, positions that differ in the order of their piles have the same key; where the
    stock is still dealt onto the piles one after the other, they are not the same. Foundations
    hold what is nowhere else, and need no part of it.
    """
    cdef uint64_t key = mixed(
        p.talon_hash + (<uint64_t> p.passed << 16 | <uint64_t> p.waste << 8 | p.stock)
    )
    cdef int i
    for i in range(t.piles):
        key += mixed(p.hash[i] + (<uint64_t> (i + 1) << 40 if ordered else 0))
    return key


cdef inline int packed_from_top(const klondike_position* p, int pile) noexcept nogil:
    """How many cards from the top of a pile down are face up and packed."""
    cdef int count = 1, card = p.top[pile], under
    cdef int most = p.size[pile] - p.down[pile]
    if p.size[pile] == 0:
        return 0
    while count < most:
        under = p.below[card]
        if not goes_on(card, under):
            break
        card = under
        count += 1
    return count


cdef inline int card_at(const klondike_position* p, int pile, int depth) noexcept nogil:
    """The card with so many above it."""
    cdef int card = p.top[pile]
    while depth > 0:
        card = p.below[card]
        depth -= 1
    return card


cdef inline void lay(klondike_position* p, int pile, int card) noexcept nogil:
    """Put a card on a pile; its run is the caller's business."""
    p.below[card] = p.top[pile]
    p.top[pile] = card
    p.hash[pile] ^= card_key(card, p.size[pile])
    p.size[pile] += 1


cdef inline int lift(klondike_position* p, int pile) noexcept nogil:
    """Take the top card off a pile; its run is the caller's business."""
    cdef int card = p.top[pile]
    p.size[pile] -= 1
    p.hash[pile] ^= card_key(card, p.size[pile])
    p.top[pile] = p.below[card]
    return card


cdef inline void move_run(klondike_position* p, int source, int to, int count) noexcept nogil:
    """Move the uppermost cards of a pile to another, in their order."""
    cdef int first = p.top[source], card = first, last = first, i
    for i in range(count):
        last = card
        p.hash[source] ^= card_key(card, p.size[source] - 1 - i)
        p.hash[to] ^= card_key(card, p.size[to] + count - 1 - i)
        card = p.below[card]
    p.below[last] = p.top[to]
    p.top[to] = first
    p.top[source] = card
    p.size[source] -= count
    p.size[to] += count


cdef inline void turn_down(klondike_position* p, int pile, int change) noexcept nogil:
    """Change how many cards of a pile lie face down."""
    p.hash[pile] ^= down_key(p.down[pile])
    p.down[pile] += change
    p.hash[pile] ^= down_key(p.down[pile])


cdef inline int uncover(klondike_position* p, int pile) noexcept nogil:
    """Turn up the top card of a pile that lost cards, if it lies face down; whether it did."""
    if p.size[pile] > 0 and p.down[pile] == p.size[pile]:
        turn_down(p, pile, -1)
        p.run[pile] = 1
        return True
    return False


cdef inline uint32_t move_of(int source, int to, int count, int value) noexcept nogil:
    return source << FROM | to << TO | count << COUNT | <uint32_t> value << VALUE


cdef inline int move_from(uint32_t move) noexcept nogil:
    return move >> FROM & 15


cdef inline int move_to(uint32_t move) noexcept nogil:
    return move >> TO & 15


cdef inline int move_count(uint32_t move) noexcept nogil:
    return move >> COUNT & 15


cdef inline int move_value(uint32_t move) noexcept nogil:
    return move >> VALUE & 63


cdef inline int waste_card(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """The top of the waste, which must be there."""
    return t.card[p.talon[p.waste - 1]]


cdef inline void gain_run(klondike_position* p, int pile, int card, bint was_empty) noexcept nogil:
    """The run of a pile on which a card has been laid."""
    if not was_empty and goes_on(card, p.below[card]):
        p.run[pile] += 1
    else:
        p.run[pile] = 1


cdef inline void make(const klondike_table* t, klondike_position* p, uint32_t move,
                      klondike_undo* undo) noexcept nogil:
    """Make a legal move, and note what taking it back needs."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move)
    cdef int card, i, value
    undo.move = move
    undo.turned_up = False
    if source < MOST_PILES:
        undo.from_run = p.run[source]
        if to < MOST_PILES:
            undo.to_run = p.run[to]
            p.run[to] = p.run[to] + count if p.size[to] > 0 else count
            move_run(p, source, to, count)
        else:
            card = lift(p, source)
            value = value_of(card)
            p.home[value] |= 1 << (card >> 6)
            p.at_home += 1
            undo.card = card
        if p.run[source] > count:
            p.run[source] -= count
        else:
            undo.turned_up = uncover(p, source)
            if not undo.turned_up:
                p.run[source] = packed_from_top(p, source)
    elif source == WASTE and to != STOCK:
        p.waste -= 1
        i = p.talon[p.waste]
        card = t.card[i]
        undo.card = i
        p.talon_hash ^= talon_key(card, i)
        if to < MOST_PILES:
            undo.to_run = p.run[to]
            lay(p, to, card)
            gain_run(p, to, card, p.size[to] == 1)
        else:
            p.home[value_of(card)] |= 1 << (card >> 6)
            p.at_home += 1
    elif source == FOUNDATION:
        value = move_value(move)
        i = lowest_copy(p.home[value])
        card = i << 6 | (value // 13) << 4 | value % 13
        p.home[value] ^= 1 << i
        p.at_home -= 1
        undo.card = card
        undo.to_run = p.run[to]
        lay(p, to, card)
        gain_run(p, to, card, p.size[to] == 1)
    elif source == WASTE:
        # The waste is turned over: the card turned first comes first again.
        undo.count = p.waste
        for i in range(p.waste - 1, -1, -1):
            p.talon[t.talon - p.waste + i] = p.talon[i]
        p.stock = p.waste
        p.waste = 0
        p.passed += 1
    elif to == WASTE:
        count = min(t.draw, <int> p.stock)
        undo.count = count
        for i in range(count):
            p.talon[p.waste + i] = p.talon[t.talon - p.stock + i]
        p.waste += count
        p.stock -= count
    else:
        count = min(t.piles, <int> p.stock)
        undo.count = count
        for i in range(count):
            undo.runs[i] = p.run[i]
            source = p.talon[t.talon - p.stock + i]
            card = t.card[source]
            p.talon_hash ^= talon_key(card, source)
            lay(p, i, card)
            gain_run(p, i, card, p.size[i] == 1)
        p.stock -= count


cdef inline void unmake(const klondike_table* t, klondike_position* p,
                        const klondike_undo* undo) noexcept nogil:
    """Take a move back, to the bit."""
    cdef int source = move_from(undo.move), to = move_to(undo.move)
    cdef int count = move_count(undo.move), card, i
    if source < MOST_PILES:
        if undo.turned_up:
            turn_down(p, source, 1)
        if to < MOST_PILES:
            move_run(p, to, source, count)
            p.run[to] = undo.to_run
        else:
            card = undo.card
            p.home[value_of(card)] ^= 1 << (card >> 6)
            p.at_home -= 1
            lay(p, source, card)
        p.run[source] = undo.from_run
    elif source == WASTE and to != STOCK:
        i = undo.card
        card = t.card[i]
        p.talon[p.waste] = i
        p.waste += 1
        p.talon_hash ^= talon_key(card, i)
        if to < MOST_PILES:
            lift(p, to)
            p.run[to] = undo.to_run
        else:
            p.home[value_of(card)] ^= 1 << (card >> 6)
            p.at_home -= 1
    elif source == FOUNDATION:
        lift(p, to)
        p.run[to] = undo.to_run
        card = undo.card
        p.home[value_of(card)] |= 1 << (card >> 6)
        p.at_home += 1
    elif source == WASTE:
        for i in range(undo.count):
            p.talon[i] = p.talon[t.talon - undo.count + i]
        p.waste = undo.count
        p.stock = 0
        p.passed -= 1
    elif to == WASTE:
        p.waste -= undo.count
        p.stock += undo.count
        for i in range(undo.count - 1, -1, -1):
            p.talon[t.talon - p.stock + i] = p.talon[p.waste + i]
    else:
        p.stock += undo.count
        for i in range(undo.count):
            card = lift(p, i)
            p.run[i] = undo.runs[i]
            source = p.talon[t.talon - p.stock + i]
            p.talon_hash ^= talon_key(card, source)
