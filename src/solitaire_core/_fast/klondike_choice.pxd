"""Which moves a search of the Klondike family has to try.

What is left out is argued in docs/solving-klondike.md; each kind of it can be switched off.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_forced cimport forced_move, is_waited_for, put
from solitaire_core._fast.klondike_generation cimport is_safe
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, NO_VALUE, STOCK, TO
from solitaire_core._fast.klondike_kernel cimport WASTE, card_at
from solitaire_core._fast.klondike_kernel cimport count_of, goes_home, goes_on, is_red
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, move_of
from solitaire_core._fast.klondike_kernel cimport rank_of, value_of
from solitaire_core._fast.klondike_returning cimport from_home
from solitaire_core._fast.klondike_scene cimport empty_piles, king_comes, look_for, one_of, scene
from solitaire_core._fast.klondike_search cimport BACK, COVER, FREE, KING, NEXT_HOME, TOP_HOME
from solitaire_core._fast.klondike_search cimport duty, no_duty, reached_sizes
from solitaire_core._fast.klondike_search cimport search_move, search_rules, talon_card

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil
    int count_bits(uint64_t x) noexcept nogil


cdef inline int kings_without_base(const klondike_table* t,
                                   const klondike_position* p) noexcept nogil:
    """How many kings may still come to an empty pile.

    Those at the bottom of a packed pile do not, nor those on the foundations, if they stay there.
    """
    cdef int kings = 4 * t.decks, i, suit, card
    if not t.worrying_back:
        for suit in range(4):
            kings -= count_of(p.home[suit * 13 + KINGS])
    for i in range(t.piles):
        if p.size[i] == 0:
            continue
        if p.run[i] == p.size[i]:
            card = card_at(p, i, p.size[i] - 1)
            if rank_of(card) == KINGS:
                kings -= 1
    return kings


cdef inline bint can_be_fed(const search_rules* r, const klondike_position* p, const scene* v,
                            int value) noexcept nogil:
    """Whether the talon has all the cards that a foundation needs before a card goes there."""
    cdef const klondike_table* t = r.t
    cdef int below, i
    cdef bint there
    if goes_home(t, p, value):
        return True
    if not r.stock_in_time:
        return False
    below = value - 1
    while True:
        there = False
        for i in range(v.reached):
            if value_of(talon_card(t, p, v.sizes[i] - 1)) == below:
                there = True
                break
        if not there:
            return False
        if goes_home(t, p, below):
            return True
        if below % 13 == 0:
            return False
        below -= 1


cdef inline bint enough_empty(const search_rules* r, const klondike_position* p,
                              const scene* v) noexcept nogil:
    """Whether there are as many empty piles as kings that may come to one."""
    return (r.spare_piles and v.piles.empty != 0 and not r.t.any_fills and not v.rows
            and kings_without_base(r.t, p) <= count_bits(v.piles.empty))


cdef inline int put_each(search_move* m, int found, uint32_t move, int piles, int waste, int kind,
                         int pile, int value, int worth) noexcept nogil:
    """A move to each of some piles, `move` being the one to pile 0; how many there are now.

    The pile of the duty is the one moved to, where none is named (-1).
    """
    cdef int to
    while piles != 0:
        to = lowest_bit(piles)
        piles &= piles - 1
        found = put(m, found, move | <uint32_t> to << TO, waste, kind, to if pile < 0 else pile,
                    value, worth)
    return found


cdef inline int runs_from(const search_rules* r, const klondike_position* p, scene* v,
                          int source, int only, bint spare, search_move* m,
                          int found) noexcept nogil:
    """The moves of cards of one pile to others, or to one pile only; how many there are now.

    `spare` says that another empty pile would be of no use.
    """
    cdef const klondike_table* t = r.t
    cdef int run = p.run[source], size = p.size[source], count, card = p.top[source]
    cdef int to, worth, kind
    cdef uint32_t move
    cdef bint is_king
    for count in range(1, run + 1):
        if count > 1:
            card = p.below[card]
        is_king = rank_of(card) == KINGS
        to = 0
        if count == 1 or not t.singles:
            to = v.piles.piles[is_red(card)][rank_of(card)]
            if only < 0:
                to = one_of(r, to, v.rows)
                if (run == 1 and r.home_first and not v.rows
                        and is_waited_for(t, p, v.waited, card)):
                    # On a packed pile it would go home at once, as it can do from here.
                    to = 0
        if (v.rows or count < size) and (is_king or t.any_fills and (count == 1 or not t.singles)):
            # Where a whole pile stands makes no difference once the rows are dealt.
            to |= empty_piles(v)
        if only >= 0:
            to &= 1 << only
        if to == 0:
            continue
        move = move_of(source, 0, count, value_of(card))
        if count < run:
            if r.whole_runs and not v.rows and not t.singles:
                # The cards are as well off on one card of this rank and colour as on the other:
                # only to play the one that they leave makes a difference.
                if to & ~v.piles.empty and can_be_fed(r, p, v, value_of(p.below[card])):
                    found = put_each(m, found, move, to & ~v.piles.empty, 0, TOP_HOME, source, 0,
                                     50)
                to &= v.piles.empty
            found = put_each(m, found, move, to, 0, FREE, 0, 0, 10)
            continue
        kind = FREE
        worth = 60 if p.down[source] == size - count else 40
        if count == size:
            worth = 30
            if not is_king and not v.rows:
                if spare:
                    continue
                if r.empty_in_time:
                    if r.dead_ends and not king_comes(t, p, v):
                        continue
                    kind = KING
        found = put_each(m, found, move, to, 0, kind, 0, 0, worth)
    return found


cdef inline int from_talon(const search_rules* r, const klondike_position* p, const scene* v,
                           search_move* m, int found) noexcept nogil:
    """The moves of cards that turns bring to the top of the waste; how many there are now."""
    cdef const klondike_table* t = r.t
    cdef int i, card, value, to
    cdef int cover = COVER if r.stock_in_time else FREE
    cdef int home = NEXT_HOME if r.stock_in_time else FREE
    cdef bint goes
    for i in range(v.reached):
        card = talon_card(t, p, v.sizes[i] - 1)
        value = value_of(card)
        goes = is_waited_for(t, p, v.waited, card)
        if goes:
            found = put(m, found, move_of(WASTE, FOUNDATION, 1, value), v.sizes[i], home, 0, value,
                        35)
        to = 0
        if not (goes and r.home_first and home == FREE):
            # Else it would go home at once from a packed pile.
            to = one_of(r, v.piles.piles[is_red(card)][rank_of(card)], False)
        if t.any_fills or rank_of(card) == KINGS:
            to |= empty_piles(v)
        found = put_each(m, found, move_of(WASTE, 0, 1, value), to, v.sizes[i], cover, -1, 0, 20)
    return found


cdef inline int free_moves(const search_rules* r, const klondike_position* p,
                           search_move* m) noexcept nogil:
    """The moves where no duty is left; how many."""
    cdef const klondike_table* t = r.t
    cdef scene v
    cdef int found = 0, i, card, value, worth
    cdef bint spare
    cdef duty free = no_duty()
    look_for(r, p, &v)
    spare = enough_empty(r, p, &v)
    for i in range(t.piles):
        if p.size[i] == 0:
            continue
        card = p.top[i]
        value = value_of(card)
        if is_waited_for(t, p, v.waited, card):
            worth = 70 if p.down[i] == p.size[i] - 1 else 45
            found = put(m, found, move_of(i, FOUNDATION, 1, value), 0, FREE, 0, 0, worth)
        found = runs_from(r, p, &v, i, -1, spare, m, found)
    found = from_talon(r, p, &v, m, found)
    found = from_home(r, p, &v, &free, m, found)
    if v.rows:
        found = put(m, found, move_of(STOCK, STOCK, 0, NO_VALUE), 0, FREE, 0, 0, 0)
    return found


cdef inline int covering_moves(const search_rules* r, const klondike_position* p, const duty* d,
                               search_move* m) noexcept nogil:
    """The moves that put a card on a pile, and those that make them possible; how many."""
    cdef const klondike_table* t = r.t
    cdef scene v
    cdef int found = 0, i, card, to, pile, kind = COVER if r.stock_in_time else FREE
    cdef bint spare
    look_for(r, p, &v)
    if d.kind == COVER or d.host == 0:
        spare = enough_empty(r, p, &v)
        for i in range(t.piles):
            if i != d.pile and p.size[i] > 0:
                found = runs_from(r, p, &v, i, d.pile, spare, m, found)
        for i in range(v.reached):
            card = talon_card(t, p, v.sizes[i] - 1)
            if goes_on(card, p.top[d.pile]):
                found = put(m, found, move_of(WASTE, d.pile, 1, value_of(card)), v.sizes[i], kind,
                            d.pile, 0, 20)
    if d.kind == BACK and r.stock_in_time:
        # A card from the waste may be what the next one needs that comes back.
        for i in range(v.reached):
            card = talon_card(t, p, v.sizes[i] - 1)
            to = v.piles.piles[is_red(card)][rank_of(card)]
            if rank_of(card) == KINGS:
                to |= empty_piles(&v)
            to = to & 1 << d.host - 1 if d.host else to & ~(1 << d.pile)
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                found = put(m, found, move_of(WASTE, pile, 1, value_of(card)), v.sizes[i], BACK,
                            d.pile, d.value, 20, pile + 1)
    return from_home(r, p, &v, d, m, found)


cdef inline int king_moves(const search_rules* r, const klondike_position* p, const duty* d,
                           search_move* m) noexcept nogil:
    """The moves of kings to an empty pile, and those that empty another one; how many."""
    cdef const klondike_table* t = r.t
    cdef scene v
    cdef int found = 0, i, card, empty
    cdef bint spare
    look_for(r, p, &v)
    spare = enough_empty(r, p, &v)
    empty = lowest_bit(v.piles.empty)
    for i in range(t.piles):
        if p.size[i] == 0:
            continue
        card = card_at(p, i, p.run[i] - 1)
        if rank_of(card) == KINGS:
            if p.run[i] < p.size[i]:
                found = put(m, found, move_of(i, empty, p.run[i], value_of(card)), 0, FREE, 0, 0,
                            60)
        elif p.run[i] == p.size[i] and not spare:
            found = put_each(m, found, move_of(i, 0, p.run[i], value_of(card)),
                             v.piles.piles[is_red(card)][rank_of(card)], 0, KING, 0, 0, 10)
    for i in range(v.reached):
        card = talon_card(t, p, v.sizes[i] - 1)
        if rank_of(card) == KINGS:
            found = put(m, found, move_of(WASTE, empty, 1, value_of(card)), v.sizes[i],
                        COVER if r.stock_in_time else FREE, empty, 0, 20)
    return from_home(r, p, &v, d, m, found)


cdef inline int homeward_moves(const search_rules* r, const klondike_position* p, const duty* d,
                               search_move* m) noexcept nogil:
    """The moves to the foundations that a duty asks for; how many."""
    cdef const klondike_table* t = r.t
    cdef uint8_t[128] sizes
    cdef int reached = reached_sizes(r, p, sizes), found = 0, i, value, kind
    if d.kind == TOP_HOME:
        value = value_of(p.top[d.pile])
        if goes_home(t, p, value):
            return put(m, 0, move_of(d.pile, FOUNDATION, 1, value), 0, FREE, 0, 0, 0)
        # The talon feeds the foundation first.
        for i in range(reached):
            value = value_of(talon_card(t, p, sizes[i] - 1))
            if value // 13 == value_of(p.top[d.pile]) // 13 and goes_home(t, p, value):
                found = put(m, found, move_of(WASTE, FOUNDATION, 1, value), sizes[i], TOP_HOME,
                            d.pile, 0, 0)
        return found
    value = d.value + 1
    if value % 13 == 0:
        return found
    for i in range(t.piles):
        if p.size[i] > 0 and value_of(p.top[i]) == value:
            found = put(m, found, move_of(i, FOUNDATION, 1, value), 0, FREE, 0, 0, 0)
    for i in range(reached):
        if value_of(talon_card(t, p, sizes[i] - 1)) == value:
            kind = FREE if is_safe(t, p, value) else NEXT_HOME
            found = put(m, found, move_of(WASTE, FOUNDATION, 1, value), sizes[i], kind, 0, value,
                        0)
    return found


cdef inline int search_moves(const search_rules* r, const klondike_position* p, const duty* d,
                             search_move* m) noexcept nogil:
    """The moves that a search has to try where none is forced; how many."""
    if d.kind == FREE:
        return free_moves(r, p, m)
    if d.kind == COVER or d.kind == BACK:
        return covering_moves(r, p, d, m)
    if d.kind == KING:
        return king_moves(r, p, d, m)
    return homeward_moves(r, p, d, m)


cdef inline int all_search_moves(const search_rules* r, const klondike_position* p, const duty* d,
                                 search_move* m) noexcept nogil:
    """The forced move, or else the moves that a search has to try; how many."""
    if d.kind == FREE and forced_move(r, p, m):
        return 1
    return search_moves(r, p, d, m)
