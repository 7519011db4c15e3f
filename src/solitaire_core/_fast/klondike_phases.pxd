"""A beam from deal to deal, for games whose stock is dealt onto the piles.

Between two deals a best-first search looks at some positions from each start; of all that a
deal leads to from these, the best are the next starts. After the last deal a search goes depth
first from each.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from solitaire_core._fast.klondike_beam cimport NO_STEP, add_step, beam_bytes, beam_close
from solitaire_core._fast.klondike_beam cimport beam_node, beam_open, beam_search, offer
from solitaire_core._fast.klondike_choice cimport all_search_moves
from solitaire_core._fast.klondike_exact cimport EXHAUSTED, FOUND, GOES_ON, NO_ROOM, exact_begin
from solitaire_core._fast.klondike_exact cimport exact_bytes, exact_close, exact_run
from solitaire_core._fast.klondike_exact cimport exact_search
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, klondike_position, mixed, move_value
from solitaire_core._fast.klondike_keys cimport search_key
from solitaire_core._fast.klondike_proofs cimport PROVED, proof
from solitaire_core._fast.klondike_queue cimport candidate, pull, push, queue, queue_close
from solitaire_core._fast.klondike_queue cimport queue_open
from solitaire_core._fast.klondike_search cimport apply, no_duty, rows_left, search_move
from solitaire_core._fast.klondike_search cimport search_undo, take_back
from solitaire_core._fast.klondike_worth cimport note_piles, pile_worths, worth_of
from solitaire_core._fast.table cimport TABLE_FULL, TABLE_NEW, key_table, table_close
from solitaire_core._fast.table cimport table_find, table_open


ctypedef struct phase_search:
    beam_search b           # its nodes are the starts, its heap what comes after the deal
    exact_search deep
    key_table deep_table
    beam_node* pool         # positions opened since the last deal
    queue left              # positions to open
    uint64_t pool_room
    uint64_t opened
    uint64_t of_start       # opened from this start
    uint64_t most           # to be opened from each start
    uint64_t deep_nodes     # for each start after the last deal
    uint64_t proving        # what proofs have cost, in positions
    uint32_t at             # the start at hand
    bint dealt              # whether the last row has been dealt
    bint begun
    proof is_lost           # of positions after a deal, or NULL
    void* of_proof


cdef inline bint phases_open(phase_search* s, uint32_t width, uint64_t most,
                             uint64_t limit) noexcept nogil:
    """Room for a search; `limit` is the bytes of the table for the last part."""
    s.most = most
    s.pool_room = width * most + 1
    s.pool = <beam_node*> malloc(s.pool_room * sizeof(beam_node))
    return (beam_open(&s.b, width, 3) and table_open(&s.deep_table, 512, limit)
            and queue_open(&s.left, 64 * most) and s.pool != NULL)


cdef inline uint64_t phases_bytes(const phase_search* s) noexcept nogil:
    return (s.pool_room * sizeof(beam_node) + s.left.room * sizeof(candidate)
            + beam_bytes(&s.b) + exact_bytes(&s.deep) + s.deep_table.peak)


cdef inline void phases_close(phase_search* s) noexcept nogil:
    beam_close(&s.b)
    exact_close(&s.deep)
    table_close(&s.deep_table)
    free(s.pool)
    queue_close(&s.left)
    s.pool = NULL


cdef inline int open_node(phase_search* s, uint32_t index) noexcept nogil:
    """Look at all that a position of the pool leads to."""
    cdef beam_search* b = &s.b
    cdef beam_node* node = &s.pool[index]
    cdef int k, count, known, worth
    cdef search_undo undo
    cdef uint64_t key
    cdef uint16_t* note
    cdef pile_worths piles
    count = all_search_moves(b.r, &node.p, &node.owed, b.moves)
    note_piles(b.r.t, &node.p, b.w, &piles)
    for k in range(count):
        apply(b.r, &node.p, &b.moves[k], &undo)
        b.looked_at += 1
        key = search_key(b.r, &node.p, &b.moves[k].then)
        known = table_find(b.table, key, &note)
        if known == TABLE_FULL:
            return NO_ROOM
        if known == TABLE_NEW:
            worth = worth_of(b.r.t, &node.p, b.w, &piles, mixed(key + b.seed))
            worth -= b.w.paid * node.paid
            if move_value(b.moves[k].move) == NO_VALUE:
                offer(b, worth, index, &b.moves[k])
            else:
                push(&s.left, worth, index, &b.moves[k])
        take_back(b.r, &node.p, &undo)
    return GOES_ON


cdef inline int open_start(phase_search* s) noexcept nogil:
    s.left.count = 0
    s.of_start = 1
    s.pool[s.opened] = s.b.nodes[s.at]
    s.opened += 1
    return open_node(s, s.opened - 1)


cdef inline int phases_begin(phase_search* s, const klondike_position* p) noexcept nogil:
    """Begin at a position before a deal; the tables are empty."""
    s.b.nodes[0].p = p[0]
    s.b.nodes[0].owed = no_duty()
    s.b.nodes[0].last = NO_STEP
    s.b.nodes[0].paid = 0
    s.b.count = 1
    s.b.kept = 0
    s.b.used = 0
    s.at = 0
    s.opened = 0
    s.dealt = False
    return open_start(s)


cdef inline void best_candidates_first(beam_search* b) noexcept nogil:
    """Sort the candidates."""
    cdef uint32_t i, k
    cdef candidate one
    for i in range(1, b.kept):
        one = b.heap[i]
        k = i
        while k > 0 and b.heap[k - 1].worth < one.worth:
            b.heap[k] = b.heap[k - 1]
            k -= 1
        b.heap[k] = one


cdef inline int next_phase(phase_search* s) noexcept nogil:
    """The best positions after the deal are the new starts."""
    cdef beam_search* b = &s.b
    cdef uint32_t i, last, count
    cdef uint64_t looked
    cdef bint lost
    cdef beam_node* node
    cdef search_undo undo
    if b.kept == 0:
        return EXHAUSTED
    best_candidates_first(b)
    count = 0
    for i in range(b.kept):
        if count == b.width:
            break
        node = &s.pool[b.heap[i].parent]
        b.nodes[count].p = node.p
        apply(b.r, &b.nodes[count].p, &b.heap[i].move, &undo)
        if s.is_lost != NULL:
            lost = s.is_lost(b.r, &b.nodes[count].p, s.of_proof, 0, &looked) == PROVED
            s.proving += looked
            if lost:
                continue
        last = add_step(b, node.last, &b.heap[i].move)
        if last == NO_STEP:
            return NO_ROOM
        b.nodes[count].owed = b.heap[i].move.then
        b.nodes[count].last = last
        b.nodes[count].paid = node.paid + 1
        count += 1
    if count == 0:
        return EXHAUSTED
    b.count = count
    b.kept = 0
    s.opened = 0
    s.at = 0
    s.begun = False
    s.dealt = not rows_left(b.r.t, &b.nodes[0].p)
    return GOES_ON if s.dealt else open_start(s)


cdef inline int phases_run(phase_search* s, uint64_t nodes) noexcept nogil:
    """Go on for about so many more positions, or proofs that take as long.

    FOUND: the line is that to the start `at`, and the moves of `deep`.
    """
    cdef beam_search* b = &s.b
    cdef uint64_t end = b.looked_at + s.proving + nodes, before
    cdef candidate best
    cdef beam_node* node
    cdef search_undo undo
    cdef int status
    while b.looked_at + s.proving < end:
        if s.dealt:
            if not s.begun:
                status = exact_begin(&s.deep, b.r, &b.nodes[s.at].p, &s.deep_table, b.limit)
                s.begun = True
                b.looked_at += 1
            else:
                status = GOES_ON
            before = s.deep.nodes
            if status == GOES_ON:
                status = exact_run(&s.deep, min(s.deep_nodes - before,
                                                end - b.looked_at - s.proving))
            b.looked_at += s.deep.nodes - before
            if status == FOUND or status == NO_ROOM:
                return status
            if status == EXHAUSTED or s.deep.nodes >= s.deep_nodes:
                s.at += 1
                s.begun = False
                if s.at == b.count:
                    return EXHAUSTED
            continue
        if s.left.count == 0 or s.of_start == s.most:
            s.at += 1
            status = next_phase(s) if s.at == b.count else open_start(s)
            if status != GOES_ON:
                return status
            continue
        best = pull(&s.left)
        node = &s.pool[s.opened]
        node[0] = s.pool[best.parent]
        apply(b.r, &node.p, &best.move, &undo)
        node.owed = best.move.then
        node.paid += 1
        node.last = add_step(b, s.pool[best.parent].last, &best.move)
        if node.last == NO_STEP:
            return NO_ROOM
        s.opened += 1
        s.of_start += 1
        status = open_node(s, s.opened - 1)
        if status != GOES_ON:
            return status
    return GOES_ON
