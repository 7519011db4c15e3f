"""Whether a position of the Klondike family can be won, and how.

Three searches take turns, by the numbers of positions that they look at, so that an answer does
not depend on the speed of the machine: a relaxation that may prove a loss at once; beams that
look for a win (klondike_finder); and one that goes depth first through everything
(klondike_exact), whose end is a proof. What they do without is argued in
docs/solving-klondike.md.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

import time

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_exact cimport EXHAUSTED, FOUND, GOES_ON, NO_ROOM, exact_begin
from solitaire_core._fast.klondike_exact cimport exact_bytes, exact_close, exact_line
from solitaire_core._fast.klondike_exact cimport exact_run
from solitaire_core._fast.klondike_exact cimport exact_search, exact_work
from solitaire_core._fast.klondike_finder cimport finder, finder_close, finder_entries, finder_line
from solitaire_core._fast.klondike_finder cimport finder_nodes, finder_peak, finder_work
from solitaire_core._fast.klondike_finder cimport finder_prepare, finder_run
from solitaire_core._fast.klondike_improve cimport MOST_LINE, improver, improver_begin
from solitaire_core._fast.klondike_improve cimport improver_free, improver_peak, improver_run
from solitaire_core._fast.klondike_improve cimport polish, take_shortcuts
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, STOCK, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, move_of
from solitaire_core._fast.klondike_line cimport NO_PLACE, play, waste_for
from solitaire_core._fast.klondike_moves cimport klondike_move
from solitaire_core._fast.klondike_parking cimport relaxation
from solitaire_core._fast.klondike_proofs cimport GAVE_UP, NOT_PROVED, PROVED, TIERS
from solitaire_core._fast.klondike_prunings cimport prunings_named, set_rules
from solitaire_core._fast.klondike_relaxation cimport ALIVE, DEAD, OVER, relax
from solitaire_core._fast.klondike_relaxation cimport relaxation_bytes, relaxation_open
from solitaire_core._fast.klondike_search cimport in_this_pass, search_move, search_rules
from solitaire_core._fast.klondike_shortcuts cimport shortcuts, shortcuts_bytes, shortcuts_close
from solitaire_core._fast.klondike_shortcuts cimport shortcuts_open, shortcuts_run
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.table cimport key_table, table_close, table_open

cdef enum:
    SLICE = 8_000           # positions between two looks at the clock: a few milliseconds
    LEAST_MEMORY = 4        # megabytes
    FIRST_LOOK = 2_000      # positions with which the exact search begins: ends of games
    FEW_CARDS = 36          # in play: such games with rows to be dealt begin so too
    EXACT_AHEAD = 30_000    # positions before others have a turn
    BEAMS_TRIED = 150_000   # positions of beams, after which they have a smaller share
    PHASES_AHEAD = 3_000_000
    EACH_ROUND = 500        # of phases
    SINGLES_AHEAD = 2_000_000
    SHORTEST = 2_000        # positions looked at to shorten a line, at the least
    LONGEST = 80_000        # and at the most, where nothing more is asked for
    LONG_LINE = 1_000       # moves: such lines are straightened first
    ROOT_VECTORS = 100_000  # of the relaxation, at the start
    ROW_VECTORS = 3_000     # and after a deal, in the first tier
    MORE_VECTORS = 10       # times as many in each tier after it

cdef double MOST_SECONDS = 1e18
cdef uint64_t NO_LIMIT = <uint64_t> 1 << 63
cdef uint32_t TURN = move_of(STOCK, WASTE, 0, NO_VALUE)
cdef uint32_t REDEAL = move_of(WASTE, STOCK, 0, NO_VALUE)


@cython.final
@cython.internal
cdef class _Search:
    """All that one solve works with."""

    cdef search_rules r
    cdef klondike_position start
    cdef KlondikeTable table        # of the rules: a state may be given another one meanwhile
    cdef exact_search exact
    cdef key_table known
    cdef finder finder
    cdef improver improver
    cdef uint64_t memory
    cdef uint64_t exact_nodes       # of an exact search that is over
    cdef uint64_t entries
    cdef uint64_t bytes
    cdef uint64_t deepest
    cdef double began
    cdef double seconds             # 0 for any time
    cdef uint64_t most              # positions
    cdef Block relaxing             # the relaxation and its table
    cdef relaxation* relaxation
    cdef object cancel
    cdef str reason
    cdef str stage

    def __cinit__(self):
        memset(&self.exact, 0, sizeof(exact_search))
        memset(&self.known, 0, sizeof(key_table))
        memset(&self.finder, 0, sizeof(finder))
        memset(&self.improver, 0, sizeof(improver))

    def __dealloc__(self):
        exact_close(&self.exact)
        table_close(&self.known)
        finder_close(&self.finder)
        improver_free(&self.improver)

    cdef uint64_t nodes(self) noexcept:
        return (self.exact_nodes + self.exact.nodes + finder_nodes(&self.finder)
                + self.improver.nodes)

    cdef int over(self) except -1:
        """Whether a limit has been reached; looks after Ctrl-C too."""
        PyErr_CheckSignals()
        if self.nodes() >= self.most:
            self.reason = "nodes"
        elif self.seconds > 0 and time.thread_time() - self.began >= self.seconds:
            self.reason = "seconds"
        elif self.cancel is not None and self.cancel():
            self.reason = "cancelled"
        return self.reason is not None

    cdef uint64_t slice(self, uint64_t wanted) noexcept:
        """How far to go before the next look around."""
        cdef uint64_t nodes = self.nodes()
        if nodes >= self.most:
            return 1
        return max(min(min(wanted, <uint64_t> SLICE), self.most - nodes), 1)

    cdef int begin_exact(self) except -1:
        """Begin the search through everything, with seven tenths of the memory."""
        if not table_open(&self.known, 64, self.memory * 6 // 10):
            raise MemoryError("no memory for the positions of a search")
        return exact_begin(&self.exact, &self.r, &self.start, &self.known, self.memory // 10)

    cdef int end_exact(self) except -1:
        self.note_peaks()
        self.exact_nodes += self.exact.nodes
        self.exact.nodes = 0
        exact_close(&self.exact)
        table_close(&self.known)
        self.known.peak = 0
        return 0

    cdef int end_finder(self) except -1:
        self.note_peaks()
        finder_close(&self.finder)
        self.finder.peak = 0
        return 0

    cdef void note_peaks(self) noexcept:
        cdef uint64_t bytes = 0 if self.relaxing is None else self.relaxing.size
        bytes += self.known.peak + exact_bytes(&self.exact)
        bytes += finder_peak(&self.finder) + improver_peak(&self.improver)
        self.bytes = max(self.bytes, bytes)
        self.entries = max(self.entries, self.known.count + finder_entries(&self.finder))
        self.deepest = max(self.deepest, self.exact.deepest)

    cdef int relax_with(self, uint64_t vectors, uint64_t most) except -1:
        """What the relaxation says of the start, with memory for so many vectors.

        It looks at `most` at this time.
        """
        cdef uint64_t bytes = (sizeof(relaxation) + 63) // 64 * 64
        cdef int found
        while vectors and bytes + relaxation_bytes(vectors) > self.memory // 20:
            vectors //= 2
        self.relaxing = Block(bytes + relaxation_bytes(vectors))
        self.relaxation = <relaxation*> self.relaxing.data
        relaxation_open(self.relaxation, <char*> self.relaxing.data + bytes, vectors)
        with nogil:
            found = relax(self.r.t, &self.start, self.relaxation, most)
        return found

    cdef bint is_dead(self) except -1:
        """Whether the relaxation proves a loss at once."""
        cdef int found, tier
        if self.r.t.deals:
            found = self.relax_with(vectors_of(TIERS - 1), ROW_VECTORS)
            # After deals too. In games with a waste, what it proves inside a search would soon
            # have come to its end anyway.
            self.exact.proofs.ask = _is_lost
            for tier in range(TIERS):
                self.exact.proofs.cost[tier] = cost_of_vectors(vectors_of(tier))
            self.exact.proofs.work = self.relaxation
            return found == DEAD
        # A deal of one deck has so few vectors that it needs no memory for them.
        found = self.relax_with(0, ROOT_VECTORS)
        if found == OVER and self.relaxation.looked == 0:
            found = self.relax_with(ROOT_VECTORS, ROOT_VECTORS)
        self.bytes = self.relaxing.size
        self.relaxing = None
        self.relaxation = NULL
        return found == DEAD

    cdef bint exact_is_next(self) noexcept:
        """Which search goes on: by what has been spent on each so far, as measured to be best."""
        cdef uint64_t exact = exact_work(&self.exact)
        cdef uint64_t found = finder_work(&self.finder)
        if exact < FIRST_LOOK and (not self.finder.by_phases or self.r.t.decks == 1
                                   or self.r.t.cards - self.start.at_home <= FEW_CARDS):
            return True
        if self.finder.by_phases and self.r.t.decks > 1:
            # Where rounds are soon over there is little to look at for this one too.
            if exact < <uint64_t> EACH_ROUND * self.finder.rounds:
                return True
            return found > PHASES_AHEAD and exact < found - PHASES_AHEAD
        if self.r.t.singles:
            return found > SINGLES_AHEAD and 8 * exact < found - SINGLES_AHEAD
        if exact < EXACT_AHEAD + min(found, <uint64_t> EXACT_AHEAD):
            return True
        # What beams have not found by then they hardly will.
        return exact < (2 * EXACT_AHEAD + 15 * found
                        + 48 * (found - min(found, <uint64_t> BEAMS_TRIED)))

    cdef int search(self, bint relaxed) except -1:
        """FOUND, EXHAUSTED, or GOES_ON where a limit was reached."""
        cdef int exact, found = GOES_ON
        cdef uint64_t slice
        if relaxed and self.is_dead():
            self.stage = "relaxation"
            return EXHAUSTED
        exact = self.begin_exact()
        finder_prepare(&self.finder, &self.r, &self.start, self.memory * 2 // 10)
        self.finder.is_lost = self.exact.proofs.ask
        self.finder.of_proof = self.exact.proofs.work
        while True:
            if exact == NO_ROOM and (found == NO_ROOM
                                     or finder_nodes(&self.finder) > 2 * self.exact.nodes):
                # Nothing can be proved any more, and beams have had as long again.
                self.reason = "memory"
                return GOES_ON
            if found == NO_ROOM or exact == GOES_ON and self.exact_is_next():
                self.stage = "depth-first"
                slice = self.slice(SLICE)
                with nogil:
                    exact = exact_run(&self.exact, slice)
                if exact == FOUND or exact == EXHAUSTED:
                    return exact
            else:
                self.stage = "phases" if self.finder.by_phases else "beam"
                slice = self.slice(SLICE)
                with nogil:
                    found = finder_run(&self.finder, slice)
                if found == FOUND:
                    return FOUND
            if self.over():
                return GOES_ON

    cdef int take_line(self) except -1:
        """Hand the line that was found to what makes it shorter."""
        # A frame or a step takes more, of a tenth of the memory at the most.
        cdef int most = min(<uint64_t> MOST_LINE, self.memory // 512), count
        if self.stage == "depth-first":
            if self.exact.level > <uint64_t> most:
                raise MemoryError(f"a line has more than {most} moves")
            most = self.exact.level
        cdef Block block = Block(most * sizeof(search_move), zeroed=False)
        cdef search_move* moves = <search_move*> block.data
        if self.stage == "depth-first":
            count = exact_line(&self.exact, moves, most)
        else:
            count = finder_line(&self.finder, moves, most)
        if count < 0:
            raise MemoryError(f"a line has more than {most} moves")
        self.end_exact()
        self.end_finder()
        if not improver_begin(&self.improver, &self.r, &self.start, moves, count,
                              self.memory // 2):
            raise MemoryError("no memory for a line")
        if self.improver.length < 0:
            raise RuntimeError("a line that was found does not win: please report this")
        if count > LONG_LINE:
            self.straighten()
        return 0

    cdef int straighten(self) except -1:
        """Take the shortcuts of a long line, unless a limit is reached or memory is short."""
        cdef improver* v = &self.improver
        cdef shortcuts s
        cdef bint done = False
        cdef uint64_t slice
        v.peak = max(v.peak, shortcuts_bytes(v.count))
        if (v.peak > self.memory // 4
                or not shortcuts_open(&s, v.r.t, &v.start, v.line, v.count)):
            return 0
        try:
            while not done and not self.over():
                slice = self.slice(SLICE)
                with nogil:
                    done = shortcuts_run(&s, slice)
                v.nodes += s.looked_at
                s.looked_at = 0
            if done:
                take_shortcuts(v, &s)
        finally:
            shortcuts_close(&s)
        return 0

    cdef int shorten(self, uint64_t effort, found) except -1:
        """Make the line shorter, for so many positions or until a limit is reached."""
        cdef uint64_t end = self.improver.nodes + effort, slice
        cdef int length = self.improver.length
        polish(&self.improver, self.slice(effort))
        if found is not None and self.improver.length < length:
            found(self.moves())
        while self.improver.nodes < end and not self.over():
            slice = self.slice(end - self.improver.nodes)
            length = self.improver.length
            with nogil:
                improver_run(&self.improver, slice)
            if found is not None and self.improver.length < length:
                found(self.moves())
        self.note_peaks()
        return 0

    cdef list moves(self):
        """The line, turns and redeals written out."""
        cdef klondike_position p = self.start
        cdef const klondike_table* t = self.r.t
        cdef int i, k, waste
        made = []
        for i in range(self.improver.count):
            if self.improver.line[i].place != NO_PLACE:
                waste = waste_for(t, &p, self.improver.line[i].place)
                k = p.waste
                if not in_this_pass(t, &p, waste):
                    made += [klondike_move(TURN)] * ((p.stock + t.draw - 1) // t.draw)
                    made.append(klondike_move(REDEAL))
                    k = 0
                made += [klondike_move(TURN)] * ((waste - k + t.draw - 1) // t.draw)
            play(t, &p, &self.improver.line[i])
            made.append(klondike_move(self.improver.line[i].move))
        return made


def solve_klondike(KlondikeState state not None, *, nodes=None, seconds=None,
                   memory=512 * 2**20, cancel=None, found=None, improve=False,
                   second_hash=False, without=()):
    """Decide a position of the Klondike family, all cards known.

    Parameters
    ----------
    state : KlondikeState
        The position; it is not changed.
    nodes : int, optional
        The most positions to look at, 0 to 2**63 - 1; some hundreds more where the search is in
        the middle of a layer of a beam. The same limit gives the same answer.
    seconds : float, optional
        The most CPU seconds of this thread, more than 0.
    memory : int
        The most bytes to take, 4 MB to 2**40.
    cancel : callable, optional
        Asked without arguments every few milliseconds; the search ends when it answers true.
    found : callable, optional
        Called with a list of KlondikeMove as soon as a line wins, and with each shorter one.
    improve : bool
        Whether to look for shorter lines until a limit is reached.
    second_hash : bool
        Whether a loss is searched for once more, positions recognised by a second hash.
    without : sequence of str
        Names from KLONDIKE_PRUNINGS that are not to be used.

    Returns
    -------
    verdict : int
        1 winnable, 0 unwinnable, -1 unknown.
    moves : list of KlondikeMove or None
        A line that wins, every turn and redeal among its moves.
    reason : str
        Which limit was reached, where it is unknown: nodes, seconds, memory, cancelled.
    stats : dict
        nodes, table_entries, table_bytes, depth, cpu_seconds, stage.

    Raises
    ------
    ValueError, TypeError
        If a limit is out of range or a pruning has no such name.
    MemoryError
        If what every search needs is not to be had.
    """
    cdef _Search s = _Search()
    cdef int status
    cdef uint64_t effort
    off = prunings_named(without)
    s.table = state.table
    s.start = state.position
    s.most = NO_LIMIT if nodes is None else whole("nodes", nodes, 0, 2**63 - 1)
    s.memory = whole("memory", memory, LEAST_MEMORY << 20, 2**40)
    s.seconds = _seconds(seconds)
    for name, value in (("cancel", cancel), ("found", found)):
        if value is not None and not callable(value):
            raise TypeError(f"{name} is callable, not {type(value).__name__}")
    if improve and nodes is None and seconds is None and cancel is None:
        raise ValueError("improve goes on until a limit: set nodes, seconds or cancel")
    s.cancel = cancel
    s.began = time.thread_time()
    set_rules(&s.r, &s.table.data, off)
    if s.start.at_home == s.r.t.cards:
        return 1, [], "", _stats(s, "rules")
    status = GOES_ON if s.over() else s.search("relaxation" not in off)
    # The relaxation recognises nothing by a hash: its losses need no second look.
    if status == EXHAUSTED and second_hash and s.stage != "relaxation":
        s.end_exact()
        s.r.second_hash = True
        status = s.begin_exact()
        while status == GOES_ON and not s.over():
            effort = s.slice(SLICE)
            with nogil:
                status = exact_run(&s.exact, effort)
        if status == NO_ROOM:
            s.reason = "memory"
            status = GOES_ON
    s.note_peaks()
    stage = s.stage or ""
    if status == EXHAUSTED:
        return 0, None, "", _stats(s, stage)
    if status == GOES_ON:
        return -1, None, s.reason, _stats(s, "")
    effort = min(max(2 * s.nodes(), <uint64_t> SHORTEST), <uint64_t> LONGEST)
    s.take_line()
    if found is not None:
        found(s.moves())
    s.shorten(NO_LIMIT if improve else effort, found)
    return 1, s.moves(), "", _stats(s, stage)


cdef inline uint64_t vectors_of(int tier) noexcept nogil:
    """How many vectors the relaxation looks at inside a search."""
    cdef uint64_t vectors = ROW_VECTORS
    while tier > 0:
        vectors *= MORE_VECTORS
        tier -= 1
    return vectors


cdef inline uint64_t cost_of_vectors(uint64_t count) noexcept nogil:
    """In positions: a call takes as long as some eight, and a vector not half as long."""
    return 8 + count * 2 // 5


cdef int _is_lost(const search_rules* r, const klondike_position* p, void* work, int tier,
                  uint64_t* looked) noexcept nogil:
    """What the relaxation says of a position."""
    cdef relaxation* relaxing = <relaxation*> work
    cdef int found = relax(r.t, p, relaxing, vectors_of(tier))
    looked[0] = cost_of_vectors(relaxing.looked)
    return PROVED if found == DEAD else NOT_PROVED if found == ALIVE else GAVE_UP


cdef dict _stats(_Search s, str stage):
    return {
        "nodes": s.nodes(),
        "table_entries": s.entries,
        "table_bytes": s.bytes,
        "depth": s.deepest,
        "cpu_seconds": time.thread_time() - s.began,
        "stage": stage,
    }


cdef double _seconds(seconds) except -1:
    if seconds is None:
        return 0
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"seconds is a number, not {seconds!r}")
    if not 0 < seconds < float("inf"):
        raise ValueError(f"seconds is more than 0, not {seconds}")
    # A whole number may be more than any float.
    return min(seconds, MOST_SECONDS)
