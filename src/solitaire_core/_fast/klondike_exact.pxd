"""Depth first through every position that can be reached, each once: what proves a loss."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from solitaire_core._fast.klondike_kernel cimport klondike_position
from solitaire_core._fast.klondike_choice cimport search_moves
from solitaire_core._fast.klondike_forced cimport forced_move
from solitaire_core._fast.klondike_keys cimport note_waste, search_key
from solitaire_core._fast.klondike_proofs cimport close_deal, is_after_deal, proof_book
from solitaire_core._fast.klondike_proofs cimport proved_at_last, proved_at_once
from solitaire_core._fast.klondike_repeats cimport without_played, without_swapped
from solitaire_core._fast.klondike_search cimport FREE, KING, MOST_SEARCH_MOVES, apply, duty
from solitaire_core._fast.klondike_search cimport no_duty, search_move, search_rules, search_undo
from solitaire_core._fast.klondike_search cimport take_back
from solitaire_core._fast.table cimport TABLE_FULL, TABLE_KNOWN, TABLE_NEW, key_table, table_find

cdef enum:
    # How a search stands.
    GOES_ON = 0
    FOUND = 1
    EXHAUSTED = 2
    NO_ROOM = 3


ctypedef struct exact_frame:
    uint64_t first          # of its moves
    uint32_t count
    uint32_t next           # the move to be made next; the one before it has been made
    bint is_free            # whether there was neither a duty nor a forced move
    search_undo undo


ctypedef struct exact_search:
    const search_rules* r
    klondike_position p
    key_table* table
    exact_frame* frames
    search_move* moves
    uint64_t level
    uint64_t room           # frames
    uint64_t moves_room
    uint64_t limit          # bytes for frames and moves
    uint64_t deepest
    uint64_t nodes
    proof_book proofs


cdef inline uint64_t exact_bytes(const exact_search* s) noexcept nogil:
    return s.room * sizeof(exact_frame) + s.moves_room * sizeof(search_move)


cdef inline void exact_close(exact_search* s) noexcept nogil:
    free(s.frames)
    free(s.moves)
    s.frames = NULL
    s.moves = NULL
    s.room = s.moves_room = 0


cdef inline bint make_room(exact_search* s) noexcept nogil:
    """Room for one more level; False without memory."""
    cdef void* moved
    cdef uint64_t room, wanted
    cdef exact_frame* top = &s.frames[s.level - 1] if s.level else NULL
    if s.level + 1 >= s.room:
        room = s.room * 2 if s.room else 256
        if room * sizeof(exact_frame) + s.moves_room * sizeof(search_move) > s.limit:
            return False
        moved = realloc(s.frames, room * sizeof(exact_frame))
        if moved == NULL:
            return False
        s.frames = <exact_frame*> moved
        s.room = room
        top = &s.frames[s.level - 1] if s.level else NULL
    wanted = (top.first + top.count if s.level else 0) + MOST_SEARCH_MOVES
    if wanted > s.moves_room:
        room = wanted * 2
        if s.room * sizeof(exact_frame) + room * sizeof(search_move) > s.limit:
            return False
        moved = realloc(s.moves, room * sizeof(search_move))
        if moved == NULL:
            return False
        s.moves = <search_move*> moved
        s.moves_room = room
    return True


cdef inline void best_first(search_move* m, int count) noexcept nogil:
    """Sort moves by their worth; equal ones keep their order."""
    cdef int i, k
    cdef search_move one
    for i in range(1, count):
        one = m[i]
        k = i
        while k > 0 and m[k - 1].worth < one.worth:
            m[k] = m[k - 1]
            k -= 1
        m[k] = one


cdef inline exact_frame* next_frame(exact_search* s) noexcept nogil:
    """A new level without moves; NULL without memory."""
    cdef exact_frame* f
    cdef uint64_t first = 0
    if not make_room(s):
        return NULL
    if s.level:
        f = &s.frames[s.level - 1]
        first = f.first + f.count
    f = &s.frames[s.level]
    f.first = first
    f.next = 0
    f.count = 0
    f.is_free = False
    s.level += 1
    if s.level > s.deepest:
        s.deepest = s.level
    return f


cdef inline int enter(exact_search* s, const duty* owed) noexcept nogil:
    """Open the position as a new level: FOUND if it is new, EXHAUSTED if it is not.

    Positions with a forced move are not kept in mind, nor those with a duty, but where piles are
    being emptied, which can be done in any order: the others come from one position only, or
    lead to one only.
    """
    cdef exact_frame* f = next_frame(s)
    cdef exact_frame* before
    cdef uint16_t* note
    cdef uint16_t old
    cdef int known = TABLE_NEW
    if f == NULL:
        return NO_ROOM
    before = &s.frames[s.level - 2] if s.level > 1 else NULL
    if owed.kind == FREE:
        f.count = forced_move(s.r, &s.p, s.moves + f.first)
        if f.count:
            return FOUND
    if owed.kind == FREE or owed.kind == KING:
        known = table_find(s.table, search_key(s.r, &s.p, owed), &note)
        if known == TABLE_FULL:
            return NO_ROOM
        if before != NULL:
            s.moves[before.first + before.next - 1].met = True
        old = note[0]
        if not note_waste(s.r, &s.p, note, known == TABLE_NEW):
            s.level -= 1
            return EXHAUSTED
    f.count = search_moves(s.r, &s.p, owed, s.moves + f.first)
    f.is_free = owed.kind == FREE
    if known == TABLE_KNOWN and s.r.repeated_plays:
        f.count = without_played(s.r, &s.p, old, s.moves + f.first, f.count)
    if f.is_free and before != NULL and before.is_free and s.r.swapped_moves:
        f.count = without_swapped(&s.p, s.moves + before.first, before.next - 1,
                                  s.moves + f.first, f.count)
    best_first(s.moves + f.first, f.count)
    return FOUND


cdef inline uint64_t exact_work(const exact_search* s) noexcept nogil:
    """What has been looked at, proofs counted as positions."""
    return s.nodes + s.proofs.looked


cdef inline void leave(exact_search* s, uint64_t level) noexcept nogil:
    """Go back to a level, and on to its end: its position is proved lost."""
    while s.level > level:
        s.level -= 1
        take_back(s.r, &s.p, &s.frames[s.level - 1].undo)
    s.frames[level - 1].next = s.frames[level - 1].count


cdef inline int exact_begin(exact_search* s, const search_rules* r, const klondike_position* p,
                            key_table* table, uint64_t limit) noexcept nogil:
    """Begin at a position that is not won; EXHAUSTED if the table has it already."""
    cdef duty none = no_duty()
    s.r = r
    s.p = p[0]
    s.table = table
    s.level = 0
    s.limit = limit
    s.deepest = s.nodes = s.proofs.looked = s.proofs.open = 0
    cdef int known = enter(s, &none)
    if known != FOUND:
        return known
    if s.proofs.ask != NULL and proved_at_once(&s.proofs, r, p, s.level, 0):
        return EXHAUSTED
    return GOES_ON


cdef inline int exact_run(exact_search* s, uint64_t nodes) noexcept nogil:
    """Go on for so many more positions, or proofs that take as long."""
    cdef exact_frame* f
    cdef const search_move* m
    cdef uint64_t end = exact_work(s) + nodes
    cdef uint64_t level
    cdef duty owed
    cdef int known
    while exact_work(s) < end:
        if s.proofs.ask != NULL and exact_work(s) >= s.proofs.next:
            level = proved_at_last(&s.proofs, s.r, s.nodes)
            if level:
                leave(s, level)
        f = &s.frames[s.level - 1]
        if f.next == f.count:
            close_deal(&s.proofs, s.level, s.nodes)
            s.level -= 1
            if s.level == 0:
                return EXHAUSTED
            take_back(s.r, &s.p, &s.frames[s.level - 1].undo)
            continue
        m = &s.moves[f.first + f.next]
        f.next += 1
        apply(s.r, &s.p, m, &f.undo)
        s.nodes += 1
        if s.p.at_home == s.r.t.cards:
            return FOUND
        owed = m.then
        known = enter(s, &owed)
        if known == NO_ROOM:
            return NO_ROOM
        if (known == FOUND and s.proofs.ask != NULL
                and is_after_deal(&s.frames[s.level - 2].undo)
                and proved_at_once(&s.proofs, s.r, &s.p, s.level, s.nodes)):
            s.level -= 1
            known = EXHAUSTED
        if known == EXHAUSTED:
            take_back(s.r, &s.p, &s.frames[s.level - 1].undo)
    return GOES_ON


cdef inline int exact_line(const exact_search* s, search_move* m, int most) noexcept nogil:
    """The moves on the way to where the search is; how many, or -1 if they are more than `most`."""
    cdef uint64_t i
    if s.level > <uint64_t> most:
        return -1
    for i in range(s.level):
        m[i] = s.moves[s.frames[i].first + s.frames[i].next - 1]
    return s.level
