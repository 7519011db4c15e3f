"""Which moves a search of the Klondike family has to try.

What is left out is argued in docs/solving-klondike.md; each kind of it can be switched off.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_forced cimport forced_move, put
from solitaire_core._fast.klondike_generation cimport is_safe, look_around, waiting
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, MOST_PILES, NO_VALUE, STOCK
from solitaire_core._fast.klondike_kernel cimport WASTE, card_at, card_goes_home, comes_back
from solitaire_core._fast.klondike_kernel cimport count_of, goes_home, goes_on, is_red
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, move_of
from solitaire_core._fast.klondike_kernel cimport rank_of, value_of
from solitaire_core._fast.klondike_search cimport BACK, COVER, FREE, KING, NEXT_HOME, TOP_HOME
from solitaire_core._fast.klondike_search cimport duty, reached_sizes, rows_left, search_move
from solitaire_core._fast.klondike_search cimport search_rules, talon_card

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil
    int count_bits(uint64_t x) noexcept nogil


cdef inline int one_of(const search_rules* r, int piles, bint rows) noexcept nogil:
    """One of the piles that wait for the same card, where they are as good as each other.

    What hangs on one of them can hang on the other as long as one of them waits.
    """
    return piles & -piles if r.loose_tails and not rows else piles


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


cdef inline bint can_be_fed(const search_rules* r, const klondike_position* p, int value,
                            const uint8_t* sizes, int count) noexcept nogil:
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
        for i in range(count):
            if value_of(talon_card(t, p, sizes[i] - 1)) == below:
                there = True
                break
        if not there:
            return False
        if goes_home(t, p, below):
            return True
        if below % 13 == 0:
            return False
        below -= 1


cdef inline int runs_from(const search_rules* r, const klondike_position* p, int source, int only,
                          const waiting* w, bint spare, bint rows, const uint8_t* sizes,
                          int reached, search_move* m, int found) noexcept nogil:
    """The moves of cards of one pile to others, or to one pile only; how many there are now."""
    cdef const klondike_table* t = r.t
    cdef int run = p.run[source], size = p.size[source], count, card, to, worth, pile
    cdef int host, kind, down = p.down[source]
    card = p.top[source]
    for count in range(1, run + 1):
        to = 0
        if count == 1 or not t.singles:
            to = w.piles[is_red(card)][rank_of(card)]
            if only < 0:
                to = one_of(r, to, rows)
            if count == 1 and run == 1 and r.home_first and not rows and only < 0:
                # On a packed pile it would go home at once, as it can do from here.
                if card_goes_home(t, p, card):
                    to = 0
            if t.any_fills:
                # Where a pile stands makes no difference once the rows are dealt.
                if rows:
                    to |= w.empty
                elif count < size:
                    to |= w.empty & -w.empty
        if rank_of(card) == KINGS and (not t.any_fills or count > 1 and t.singles):
            if rows:
                to |= w.empty
            elif count < size:
                to |= w.empty & -w.empty
        if only >= 0:
            to &= 1 << only
        if to == 0:
            card = p.below[card]
            continue
        if count == run:
            if count == size:
                if spare and not rows and rank_of(card) != KINGS:
                    card = p.below[card]
                    continue
                worth = 30
            elif down == size - count:
                worth = 60
            else:
                worth = 40
            kind = FREE
            if count == size and r.empty_in_time and not rows and rank_of(card) != KINGS:
                kind = KING
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                found = put(m, found, move_of(source, pile, count, value_of(card)), 0, kind, 0, 0,
                            worth)
        else:
            host = p.below[card]
            worth = 10
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                if r.whole_runs and not rows and not t.singles and p.size[pile] > 0:
                    # The cards are as well off on one card of this rank and colour as on the
                    # other: only to play the one that they leave makes a difference.
                    if not can_be_fed(r, p, value_of(host), sizes, reached):
                        continue
                    found = put(m, found, move_of(source, pile, count, value_of(card)), 0,
                                TOP_HOME, source, 0, 50)
                else:
                    found = put(m, found, move_of(source, pile, count, value_of(card)), 0, FREE,
                                0, 0, worth)
        card = p.below[card]
    return found


cdef inline int from_talon(const search_rules* r, const klondike_position* p, const waiting* w,
                           const uint8_t* sizes, int reached, search_move* m,
                           int found) noexcept nogil:
    """The moves of cards that turns bring to the top of the waste; how many there are now."""
    cdef const klondike_table* t = r.t
    cdef int i, card, value, to, pile
    cdef int cover = COVER if r.stock_in_time else FREE
    cdef int home = NEXT_HOME if r.stock_in_time else FREE
    for i in range(reached):
        card = talon_card(t, p, sizes[i] - 1)
        value = value_of(card)
        if card_goes_home(t, p, card):
            found = put(m, found, move_of(WASTE, FOUNDATION, 1, value), sizes[i],
                        home, 0, value, 35)
        to = one_of(r, w.piles[is_red(card)][rank_of(card)], False)
        if r.home_first and home == FREE and card_goes_home(t, p, card):
            # On a packed pile it would go home at once.
            to = 0
        if t.any_fills or rank_of(card) == KINGS:
            to |= w.empty & -w.empty
        while to != 0:
            pile = lowest_bit(to)
            to &= to - 1
            found = put(m, found, move_of(WASTE, pile, 1, value), sizes[i],
                        cover, pile, 0, 20)
    return found


cdef inline int from_home(const search_rules* r, const klondike_position* p, const waiting* w,
                          const duty* d, bint rows, search_move* m, int found) noexcept nogil:
    """The moves of cards that come back from the foundations; how many there are now.

    Cards that come back do so for what comes after them. Two of them in a row that have nothing
    to do with each other come in the order of their suits, and from the king down.
    """
    cdef const klondike_table* t = r.t
    cdef int suit, rank, value, to, pile, host = 0
    cdef bint any_order = d.kind != BACK
    if not t.worrying_back or p.at_home == 0:
        return found
    if d.kind == COVER:
        host = d.pile + 1
    elif d.kind == BACK:
        host = d.host
    for suit in range(4):
        for rank in range(t.floor[suit], 13):
            value = suit * 13 + rank
            if p.home[value] == 0:
                break
            if not comes_back(p, value):
                continue
            to = w.piles[is_red(suit << 4)][rank]
            if any_order and d.kind == FREE:
                to = one_of(r, to, rows)
            if t.any_fills or rank == KINGS:
                to |= w.empty if rows else w.empty & -w.empty
            if not any_order and (suit < d.value // 13
                                  or suit == d.value // 13 and value > d.value):
                to &= 1 << d.pile
            if to == 0 or r.safe_moves and is_safe(t, p, value):
                continue
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                found = put(m, found, move_of(FOUNDATION, pile, 1, value), 0,
                            BACK if r.back_in_time and not rows else FREE, pile, value, -20,
                            0 if host == pile + 1 else host)
    return found


cdef inline int free_moves(const search_rules* r, const klondike_position* p,
                           search_move* m) noexcept nogil:
    """The moves where no duty is left; how many."""
    cdef const klondike_table* t = r.t
    cdef bint rows = rows_left(t, p), spare = False
    cdef uint8_t[128] sizes
    cdef waiting w
    cdef int reached = reached_sizes(r, p, sizes), found = 0, i, card, value, worth
    cdef duty free
    free.kind = FREE
    look_around(t, p, &w)
    if r.spare_piles and w.empty and not t.any_fills and not rows:
        spare = kings_without_base(t, p) <= count_bits(w.empty)
    for i in range(t.piles):
        if p.size[i] == 0:
            continue
        card = p.top[i]
        value = value_of(card)
        if card_goes_home(t, p, card):
            worth = 70 if p.down[i] == p.size[i] - 1 else 45
            found = put(m, found, move_of(i, FOUNDATION, 1, value), 0, FREE, 0, 0, worth)
        found = runs_from(r, p, i, -1, &w, spare, rows, sizes, reached, m, found)
    found = from_talon(r, p, &w, sizes, reached, m, found)
    found = from_home(r, p, &w, &free, rows, m, found)
    if rows:
        found = put(m, found, move_of(STOCK, STOCK, 0, NO_VALUE), 0, FREE, 0, 0, 0)
    return found


cdef inline int covering_moves(const search_rules* r, const klondike_position* p, const duty* d,
                               search_move* m) noexcept nogil:
    """The moves that put a card on a pile, and those that make them possible; how many."""
    cdef const klondike_table* t = r.t
    cdef bint rows = rows_left(t, p), spare = False
    cdef uint8_t[128] sizes
    cdef waiting w
    cdef int reached = reached_sizes(r, p, sizes), found = 0, i, card, to, pile
    cdef int kind = COVER if r.stock_in_time else FREE
    look_around(t, p, &w)
    if d.kind == COVER or d.host == 0:
        if r.spare_piles and w.empty and not t.any_fills and not rows:
            spare = kings_without_base(t, p) <= count_bits(w.empty)
        for i in range(t.piles):
            if i != d.pile and p.size[i] > 0:
                found = runs_from(r, p, i, d.pile, &w, spare, rows, sizes, reached, m, found)
        for i in range(reached):
            card = talon_card(t, p, sizes[i] - 1)
            if goes_on(card, p.top[d.pile]):
                found = put(m, found, move_of(WASTE, d.pile, 1, value_of(card)), sizes[i], kind,
                            d.pile, 0, 20)
    if d.kind == BACK and r.stock_in_time:
        # A card from the waste may be what the next one needs that comes back.
        for i in range(reached):
            card = talon_card(t, p, sizes[i] - 1)
            to = w.piles[is_red(card)][rank_of(card)]
            if rank_of(card) == KINGS:
                to |= w.empty & -w.empty
            to = to & 1 << d.host - 1 if d.host else to & ~(1 << d.pile)
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                found = put(m, found, move_of(WASTE, pile, 1, value_of(card)), sizes[i], BACK,
                            d.pile, d.value, 20, pile + 1)
    return from_home(r, p, &w, d, rows, m, found)


cdef inline int king_moves(const search_rules* r, const klondike_position* p,
                           search_move* m) noexcept nogil:
    """The moves of kings to an empty pile, and those that empty another one; how many."""
    cdef const klondike_table* t = r.t
    cdef uint8_t[128] sizes
    cdef waiting w
    cdef duty free
    cdef int reached = reached_sizes(r, p, sizes), found = 0, i, k, card, empty, before
    look_around(t, p, &w)
    empty = lowest_bit(w.empty)
    for i in range(t.piles):
        if p.size[i] == 0:
            continue
        card = card_at(p, i, p.run[i] - 1)
        if rank_of(card) == KINGS:
            if p.run[i] < p.size[i]:
                found = put(m, found, move_of(i, empty, p.run[i], value_of(card)), 0, FREE, 0, 0,
                            60)
        elif p.run[i] == p.size[i] and not (
                r.spare_piles and kings_without_base(t, p) <= count_bits(w.empty)):
            before = w.piles[is_red(card)][rank_of(card)]
            while before != 0:
                k = lowest_bit(before)
                before &= before - 1
                found = put(m, found, move_of(i, k, p.run[i], value_of(card)), 0, KING, 0, 0, 10)
    for i in range(reached):
        card = talon_card(t, p, sizes[i] - 1)
        if rank_of(card) == KINGS:
            found = put(m, found, move_of(WASTE, empty, 1, value_of(card)), sizes[i],
                        COVER if r.stock_in_time else FREE, empty, 0, 20)
    # Of the cards that come back only kings, and to that pile only.
    free.kind = FREE
    memset(w.piles, 0, sizeof(w.piles))
    return from_home(r, p, &w, &free, False, m, found)


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
        return king_moves(r, p, m)
    return homeward_moves(r, p, d, m)


cdef inline int all_search_moves(const search_rules* r, const klondike_position* p, const duty* d,
                                 search_move* m) noexcept nogil:
    """The forced move, or else the moves that a search has to try; how many."""
    if d.kind == FREE and forced_move(r, p, m):
        return 1
    return search_moves(r, p, d, m)
