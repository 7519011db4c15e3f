"""Long lines of play of the Klondike family, straightened: each move goes as far ahead as one can.

A depth-first search may wander for thousands of moves among positions that one move joins. All
positions of the line are looked up after every move of each of them, and the move that leads
furthest along the line is taken.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, klondike_undo, make, move_from
from solitaire_core._fast.klondike_kernel cimport move_value, position_key, unmake
from solitaire_core._fast.klondike_line cimport NO_PLACE, line_move, play


ctypedef struct shortcuts:
    const klondike_table* t
    const line_move* line
    int count
    line_move* made         # the new line
    int made_count
    klondike_position p     # where the new line has come to
    int at                  # of how many moves of the old one that is the end
    uint64_t* keys          # of the line's positions, by open addressing; 0 where there is none
    int* places             # how many moves of the line lead to each
    uint64_t mask
    uint64_t looked_at


cdef inline uint64_t slots_for(int count) noexcept nogil:
    """Room for the keys of so many positions, less than half of it filled: a power of two."""
    cdef uint64_t size = 4
    while size < 2 * <uint64_t> (count + 1):
        size *= 2
    return size


cdef inline uint64_t shortcuts_bytes(int count) noexcept nogil:
    return slots_for(count) * (sizeof(uint64_t) + sizeof(int)) + count * sizeof(line_move)


cdef inline void shortcuts_close(shortcuts* s) noexcept nogil:
    free(s.keys)
    free(s.places)
    free(s.made)
    s.keys = NULL
    s.places = NULL
    s.made = NULL


cdef inline uint64_t place_of(const shortcuts* s, uint64_t key) noexcept nogil:
    """Where a key is, or would be."""
    cdef uint64_t i = key >> 1 & s.mask    # the lowest bit is 1 in all of them
    while s.keys[i] != 0 and s.keys[i] != key:
        i = i + 1 & s.mask
    return i


cdef inline uint64_t key_of(const shortcuts* s, const klondike_position* p) noexcept nogil:
    """Never 0; piles count in their order, as the rest of the line names them."""
    return position_key(s.t, p, True) | 1


cdef inline bint shortcuts_open(shortcuts* s, const klondike_table* t,
                                const klondike_position* start, const line_move* line,
                                int count) noexcept nogil:
    """Look up all positions of a line that wins; False without memory."""
    cdef klondike_position p = start[0]
    cdef uint64_t size = slots_for(count), i
    cdef int k
    s.t = t
    s.line = line
    s.count = count
    s.p = start[0]
    s.at = s.made_count = 0
    s.mask = size - 1
    s.looked_at = 0
    s.keys = <uint64_t*> calloc(size, sizeof(uint64_t))
    s.places = <int*> malloc(size * sizeof(int))
    s.made = <line_move*> malloc(count * sizeof(line_move))
    if s.keys == NULL or s.places == NULL or s.made == NULL:
        shortcuts_close(s)
        return False
    for k in range(count):
        play(t, &p, &line[k])
        i = place_of(s, key_of(s, &p))
        s.keys[i] = key_of(s, &p)
        s.places[i] = k + 1
    return True


cdef inline bint shortcuts_run(shortcuts* s, uint64_t nodes) noexcept nogil:
    """Go on for about so many positions; whether the new line has come to its end."""
    cdef uint64_t end = s.looked_at + nodes, i
    cdef uint32_t[MOST_MOVES] moves
    cdef klondike_undo undo
    cdef line_move best
    cdef int count, k, furthest
    while s.at < s.count and s.looked_at < end:
        best = s.line[s.at]
        furthest = s.at + 1
        count = all_moves(s.t, &s.p, moves)
        for k in range(count):
            if move_from(moves[k]) == WASTE or not s.t.deals and move_value(moves[k]) == NO_VALUE:
                # The line knows such cards by their places, and turns are not among its moves.
                continue
            make(s.t, &s.p, moves[k], &undo)
            s.looked_at += 1
            i = place_of(s, key_of(s, &s.p))
            if s.keys[i] != 0 and s.places[i] > furthest:
                furthest = s.places[i]
                best.move = moves[k]
                best.place = NO_PLACE
            unmake(s.t, &s.p, &undo)
        s.looked_at += 1
        play(s.t, &s.p, &best)
        s.made[s.made_count] = best
        s.made_count += 1
        s.at = furthest
    return s.at >= s.count
