"""How far known cards reach: best first through positions that turn nothing up.

From a position all moves of the search are tried, best position first, and none goes on beyond
a move that shows a card which the player does not know: one that turns a card of a pile up, the
deal of a row, or a turn of a stock that has not been seen. These moves are the *ends*, each
judged by the position as it is known before the card shows.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from solitaire_core._fast.klondike_choice cimport all_search_moves
from solitaire_core._fast.klondike_hidden cimport stock_is_hidden
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, STOCK, WASTE, klondike_position
from solitaire_core._fast.klondike_kernel cimport klondike_table, move_from, move_of, move_value
from solitaire_core._fast.klondike_keys cimport note_waste, search_key
from solitaire_core._fast.klondike_outlook cimport NO_PILE, count_hidden, hidden_counts
from solitaire_core._fast.klondike_outlook cimport note_outlooks, outlook_of, outlook_weights
from solitaire_core._fast.klondike_queue cimport candidate, pull, push, queue, queue_close
from solitaire_core._fast.klondike_queue cimport queue_open
from solitaire_core._fast.klondike_search cimport apply, duty, no_duty, search_move
from solitaire_core._fast.klondike_search cimport search_rules, search_undo, take_back
from solitaire_core._fast.klondike_worth cimport pile_worths
from solitaire_core._fast.table cimport TABLE_FULL, TABLE_NEW, key_table, table_close, table_find
from solitaire_core._fast.table cimport room_of, table_open

cdef enum:
    MOST_ENDS = 64
    MOST_TABLE = 1 << 24    # bytes; what finds no room any more is left out
    QUEUED = 16             # positions to open, for each that may be opened
    NO_NODE = 0xFFFFFFFF

    # How a reach came out.
    REACH_ENDS = 0
    REACH_WON = 1


ctypedef struct reach_node:
    klondike_position p
    duty owed
    uint32_t parent
    uint32_t paid
    search_move move        # that led here from the parent


ctypedef struct reach:
    const search_rules* r
    const outlook_weights* w
    hidden_counts hidden
    key_table table
    reach_node* pool
    queue left              # positions to open
    uint32_t room           # positions that may be opened
    uint32_t opened
    uint32_t wanted         # ends to keep
    uint32_t kept
    candidate[64] ends      # MOST_ENDS: the best first; their parents are in the pool
    uint64_t looked_at
    search_move[2048] moves     # MOST_SEARCH_MOVES


cdef inline bint reach_open(reach* s, uint32_t room) noexcept nogil:
    """Room to open so many positions; False without memory."""
    memset(s, 0, sizeof(reach))
    s.room = room
    s.pool = <reach_node*> malloc(room * sizeof(reach_node))
    return (table_open(&s.table, 16 + 2 * room, MOST_TABLE) and s.pool != NULL
            and queue_open(&s.left, QUEUED * room))


cdef inline void reach_close(reach* s) noexcept nogil:
    free(s.pool)
    queue_close(&s.left)
    table_close(&s.table)
    s.pool = NULL


cdef inline void keep_end(reach* s, int worth, uint32_t parent,
                          const search_move* m) noexcept nogil:
    """Keep an end if it is among the best; of equals the first stays ahead."""
    cdef uint32_t k
    if s.kept == s.wanted:
        if worth <= s.ends[s.kept - 1].worth:
            return
        s.kept -= 1
    k = s.kept
    while k > 0 and s.ends[k - 1].worth < worth:
        s.ends[k] = s.ends[k - 1]
        k -= 1
    s.ends[k].worth = worth
    s.ends[k].parent = parent
    s.ends[k].move = m[0]
    s.kept += 1


cdef inline int look_around_node(reach* s, uint32_t index, int own) noexcept nogil:
    """Try all moves of a position of the pool: REACH_WON where one wins, kept as the first end."""
    cdef reach_node* node = &s.pool[index]
    cdef const klondike_table* t = s.r.t
    cdef bint hidden = stock_is_hidden(t, &node.p)
    cdef int k, count, worth, known
    cdef search_undo undo
    cdef search_move turn
    cdef uint16_t* note
    cdef uint64_t key
    cdef pile_worths piles
    count = all_search_moves(s.r, &node.p, &node.owed, s.moves)
    note_outlooks(t, &node.p, s.w, &piles)
    for k in range(count):
        if hidden and s.moves[k].waste and s.moves[k].waste != node.p.waste:
            continue  # behind cards of the stock that have to be turned first
        if move_value(s.moves[k].move) == NO_VALUE:
            s.looked_at += 1
            keep_end(s, own, index, &s.moves[k])
            continue
        apply(s.r, &node.p, &s.moves[k], &undo)
        s.looked_at += 1
        if node.p.at_home == t.cards:
            take_back(s.r, &node.p, &undo)
            s.ends[0].parent = index
            s.ends[0].move = s.moves[k]
            s.kept = 1
            return REACH_WON
        key = search_key(s.r, &node.p, &s.moves[k].then)
        known = table_find(&s.table, key, &note)
        if known != TABLE_FULL and note_waste(s.r, &node.p, note, known == TABLE_NEW):
            worth = outlook_of(s.r, &node.p, s.w, &piles, &s.hidden,
                               move_from(s.moves[k].move) if undo.undo.turned_up else NO_PILE)
            worth -= s.w.paid * (node.paid + 1)
            if undo.undo.turned_up:
                keep_end(s, worth, index, &s.moves[k])
            else:
                push(&s.left, worth, index, &s.moves[k])
        take_back(s.r, &node.p, &undo)
    if hidden and not t.deals:
        memset(&turn, 0, sizeof(search_move))
        turn.move = move_of(STOCK, WASTE, 0, NO_VALUE)
        keep_end(s, own, index, &turn)
    return REACH_ENDS


cdef inline int reach_run(reach* s, const klondike_position* p, uint32_t most,
                          uint32_t wanted) noexcept nogil:
    """Open up to `most` positions, and keep the best ends."""
    cdef candidate best
    cdef reach_node* node
    cdef search_undo undo
    cdef pile_worths piles
    cdef int own
    # Small reaches need not wipe what a large one has needed.
    if s.table.size > 16 + 2 * most:
        s.table.size = 16 + 2 * most
        s.table.room = room_of(s.table.size)
    memset(s.table.lines, 0, s.table.size * sizeof(s.table.lines[0]))
    s.table.count = 0
    s.wanted = wanted
    s.kept = 0
    s.left.count = 0
    s.opened = 1
    node = &s.pool[0]
    node.p = p[0]
    node.owed = no_duty()
    node.parent = NO_NODE
    node.paid = 0
    note_waste(s.r, p, note_of(s, p, &node.owed), True)
    note_outlooks(s.r.t, p, s.w, &piles)
    count_hidden(s.r.t, p, &s.hidden)
    own = outlook_of(s.r, p, s.w, &piles, &s.hidden, NO_PILE)
    if look_around_node(s, 0, own) == REACH_WON:
        return REACH_WON
    while s.left.count > 0 and s.opened < min(most, s.room):
        best = pull(&s.left)
        node = &s.pool[s.opened]
        node[0] = s.pool[best.parent]
        node.paid += 1
        apply(s.r, &node.p, &best.move, &undo)
        node.owed = best.move.then
        node.parent = best.parent
        node.move = best.move
        s.opened += 1
        if look_around_node(s, s.opened - 1, best.worth) == REACH_WON:
            return REACH_WON
    return REACH_ENDS


cdef inline uint16_t* note_of(reach* s, const klondike_position* p,
                              const duty* owed) noexcept nogil:
    cdef uint16_t* note
    table_find(&s.table, search_key(s.r, p, owed), &note)
    return note


cdef inline int line_to(const reach* s, const candidate* end, search_move* line,
                        int most) noexcept nogil:
    """The moves up to an end and with it, the first one first; how many.

    0 where they are more than `most`.
    """
    cdef uint32_t at = end.parent
    cdef int count = 1, i
    while s.pool[at].parent != NO_NODE:
        at = s.pool[at].parent
        count += 1
    if count > most:
        return 0
    at = end.parent
    line[count - 1] = end.move
    for i in range(count - 2, -1, -1):
        line[i] = s.pool[at].move
        at = s.pool[at].parent
    return count
