"""A look for a win, all cards known: beams and a depth-first search take turns, for a while.

It is what the solver does (klondike_solver.pyx), without proofs, memory limits and shorter lines.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_exact cimport EXHAUSTED, FOUND, GOES_ON, NO_ROOM, exact_begin
from solitaire_core._fast.klondike_exact cimport exact_close, exact_line, exact_run
from solitaire_core._fast.klondike_exact cimport exact_search
from solitaire_core._fast.klondike_finder cimport finder, finder_close, finder_line, finder_nodes
from solitaire_core._fast.klondike_finder cimport finder_prepare, finder_run
from solitaire_core._fast.klondike_kernel cimport klondike_position
from solitaire_core._fast.klondike_search cimport search_move, search_rules
from solitaire_core._fast.table cimport key_table, table_close, table_open

cdef enum:
    WORLD_LINES = 256       # of the table that a look begins with
    WORLD_TABLE = 1 << 26   # bytes
    FIRST_LOOK = 2_000      # positions of the depth-first search before the beams have a turn
    EXACT_AHEAD = 30_000    # and where runs move and there is a waste
    WORLD_SLICE = 2_000     # positions between two looks at who is next


ctypedef struct world_search:
    exact_search deep
    key_table known
    finder beams
    int exact               # how the depth-first search stands
    bint by_depth           # whether it has found the win


cdef inline void world_close(world_search* s) noexcept nogil:
    exact_close(&s.deep)
    table_close(&s.known)
    finder_close(&s.beams)


cdef inline uint64_t world_nodes(const world_search* s) noexcept nogil:
    return s.deep.nodes + finder_nodes(&s.beams)


cdef inline int world_begin(world_search* s, const search_rules* r,
                            const klondike_position* p) noexcept nogil:
    """Begin at a position that is not won; GOES_ON, or NO_ROOM without memory."""
    world_close(s)
    memset(&s.deep, 0, sizeof(exact_search))
    memset(&s.beams, 0, sizeof(finder))
    s.by_depth = False
    if not table_open(&s.known, WORLD_LINES, WORLD_TABLE):
        return NO_ROOM
    s.exact = exact_begin(&s.deep, r, p, &s.known, WORLD_TABLE)
    finder_prepare(&s.beams, r, p, WORLD_TABLE)
    return GOES_ON


cdef inline bint depth_is_next(const world_search* s, const search_rules* r) noexcept nogil:
    """Which search goes on: beams find the wins where rows are dealt or single cards move."""
    cdef uint64_t beams = finder_nodes(&s.beams)
    if s.exact != GOES_ON or s.beams.by_phases:
        return False
    if r.t.singles:
        return s.deep.nodes < FIRST_LOOK
    return s.deep.nodes < EXACT_AHEAD or s.deep.nodes < 2 * beams


cdef inline int world_run(world_search* s, const search_rules* r, uint64_t nodes) noexcept nogil:
    """Go on for so many positions: FOUND, EXHAUSTED where there is no win, or GOES_ON."""
    cdef uint64_t end = world_nodes(s) + nodes
    cdef int status
    while world_nodes(s) < end:
        if depth_is_next(s, r):
            s.exact = exact_run(&s.deep, min(<uint64_t> WORLD_SLICE, end - world_nodes(s)))
            if s.exact == FOUND:
                s.by_depth = True
                return FOUND
            if s.exact == EXHAUSTED:
                return EXHAUSTED
        else:
            status = finder_run(&s.beams, min(<uint64_t> WORLD_SLICE, end - world_nodes(s)))
            if status == FOUND:
                return FOUND
            if status == NO_ROOM:
                return EXHAUSTED
    return GOES_ON


cdef inline int world_line(world_search* s, search_move* m, int most) noexcept nogil:
    """The moves that win; how many, or -1 if they are more than `most`."""
    return exact_line(&s.deep, m, most) if s.by_depth else finder_line(&s.beams, m, most)
