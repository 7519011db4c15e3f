"""A player of the Klondike family that plays on what it knows, and samples what it does not.

It makes a *plan*: moves that lead to the next card which nobody has seen, or to a win. Before
anything else the hidden cards are forgotten (put in order, then shuffled), so that a plan depends
on what the player knows and on chance alone.

1. A stock that may be gone through without end is gone through first: that loses nothing.
2. Where single cards move, a win is looked for in sampled worlds, all cards known, until some are
   won. Each win begins with a way to the next hidden card: these are the candidates. They are
   tried in further worlds, by whether a short search wins there.
   If no world is won the player gives up, unless its budget is too small to tell.
3. Else a reach (klondike_reach.pxd) finds the best moves that show a hidden card. Each of these
   is played on to the end of the game in the same samples of the hidden cards, by a player who
   always takes the best end of a small reach, and looks no further.
4. Round after round the worse half of the candidates is left out; the last one is the plan.
5. Where nothing is hidden any more, beams and a depth-first search look for a win.

Where no candidate is found, the plan is what a greedy player does. All of this is counted in
positions looked at, never in time.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_exact cimport FOUND, GOES_ON, exact_begin, exact_close
from solitaire_core._fast.klondike_exact cimport exact_run
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves
from solitaire_core._fast.klondike_hidden cimport cards_down, find_hidden, hide, shuffle_hidden
from solitaire_core._fast.klondike_hidden cimport hidden_cards, stock_is_hidden
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, STOCK, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, klondike_undo, make, move_from
from solitaire_core._fast.klondike_kernel cimport move_of, move_value, value_of
from solitaire_core._fast.klondike_moves cimport klondike_move
from solitaire_core._fast.klondike_options cimport MOST_WAY, add_line, add_option, most_voted
from solitaire_core._fast.klondike_options cimport options_close, options_open, way_of
from solitaire_core._fast.klondike_policies cimport GIVES_UP, GREEDY, choose_klondike
from solitaire_core._fast.klondike_policies cimport is_stock_move
from solitaire_core._fast.klondike_prunings cimport set_rules
from solitaire_core._fast.klondike_reach cimport REACH_WON, line_to, reach_close, reach_open
from solitaire_core._fast.klondike_reach cimport reach_run
from solitaire_core._fast.klondike_search cimport apply, in_this_pass, search_move, search_undo
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable
from solitaire_core._fast.klondike_styles cimport style_of
from solitaire_core._fast.klondike_worlds cimport world_begin, world_close, world_line
from solitaire_core._fast.klondike_worlds cimport world_nodes, world_run
from solitaire_core._fast.table cimport table_close, table_open

cdef enum:
    # What is being done for a plan.
    WORLDS = 0              # wins are looked for in sampled worlds
    DECIDING = 1            # which of the ways that they begin with wins in most worlds
    SAMPLES = 2             # which of the ends of a reach does best when played on
    KNOWN = 3               # a win is looked for, nothing being hidden
    DONE = 4

    SHARES = 4              # of a plan, that a search for a win may take
    TRIES = 6               # such searches without a win
    MOST_LOST = 20          # and worlds that are soon proved lost
    FAIR = 100_000          # positions of a search that wins in most worlds where one can
    TRIED = 20_000          # positions of a search for a win after a candidate
    ENDGAME = 500           # and at the end of a game that has been played on
    TABLE_LINES = 1024
    MOST_TABLE = 1 << 26    # bytes
    SLICE = 4_000           # positions between two looks at signals
    MOST_LINE = 1 << 16
    WON = 1000              # what a game that is won counts; a lost one up to LOST_MOST
    LOST_MOST = 300


@cython.final
cdef class Sampler:
    """The memory of a player."""

    def __cinit__(self):
        memset(&self.data, 0, sizeof(sampler))
        self.data.line = <search_move*> malloc(MOST_LINE * sizeof(search_move))
        if self.data.line == NULL or not options_open(&self.data.book):
            raise MemoryError("no memory for a player")

    cdef int set_up(self, const klondike_table* t) except -1:
        """Be ready for games by the rules of a table."""
        cdef sampler* s = &self.data
        s.world = t[0]
        set_rules(&s.r, &s.world, set())
        s.style = style_of(t)
        reach_close(&s.root)
        reach_close(&s.play)
        if not (reach_open(&s.root, s.style.more_opened)
                and reach_open(&s.play, s.style.play_opened)):
            raise MemoryError("no memory for a player")
        s.root.r = s.play.r = &s.r
        s.root.w = s.play.w = &s.style.w
        return 0

    def __dealloc__(self):
        reach_close(&self.data.root)
        reach_close(&self.data.play)
        close_searches(&self.data)
        options_close(&self.data.book)
        free(self.data.line)
        free(self.data.plan)


cdef void close_searches(sampler* s) noexcept nogil:
    exact_close(&s.deep)
    table_close(&s.known)
    world_close(&s.winning)
    world_close(&s.deciding)


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


cdef bint plan_moves(sampler* s, const search_move* moves, int count) noexcept nogil:
    """Plan these moves, and be done; without memory the player gives up."""
    cdef void* moved
    s.stage = DONE
    if count > s.room:
        moved = realloc(s.plan, count * sizeof(search_move))
        if moved == NULL:
            return True
        s.plan = <search_move*> moved
        s.room = count
    if count > 0:
        memcpy(s.plan, moves, count * sizeof(search_move))
        s.count = count
    return True


cdef bint plan_option(sampler* s, int which) noexcept nogil:
    return plan_moves(s, way_of(&s.book, which), s.book.options[which].count)


cdef bint plan_move(sampler* s, uint32_t move) noexcept nogil:
    cdef search_move m
    memset(&m, 0, sizeof(search_move))
    m.move = move
    m.waste = s.at.waste
    return plan_moves(s, &m, 1)


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


cdef void sampler_begin(sampler* s, const klondike_table* t, const klondike_position* p, int idle,
                        uint64_t budget, uint64_t stream) noexcept nogil:
    """Begin to plan in a position."""
    close_searches(s)
    s.world = t[0]
    s.at = p[0]
    s.stream = stream
    s.idle = idle
    # Searches for wins may take more than they should, so there is only so much for the rest.
    s.budget = budget // 2 if s.style.most_won else budget
    s.most = SHARES * budget
    s.spent = 0
    s.count = s.next = 0
    s.root.looked_at = s.play.looked_at = 0
    s.book.count = 0
    s.won = s.lost = 0
    s.looking = False
    find_hidden(t, p, &s.hidden)
    s.book.plain = s.hidden
    shuffle_hidden(&s.hidden, &s.stream)
    hide(&s.world, &s.at, &s.hidden)
    if t.passes == 0 and not t.deals and stock_is_hidden(t, p):
        plan_move(s, move_of(STOCK, WASTE, 0, NO_VALUE))
    elif s.hidden.count == 0:
        s.stage = KNOWN
        if world_begin(&s.winning, &s.r, &s.at) != GOES_ON:
            plan_greedily(s)
    elif s.style.most_won:
        s.stage = WORLDS
    else:
        look_for_ends(s)


# ---- candidates --------------------------------------------------------------------------------


cdef void look_into_world(sampler* s) noexcept nogil:
    """Go on with the search for a win in a sampled world, or begin with the next one."""
    cdef klondike_position p
    cdef int status, count
    if not s.looking:
        if (s.won == s.style.most_won or s.won > 0 and s.spent >= s.budget // 2
                or s.won == 0 and (s.lost == MOST_LOST or s.spent >= TRIES * s.most)):
            begin_to_decide(s)
            return
        shuffle_hidden(&s.hidden, &s.stream)
        p = s.at
        hide(&s.world, &p, &s.hidden)
        s.looking = world_begin(&s.winning, &s.r, &p) == GOES_ON
        if not s.looking:
            s.lost += 1
            return
    status = world_run(&s.winning, &s.r, SLICE)
    if status == GOES_ON and world_nodes(&s.winning) < s.most:
        return
    s.looking = False
    s.spent += world_nodes(&s.winning)
    count = world_line(&s.winning, s.line, MOST_LINE) if status == FOUND else 0
    if count > 0 and add_line(&s.book, &s.world, &s.r, &s.at, &s.hidden, s.line, count):
        s.won += 1
    else:
        s.lost += 1
    world_close(&s.winning)


cdef void begin_to_decide(sampler* s) noexcept nogil:
    """Try the ways that wins begin with.

    Where there are none the player gives up, if that says something: else it looks for ends.
    """
    if s.book.count == 0:
        if s.most >= FAIR:
            s.stage = DONE
        else:
            look_for_ends(s)
    elif s.book.count == 1 or s.spent >= s.budget:
        plan_option(s, most_voted(&s.book))
    else:
        s.stage = DECIDING
        begin_to_try(s)


cdef void look_for_ends(sampler* s) noexcept nogil:
    """Find the best ends of a reach, and try these; a win among known cards is the plan."""
    cdef int found = reach_run(&s.root, &s.at, s.style.opened, s.style.candidates), i, count
    if s.root.kept == 0 and s.root.left.count > 0:
        found = reach_run(&s.root, &s.at, s.style.more_opened, s.style.candidates)
    s.spent += s.root.looked_at
    if found == REACH_WON:
        plan_moves(s, s.line, line_to(&s.root, &s.root.ends[0], s.line, MOST_LINE))
        return
    for i in range(<int> s.root.kept):
        count = line_to(&s.root, &s.root.ends[i], s.line, MOST_WAY)
        if count > 0:
            add_option(&s.book, &s.world, &s.r, &s.root.pool[s.root.ends[i].parent].p, s.line,
                       count, 0)
    if s.book.count == 0:
        plan_greedily(s)
    elif s.book.count == 1 or not table_open(&s.known, TABLE_LINES, MOST_TABLE):
        plan_option(s, 0)
    else:
        s.stage = SAMPLES
        begin_to_try(s)


# ---- trials ------------------------------------------------------------------------------------


cdef void begin_to_try(sampler* s) noexcept nogil:
    """All options are candidates."""
    cdef int i
    s.alive = s.book.count
    for i in range(s.alive):
        s.candidate[i] = i
        s.gained[i] = -i * s.style.head_start
    s.tried = 0
    begin_round(s)


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


cdef int64_t try_candidate(sampler* s, int which) noexcept nogil:
    """What a candidate gains in the sample at hand."""
    cdef klondike_position p = s.book.options[which].p
    cdef search_undo undo
    hide(&s.world, &p, &s.hidden)
    apply(&s.r, &p, &s.book.options[which].last, &undo)
    if s.stage == DECIDING:
        return WON if can_be_won(s, &p) else 0
    return play_on(s, &p)


cdef bint can_be_won(sampler* s, const klondike_position* p) noexcept nogil:
    """Whether a search finds a win soon, all cards known."""
    cdef int status = GOES_ON
    if p.at_home == s.world.cards:
        return True
    if world_begin(&s.deciding, &s.r, p) == GOES_ON:
        status = world_run(&s.deciding, &s.r, TRIED)
    # A world that is lost at once counts, too, or there would be no end.
    s.spent += world_nodes(&s.deciding) + 1
    world_close(&s.deciding)
    return status == FOUND


cdef int64_t play_on(sampler* s, klondike_position* p) noexcept nogil:
    """Play on, without a look at hidden cards, by the best end of a small reach each time."""
    cdef search_undo undo
    while stock_is_hidden(&s.world, p) or cards_down(&s.world, p) > 0:
        if reach_run(&s.play, p, s.style.play_opened, 1) == REACH_WON:
            return WON
        if s.play.kept == 0:
            return lost_worth(s, p)
        p[0] = s.play.pool[s.play.ends[0].parent].p
        apply(&s.r, p, &s.play.ends[0].move, &undo)
    return WON if wins(s, p) else lost_worth(s, p)


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
    """Go on planning for some milliseconds at the most; whether the plan is made."""
    cdef int status
    if s.stage == WORLDS:
        look_into_world(s)
    elif s.stage == DECIDING or s.stage == SAMPLES:
        if s.tried == 0:
            shuffle_hidden(&s.hidden, &s.stream)
        s.gained[s.tried] += try_candidate(s, s.candidate[s.tried])
        s.spent += s.play.looked_at
        s.play.looked_at = 0
        s.tried += 1
        if s.tried == s.alive:
            s.tried = 0
            if s.spent >= s.round_ends:
                end_round(s)
                if s.alive == 1:
                    return plan_option(s, s.candidate[0])
                begin_round(s)
    elif s.stage == KNOWN:
        status = world_run(&s.winning, &s.r, SLICE)
        if status == FOUND:
            return plan_moves(s, s.line, world_line(&s.winning, s.line, MOST_LINE))
        if status != GOES_ON or world_nodes(&s.winning) >= s.most:
            return plan_greedily(s)
    return s.stage == DONE


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
    The GIL is released. 6 MB, and up to 200 MB more for what searches keep in mind.
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
