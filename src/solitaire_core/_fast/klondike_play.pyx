"""A position of the Klondike family played out again and again.

The players are in klondike_policies.pxd.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport numbered_stream
from solitaire_core._fast.klondike_generation cimport LOST, MOST_MOVES, all_moves, outcome_of
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make
from solitaire_core._fast.klondike_policies cimport GIVES_UP, GREEDY, RANDOM, choose_klondike
from solitaire_core._fast.klondike_policies cimport idle_after, is_stock_move
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable

_POLICIES = {"random": RANDOM, "greedy": GREEDY}
_LAST = 2**64 - 1


cdef int play_game(const klondike_table* t, klondike_position* p, int policy, int most,
                   uint64_t* stream) noexcept nogil:
    """Play on until the game is over, given up, or has taken so many moves; the moves made."""
    cdef uint32_t[MOST_MOVES] moves
    cdef klondike_undo undo
    cdef int count, made = 0, chosen, idle = 0
    while made < most and p.at_home < t.cards:
        count = all_moves(t, p, moves)
        if count == 0:
            break
        # Where only the stock can move, there may be nothing left to play.
        if policy == RANDOM and count == 1 and is_stock_move(moves[0]):
            if outcome_of(t, p) == LOST:
                break
        chosen = choose_klondike(t, p, policy, 0, idle, moves, count, stream)
        if chosen == GIVES_UP:
            break
        idle = idle_after(t, moves[chosen], idle)
        make(t, p, moves[chosen], &undo)
        made += 1
    return made


def play_klondike(KlondikeState state not None, policy, seed, most,
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
    cdef uint64_t first = whole("seed", seed, 0, _LAST)
    # Held on to: another thread may set the object up anew while the GIL is released.
    cdef KlondikeTable table = state.table
    cdef klondike_position start = state.position, p
    cdef int64_t i, count = won.shape[0]
    cdef uint64_t stream
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
            stream = numbered_stream(first, i)
            p = start
            moves[i] = play_game(&table.data, &p, number, longest, &stream)
            won[i] = p.at_home == table.data.cards
            home[i] = p.at_home
            passes[i] = p.passed + 1
