"""One game, or several, of each of many deals of the Klondike family.

The players are in klondike_policies.pxd. A game has a stream of random numbers of its own, and
each decision one that begins with the next of its numbers: whoever knows that number and what a
player knows of the position knows what it does.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport MOST_CARDS, OK, deal_source, game_stream, raise_fault
from solitaire_core._fast.dealing cimport set_source, take_deck
from solitaire_core._fast.klondike_deal cimport deal_klondike, klondike_dealing, read_dealing
from solitaire_core._fast.klondike_generation cimport LOST, MOST_MOVES, all_moves, outcome_of
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make
from solitaire_core._fast.klondike_moves cimport klondike_move
from solitaire_core._fast.klondike_policies cimport GIVES_UP, GREEDY, LOOKAHEAD, RANDOM
from solitaire_core._fast.klondike_policies cimport choose_klondike, idle_after, is_stock_move
from solitaire_core._fast.klondike_sampling cimport Sampler, sampler, sampler_begin, sampler_forget
from solitaire_core._fast.klondike_sampling cimport sampler_has_plan, sampler_move, sampler_step
from solitaire_core._fast.klondike_state cimport KlondikeState
from solitaire_core._fast.shuffle cimport splitmix64

_POLICIES = {"random": RANDOM, "greedy": GREEDY, "lookahead": LOOKAHEAD}
_PLANNING = {**_POLICIES, "sampling": SAMPLING}

_LAST = 2**64 - 1
_MOST_POSITIONS = 2**40

cdef enum:
    SAMPLING = 4            # beside the players of klondike_policies
    STEPS = 5               # of a plan, between two looks at signals
    DEEPEST = 4             # a decision then takes milliseconds, and answers no Ctrl-C
    SLICE = 50_000          # decisions between two looks at signals; fewer where they cost more
    MOST_IDLE = 1 << 30


cdef struct run:
    deal_source deals
    klondike_table table        # of the deal that is being played
    klondike_position begin     # where its games start
    klondike_dealing dealing
    int policy
    uint64_t depth
    sampler* player             # of SAMPLING
    bint planning               # whether its plan is in the making
    int most
    uint64_t seed
    int64_t count
    int64_t games
    # Where the run stands:
    int64_t deal
    int64_t game
    bint playing
    klondike_position p
    uint64_t stream
    int made
    int turns
    int idle


cdef int _lay_out(run* r) noexcept nogil:
    """Lay out the deal whose turn it is; a fault code."""
    cdef uint8_t[MOST_CARDS] deck
    if take_deck(&r.deals, r.deal, deck) != OK:
        return r.deals.fault
    deal_klondike(&r.table, &r.begin, deck, &r.dealing)
    return OK


cdef uint32_t _planned(run* r, int* decisions) noexcept nogil:
    """The next move of a plan, 0 to give up; `planning` is set where the slice is over first.

    The first decision of a plan takes its chance from its own number, the others need none.
    """
    cdef uint64_t draw
    if not r.planning:
        draw = splitmix64(&r.stream)
        if sampler_has_plan(r.player):
            return sampler_move(r.player, &r.p)
        sampler_begin(r.player, &r.table, &r.p, r.idle, r.depth, draw)
        r.planning = True
    while decisions[0] > 0:
        decisions[0] -= 1
        if sampler_step(r.player):
            r.planning = False
            return sampler_move(r.player, &r.p)
    return 0


cdef bint _play(run* r, int* decisions) noexcept nogil:
    """Play the game at hand on, for so many decisions at the most; whether it is over."""
    cdef uint32_t[MOST_MOVES] moves
    cdef klondike_undo undo
    cdef uint64_t draw
    cdef uint32_t move
    cdef int count, chosen
    while decisions[0] > 0:
        if r.p.at_home == r.table.cards or r.made == r.most:
            return True
        count = all_moves(&r.table, &r.p, moves)
        if count == 0:
            return True
        # Where only the stock can move, the rules may say that the game is over.
        if count == 1 and is_stock_move(moves[0]) and outcome_of(&r.table, &r.p) == LOST:
            return True
        if r.policy == SAMPLING:
            move = _planned(r, decisions)
            if r.planning:
                return False
            if move == 0:
                return True
        else:
            draw = splitmix64(&r.stream)
            chosen = choose_klondike(&r.table, &r.p, r.policy, <int> r.depth, r.idle, moves, count,
                                     &draw)
            if chosen == GIVES_UP:
                return True
            move = moves[chosen]
        r.turns += is_stock_move(move)
        r.idle = idle_after(&r.table, move, r.idle)
        make(&r.table, &r.p, move, &undo)
        r.made += 1
        decisions[0] -= 1
    return False


cdef int _slice(const run* r) noexcept nogil:
    """Decisions of some milliseconds."""
    if r.policy == SAMPLING:
        return STEPS
    return SLICE if r.policy != LOOKAHEAD else 1 + (SLICE >> 4 * r.depth)


def simulate_klondike(KlondikeState start not None, dealt_to, policy, depth, seed, most,
                      const uint64_t[::1] numbers not None, games, uint8_t[:] won not None,
                      int16_t[:] score not None, uint8_t[:] home not None,
                      uint32_t[:] moves not None, uint32_t[:] turns not None,
                      uint32_t[:] passes not None, *, const uint8_t[:, ::1] decks=None,
                      numbering="sc1", check=None):
    """Play each of many deals, once or several times.

    Parameters
    ----------
    start : KlondikeState
        Any deal as it is dealt out: the rules; its cards make no difference.
    dealt_to : sequence of int
        For each card of the tableau, in the order of dealing, its pile.
    policy : str
        `random`, `greedy`, `lookahead` or `sampling`.
    depth : int
        How many moves `lookahead` looks ahead, 1 to 4; how many positions `sampling` looks at for
        a plan, 1 to 2**40.
    seed : int
        0 to 2**64 - 1.
    most : int
        The most moves of a game, 1 to 1,000,000.
    numbers : buffer of uint64, shape (count,)
        The deal numbers; with decks, what stands for them in the games' random numbers.
    games : int
        Games a deal, 1 to 2**40.
    won, home : writable buffers of uint8, shape (count * games,)
        Filled in, the games of a deal side by side: whether the game was won, and the cards on
        the foundations at its end.
    score : writable buffer of int16, shape (count * games,)
        Filled in: the dollars of the Vegas rule.
    moves, turns, passes : writable buffers of uint32, shape (count * games,)
        Filled in: moves made, those of them that moved the stock, and the pass through the
        stock in which the game ended, from 1.
    decks : buffer of uint8, shape (count, 52 * decks), optional
        Card codes 0..51, the card dealt first first.
    numbering : str
        `sc1` or `ms`, where there are no decks.
    check : callable, optional
        Called without arguments now and then; what it raises ends the run.

    Raises
    ------
    ValueError
        If shapes disagree, a figure is out of range, or a deck has a bad card or one too often.
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    The GIL is released. Game g of a deal depends on the deck, its number, the rules, the policy,
    the seed and g alone.
    """
    cdef run r
    cdef int64_t row
    cdef int decisions
    cdef Sampler player = None
    _set_policy(&r.policy, &r.depth, policy, depth, _PLANNING)
    r.most = whole("most", most, 1, 1_000_000)
    r.seed = whole("seed", seed, 0, _LAST)
    r.games = whole("games", games, 1, <int64_t> 1 << 40)
    r.count = numbers.shape[0]
    for name, shape in (("won", won.shape[0]), ("score", score.shape[0]),
                        ("home", home.shape[0]), ("moves", moves.shape[0]),
                        ("turns", turns.shape[0]), ("passes", passes.shape[0])):
        if shape != r.count * r.games:
            raise ValueError(f"{name} has {shape} entries for {r.count} deals with {r.games}"
                             " games each")
    r.table = start.table.data
    _set_dealing(&r, start, dealt_to)
    set_source(&r.deals, numbers, decks, numbering, r.table.decks)
    r.planning = False
    if r.policy == SAMPLING:
        player = Sampler()
        player.set_up(&r.table)
        r.player = &player.data
    r.deal = 0
    r.game = 0
    r.playing = False
    while r.deal < r.count:
        decisions = _slice(&r)
        with nogil:
            while r.deal < r.count:
                if not r.playing:
                    if r.game == 0 and _lay_out(&r) != OK:
                        break
                    r.p = r.begin
                    r.stream = game_stream(r.seed, r.deals.numbers[r.deal], r.game)
                    r.made = 0
                    r.turns = 0
                    r.idle = 0
                    if r.policy == SAMPLING:
                        sampler_forget(r.player)
                    r.playing = True
                if not _play(&r, &decisions):
                    break
                row = r.deal * r.games + r.game
                won[row] = r.p.at_home == r.table.cards
                score[row] = 5 * r.p.at_home - r.table.cards
                home[row] = r.p.at_home
                moves[row] = r.made
                turns[row] = r.turns
                passes[row] = r.p.passed + 1
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


cdef int _set_policy(int* number, uint64_t* deep, policy, depth, dict policies) except -1:
    if policy not in policies:
        raise ValueError(f"policy is one of {', '.join(policies)}, not {policy!r}")
    number[0] = policies[policy]
    deep[0] = whole("depth", depth, 1, _MOST_POSITIONS if number[0] == SAMPLING else DEEPEST)
    return 0


cdef int _set_dealing(run* r, KlondikeState start, dealt_to) except -1:
    """Note how decks are dealt out; a ValueError where `start` is no such deal."""
    cdef const klondike_position* p = &start.position
    cdef bint face_up = True
    cdef int i
    if p.at_home or p.passed or p.waste + p.stock != r.table.talon:
        raise ValueError("start is a deal from which no card has been played")
    for i in range(r.table.piles):
        face_up = face_up and p.down[i] == 0
    piles = list(dealt_to)
    read_dealing(&r.dealing, &r.table, piles, face_up, p.waste > 0)
    for i in range(r.table.piles):
        if piles.count(i) != p.size[i]:
            raise ValueError(f"dealt_to names pile {i} {piles.count(i)} times, it has"
                             f" {p.size[i]} cards")
    return 0


def choose_klondike_move(KlondikeState state not None, policy, depth, idle, seed):
    """What a player does in a position.

    Parameters
    ----------
    state : KlondikeState
        The position; which cards lie where nobody has seen them makes no difference.
    policy, depth
        As for `simulate_klondike`; `sampling` makes plans instead (`plan_klondike`).
    idle : int
        How many times the stock has been turned or turned over since a card was played.
    seed : int
        0 to 2**64 - 1: what the decision's random numbers begin with.

    Returns
    -------
    KlondikeMove or None
        None where no move is legal, and where the player gives up.

    Raises
    ------
    ValueError
        If there is no such policy or a figure is out of range.
    """
    cdef int number, count, chosen, waited = whole("idle", idle, 0, MOST_IDLE)
    cdef uint64_t deep
    cdef uint64_t stream = whole("seed", seed, 0, _LAST)
    cdef klondike_table table = state.table.data
    cdef klondike_position p = state.position
    cdef uint32_t[MOST_MOVES] moves
    _set_policy(&number, &deep, policy, depth, _POLICIES)
    count = all_moves(&table, &p, moves)
    if count == 0:
        return None
    chosen = choose_klondike(&table, &p, number, <int> deep, waited, moves, count, &stream)
    return None if chosen == GIVES_UP else klondike_move(moves[chosen])
