"""Lines of play of the Klondike family: checked, written out move by move, made shorter.

A line holds no turns: a play from the waste names the talon place of its card, and turns and
redeals are counted as they are needed. So a play can be left out or put elsewhere, and the
turns fall into place.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from solitaire_core._fast.klondike_generation cimport fits
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, FROM, KINGS, MOST_PILES, NO_VALUE
from solitaire_core._fast.klondike_kernel cimport STOCK, TO, WASTE, card_at, comes_back
from solitaire_core._fast.klondike_kernel cimport goes_home, klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_of, move_to, move_value, rank_of, value_of
from solitaire_core._fast.klondike_search cimport set_waste, turns_to

cdef enum:
    NO_PLACE = 255


ctypedef struct line_move:
    uint32_t move       # of klondike_kernel
    uint8_t place       # of the talon, where the card is played from the waste


cdef inline bint is_legal_move(const klondike_table* t, const klondike_position* p,
                               uint32_t move) noexcept nogil:
    """Whether a move other than a turn or a redeal is legal."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move), card, value
    if move_value(move) == NO_VALUE:
        return source == STOCK and to == STOCK and t.deals and p.stock > 0
    value = move_value(move)
    if source == FOUNDATION:
        if not t.worrying_back or value % 13 < t.floor[value // 13] or not comes_back(p, value):
            return False
        card = (value // 13) << 4 | value % 13
    elif source == WASTE:
        if p.waste == 0:
            return False
        card = t.card[p.talon[p.waste - 1]]
    else:
        if count > p.run[source]:
            return False
        card = card_at(p, source, count - 1)
    if value_of(card) != value:
        return False
    if to == FOUNDATION:
        return count == 1 and goes_home(t, p, value)
    if t.singles and count > 1 and (p.size[to] > 0 or rank_of(card) != KINGS):
        return False
    return to != source and fits(t, p, card, to)


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
    if not is_legal_move(t, p, m.move):
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
    cdef int i, k = 0
    for i in range(count):
        if i != gone:
            made[k] = line[i]
            k += 1
    return k


cdef inline int joined(const line_move* line, int count, int i, int way,
                       line_move* made) noexcept nogil:
    """The line with a move and the next one of the same cards made one, or left out; its count.

    0 where there is no such pair.
    """
    cdef int pile = move_to(line[i].move), value = move_value(line[i].move), k, j
    cdef int source = move_from(line[i].move)
    if pile >= MOST_PILES or value == NO_VALUE:
        return 0
    j = i + 1
    while j < count and not (move_from(line[j].move) == pile
                             and move_value(line[j].move) == value):
        j += 1
    if j == count or move_count(line[j].move) != move_count(line[i].move):
        return 0
    k = 0
    for k in range(count):
        made[k] = line[k]
    if source == move_to(line[j].move):
        # To and fro: neither is needed.
        count = without(made, count, j, made)
        return without(made, count, i, made)
    if way == 0:
        # Straight away to where it goes later.
        made[i].move = with_places(line[i].move, source, move_to(line[j].move))
        return without(made, count, j, made)
    # Only later, from where it lies now.
    made[j].move = with_places(line[j].move, source, move_to(line[j].move))
    made[j].place = line[i].place
    return without(made, count, i, made)


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
                made = (joined(line + i, count - i, 0, way, spare) if way < 2
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
