"""Whether a position of the Klondike family is lost because of what has to be parked where.

A vector says how many cards have left each pile. What is asked of it is only whether all cards
that have left can be somewhere at the same time: on the foundations, or hung on the cards that
are uncovered. docs/solving-klondike-relaxation.md has the argument.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_hanging cimport GIVEN_UP, LOWERED, count_all, heights
from solitaire_core._fast.klondike_hanging cimport still_hang
from solitaire_core._fast.klondike_kernel cimport KINGS, count_of, goes_on, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, mixed, rank_of
from solitaire_core._fast.klondike_parking cimport DEEPEST, MOST_LEFT, MOST_ROWS, NONE, NOTHING
from solitaire_core._fast.klondike_parking cimport STAYS, VALUES, can_be, come_back, deal_row
from solitaire_core._fast.klondike_parking cimport free_step, gather, key_after_deal, key_without
from solitaire_core._fast.klondike_parking cimport lay_bare, leave, look_through, relaxation
from solitaire_core._fast.klondike_parking cimport show_top, stay
from solitaire_core._fast.klondike_state cimport KlondikeState
from solitaire_core._fast.memory cimport Block

cdef enum:
    MOST_BITS = 1 << 16     # so many vectors or fewer are looked up in a bitmap


# ---- memory -----------------------------------------------------------------------

cdef uint64_t _table_size(uint64_t most) noexcept nogil:
    cdef uint64_t size = 64
    while size < 2 * most:
        size *= 2
    return size


cdef uint64_t relaxation_bytes(uint64_t most) noexcept nogil:
    """How much zeroed memory `relaxation_open` wants; `most` is 0 to 2**31.

    With 0 there is room for the positions of at most `MOST_BITS` vectors.
    """
    return _table_size(most) * sizeof(uint64_t) + (most + 1) * sizeof(uint32_t)


cdef void relaxation_open(relaxation* r, void* memory, uint64_t most) noexcept nogil:
    """Divide memory that is zeroed and on a boundary of eight bytes."""
    cdef uint64_t size = _table_size(most)
    r.slots = <uint64_t*> memory
    r.used = <uint32_t*> (r.slots + size)
    r.room = most
    r.mask = size - 1
    r.count = 0
    r.small = False


cdef void _forget(relaxation* r) noexcept nogil:
    """Forget all vectors seen."""
    cdef uint64_t i
    if r.small:
        memset(r.bits, 0, (r.size + 63) // 64 * 8)
        return
    for i in range(r.count):
        r.slots[r.used[i]] = 0
    r.count = 0


cdef inline bint _is_known(const relaxation* r, uint64_t key) noexcept nogil:
    """Whether a vector has been reached before."""
    cdef uint64_t slot
    if r.small:
        return r.bits[key >> 6] >> (key & 63) & 1
    slot = mixed(key) & r.mask
    while r.slots[slot] != 0:
        if r.slots[slot] == key + 1:
            return True
        slot = slot + 1 & r.mask
    return False


cdef int _remember(relaxation* r, uint64_t key) noexcept nogil:
    """Note that a vector has been reached: 1, or -1 if there is no room for it; 0 if it was."""
    cdef uint64_t slot, bit
    if r.small:
        bit = <uint64_t> 1 << (key & 63)
        if r.bits[key >> 6] & bit:
            return 0
        r.bits[key >> 6] |= bit
        return 1
    slot = mixed(key) & r.mask
    while r.slots[slot] != 0:
        if r.slots[slot] == key + 1:
            return 0
        slot = slot + 1 & r.mask
    if r.count == r.room:
        return -1
    r.slots[slot] = key + 1
    r.used[r.count] = slot
    r.count += 1
    return 1


# ---- the search -------------------------------------------------------------------

cdef inline int _value(int card) noexcept nogil:
    """What a card is here: suit << 4 | rank."""
    return card & VALUES


cdef bint _set_up(const klondike_table* t, const klondike_position* p,
                  relaxation* r) noexcept nogil:
    """Take the position apart; False if it has too many vectors."""
    cdef int i, k, card, suit, rank, home, under, place, _
    cdef uint64_t factor
    r.piles = t.piles
    r.h.decks = t.decks
    r.any_fills = t.any_fills
    r.stage = r.remaining = r.h.empty = r.rows = r.total = r.waste = r.missing = 0
    r.spare = 0
    r.h.tops[0] = r.h.tops[1] = 0
    memset(r.h.extra, 0, sizeof(r.h.extra))
    for suit in range(4):
        for rank in range(13):
            home = count_of(p.home[suit * 13 + rank])
            r.h.out[suit << 4 | rank] = home
            if t.worrying_back and rank >= t.floor[suit]:
                home = 0
            r.h.least[suit << 4 | rank] = home
    if t.deals:
        r.rows = (p.stock + t.piles - 1) // t.piles
        if r.rows > MOST_ROWS:
            return False
        for i in range(r.rows * t.piles):
            place = t.talon - p.stock + i
            r.row[i // t.piles][i % t.piles] = (
                _value(t.card[p.talon[place]]) if i < p.stock else NONE)
    else:
        r.total = r.missing = p.waste + p.stock
        r.waste = p.waste
        r.draw = t.draw
        r.again = t.passes == 0 or p.passed + 1 < <uint32_t> t.passes
        memset(r.had, 0, r.total)
        for i in range(r.total):
            place = i if i < p.waste else t.talon - p.stock + i - p.waste
            r.talon[i] = _value(t.card[p.talon[place]])
    r.size = 1
    for i in range(t.piles):
        card = p.top[i]
        r.dealt[i] = 0
        r.left[i] = 0
        if p.size[i] > 0:
            for _ in range(p.run[i] - 1):
                r.h.out[_value(card)] += 1
                card = p.below[card]
            r.left[i] = p.size[i] - p.run[i] + 1
            if r.left[i] > MOST_LEFT:
                return False
            for k in range(r.left[i] - 1, -1, -1):
                under = p.below[card]
                r.pile[i][k] = _value(card)
                if goes_on(card, under) if k > 0 else rank_of(card) == KINGS or t.any_fills:
                    r.pile[i][k] |= STAYS
                card = under
        lay_bare(r, i, 1)
        show_top(r, i)
        r.remaining += r.left[i]
        r.cards[i] = r.left[i] + 1
        r.weight[i] = r.size
        factor = r.cards[i] << r.rows
        if r.size > (<uint64_t> -1 - 1) // factor:
            return False
        r.size *= factor
        # Piles with many cards come first in the search.
        k = i
        while k > 0 and r.left[r.order[k - 1]] < r.left[i]:
            r.order[k] = r.order[k - 1]
            k -= 1
        r.order[k] = i
    if r.size > (<uint64_t> -1 - 1) // <uint64_t> (r.rows + 1):
        return False
    r.weight[t.piles] = r.size
    r.size *= r.rows + 1
    if r.remaining + t.piles * r.rows + r.rows >= DEEPEST:
        return False
    count_all(&r.h)
    return True


cdef int _start_again(relaxation* r, int level) noexcept nogil:
    """Forget all vectors but those on the way here, from each of which all is tried anew."""
    cdef int i
    _forget(r)
    for i in range(level + 1):
        r.next[i] = 0
        if _remember(r, r.key[i]) < 0:
            return False
    return True


cdef int _search(relaxation* r) noexcept nogil:
    """Look at all vectors that can be reached, depth first, until one shows a way to win.

    Stock cards that are found on the way may help vectors that were looked at before: then
    all of those are looked at anew.
    """
    cdef int level = 0, i, value
    cdef uint64_t key
    cdef const heights* before
    cdef heights* found
    cdef bint goal = False, free
    r.how[0] = GIVEN_UP
    r.next[0] = 0
    r.key[0] = r.size - 1 - r.weight[r.piles] * r.rows
    for i in range(r.piles):
        r.key[0] -= r.weight[i] * r.cards[i] * ((<uint64_t> 1 << r.rows) - 1)
    look_through(r)
    if _remember(r, r.key[0]) < 0:
        return OVER
    while True:
        i = -1
        if r.next[level] == 0:
            i = free_step(r)
        free = i >= 0
        if free:
            # Whatever can be done and found from here can be from there.
            r.next[level] = r.piles + 1
        else:
            if r.next[level] == 0:
                # Here for the first time, or for the first time since more was found.
                if r.missing > 0 and gather(r, level) and not _start_again(r, level):
                    return OVER
                goal = goal or r.remaining == 0 and r.stage == r.rows
                if goal and r.missing == 0:
                    return ALIVE
            i = r.next[level]
            if i > r.piles:
                if level == 0:
                    return DEAD
                come_back(r, level)
                level -= 1
                continue
            r.next[level] += 1
            if i < r.piles:
                i = r.order[i]
                if r.top[i] == NOTHING:
                    continue
            elif r.stage == r.rows:
                continue
        if i < r.piles:
            key = key_without(r, r.key[level], i)
        else:
            key = key_after_deal(r, r.key[level])
        if _is_known(r, key):
            continue
        r.looked += 1
        if r.looked > r.most:
            return OVER
        before = &r.lowered[level] if r.how[level] == LOWERED else NULL
        found = &r.lowered[level + 1]
        r.how[level + 1] = GIVEN_UP
        if i < r.piles:
            value = r.top[i] & VALUES
            leave(r, level + 1, i)
            if not free:
                # A card goes where there is room for it before it lays bare what was below.
                r.how[level + 1] = can_be(r, found, before, value)
                if r.how[level + 1] == 0:
                    stay(r, level + 1)
                    continue
            if r.bit[level + 1] == NONE:
                lay_bare(r, i, 1)
            if free and before != NULL:
                found[0] = before[0]
                if still_hang(&r.h, found, value):
                    r.how[level + 1] = LOWERED
        else:
            deal_row(r, level + 1)
            if before != NULL:
                found[0] = before[0]
                r.how[level + 1] = LOWERED
        level += 1
        r.key[level] = key
        r.next[level] = 0
        if _remember(r, key) < 0:
            return OVER


cdef int relax(const klondike_table* t, const klondike_position* p, relaxation* r,
               uint64_t most) noexcept nogil:
    """DEAD if the position is proved to be lost, else ALIVE, or OVER after `most` vectors.

    OVER too, at once, where there are more vectors than can be numbered.
    """
    cdef int found
    r.looked = 0
    r.most = most
    if not _set_up(t, p, r):
        return OVER
    r.small = r.size <= MOST_BITS
    if r.small:
        _forget(r)
    else:
        # No more of the memory than this call needs: what it touches stays in the cache.
        r.mask = _table_size(min(most, r.room)) - 1
    found = _search(r)
    if not r.small:
        _forget(r)
    return found


def proves_loss(KlondikeState state not None, most=1_000_000):
    """Whether a position is lost because its cards cannot all be parked.

    Parameters
    ----------
    state : KlondikeState
        Any position; it is not changed.
    most : int
        How many vectors to look at, 0 to 2**24; the memory grows with it (20 bytes each, or
        more).

    Returns
    -------
    bool or None
        True: no line wins from here. False: nothing is proved. None: nothing is proved up to
        the limit, or there are more vectors than can be numbered.
    """
    cdef uint64_t limit = whole("most", most, 0, 1 << 24)
    cdef Block own = Block(sizeof(relaxation))
    cdef relaxation* r = <relaxation*> own.data
    cdef const klondike_table* t = &state.table.data
    cdef klondike_position p = state.position
    cdef Block table
    cdef int found
    cdef uint64_t room = 0
    if _set_up(t, &p, r) and r.size > MOST_BITS:
        room = min(limit, r.size) + 1
    table = Block(relaxation_bytes(room))
    relaxation_open(r, table.data, room)
    with nogil:
        found = relax(t, &p, r, limit)
    return None if found == OVER else found == DEAD
