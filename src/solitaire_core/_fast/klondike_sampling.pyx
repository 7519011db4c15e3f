"""A player of the Klondike family that plays on what it knows, and samples what it does not.

It makes a *plan*: moves that lead to the next card which nobody has seen, or to a win. Before
anything else the hidden cards are forgotten (put in order, then shuffled), so that a plan depends
on what the player knows and on chance alone.

1. A stock that may be gone through without end is gone through first: that loses nothing.
2. From the position a reach (klondike_reach.pxd) finds the best moves that show a hidden card.
3. Each of these is played on to the end of the game in the same samples of the hidden cards, by a
   player who always takes the best end of a small reach, and looks no further. Round after round
   the worse half is left out; the one that is left is the plan.
4. Where nothing is hidden any more, beams and a depth-first search look for a win.

Where a reach finds nothing, the plan is what a greedy player does. All of this is counted in
positions looked at, never in time.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_exact cimport FOUND, GOES_ON, exact_begin, exact_close
from solitaire_core._fast.klondike_exact cimport exact_run
from solitaire_core._fast.klondike_finder cimport finder_close, finder_line, finder_nodes
from solitaire_core._fast.klondike_finder cimport finder_prepare, finder_run
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves
from solitaire_core._fast.klondike_hidden cimport cards_down, find_hidden, hide, shuffle_hidden
from solitaire_core._fast.klondike_hidden cimport hidden_cards, stock_is_hidden
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, STOCK, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, klondike_undo, make, move_from
from solitaire_core._fast.klondike_kernel cimport move_of, move_value, value_of
from solitaire_core._fast.klondike_moves cimport klondike_move
from solitaire_core._fast.klondike_policies cimport GIVES_UP, GREEDY, choose_klondike
from solitaire_core._fast.klondike_policies cimport is_stock_move
from solitaire_core._fast.klondike_prunings cimport set_rules
from solitaire_core._fast.klondike_reach cimport REACH_WON, line_to, reach_close, reach_open
from solitaire_core._fast.klondike_reach cimport reach_run
from solitaire_core._fast.klondike_search cimport apply, in_this_pass, search_move, search_undo
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable
from solitaire_core._fast.klondike_worth cimport weights
from solitaire_core._fast.table cimport table_close, table_open

cdef enum:
    # What a plan is being made of.
    SAMPLES = 0
    BEAMS = 1
    DEPTH_FIRST = 2
    DONE = 3

    OPENED = 400            # positions of the reach of a plan
    MORE_OPENED = 2000      # where it finds no end among these
    PLAY_OPENED = 64        # and of one that plays on
    CANDIDATES = 8
    ENDGAME = 500           # positions of a search in a sample, where all is known
    TABLE_LINES = 1024
    MOST_TABLE = 1 << 26    # bytes
    SLICE = 4_000           # positions between two looks at signals
    MOST_PLAN = 1 << 16
    WON = 1000              # what a game that is won counts; a lost one up to LOST_MOST
    LOST_MOST = 300

cdef void player_weights(weights* w, const klondike_table* t) noexcept nogil:
    """How positions are judged by a player who does not know what is hidden: by trials."""
    memset(w, 0, sizeof(weights))
    if t.deals:
        w.home = 10
        w.lowest = 10
        w.down = 49
        w.unpacked = 6
        w.empty = 4
        w.over_lower = 3
        w.paid = 75
    elif t.singles:
        w.home = 33
        w.lowest = 13
        w.down = 18
        w.on_down = 9
        w.unpacked = 17
        w.empty = 6
        w.stock = -6
        w.paid = 201
    elif t.draw == 1:
        w.home = 33
        w.down = 36
        w.unpacked = 3
        w.empty = 8
    else:
        w.home = 33
        w.lowest = -4
        w.down = 32
        w.on_down = -5
        w.unpacked = 17
        w.empty = 10
        w.stock = -6
        w.paid = 60


@cython.final
cdef class Sampler:
    """The memory of a player."""

    def __cinit__(self):
        memset(&self.data, 0, sizeof(sampler))
        if not (reach_open(&self.data.root, MORE_OPENED)
                and reach_open(&self.data.play, PLAY_OPENED)):
            raise MemoryError("no memory for a player")

    cdef void set_up(self, const klondike_table* t) noexcept:
        """Be ready for games by the rules of a table."""
        self.data.world = t[0]
        set_rules(&self.data.r, &self.data.world, set())

    def __dealloc__(self):
        reach_close(&self.data.root)
        reach_close(&self.data.play)
        close_searches(&self.data)
        free(self.data.plan)


cdef void close_searches(sampler* s) noexcept nogil:
    exact_close(&s.deep)
    table_close(&s.known)
    finder_close(&s.beams)


cdef search_move* plan_of(sampler* s, int count) noexcept nogil:
    """Room for a plan of so many moves; NULL without memory."""
    cdef void* moved
    if count > s.room:
        moved = realloc(s.plan, count * sizeof(search_move))
        if moved == NULL:
            return NULL
        s.plan = <search_move*> moved
        s.room = count
    return s.plan


cdef bint sampler_has_plan(const sampler* s) noexcept nogil:
    """Whether there is a next move."""
    return s.next < s.count


cdef void sampler_forget(sampler* s) noexcept nogil:
    """Have no plan: another game begins."""
    s.count = s.next = 0


cdef uint32_t sampler_move(sampler* s, const klondike_position* p) noexcept nogil:
    """The next move of the plan, turns and redeals among them; 0 where the player gives up."""
    cdef const search_move* m
    if s.next == s.count:
        return 0
    m = &s.plan[s.next]
    if move_from(m.move) == WASTE and move_value(m.move) != NO_VALUE and p.waste != m.waste:
        if in_this_pass(&s.world, p, m.waste) or p.stock > 0:
            return move_of(STOCK, WASTE, 0, NO_VALUE)
        return move_of(WASTE, STOCK, 0, NO_VALUE)
    s.next += 1
    return m.move


cdef bint plan_move(sampler* s, uint32_t move) noexcept nogil:
    """Plan one move, and be done."""
    cdef search_move* plan = plan_of(s, 1)
    if plan != NULL:
        memset(plan, 0, sizeof(search_move))
        plan.move = move
        plan.waste = s.at.waste
        s.count = 1
    s.stage = DONE
    return True


cdef bint plan_greedily(sampler* s) noexcept nogil:
    """Plan what a greedy player does, if anything."""
    cdef uint32_t[MOST_MOVES] moves
    cdef int count = all_moves(&s.world, &s.at, moves), chosen = GIVES_UP
    s.stage = DONE
    if count:
        chosen = choose_klondike(&s.world, &s.at, GREEDY, 0, s.idle, moves, count, &s.stream)
    # To turn known cards leads nowhere: the reach has been there.
    if chosen == GIVES_UP or is_stock_move(moves[chosen]):
        return True
    return plan_move(s, moves[chosen])


cdef bint plan_end(sampler* s, int end) noexcept nogil:
    """Plan the way to an end of the reach."""
    s.stage = DONE
    if plan_of(s, MORE_OPENED + 1) != NULL:
        s.count = line_to(&s.root, &s.root.ends[end], s.plan, s.room)
    return True


cdef void sampler_begin(sampler* s, const klondike_table* t, const klondike_position* p, int idle,
                        uint64_t budget, uint64_t stream) noexcept nogil:
    """Begin to plan in a position."""
    cdef int i, found
    close_searches(s)
    memset(&s.deep, 0, sizeof(s.deep))
    memset(&s.beams, 0, sizeof(s.beams))
    s.world = t[0]
    s.at = p[0]
    s.stream = stream
    s.idle = idle
    s.budget = budget
    s.spent = 0
    s.count = s.next = 0
    find_hidden(t, p, &s.hidden)
    shuffle_hidden(&s.hidden, &s.stream)
    hide(&s.world, &s.at, &s.hidden)
    player_weights(&s.w, t)
    if t.passes == 0 and not t.deals and stock_is_hidden(t, p):
        plan_move(s, move_of(STOCK, WASTE, 0, NO_VALUE))
        return
    s.root.r = s.play.r = &s.r
    s.root.w = s.play.w = &s.w
    s.root.looked_at = s.play.looked_at = 0
    if s.hidden.count == 0:
        s.stage = BEAMS
        finder_prepare(&s.beams, &s.r, &s.at, MOST_TABLE)
        return
    found = reach_run(&s.root, &s.at, OPENED, CANDIDATES)
    if s.root.kept == 0 and s.root.left.count > 0:
        found = reach_run(&s.root, &s.at, MORE_OPENED, CANDIDATES)
    if found == REACH_WON or s.root.kept == 1:
        plan_end(s, 0)
        return
    if s.root.kept == 0:
        plan_greedily(s)
        return
    s.spent = s.root.looked_at
    s.stage = SAMPLES
    s.alive = s.root.kept
    for i in range(s.alive):
        s.candidate[i] = i
        s.gained[i] = 0
    s.tried = 0
    begin_round(s)
    if not table_open(&s.known, TABLE_LINES, MOST_TABLE):
        plan_end(s, 0)


cdef void begin_round(sampler* s) noexcept nogil:
    """An equal share of the budget that is left for each halving to come."""
    cdef int rounds = 0
    while 1 << rounds < s.alive:
        rounds += 1
    s.round_ends = s.spent + (s.budget - s.spent) // rounds if s.spent < s.budget else s.spent


cdef void end_round(sampler* s) noexcept nogil:
    """Leave out the worse half of the candidates; of equals those that the reach likes less."""
    cdef int i, k, one
    cdef int64_t gained
    for i in range(1, s.alive):
        one = s.candidate[i]
        gained = s.gained[i]
        k = i
        while k > 0 and s.gained[k - 1] < gained:
            s.candidate[k] = s.candidate[k - 1]
            s.gained[k] = s.gained[k - 1]
            k -= 1
        s.candidate[k] = one
        s.gained[k] = gained
    s.alive = (s.alive + 1) // 2


cdef int64_t play_on(sampler* s, int end) noexcept nogil:
    """Play an end on in the sample at hand, by the best end of a small reach each time."""
    cdef klondike_position p = s.root.pool[s.root.ends[end].parent].p
    cdef search_undo undo
    hide(&s.world, &p, &s.hidden)
    apply(&s.r, &p, &s.root.ends[end].move, &undo)
    while True:
        if not stock_is_hidden(&s.world, &p) and cards_down(&s.world, &p) == 0:
            return WON if wins(s, &p) else lost_worth(s, &p)
        if reach_run(&s.play, &p, PLAY_OPENED, 1) == REACH_WON:
            return WON
        if s.play.kept == 0:
            return lost_worth(s, &p)
        p = s.play.pool[s.play.ends[0].parent].p
        apply(&s.r, &p, &s.play.ends[0].move, &undo)


cdef int64_t lost_worth(const sampler* s, const klondike_position* p) noexcept nogil:
    """What a lost game counts: by the cards that have come home or face up."""
    cdef int cards = s.world.cards
    return LOST_MOST * (p.at_home + cards - cards_down(&s.world, p)) // (2 * cards)


cdef bint wins(sampler* s, const klondike_position* p) noexcept nogil:
    """Whether a short search finds a win in a position with nothing hidden."""
    cdef int status
    if p.at_home == s.world.cards:
        return True
    memset(s.known.lines, 0, s.known.size * sizeof(s.known.lines[0]))
    s.known.count = 0
    status = exact_begin(&s.deep, &s.r, p, &s.known, MOST_TABLE)
    if status == GOES_ON:
        status = exact_run(&s.deep, ENDGAME)
    s.spent += s.deep.nodes + 1
    return status == FOUND


cdef bint sampler_step(sampler* s) noexcept nogil:
    """Go on planning for about a millisecond; whether the plan is made."""
    cdef int status, i
    if s.stage == SAMPLES:
        if s.tried == 0:
            shuffle_hidden(&s.hidden, &s.stream)
        s.gained[s.tried] += play_on(s, s.candidate[s.tried])
        s.spent += s.play.looked_at
        s.play.looked_at = 0
        s.tried += 1
        if s.tried == s.alive:
            s.tried = 0
            if s.spent >= s.round_ends:
                end_round(s)
                if s.alive == 1:
                    return plan_end(s, s.candidate[0])
                begin_round(s)
        return False
    if s.stage == BEAMS:
        status = finder_run(&s.beams, SLICE)
        if status == FOUND:
            s.stage = DONE
            if plan_of(s, MOST_PLAN) != NULL:
                s.count = max(0, finder_line(&s.beams, s.plan, MOST_PLAN))
            return True
        if status == GOES_ON and finder_nodes(&s.beams) < s.budget // 2:
            return False
        s.spent = finder_nodes(&s.beams)
        s.stage = DEPTH_FIRST
        close_searches(s)
        if not table_open(&s.known, TABLE_LINES, MOST_TABLE):
            return plan_greedily(s)
        status = exact_begin(&s.deep, &s.r, &s.at, &s.known, MOST_TABLE)
    elif s.stage == DEPTH_FIRST:
        status = exact_run(&s.deep, SLICE)
    else:
        return True
    if status == FOUND:
        s.stage = DONE
        if s.deep.level < MOST_PLAN and plan_of(s, s.deep.level) != NULL:
            s.count = s.deep.level
            for i in range(s.count):
                s.plan[i] = s.deep.moves[s.deep.frames[i].first + s.deep.frames[i].next - 1]
        return True
    if status == GOES_ON and s.spent + s.deep.nodes < s.budget:
        return False
    return plan_greedily(s)


def sample_klondike(KlondikeState state not None, seed):
    """One way in which the cards may lie that a player has not seen.

    Parameters
    ----------
    state : KlondikeState
        The position; how these cards lie in it makes no difference.
    seed : int
        0 to 2**64 - 1.

    Returns
    -------
    list of int
        Card codes 0..51: the face-down cards, pile after pile, each from its top down; then the
        stock, the next card first, where it has not been gone through.

    Raises
    ------
    ValueError, TypeError
        If the seed is out of range.
    """
    cdef hidden_cards hidden
    cdef uint64_t stream = whole("seed", seed, 0, 2**64 - 1)
    find_hidden(&state.table.data, &state.position, &hidden)
    shuffle_hidden(&hidden, &stream)
    return [value_of(hidden.card[i]) for i in range(hidden.count)]


def plan_klondike(KlondikeState state not None, budget, idle, seed):
    """What the sampling player means to do in a position.

    Parameters
    ----------
    state : KlondikeState
        The position; which cards lie where nobody has seen them makes no difference.
    budget : int
        Positions that may be looked at, 1 to 2**40; some hundreds more where a sample is in the
        middle of a game.
    idle : int
        How many times the stock has been turned or turned over since a card was played.
    seed : int
        0 to 2**64 - 1: what the decision's random numbers begin with.

    Returns
    -------
    list of KlondikeMove
        The moves up to the next card that the player has not seen, or to a win, turns and
        redeals among them. Empty where no move is legal, and where the player gives up.

    Raises
    ------
    ValueError, TypeError
        If a figure is out of range.
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    The GIL is released. 3 MB, and up to 64 MB more for what a search keeps in mind.
    """
    cdef uint64_t positions = whole("budget", budget, 1, 2**40)
    cdef int waited = whole("idle", idle, 0, 1 << 30)
    cdef uint64_t stream = whole("seed", seed, 0, 2**64 - 1)
    cdef Sampler player = Sampler()
    cdef sampler* s = &player.data
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef KlondikeTable table = state.table
    cdef klondike_position p = state.position
    cdef klondike_undo undo
    cdef uint32_t move
    cdef bint done = False
    player.set_up(&table.data)
    with nogil:
        sampler_begin(s, &table.data, &p, waited, positions, stream)
    while not done:
        with nogil:
            done = sampler_step(s)
        PyErr_CheckSignals()
    moves = []
    while sampler_has_plan(s):
        move = sampler_move(s, &p)
        make(&s.world, &p, move, &undo)
        moves.append(klondike_move(move))
    return moves
