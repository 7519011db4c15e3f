"""What tells positions of a search of the Klondike family apart, and what does not count."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_kernel cimport card_key, is_red, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, mixed, rank_of
from solitaire_core._fast.klondike_search cimport BACK, COVER, FREE, KING, NEXT_HOME, TOP_HOME
from solitaire_core._fast.klondike_search cimport duty, rows_left, search_rules, talon_card


cdef inline int ladder_of(int card) noexcept nogil:
    """Which of the two ladders of alternating colours a card belongs to."""
    return (is_red(card) ^ rank_of(card)) & 1


cdef inline uint64_t loose_key(int card) noexcept nogil:
    """The part of a card in the hash of a tail, at any height."""
    return mixed((<uint64_t> 1 << 22 | (card & 63)) * <uint64_t> 0x9E3779B97F4A7C15)


cdef inline uint64_t key_of_loose_piles(const klondike_table* t,
                                        const klondike_position* p) noexcept nogil:
    """A hash of the piles that does not tell apart what moves freely.

    Where a card of some rank and colour lies uncovered, all that hangs on cards of this rank and
    colour can change places. Such tails are cut off, and hashed as a heap.
    """
    cdef uint32_t[2] uncovered
    cdef uint64_t key = 0, pile, tail
    cdef int i, card, base, height, ladder, hosts
    uncovered[0] = uncovered[1] = 0
    for i in range(t.piles):
        if p.size[i] > 0:
            uncovered[ladder_of(p.top[i])] |= 1 << rank_of(p.top[i])
    for i in range(t.piles):
        pile = p.hash[i]
        if p.run[i] > 1:
            card = p.top[i]
            ladder = ladder_of(card)
            base = rank_of(card) + p.run[i] - 1
            hosts = uncovered[ladder] & ((2 << base) - (2 << rank_of(card)))
            height = p.size[i] - 1
            tail = 0
            while hosts != 0:
                tail += loose_key(card)
                pile ^= card_key(card, height)
                height -= 1
                card = p.below[card]
                if hosts >> rank_of(card) & 1:
                    hosts &= hosts - 1
                    key += mixed(tail)
                    tail = 0
        key += mixed(pile)
    return key


cdef inline uint64_t turning_key(const search_rules* r,
                                 const klondike_position* p) noexcept nogil:
    """The part of pass and waste in the hash of a position, as far as `note_waste` leaves any."""
    cdef const klondike_table* t = r.t
    cdef int part
    if t.deals or r.all_turn_up or t.passes == 0 and r.waste_sizes:
        return 0
    # The pass counts, and the waste as far as it says which sizes turns lead to.
    part = p.waste % t.draw if p.stock > 0 or p.waste == 0 else 3
    return mixed(<uint64_t> (p.passed if t.passes else 0) << 16 | part << 8
                 | (0 if r.waste_sizes else p.waste) | <uint64_t> 1 << 60)


cdef inline uint64_t chained(uint64_t hash, int card) noexcept nogil:
    return mixed((hash ^ (card & 63)) * <uint64_t> 0xD6E8FEB86659FD93 + 0x2545F491)


cdef inline uint64_t second_key(const search_rules* r, const klondike_position* p,
                                const duty* d) noexcept nogil:
    """Another hash of what `search_key` hashes, made card by card and sharing nothing with it."""
    cdef const klondike_table* t = r.t
    cdef uint64_t key = 7, part, whole
    cdef uint32_t[2] uncovered
    cdef int i, k, card
    cdef bint rows = rows_left(t, p), loose
    uncovered[0] = uncovered[1] = 0
    for i in range(t.piles):
        if r.loose_tails and not rows and p.size[i] > 0:
            uncovered[ladder_of(p.top[i])] |= 1 << rank_of(p.top[i])
    for i in range(p.waste + p.stock):
        key = chained(key, talon_card(t, p, i))
    key = mixed(key + (p.stock if t.deals else 0)) ^ turning_key(r, p) * 5
    for i in range(t.piles):
        part = whole = 11 + (i if rows else 0)
        card = p.top[i]
        for k in range(p.size[i]):
            loose = k > 0 and k < p.run[i] and uncovered[ladder_of(card)] >> rank_of(card) & 1
            if loose:
                key += mixed(part * 3)
                part = 11
            part = chained(part, card)
            whole = chained(whole, card)
            card = p.below[card]
        key += mixed(part ^ <uint64_t> p.down[i] << 32)
        if i == d.pile and d.kind in (COVER, BACK, TOP_HOME):
            key += mixed(whole + d.kind) * 9
    if d.kind == NEXT_HOME or d.kind == KING:
        key += mixed(<uint64_t> d.value << 8 | d.kind) * 9
    return key


cdef inline uint64_t search_key(const search_rules* r, const klondike_position* p,
                                const duty* d) noexcept nogil:
    """A hash of what decides whether a position can be won.

    Where the stock is turned without end, the size of the waste is left out: see `note_waste`.
    """
    cdef const klondike_table* t = r.t
    cdef uint64_t key
    cdef int i
    if r.second_hash:
        return second_key(r, p, d)
    key = mixed(p.talon_hash + (<uint64_t> p.stock if t.deals else 0))
    if rows_left(t, p):
        for i in range(t.piles):
            key += mixed(p.hash[i] + (<uint64_t> (i + 1) << 40))
    elif r.loose_tails:
        key += key_of_loose_piles(t, p)
    else:
        for i in range(t.piles):
            key += mixed(p.hash[i])
    if d.kind == FREE:
        return key ^ turning_key(r, p)
    if d.kind == NEXT_HOME or d.kind == KING:
        return key ^ turning_key(r, p) ^ mixed(<uint64_t> d.kind << 48 | d.value)
    key ^= turning_key(r, p) ^ mixed(p.hash[d.pile] + d.kind)
    return key if d.host == 0 else key ^ mixed(p.hash[d.host - 1] + 99)


cdef inline bint note_waste(const search_rules* r, const klondike_position* p, uint16_t* note,
                            bint is_new) noexcept nogil:
    """Note the waste of a position that was met before; False if it brings nothing new.

    Whoever has come to the same cards with fewer on the waste can turn until there are as many,
    if the difference is a multiple of the cards that a turn brings. Without a limit of passes,
    a waste that is a multiple itself, or all there is, can be had from any other one.
    """
    cdef const klondike_table* t = r.t
    cdef int turns, part, shift, best
    if t.deals or r.all_turn_up or not r.waste_sizes:
        return is_new
    if t.passes != 0:
        turns = p.waste // t.draw if p.stock > 0 else 0
        if not is_new and note[0] <= turns:
            return False
        note[0] = turns
        return True
    part = 0 if p.stock == 0 else p.waste % t.draw
    if is_new:
        note[0] = 63 << 8 | 63
        if part == 0:
            return True
    elif part == 0:
        return False
    shift = (part - 1) * 8
    turns = p.waste // t.draw
    best = note[0] >> shift & 255
    if best <= turns:
        return False
    note[0] = (note[0] & ~(255 << shift)) | turns << shift
    return True


cdef inline int least_waste(const search_rules* r, const klondike_position* p,
                            uint16_t note) noexcept nogil:
    """The size of the waste with which a position was met before, of those that turns join.

    It is one that turns lead to, or more than there are cards.
    """
    cdef const klondike_table* t = r.t
    cdef int part = p.waste % t.draw
    if t.passes != 0:
        return note * t.draw + part
    return (note >> (part - 1) * 8 & 255) * t.draw + part
