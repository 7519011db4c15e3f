"""One game, or several, of each of many deals of the peaks family.

The players are in peaks_policies.pxd, but for the sampling one, which is in peaks_sampling.pyx. A
game has a stream of random numbers of its own, and each decision one that begins with the next of
its numbers: whoever knows that number and what lies in sight knows what a player does.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport MOST_CARDS, OK, deal_source, game_stream, raise_fault
from solitaire_core._fast.dealing cimport set_source, take_deck
from solitaire_core._fast.peaks_deal cimport deal_peaks, read_order
from solitaire_core._fast.peaks_policies cimport CASUAL, GREEDY, LOOKAHEAD, NOTHING, RANDOM
from solitaire_core._fast.peaks_play cimport unseen_cards
from solitaire_core._fast.peaks_policies cimport choose_peaks
from solitaire_core._fast.peaks_sampling cimport MOST_BUDGET, SEARCHING, TRIES_A_SLICE
from solitaire_core._fast.peaks_sampling cimport begin_search, check_sampling, hidden_cards
from solitaire_core._fast.peaks_sampling cimport sampler, search_on
from solitaire_core._fast.peaks_kernel cimport TURN, peaks_position, peaks_table, take, turn
from solitaire_core._fast.peaks_moves cimport move_from_code
from solitaire_core._fast.peaks_state cimport PeaksState
from solitaire_core._fast.shuffle cimport splitmix64

_POLICIES = {"random": RANDOM, "greedy": GREEDY, "casual": CASUAL, "lookahead": LOOKAHEAD,
             "sampling": SAMPLING}

_LAST = 2**64 - 1

cdef enum:
    SAMPLING = 4            # beside those of peaks_policies.pxd
    DEEPEST = 6
    SLICE = 200_000         # decisions between two looks at signals; fewer where they cost more


cdef struct run:
    deal_source deals
    peaks_table table           # of the deal that is being played
    peaks_position begin        # where its games start
    uint8_t[DECK] order         # which dealt card lies at each place
    int score                   # of a deal
    int policy
    int depth
    int64_t budget
    int most
    uint64_t seed
    int64_t count
    int64_t games
    # Where the run stands:
    int64_t deal
    int64_t game
    bint playing
    peaks_position p
    uint64_t stream
    int made
    bint searching              # a sampling player has not decided yet
    sampler search


cdef int _lay_out(run* r) noexcept nogil:
    """Lay out the deal whose turn it is; a fault code."""
    cdef uint8_t[MOST_CARDS] deck
    if take_deck(&r.deals, r.deal, deck) != OK:
        return r.deals.fault
    deal_peaks(&r.table, &r.begin, deck, r.order)
    r.begin.score = r.score
    return OK


cdef int _sample(run* r, uint64_t seed, int64_t* left) noexcept nogil:
    """What a sampling player does, or SEARCHING where it wants more tries than were left."""
    cdef uint8_t[DECK] places, codes
    cdef int hidden, choice
    if not r.searching:
        hidden = hidden_cards(&r.table, &r.p, places, codes)
        choice = begin_search(&r.search, &r.table, &r.p, places, codes, hidden, r.budget, seed)
        if choice != SEARCHING:
            return choice
    choice = search_on(&r.search, left)
    r.searching = choice == SEARCHING
    return choice


cdef bint _play(run* r, int64_t* left) noexcept nogil:
    """Play the game at hand on, for so many decisions or tries at the most; whether it is over."""
    cdef uint64_t draw = 0
    cdef int choice
    while left[0] > 0:
        if r.p.removed == r.table.everything or r.made == r.most:
            return True
        if not r.searching:
            draw = splitmix64(&r.stream)
        if r.policy == SAMPLING:
            choice = _sample(r, draw, left)
            if choice == SEARCHING:
                return False
        else:
            choice = choose_peaks(&r.table, &r.p, r.policy, r.depth, &draw)
        if choice == NOTHING:
            return True
        if choice == TURN:
            turn(&r.table, &r.p)
        else:
            take(&r.table, &r.p, choice)
        r.made += 1
        left[0] -= 1
    return False


cdef int64_t _slice(const run* r) noexcept nogil:
    """Decisions or tries of some milliseconds."""
    if r.policy == SAMPLING:
        return TRIES_A_SLICE
    return SLICE if r.policy != LOOKAHEAD else 1 + (SLICE >> 2 * r.depth)


def simulate_peaks(PeaksState start not None, order, policy, depth, seed, most,
                   const uint64_t[::1] numbers not None, games, uint8_t[:] won not None,
                   int32_t[:] score not None, uint8_t[:] moves not None,
                   uint8_t[:] turns not None, uint8_t[:] longest_chain not None, *,
                   budget=1, const uint8_t[:, ::1] decks=None, numbering="sc1", check=None):
    """Play each of many deals, once or several times.

    Parameters
    ----------
    start : PeaksState
        Any deal as it is dealt out: the rules and the scoring; its cards make no difference.
    order : sequence of int
        For each place, the index in the deck of the card dealt there.
    policy : str
        `random`, `greedy`, `casual`, `lookahead` or `sampling`.
    depth : int
        How many takes `lookahead` looks ahead, 1 to 6.
    seed : int
        0 to 2**64 - 1.
    most : int
        The most moves of a game, 1 to 1,000,000.
    numbers : buffer of uint64, shape (count,)
        The deal numbers; with decks, what stands for them in the games' random numbers.
    games : int
        Games a deal, 1 to 2**40.
    won, moves, turns, longest_chain : writable buffers of uint8, shape (count * games,)
        Filled in, the games of a deal side by side: whether the tableau was cleared, moves
        made, stock cards turned, the longest chain.
    score : writable buffer of int32, shape (count * games,)
        Filled in: the score at the end.
    budget : int
        How many games `sampling` tries before a decision, 1 to 1,000,000.
    decks : buffer of uint8, shape (count, 52), optional
        Card codes 0..51, the card dealt first first.
    numbering : str
        `sc1` or `ms`, where there are no decks.
    check : callable, optional
        Called without arguments now and then; what it raises ends the run.

    Raises
    ------
    ValueError
        If shapes disagree, a figure is out of range, or a deck has a bad or a double card; or
        if `sampling` is to play by rules with more than two ranks that go on one.
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    The GIL is released. Game g of a deal depends on the deck, its number, the rules, the
    policy, the seed and g alone.
    """
    cdef run r
    cdef int64_t row
    cdef int64_t left
    _set_policy(&r.policy, &r.depth, policy, depth)
    r.budget = whole("budget", budget, 1, MOST_BUDGET)
    r.most = whole("most", most, 1, 1_000_000)
    r.seed = whole("seed", seed, 0, _LAST)
    r.games = whole("games", games, 1, <int64_t> 1 << 40)
    r.count = numbers.shape[0]
    for name, shape in (("won", won.shape[0]), ("score", score.shape[0]),
                        ("moves", moves.shape[0]), ("turns", turns.shape[0]),
                        ("longest_chain", longest_chain.shape[0])):
        if shape != r.count * r.games:
            raise ValueError(f"{name} has {shape} entries for {r.count} deals with {r.games}"
                             " games each")
    read_order(r.order, order)
    r.table = start.table.data
    r.score = start.position.score
    if r.policy == SAMPLING:
        check_sampling(&r.table)
    if start.position.removed != 0 or start.position.turned != 0:
        raise ValueError("start is a deal from which no card has been taken or turned")
    set_source(&r.deals, numbers, decks, numbering, 1)
    r.deal = 0
    r.game = 0
    r.playing = False
    r.searching = False
    while r.deal < r.count:
        left = _slice(&r)
        with nogil:
            while r.deal < r.count:
                if not r.playing:
                    if r.game == 0 and _lay_out(&r) != OK:
                        break
                    r.p = r.begin
                    r.stream = game_stream(r.seed, r.deals.numbers[r.deal], r.game)
                    r.made = 0
                    r.playing = True
                if not _play(&r, &left):
                    break
                row = r.deal * r.games + r.game
                won[row] = r.p.removed == r.table.everything
                score[row] = r.p.score
                moves[row] = r.made
                turns[row] = r.p.turned
                longest_chain[row] = r.p.best_chain
                r.playing = False
                r.game += 1
                if r.game == r.games:
                    r.game = 0
                    r.deal += 1
        if r.deals.fault != OK:
            raise_fault(&r.deals)
        PyErr_CheckSignals()
        if check is not None:
            check()


cdef int _set_policy(int* number, int* deep, policy, depth) except -1:
    if policy not in _POLICIES:
        raise ValueError(f"policy is one of {', '.join(_POLICIES)}, not {policy!r}")
    number[0] = _POLICIES[policy]
    deep[0] = whole("depth", depth, 1, DEEPEST)
    return 0


def choose_peaks_move(PeaksState state not None, policy, depth, seed, *, budget=1):
    """What a player does in a position.

    Parameters
    ----------
    state : PeaksState
        The position; cards that are not in sight may be unknown, and make no difference where
        they are not. `sampling` has to be told of every card that has been in sight, so that it
        knows which ones have not.
    policy, depth, budget
        As for `simulate_peaks`.
    seed : int
        0 to 2**64 - 1: what the decision's random numbers begin with.

    Returns
    -------
    PeaksMove or None
        None where no move is legal.

    Raises
    ------
    ValueError
        If there is no such policy, a figure is out of range, or `sampling` cannot tell which
        cards have not been seen.
    KeyboardInterrupt
        On Ctrl-C.
    """
    cdef int number, deep, choice, hidden
    cdef int64_t left, tries = whole("budget", budget, 1, MOST_BUDGET)
    cdef uint64_t stream = whole("seed", seed, 0, _LAST)
    cdef peaks_table table = state.table.data
    cdef peaks_position p = state.position
    cdef uint8_t[DECK] places, codes
    cdef sampler search
    _set_policy(&number, &deep, policy, depth)
    if number == SAMPLING:
        check_sampling(&table)
        hidden = unseen_cards(state, places, codes)
        choice = begin_search(&search, &table, &p, places, codes, hidden, tries, stream)
        while choice == SEARCHING:
            left = TRIES_A_SLICE
            with nogil:
                choice = search_on(&search, &left)
            PyErr_CheckSignals()
    else:
        choice = choose_peaks(&table, &p, number, deep, &stream)
    if choice == NOTHING:
        return None
    return move_from_code(TURN if choice == TURN else table.code[choice])
