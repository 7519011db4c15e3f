"""A player of the peaks family that deals what it has not seen anew, and tries its choices.

Where there is a choice, the player deals the cards that it has not seen to the places that it
cannot see into, each way as likely as the others: a world that it cannot tell from the one
that it is in. In each world it makes every choice once and plays on with the fast player of
peaks_playing.pxd, which sees no more than it does. All choices are tried in the same worlds,
so that the luck of a world is the same for all of them. After each round of worlds the half
that won less is dropped (sequential halving: Karnin, Koren and Somekh 2013), and what is left
of the budget is shared out among the others.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK, RANKS
from solitaire_core._fast.peaks_deal cimport set_fits
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit
from solitaire_core._fast.peaks_playing cimport WEIGHTS, best_choice, trial, trial_position
from solitaire_core._fast.peaks_playing cimport try_move, wins_on
from solitaire_core._fast.peaks_policies cimport NOTHING
from solitaire_core._fast.peaks_kernel cimport TURN, can_turn, cards_that_fit, peaks_position
from solitaire_core._fast.peaks_kernel cimport peaks_table
from solitaire_core._fast.peaks_value cimport net_for
from solitaire_core._fast.shuffle cimport uniform_below


cdef int check_sampling(const peaks_table* t) except -1:
    """Refuse rules under which more cards could fit than there is room for."""
    cdef int rank
    for rank in range(RANKS):
        if count_bits(t.follows[rank]) > 2:
            raise ValueError("sampling plays where two ranks at the most go on a rank, not"
                             f" {count_bits(t.follows[rank])}")
    return 0


cdef int hidden_cards(const peaks_table* t, const peaks_position* p, uint8_t* places,
                      uint8_t* codes) noexcept nogil:
    """The places whose cards a player has not seen, and those cards in order of code.

    For positions of which all cards are known; else, `unseen_cards` of peaks_play.
    """
    cdef uint64_t down = t.face_down & ~p.removed & ~p.uncovered, unseen = 0
    cdef int place, count = 0
    while down != 0:
        places[count] = lowest_bit(down)
        count += 1
        down &= down - 1
    for place in range(t.cards + p.turned + 1, t.cards + t.stock + 1):
        places[count] = place
        count += 1
    for place in range(count):
        unseen |= <uint64_t> 1 << t.code[places[place]]
    for place in range(count):
        codes[place] = lowest_bit(unseen)
        unseen &= unseen - 1
    return count


cdef void _set_world(sampler* s, const peaks_table* t) noexcept nogil:
    """What is the same in all worlds of a layout and its rules."""
    cdef trial* w = &s.world
    cdef int place, longest
    cdef uint64_t under
    cdef bint changed = True
    # Found by hill climbing on deals of TriPeaks: see docs/sampling-peaks.md.
    cdef int[WEIGHTS] wrap = [586, 388, -1087, -241, 339, 146, -9, 233, 600, 707, 122]
    cdef int[WEIGHTS] no_wrap = [1121, 354, -1952, -715, 673, 99, 440, 403, 701, 772, 222]
    w.t = t
    w.net = net_for(t)
    w.wrap = t.follows[0] >> (RANKS - 1) & 1
    w.cards = t.cards
    w.stock = t.stock
    for place in range(WEIGHTS):
        w.weights[place] = wrap[place] if w.wrap else no_wrap[place]
    for place in range(DECK):
        w.height[place] = 0
    for _ in range(t.cards):
        if not changed:
            break
        changed = False
        for place in range(t.cards):
            longest = 0
            under = t.lies_on[place]
            while under != 0:
                longest = max(longest, 1 + w.height[lowest_bit(under)])
                under &= under - 1
            changed = changed or longest != w.height[place]
            w.height[place] = longest


cdef void _begin_round(sampler* s) noexcept nogil:
    s.worlds = s.tries // s.rounds // s.left
    s.tries -= s.worlds * s.left


cdef int begin_search(sampler* s, const peaks_table* t, const peaks_position* p,
                      const uint8_t* places, const uint8_t* codes, int hidden, int64_t budget,
                      uint64_t stream) noexcept nogil:
    """Set up a decision: a place, TURN or NOTHING where there is no choice, else SEARCHING."""
    cdef trial* w = &s.world
    cdef uint64_t fit = cards_that_fit(t, p), bit
    cdef int place, i, count = count_bits(fit) + can_turn(t, p)
    if count == 0:
        return NOTHING
    if fit == 0:
        return TURN
    if count == 1:
        return lowest_bit(fit)
    _set_world(s, t)
    s.stream = stream
    s.hidden = hidden
    s.root.removed = p.removed
    s.root.uncovered = p.uncovered
    s.root.top = p.top % RANKS
    s.root.turned = p.turned
    for i in range(RANKS):
        s.root.unseen[i] = 0
        s.known[i] = 0
    bit = 0     # the places that are hidden
    for i in range(hidden):
        s.places[i] = places[i]
        s.unseen[i] = codes[i] % RANKS
        s.root.unseen[s.unseen[i]] += 1
        bit |= <uint64_t> 1 << places[i]
    for place in range(DECK):
        if not bit >> place & 1 and t.code[place] < DECK:
            w.rank[place] = t.code[place] % RANKS
            if place < t.cards and not p.removed >> place & 1:
                s.known[w.rank[place]] |= <uint64_t> 1 << place
    set_fits(t, s.known, w.fits)
    # The fast player's own choice first: it stays there among equals.
    s.choices[0].move = best_choice(w, &s.root, fit)
    s.left = 1
    while fit != 0:
        if lowest_bit(fit) != s.choices[0].move:
            s.choices[s.left].move = lowest_bit(fit)
            s.left += 1
        fit &= fit - 1
    if s.left < count:
        s.choices[s.left].move = TURN
        s.left += 1
    for i in range(s.left):
        s.choices[i].wins = 0
    s.rounds = 0
    while 1 << s.rounds < s.left:
        s.rounds += 1
    s.tries = budget
    _begin_round(s)
    return SEARCHING


cdef void _deal_world(sampler* s) noexcept nogil:
    """Deal the unseen cards anew."""
    cdef uint64_t[RANKS] of_rank
    cdef int i, j
    cdef uint8_t rank
    for i in range(s.hidden - 1, 0, -1):
        j = uniform_below(&s.stream, i + 1)
        rank = s.unseen[i]
        s.unseen[i] = s.unseen[j]
        s.unseen[j] = rank
    for i in range(RANKS):
        of_rank[i] = s.known[i]
    for i in range(s.hidden):
        s.world.rank[s.places[i]] = s.unseen[i]
        if s.places[i] < s.world.cards:
            of_rank[s.unseen[i]] |= <uint64_t> 1 << s.places[i]
    set_fits(s.world.t, of_rank, s.world.fits)


cdef void _drop_half(sampler* s) noexcept nogil:
    """Sort the choices by what they won, those that won the same as they were; keep half."""
    cdef int i, j
    cdef choice_tried moved
    for i in range(1, s.left):
        moved = s.choices[i]
        j = i
        while j > 0 and s.choices[j - 1].wins < moved.wins:
            s.choices[j] = s.choices[j - 1]
            j -= 1
        s.choices[j] = moved
    s.left = (s.left + 1) // 2


cdef int search_on(sampler* s, int64_t* tries) noexcept nogil:
    """Go on with a decision until so many tries, which are counted down, are used up.

    Returns the place or TURN that is decided for, or SEARCHING where more tries are wanted.
    """
    cdef trial_position p
    cdef int i
    while True:
        while s.worlds > 0:
            if tries[0] <= 0:
                return SEARCHING
            _deal_world(s)
            for i in range(s.left):
                p = s.root
                try_move(&s.world, &p, s.choices[i].move)
                s.choices[i].wins += wins_on(&s.world, &p)
            s.worlds -= 1
            tries[0] -= s.left
        _drop_half(s)
        s.rounds -= 1
        if s.left == 1:
            return s.choices[0].move
        _begin_round(s)
