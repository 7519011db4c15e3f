"""What a player of the Klondike family may do next: ways to the next card that nobody has seen.

The same way may be found more than once; which hidden cards were where at the time makes no
difference.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from solitaire_core._fast.klondike_hidden cimport hidden_cards, hide, stock_is_hidden
from solitaire_core._fast.klondike_kernel cimport MOST_PILES, NO_VALUE, STOCK, WASTE
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, mixed
from solitaire_core._fast.klondike_kernel cimport move_from, move_of, move_value
from solitaire_core._fast.klondike_keys cimport search_key
from solitaire_core._fast.klondike_search cimport apply, duty, no_duty, search_move, search_rules
from solitaire_core._fast.klondike_search cimport search_undo

cdef enum:
    MOST_OPTIONS = 16
    MOST_WAY = 512          # moves; longer ways lead nowhere


ctypedef struct option:
    klondike_position p     # before the last move of the way, hidden cards in their order
    search_move last
    uint64_t key            # of both
    int count               # moves
    int votes               # sampled worlds in which a win was found that begins so


ctypedef struct option_book:
    option[16] options      # MOST_OPTIONS
    int count
    search_move* ways       # MOST_WAY for each of them
    hidden_cards plain      # the hidden cards in their order


cdef inline bint options_open(option_book* b) noexcept nogil:
    """Room for options; False without memory."""
    b.count = 0
    b.ways = <search_move*> malloc(MOST_OPTIONS * MOST_WAY * sizeof(search_move))
    return b.ways != NULL


cdef inline void options_close(option_book* b) noexcept nogil:
    free(b.ways)
    b.ways = NULL


cdef inline const search_move* way_of(const option_book* b, int which) noexcept nogil:
    return b.ways + which * MOST_WAY


cdef inline void add_option(option_book* b, klondike_table* t, const search_rules* r,
                            const klondike_position* p, const search_move* way, int count,
                            int votes) noexcept nogil:
    """Add a way, `p` being the position before its last move; or votes where it is known."""
    cdef option* o
    cdef duty none = no_duty()
    cdef klondike_position plain = p[0]
    cdef uint64_t key
    cdef int i, source = move_from(way[count - 1].move)
    hide(t, &plain, &b.plain)
    key = search_key(r, &plain, &none) ^ mixed(
        (plain.hash[source] if source < MOST_PILES else 0) + move_value(way[count - 1].move)
    )
    for i in range(b.count):
        if b.options[i].key == key:
            b.options[i].votes += votes
            return
    if b.count == MOST_OPTIONS:
        return
    o = &b.options[b.count]
    o.p = plain
    o.last = way[count - 1]
    o.key = key
    o.count = count
    o.votes = votes
    memcpy(b.ways + b.count * MOST_WAY, way, count * sizeof(search_move))
    b.count += 1


cdef inline bint add_line(option_book* b, klondike_table* t, const search_rules* r,
                          const klondike_position* at, const hidden_cards* world,
                          search_move* line, int count) noexcept nogil:
    """Add the way to the first hidden card that a line shows, found in a sampled world.

    False where it shows none in time.
    """
    cdef klondike_position p = at[0], before
    cdef search_undo undo
    cdef int i
    cdef bint stock = stock_is_hidden(t, at)
    hide(t, &p, world)
    for i in range(min(count, <int> MOST_WAY)):
        before = p
        if stock and line[i].waste and line[i].waste != p.waste:
            # Behind cards of the stock that have to be turned first.
            memset(&line[i], 0, sizeof(search_move))
            line[i].move = move_of(STOCK, WASTE, 0, NO_VALUE)
        if move_value(line[i].move) != NO_VALUE:
            apply(r, &p, &line[i], &undo)
            if not undo.undo.turned_up:
                continue
        add_option(b, t, r, &before, line, i + 1, 1)
        return True
    return False


cdef inline int most_voted(const option_book* b) noexcept nogil:
    """The option with the most votes; of equals the first."""
    cdef int i, best = 0
    for i in range(b.count):
        if b.options[i].votes > b.options[best].votes:
            best = i
    return best
