"""Many deals of one layout decided at once, one bit of a wide vector for each deal.

For each count of stock cards turned, one pass over the lattice says which removed sets
can be reached by which last card, for 128 to 512 deals side by side; what decides is the
same argument as in peaks_solver: fewer cards turned is never worse. Whether a card goes
on another is looked up once for each deal and pair of places, and from then on only ANDs
and ORs of lane masks are left. A lane whose deal is decided takes the next deal at once,
so that no lane waits for the slowest one.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from solitaire_core._fast.cards cimport DECK, RANKS, text_from_code
from solitaire_core._fast.checks cimport plain_int
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_lattice cimport Lattice, lowest_bit, peaks_lattice
from solitaire_core._fast.shuffle cimport sc1_deck

cdef extern from "peaks_batch.h":
    ctypedef struct peaks_lanes:
        void* pair
        void* stock
        void* reached
        void* front
        void* back
        void* keep
        void* fresh
        void* won
    ctypedef void (*peaks_pass)(const peaks_lattice*, const peaks_lanes*) noexcept nogil
    peaks_pass peaks_kernel(int kernel, int* lanes) noexcept nogil
    int PEAKS_WIDEST_LANES
    int PEAKS_KERNELS
    int PEAKS_PORTABLE512
    int PEAKS_PORTABLE
    int PEAKS_AVX2
    int PEAKS_AVX512

_NAMES = {
    "portable512": PEAKS_PORTABLE512,
    "portable": PEAKS_PORTABLE,
    "avx2": PEAKS_AVX2,
    "avx512": PEAKS_AVX512,
}

cdef enum:
    UNWINNABLE = 255
    WORDS = 8           # of 64 lanes, in the widest vector

    OK = 0
    BAD_CODE = 1
    TWICE = 2


cdef struct lane:
    int64_t deal            # index into the output, or -1 where the lane is idle
    int turned
    uint64_t[RANKS] fits    # by rank on top: the places of the cards that fit
    uint8_t[DECK] stock     # ranks, the first waste card first


cdef struct source:
    # Deals come from decks, from a list of sc1 numbers, or from first, first + step ...
    const uint8_t* decks
    const uint64_t* numbers
    uint64_t first
    uint64_t step
    int64_t count


cdef struct batch:
    const peaks_lattice* lattice
    peaks_pass run
    peaks_lanes vectors
    int lanes
    int words               # of 64 lanes
    int stock
    uint8_t[DECK] order     # which dealt card lies at each place
    uint64_t[RANKS] follows
    lane* lane
    source deals
    int64_t next_deal       # of the deals claimed, the next one for a lane
    int64_t end             # one past the last deal claimed
    int live                # lanes that hold a deal
    int64_t decided
    uint8_t* turns          # out
    # Where a deck is bad:
    int fault
    int64_t bad_deal
    int bad_place
    uint8_t bad_code


def kernels():
    """The names of the kernels that this machine runs, fastest first.

    Returns
    -------
    tuple of str
        Of `avx512`, `avx2`, `portable` and `portable512` (a test kernel: 512 lanes
        without the instructions for them). All give the same bits.
    """
    cdef int lanes
    return tuple(
        name for name in reversed(_NAMES) if peaks_kernel(_NAMES[name], &lanes) != NULL
    )


cdef inline void _set_bit(void* vector, int at, int word, uint64_t bit, bint value) noexcept nogil:
    """Set or clear one lane of the vector that begins `at` words on."""
    cdef uint64_t* words = <uint64_t*> vector + at + word
    if value:
        words[0] |= bit
    else:
        words[0] &= ~bit


cdef int _deal(batch* b, int64_t index, uint8_t* deck) noexcept nogil:
    """The deck of a deal, checked; a fault code."""
    cdef uint64_t seen = 0
    cdef int i
    if b.deals.decks == NULL:
        if b.deals.numbers != NULL:
            sc1_deck(b.deals.numbers[index], 1, deck)
        else:
            sc1_deck(b.deals.first + <uint64_t> index * b.deals.step, 1, deck)
        return OK
    for i in range(DECK):
        # Copied first: the caller's array may change under us, our copy does not.
        deck[i] = b.deals.decks[index * DECK + i]
        if deck[i] >= DECK or seen >> deck[i] & 1:
            b.fault = BAD_CODE if deck[i] >= DECK else TWICE
            b.bad_deal = index
            b.bad_place = i
            b.bad_code = deck[i]
            return b.fault
        seen |= <uint64_t> 1 << deck[i]
    return OK


cdef int _load(batch* b, int number) noexcept nogil:
    """Put the next deal into a lane; a fault code."""
    cdef uint8_t deck[DECK]
    cdef uint8_t rank[DECK]
    cdef lane* into = &b.lane[number]
    cdef int cards = b.lattice.cards
    cdef int word = number >> 6, place, under, r
    cdef uint64_t bit = <uint64_t> 1 << (number & 63)
    cdef uint64_t* pair
    if _deal(b, b.next_deal, deck) != OK:
        return b.fault
    into.deal = b.next_deal
    into.turned = 0
    b.next_deal += 1
    for place in range(DECK):
        rank[place] = deck[b.order[place]] % RANKS
    for r in range(RANKS):
        into.fits[r] = 0
        for place in range(cards):
            into.fits[r] |= (b.follows[r] >> rank[place] & 1) << place
    for place in range(b.stock + 1):
        into.stock[place] = rank[cards + place]
    pair = <uint64_t*> b.vectors.pair + word
    for under in range(cards):
        for place in range(cards):
            pair[0] = (pair[0] & ~bit) | ((into.fits[rank[under]] >> place & 1) << (number & 63))
            pair += b.words
    _set_bit(b.vectors.keep, 0, word, bit, False)
    _set_bit(b.vectors.fresh, 0, word, bit, True)
    return OK


cdef int _prepare(batch* b) noexcept nogil:
    """Fill idle lanes and write each lane's stock card; a fault code."""
    cdef int i
    cdef uint64_t fit, bit
    cdef size_t vector = b.words * sizeof(uint64_t)
    memset(b.vectors.keep, 255, vector)
    memset(b.vectors.fresh, 0, vector)
    memset(b.vectors.stock, 0, b.lattice.cards * vector)
    for i in range(b.lanes):
        if b.lane[i].deal < 0:
            if b.next_deal == b.end:
                continue
            if _load(b, i) != OK:
                return b.fault
            b.live += 1
        bit = <uint64_t> 1 << (i & 63)
        fit = b.lane[i].fits[b.lane[i].stock[b.lane[i].turned]]
        while fit != 0:
            _set_bit(b.vectors.stock, lowest_bit(fit) * b.words, i >> 6, bit, True)
            fit &= fit - 1
    return OK


