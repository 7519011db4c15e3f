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

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_lattice cimport Lattice, count_bits, lowest_bit, peaks_find
from solitaire_core._fast.peaks_lattice cimport peaks_lattice
from solitaire_core._fast.peaks_solver cimport WinTable, check_solvable
from solitaire_core._fast.peaks_state cimport TURN, PeaksState, PeaksTable
from solitaire_core._fast.peaks_state cimport move_from_code, peaks_points
from solitaire_core._fast.peaks_state cimport peaks_table, rank_index

cdef enum:
    BEST = 0
    BEST_CLEAR = 1
    WORST_CLEAR = 2

    SHORTER = 1         # what a chain may be for a cell to replace another
    LONGER = 2

    OK = 0
    NO_MEMORY = 1

    NOBODY = 0xFFFFFFFF
    MOST_CELLS = 1 << 26        # 768 MB; three peaks need some 200,000

_GOALS = {"best": BEST, "best-clear": BEST_CLEAR, "worst-clear": WORST_CLEAR}

# No line reaches it: at most 51 cards and turns at 1,000,000 points each, and tips.
cdef int32_t NOTHING = -1000000000


cdef struct search:
    # Points have their sign turned where little is wanted, so that more is always better.
    const peaks_lattice* lattice
    const peaks_table* table
    peaks_points points
    bint any_moment             # not only the moment of clearing counts
    int32_t[DECK] end           # at the end, by the stock cards turned: turns and spares
    bint waiting_pays           # more cards turned may be worth more at the end
    int chain_rule              # SHORTER and LONGER, or neither, or both
    const uint8_t* win_rows     # of a WinTable, where only lines that clear are wanted
    uint64_t[DECK] fits                 # by place: the places whose cards go on this one
    uint64_t[DECK] stock_fits           # by place: bit h, it goes on the h-th stock card
    uint8_t[DECK] rank                  # by place
    cell* cells
    uint32_t count
    uint32_t room
    uint32_t* first_cell        # [slots] a slot's cells ...
    uint32_t* end_cell          # [slots] ... stand together
    # The best moment so far:
    int32_t best
    uint32_t best_cell


cdef inline bint _replaces(const search* s, const cell* a, const cell* b) noexcept nogil:
    """Whether nobody needs b who has a."""
    if a.turned > b.turned or a.score < b.score:
        return False
    if a.chain != b.chain:
        if a.chain > b.chain:
            if not s.chain_rule & LONGER:
                return False
        elif not s.chain_rule & SHORTER:
            return False
    return a.score + s.end[a.turned] >= b.score + s.end[b.turned]


cdef inline void _offer(search* s, uint32_t first, const cell* new) noexcept nogil:
    """Add a cell to the slot that is being filled, unless it is needless."""
    cdef uint32_t i, kept
    for i in range(first, s.count):
        if _replaces(s, &s.cells[i], new):
            return
    kept = first
    for i in range(first, s.count):
        if not _replaces(s, new, &s.cells[i]):
            if kept != i:
                s.cells[kept] = s.cells[i]
            kept += 1
    s.cells[kept] = new[0]
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


cdef void _leave(search* s, uint32_t number, const arrival* from_slots, int slots,
                 const rise* rises, int rise_count) noexcept nogil:
    """Fill the slots that the steps of a set lead to."""
    cdef const peaks_lattice* lattice = s.lattice
    cdef uint64_t gone = lattice.mask[number], next_cards = 0, turns, hits
    cdef int least_turned = rises[0].turned
    cdef uint32_t step, first, i
    cdef int place, k, turned, least_winning
    cdef int32_t points
    cdef const cell* old
    cdef cell new
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
    for step in range(lattice.first_step[number], lattice.first_step[number + 1]):
        place = lattice.step_card[step]
        first = s.count
        # With so many cards turned or more, nothing clears the tableau from there.
        least_winning = DECK
        if s.win_rows != NULL:
            least_winning = s.win_rows[<size_t> lattice.step_set[step] * 16 + s.rank[place]]
        new.card = place
        points = 0
        if s.table.tips >> place & 1:
            points = s.points.tip[1 + count_bits(gone & s.table.tips)]
        for k in range(comers[place] if least_winning > least_turned else 0):
            for i in range(from_slots[comer[place][k]].first, from_slots[comer[place][k]].end):
                old = &s.cells[i]
                if old.turned >= least_winning:
                    continue
                new.chain = old.chain + 1
                new.score = old.score + s.points.card[new.chain] + points
                new.turned = old.turned
                new.before = i
                _offer(s, first, &new)
        for k in range(rise_count if least_winning > least_turned else 0):
            turns = s.stock_fits[place] & rises[k].window
            while turns != 0:
                turned = lowest_bit(turns)
                turns &= turns - 1
                if turned >= least_winning:
                    break
                new.chain = 1
                new.score = rises[k].score + s.points.card[1] + points
                new.turned = turned
                new.before = rises[k].cell
                _offer(s, first, &new)
                # Later turns of the window come with the same score and chain.
                if not s.waiting_pays:
                    break
        s.first_cell[lattice.step_slot[step]] = first
        s.end_cell[lattice.step_slot[step]] = s.count


