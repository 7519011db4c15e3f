"""What a position of the Klondike family offers to a search: seen once, before it picks moves."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_generation cimport look_around, waiting
from solitaire_core._fast.klondike_kernel cimport KINGS, cards_waited_for, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, rank_of
from solitaire_core._fast.klondike_keys cimport ladder_of
from solitaire_core._fast.klondike_search cimport reached_sizes, rows_left, search_rules
from solitaire_core._fast.klondike_search cimport talon_card

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil


ctypedef struct scene:
    bint rows               # whether rows are left to be dealt
    waiting piles           # what they wait for
    uint64_t waited         # in a game of one deck: the next cards of the foundations
    uint8_t[128] sizes      # of the waste, that turns and redeals lead to
    int reached             # how many
    int kings               # whether some king can move to an empty pile; -1 if nobody asked


cdef inline void look_for(const search_rules* r, const klondike_position* p,
                          scene* v) noexcept nogil:
    v.rows = rows_left(r.t, p)
    look_around(r.t, p, &v.piles)
    v.waited = cards_waited_for(p) if r.t.decks == 1 else 0
    v.kings = -1
    v.reached = reached_sizes(r, p, v.sizes)


cdef inline int one_of(const search_rules* r, int piles, bint rows) noexcept nogil:
    """One of the piles that wait for the same card, where they are as good as each other.

    What hangs on one of them can hang on the other as long as one of them waits.
    """
    return piles & -piles if r.loose_tails and not rows else piles


cdef inline int empty_piles(const scene* v) noexcept nogil:
    """The empty piles to fill: while rows are left each is another one, and then one will do."""
    return v.piles.empty if v.rows else v.piles.empty & -v.piles.empty


cdef inline int height_of(const scene* v, int suit) noexcept nogil:
    """How many cards a foundation has, in a game of one deck."""
    cdef int next = v.waited >> (suit << 4) & 0xFFFF
    return lowest_bit(next) if next else 13


cdef inline bint finds_king(const klondike_table* t, const klondike_position* p,
                            const scene* v) noexcept nogil:
    """Whether some king can move to an empty pile, if there is one."""
    cdef int i, suit
    for i in range(t.piles):
        # A run has every rank from its top card on.
        if p.run[i] < p.size[i] and rank_of(p.top[i]) + p.run[i] - 1 == KINGS:
            return True
    for i in range(v.reached):
        if rank_of(talon_card(t, p, v.sizes[i] - 1)) == KINGS:
            return True
    if t.worrying_back:
        for suit in range(4):
            if p.home[suit * 13 + KINGS]:
                return True
    return False


cdef inline bint king_comes(const klondike_table* t, const klondike_position* p,
                            scene* v) noexcept nogil:
    """The same, looked up once: where none does, a pile that is emptied for one is of no use."""
    if v.kings < 0:
        v.kings = finds_king(t, p, v)
    return v.kings


cdef inline void note_covers(const klondike_table* t, const klondike_position* p, const scene* v,
                             uint32_t* covers) noexcept nogil:
    """The ranks, by ladder, of cards in the tableau and the talon that can be laid on another."""
    cdef int i, card
    covers[0] = covers[1] = 0
    for i in range(t.piles):
        if p.size[i] > 0:
            covers[ladder_of(p.top[i])] |= ((1 << p.run[i]) - 1) << rank_of(p.top[i])
    for i in range(v.reached):
        card = talon_card(t, p, v.sizes[i] - 1)
        covers[ladder_of(card)] |= 1 << rank_of(card)
