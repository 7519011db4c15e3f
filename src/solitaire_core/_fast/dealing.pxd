"""Decks for the kernels that play many deals, and a stream of random numbers for each game."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

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


cdef inline int take_deck(deal_source* s, int64_t index, uint8_t* deck) noexcept nogil:
    """The deck of a deal, checked; a fault code."""
    cdef uint8_t[52] seen
    cdef int i, cards = 52 * s.copies
    if s.decks == NULL:
        if s.ms:
            ms_deck(s.numbers[index], deck)
        else:
            sc1_deck(s.numbers[index], s.copies, deck)
        return OK
    for i in range(52):
        seen[i] = 0
    for i in range(cards):
        # Copied first: the caller's array may change under us, our copy does not.
        deck[i] = s.decks[index * cards + i]
        if deck[i] >= 52 or seen[deck[i]] == s.copies:
            s.fault = BAD_CODE if deck[i] >= 52 else TOO_OFTEN
            s.bad_deal = index
            s.bad_place = i
            s.bad_code = deck[i]
            return s.fault
        seen[deck[i]] += 1
    return OK


cdef inline uint64_t game_stream(uint64_t seed, uint64_t number, uint64_t game) noexcept nogil:
    """An independent stream for each game of a deal: hashed, so that streams do not overlap.

    A number's deck comes from the stream that begins with the number itself.
    """
    cdef uint64_t state = number
    cdef uint64_t mixed = splitmix64(&state)
    state = seed ^ mixed
    mixed = splitmix64(&state)
    state = game
    state = mixed ^ splitmix64(&state)
    return splitmix64(&state)


cdef int set_source(deal_source* s, const uint64_t[::1] numbers, const uint8_t[:, ::1] decks,
                    numbering, int copies) except -1
cdef int raise_fault(const deal_source* s) except -1