cdef int _run(search* s, uint32_t first_set) noexcept nogil:
    """Handle every set from the first one on; cell 0 is the position itself."""
    cdef const peaks_lattice* lattice = s.lattice
    cdef const peaks_table* t = s.table
    cdef arrival[DECK] from_slots
    cdef int32_t[DECK] most
    cdef uint32_t[DECK] most_cell
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
            from_slots[0].fits = t.fits[rank_index(s.cells[0].card)]
            slots = 1
            cells = 1
        else:
            for slot in range(lattice.first_slot[i], lattice.first_slot[i + 1]):
                if s.end_cell[slot] == s.first_cell[slot]:
                    continue
                from_slots[slots].first = s.first_cell[slot]
                from_slots[slots].end = s.end_cell[slot]
                from_slots[slots].fits = s.fits[lattice.slot_card[slot]]
                cells += s.end_cell[slot] - s.first_cell[slot]
                slots += 1
        if slots == 0:
            continue
        present = 0
        greatest = NOTHING
        for j in range(<uint32_t> slots):
            for slot in range(from_slots[j].first, from_slots[j].end):
                turned = s.cells[slot].turned
                value = s.cells[slot].score
                if not present >> turned & 1 or value > most[turned]:
                    present |= <uint64_t> 1 << turned
                    most[turned] = value
                    most_cell[turned] = slot
                    greatest = max(greatest, value)
        cleared = i == lattice.sets - 1
        # Turns earn nothing, so that only a score above the best can become the best.
        if cleared or (s.any_moment and greatest > s.best):
            left = present
            while left != 0:
                turned = lowest_bit(left)
                left &= left - 1
                value = most[turned] + (s.end[turned] if cleared else s.points.turn * turned)
                if value > s.best:
                    s.best = value
                    s.best_cell = most_cell[turned]
        if cleared:
            break
        rise_count = 0
        value = NOTHING
        while present != 0:
            turned = lowest_bit(present)
            present &= present - 1
            if most[turned] <= value:
                continue
            value = most[turned]
            rises[rise_count].score = value
            rises[rise_count].cell = most_cell[turned]
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
    if sign * points.turn > 0 and s.any_moment:
        raise ValueError("the best score of any line is not found where turning the stock earns")
    for k in range(DECK):
        s.points.card[k] = sign * points.card[k]
        s.points.tip[k] = sign * points.tip[k]
    s.points.turn = sign * points.turn
    for k in range(s.table.stock + 1):
        s.end[k] = s.points.turn * k + sign * points.win[s.table.stock - k]
        if k > 0 and s.end[k] > s.end[k - 1]:
            s.waiting_pays = True
    for k in range(2, DECK):
        if s.points.card[k] < s.points.card[k - 1]:
            grows = False
        if s.points.card[k] > s.points.card[k - 1]:
            shrinks = False
    s.chain_rule = (LONGER if grows else 0) | (SHORTER if shrinks else 0)
    return 0


def best_score(PeaksState state not None, Lattice lattice not None, goal, bint lower=False):
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
        If more than 768 MB would be needed or memory is short.

    Notes
    -----
    Time and memory grow with the cells that are kept: some 200,000 for three peaks, 12
    bytes each. The GIL is released.
    """
    cdef search s
    cdef uint32_t first, at
    cdef int code, k, turned, sign
    if goal not in _GOALS:
        raise ValueError(f"goal is one of {', '.join(_GOALS)}, not {goal!r}")
    check_solvable(state, lattice)
    if state.position.removed == state.table.data.everything:
        return state.position.score, []
    sign = -1 if (_GOALS[goal] == WORST_CLEAR) != lower else 1
    memset(&s, 0, sizeof(s))
    s.lattice = &lattice.tables
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef PeaksTable held = state.table
    s.table = &held.data
    s.any_moment = _GOALS[goal] == BEST
    _set_points(&s, &s.table.points, sign)
    for k in range(s.table.cards):
        s.rank[k] = rank_index(s.table.code[k])
        s.fits[k] = s.table.fits[s.rank[k]]
        for turned in range(1, s.table.stock + 1):
            if s.table.fits[rank_index(s.table.code[s.table.cards + turned])] >> k & 1:
                s.stock_fits[k] |= <uint64_t> 1 << turned
    first = peaks_find(s.lattice, state.position.removed)
    cdef WinTable wins = None
    if not s.any_moment:
        wins = WinTable(state, lattice)
        s.win_rows = <uint8_t*> wins.rows.data
    cdef Block slots = Block(2 * <size_t> s.lattice.steps * sizeof(uint32_t))
    s.first_cell = <uint32_t*> slots.data
    s.end_cell = s.first_cell + s.lattice.steps
    s.room = 262144
    s.cells = <cell*> malloc(s.room * sizeof(cell))
    try:
        if s.cells == NULL:
            raise MemoryError("no memory for a search of scores")
        # Cells leave out the turns, those before this position among them.
        s.count = 1
        s.cells[0].score = (sign * state.position.score
                            - s.points.turn * <int32_t> state.position.turned)
        s.cells[0].before = NOBODY
        s.cells[0].turned = state.position.turned
        s.cells[0].chain = state.position.chain
        s.cells[0].card = state.position.top
        s.best = NOTHING
        s.best_cell = NOBODY
        with nogil:
            code = _run(&s, first)
        if code == NO_MEMORY:
            raise MemoryError("a search of scores needs more memory than it may take")
        if s.best_cell == NOBODY:
            return None
        line = []
        at = s.best_cell
        while s.cells[at].before != NOBODY:
            line.append(move_from_code(s.table.code[s.cells[at].card]))
            turned = s.cells[at].turned - s.cells[s.cells[at].before].turned
            line.extend([move_from_code(TURN)] * turned)
            at = s.cells[at].before
        return sign * s.best, line[::-1]
    finally:
        free(s.cells)