cdef void _collect(batch* b) noexcept nogil:
    """Note the deals that are decided and free their lanes."""
    cdef const uint64_t* won = <const uint64_t*> b.vectors.won
    cdef lane* done
    cdef int i
    for i in range(b.lanes):
        done = &b.lane[i]
        if done.deal < 0:
            continue
        if won[i >> 6] >> (i & 63) & 1:
            b.turns[done.deal] = done.turned
        elif done.turned == b.stock:
            b.turns[done.deal] = UNWINNABLE
        else:
            done.turned += 1
            continue
        done.deal = -1
        b.live -= 1
        b.decided += 1


cdef int _run(batch* b, int passes, bint closed) noexcept nogil:
    """Up to so many passes; fewer where lanes wait for deals to be claimed. A fault code."""
    while passes > 0 and (b.next_deal < b.end or (closed and b.live > 0)):
        if _prepare(b) != OK:
            return b.fault
        b.run(b.lattice, &b.vectors)
        _collect(b)
        passes -= 1
    return OK


cdef tuple _choose(kernel):
    """The kernel's number and lanes."""
    cdef int lanes
    if kernel is None:
        kernel = kernels()[0]
    if kernel not in _NAMES:
        raise ValueError(f"kernel is one of {', '.join(_NAMES)}, not {kernel!r}")
    if peaks_kernel(_NAMES[kernel], &lanes) == NULL:
        raise ValueError(f"this machine does not run the kernel {kernel!r}")
    return _NAMES[kernel], lanes


cdef int _set_rules(batch* b, follows, order) except -1:
    cdef int i
    follows = [plain_int(mask) for mask in follows]
    order = [plain_int(place) for place in order]
    if None in follows or None in order:
        raise TypeError("follows and order hold whole numbers")
    if len(follows) != RANKS or not all(0 <= mask < 1 << RANKS for mask in follows):
        raise ValueError("follows is 13 masks of 13 ranks")
    if sorted(order) != list(range(DECK)):
        raise ValueError("order is a permutation of 0 .. 51")
    for i in range(RANKS):
        b.follows[i] = follows[i]
    for i in range(DECK):
        b.order[i] = order[i]
    return 0


