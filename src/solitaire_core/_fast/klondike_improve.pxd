"""Shorter lines: by leaving out what is not needed, and by beams from places along the line."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from solitaire_core._fast.klondike_beam cimport beam_begin, beam_bytes, beam_close, beam_layer
from solitaire_core._fast.klondike_beam cimport beam_open, beam_search, steps_to
from solitaire_core._fast.klondike_exact cimport FOUND, GOES_ON, NO_ROOM
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, WASTE, klondike_position, mixed
from solitaire_core._fast.klondike_kernel cimport move_from, move_value
from solitaire_core._fast.klondike_line cimport NO_PLACE, length_of, line_move, play, shortened
from solitaire_core._fast.klondike_search cimport apply, search_move, search_rules, search_undo
from solitaire_core._fast.klondike_search cimport set_waste
from solitaire_core._fast.klondike_shortcuts cimport shortcuts
from solitaire_core._fast.klondike_worth cimport usual_weights, weights
from solitaire_core._fast.table cimport key_table, table_close, table_open

cdef enum:
    MOST_LINE = 1 << 20
    FIRST_WIDTH = 12
    WIDEST_POLISH = 1024
    POINTS = 4


ctypedef struct improver:
    const search_rules* r
    klondike_position start
    weights w
    line_move* line
    line_move* other        # a line that is tried
    line_move* spare
    search_move* found
    int count
    int length              # moves of the rules
    int room
    beam_search beam
    key_table table
    uint64_t limit          # bytes
    uint64_t peak
    uint64_t nodes
    double width
    uint32_t seed
    int point
    int at                  # the move that the beam begins before
    bint open


cdef inline void improver_close(improver* v) noexcept nogil:
    if v.open:
        v.peak = max(v.peak, beam_bytes(&v.beam) + v.table.peak)
        beam_close(&v.beam)
        table_close(&v.table)
        v.open = False


cdef inline uint64_t improver_peak(const improver* v) noexcept nogil:
    """The most bytes so far: those of its lines, and of its beams."""
    cdef uint64_t beams = v.peak
    if v.open:
        beams = max(beams, beam_bytes(&v.beam) + v.table.peak)
    return v.room * (3 * sizeof(line_move) + sizeof(search_move)) + beams


cdef inline void improver_free(improver* v) noexcept nogil:
    improver_close(v)
    free(v.line)
    free(v.other)
    free(v.spare)
    free(v.found)
    v.line = v.other = v.spare = NULL
    v.found = NULL
    v.room = 0


cdef inline void as_line(const search_rules* r, const klondike_position* start,
                         const search_move* moves, int count, line_move* line) noexcept nogil:
    """The moves of a search as a line."""
    cdef klondike_position p = start[0]
    cdef search_undo undo
    cdef int i
    for i in range(count):
        line[i].move = moves[i].move
        line[i].place = NO_PLACE
        if move_from(moves[i].move) == WASTE and move_value(moves[i].move) != NO_VALUE:
            set_waste(r.t, &p, moves[i].waste)
            line[i].place = p.talon[p.waste - 1]
        apply(r, &p, &moves[i], &undo)


cdef inline bint improver_begin(improver* v, const search_rules* r,
                                const klondike_position* start, const search_move* moves,
                                int count, uint64_t limit) noexcept nogil:
    """Begin with a line that wins; False without memory."""
    memset(v, 0, sizeof(improver))
    v.r = r
    usual_weights(&v.w)
    v.start = start[0]
    v.limit = limit
    v.room = 2 * count + 256
    v.line = <line_move*> malloc(v.room * sizeof(line_move))
    v.other = <line_move*> malloc(v.room * sizeof(line_move))
    v.spare = <line_move*> malloc(v.room * sizeof(line_move))
    v.found = <search_move*> malloc(v.room * sizeof(search_move))
    if v.line == NULL or v.other == NULL or v.spare == NULL or v.found == NULL:
        improver_free(v)
        return False
    v.count = count
    as_line(r, start, moves, count, v.line)
    v.length = length_of(r.t, start, v.line, count)
    v.width = FIRST_WIDTH
    return True


cdef inline void take_shortcuts(improver* v, const shortcuts* s) noexcept nogil:
    """The line that shortcuts have made, if it is shorter."""
    cdef int length = length_of(v.r.t, &v.start, s.made, s.made_count)
    if 0 <= length < v.length:
        memcpy(v.line, s.made, s.made_count * sizeof(line_move))
        v.count = s.made_count
        v.length = length


cdef inline void polish(improver* v, uint64_t effort) noexcept nogil:
    """Leave out what is not needed."""
    cdef uint64_t left = effort
    v.count = shortened(v.r.t, &v.start, v.line, v.count, v.spare, &v.length, &left)
    v.nodes += effort - left


cdef inline bint next_beam(improver* v, klondike_position* p) noexcept nogil:
    """Open a beam from the next place along the line."""
    cdef int i, deal = 0, before = 0
    p[0] = v.start
    for i in range(v.count):
        if move_value(v.line[i].move) == NO_VALUE:
            deal = i + 1
    # After the last deal, or else at a quarter; then three quarters of what follows, half of it,
    # and at last from the start.
    if v.point == 0:
        v.at = deal if deal > 0 else v.count // 4
    elif v.point == 1:
        v.at = deal + (v.count - deal) * 3 // 4
    else:
        v.at = deal + (v.count - deal) // 2 if v.point == 2 else 0
    for i in range(v.at):
        before += play(v.r.t, p, &v.line[i])
    memset(&v.beam, 0, sizeof(beam_search))
    v.beam.r = v.r
    v.beam.w = &v.w
    v.beam.table = &v.table
    v.beam.limit = v.limit // 4
    v.beam.most_paid = v.length - before - 1
    v.beam.seed = mixed(v.seed)
    v.seed += 1
    v.open = True
    return (v.length - before > v.r.t.cards - p.at_home and table_open(&v.table, 64, v.limit // 2)
            and beam_open(&v.beam, <uint32_t> min(v.width, <double> WIDEST_POLISH))
            and beam_begin(&v.beam, p) == GOES_ON)


cdef inline bint improver_run(improver* v, uint64_t nodes) noexcept nogil:
    """Go on for about so many positions; whether the line has become shorter."""
    cdef uint64_t end = v.nodes + nodes, before
    cdef int status, count, length
    cdef klondike_position p
    while v.nodes < end:
        if v.open:
            status = GOES_ON
        else:
            status = GOES_ON if next_beam(v, &p) else NO_ROOM
        while status == GOES_ON and v.nodes < end:
            before = v.beam.looked_at
            status = beam_layer(&v.beam)
            v.nodes += v.beam.looked_at - before
        if status == GOES_ON:
            return False
        v.nodes += 1
        v.point += 1
        if v.point == POINTS:
            v.point = 0
            v.width *= 1.5
            v.w.noise = 192
        count = -1
        if status == FOUND:
            count = steps_to(&v.beam, v.beam.won, v.found, v.room - v.at)
        improver_close(v)
        if count >= 0:
            p = v.start
            for status in range(v.at):
                play(v.r.t, &p, &v.line[status])
            memcpy(v.other, v.line, v.at * sizeof(line_move))
            as_line(v.r, &p, v.found, count, v.other + v.at)
            length = length_of(v.r.t, &v.start, v.other, v.at + count)
            if 0 <= length < v.length:
                memcpy(v.line, v.other, (v.at + count) * sizeof(line_move))
                v.count = v.at + count
                v.length = length
                polish(v, nodes)
                return True
    return False
