"""Decks for the kernels that play many deals, and a stream of random numbers for each game."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from solitaire_core._fast.shuffle cimport ms_deck, sc1_deck, splitmix64

cdef enum:
    MOST_CARDS = 156

    OK = 0
    BAD_CODE = 1
    TOO_OFTEN = 2


ctypedef struct deal_source:
    # Deals come from decks, or from their numbers.
    const uint64_t* numbers
    const uint8_t* decks        # NULL where they are dealt here
    int copies                  # decks that are shuffled together
    bint ms
    # Where a deck is bad:
    int fault
    int64_t bad_deal
    int bad_place
    uint8_t bad_code


cdef inline int deck_fault(const uint8_t* deck, int copies, int* place) noexcept nogil:
    """OK if so many decks hold each card as often as they have to; else where they do not."""
    cdef uint8_t[52] seen
    cdef int i
    memset(seen, 0, sizeof(seen))
    for i in range(52 * copies):
        if deck[i] >= 52 or seen[deck[i]] == copies:
            place[0] = i
            return BAD_CODE if deck[i] >= 52 else TOO_OFTEN
        seen[deck[i]] += 1
    return OK


cdef inline int take_deck(deal_source* s, int64_t index, uint8_t* deck) noexcept nogil:
    """The deck of a deal, checked; a fault code."""
    cdef int cards = 52 * s.copies
    if s.decks == NULL:
        if s.ms:
            ms_deck(s.numbers[index], deck)
        else:
            sc1_deck(s.numbers[index], s.copies, deck)
        return OK
    # Copied first: the caller's array may change under us, our copy does not.
    memcpy(deck, s.decks + index * cards, cards)
    s.fault = deck_fault(deck, s.copies, &s.bad_place)
    if s.fault != OK:
        s.bad_deal = index
        s.bad_code = deck[s.bad_place]
    return s.fault


cdef inline uint64_t numbered_stream(uint64_t seed, uint64_t number) noexcept nogil:
    """An independent stream for each number: hashed, so that streams do not overlap."""
    cdef uint64_t state = number
    cdef uint64_t mixed = splitmix64(&state)
    state = seed ^ mixed
    return splitmix64(&state)


cdef inline uint64_t game_stream(uint64_t seed, uint64_t number, uint64_t game) noexcept nogil:
    """An independent stream for each game of a deal.

    A number's deck comes from the stream that begins with the number itself.
    """
    return numbered_stream(numbered_stream(seed, number), game)


cdef int set_source(deal_source* s, const uint64_t[::1] numbers, const uint8_t[:, ::1] decks,
                    numbering, int copies) except -1
cdef int raise_fault(const deal_source* s) except -1
