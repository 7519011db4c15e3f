"""How many lines of play clear the tableau: a sum over the lattice for one deal.

Every removed set is handled once, by size. A slot (set, card taken last) holds the lines that
reach it by the number of stock cards turned; a step adds up those on whose last card the next
one fits, be it a taken card or one just turned. Lines that can no longer clear the tableau are
left out, by the table of peaks_solver.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_lattice cimport Lattice, peaks_find, peaks_lattice
from solitaire_core._fast.peaks_solver cimport WinTable, check_solvable
from solitaire_core._fast.peaks_kernel cimport peaks_table, rank_index
from solitaire_core._fast.peaks_state cimport PeaksState, PeaksTable

cdef extern from "peaks_counts.h":
    void add_counts(uint64_t* sum, const uint64_t* part, int first, int end) noexcept nogil
    void mask_counts(uint64_t* out, const uint64_t* counts, const uint64_t* mask, int first,
                     int end) noexcept nogil

cdef enum:
    # What a set sums up must not wrap unseen. While no sum has had a higher bit, a slot holds
    # less than 2**59 (lines on a turned card and lines on a taken one), and a set has at most
    # 20 slots: with k of them there are 2**k sets below it, and 2,000,000 in all at most.
    HEADROOM_BITS = 58


cdef struct counts:
    # A level's slots: by slot, the lines with each count of turned cards; and the range of
    # counts that is written at all, in whole fours.
    uint64_t* lines
    uint8_t* first
    uint8_t* end


cdef uint64_t _count(const peaks_lattice* lattice, const peaks_table* t, uint32_t first_set,
                     int start_turned, int start_rank, const uint64_t* stock_fits, int width,
                     const uint8_t* win_rows, counts front, counts back,
                     uint64_t* seen) noexcept nogil:
    """The winning lines; `seen` gets every bit that a sum has had.

    Only lines that can still clear the tableau are counted on. Two levels are held.
    """
    cdef uint64_t[DECK + 4] here, on_turned
    cdef uint64_t[DECK] fits
    cdef uint8_t[DECK] rank
    cdef counts swap
    cdef uint64_t* out
    cdef uint64_t bits = 0
    cdef uint32_t i, step, base, next_base, first_slot, k, slots, slot
    cdef int size, h, place, first, end, limit
    for place in range(t.cards):
        rank[place] = rank_index(t.code[place])
    for size in range(<int> lattice.cards + 1):
        base = lattice.first_slot[lattice.level[size]]
        next_base = lattice.first_slot[lattice.level[size + 1]]
        for i in range(lattice.level[size], lattice.level[size + 1]):
            first_slot = lattice.first_slot[i] - base
            slots = lattice.first_slot[i + 1] - lattice.first_slot[i]
            first = width
            end = 0
            if i <= first_set:
                slots = 0
            if i == first_set:
                first = start_turned & ~3
                end = first + 4
            for slot in range(first_slot, first_slot + slots):
                first = min(first, front.first[slot])
                end = max(end, front.end[slot])
            if first >= end:
                for step in range(lattice.first_step[i], lattice.first_step[i + 1]):
                    back.first[lattice.step_slot[step] - next_base] = width
                    back.end[lattice.step_slot[step] - next_base] = 0
                continue
            memset(here + first, 0, (width - first) * sizeof(uint64_t))
            if i == first_set:
                here[start_turned] = 1
            for k in range(slots):
                slot = first_slot + k
                fits[k] = t.fits[rank[lattice.slot_card[base + slot]]]
                add_counts(here, front.lines + <size_t> slot * width, front.first[slot],
                           front.end[slot])
            # Lines that stand here with the h-th stock card on top, just turned.
            on_turned[first] = 0
            bits = 0
            for h in range(first, width):
                on_turned[h + 1] = on_turned[h] + here[h]
                bits |= here[h] | on_turned[h + 1]
            seen[0] |= bits
            if i == lattice.sets - 1:
                return on_turned[width]
            for step in range(lattice.first_step[i], lattice.first_step[i + 1]):
                place = lattice.step_card[step]
                slot = lattice.step_slot[step] - next_base
                # With so many cards turned or more, nothing clears the tableau from there.
                limit = win_rows[<size_t> lattice.step_set[step] * 16 + rank[place]]
                if limit <= first:
                    back.first[slot] = width
                    back.end[slot] = 0
                    continue
                end = (limit + 3) & ~3
                back.first[slot] = first
                back.end[slot] = end
                out = back.lines + <size_t> slot * width
                mask_counts(out, on_turned, stock_fits + rank[place] * width, first, end)
                if i == first_set and t.fits[start_rank] >> place & 1:
                    out[start_turned] += 1
                for k in range(slots):
                    if fits[k] >> place & 1 and front.first[first_slot + k] < end:
                        add_counts(out, front.lines + <size_t> (first_slot + k) * width,
                                   front.first[first_slot + k],
                                   min(end, <int> front.end[first_slot + k]))
                for h in range(limit, end):
                    out[h] = 0
        swap = front
        front = back
        back = swap
    return 0


def count_lines(PeaksState state not None, Lattice lattice not None):
    """How many lines of play clear the tableau.

    Parameters
    ----------
    state : PeaksState
        Any position with all cards known.
    lattice : Lattice
        The lattice of its layout.

    Returns
    -------
    int or None
        The number of different sequences of moves that end with the tableau cleared; None
        where sums grew to 2**58 or more, so that 64 bits may not have held them.

    Raises
    ------
    ValueError
        If a card that matters is unknown or the position cannot occur.
    MemoryError
        If `16 * (stock + 1)` bytes for each slot of the widest level are not to be had.

    Notes
    -----
    O(steps * stock) time. The GIL is released.
    """
    cdef const peaks_lattice* t = &lattice.tables
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef PeaksTable held = state.table
    cdef const peaks_table* table = &held.data
    cdef uint64_t[(RANKS + 1) * 56] stock_fits    # by rank and turned card: all bits or none
    cdef uint64_t seen = 0, found
    cdef uint32_t first
    cdef int h, r, rank, width = (table.stock + 4) & ~3
    check_solvable(state, lattice)
    memset(stock_fits, 0, sizeof(stock_fits))
    for h in range(1, table.stock + 1):
        for r in range(RANKS):
            if table.follows[rank_index(table.code[table.cards + h])] >> r & 1:
                stock_fits[r * width + h] = ~(<uint64_t> 0)
    # No stock card that is turned already is turned again: their lines are 0.
    first = peaks_find(t, state.position.removed)
    rank = rank_index(state.position.top)
    cdef WinTable wins = WinTable(state, lattice)
    cdef size_t half = <size_t> (t.widest + 1) * width
    cdef Block lines = Block(2 * half * sizeof(uint64_t), zeroed=False)
    cdef Block ranges = Block(4 * <size_t> (t.widest + 1), zeroed=False)
    cdef counts front, back
    front.lines = <uint64_t*> lines.data
    front.first = <uint8_t*> ranges.data
    front.end = front.first + t.widest + 1
    back.lines = front.lines + half
    back.first = front.end + t.widest + 1
    back.end = back.first + t.widest + 1
    h = state.position.turned
    if state.position.removed == table.everything:
        return 1
    with nogil:
        found = _count(t, table, first, h, rank, stock_fits, width,
                       <uint8_t*> wins.rows.data, front, back, &seen)
    return None if seen >> HEADROOM_BITS else found
