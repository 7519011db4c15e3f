"""How promising a position of the Klondike family looks to a beam."""

from libc.stdint cimport uint64_t

from solitaire_core._fast.klondike_kernel cimport count_of, goes_on, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, rank_of


ctypedef struct weights:
    int home            # a card on the foundations
    int lowest          # a rank that all suits have there
    int down            # a card face down
    int on_down         # a card face up, in a pile that has cards face down
    int unpacked        # a card that does not continue the one it lies on
    int empty           # an empty pile
    int stock           # a card left in the talon
    int over_lower      # a card that lies on a lower one of its suit
    int paid            # a move made, turns and redeals among them: 16 for a point
    int noise           # up to so much is added by chance


ctypedef struct pile_worths:
    # What the piles of a position are worth, each known by its hash.
    uint64_t[13] hash
    int[13] worth


cdef inline void usual_weights(weights* w) noexcept nogil:
    """Weights that do well where no rows are left to be dealt."""
    w.home = 16
    w.lowest = 12
    w.down = 32
    w.on_down = 12
    w.unpacked = 8
    w.empty = 8
    w.stock = 4
    w.over_lower = 0
    w.paid = 16
    w.noise = 0


cdef inline int disorder_of(const klondike_position* p, int pile, int cards, int unpacked,
                            int over_lower) noexcept nogil:
    """What it costs that cards of a pile lie as they do, so many of them from the top down.

    Face up, a card that does not continue the one below; anywhere, one over a lower of its suit.
    """
    cdef int cost = 0, card = p.top[pile], under, k, up = p.size[pile] - p.down[pile]
    for k in range(1, cards):
        under = p.below[card]
        if k < up and not goes_on(card, under):
            cost += unpacked
        if (card ^ under) & 48 == 0 and rank_of(under) < rank_of(card):
            cost += over_lower
        card = under
    return cost


cdef inline int full_ranks(const klondike_table* t, const klondike_position* p,
                           int* ranks) noexcept nogil:
    """By suit, how many ranks have all copies on the foundations; the fewest."""
    cdef int suit, rank, least = 13
    for suit in range(4):
        rank = t.floor[suit]
        while rank < 13 and count_of(p.home[suit * 13 + rank]) == t.decks:
            rank += 1
        ranks[suit] = rank
        least = min(least, rank)
    return least


cdef inline int worth_of_pile(const klondike_position* p, const weights* w,
                              int pile) noexcept nogil:
    cdef int worth, up = p.size[pile] - p.down[pile]
    if p.size[pile] == 0:
        return w.empty
    worth = -w.down * p.down[pile]
    if p.down[pile] > 0:
        worth -= w.on_down * up
    return worth - disorder_of(p, pile, p.size[pile] if w.over_lower else up, w.unpacked,
                               w.over_lower)


cdef inline void note_piles(const klondike_table* t, const klondike_position* p,
                            const weights* w, pile_worths* known) noexcept nogil:
    """Judge the piles of a position, before those that come of it are judged."""
    cdef int i
    for i in range(t.piles):
        known.hash[i] = p.hash[i]
        known.worth[i] = worth_of_pile(p, w, i)


cdef inline int worth_of(const klondike_table* t, const klondike_position* p, const weights* w,
                         const pile_worths* known, uint64_t chance) noexcept nogil:
    """Higher is better. Piles that are as they were when they were noted are not looked at."""
    cdef int[4] ranks
    cdef int worth = w.home * p.at_home, i, least = full_ranks(t, p, ranks)
    worth += w.lowest * least - w.stock * (p.waste + p.stock)
    for i in range(t.piles):
        worth += (known.worth[i] if known.hash[i] == p.hash[i] else worth_of_pile(p, w, i))
    worth *= 16
    if w.noise:
        worth += <int> (chance % <uint64_t> (w.noise + 1))
    return worth
