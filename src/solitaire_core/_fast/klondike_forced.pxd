"""Moves that a search makes at once: they do no harm, or can be taken back at any time."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_generation cimport is_safe
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, WASTE, card_goes_home
from solitaire_core._fast.klondike_kernel cimport cards_waited_for, goes_on
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, move_of
from solitaire_core._fast.klondike_kernel cimport value_of
from solitaire_core._fast.klondike_search cimport FREE, TOP_HOME, reached_sizes, rows_left
from solitaire_core._fast.klondike_search cimport search_move, search_rules, talon_card


cdef inline int put(search_move* m, int found, uint32_t move, int waste, int kind, int pile,
                    int value, int worth, int host=0) noexcept nogil:
    m[found].move = move
    m[found].waste = waste
    m[found].met = False
    m[found].then.kind = kind
    m[found].then.pile = pile
    m[found].then.value = value
    m[found].then.host = host
    m[found].worth = worth
    return found + 1


cdef inline bint is_waited_for(const klondike_table* t, const klondike_position* p,
                               uint64_t waited, int card) noexcept nogil:
    """As `card_goes_home`; `waited` holds the cards that do, in a game of one deck."""
    return waited >> card & 1 if t.decks == 1 else card_goes_home(t, p, card)


cdef inline int safe_move(const search_rules* r, const klondike_position* p, uint64_t waited,
                          const uint8_t* sizes, int count, search_move* m) noexcept nogil:
    """A move to the foundations that can do no harm, if there is one; how many."""
    cdef const klondike_table* t = r.t
    cdef int i, card, value
    for i in range(t.piles):
        if p.size[i] > 0:
            if is_waited_for(t, p, waited, p.top[i]) and is_safe(t, p, value_of(p.top[i])):
                value = value_of(p.top[i])
                return put(m, 0, move_of(i, FOUNDATION, 1, value), 0, FREE, 0, 0, 0)
    if r.all_turn_up:
        for i in range(count):
            card = talon_card(t, p, sizes[i] - 1)
            value = value_of(card)
            if card_goes_home(t, p, card) and is_safe(t, p, value):
                return put(m, 0, move_of(WASTE, FOUNDATION, 1, value), sizes[i], FREE, 0, 0, 0)
    return 0


cdef inline int home_move(const search_rules* r, const klondike_position* p, uint64_t waited,
                          search_move* m) noexcept nogil:
    """A move to the foundations that can be taken back at any time, if there is one; how many."""
    cdef const klondike_table* t = r.t
    cdef int i, k, card, under, to
    for i in range(t.piles):
        if p.run[i] < 2:
            continue
        card = p.top[i]
        if is_waited_for(t, p, waited, card):
            return put(m, 0, move_of(i, FOUNDATION, 1, value_of(card)), 0, FREE, 0, 0, 0)
        if not r.whole_runs or t.singles:
            continue
        # A card inside the run, when what hangs on it can hang elsewhere.
        for k in range(1, p.run[i] - 1):
            under = p.below[card]
            if is_waited_for(t, p, waited, under):
                for to in range(t.piles):
                    if p.size[to] > 0 and goes_on(card, p.top[to]):
                        return put(m, 0, move_of(i, to, k, value_of(card)), 0, TOP_HOME, i, 0,
                                   0)
            card = under
    return 0


cdef inline int forced_move(const search_rules* r, const klondike_position* p,
                            search_move* m) noexcept nogil:
    """A move that can be made at once whatever else there is; 1 if there is one, else 0.

    It does no harm, or can be taken back: the position and the one after it are as good as each
    other.
    """
    cdef uint8_t[128] sizes
    cdef int reached = reached_sizes(r, p, sizes) if r.all_turn_up else 0
    cdef uint64_t waited = cards_waited_for(p) if r.t.decks == 1 else 0
    if r.safe_moves and safe_move(r, p, waited, sizes, reached, m):
        return 1
    if r.home_first and not rows_left(r.t, p):
        return home_move(r, p, waited, m)
    return 0
