"""The lattice of removed sets of a cover layout: built once, then read by every kernel.

The layout of the tables is described in peaks_lattice.h.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from solitaire_core._fast.checks cimport plain_int, whole


@cython.final
cdef class Covers:
    """A cover relation over the places 0 .. n-1 of a tableau.

    Parameters
    ----------
    covered_by : sequence of sequence of int
        For each place, the places of the cards that lie directly on it.

    Raises
    ------
    ValueError
        If there are no places or more than 51, a place that does not exist is
        named, a place is named twice or covers itself, or the relation has a
        cycle; the text names the place.
    TypeError
        If a place is not a whole number.
    """

    def __cinit__(self, covered_by):
        cdef int p, q
        cdef uint64_t gone, free_now, everything
        rows = [list(row) for row in covered_by]
        if not 1 <= len(rows) <= MOST_CARDS:
            raise ValueError(
                f"a layout has 1 to {MOST_CARDS} cards, not {len(rows)}:"
                " one deck also holds the first waste card"
            )
        self.cards = len(rows)
        for p, row in enumerate(rows):
            for place in row:
                number = plain_int(place)
                if number is None:
                    raise TypeError(
                        f"covered_by[{p}] holds {place!r}: places are whole numbers"
                    )
                if not 0 <= number < self.cards:
                    raise ValueError(
                        f"covered_by[{p}] names place {number}: places are 0 to {self.cards - 1}"
                    )
                q = number
                if q == p:
                    raise ValueError(f"covered_by[{p}]: a card cannot lie on itself")
                if self.lying_on[p] >> q & 1:
                    raise ValueError(f"covered_by[{p}] names place {q} twice")
                self.lying_on[p] |= <uint64_t> 1 << q
                self.lies_on[q] |= <uint64_t> 1 << p
        # Take uncovered cards until none is left; what stays behind is a cycle.
        everything = (<uint64_t> 1 << self.cards) - 1
        gone = 0
        while gone != everything:
            free_now = 0
            for p in range(self.cards):
                if not gone >> p & 1 and self.lying_on[p] & ~gone == 0:
                    free_now |= <uint64_t> 1 << p
            if free_now == 0:
                raise ValueError(f"covered_by has a cycle: {_cycle(self, gone)}")
            gone |= free_now

    def covered_by(self):
        """tuple of tuple of int : for each place, the places that lie directly on it."""
        return tuple(
            tuple(q for q in range(self.cards) if self.lying_on[p] >> q & 1)
            for p in range(self.cards)
        )

    def __reduce__(self):
        return Covers, (self.covered_by(),)


cdef str _cycle(Covers covers, uint64_t gone):
    """Some cycle among the places that are not gone, in words."""
    cdef int p = lowest_bit(~gone)
    path = []
    while p not in path:
        path.append(p)
        p = lowest_bit(covers.lying_on[p] & ~gone)
    path = [*path[path.index(p):], p]
    return " is covered by ".join(f"card {q}" for q in path)


cdef enum:
    DONE = 0
    TOO_LARGE = 1
    NO_MEMORY = 2


cdef int _resize(void** array, size_t size) noexcept nogil:
    cdef void* moved = realloc(array[0], size)
    if moved == NULL:
        return NO_MEMORY
    array[0] = moved
    return DONE


cdef int _make_room(discovery* d) noexcept nogil:
    """Double the room for sets."""
    cdef size_t room = 2 * <size_t> d.room
    if (_resize(<void**> &d.mask, room * sizeof(uint64_t)) != DONE
            or _resize(<void**> &d.next_cards, room * sizeof(uint64_t)) != DONE
            or _resize(<void**> &d.last_cards, room * sizeof(uint64_t)) != DONE):
        return NO_MEMORY
    d.room = <uint32_t> room
    return DONE


cdef int _open_level(discovery* d, uint32_t first, uint32_t size) noexcept nogil:
    """Start a hash table of `size` entries that holds the sets from `first` on."""
    cdef uint32_t i, at
    if size != d.hash_size:
        if _resize(<void**> &d.hash, <size_t> size * sizeof(uint32_t)) != DONE:
            return NO_MEMORY
        d.hash_size = size
    d.hash_first = first
    memset(d.hash, 0, <size_t> size * sizeof(uint32_t))
    for i in range(first, d.sets):
        at = peaks_hash(d.mask[i]) & (size - 1)
        while d.hash[at] != 0:
            at = (at + 1) & (size - 1)
        d.hash[at] = i + 1
    return DONE


cdef int _find_or_add(discovery* d, uint64_t mask, uint32_t* number) noexcept nogil:
    """The number of a set of the open level, which is added unless it is there."""
    cdef uint32_t at = peaks_hash(mask) & (d.hash_size - 1)
    cdef int code
    while d.hash[at] != 0:
        if d.mask[d.hash[at] - 1] == mask:
            number[0] = d.hash[at] - 1
            return DONE
        at = (at + 1) & (d.hash_size - 1)
    if d.sets == d.limit:
        return TOO_LARGE
    d.mask[d.sets] = mask
    number[0] = d.sets
    d.sets += 1
    d.hash[at] = d.sets
    if d.sets == d.room:
        code = _make_room(d)
        if code != DONE:
            return code
    if 2 * (d.sets - d.hash_first) > d.hash_size:
        return _open_level(d, d.hash_first, 2 * d.hash_size)
    return DONE


cdef int _enumerate(discovery* d, const uint64_t* lying_on, const uint64_t* lies_on, int cards,
                    uint32_t* level) noexcept nogil:
    """First sweep: every removed set, level by level, with its steps.

    When card c is taken, the cards under it become free where nothing else lies on them,
    and the cards that lay on c cannot have been taken last any more.
    """
    cdef uint32_t i, number
    cdef uint64_t gone, todo, under, free_now
    cdef int size, card, below, code
    d.mask[0] = 0
    d.sets = 1
    free_now = 0
    for card in range(cards):
        if lying_on[card] == 0:
            free_now |= <uint64_t> 1 << card
    d.next_cards[0] = free_now
    d.last_cards[0] = 0
    level[0] = 0
    level[1] = 1
    for size in range(cards):
        code = _open_level(d, d.sets, d.hash_size)
        if code != DONE:
            return code
        for i in range(level[size], level[size + 1]):
            if d.step_room - d.steps < <uint32_t> cards:
                if _resize(<void**> &d.step_set, 2 * <size_t> d.step_room * sizeof(uint32_t)):
                    return NO_MEMORY
                d.step_room *= 2
            todo = d.next_cards[i]
            while todo != 0:
                card = lowest_bit(todo)
                todo &= todo - 1
                gone = d.mask[i] | (<uint64_t> 1 << card)
                number = d.sets
                code = _find_or_add(d, gone, &number)
                if code != DONE:
                    return code
                d.step_set[d.steps] = number
                d.steps += 1
                if number != d.sets - 1:
                    continue
                # Perhaps a new set; to write it again does no harm.
                free_now = d.next_cards[i] & ~(<uint64_t> 1 << card)
                under = lies_on[card]
                while under != 0:
                    below = lowest_bit(under)
                    under &= under - 1
                    if lying_on[below] & ~gone == 0:
                        free_now |= <uint64_t> 1 << below
                d.next_cards[number] = free_now
                d.last_cards[number] = (
                    (d.last_cards[i] & ~lying_on[card]) | (<uint64_t> 1 << card))
        level[size + 2] = d.sets
    return DONE


@cython.final
cdef class Lattice:
    """Every set of cards of a layout that can be gone together.

    Parameters
    ----------
    covers : Covers
        The cover relation.
    limit : int
        The most sets allowed, 1 to 2,000,000.

    Attributes
    ----------
    covers : Covers
    sets : int
        The removed sets, the empty and the full one among them.
    steps : int
        The pairs (removed set, card that can be taken next).
    nbytes : int
        Memory held: `16 * sets + 14 * steps` bytes and a hash table of 8 to 16 bytes a set.

    Raises
    ------
    OverflowError
        If the layout has more than `limit` removed sets.
    MemoryError
        If the tables do not fit in memory.

    Notes
    -----
    Built in O(sets * cards) time. Immutable afterwards: any number of threads
    may read it. The 22,932 sets of three peaks take 2.3 MB, the 279,936 of golf 32 MB;
    while it is built, about twice as much.
    """

    def __cinit__(self, Covers covers not None, limit=MOST_SETS):
        cdef discovery d
        cdef int code
        cdef uint32_t level[53]
        self.covers = covers
        memset(&d, 0, sizeof(d))
        d.limit = whole("limit", limit, 1, MOST_SETS)
        d.room = 1024
        d.step_room = 4096
        d.mask = <uint64_t*> malloc(d.room * sizeof(uint64_t))
        d.next_cards = <uint64_t*> malloc(d.room * sizeof(uint64_t))
        d.last_cards = <uint64_t*> malloc(d.room * sizeof(uint64_t))
        d.hash_size = 1024
        d.hash = <uint32_t*> malloc(d.hash_size * sizeof(uint32_t))
        d.step_set = <uint32_t*> malloc(d.step_room * sizeof(uint32_t))
        try:
            code = NO_MEMORY
            if (d.mask != NULL and d.next_cards != NULL and d.last_cards != NULL
                    and d.hash != NULL and d.step_set != NULL):
                with nogil:
                    code = _enumerate(&d, covers.lying_on, covers.lies_on, covers.cards, level)
            if code == NO_MEMORY:
                raise MemoryError("no memory for the lattice of removed sets")
            if code == TOO_LARGE:
                raise OverflowError(f"the layout has more than {d.limit} removed sets")
            self._fill(&d, level)
        finally:
            free(d.mask)
            free(d.next_cards)
            free(d.last_cards)
            free(d.hash)
            free(d.step_set)

    cdef int _fill(self, discovery* d, const uint32_t* level) except -1:
        """Number the sets anew and write the tables."""
        cdef int cards = self.covers.cards
        cdef size_t sets = d.sets, steps = d.steps, size = 4
        cdef peaks_lattice* t = &self.tables
        cdef uint32_t* words
        while size < 2 * sets:
            size *= 2
        # One block for what is counted by sets and one for what is counted by steps.
        self._sets = Block(
            sets * sizeof(uint64_t) + (2 * (sets + 1) + size + cards + 2) * sizeof(uint32_t)
        )
        self._steps = Block(steps * (3 * sizeof(uint32_t) + 2), zeroed=False)
        cdef Block orders = Block(2 * sets * sizeof(uint32_t), zeroed=False)
        t.cards = cards
        t.sets = d.sets
        t.steps = d.steps
        t.hash_mask = <uint32_t> size - 1
        t.mask = <uint64_t*> self._sets.data
        words = <uint32_t*> (t.mask + sets)
        t.level = words
        t.first_slot = t.level + cards + 2
        t.first_step = t.first_slot + sets + 1
        t.hash = t.first_step + sets + 1
        memcpy(words, level, (<size_t> cards + 2) * sizeof(uint32_t))
        t.slot_set = <uint32_t*> self._steps.data
        t.step_set = t.slot_set + steps
        t.step_slot = t.step_set + steps
        t.slot_card = <uint8_t*> (t.step_slot + steps)
        t.step_card = t.slot_card + steps
        with nogil:
            _sort_levels(d, cards, level, <uint32_t*> orders.data,
                         <uint32_t*> orders.data + sets)
            _write(t, d, <uint32_t*> orders.data, <uint32_t*> orders.data + sets)
        return 0

    @property
    def sets(self):
        return self.tables.sets

    @property
    def steps(self):
        return self.tables.steps

    @property
    def nbytes(self):
        return self._sets.size + self._steps.size

    def find(self, mask):
        """The number of a removed set, or None if it is not in the lattice.

        Parameters
        ----------
        mask : int
            Bit p set: the card at place p is gone. 0 to 2**64 - 1.
        """
        cdef uint32_t found = peaks_find(&self.tables, whole("mask", mask, 0, 2**64 - 1))
        return None if found == PEAKS_NO_SET else found

    def masks(self):
        """list of int : every removed set as a bit mask, in the order of the tables."""
        return [self.tables.mask[i] for i in range(self.tables.sets)]


cdef void _sort_levels(const discovery* d, int cards, const uint32_t* level, uint32_t* order,
                       uint32_t* number) noexcept nogil:
    """Counting sort of each level by (slots, steps); stable, so the order is fixed.

    order[new] = old and number[old] = new.
    """
    cdef uint32_t start[52 * 52 + 1]
    cdef uint32_t i, key
    cdef int size
    for size in range(cards + 1):
        memset(start, 0, sizeof(start))
        for i in range(level[size], level[size + 1]):
            key = count_bits(d.last_cards[i]) * 52 + count_bits(d.next_cards[i])
            number[i] = key
            start[key + 1] += 1
        for key in range(52 * 52):
            start[key + 1] += start[key]
        for i in range(level[size], level[size + 1]):
            key = number[i]
            number[i] = level[size] + start[key]
            start[key] += 1
            order[number[i]] = i


cdef void _write(peaks_lattice* t, const discovery* d, const uint32_t* order,
                 const uint32_t* number) noexcept nogil:
    """Second sweep: write the tables in the new order."""
    # The tables are const to everybody else.
    cdef uint64_t* mask = <uint64_t*> t.mask
    cdef uint32_t* first_slot = <uint32_t*> t.first_slot
    cdef uint32_t* first_step = <uint32_t*> t.first_step
    cdef uint32_t* hash_table = <uint32_t*> t.hash
    cdef uint32_t* slot_set = <uint32_t*> t.slot_set
    cdef uint32_t* step_set = <uint32_t*> t.step_set
    cdef uint32_t* step_slot = <uint32_t*> t.step_slot
    cdef uint8_t* slot_card = <uint8_t*> t.slot_card
    cdef uint8_t* step_card = <uint8_t*> t.step_card
    cdef uint32_t i, old, at, step = 0, slot = 0, old_step = 0
    cdef uint64_t left, below
    cdef int size
    for i in range(t.sets):
        old = order[i]
        mask[i] = d.mask[old]
        at = peaks_hash(mask[i]) & t.hash_mask
        while hash_table[at] != 0:
            at = (at + 1) & t.hash_mask
        hash_table[at] = i + 1
        first_slot[i] = slot
        slot += count_bits(d.last_cards[old])
        first_step[i] = step
        step += count_bits(d.next_cards[old])
    first_slot[t.sets] = slot
    first_step[t.sets] = step
    for size in range(<int> t.cards + 1):
        at = first_slot[t.level[size + 1]] - first_slot[t.level[size]]
        if at > t.widest:
            t.widest = at
    # The steps were found set after set in the old order.
    for old in range(t.sets):
        i = number[old]
        step = first_step[i]
        left = d.next_cards[old]
        while left != 0:
            below = (left & (~left + 1)) - 1
            at = d.step_set[old_step]
            step_card[step] = lowest_bit(left)
            step_set[step] = number[at]
            slot = first_slot[number[at]] + count_bits(d.last_cards[at] & below)
            step_slot[step] = slot
            slot_card[slot] = lowest_bit(left)
            slot_set[slot] = i
            left &= left - 1
            step += 1
            old_step += 1