def decide(Lattice lattice not None, follows, order, uint8_t[::1] turns not None, *,
           const uint8_t[:, ::1] decks=None, const uint64_t[::1] numbers=None,
           first=0, step=1, kernel=None, progress=None, claim=None):
    """Decide `len(turns)` deals, or of them what `claim` hands out.

    Parameters
    ----------
    lattice : Lattice
        The lattice of the layout.
    follows : sequence of int
        For each rank 0..12 of the top waste card, a bit mask of the ranks that may be
        taken.
    order : sequence of int
        For each place, the index in the deck of the card dealt there.
    turns : writable buffer of uint8, shape (count,)
        Filled in: the fewest stock turns, 255 where the deal cannot be won.
    decks : buffer of uint8, shape (count, 52), optional
        Card codes 0..51, the card dealt first first.
    numbers : buffer of uint64, shape (count,), optional
        sc1 deal numbers, where there are no decks.
    first, step : int
        Where there are neither: the sc1 numbers first, first + step, ... (none may pass
        2**64 - 1). With decks, `first` is what an error calls the first row.
    kernel : str, optional
        One of `kernels()`; by default the fastest.
    progress : callable, optional
        Called now and then with the number of deals decided so far; what it raises ends
        the run.
    claim : callable, optional
        Called without arguments whenever lanes want deals; returns the next
        `(begin, end)` of indices to decide, or None when there are no more. Calls in
        several threads share their work this way with no lane idle before the end.
        By default all deals.

    Raises
    ------
    ValueError
        If shapes disagree, a number is out of range, or a deck has a bad or a double card;
        the text names the row and the place.
    KeyboardInterrupt
        On Ctrl-C, within some tens of milliseconds.

    Notes
    -----
    O(count * steps * turns) bit operations. Memory, with w the vector's bytes (16 to 64):
    `w * (sets + 2 * widest level + cards**2)`; about 1.5 MB for three peaks and 14 MB for
    golf with w = 32, whatever the count.
    """
    cdef batch b
    cdef int kernel_number, fault
    cdef int64_t last_told = 0
    cdef size_t vector
    cdef const peaks_lattice* t = &lattice.tables
    kernel_number, b.lanes = _choose(kernel)
    b.run = peaks_kernel(kernel_number, &b.lanes)
    b.words = b.lanes // 64
    b.lattice = t
    b.stock = DECK - 1 - t.cards
    _set_rules(&b, follows, order)
    b.deals.count = turns.shape[0]
    b.deals.decks = NULL
    b.deals.numbers = NULL
    b.deals.first = 0
    b.deals.step = 1
    first, step = plain_int(first), plain_int(step)
    if first is None or step is None:
        raise TypeError("first and step are whole numbers")
    if decks is not None:
        if decks.shape[0] != b.deals.count or decks.shape[1] != DECK:
            raise ValueError(
                f"decks has the shape ({decks.shape[0]}, {decks.shape[1]}),"
                f" not ({b.deals.count}, {DECK})"
            )
    elif numbers is not None:
        if numbers.shape[0] != b.deals.count:
            raise ValueError(f"there are {numbers.shape[0]} numbers for {b.deals.count} results")
    elif b.deals.count:
        last = first + step * (b.deals.count - 1)
        if not (0 <= first < 1 << 64 and 0 <= last < 1 << 64):
            raise ValueError(f"sc1 deal numbers run from 0 to {2**64 - 1}, not {first} to {last}")
        b.deals.first = first
        b.deals.step = step & 0xFFFFFFFFFFFFFFFF
    if b.deals.count == 0:
        return
    if decks is not None:
        b.deals.decks = &decks[0, 0]
    elif numbers is not None:
        b.deals.numbers = &numbers[0]
    b.turns = &turns[0]
    b.next_deal = 0
    b.end = 0 if claim is not None else b.deals.count
    b.live = 0
    b.decided = 0
    b.fault = OK

    vector = b.words * sizeof(uint64_t)
    cdef Block memory = Block(
        vector * (t.sets + 2 * <size_t> t.widest + (<size_t> t.cards + 1) * t.cards + 3)
    )
    cdef Block lanes = Block(b.lanes * sizeof(lane))
    cdef char* at = <char*> memory.data
    b.lane = <lane*> lanes.data
    for i in range(b.lanes):
        b.lane[i].deal = -1
    b.vectors.keep = at
    b.vectors.fresh = at + vector
    b.vectors.won = at + 2 * vector
    b.vectors.stock = at + 3 * vector
    b.vectors.pair = at + (3 + <size_t> t.cards) * vector
    b.vectors.front = at + (3 + (<size_t> t.cards + 1) * t.cards) * vector
    b.vectors.back = <char*> b.vectors.front + t.widest * vector
    b.vectors.reached = <char*> b.vectors.back + t.widest * vector

    # Some tens of milliseconds between two looks at signals and progress.
    cdef int passes = 1 + 6_000_000 // (t.steps + 1)
    cdef bint closed = claim is None
    while True:
        if b.next_deal == b.end and not closed:
            closed = not _claim(&b, claim())
        if b.next_deal == b.end and b.live == 0:
            break
        with nogil:
            fault = _run(&b, passes, closed)
        if fault != OK:
            _raise_fault(&b, first)
        PyErr_CheckSignals()
        if progress is not None and b.decided != last_told:
            last_told = b.decided
            progress(b.decided)


cdef bint _claim(batch* b, claimed) except -1:
    """Whether there is a further range of deals; it is noted."""
    if claimed is None:
        return False
    begin, end = map(plain_int, claimed)
    if begin is None or end is None or not 0 <= begin < end <= b.deals.count:
        raise ValueError(f"claim returned {claimed!r}, no part of {b.deals.count} deals")
    b.next_deal = begin
    b.end = end
    return True


cdef int _raise_fault(batch* b, first_row) except -1:
    place = f"decks[{first_row + b.bad_deal}, {b.bad_place}]"
    if b.fault == BAD_CODE:
        raise ValueError(f"{place} is {b.bad_code}: card codes are 0 to {DECK - 1}")
    raise ValueError(f"{place}: {text_from_code(b.bad_code)} stands twice in the deck")
