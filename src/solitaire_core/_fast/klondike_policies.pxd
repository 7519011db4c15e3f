"""The simple players of the Klondike family, for every kernel that has games played.

None of them looks at a card that lies face down, nor at what the stock holds.

random
    Any legal move, each as likely as the others.
greedy
    The first of these that there is, among several any: a safe move to the foundations; a whole
    packed run, or a single card where no more may move, that goes on another pile or to the
    foundations and so turns up a card; the same where the card below lies face up; the waste
    onto a pile; the stock turned, dealt or turned over; any move to the foundations. It gives up
    where none is left, or where the stock has been gone through and nothing was played.
lookahead
    Looks at every line of up to `depth` moves of cards, none of which turns or deals the stock;
    a line ends with a move that turns a card up. Cards that are on the waste it knows, as they
    have been face up. It begins a line that gains most, among these a shortest, among equals
    any; where none gains anything it turns, deals or turns over the stock, and it gives up as
    greedy does. What is gained: TURNED_UP for each card turned up, AT_HOME for each card more on
    the foundations, OFF_WASTE for each card that leaves the waste, JOINED for each card that
    lies packed on another one, EMPTIED for each empty pile; what a line undoes is lost again.
    So no position comes back but by the stock.
"""

from libc.stdint cimport uint32_t, uint64_t

from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves, is_safe_move
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, MOST_PILES, NO_VALUE, WASTE
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_to, move_value, unmake
from solitaire_core._fast.shuffle cimport uniform_below

cdef enum:
    RANDOM = 0
    GREEDY = 1
    LOOKAHEAD = 3

    # In place of the index of a move: the player gives up.
    GIVES_UP = -1

    # How welcome a move is to a greedy player.
    NEVER = 0
    HOME = 1
    THE_STOCK = 2
    FROM_WASTE = 3
    UNCOVERS = 4
    TURNS_UP = 5
    SAFE = 6

    # What a line that is looked ahead gains.
    TURNED_UP = 12
    AT_HOME = 4
    OFF_WASTE = 3
    JOINED = 2
    EMPTIED = 1
    # Of two lines that gain the same the shorter one is better.
    GAIN = 16


cdef inline bint is_stock_move(uint32_t move) noexcept nogil:
    """Whether a move turns, deals or turns over the stock."""
    return move_value(move) == NO_VALUE


cdef inline bint gives_up_stock(const klondike_position* p, int idle) noexcept nogil:
    """Whether the stock has been gone through without a card played."""
    return idle > 2 * (p.waste + p.stock) + 2


cdef inline int idle_after(const klondike_table* t, uint32_t move, int idle) noexcept nogil:
    """How many moves of the stock in a row there have been after a move.

    Dealing the stock ends by itself, and does not count; turning it goes round and round.
    """
    return idle + 1 if is_stock_move(move) and not t.deals else 0


cdef inline bint turns_up(const klondike_position* p, uint32_t move) noexcept nogil:
    """Whether a move turns a card of the tableau up."""
    cdef int source = move_from(move), left
    if source >= MOST_PILES:
        return False
    left = p.size[source] - move_count(move)
    return left > 0 and p.down[source] == left


cdef inline int greedy_worth(const klondike_table* t, const klondike_position* p,
                             uint32_t move) noexcept nogil:
    """How welcome a move is to a greedy player."""
    cdef int source = move_from(move), to = move_to(move)
    if is_stock_move(move):
        return THE_STOCK
    if to == FOUNDATION and is_safe_move(t, p, move):
        return SAFE
    if turns_up(p, move):
        return TURNS_UP
    # Runs become fewer with each such move, so that there is an end of them.
    if source < MOST_PILES and to < MOST_PILES and p.size[to] > 0:
        if move_count(move) == p.run[source]:
            return UNCOVERS
    if source == WASTE and to < MOST_PILES:
        return FROM_WASTE
    return HOME if to == FOUNDATION else NEVER


cdef inline int gain_of(const klondike_position* p, uint32_t move) noexcept nogil:
    """What a move of cards gains by itself."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move), gain = 0
    if source < MOST_PILES:
        if turns_up(p, move):
            gain += TURNED_UP
        elif count < p.run[source]:
            gain -= JOINED
        elif count == p.size[source]:
            gain += EMPTIED
    elif source == WASTE:
        gain += OFF_WASTE
    else:
        gain -= AT_HOME
    if to == FOUNDATION:
        return gain + AT_HOME
    return gain + (JOINED if p.size[to] > 0 else -EMPTIED)


cdef inline int best_ahead(const klondike_table* t, klondike_position* p,
                           int depth) noexcept nogil:
    """What the best line of up to `depth` moves gains, 0 for none; `p` is left as it was."""
    cdef uint32_t[MOST_MOVES] moves
    cdef int count = all_moves(t, p, moves), best = 0, i
    for i in range(count):
        if not is_stock_move(moves[i]):
            best = max(best, line_ahead(t, p, moves[i], depth))
    return best


cdef inline int line_ahead(const klondike_table* t, klondike_position* p, uint32_t move,
                           int depth) noexcept nogil:
    """What the best line of up to `depth` moves gains that begins with a move."""
    cdef int gain = GAIN * gain_of(p, move) - 1
    cdef klondike_undo undo
    if depth > 1 and not turns_up(p, move):
        make(t, p, move, &undo)
        gain += best_ahead(t, p, depth - 1)
        unmake(t, p, &undo)
    return gain


cdef inline int choose_klondike(const klondike_table* t, klondike_position* p, int policy,
                                int depth, int idle, const uint32_t* moves, int count,
                                uint64_t* stream) noexcept nogil:
    """The index of the move that a player makes, or GIVES_UP; there is at least one move.

    `idle` is what `idle_after` counts, `depth` a lookahead player's. The position is written to,
    and left as it was.
    """
    cdef int i, worth, best = 0, equals = 0, chosen = GIVES_UP, stock = GIVES_UP
    if policy == RANDOM:
        return uniform_below(stream, count)
    for i in range(count):
        if is_stock_move(moves[i]) and gives_up_stock(p, idle):
            continue
        if policy == GREEDY:
            worth = greedy_worth(t, p, moves[i])
        elif is_stock_move(moves[i]):
            stock = i
            continue
        else:
            worth = line_ahead(t, p, moves[i], depth)
        if worth > best:
            best = worth
            chosen = i
            equals = 1
        elif worth == best and best > 0:
            equals += 1
            if uniform_below(stream, equals) == 0:
                chosen = i
    return chosen if chosen != GIVES_UP else stock
