"""How promising a position of the Klondike family looks to a player who does not know all cards.

Beside what a beam looks at (klondike_worth.pxd) it counts what known cards can do next, and which
of the hidden cards would find a place. A card that a move has just turned up is not looked at.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_hidden cimport stock_is_hidden
from solitaire_core._fast.klondike_kernel cimport KINGS, card_at, goes_home
from solitaire_core._fast.klondike_kernel cimport is_red, klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport rank_of, value_of
from solitaire_core._fast.klondike_search cimport reached_sizes, search_rules, talon_card
from solitaire_core._fast.klondike_worth cimport disorder_of, full_ranks, pile_worths

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil

cdef enum:
    NO_PILE = -1


ctypedef struct outlook_weights:
    int home            # a card on the foundations
    int lowest          # a rank that all suits have there
    int spread          # a rank by which a suit is more than two ahead of the lowest
    int down            # a card face down
    int deeper          # for each two cards face down in one pile
    int closed          # a pile with cards face down
    int on_down         # a card face up in such a pile
    int unpacked        # a card that does not continue the one it lies on
    int over_lower      # a card that lies on a lower one of its suit, both face up
    int empty           # an empty pile
    int stock           # a card left in the talon
    # These are sixteenths of a point:
    int reached         # a card of the talon that turns bring to the top of the waste
    int playable        # such a card that goes somewhere
    int ways            # a pile with cards face down whose face-up cards can go elsewhere
    int welcome         # a 64th of the hidden cards that would go on a pile
    int wanted          # and of those that would go home
    int paid            # a move made


ctypedef struct hidden_counts:
    int count
    uint8_t[2][13] like     # by colour (1 for red) and rank
    uint8_t[52] value


cdef inline void count_hidden(const klondike_table* t, const klondike_position* p,
                              hidden_counts* h) noexcept nogil:
    """Which cards nobody has seen; where they lie makes no difference."""
    cdef int i, card
    memset(h, 0, sizeof(hidden_counts))
    for i in range(t.piles):
        if p.down[i] == 0:
            continue
        card = p.below[card_at(p, i, p.size[i] - p.down[i] - 1)]
        for _ in range(p.down[i]):
            h.like[is_red(card)][rank_of(card)] += 1
            h.value[value_of(card)] += 1
            card = p.below[card]
        h.count += p.down[i]
    if stock_is_hidden(t, p):
        for i in range(p.stock):
            card = t.card[p.talon[t.talon - p.stock + i]]
            h.like[is_red(card)][rank_of(card)] += 1
            h.value[value_of(card)] += 1
        h.count += p.stock


cdef inline int outlook_of_pile(const klondike_position* p, const outlook_weights* w,
                                int pile) noexcept nogil:
    cdef int worth = 0, down = p.down[pile], up = p.size[pile] - down
    if p.size[pile] == 0:
        return w.empty
    if down > 0:
        worth = -w.down * down - w.deeper * (down * (down - 1) // 2) - w.closed - w.on_down * up
    return worth - disorder_of(p, pile, up, w.unpacked, w.over_lower) if p.run[pile] < up else worth


cdef inline void note_outlooks(const klondike_table* t, const klondike_position* p,
                               const outlook_weights* w, pile_worths* known) noexcept nogil:
    """Judge the piles of a position, before those that come of it are judged."""
    cdef int i
    for i in range(t.piles):
        known.hash[i] = p.hash[i]
        known.worth[i] = outlook_of_pile(p, w, i)


cdef inline int share_worth(int weight, int part, int count) noexcept nogil:
    """A weight for each 64th, rounded towards zero in every build."""
    return weight * 64 * part // count if weight >= 0 else -(-weight * 64 * part // count)


cdef inline int places_worth(const search_rules* r, const klondike_position* p,
                             const outlook_weights* w, const hidden_counts* h,
                             int turned) noexcept nogil:
    """What can be laid where: worth of ways, playable cards of the talon, and welcome ones."""
    cdef const klondike_table* t = r.t
    cdef uint32_t[2] hosts
    cdef uint8_t[128] sizes
    cdef int i, card, up, worth = 0, color, bits, welcome = 0, wanted = 0, reached
    cdef bint empty = False
    hosts[0] = hosts[1] = 0
    for i in range(t.piles):
        if p.size[i] == 0:
            empty = True
        elif i != turned and rank_of(p.top[i]) > 0:
            hosts[not is_red(p.top[i])] |= 1 << rank_of(p.top[i]) - 1
    if empty:
        hosts[0] |= 1 << KINGS
        hosts[1] |= 1 << KINGS
    if w.ways:
        for i in range(t.piles):
            up = p.size[i] - p.down[i]
            if p.down[i] == 0 or i == turned or p.run[i] != up:
                continue
            card = card_at(p, i, up - 1)
            if ((hosts[is_red(card)] >> rank_of(card) & 1
                 and (up == 1 or not t.singles or rank_of(card) == KINGS))
                    or up == 1 and goes_home(t, p, value_of(card))):
                worth += w.ways
    if w.welcome and h.count:
        for color in range(2):
            bits = hosts[color]
            while bits:
                welcome += h.like[color][lowest_bit(bits)]
                bits &= bits - 1
        worth += share_worth(w.welcome, welcome, h.count)
    if w.wanted and h.count:
        for i in range(52):
            if h.value[i] and goes_home(t, p, i):
                wanted += h.value[i]
        worth += share_worth(w.wanted, wanted, h.count)
    if (w.reached or w.playable) and not t.deals and not stock_is_hidden(t, p):
        reached = reached_sizes(r, p, sizes)
        worth += w.reached * reached
        if w.playable:
            for i in range(reached):
                card = talon_card(t, p, sizes[i] - 1)
                if (hosts[is_red(card)] >> rank_of(card) & 1
                        or goes_home(t, p, value_of(card))):
                    worth += w.playable
    return worth


cdef inline int outlook_of(const search_rules* r, const klondike_position* p,
                           const outlook_weights* w, const pile_worths* known,
                           const hidden_counts* h, int turned) noexcept nogil:
    """Higher is better; `turned` is the pile whose top card nobody has seen, or NO_PILE."""
    cdef const klondike_table* t = r.t
    cdef int[4] ranks
    cdef int worth = w.home * p.at_home, i, suit, least = full_ranks(t, p, ranks)
    worth += w.lowest * least - w.stock * (p.waste + p.stock)
    if w.spread:
        for suit in range(4):
            if ranks[suit] > least + 2:
                worth -= w.spread * (ranks[suit] - least - 2)
    for i in range(t.piles):
        worth += (known.worth[i] if known.hash[i] == p.hash[i] else outlook_of_pile(p, w, i))
    worth *= 16
    if w.ways or w.welcome or w.wanted or w.reached or w.playable:
        worth += places_worth(r, p, w, h, turned)
    return worth
