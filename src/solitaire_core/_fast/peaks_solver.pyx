"""Exact decisions for one deal of the peaks family.

Why a table decides a deal. A position is (removed set S, stock cards turned h, rank r on
top of the waste). With the same S and r, fewer cards turned is never worse: whatever line
wins from (S, h, r) begins with some takes, and either never turns, or turns card h+1 at
some moment; the player who has turned fewer takes the same cards, then turns up to card
h+1, and stands in the very same position. So the least h with which (S, r) can be reached
says all, and one byte for each pair (S, r) decides the deal and gives the fewest turns.

Both tables below hold *stock cards in hand*: `1 + stock - turned`, so that more is better,
0 means never, and the best of several ways is their maximum. A row of a table is 16 bytes,
one for each rank and three to spare.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcmp, memset

from solitaire_core._fast.cards cimport DECK, RANKS, UNKNOWN_CODE
from solitaire_core._fast.peaks_lattice cimport PEAKS_NO_SET, peaks_find, peaks_lattice
from solitaire_core._fast.peaks_kernel cimport TURN, peaks_table, rank_index
from solitaire_core._fast.peaks_moves cimport move_from_code

cdef extern from "peaks_row.h":
    ctypedef struct peaks_row:
        pass
    peaks_row row_load(const uint8_t* p) noexcept nogil
    void row_store(uint8_t* p, peaks_row a) noexcept nogil
    peaks_row row_max(peaks_row a, peaks_row b) noexcept nogil
    peaks_row row_and(peaks_row a, peaks_row b) noexcept nogil
    uint8_t row_first(peaks_row a) noexcept nogil

cdef enum:
    ROW = 16


cdef struct deal_rows:
    # What the tables need to know of a deal, as rows of 16 bytes.
    uint8_t[DECK] rank              # by place, 13 for an unknown card
    uint8_t[DECK * ROW] all_of      # all_of[v]: the byte v sixteen times
    uint8_t[DECK * ROW] goes_on_it  # by place: 255 for the ranks that go on this card
    uint8_t[DECK * ROW] it_goes_on  # by place: 255 for the ranks that this card goes on
    uint8_t[DECK * ROW] after_turn  # by cards in hand: how many when each rank fits next


cdef void _prepare(const peaks_table* t, deal_rows* d) noexcept nogil:
    cdef int place, r, hand
    memset(d, 0, sizeof(deal_rows))
    for place in range(DECK):
        d.rank[place] = rank_index(t.code[place])
        memset(d.all_of + place * ROW, place, ROW)
        for r in range(RANKS):
            if t.follows[d.rank[place]] >> r & 1:
                d.goes_on_it[place * ROW + r] = 255
            if d.rank[place] < RANKS and t.follows[r] >> d.rank[place] & 1:
                d.it_goes_on[place * ROW + r] = 255
    # With `hand` cards in hand, the stock card at place cards + stock + 2 - hand is next.
    for hand in range(2, t.stock + 2):
        place = t.cards + t.stock + 2 - hand
        for r in range(RANKS):
            if d.goes_on_it[place * ROW + r]:
                d.after_turn[hand * ROW + r] = hand - 1
            else:
                d.after_turn[hand * ROW + r] = d.after_turn[(hand - 1) * ROW + r]


cdef uint8_t _best_hand(const peaks_lattice* lattice, const deal_rows* d, const uint8_t* rows,
                        uint32_t number) noexcept nogil:
    """The most cards in hand with which a set (not the starting one) can be reached."""
    cdef uint32_t slot
    cdef uint8_t best = 0, hand
    for slot in range(lattice.first_slot[number], lattice.first_slot[number + 1]):
        hand = rows[<size_t> lattice.slot_set[slot] * ROW + d.rank[lattice.slot_card[slot]]]
        if hand > best:
            best = hand
    return best


cdef void _fill_forward(const peaks_lattice* lattice, const deal_rows* d, uint32_t first,
                        const uint8_t* start, uint8_t* rows) noexcept nogil:
    """rows[S, r]: the most cards in hand with which a card of rank r can be taken from S.

    Each set pulls from the sets with one card less. The starting set's row is given; sets
    that do not follow from it come out as 0 by themselves.
    """
    cdef const uint32_t* first_slot = lattice.first_slot
    cdef const uint32_t* slot_set = lattice.slot_set
    cdef const uint8_t* slot_card = lattice.slot_card
    cdef uint32_t i, slot, end
    cdef size_t place, value
    cdef peaks_row fits, best, hand
    memset(rows, 0, <size_t> first * ROW)
    row_store(rows + <size_t> first * ROW, row_load(start))
    for i in range(first + 1, lattice.sets):
        fits = best = row_load(d.all_of)
        slot = first_slot[i]
        end = first_slot[i + 1]
        while slot < end:
            place = slot_card[slot]
            value = rows[<size_t> slot_set[slot] * ROW + d.rank[place]]
            hand = row_load(d.all_of + value * ROW)
            best = row_max(best, hand)
            fits = row_max(fits, row_and(hand, row_load(d.goes_on_it + place * ROW)))
            slot += 1
        row_store(rows + <size_t> i * ROW,
                  row_max(fits, row_load(d.after_turn + row_first(best) * ROW)))


cdef int _walk_back(const peaks_lattice* lattice, const peaks_table* t, const deal_rows* d,
                    uint32_t first, uint8_t top_rank, uint8_t start_hand,
                    const uint8_t* rows, uint8_t* line) noexcept nogil:
    """Write a line that clears the tableau with the most cards in hand; its length, or -1."""
    cdef uint8_t[2 * DECK] backwards
    cdef uint32_t i = lattice.sets - 1, slot, found
    cdef uint8_t hand = _best_hand(lattice, d, rows, i), best
    cdef int place = -1, length = 0, at     # the card taken after the set i, if any
    while i != first:
        best = hand
        for at in range(2):
            # The last card of set i that leaves so many in hand and on which `place` goes;
            # or, where there is none, turns came between them.
            found = PEAKS_NO_SET
            for slot in range(lattice.first_slot[i], lattice.first_slot[i + 1]):
                if (rows[<size_t> lattice.slot_set[slot] * ROW
                         + d.rank[lattice.slot_card[slot]]] == best
                        and (place < 0 or at == 1
                             or d.goes_on_it[lattice.slot_card[slot] * ROW + d.rank[place]])):
                    found = slot
                    break
            if found != PEAKS_NO_SET:
                break
            best = _best_hand(lattice, d, rows, i)
            while hand < best:
                backwards[length] = TURN
                length += 1
                hand += 1
        if found == PEAKS_NO_SET:
            return -1
        place = lattice.slot_card[found]
        backwards[length] = t.code[place]
        length += 1
        i = lattice.slot_set[found]
    while hand < start_hand:
        backwards[length] = TURN
        length += 1
        hand += 1
    for at in range(length):
        line[at] = backwards[length - 1 - at]
    return length


cdef int check_solvable(PeaksState state, Lattice lattice) except -1:
    """Refuse what the tables cannot speak of."""
    if lattice.covers is not state.table.covers:
        if lattice.covers.covered_by() != state.table.covers.covered_by():
            raise ValueError("the lattice is of another layout")
    return check_known(state)


cdef int check_known(PeaksState state) except -1:
    """Refuse unknown cards that are still to come, and positions that cannot occur."""
    cdef const peaks_table* t = &state.table.data
    cdef int place
    for place in range(DECK):
        if t.code[place] != UNKNOWN_CODE:
            continue
        if place < t.cards and not state.position.removed >> place & 1:
            raise ValueError(
                f"the tableau card at place {place} is unknown (??):"
                " only positions with all cards known can be solved"
            )
        if place > t.cards + state.position.turned:
            raise ValueError(
                f"stock card {place - t.cards} is unknown (??):"
                " only positions with all cards known can be solved"
            )
    faults = state.faults()
    if faults:
        raise ValueError(f"the position cannot occur: {'; '.join(faults)}")
    return 0


def solve_state(PeaksState state not None, Lattice lattice not None):
    """Decide a position and find a line with the fewest stock turns.

    Parameters
    ----------
    state : PeaksState
        Any position with all cards known.
    lattice : Lattice
        The lattice of its layout.

    Returns
    -------
    list of PeaksMove or None
        A line that clears the tableau with the fewest turns; None where there is none.

    Raises
    ------
    ValueError
        If a card that matters is unknown or the position cannot occur.
    MemoryError
        If `16 * lattice.sets` bytes are not to be had.

    Notes
    -----
    O(lattice.steps) time. The GIL is released.
    """
    cdef const peaks_lattice* tables = &lattice.tables
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef PeaksTable table = state.table
    cdef const peaks_table* t = &table.data
    cdef deal_rows d
    cdef uint8_t[2 * DECK] line
    cdef uint8_t[ROW] start
    cdef uint8_t top, hand
    cdef uint32_t first
    cdef uint8_t* rows
    cdef int length = 0, r
    cdef bint won
    check_solvable(state, lattice)
    if state.position.removed == t.everything:
        return []
    cdef Block block = Block(<size_t> tables.sets * ROW, zeroed=False)
    rows = <uint8_t*> block.data
    first = peaks_find(tables, state.position.removed)
    top = rank_index(state.position.top)
    hand = 1 + t.stock - state.position.turned
    with nogil:
        _prepare(t, &d)
        for r in range(ROW):
            start[r] = d.after_turn[hand * ROW + r]
            if r < RANKS and t.follows[top] >> r & 1:
                start[r] = hand
        _fill_forward(tables, &d, first, start, rows)
        won = _best_hand(tables, &d, rows, tables.sets - 1) > 0
        if won:
            length = _walk_back(tables, t, &d, first, top, hand, rows, line)
    if not won:
        return None
    if length < 0:
        raise SystemError("the table of fewest turns does not lead back to the position")
    return [move_from_code(line[i]) for i in range(length)]


cdef void _fill_backward(const peaks_lattice* lattice, const peaks_table* t, const deal_rows* d,
                         uint32_t first, uint8_t* rows) noexcept nogil:
    """rows[S, r]: one more than the most cards turned with which (S, r) still wins, or 0.

    Each set pulls from the sets with one card more. Sets before the first one, and sets
    that do not follow from it, hold nothing of use.
    """
    cdef const uint32_t* first_step = lattice.first_step
    cdef const uint32_t* step_set = lattice.step_set
    cdef const uint8_t* step_card = lattice.step_card
    cdef int64_t i
    cdef uint32_t step, end
    cdef size_t place, value
    cdef peaks_row best
    cdef uint8_t* row
    cdef uint8_t[RANKS * 64] last_turn
    cdef uint8_t turn_wins, turned
    cdef int r, v
    # last_turn[r, v]: the last stock card of rank r before the v-th, or 0.
    for r in range(RANKS):
        last_turn[r * 64] = last_turn[r * 64 + 1] = 0
        for v in range(2, t.stock + 2):
            last_turn[r * 64 + v] = last_turn[r * 64 + v - 1]
            if d.rank[t.cards + v - 1] == r:
                last_turn[r * 64 + v] = v - 1
    memset(rows + (<size_t> lattice.sets - 1) * ROW, t.stock + 1, ROW)
    for i in range(<int64_t> lattice.sets - 2, <int64_t> first - 1, -1):
        best = row_load(d.all_of)
        step = first_step[i]
        end = first_step[i + 1]
        while step < end:
            place = step_card[step]
            value = rows[<size_t> step_set[step] * ROW + d.rank[place]]
            best = row_max(best, row_and(row_load(d.all_of + value * ROW),
                                         row_load(d.it_goes_on + place * ROW)))
            step += 1
        row = rows + i * ROW
        row_store(row, best)
        # Turning helps up to the last stock card with which, once it is turned, a take wins.
        turn_wins = 0
        for r in range(RANKS):
            turned = last_turn[r * 64 + row[r]]
            turn_wins = max(turn_wins, turned)
        row_store(row, row_max(best, row_load(d.all_of + turn_wins * ROW)))


@cython.final
cdef class WinTable:
    """Which positions of one deal can still be won: built once, asked as often as needed.

    Parameters
    ----------
    state : PeaksState
        A position with all cards known. The table answers for it and for every position
        that can come after it.
    lattice : Lattice
        The lattice of its layout.

    Raises
    ------
    ValueError
        If a card that matters is unknown or the position cannot occur.
    MemoryError
        If `16 * lattice.sets` bytes are not to be had.

    Notes
    -----
    O(lattice.steps) time to build, O(1) an answer. For a removed set and a rank on top
    the table holds the most cards that may have been turned so that the game can still be
    won; fewer are never worse.
    """

    def __cinit__(self, PeaksState state not None, Lattice lattice not None):
        cdef deal_rows d
        cdef const peaks_table* t
        cdef const peaks_lattice* tables = &lattice.tables
        cdef uint8_t* rows
        check_solvable(state, lattice)
        self.table = state.table
        t = &self.table.data
        self.lattice = lattice
        self._from_set = state.position.removed
        self.rows = Block(<size_t> tables.sets * ROW)
        rows = <uint8_t*> self.rows.data
        with nogil:
            _prepare(t, &d)
            _fill_backward(tables, t, &d, peaks_find(tables, self._from_set), rows)

    def can_win(self, PeaksState state not None):
        """Whether a position of this deal can still be won.

        Raises
        ------
        ValueError
            If the position is of another deal, or of an earlier moment than the table.
        """
        cdef uint32_t i
        if not self._is_of(state):
            raise ValueError("the position is of another deal than the table")
        i = peaks_find(&self.lattice.tables, state.position.removed)
        if i == PEAKS_NO_SET or self._from_set & ~state.position.removed != 0:
            raise ValueError("the table does not reach back to this position")
        if state.position.removed == self.table.data.everything:
            return True
        return (<uint8_t*> self.rows.data)[
            <size_t> i * ROW + rank_index(state.position.top)] > state.position.turned

    def reaches(self, PeaksState state not None):
        """Whether `can_win` has an answer for a position."""
        return (self._is_of(state) and self._from_set & ~state.position.removed == 0
                and peaks_find(&self.lattice.tables, state.position.removed) != PEAKS_NO_SET)

    cdef bint _is_of(self, PeaksState state) noexcept:
        """Whether a position has the table's cards in the table's places, and its rules."""
        cdef const peaks_table* a = &self.table.data
        cdef const peaks_table* b = &state.table.data
        if state.table is self.table:
            return True
        return (a.cards == b.cards
                and memcmp(a.code, b.code, sizeof(a.code)) == 0
                and memcmp(a.follows, b.follows, sizeof(a.follows)) == 0
                and memcmp(a.lying_on, b.lying_on, sizeof(a.lying_on)) == 0)
