"""Whole games of the Klondike family, played by simple policies in the core.

random
    Any legal move, each as likely as the others.
greedy
    The first of these that there is, among several any: a safe move to the foundations; a whole
    packed run, or a single card where no more may move, that goes on another pile or to the
    foundations and so turns up a card; the same where the card below lies face up; the waste
    onto a pile; the stock turned, dealt or turned over; any move to the foundations. It gives up
    where none is left, or where the stock has been gone through and nothing was played.

Neither looks at a card that lies face down.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, LOST, all_moves
from solitaire_core._fast.klondike_generation cimport is_safe_move
from solitaire_core._fast.klondike_generation cimport outcome_of
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, MOST_PILES, NO_VALUE, WASTE
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_to, move_value
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable
from solitaire_core._fast.shuffle cimport splitmix64, uniform_below

cdef enum:
    RANDOM = 0
    GREEDY = 1

    # How welcome a move is to a greedy player.
    NEVER = 0
    HOME = 1
    THE_STOCK = 2
    FROM_WASTE = 3
    UNCOVERS = 4
    TURNS_UP = 5
    SAFE = 6

_POLICIES = {"random": RANDOM, "greedy": GREEDY}


cdef int _worth(const klondike_table* t, const klondike_position* p, uint32_t move) noexcept nogil:
    """How welcome a move is to a greedy player."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move), left
    if move_value(move) == NO_VALUE:
        return THE_STOCK
    if to == FOUNDATION and is_safe_move(t, p, move):
        return SAFE
    if source < MOST_PILES:
        left = p.size[source] - count
        if left > 0 and p.down[source] == left:
            return TURNS_UP
        # Runs become fewer with each such move, so that there is an end of them.
        if to < MOST_PILES and p.size[to] > 0 and count == p.run[source]:
            return UNCOVERS
    if source == WASTE and to < MOST_PILES:
        return FROM_WASTE
    return HOME if to == FOUNDATION else NEVER


cdef int play_game(const klondike_table* t, klondike_position* p, int policy, int most,
                   uint64_t* stream) noexcept nogil:
    """Play on until the game is over, given up, or has taken so many moves; the moves made."""
    cdef uint32_t[MOST_MOVES] moves
    cdef klondike_undo undo
    cdef int count, made = 0, i, worth, best, equals, chosen, idle = 0
    cdef uint32_t move
    while made < most and p.at_home < t.cards:
        count = all_moves(t, p, moves)
        if count == 0:
            break
        if policy == RANDOM:
            # Where only the stock can move, there may be nothing left to play.
            if count == 1 and move_value(moves[0]) == NO_VALUE and outcome_of(t, p) == LOST:
                break
            move = moves[uniform_below(stream, count)]
        else:
            best = NEVER
            equals = 0
            chosen = 0
            for i in range(count):
                worth = _worth(t, p, moves[i])
                if worth == THE_STOCK and idle > 2 * (p.waste + p.stock) + 2:
                    worth = NEVER
                if worth > best:
                    best = worth
                    chosen = i
                    equals = 1
                elif worth == best and worth != NEVER:
                    equals += 1
                    if uniform_below(stream, equals) == 0:
                        chosen = i
            if best == NEVER:
                break
            move = moves[chosen]
            # Dealing the stock ends by itself; turning it goes round and round.
            idle = idle + 1 if best == THE_STOCK and not t.deals else 0
        make(t, p, move, &undo)
        made += 1
    return made


def play_klondike(KlondikeState state not None, policy, uint64_t seed, most,
                  uint8_t[::1] won not None, uint8_t[::1] home not None,
                  uint32_t[::1] moves not None, uint32_t[::1] passes not None):
    """Play a position out again and again.

    Parameters
    ----------
    state : KlondikeState
        Where every game starts.
    policy : str
        `random` or `greedy`.
    seed : int
        0 to 2**64 - 1; the same seed gives the same games.
    most : int
        The most moves of a game, 1 to 1,000,000.
    won, home : writable buffers of uint8, shape (count,)
        Filled in: whether the game was won, and the cards on the foundations at its end.
    moves : writable buffer of uint32, shape (count,)
        The moves made since the position.
    passes : writable buffer of uint32, shape (count,)
        The pass through the stock in which the game ended, from 1.

    Raises
    ------
    ValueError
        If there is no such policy, a figure is out of range, or lengths differ.

    Notes
    -----
    The GIL is released. Game i depends on the position, the policy, the seed and i alone.
    """
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef KlondikeTable table = state.table
    cdef klondike_position start = state.position, p
    cdef int64_t i, count = won.shape[0]
    cdef uint64_t stream, mixed
    cdef int number, longest = whole("most", most, 1, 1000000)
    if policy not in _POLICIES:
        raise ValueError(f"policy is one of {', '.join(_POLICIES)}, not {policy!r}")
    for name, shape in (("home", home.shape[0]), ("moves", moves.shape[0]),
                        ("passes", passes.shape[0])):
        if shape != count:
            raise ValueError(f"{name} has {shape} entries, won has {count}")
    number = _POLICIES[policy]
    with nogil:
        for i in range(count):
            # An independent stream for each game: hashed, so that streams do not overlap.
            mixed = i
            stream = seed ^ splitmix64(&mixed)
            stream = splitmix64(&stream)
            p = start
            moves[i] = play_game(&table.data, &p, number, longest, &stream)
            won[i] = p.at_home == table.data.cards
            home[i] = p.at_home
            passes[i] = p.passed + 1
