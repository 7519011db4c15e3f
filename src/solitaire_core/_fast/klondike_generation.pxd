"""Which moves a position of the Klondike family has, which are safe, and how a game stands."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, MOST_PILES, NO_VALUE
from solitaire_core._fast.klondike_kernel cimport STOCK, TO, WASTE, card_at, comes_back
from solitaire_core._fast.klondike_kernel cimport count_of, goes_home, goes_on, is_red
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport move_count, move_from, move_of, move_to
from solitaire_core._fast.klondike_kernel cimport move_value, rank_of, value_of, waste_card

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil

cdef enum:
    MOST_MOVES = 1024

    ONGOING = 0
    WON = 1
    LOST = 2


cdef inline bint may_redeal(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """Whether the waste can be turned over."""
    return (p.stock == 0 and p.waste > 0 and not t.deals
            and (t.passes == 0 or p.passed + 1 < t.passes))


cdef inline bint fits(const klondike_table* t, const klondike_position* p, int card,
                      int pile) noexcept nogil:
    """Whether a single card goes on a pile."""
    if p.size[pile] == 0:
        return t.any_fills or rank_of(card) == KINGS
    return goes_on(card, p.top[pile])


cdef struct waiting:
    # The piles on which a card goes, as bits: by colour (1 for red) and rank.
    uint16_t[2][16] piles
    uint16_t empty


cdef inline void look_around(const klondike_table* t, const klondike_position* p,
                             waiting* w) noexcept nogil:
    """Note what each pile waits for."""
    cdef int pile, top
    memset(w, 0, sizeof(waiting))
    for pile in range(t.piles):
        if p.size[pile] == 0:
            w.empty |= 1 << pile
            continue
        top = p.top[pile]
        # Nothing has the rank below an ace's; that entry is never asked for.
        w.piles[not is_red(top)][rank_of(top) - 1 & 15] |= 1 << pile


cdef inline int moves_to(uint32_t move, int piles, uint32_t* moves) noexcept nogil:
    """A move to each pile of a set, `move` being the one to pile 0; how many."""
    cdef int found = 0
    while piles != 0:
        moves[found] = move | <uint32_t> lowest_bit(piles) << TO
        piles &= piles - 1
        found += 1
    return found


cdef inline int all_moves(const klondike_table* t, const klondike_position* p,
                          uint32_t* moves) noexcept nogil:
    """Every legal move, pointless ones included; how many.

    Pile after pile, each first to the foundations and then with one card, two cards and so
    on; then the waste, what comes back from the foundations, and the stock.
    """
    cdef int found = 0, pile, card, value, suit, rank, count, to
    cdef waiting w
    look_around(t, p, &w)
    for pile in range(t.piles):
        if p.size[pile] == 0:
            continue
        card = p.top[pile]
        value = value_of(card)
        if goes_home(t, p, value):
            moves[found] = move_of(pile, FOUNDATION, 1, value)
            found += 1
        for count in range(1, p.run[pile] + 1):
            to = 0
            if count == 1 or not t.singles:
                to = w.piles[is_red(card)][rank_of(card)]
                if t.any_fills:
                    to |= w.empty
            if rank_of(card) == KINGS:
                to |= w.empty
            if to != 0:
                found += moves_to(move_of(pile, 0, count, value_of(card)), to, moves + found)
            card = p.below[card]
    if p.waste > 0:
        card = waste_card(t, p)
        value = value_of(card)
        if goes_home(t, p, value):
            moves[found] = move_of(WASTE, FOUNDATION, 1, value)
            found += 1
        to = w.piles[is_red(card)][rank_of(card)]
        if t.any_fills or rank_of(card) == KINGS:
            to |= w.empty
        found += moves_to(move_of(WASTE, 0, 1, value), to, moves + found)
    if t.worrying_back and p.at_home > 0:
        for suit in range(4):
            for rank in range(t.floor[suit], 13):
                value = suit * 13 + rank
                if p.home[value] == 0:
                    break
                if not comes_back(p, value):
                    continue
                to = w.piles[is_red(suit << 4)][rank]
                if t.any_fills or rank == KINGS:
                    to |= w.empty
                found += moves_to(move_of(FOUNDATION, 0, 1, value), to, moves + found)
    if p.stock > 0:
        moves[found] = move_of(STOCK, STOCK if t.deals else WASTE, 0, NO_VALUE)
        found += 1
    elif may_redeal(t, p):
        moves[found] = move_of(WASTE, STOCK, 0, NO_VALUE)
        found += 1
    return found


cdef inline bint is_legal(const klondike_table* t, const klondike_position* p,
                          uint32_t move) noexcept nogil:
    """Whether a move is among all moves; it may be one of another position or game."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move)
    cdef int card, value = move_value(move)
    if value == NO_VALUE:
        if source == WASTE:
            return may_redeal(t, p)
        return p.stock > 0 and (to == STOCK) == t.deals
    if source < MOST_PILES:
        if source >= t.piles or count > p.run[source]:
            return False
        card = card_at(p, source, count - 1)
    elif source == WASTE:
        if p.waste == 0:
            return False
        card = waste_card(t, p)
    else:
        if not t.worrying_back or value % 13 < t.floor[value // 13] or not comes_back(p, value):
            return False
        card = (value // 13) << 4 | value % 13
    if value_of(card) != value:
        return False
    if to == FOUNDATION:
        return count == 1 and source != FOUNDATION and goes_home(t, p, value)
    if to >= t.piles or to == source:
        return False
    if t.singles and count > 1 and (p.size[to] > 0 or rank_of(card) != KINGS):
        return False
    return fits(t, p, card, to)


cdef inline bint is_safe(const klondike_table* t, const klondike_position* p,
                         int value) noexcept nogil:
    """Whether a card that may go to the foundations is of no more use in the tableau."""
    cdef int suit = value // 13, rank = value % 13 + 1, other, least
    for other in range(4):
        if other == suit:
            least = rank - 1
        elif (other ^ other >> 1) & 1 == (suit ^ suit >> 1) & 1:
            least = rank - 3
        else:
            least = rank - 2
        if least > 0 and count_of(p.home[other * 13 + least - 1]) < t.decks:
            return False
    return True


cdef inline bint is_safe_move(const klondike_table* t, const klondike_position* p,
                              uint32_t move) noexcept nogil:
    """Whether a legal move to the foundations can do no harm.

    A card of the waste that leaves changes which cards later turns of two or three bring to the
    top, unless it is the last card of all, or no other turn is to come.
    """
    if move_from(move) == WASTE and t.draw > 1 and p.stock > 0:
        if t.passes == 0 or p.passed + 1 < t.passes:
            return False
    return is_safe(t, p, move_value(move))


cdef inline bint can_play(const klondike_table* t, const klondike_position* p,
                          int card) noexcept nogil:
    """Whether a card of the waste could be played now."""
    cdef int to
    if goes_home(t, p, value_of(card)):
        return True
    for to in range(t.piles):
        if fits(t, p, card, to):
            return True
    return False


cdef inline int outcome_of(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """Whether the game is won, lost by the rules, or goes on."""
    cdef uint32_t[MOST_MOVES] moves
    cdef int count, size, total, _, place
    cdef bint once_more
    if p.at_home == t.cards:
        return WON
    count = all_moves(t, p, moves)
    if count == 0:
        return LOST
    if count > 1 or move_value(moves[0]) != NO_VALUE or t.deals:
        return ONGOING
    # Only the stock can be turned, or turned over: does a card come up that can be played?
    total = p.waste + p.stock
    size = p.waste
    once_more = t.passes == 0 or p.passed + 1 < t.passes
    for _ in range(2):
        while size < total:
            size = min(size + t.draw, total)
            place = (p.talon[size - 1] if size <= p.waste
                     else p.talon[t.talon - p.stock + size - 1 - p.waste])
            if can_play(t, p, t.card[place]):
                return ONGOING
        if not once_more:
            break
        size = 0
    return LOST


cdef inline bint leaves_alike(const klondike_position* p, int source, int to,
                              int count) noexcept nogil:
    """Whether what such a move leaves on its pile is alike to what it is laid on."""
    cdef int left = p.size[source] - count, one, other
    if left != p.size[to] or p.down[source] != p.down[to] or p.down[source] == left:
        return False
    one = card_at(p, source, count)
    other = p.top[to]
    while left > 0:
        if value_of(one) != value_of(other):
            return False
        one = p.below[one]
        other = p.below[other]
        left -= 1
    return True


cdef inline int useful_moves(const klondike_table* t, const klondike_position* p,
                             uint32_t* moves) noexcept nogil:
    """The legal moves without those that change nothing for a search; how many.

    Unless the stock is still to be dealt onto the piles one after the other, it makes no
    difference which of several empty piles is filled, nor where a whole pile stands, nor on
    which of two piles that are alike a run lies: what is left out leads to a position that
    another move leads to, or to the present one, with the piles in another order.
    """
    cdef int count = all_moves(t, p, moves), kept = 0, i, to, source, empty = -1
    if t.deals and p.stock > 0:
        return count
    for i in range(t.piles):
        if p.size[i] == 0:
            empty = i
            break
    for i in range(count):
        source = move_from(moves[i])
        to = move_to(moves[i])
        if move_value(moves[i]) != NO_VALUE and to < MOST_PILES and p.size[to] == 0:
            if to != empty:
                continue
            if source < MOST_PILES and move_count(moves[i]) == p.size[source]:
                continue
        elif source < MOST_PILES and to < MOST_PILES:
            if leaves_alike(p, source, to, move_count(moves[i])):
                continue
        moves[kept] = moves[i]
        kept += 1
    return kept
