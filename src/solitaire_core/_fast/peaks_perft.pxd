"""Perft of the peaks family: a walk through all lines of play of a length, in pieces."""

from libc.stdint cimport uint64_t

from solitaire_core._fast.peaks_lattice cimport lowest_bit
from solitaire_core._fast.peaks_kernel cimport before_move, can_turn, cards_that_fit
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table, peaks_undo
from solitaire_core._fast.peaks_kernel cimport put_back, take, turn, turn_back


ctypedef struct frame:
    uint64_t todo       # places still to be taken at this level
    bint turn_todo
    int made            # place, or -1 for a turn
    peaks_undo undo     # of that move


ctypedef struct walk:
    frame* frames
    int level
    int depth
    uint64_t count


cdef inline void open_level(const peaks_table* t, const peaks_position* p,
                            frame* f) noexcept nogil:
    f.todo = cards_that_fit(t, p)
    f.turn_todo = can_turn(t, p)


cdef inline void step_back(const peaks_table* t, peaks_position* p,
                           const frame* f) noexcept nogil:
    if f.made < 0:
        turn_back(t, p, f.undo)
    else:
        put_back(t, p, f.made, f.undo)


cdef inline bint walk_on(const peaks_table* t, peaks_position* p, walk* w,
                         int budget) noexcept nogil:
    """Walk on for `budget` moves; True once the whole tree has been seen."""
    cdef frame* f
    while budget > 0:
        f = &w.frames[w.level]
        f.undo = before_move(p)
        if f.todo != 0:
            f.made = lowest_bit(f.todo)
            f.todo &= f.todo - 1
            take(t, p, f.made)
        elif f.turn_todo:
            f.made = -1
            f.turn_todo = False
            turn(t, p)
        elif w.level == 0:
            return True
        else:
            w.level -= 1
            step_back(t, p, &w.frames[w.level])
            continue
        budget -= 1
        if w.level + 1 == w.depth:
            w.count += 1
            step_back(t, p, f)
        else:
            w.level += 1
            open_level(t, p, &w.frames[w.level])
    return False
