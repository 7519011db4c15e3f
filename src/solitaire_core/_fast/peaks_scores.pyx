"""Exact optima of scores for one deal of the peaks family.

Every removed set is handled once, by size. For each slot (set, card taken last) the kernel
keeps the *cells* (stock cards turned, chain length, score) with which it can be reached and
which no other cell of the slot makes needless. A cell is needless beside another one whose
owner can copy every line of the cell's owner and never stands worse:

- turned: the other has turned as many or fewer. It makes the same takes, and before the
  line's next turn it turns what it lags behind (see peaks_solver); from then on both have
  turned the same.
- chain: where later cards of a chain are worth no less than earlier ones, more is never
  worse if much is wanted and less is never worse if little is wanted; where they are worth
  no more, the other way round; otherwise chains must be equal. (While the line has not
  turned, both chains grow alike; after a turn both begin anew.)
- score, turns left out: not worse, for lines that turn later; and, with the turns so far and
  the spare cards counted in, not worse either, for lines that never turn again. Both must
  hold.

What can be wanted is the most or the least at the moment of clearing the tableau, or the
most at any moment of any line (a player may stop at any time). For the last one the copy
must not be worse at moments before it has caught up with the turns either, which holds as
turns never earn points: that is checked.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_bounds cimport ROW, beam, most_ahead, scored_deal, set_bounds
from solitaire_core._fast.peaks_bounds cimport standing
from solitaire_core._fast.peaks_lattice cimport Lattice, count_bits, lowest_bit, peaks_find
from solitaire_core._fast.peaks_lattice cimport peaks_lattice
from solitaire_core._fast.peaks_solver cimport WinTable, check_solvable
from solitaire_core._fast.peaks_kernel cimport TURN, peaks_points, peaks_table, rank_index
from solitaire_core._fast.peaks_moves cimport move_from_code
from solitaire_core._fast.peaks_state cimport PeaksState, PeaksTable

cdef enum:
    BEST = 0
    BEST_CLEAR = 1
    WORST_CLEAR = 2

    # The fields of a cell's rank, each with room for a borrow above it: turns and chains
    # have six bits. Points of at most 1,000,000 each for 51 cards and their tips fit in 31.
    SHORT_CHAIN = 0
    LONG_CHAIN = 7
    UNTURNED = 14
    SCORE = 21

    # The fields of a cell's trace, below them the number of the cell that it came from.
    TURNED = 32
    PLACE = 40
    CHAIN = 48

    OK = 0
    NO_MEMORY = 1

    NOBODY = 0xFFFFFFFF
    MOST_CELLS = 1 << 26        # 1 GB; three peaks need 250,000 at the most seen

_GOALS = {"best": BEST, "best-clear": BEST_CLEAR, "worst-clear": WORST_CLEAR}

cdef uint64_t BORROWS = <uint64_t> 1 << 6 | 1 << 13 | 1 << 20 | <uint64_t> 1 << 52
# Added to scores so that they are never negative; with it no line reaches 0.
cdef int64_t LIFT = 1 << 30
# No line reaches it: at most 51 cards and turns at 1,000,000 points each, and tips.
cdef int32_t NOTHING = -1000000000


cdef struct search:
    scored_deal deal
    bint waiting_pays           # more cards turned may be worth more at the end
    uint64_t first_of_chain     # what the chain field or fields of a rank hold at 0 ...
    uint64_t more_of_chain      # ... and gain with each card
    uint64_t first_fits         # the places whose cards go on the top card to begin with
    cell* cells
    uint32_t count
    uint32_t room
    uint32_t* first_cell        # [slots] a slot's cells ...
    uint32_t* end_cell          # [slots] ... stand together
    int32_t floor               # what cannot come above it is of no use
    # The best moment so far:
    int32_t best
    uint32_t best_cell


cdef inline int32_t _score(uint64_t rank) noexcept nogil:
    """The score, the turns left out."""
    return <int32_t> (<int64_t> (rank >> SCORE) - LIFT)


cdef inline int32_t _end_score(const search* s, uint64_t rank) noexcept nogil:
    """What the score is worth at the end of a line that turns no more."""
    return _score(rank) + s.deal.end[63 - (rank >> UNTURNED & 63)]


cdef inline uint64_t _points(int32_t points) noexcept nogil:
    """What the points add to a rank."""
    return <uint64_t> <int64_t> points << SCORE


cdef inline uint64_t _fresh_rank(const search* s, int32_t score, int turned) noexcept nogil:
    """The rank of a cell with chain 0."""
    return (<uint64_t> (score + LIFT) << SCORE | <uint64_t> (63 - turned) << UNTURNED
            | s.first_of_chain)


cdef inline uint64_t _trace(int chain, int place, int turned, uint32_t before) noexcept nogil:
    return (<uint64_t> chain << CHAIN | <uint64_t> place << PLACE
            | <uint64_t> turned << TURNED | before)


cdef inline int _turned(uint64_t trace) noexcept nogil:
    """The stock cards turned."""
    return trace >> TURNED & 63


cdef inline int _chain(uint64_t trace) noexcept nogil:
    """The length of the chain."""
    return trace >> CHAIN


cdef inline bint _replaces(const search* s, uint64_t a, uint64_t b) noexcept nogil:
    """Whether nobody needs a cell of rank b who has one of rank a."""
    # No field of a is less than b's where none has to borrow.
    cdef bint found = ((a | BORROWS) - b) & BORROWS == BORROWS
    # Where waiting earns nothing, what fewer turns are worth at the end is no less.
    if found and s.waiting_pays:
        return _end_score(s, a) >= _end_score(s, b)
    return found


cdef inline void _offer(search* s, uint32_t first, uint64_t rank, uint64_t trace) noexcept nogil:
    """Add a cell to the slot that is being filled, unless it is needless."""
    cdef uint32_t i, kept
    for i in range(first, s.count):
        if _replaces(s, s.cells[i].rank, rank):
            return
    kept = first
    for i in range(first, s.count):
        s.cells[kept].rank = s.cells[i].rank
        s.cells[kept].trace = s.cells[i].trace
        kept += not _replaces(s, rank, s.cells[i].rank)
    s.cells[kept].rank = rank
    s.cells[kept].trace = trace
    s.count = kept + 1


cdef struct arrival:
    # The cells of one slot of the set at hand, and what can be taken from there.
    uint32_t first
    uint32_t end
    uint64_t fits


cdef struct rise:
    # A set's best score among its cells with so many cards turned or fewer, where it is
    # better than with one card less: all that matters of a cell once the stock is turned.
    int32_t score
    uint32_t cell
    int turned
    uint64_t window     # the turns up to the next rise


cdef int _make_room(search* s, size_t wanted) noexcept nogil:
    """See to it that so many more cells fit."""
    cdef size_t room = s.room
    cdef void* moved
    if s.count + wanted <= room:
        return OK
    while s.count + wanted > room:
        room *= 2
    if room > MOST_CELLS:
        return NO_MEMORY
    moved = realloc(s.cells, room * sizeof(cell))
    if moved == NULL:
        return NO_MEMORY
    s.cells = <cell*> moved
    s.room = <uint32_t> room
    return OK


cdef inline bint _hopeless(const search* s, int32_t score, int turned, int32_t tips,
                           int32_t ahead) noexcept nogil:
    """Whether nothing above the floor can come of a score, by the bound on what is ahead."""
    return score + s.deal.later[turned] + tips + ahead <= s.floor


cdef void _leave(search* s, uint32_t number, const arrival* from_slots, int slots,
                 const rise* rises, int rise_count) noexcept nogil:
    """Fill the slots that the steps of a set lead to."""
    cdef const peaks_lattice* lattice = s.deal.lattice
    cdef uint64_t gone = lattice.mask[number], next_cards = 0, turns, hits
    cdef int least_turned = rises[0].turned
    cdef uint32_t step, first, i, target
    cdef int place, k, turned, least_winning, chain, left
    cdef int32_t points, score, ahead, fresh = 0, tips = 0
    cdef uint64_t rank, trace
    cdef bint bounded = s.deal.bounded
    cdef uint8_t[DECK] comers           # how many slots' cards a place fits on, and which
    cdef uint8_t[DECK][DECK] comer
    for step in range(lattice.first_step[number], lattice.first_step[number + 1]):
        place = lattice.step_card[step]
        next_cards |= <uint64_t> 1 << place
        comers[place] = 0
    for k in range(slots):
        hits = from_slots[k].fits & next_cards
        while hits != 0:
            place = lowest_bit(hits)
            hits &= hits - 1
            comer[place][comers[place]] = k
            comers[place] += 1
    left = <int> lattice.cards - count_bits(gone) - 1
    for step in range(lattice.first_step[number], lattice.first_step[number + 1]):
        place = lattice.step_card[step]
        target = lattice.step_set[step]
        first = s.count
        # With so many cards turned or more, nothing clears the tableau from there.
        least_winning = DECK
        if s.deal.win_rows != NULL:
            least_winning = s.deal.win_rows[<size_t> target * ROW + s.deal.rank[place]]
        points = 0
        if s.deal.table.tips >> place & 1:
            points = s.deal.points.tip[1 + count_bits(gone & s.deal.table.tips)]
        if bounded:
            tips = s.deal.tips[
                count_bits((gone | <uint64_t> 1 << place) & s.deal.table.tips)
            ]
            fresh = most_ahead(&s.deal, target, s.deal.rank[place], 1, left)
        for k in range(comers[place] if least_winning > least_turned else 0):
            for i in range(from_slots[comer[place][k]].first, from_slots[comer[place][k]].end):
                turned = _turned(s.cells[i].trace)
                if turned >= least_winning:
                    continue
                chain = _chain(s.cells[i].trace) + 1
                if bounded:
                    score = _score(s.cells[i].rank) + s.deal.points.card[chain] + points
                    ahead = most_ahead(&s.deal, target, s.deal.rank[place], chain, left)
                    if _hopeless(s, score, turned, tips, ahead):
                        continue
                rank = (s.cells[i].rank + s.more_of_chain
                        + _points(s.deal.points.card[chain] + points))
                _offer(s, first, rank, _trace(chain, place, turned, i))
        for k in range(rise_count if least_winning > least_turned else 0):
            turns = s.deal.stock_fits[place] & rises[k].window
            while turns != 0:
                turned = lowest_bit(turns)
                turns &= turns - 1
                score = rises[k].score + s.deal.points.card[1] + points
                # Later turns win no more often and hope for no more.
                if turned >= least_winning:
                    break
                if bounded and _hopeless(s, score, turned, tips, fresh):
                    break
                rank = _fresh_rank(s, score, turned)
                trace = _trace(1, place, turned, rises[k].cell)
                _offer(s, first, rank + s.more_of_chain, trace)
                # Later turns of the window come with the same score and chain.
                if not s.waiting_pays:
                    break
        s.first_cell[lattice.step_slot[step]] = first
        s.end_cell[lattice.step_slot[step]] = s.count


cdef inline int32_t _lifted(uint64_t most) noexcept nogil:
    """The score of a best cell."""
    return <int32_t> (<int64_t> (most >> 32) - LIFT)


cdef int _run(search* s, uint32_t first_set) noexcept nogil:
    """Handle every set from the first one on; cell 0 is the position itself."""
    cdef const peaks_lattice* lattice = s.deal.lattice
    cdef const peaks_table* t = s.deal.table
    cdef arrival[DECK] from_slots
    cdef uint64_t[DECK] most    # by turns: the best lifted score, and below it a cell
    cdef uint64_t found
    cdef rise[DECK] rises
    cdef uint32_t i, j, slot
    cdef size_t cells
    cdef int slots, turned, rise_count
    cdef int32_t value, greatest
    cdef uint64_t present, left
    cdef bint cleared
    for i in range(first_set, lattice.sets):
        slots = 0
        cells = 0
        if i == first_set:
            from_slots[0].first = 0
            from_slots[0].end = 1
            from_slots[0].fits = s.first_fits
            slots = 1
            cells = 1
        else:
            for slot in range(lattice.first_slot[i], lattice.first_slot[i + 1]):
                if s.end_cell[slot] == s.first_cell[slot]:
                    continue
                from_slots[slots].first = s.first_cell[slot]
                from_slots[slots].end = s.end_cell[slot]
                from_slots[slots].fits = s.deal.fits[lattice.slot_card[slot]]
                cells += s.end_cell[slot] - s.first_cell[slot]
                slots += 1
        if slots == 0:
            continue
        present = 0
        found = 0
        memset(most, 0, (t.stock + 1) * sizeof(uint64_t))
        for j in range(<uint32_t> slots):
            for slot in range(from_slots[j].first, from_slots[j].end):
                turned = _turned(s.cells[slot].trace)
                present |= <uint64_t> 1 << turned
                # Of equals the first cell, as its number is turned round.
                most[turned] = max(
                    most[turned], s.cells[slot].rank >> SCORE << 32 | (NOBODY - slot)
                )
                found = max(found, most[turned])
        greatest = _lifted(found)
        cleared = i == lattice.sets - 1
        # Turns earn nothing, so that only a score above the best can become the best.
        if cleared or (s.deal.any_moment and greatest > s.best):
            left = present
            while left != 0:
                turned = lowest_bit(left)
                left &= left - 1
                value = _lifted(most[turned]) + (
                    s.deal.end[turned] if cleared else s.deal.points.turn * turned
                )
                if value > s.best:
                    s.best = value
                    s.floor = max(s.floor, value)
                    s.best_cell = NOBODY - <uint32_t> most[turned]
        if cleared:
            break
        rise_count = 0
        value = NOTHING
        while present != 0:
            turned = lowest_bit(present)
            present &= present - 1
            if _lifted(most[turned]) <= value:
                continue
            value = _lifted(most[turned])
            rises[rise_count].score = value
            rises[rise_count].cell = NOBODY - <uint32_t> most[turned]
            rises[rise_count].turned = turned
            rises[rise_count].window = ~((<uint64_t> 2 << turned) - 1)
            if rise_count > 0:
                rises[rise_count - 1].window &= (<uint64_t> 2 << turned) - 1
            rise_count += 1
        if _make_room(s, (cells + t.stock)
                      * (lattice.first_step[i + 1] - lattice.first_step[i])) != OK:
            return NO_MEMORY
        _leave(s, i, from_slots, slots, rises, rise_count)
    return OK


cdef int _set_points(search* s, const peaks_points* points, int sign) except -1:
    """Copy a scoring system with its sign."""
    cdef int k
    cdef bint grows = True, shrinks = True
    if sign * points.turn > 0 and s.deal.any_moment:
        raise ValueError("the best score of any line is not found where turning the stock earns")
    for k in range(DECK):
        s.deal.points.card[k] = sign * points.card[k]
        s.deal.points.tip[k] = sign * points.tip[k]
    s.deal.points.turn = sign * points.turn
    for k in range(s.deal.table.stock + 1):
        s.deal.end[k] = s.deal.points.turn * k + sign * points.win[s.deal.table.stock - k]
        if k > 0 and s.deal.end[k] > s.deal.end[k - 1]:
            s.waiting_pays = True
    for k in range(2, DECK):
        if s.deal.points.card[k] < s.deal.points.card[k - 1]:
            grows = False
        if s.deal.points.card[k] > s.deal.points.card[k - 1]:
            shrinks = False
    # One field for each way in which a chain may not be worse; where both ways are right,
    # the chain does not matter.
    if not shrinks:
        s.more_of_chain += <uint64_t> 1 << LONG_CHAIN
    if not grows:
        s.first_of_chain += <uint64_t> 63 << SHORT_CHAIN
        s.more_of_chain -= <uint64_t> 1 << SHORT_CHAIN
    return 0


cdef void _set_deal(scored_deal* d, const peaks_lattice* lattice, const peaks_table* t) noexcept:
    """Note which card goes on which."""
    cdef int k, turned
    d.lattice = lattice
    d.table = t
    for k in range(t.cards):
        d.rank[k] = rank_index(t.code[k])
        d.fits[k] = t.fits[d.rank[k]]
        for turned in range(1, t.stock + 1):
            if t.fits[rank_index(t.code[t.cards + turned])] >> k & 1:
                d.stock_fits[k] |= <uint64_t> 1 << turned


def best_score(PeaksState state not None, Lattice lattice not None, goal, bint lower=False, *,
               bint bounds=True):
    """The best line by the scoring system of the game.

    Parameters
    ----------
    state : PeaksState
        Any position with all cards known; its chain and its score so far count.
    lattice : Lattice
        The lattice of its layout.
    goal : str
        `best` (at any moment of any line), `best-clear` or `worst-clear` (the best
        and the worst at the moment of clearing).
    lower : bool
        Whether a lower score is a better one.
    bounds : bool
        Whether to leave out what cannot come up to the best: the answer is the same.

    Returns
    -------
    (int, list of PeaksMove) or None
        The score and the line that ends with it; None where the goal cannot be met.

    Raises
    ------
    ValueError
        If a card that matters is unknown, the position cannot occur, or the best score at
        any moment is asked for where turning the stock earns points.
    MemoryError
        If more than 1 GB would be needed or memory is short.

    Notes
    -----
    Time and memory grow with the cells that are kept, 16 bytes each: for a deal of three peaks
    124,000 to 173,000 on the mean, with bounds 16,000 to 79,000. The GIL is released.
    """
    cdef search s
    cdef standing start
    cdef uint32_t first, at, before
    cdef int code, turned, sign
    if goal not in _GOALS:
        raise ValueError(f"goal is one of {', '.join(_GOALS)}, not {goal!r}")
    check_solvable(state, lattice)
    if state.position.removed == state.table.data.everything:
        return state.position.score, []
    sign = -1 if (_GOALS[goal] == WORST_CLEAR) != lower else 1
    memset(&s, 0, sizeof(s))
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef PeaksTable held = state.table
    _set_deal(&s.deal, &lattice.tables, &held.data)
    s.deal.any_moment = _GOALS[goal] == BEST
    _set_points(&s, &held.data.points, sign)
    first = peaks_find(&lattice.tables, state.position.removed)
    cdef WinTable wins = None
    if not s.deal.any_moment:
        wins = WinTable(state, lattice)
        s.deal.win_rows = <uint8_t*> wins.rows.data
    cdef Block slots = Block(2 * <size_t> lattice.tables.steps * sizeof(uint32_t))
    cdef Block runs = Block(<size_t> lattice.tables.sets * ROW if bounds else 0, zeroed=False)
    s.first_cell = <uint32_t*> slots.data
    s.end_cell = s.first_cell + lattice.tables.steps
    # Scores begin at 0, and leave out the turns, those before this position among them.
    start.score = -s.deal.points.turn * <int32_t> state.position.turned
    start.turned = state.position.turned
    start.chain = state.position.chain
    start.set = first
    start.fits = held.data.fits[rank_index(state.position.top)]
    s.room = 262144
    s.cells = <cell*> malloc(s.room * sizeof(cell))
    try:
        if s.cells == NULL:
            raise MemoryError("no memory for a search of scores")
        s.count = 1
        s.cells[0].rank = (_fresh_rank(&s, start.score, start.turned)
                           + s.more_of_chain * start.chain)
        s.cells[0].trace = _trace(start.chain, 0, start.turned, NOBODY)
        s.first_fits = start.fits
        s.best = NOTHING
        s.best_cell = NOBODY
        s.floor = NOTHING
        with nogil:
            if bounds and set_bounds(&s.deal, first, <uint8_t*> runs.data):
                s.floor = beam(&s.deal, &start) - 1
            code = _run(&s, first)
        if code == NO_MEMORY:
            raise MemoryError("a search of scores needs more memory than it may take")
        if s.best_cell == NOBODY:
            return None
        line = []
        at = s.best_cell
        while at != 0:
            before = <uint32_t> s.cells[at].trace
            line.append(move_from_code(s.deal.table.code[s.cells[at].trace >> PLACE & 63]))
            turned = _turned(s.cells[at].trace) - _turned(s.cells[before].trace)
            line.extend([move_from_code(TURN)] * turned)
            at = before
        return state.position.score + sign * s.best, line[::-1]
    finally:
        free(s.cells)
