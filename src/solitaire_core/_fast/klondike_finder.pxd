"""Rounds of beams that look for a win: each one wider than the last, and by other chances."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.klondike_beam cimport beam_begin, beam_bytes, beam_close
from solitaire_core._fast.klondike_beam cimport beam_layer, beam_open, beam_search, steps_to
from solitaire_core._fast.klondike_exact cimport EXHAUSTED, FOUND, GOES_ON, NO_ROOM, exact_line
from solitaire_core._fast.klondike_kernel cimport klondike_position, mixed
from solitaire_core._fast.klondike_phases cimport phase_search, phases_begin, phases_bytes
from solitaire_core._fast.klondike_phases cimport phases_close, phases_open, phases_run
from solitaire_core._fast.klondike_proofs cimport proof
from solitaire_core._fast.klondike_search cimport rows_left, search_move, search_rules
from solitaire_core._fast.klondike_worth cimport usual_weights, weights
from solitaire_core._fast.table cimport key_table, table_close, table_open

cdef enum:
    FIRST_LINES = 512       # of the table of the first round
    WIDEST = 4096
    MOST_OPENED = 20_000
    MOST_DEEP = 1 << 30


ctypedef struct finder:
    const search_rules* r
    klondike_position p
    weights w
    weights used            # in this round
    beam_search beam
    phase_search phases
    key_table table
    uint64_t limit          # bytes
    uint64_t peak           # bytes
    uint64_t entries        # at the peak
    uint64_t lines          # of the table, when the round before this one was over
    uint64_t nodes          # of the rounds before this one
    uint64_t proving        # what proofs have taken in them, in positions
    uint32_t rounds
    double width
    double growth
    double opened           # in a phase, from each start
    double deep
    int noise
    proof is_lost           # for positions after a deal, or NULL
    void* of_proof
    bint by_phases
    bint open


cdef inline uint64_t finder_nodes(const finder* f) noexcept nogil:
    return f.nodes + (0 if not f.open else f.phases.b.looked_at if f.by_phases
                      else f.beam.looked_at)


cdef inline uint64_t finder_work(const finder* f) noexcept nogil:
    """What has been looked at, proofs counted as positions."""
    return finder_nodes(f) + f.proving + (f.phases.proving if f.open and f.by_phases else 0)


cdef inline uint64_t finder_peak(const finder* f) noexcept nogil:
    """The most bytes so far, this round included."""
    if not f.open:
        return f.peak
    return max(f.peak, f.table.peak + (phases_bytes(&f.phases) if f.by_phases
                                       else beam_bytes(&f.beam)))


cdef inline uint64_t finder_entries(const finder* f) noexcept nogil:
    return max(f.entries, f.table.count) if f.open else f.entries


cdef inline void finder_close(finder* f) noexcept nogil:
    """End a round."""
    if not f.open:
        return
    f.nodes = finder_nodes(f)
    f.entries = finder_entries(f)
    f.peak = finder_peak(f)
    f.lines = f.table.size
    if f.by_phases:
        f.proving += f.phases.proving
        phases_close(&f.phases)
    else:
        beam_close(&f.beam)
    table_close(&f.table)
    f.open = False


cdef inline void finder_prepare(finder* f, const search_rules* r, const klondike_position* p,
                                uint64_t limit) noexcept nogil:
    """What rounds begin with, and how they grow."""
    memset(f, 0, sizeof(finder))
    f.r = r
    f.p = p[0]
    f.limit = limit
    f.by_phases = rows_left(r.t, p)
    usual_weights(&f.w)
    f.width = 30
    f.growth = 1.5
    f.noise = 192
    if f.by_phases:
        f.w.home = 10
        f.w.lowest = 10
        f.w.down = 14
        f.w.on_down = 6
        f.w.empty = 4
        f.w.stock = 8
        f.w.over_lower = 3
        f.w.paid = 100
        f.noise = 613
        f.width = 10
        f.growth = 1.08
        f.opened = 48
        f.deep = 1500


cdef inline int varied(int weight, uint64_t chance) noexcept nogil:
    """A weight times something between a half and three halves."""
    return <int> (weight * <int> (128 + chance % 257) // 256)


cdef inline void vary(weights* w, uint64_t chance) noexcept nogil:
    """Other weights for another round: what one set of them misjudges, another may not."""
    w.home = varied(w.home, chance)
    w.lowest = varied(w.lowest, mixed(chance + 1))
    w.down = varied(w.down, mixed(chance + 2))
    w.on_down = varied(w.on_down, mixed(chance + 3))
    w.unpacked = varied(w.unpacked, mixed(chance + 4))
    w.empty = varied(w.empty, mixed(chance + 5))
    w.stock = varied(w.stock, mixed(chance + 6))
    w.over_lower = varied(w.over_lower, mixed(chance + 7))
    w.paid = varied(w.paid, mixed(chance + 8))


cdef inline int finder_open(finder* f) noexcept nogil:
    """Begin a round."""
    cdef uint32_t width = <uint32_t> min(f.width, <double> WIDEST)
    cdef double opened = min(f.opened, <double> MOST_OPENED)
    # A third of the memory for the positions, the rest for the table and the steps.
    while width > 2 and width * (f.opened + 2) * 600 > f.limit // 3:
        width = width * 3 // 4
    # The queue may take more than there is for narrow beams.
    while opened > 2 and width * (opened + 2) * 600 + opened * 1600 > f.limit * 4 // 9:
        opened *= 0.75
    memset(&f.beam, 0, sizeof(beam_search))
    memset(&f.phases, 0, sizeof(phase_search))
    cdef beam_search* b = &f.phases.b if f.by_phases else &f.beam
    b.r = f.r
    f.used = f.w
    if f.rounds > 0:
        vary(&f.used, mixed(f.rounds))
    if f.by_phases and f.rounds % 2 == 1:
        # Most deals are won soonest by whoever turns cards up first, but not the hard ones.
        f.used.down //= 3
        f.used.on_down //= 3
    b.w = &f.used
    b.table = &f.table
    b.seed = mixed(f.rounds)
    b.limit = f.limit // 9
    f.open = True
    # Rounds grow, so that this one needs as many lines as the last.
    if not table_open(&f.table, max(f.lines, <uint64_t> FIRST_LINES), f.limit // 3):
        return NO_ROOM
    if not f.by_phases:
        return beam_begin(b, &f.p) if beam_open(b, width) else NO_ROOM
    f.phases.deep_nodes = <uint64_t> f.deep
    if f.rounds > 0:
        f.phases.is_lost = f.is_lost
        f.phases.of_proof = f.of_proof
    if not phases_open(&f.phases, width, <uint64_t> opened, f.limit // 9):
        return NO_ROOM
    return phases_begin(&f.phases, &f.p)


cdef inline int finder_run(finder* f, uint64_t nodes) noexcept nogil:
    """Go on for about so many positions: FOUND, GOES_ON, or NO_ROOM if no round can begin."""
    cdef uint64_t end = finder_nodes(f) + nodes
    cdef int status = GOES_ON
    if not f.open:
        status = finder_open(f)
        if status == NO_ROOM:
            finder_close(f)
            return NO_ROOM
    if f.by_phases and status == GOES_ON:
        status = phases_run(&f.phases, nodes)
    while not f.by_phases and status == GOES_ON and finder_nodes(f) < end:
        status = beam_layer(&f.beam)
    if status == EXHAUSTED or status == NO_ROOM:
        # A round is over, or needs more than it may have.
        finder_close(f)
        f.rounds += 1
        f.w.noise = f.noise
        if status == EXHAUSTED:
            f.width *= f.growth
            f.opened *= f.growth
            f.deep = min(f.deep * f.growth, MOST_DEEP)
        # Even a round without a position counts, or the search would never end.
        f.nodes += 1
        return GOES_ON
    return status


cdef inline int finder_line(finder* f, search_move* m, int most) noexcept nogil:
    """The line that was found, from the position that the finder began at; its count.

    -1 if there are more than `most` moves.
    """
    cdef int count, after
    if not f.by_phases:
        return steps_to(&f.beam, f.beam.won, m, most)
    count = steps_to(&f.phases.b, f.phases.b.nodes[f.phases.at].last, m, most)
    if count < 0:
        return -1
    after = exact_line(&f.phases.deep, m + count, most - count)
    return -1 if after < 0 else count + after
