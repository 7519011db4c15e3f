"""A beam, move by move: of all that the best positions lead to, the best go on."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from solitaire_core._fast.klondike_choice cimport all_search_moves
from solitaire_core._fast.klondike_exact cimport EXHAUSTED, FOUND, GOES_ON, NO_ROOM
from solitaire_core._fast.klondike_kernel cimport klondike_position, mixed
from solitaire_core._fast.klondike_keys cimport note_waste, search_key
from solitaire_core._fast.klondike_queue cimport candidate
from solitaire_core._fast.klondike_search cimport apply, cost_of, duty
from solitaire_core._fast.klondike_search cimport no_duty, search_move, search_rules, search_undo
from solitaire_core._fast.klondike_search cimport take_back
from solitaire_core._fast.klondike_worth cimport note_piles, pile_worths, weights
from solitaire_core._fast.klondike_worth cimport worth_of
from solitaire_core._fast.table cimport TABLE_FULL, TABLE_NEW, key_table, table_find

cdef enum:
    NO_STEP = 0xFFFFFFFF


ctypedef struct step:
    # How a position was come to: a line is read from its end.
    uint32_t before
    search_move move


ctypedef struct beam_node:
    klondike_position p
    duty owed
    uint32_t last           # step
    uint32_t paid           # moves made, turns and redeals among them


ctypedef struct beam_search:
    const search_rules* r
    const weights* w
    key_table* table
    uint64_t seed
    beam_node* nodes
    beam_node* fresh
    candidate* heap
    step* steps
    uint32_t width
    uint32_t heap_room      # candidates
    uint32_t count
    uint32_t kept           # candidates in the heap
    uint64_t used           # steps
    uint64_t room
    uint64_t limit          # bytes for steps
    uint64_t looked_at
    uint32_t won            # the last step of a line that wins
    uint32_t most_paid      # longer lines are not wanted; 0 for any length
    search_move[2048] moves     # MOST_SEARCH_MOVES


cdef inline bint beam_open(beam_search* b, uint32_t width, uint32_t more=1) noexcept nogil:
    """Room for so many positions, and `more` times as many candidates."""
    b.width = width
    b.heap_room = more * width
    b.nodes = <beam_node*> malloc(width * sizeof(beam_node))
    b.fresh = <beam_node*> malloc(width * sizeof(beam_node))
    b.heap = <candidate*> malloc(b.heap_room * sizeof(candidate))
    return b.nodes != NULL and b.fresh != NULL and b.heap != NULL


cdef inline uint64_t beam_bytes(const beam_search* b) noexcept nogil:
    return b.width * 2 * sizeof(beam_node) + b.heap_room * sizeof(candidate) + b.room * sizeof(step)


cdef inline void beam_close(beam_search* b) noexcept nogil:
    free(b.nodes)
    free(b.fresh)
    free(b.heap)
    free(b.steps)
    b.nodes = b.fresh = NULL
    b.heap = NULL
    b.steps = NULL
    b.room = b.used = 0


cdef inline uint32_t add_step(beam_search* b, uint32_t before,
                              const search_move* m) noexcept nogil:
    """Note a step; NO_STEP without memory."""
    cdef void* moved
    cdef uint64_t room
    if b.used == b.room:
        room = 2 * b.room if b.room else 1024
        if room * sizeof(step) > b.limit or room >= NO_STEP:
            return NO_STEP
        moved = realloc(b.steps, room * sizeof(step))
        if moved == NULL:
            return NO_STEP
        b.steps = <step*> moved
        b.room = room
    b.steps[b.used].before = before
    b.steps[b.used].move = m[0]
    b.used += 1
    return b.used - 1


cdef inline void offer(beam_search* b, int worth, uint32_t parent,
                       const search_move* m) noexcept nogil:
    """Keep a candidate if it is among the best: a heap with the worst at the root."""
    cdef uint32_t at, child
    cdef candidate one
    one.worth = worth
    one.parent = parent
    one.move = m[0]
    if b.kept < b.heap_room:
        at = b.kept
        b.kept += 1
        while at > 0 and b.heap[(at - 1) // 2].worth > worth:
            b.heap[at] = b.heap[(at - 1) // 2]
            at = (at - 1) // 2
        b.heap[at] = one
        return
    if worth <= b.heap[0].worth:
        return
    at = 0
    while True:
        child = 2 * at + 1
        if child >= b.kept:
            break
        if child + 1 < b.kept and b.heap[child + 1].worth < b.heap[child].worth:
            child += 1
        if b.heap[child].worth >= worth:
            break
        b.heap[at] = b.heap[child]
        at = child
    b.heap[at] = one


cdef inline int steps_to(const beam_search* b, uint32_t last, search_move* m,
                         int most) noexcept nogil:
    """The moves up to a step, the first one first; how many, or -1 if they are too many."""
    cdef int count = 0, i
    cdef uint32_t at = last
    while at != NO_STEP:
        count += 1
        at = b.steps[at].before
    if count > most:
        return -1
    i = count
    while last != NO_STEP:
        i -= 1
        m[i] = b.steps[last].move
        last = b.steps[last].before
    return count


cdef inline int beam_begin(beam_search* b, const klondike_position* p) noexcept nogil:
    """Begin at a position that is not won; the table is empty."""
    cdef uint16_t* note
    b.nodes[0].p = p[0]
    b.nodes[0].owed = no_duty()
    b.nodes[0].last = NO_STEP
    b.nodes[0].paid = 0
    b.count = 1
    b.used = 0
    if table_find(b.table, search_key(b.r, p, &b.nodes[0].owed), &note) == TABLE_FULL:
        return NO_ROOM
    note_waste(b.r, p, note, True)
    return GOES_ON


cdef inline int beam_layer(beam_search* b) noexcept nogil:
    """Go one layer on: EXHAUSTED where nothing new is left."""
    cdef uint32_t i, last
    cdef int k, count, known
    cdef beam_node* node
    cdef search_undo undo
    cdef uint64_t key
    cdef uint16_t* note
    cdef beam_node* other
    cdef int worth, cost
    cdef pile_worths piles
    b.kept = 0
    for i in range(b.count):
        node = &b.nodes[i]
        count = all_search_moves(b.r, &node.p, &node.owed, b.moves)
        note_piles(b.r.t, &node.p, b.w, &piles)
        for k in range(count):
            cost = cost_of(b.r, &node.p, &b.moves[k])
            apply(b.r, &node.p, &b.moves[k], &undo)
            b.looked_at += 1
            if b.most_paid and (node.paid + cost + b.r.t.cards - node.p.at_home
                                > b.most_paid):
                take_back(b.r, &node.p, &undo)
                continue
            if node.p.at_home == b.r.t.cards:
                b.won = add_step(b, node.last, &b.moves[k])
                return FOUND if b.won != NO_STEP else NO_ROOM
            key = search_key(b.r, &node.p, &b.moves[k].then)
            known = table_find(b.table, key, &note)
            if known == TABLE_FULL:
                return NO_ROOM
            if note_waste(b.r, &node.p, note, known == TABLE_NEW):
                worth = worth_of(b.r.t, &node.p, b.w, &piles, mixed(key + b.seed))
                worth -= b.w.paid * (node.paid + cost)
                offer(b, worth, i, &b.moves[k])
            take_back(b.r, &node.p, &undo)
    for i in range(b.kept):
        node = &b.nodes[b.heap[i].parent]
        last = add_step(b, node.last, &b.heap[i].move)
        if last == NO_STEP:
            return NO_ROOM
        b.fresh[i].p = node.p
        b.fresh[i].paid = node.paid + cost_of(b.r, &node.p, &b.heap[i].move)
        apply(b.r, &b.fresh[i].p, &b.heap[i].move, &undo)
        b.fresh[i].owed = b.heap[i].move.then
        b.fresh[i].last = last
    other = b.nodes
    b.nodes = b.fresh
    b.fresh = other
    b.count = b.kept
    return GOES_ON if b.count else EXHAUSTED
