"""Lines of play of the Klondike family: checked, written out move by move, made shorter.

A line holds no turns: a play from the waste names the talon place of its card, and turns and
redeals are counted as they are needed. So a play can be left out or put elsewhere, and the
turns fall into place.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from solitaire_core._fast.klondike_generation cimport is_legal
from solitaire_core._fast.klondike_kernel cimport FROM, MOST_PILES, NO_VALUE, TO
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_to, move_value
from solitaire_core._fast.klondike_search cimport set_waste, turns_to

cdef enum:
    NO_PLACE = 255


ctypedef struct line_move:
    uint32_t move       # of klondike_kernel
    uint8_t place       # of the talon, where the card is played from the waste


cdef inline int waste_for(const klondike_table* t, const klondike_position* p,
                          int place) noexcept nogil:
    """The size of the waste at which a talon place is on top; 0 if its card is gone."""
    cdef int i, total = p.waste + p.stock, gap = t.talon - total
    for i in range(total):
        if p.talon[i if i < p.waste else i + gap] == place:
            return i + 1
    return 0


cdef inline int play(const klondike_table* t, klondike_position* p,
                     const line_move* m) noexcept nogil:
    """Make a move of a line, if it is legal; how many moves it takes, 0 if it is not."""
    cdef klondike_undo undo
    cdef int turns = 0, waste
    cdef bint redeal
    if m.place != NO_PLACE:
        waste = waste_for(t, p, m.place)
        if waste == 0:
            return 0
        turns = turns_to(t, p, waste, &redeal)
        if turns < 0:
            return 0
        if redeal:
            p.passed += 1
        set_waste(t, p, waste)
    if not is_legal(t, p, m.move):
        return 0
    make(t, p, m.move, &undo)
    return turns + 1


cdef inline int length_of(const klondike_table* t, const klondike_position* start,
                          const line_move* line, int count) noexcept nogil:
    """How many moves a line takes, turns and redeals among them; -1 if it does not win."""
    cdef klondike_position p = start[0]
    cdef int i, length = 0, one
    for i in range(count):
        one = play(t, &p, &line[i])
        if one == 0:
            return -1
        length += one
        if p.at_home == t.cards:
            return length
    return -1


cdef inline uint32_t with_places(uint32_t move, int source, int to) noexcept nogil:
    return move & ~(<uint32_t> 15 << FROM | <uint32_t> 15 << TO) | <uint32_t> source << FROM \
        | <uint32_t> to << TO


cdef inline int without(const line_move* line, int count, int gone, line_move* made) noexcept nogil:
    """A line without one of its moves; its count. It may be made in its own place."""
    cdef int i, k = 0
    for i in range(count):
        if i != gone:
            made[k] = line[i]
            k += 1
    return k


cdef inline int joined(const line_move* line, int count, int way,
                       line_move* made) noexcept nogil:
    """The line with its first move and the next one of the same cards made one, or left out.

    How many moves it has then; 0 where there is no such pair.
    """
    cdef int pile = move_to(line[0].move), value = move_value(line[0].move), j = 1
    cdef int source = move_from(line[0].move)
    if pile >= MOST_PILES or value == NO_VALUE:
        return 0
    while j < count and not (move_from(line[j].move) == pile
                             and move_value(line[j].move) == value):
        j += 1
    if j == count or move_count(line[j].move) != move_count(line[0].move):
        return 0
    memcpy(made, line, count * sizeof(line_move))
    if source == move_to(line[j].move):
        # To and fro: neither is needed.
        count = without(made, count, j, made)
        return without(made, count, 0, made)
    if way == 0:
        # Straight away to where it goes later.
        made[0].move = with_places(line[0].move, source, move_to(line[j].move))
        return without(made, count, j, made)
    # Only later, from where it lies now.
    made[j].move = with_places(line[j].move, source, move_to(line[j].move))
    made[j].place = line[0].place
    return without(made, count, 0, made)


cdef inline int shortened(const klondike_table* t, const klondike_position* start,
                          line_move* line, int count, line_move* spare, int* length,
                          uint64_t* effort) noexcept nogil:
    """Join moves that can be one, and leave out what is not needed; how many are left.

    `length` is that of the line, and is brought up to date; `effort` is how many moves may be
    tried, and what is left of them. `spare` has room for the line.
    """
    cdef bint better = True
    cdef klondike_position p
    cdef int i, way, made, found, before, one
    while better:
        better = False
        p = start[0]
        before = 0
        i = 0
        while i < count:
            for way in range(3):
                if effort[0] < <uint64_t> (count - i):
                    return count
                effort[0] -= count - i
                # What is left out or joined lies at i or later.
                made = (joined(line + i, count - i, way, spare) if way < 2
                        else without(line + i, count - i, 0, spare))
                if made == 0:
                    continue
                found = length_of(t, &p, spare, made)
                if 0 <= found < length[0] - before:
                    memcpy(line + i, spare, made * sizeof(line_move))
                    count = i + made
                    length[0] = before + found
                    better = True
                    break
            else:
                one = play(t, &p, &line[i])
                before += one
                i += 1
    return count
