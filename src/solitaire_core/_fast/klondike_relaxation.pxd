"""Whether a position of the Klondike family is lost because of what has to be parked where.

docs/solving-klondike-relaxation.md has the argument; reference/klondike_relaxation.py is the
plain Python twin.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table

cdef enum:
    DEAD = 0                # proved: no win is possible
    ALIVE = 1               # the relaxed problem can be solved: nothing is proved
    OVER = 2                # the limit was reached: nothing is proved

    DEEPEST = 200           # cards that can leave, and deals
    MOST_BITS = 1 << 16     # so many vectors or fewer are looked up in a bitmap


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


cdef uint64_t relaxation_bytes(uint64_t most) noexcept nogil
cdef void relaxation_open(relaxation* r, void* memory, uint64_t most) noexcept nogil
cdef int relax(const klondike_table* t, const klondike_position* p, relaxation* r,
               uint64_t most) noexcept nogil
