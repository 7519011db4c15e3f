"""Cards that come back from the foundations in a search of the Klondike family."""

from libc.stdint cimport uint32_t, uint64_t

from solitaire_core._fast.klondike_forced cimport put
from solitaire_core._fast.klondike_generation cimport is_safe
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, comes_back, goes_on, is_red
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, move_of
from solitaire_core._fast.klondike_keys cimport ladder_of
from solitaire_core._fast.klondike_scene cimport empty_piles, height_of, note_covers, one_of, scene
from solitaire_core._fast.klondike_search cimport BACK, COVER, FREE, KING, duty, search_move
from solitaire_core._fast.klondike_search cimport search_rules

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil


cdef inline bint leads_on(const klondike_table* t, const scene* v, const uint32_t* covers,
                          int card, int pile) noexcept nogil:
    """Whether a card that comes back to a pile can be covered, or another one come after it.

    In a game of one deck. Where not, the duty that it brings cannot be fulfilled.
    """
    cdef int rank = card & 15, suit, back, others = ~(1 << pile)
    if rank > 0 and covers[ladder_of(card)] >> (rank - 1) & 1:
        return True
    for suit in range(4):
        back = rank - 1 if suit == card >> 4 else height_of(v, suit) - 1
        if back < t.floor[suit]:
            continue
        if goes_on(suit << 4 | back, card):
            return True
        # Those of earlier suits come before it, unless it is their host.
        if suit < card >> 4:
            continue
        if v.piles.piles[is_red(suit << 4)][back] & others:
            return True
        if (t.any_fills or back == KINGS) and v.piles.empty & others:
            return True
    return False


cdef inline int from_home(const search_rules* r, const klondike_position* p, const scene* v,
                          const duty* d, search_move* m, int found) noexcept nogil:
    """The moves of cards that come back from the foundations; how many there are now.

    Cards that come back do so for what comes after them. Two of them in a row that have nothing
    to do with each other come in the order of their suits, and from the king down.
    """
    cdef const klondike_table* t = r.t
    cdef uint32_t[2] covers
    cdef int suit, rank, end, value, to, pile, host = 0
    cdef int kind = BACK if r.back_in_time and not v.rows else FREE
    # With a card of the waste to be covered there is more that can follow.
    cdef bint looks_on = r.dead_ends and kind == BACK and t.decks == 1 and not r.stock_in_time
    cdef bint noted = False
    if not t.worrying_back or p.at_home == 0:
        return found
    if d.kind == COVER:
        host = d.pile + 1
    elif d.kind == BACK:
        host = d.host
    for suit in range(4):
        rank = t.floor[suit]
        end = 13
        if t.decks == 1:
            end = height_of(v, suit)
            rank = max(rank, end - 1)
        for rank in range(rank, end):
            value = suit * 13 + rank
            if p.home[value] == 0:
                break
            if not comes_back(p, value):
                continue
            # To empty a pile is for kings alone.
            to = 0 if d.kind == KING else v.piles.piles[is_red(suit << 4)][rank]
            if d.kind == FREE:
                to = one_of(r, to, v.rows)
            if t.any_fills or rank == KINGS:
                to |= empty_piles(v)
            if d.kind == BACK and (suit < d.value // 13
                                   or suit == d.value // 13 and value > d.value):
                to &= 1 << d.pile
            if to == 0 or r.safe_moves and is_safe(t, p, value):
                continue
            if looks_on and not noted:
                note_covers(t, p, v, covers)
                noted = True
            while to != 0:
                pile = lowest_bit(to)
                to &= to - 1
                if looks_on and not leads_on(t, v, covers, suit << 4 | rank, pile):
                    continue
                found = put(m, found, move_of(FOUNDATION, pile, 1, value), 0, kind, pile, value,
                            -20, 0 if host == pile + 1 else host)
    return found
