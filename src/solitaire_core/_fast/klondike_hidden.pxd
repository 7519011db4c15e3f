"""What a player of the Klondike family does not know, and how it could lie.

Hidden are the cards that lie face down in the piles, and the stock until it has been gone through
(a stock that is dealt onto the piles to its end).
"""

from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.klondike_kernel cimport NO_CARD, card_at, card_key, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, talon_key
from solitaire_core._fast.shuffle cimport uniform_below


ctypedef struct hidden_cards:
    int count
    uint8_t[192] card


cdef inline bint stock_is_hidden(const klondike_table* t,
                                 const klondike_position* p) noexcept nogil:
    """Whether the next cards of the stock have never been face up."""
    return p.stock > 0 and (t.deals or p.passed == 0)


cdef inline int cards_down(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """How many cards lie face down in the piles."""
    cdef int i, count = 0
    for i in range(t.piles):
        count += p.down[i]
    return count


cdef inline void find_hidden(const klondike_table* t, const klondike_position* p,
                             hidden_cards* h) noexcept nogil:
    """The hidden cards of a position in the order of their numbers: how they lie is forgotten."""
    cdef int i, k, card, key
    h.count = 0
    for i in range(t.piles):
        if p.down[i] > 0:
            card = p.below[card_at(p, i, p.size[i] - p.down[i] - 1)]
            for _ in range(p.down[i]):
                h.card[h.count] = card
                h.count += 1
                card = p.below[card]
    if stock_is_hidden(t, p):
        for i in range(p.stock):
            h.card[h.count] = t.card[p.talon[t.talon - p.stock + i]]
            h.count += 1
    # Copies come last in the order, as which of them is where means nothing.
    for i in range(1, h.count):
        card = h.card[i]
        key = (card & 63) << 2 | card >> 6
        k = i
        while k > 0 and ((h.card[k - 1] & 63) << 2 | h.card[k - 1] >> 6) > key:
            h.card[k] = h.card[k - 1]
            k -= 1
        h.card[k] = card


cdef inline void shuffle_hidden(hidden_cards* h, uint64_t* stream) noexcept nogil:
    cdef int i, k
    cdef uint8_t card
    for i in range(h.count - 1, 0, -1):
        k = uniform_below(stream, i + 1)
        card = h.card[i]
        h.card[i] = h.card[k]
        h.card[k] = card


cdef inline void hide(klondike_table* t, klondike_position* p,
                      const hidden_cards* h) noexcept nogil:
    """Put the hidden cards where such cards lie: pile after pile, then the stock.

    The table's talon is written to as well; positions that hide the same places can share it.
    """
    cdef int i, k, card, old, place, next = 0
    for i in range(t.piles):
        if p.down[i] == 0:
            continue
        card = card_at(p, i, p.size[i] - p.down[i] - 1)
        # The links are followed first: a card's link is lost when it is put elsewhere.
        old = p.below[card]
        for k in range(p.down[i] - 1, -1, -1):
            p.hash[i] ^= card_key(old, k)
            old = p.below[old]
    for i in range(t.piles):
        if p.down[i] == 0:
            continue
        card = card_at(p, i, p.size[i] - p.down[i] - 1)
        for k in range(p.down[i] - 1, -1, -1):
            p.below[card] = h.card[next]
            card = h.card[next]
            p.hash[i] ^= card_key(card, k)
            next += 1
        p.below[card] = NO_CARD
    if not stock_is_hidden(t, p):
        return
    for i in range(p.stock):
        t.card[p.talon[t.talon - p.stock + i]] = h.card[next]
        next += 1
    p.talon_hash = 0
    for i in range(p.waste + p.stock):
        place = p.talon[i if i < p.waste else t.talon - p.stock - p.waste + i]
        p.talon_hash ^= talon_key(t.card[place], place)
