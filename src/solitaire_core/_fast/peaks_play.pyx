"""A position of the peaks family played out again and again.

The players are in peaks_policies.pxd.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK, RANKS, UNKNOWN_CODE
from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport numbered_stream
from solitaire_core._fast.peaks_policies cimport CASUAL, GREEDY, NOTHING, RANDOM, choose_peaks
from solitaire_core._fast.peaks_solver cimport check_known
from solitaire_core._fast.peaks_kernel cimport TURN, peaks_position, peaks_table, take, turn
from solitaire_core._fast.peaks_moves cimport PeaksMove
from solitaire_core._fast.peaks_state cimport PeaksState, PeaksTable
from solitaire_core._fast.shuffle cimport uniform_below

_POLICIES = {"random": RANDOM, "greedy": GREEDY, "casual": CASUAL}
_LAST = 2**64 - 1

cdef void play_out(const peaks_table* t, peaks_position* p, int policy, uint64_t* stream,
                   int* moves) noexcept nogil:
    """Play on to the end; `moves` grows by the moves made."""
    cdef int choice
    while p.removed != t.everything:
        choice = choose_peaks(t, p, policy, 0, stream)
        if choice == NOTHING:
            return
        if choice == TURN:
            turn(t, p)
        else:
            take(t, p, choice)
        moves[0] += 1


cdef void _deal_unseen(peaks_table* t, const uint8_t* places, uint8_t* codes, int count,
                       uint64_t* stream) noexcept nogil:
    """Shuffle the unseen cards and lay them out anew."""
    cdef int i, j, r
    cdef uint8_t code
    cdef uint64_t bit
    for i in range(count - 1, 0, -1):
        j = uniform_below(stream, i + 1)
        code = codes[i]
        codes[i] = codes[j]
        codes[j] = code
    for i in range(count):
        t.code[places[i]] = codes[i]
        t.place[codes[i]] = places[i]
        if places[i] < t.cards:
            bit = <uint64_t> 1 << places[i]
            for r in range(RANKS):
                t.fits[r] &= ~bit
                if t.follows[r] >> (codes[i] % RANKS) & 1:
                    t.fits[r] |= bit


def play_many(PeaksState state not None, policy, seed, uint8_t[::1] won not None,
              int32_t[::1] score not None, uint8_t[::1] turned not None,
              uint8_t[::1] best_chain not None, uint8_t[::1] moves not None, *,
              PeaksMove first_move=None, bint resample=False):
    """Play a position out again and again.

    Parameters
    ----------
    state : PeaksState
        Where every game starts; all cards known, unless they are dealt anew.
    policy : str
        `random`, `greedy` or `casual`.
    seed : int
        0 to 2**64 - 1; the same seed gives the same games.
    won, turned, best_chain, moves : writable buffers of uint8, shape (count,)
        Filled in: whether the tableau was cleared; stock cards turned, the longest chain and
        the moves made, counted from the deal, the deal and the position.
    score : writable buffer of int32, shape (count,)
        Filled in: the score at the end.
    first_move : PeaksMove, optional
        A legal move with which every game begins.
    resample : bool
        Whether the cards that a player has not seen are dealt anew before every game: those
        face down in the tableau and those left in the stock. What lies there then makes no
        difference.

    Raises
    ------
    ValueError
        If a card that matters is unknown, there is no such policy, the move is not legal, or
        lengths differ.

    Notes
    -----
    The GIL is released. Game i depends on the position, the seed and i alone.
    """
    cdef uint64_t games = whole("seed", seed, 0, _LAST)
    cdef peaks_table table = state.table.data
    cdef peaks_position p
    cdef int64_t i, count = won.shape[0]
    cdef uint64_t stream
    cdef uint8_t[DECK] places, unseen, dealt
    cdef int number, made, hidden = 0, k, first = -1
    if policy not in _POLICIES:
        raise ValueError(f"policy is one of {', '.join(_POLICIES)}, not {policy!r}")
    for name, shape in (("score", score.shape[0]), ("turned", turned.shape[0]),
                        ("best_chain", best_chain.shape[0]), ("moves", moves.shape[0])):
        if shape != count:
            raise ValueError(f"{name} has {shape} entries, won has {count}")
    number = _POLICIES[policy]
    if first_move is not None:
        if first_move not in state.legal_moves:
            raise ValueError(f"first_move {first_move} is not legal")
        first = TURN if first_move.code == TURN else table.place[first_move.code]
    if resample:
        hidden = unseen_cards(state, places, unseen)
    else:
        check_known(state)
    with nogil:
        for i in range(count):
            stream = numbered_stream(games, i)
            if hidden:
                for k in range(hidden):
                    dealt[k] = unseen[k]
                _deal_unseen(&table, places, dealt, hidden, &stream)
            p = state.position
            made = 0
            if first == TURN:
                turn(&table, &p)
            elif first >= 0:
                take(&table, &p, first)
            made += first >= 0
            play_out(&table, &p, number, &stream, &made)
            won[i] = p.removed == table.everything
            score[i] = p.score
            turned[i] = p.turned
            best_chain[i] = p.best_chain
            moves[i] = made


cdef int unseen_cards(PeaksState state, uint8_t* places, uint8_t* codes) except -1:
    """The places whose cards a player has not seen, and those cards in order of code.

    What lies at those places makes no difference to the answer.
    """
    cdef const peaks_table* t = &state.table.data
    cdef const peaks_position* p = &state.position
    cdef uint64_t seen = 0, down = t.face_down & ~p.removed & ~p.uncovered
    cdef int place, count = 0, unknown = 0, k = 0
    for place in range(DECK):
        if (place < t.cards and down >> place & 1) or place > t.cards + p.turned:
            places[count] = place
            count += 1
        elif t.code[place] != UNKNOWN_CODE:
            seen |= <uint64_t> 1 << t.code[place]
        else:
            unknown += 1
    if p.top != UNKNOWN_CODE and not seen >> p.top & 1:
        # The top came from a place that is not known any more.
        seen |= <uint64_t> 1 << p.top
        unknown -= 1
    if unknown > 0 or state.faults():
        raise ValueError("a card that has been face up is unknown (??), so that what is left"
                         " cannot be told")
    for place in range(DECK):
        if not seen >> place & 1 and k < DECK:
            codes[k] = place
            k += 1
    if k != count:
        raise ValueError(f"{k} cards have not been seen, but {count} places are hidden")
    return count


def sample_world(PeaksState state not None, seed, number):
    """A position that a player cannot tell from this one.

    Parameters
    ----------
    state : PeaksState
        The position; what its unseen cards are makes no difference.
    seed, number : int
        0 to 2**64 - 1. Which of the worlds: number i is the one in which game i of `play_many` with
        `resample` is played under the same seed.

    Returns
    -------
    PeaksState
        The position with its unseen cards dealt anew.

    Raises
    ------
    ValueError
        If a card that has been face up is unknown, or a number is out of range.
    """
    cdef uint8_t[DECK] places, codes
    cdef int hidden = unseen_cards(state, places, codes)
    cdef uint64_t stream = numbered_stream(whole("seed", seed, 0, _LAST),
                                           whole("number", number, 0, _LAST))
    cdef PeaksTable table = PeaksTable(state.table.covers, range(DECK), [0] * RANKS)
    table.data = state.table.data
    _deal_unseen(&table.data, places, codes, hidden, &stream)
    cdef PeaksState world = PeaksState(table, 0, 0, UNKNOWN_CODE)
    world.position = state.position
    return world
