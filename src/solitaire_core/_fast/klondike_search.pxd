"""What a search of the Klondike family moves by: moves with the turns that lead to them.

A search does not turn the stock. It asks which cards of the talon can be brought to the top of
the waste by turning and redealing, and one of its moves plays such a card from there, whatever
turns it takes. Nor does it try what it can do later as well: a move may come with a duty, that
says what has to follow at once. Each of these rules can be switched off, and is argued in
docs/solving-klondike.md.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_generation cimport fits, is_safe, look_around, waiting
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, MOST_PILES, NO_VALUE, STOCK
from solitaire_core._fast.klondike_kernel cimport TO, WASTE, card_at, card_goes_home
from solitaire_core._fast.klondike_kernel cimport card_key, comes_back, count_of
from solitaire_core._fast.klondike_kernel cimport goes_home, goes_on, is_red, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, klondike_undo, make, mixed
from solitaire_core._fast.klondike_kernel cimport move_count, move_from, move_of, move_to
from solitaire_core._fast.klondike_kernel cimport move_value, rank_of, unmake, value_of

cdef extern from "bits.h":
    int lowest_bit(uint64_t x) noexcept nogil

cdef enum:
    MOST_SEARCH_MOVES = 2048

    # What a move has to be followed by.
    FREE = 0            # nothing
    COVER = 1           # a card on the pile, on which one was laid from the waste
    BACK = 2            # a card on the pile, on which one came back; or more come back first
    NEXT_HOME = 3       # the next card of the suit goes to the foundations
    TOP_HOME = 4        # the top card of the pile goes to the foundations
    KING = 5            # a king goes to an empty pile, or another pile is emptied first


ctypedef struct search_rules:
    # What never changes during a search.
    const klondike_table* t
    bint all_turn_up        # every card of the talon can be played, again and again
    bint safe_moves
    bint stock_in_time
    bint home_first
    bint back_in_time
    bint whole_runs
    bint spare_piles
    bint empty_in_time
    bint waste_sizes
    bint loose_tails
    bint second_hash        # recognise positions by another hash


ctypedef struct duty:
    uint8_t kind
    uint8_t pile
    uint8_t value
    uint8_t host            # of BACK: a pile that has to be covered as well, plus one, or 0


ctypedef struct search_move:
    uint32_t move       # of klondike_kernel
    uint8_t waste       # cards on the waste when a card is played from it
    duty then
    int16_t worth       # the better moves have more


ctypedef struct search_undo:
    klondike_undo undo
    uint32_t passed
    uint8_t waste


cdef inline bint rows_left(const klondike_table* t, const klondike_position* p) noexcept nogil:
    """Whether cards are still to be dealt onto the piles, one after the other."""
    return t.deals and p.stock > 0


# ---- the talon -----------------------------------------------------------------------

cdef inline int talon_card(const klondike_table* t, const klondike_position* p,
                           int i) noexcept nogil:
    """The i-th card of those left in waste and stock, from the bottom of the waste."""
    return t.card[p.talon[i if i < p.waste else t.talon - p.stock - p.waste + i]]


cdef inline void set_waste(const klondike_table* t, klondike_position* p,
                           int waste) noexcept nogil:
    """Turn cards, or turn them back, until so many are on the waste."""
    cdef int gap = t.talon - p.stock - p.waste, i
    if waste > p.waste:
        if gap:
            for i in range(p.waste, waste):
                p.talon[i] = p.talon[i + gap]
    elif gap:
        for i in range(p.waste - 1, waste - 1, -1):
            p.talon[i + gap] = p.talon[i]
    p.stock += p.waste - waste
    p.waste = waste


cdef inline bint in_this_pass(const klondike_table* t, const klondike_position* p,
                              int waste) noexcept nogil:
    """Whether turning alone brings the waste to such a size."""
    return waste >= p.waste and ((waste - p.waste) % t.draw == 0
                                 or waste == p.waste + p.stock)


cdef inline int reached_sizes(const search_rules* r, const klondike_position* p,
                              uint8_t* sizes) noexcept nogil:
    """The sizes of the waste that turns and redeals lead to; how many.

    First those of this pass, in their order; then those of the next one.
    """
    cdef const klondike_table* t = r.t
    cdef int total = p.waste + p.stock, size, count = 0
    if total == 0 or t.deals:
        return 0
    size = p.waste if p.waste > 0 else min(t.draw, total)
    while True:
        sizes[count] = size
        count += 1
        if size == total:
            break
        size = min(size + t.draw, total)
    if p.waste > 0 and (t.passes == 0 or p.passed + 1 < t.passes):
        size = min(t.draw, total)
        while size < total:
            if not in_this_pass(t, p, size):
                sizes[count] = size
                count += 1
            size += t.draw
    return count


cdef inline int turns_to(const klondike_table* t, const klondike_position* p, int waste,
                         bint* redeal) noexcept nogil:
    """How many turns and redeals bring the waste to a size; -1 if none do."""
    cdef int total = p.waste + p.stock
    redeal[0] = False
    if in_this_pass(t, p, waste):
        return (waste - p.waste + t.draw - 1) // t.draw
    if t.passes != 0 and p.passed + 1 >= t.passes or waste % t.draw != 0 and waste != total:
        return -1
    redeal[0] = True
    return (p.stock + t.draw - 1) // t.draw + 1 + (waste + t.draw - 1) // t.draw


cdef inline int cost_of(const search_rules* r, const klondike_position* p,
                        const search_move* m) noexcept nogil:
    """How many moves of the rules a move of the search is."""
    cdef bint redeal
    if m.waste == 0:
        return 1
    return 1 + turns_to(r.t, p, m.waste, &redeal)


# ---- making moves --------------------------------------------------------------------

cdef inline void apply(const search_rules* r, klondike_position* p, const search_move* m,
                       search_undo* u) noexcept nogil:
    """Make a move of the search, with the turns before it."""
    u.waste = p.waste
    u.passed = p.passed
    if move_from(m.move) == WASTE and move_value(m.move) != NO_VALUE:
        if not in_this_pass(r.t, p, m.waste):
            p.passed += 1
        set_waste(r.t, p, m.waste)
    make(r.t, p, m.move, &u.undo)


cdef inline void take_back(const search_rules* r, klondike_position* p,
                           const search_undo* u) noexcept nogil:
    unmake(r.t, p, &u.undo)
    if move_from(u.undo.move) == WASTE and move_value(u.undo.move) != NO_VALUE:
        set_waste(r.t, p, u.waste)
        p.passed = u.passed


cdef inline int ladder_of(int card) noexcept nogil:
    """Which of the two ladders of alternating colours a card belongs to."""
    return (is_red(card) ^ rank_of(card)) & 1


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


cdef inline uint64_t loose_key(int card) noexcept nogil:
    """The part of a card in the hash of a tail, at any height."""
    return mixed((<uint64_t> 1 << 22 | (card & 63)) * <uint64_t> 0x9E3779B97F4A7C15)


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


# ---- which moves ---------------------------------------------------------------------

cdef inline bint cards_wait_for(const klondike_table* t, const waiting* w,
                                int card) noexcept nogil:
    return w.piles[is_red(card)][rank_of(card)] != 0


cdef inline int one_of(const search_rules* r, int piles, bint rows) noexcept nogil:
    """One of the piles that wait for the same card, where they are as good as each other.

    What hangs on one of them can hang on the other as long as one of them waits.
    """
    return piles & -piles if r.loose_tails and not rows else piles


cdef inline int put(search_move* m, int found, uint32_t move, int waste, int kind, int pile,
                    int value, int worth, int host=0) noexcept nogil:
    m[found].move = move
    m[found].waste = waste
    m[found].then.kind = kind
    m[found].then.pile = pile
    m[found].then.value = value
    m[found].then.host = host
    m[found].worth = worth
    return found + 1


cdef inline int kings_without_base(const klondike_table* t,
                                   const klondike_position* p) noexcept nogil:
    """How many kings lie neither at the bottom of a pile nor on the foundations."""
    cdef int kings = 4 * t.decks, i, suit, card, _
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


cdef inline int safe_move(const search_rules* r, const klondike_position* p, const uint8_t* sizes,
                          int count, search_move* m) noexcept nogil:
    """A move to the foundations that can do no harm, if there is one; how many."""
    cdef const klondike_table* t = r.t
    cdef int i, card, value
    for i in range(t.piles):
        if p.size[i] > 0:
            if card_goes_home(t, p, p.top[i]) and is_safe(t, p, value_of(p.top[i])):
                value = value_of(p.top[i])
                return put(m, 0, move_of(i, FOUNDATION, 1, value), 0, FREE, 0, 0, 0)
    if r.all_turn_up:
        for i in range(count):
            card = talon_card(t, p, sizes[i] - 1)
            value = value_of(card)
            if card_goes_home(t, p, card) and is_safe(t, p, value):
                return put(m, 0, move_of(WASTE, FOUNDATION, 1, value), sizes[i], FREE, 0, 0, 0)
    return 0


cdef inline int home_move(const search_rules* r, const klondike_position* p,
                          search_move* m) noexcept nogil:
    """A move to the foundations that can be taken back at any time, if there is one; how many."""
    cdef const klondike_table* t = r.t
    cdef int i, k, card, under, to
    for i in range(t.piles):
        if p.run[i] < 2:
            continue
        card = p.top[i]
        if card_goes_home(t, p, card):
            return put(m, 0, move_of(i, FOUNDATION, 1, value_of(card)), 0, FREE, 0, 0, 0)
        if not r.whole_runs or t.singles:
            continue
        # A card inside the run, when what hangs on it can hang elsewhere.
        for k in range(1, p.run[i] - 1):
            under = p.below[card]
            if card_goes_home(t, p, under):
                for to in range(t.piles):
                    if p.size[to] > 0 and goes_on(card, p.top[to]):
                        return put(m, 0, move_of(i, to, k, value_of(card)), 0, TOP_HOME, i, 0,
                                   0)
            card = under
    return 0


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
    to do with each other come in the order of their suits.
    """
    cdef const klondike_table* t = r.t
    cdef int suit, rank, value, to, pile, host = 0
    cdef bint any_order = d.kind != BACK, next_one
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
            if not any_order and suit <= d.value // 13 and value != d.value - 1:
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


cdef inline int forced_move(const search_rules* r, const klondike_position* p,
                            search_move* m) noexcept nogil:
    """A move that can be made at once whatever else there is; 1 if there is one, else 0.

    It does no harm, or can be taken back: the position and the one after it are as good as each
    other.
    """
    cdef uint8_t[128] sizes
    cdef int reached = reached_sizes(r, p, sizes) if r.all_turn_up else 0
    if r.safe_moves and safe_move(r, p, sizes, reached, m):
        return 1
    if r.home_first and not rows_left(r.t, p):
        return home_move(r, p, m)
    return 0


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
        spare = kings_without_base(t, p) <= bits(w.empty)
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


cdef inline int bits(int x) noexcept nogil:
    cdef int count = 0
    while x:
        x &= x - 1
        count += 1
    return count


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
            spare = kings_without_base(t, p) <= bits(w.empty)
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
                r.spare_piles and kings_without_base(t, p) <= bits(w.empty)):
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
