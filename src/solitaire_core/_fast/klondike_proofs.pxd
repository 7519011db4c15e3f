"""When a search through everything asks whether a position is lost, and when it goes on itself.

A proof spares a search what comes of a position; but it takes time, and may fail. There are
tiers: a higher one looks further and fails less. Positions directly after a deal are asked about.

At once, before they are opened: in a tier that records say pays. There is one record for each
number of rows that are left and each tier. One position of some is opened all the same, to know
what that takes; and a tier that does not pay is tried on a few, for a small part of all that is
spent on such positions.

At last: when some times as much was spent on what comes of a position as a tier can take. So
proofs never take much more than the search itself.

All of this is counted in positions, never in time, so that answers stay the same.
"""

from libc.stdint cimport uint64_t

from solitaire_core._fast.klondike_kernel cimport NO_VALUE, klondike_position, move_value
from solitaire_core._fast.klondike_search cimport search_rules, search_undo

cdef enum:
    TIERS = 3
    KINDS = 32              # of positions, by the rows that are left
    MOST_DEALS = 97         # on the way to a position

    # What a proof says.
    PROVED = 0
    NOT_PROVED = 1          # and a higher tier would not either
    GAVE_UP = 2

    SPENT_BEFORE = 4        # times what a tier can take, before it is asked at last
    HOPELESS = 8            # such tries of which none was a success: from then on one
    TRIED_ALL_THE_SAME = 16     # of so many
    ASKED_BEFORE = 4        # positions, before it is said that a tier pays
    OPENED_ALL_THE_SAME = 16    # one of so many, where asking pays
    SHARE_OF_TRIALS = 8     # one part of so many of what is spent


# What may prove a position to be lost: a function, what it works with, how far it goes, and what
# it took.
ctypedef int (*proof)(const search_rules*, const klondike_position*, void*, int,
                      uint64_t*) noexcept nogil


ctypedef struct proof_record:
    # At once.
    uint64_t asked
    uint64_t proved
    uint64_t looked         # what that took
    # At last.
    uint64_t due            # enough was spent
    uint64_t tried
    uint64_t lost


ctypedef struct kind_record:
    uint64_t met
    uint64_t closed         # opened without a question, and over
    uint64_t spent          # on these


ctypedef struct after_deal:
    # A position on the way to the one that a search is at.
    klondike_position p
    uint64_t level          # of its frame
    uint64_t since          # what had been looked at before it was opened
    int kind
    int tiers               # that need not be asked any more: bits
    bint plain              # opened without a question


ctypedef struct proof_book:
    proof ask               # NULL where nothing is proved
    void* work
    uint64_t[3] cost        # of each of the TIERS, at the most
    uint64_t looked         # what proofs took
    uint64_t next           # when one is due
    uint64_t open           # positions after deals
    after_deal[97] deals    # MOST_DEALS
    kind_record[32] kinds
    proof_record[3][32] records     # TIERS, KINDS


cdef inline bint is_after_deal(const search_undo* u) noexcept nogil:
    return move_value(u.undo.move) == NO_VALUE


cdef inline int ask_tier(proof_book* book, const search_rules* r, const klondike_position* p,
                         int tier, uint64_t* looked) noexcept nogil:
    cdef uint64_t before = book.looked
    cdef int found
    looked[0] = 0
    found = book.ask(r, p, book.work, tier, looked)
    book.looked = before + looked[0]
    return found


cdef inline bint is_worth_asking(const proof_book* book, int kind, int tier) noexcept nogil:
    """Whether to ask a tier at once."""
    cdef const kind_record* these = &book.kinds[kind]
    cdef const proof_record* record = &book.records[tier][kind]
    if record.asked >= ASKED_BEFORE and (<double> record.proved * these.spent
                                         >= <double> record.looked * these.closed):
        return these.met % OPENED_ALL_THE_SAME != 0
    return (record.looked + book.cost[tier]) * SHARE_OF_TRIALS <= these.spent


cdef inline void note_when_due(proof_book* book) noexcept nogil:
    cdef uint64_t i
    cdef int tier
    book.next = <uint64_t> -1
    for i in range(book.open):
        for tier in range(TIERS):
            if not book.deals[i].tiers >> tier & 1:
                book.next = min(book.next,
                                book.deals[i].since + SPENT_BEFORE * book.cost[tier])
                break


cdef inline bint proved_at_once(proof_book* book, const search_rules* r,
                                const klondike_position* p, uint64_t level,
                                uint64_t spent) noexcept nogil:
    """Whether a position after a deal is proved lost at once; else it is open from now on.

    `level` is that of its frame, and `spent` what has been looked at so far.
    """
    cdef proof_record* record
    cdef after_deal* deal = &book.deals[book.open]
    cdef uint64_t looked
    cdef int tier, found
    deal.kind = min((<int> p.stock + r.t.piles - 1) // r.t.piles, KINDS - 1)
    deal.tiers = 0
    book.kinds[deal.kind].met += 1
    for tier in range(TIERS):
        if not is_worth_asking(book, deal.kind, tier):
            continue
        record = &book.records[tier][deal.kind]
        found = ask_tier(book, r, p, tier, &looked)
        record.asked += 1
        record.looked += looked
        if found == PROVED:
            record.proved += 1
            return True
        deal.tiers |= 1 << tier if found == GAVE_UP else (1 << TIERS) - 1
        if found == NOT_PROVED:
            break
    deal.plain = deal.tiers == 0
    if book.open < MOST_DEALS - 1:
        deal.p = p[0]
        deal.level = level
        deal.since = spent + book.looked
        book.open += 1
        note_when_due(book)
    return False


cdef inline uint64_t proved_at_last(proof_book* book, const search_rules* r,
                                    uint64_t spent) noexcept nogil:
    """Ask what is due; the level of a position that is proved lost, or 0."""
    cdef after_deal* deal
    cdef proof_record* record
    cdef uint64_t i, looked
    cdef int tier, found
    for i in range(book.open):
        deal = &book.deals[i]
        for tier in range(TIERS):
            if deal.tiers >> tier & 1:
                continue
            if spent + book.looked < deal.since + SPENT_BEFORE * book.cost[tier]:
                break
            deal.tiers |= 1 << tier
            record = &book.records[tier][deal.kind]
            record.due += 1
            if (record.lost == 0 and record.tried >= HOPELESS
                    and record.due % TRIED_ALL_THE_SAME != 0):
                continue
            found = ask_tier(book, r, &deal.p, tier, &looked)
            record.tried += 1
            if found == PROVED:
                record.lost += 1
                book.open = i + 1
                note_when_due(book)
                return deal.level
            if found == NOT_PROVED:
                deal.tiers = (1 << TIERS) - 1
    note_when_due(book)
    return 0


cdef inline void close_deal(proof_book* book, uint64_t level, uint64_t spent) noexcept nogil:
    """Note that a level is over, if it is that of a position after a deal."""
    cdef after_deal* deal
    if book.open == 0 or book.deals[book.open - 1].level != level:
        return
    book.open -= 1
    deal = &book.deals[book.open]
    if deal.plain:
        book.kinds[deal.kind].closed += 1
        book.kinds[deal.kind].spent += spent + book.looked - deal.since
