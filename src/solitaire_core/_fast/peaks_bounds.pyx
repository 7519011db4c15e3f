"""What can still be earned in a deal of the peaks family: bounds for the search of scores.

The bound from above. With a set removed and a rank on top, a table says how many cards can
be taken at the most before the stock is turned (the *run*), and how many in any chain that
begins at that set or later (the *longest*). Where later cards of a chain are worth no less
than earlier ones, what is still to come is at most the better of two figures:

- turn at once: all cards that are left, each at the average of a chain of the longest kind,
  less the turn that begins such a chain (if that is not less than nothing: one may stop);
- go on with the whole run, each card at its place in the chain, and the rest as above.

A chain of m cards, less its turn, has an average that grows with m, so that cards in chains
of at most `longest` earn no more than its average each. And whoever goes on with j cards of
a run earns the first j places and the average for the others, which as a function of j is
convex: it is greatest at one of its ends, 0 or the whole run. Tips add what those that are
left earn, a win the most of what it may add from now on, and turns never add. Where later
cards are worth less or turns add (points of one's own), there is no bound and nothing is
left out.

The bound from below is the best line that a beam finds: of all ways to stand with so many
cards gone it keeps a few, those with the most points made and in sight. Nothing but
speed hangs on it.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from solitaire_core._fast.cards cimport RANKS
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit

cdef extern from "peaks_row.h":
    ctypedef struct peaks_row:
        pass
    peaks_row row_load(const uint8_t* p) noexcept nogil
    void row_store(uint8_t* p, peaks_row a) noexcept nogil
    peaks_row row_max(peaks_row a, peaks_row b) noexcept nogil
    peaks_row row_and(peaks_row a, peaks_row b) noexcept nogil

cdef enum:
    BEAM = 32           # ways to stand that are kept

cdef int32_t NOTHING = -1000000000


cdef void _fill_runs(const scored_deal* d, uint32_t first, uint8_t* runs) noexcept nogil:
    """The table of runs, from the last set back to the first one that matters."""
    cdef const peaks_lattice* lattice = d.lattice
    cdef const uint32_t* step_set = lattice.step_set
    cdef const uint8_t* step_card = lattice.step_card
    cdef uint8_t[DECK * ROW] goes_on    # by place: 255 for the ranks on which its card goes
    cdef uint8_t[(DECK + 1) * ROW] all_of       # all_of[v]: the byte v sixteen times
    cdef uint32_t i = lattice.sets - 1, step, end
    cdef const uint8_t* later
    cdef peaks_row best, length
    cdef size_t place, run
    cdef uint8_t longest
    cdef int r
    memset(goes_on, 0, sizeof(goes_on))
    for place in range(lattice.cards):
        memset(all_of + place * ROW, <int> place, ROW)
        for r in range(RANKS):
            if d.table.follows[r] >> d.rank[place] & 1:
                goes_on[place * ROW + r] = 255
    memset(all_of + lattice.cards * ROW, lattice.cards, ROW)
    memset(runs + <size_t> i * ROW, 0, ROW)
    while i > first:
        i -= 1
        best = row_load(all_of)
        longest = 0
        step = lattice.first_step[i]
        end = lattice.first_step[i + 1]
        while step < end:
            place = step_card[step]
            later = runs + <size_t> step_set[step] * ROW
            run = 1 + <size_t> later[d.rank[place]]
            length = row_load(all_of + run * ROW)
            best = row_max(best, row_and(length, row_load(goes_on + place * ROW)))
            longest = max(longest, max(<uint8_t> run, later[LONGEST]))
            step += 1
        row_store(runs + <size_t> i * ROW, best)
        runs[<size_t> i * ROW + LONGEST] = longest


cdef int set_bounds(scored_deal* d, uint32_t first, uint8_t* runs) noexcept nogil:
    """Fill in the bounds from the first set on, if there are any; whether there are.

    `runs` has room for 16 bytes for each removed set.
    """
    cdef const peaks_points* p = &d.points
    cdef int cards = d.lattice.cards, k, longest, tips = count_bits(d.table.tips)
    cdef int32_t win, best
    d.bounded = p.turn <= 0
    for k in range(2, cards + 1):
        if p.card[k] < p.card[k - 1]:
            d.bounded = False
    if not d.bounded:
        return False
    for k in range(1, cards + 1):
        d.chain[k] = d.chain[k - 1] + p.card[k]
    for longest in range(1, cards + 1):
        for k in range(1, cards + 1):
            d.rest[longest * DECK + k] = <int32_t> (
                max(0, <int64_t> d.chain[longest] + p.turn) * k // longest
            )
    for k in range(tips - 1, -1, -1):
        d.tips[k] = d.tips[k + 1] + max(0, p.tip[k + 1])
    best = 0
    for k in range(d.table.stock, -1, -1):
        win = d.end[k] - p.turn * k
        best = max(best, win)
        d.later[k] = p.turn * k + best
    _fill_runs(d, first, runs)
    d.runs = runs
    return True


cdef int32_t beam(const scored_deal* d, const standing* start) noexcept nogil:
    """A score that some line has, by looking at a few ways to stand for each count of cards.

    The best score at any moment or, where only the moment of clearing counts, at that one;
    below every score where no line was found.
    """
    cdef standing[BEAM] now, then
    cdef int kept = 1, found, i, place, least_winning, turned, left
    cdef uint32_t step, target
    cdef uint64_t turns
    cdef int32_t best = NOTHING, tip
    cdef const standing* old
    cdef const peaks_lattice* lattice = d.lattice
    now[0] = start[0]
    while kept > 0:
        found = 0
        for i in range(kept):
            old = &now[i]
            if old.set == lattice.sets - 1:
                best = max(best, old.score + d.end[old.turned])
                continue
            if d.any_moment:
                best = max(best, old.score + d.points.turn * old.turned)
            left = d.lattice.cards - count_bits(lattice.mask[old.set]) - 1
            for step in range(lattice.first_step[old.set], lattice.first_step[old.set + 1]):
                place = lattice.step_card[step]
                target = lattice.step_set[step]
                least_winning = DECK
                if d.win_rows != NULL:
                    least_winning = d.win_rows[<size_t> target * ROW + d.rank[place]]
                tip = 0
                if d.table.tips >> place & 1:
                    tip = d.points.tip[1 + count_bits(lattice.mask[old.set] & d.table.tips)]
                if old.fits >> place & 1 and old.turned < least_winning:
                    _consider(d, then, &found, target, place, old.turned, old.chain + 1,
                              old.score + d.points.card[old.chain + 1] + tip, left)
                turns = d.stock_fits[place] & ~((<uint64_t> 2 << old.turned) - 1)
                if turns != 0:
                    turned = lowest_bit(turns)
                    if turned < least_winning:
                        _consider(d, then, &found, target, place, turned, 1,
                                  old.score + d.points.card[1] + tip, left)
        for i in range(found):
            now[i] = then[i]
        kept = found
    return best


cdef void _consider(const scored_deal* d, standing* then, int* found, uint32_t target, int place,
                    int turned, int chain, int32_t score, int left) noexcept nogil:
    """Keep a way to stand, if it is among the best or room is left."""
    # What the bound hopes for; and a little less for each card turned, which it does not see.
    cdef int32_t worth = (
        score + d.later[turned] + most_ahead(d, target, d.rank[place], chain, left)
        - turned * d.chain[1]
    )
    cdef int i, at = -1
    for i in range(found[0]):
        if then[i].set == target and then[i].place == place:
            # One of a kind is enough.
            if then[i].worth >= worth:
                return
            at = i
            break
    if at < 0:
        if found[0] < BEAM:
            at = found[0]
            found[0] += 1
        else:
            at = 0
            for i in range(1, BEAM):
                if then[i].worth < then[at].worth:
                    at = i
            if then[at].worth >= worth:
                return
    then[at].fits = d.fits[place]
    then[at].worth = worth
    then[at].score = score
    then[at].set = target
    then[at].place = place
    then[at].turned = turned
    then[at].chain = chain
