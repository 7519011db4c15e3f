"""Environments of the peaks family: actions, observations and rewards of many games at once.

An action takes the card at a place of the tableau, or, the last one, turns the stock.
"""

cimport cython
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.env_batch cimport ALL, FACE_DOWN, NOTHING_THERE, UNKNOWN_CARD, VISIBLE
from solitaire_core._fast.env_batch cimport EnvBatch
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_deal cimport deal_peaks, read_order
from solitaire_core._fast.peaks_lattice cimport lowest_bit
from solitaire_core._fast.peaks_kernel cimport LOST, ONGOING, WON, can_turn, cards_that_fit
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table, take, turn
from solitaire_core._fast.peaks_state cimport PeaksTable


@cython.final
cdef class PeaksEnvs(EnvBatch):
    """Environments of a game of the peaks family.

    Parameters
    ----------
    table : PeaksTable
        That of any deal of the game: its cards are not looked at.
    order : sequence of int
        For each of the 52 places (tableau, first waste card, stock) the number of its dealt
        card.
    count : int
        How many environments, 1 to 2**24.
    sign : int
        1, or -1 where fewer points are better.
    **options
        What all families have: `observe`, `reward`, `illegal_action`, `illegal_reward`,
        `autoreset`, `max_episode_steps` (0 for no limit), `first` and `size` (of the range of
        deal numbers; 0, 0 for all).

    Notes
    -----
    About 1.9 kB for each environment. Observations are 106 bytes: the tableau by place and the
    stock in the order in which it is turned (51), the top of the waste, stock cards left, the
    length of the chain, and for each card code whether its place is known (52).
    """

    def __init__(self, PeaksTable table not None, order, count, sign=1, **options):
        cdef int number
        read_order(self.order, order)
        self.sign = whole("sign", sign, -1, 1)
        self.template = table.data
        number = self._set_up(DECK, WIDTH, table.data.cards + 1, count, options)
        self._envs = Block(number * sizeof(peaks_env))
        self.envs = <peaks_env*> self._envs.data
        self.count = number

    cdef void deal(self, int i, const uint8_t* cards) noexcept nogil:
        cdef peaks_env* e = &self.envs[i]
        cdef peaks_table* t = &e.table
        cdef peaks_position* p = &e.position
        cdef int place
        cdef uint8_t code
        t[0] = self.template
        deal_peaks(t, p, cards, self.order)
        memset(e.row + SEEN, self.observe == ALL, DECK)
        for place in range(t.cards):
            code = t.code[place]
            if t.face_down & ~p.uncovered & <uint64_t> 1 << place == 0:
                e.row[place] = code
                e.row[SEEN + code] = True
            else:
                e.row[place] = FACE_DOWN + code if self.observe == ALL else UNKNOWN_CARD
        for place in range(t.cards, DECK - 1):
            e.row[place] = (FACE_DOWN + t.code[place + 1] if self.observe == ALL
                            else UNKNOWN_CARD)
        e.row[TOP] = p.top
        e.row[SEEN + p.top] = True
        e.row[STOCK_LEFT] = t.stock
        e.row[CHAIN] = 0

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        cdef peaks_env* e = &self.envs[i]
        if action == e.table.cards:
            return can_turn(&e.table, &e.position)
        return cards_that_fit(&e.table, &e.position) >> action & 1

    cdef double play(self, int i, int action) noexcept nogil:
        cdef peaks_env* e = &self.envs[i]
        cdef const peaks_table* t = &e.table
        cdef peaks_position* p = &e.position
        cdef uint64_t free = p.uncovered
        cdef int score = p.score, place
        cdef uint8_t code
        if self.observe == VISIBLE:
            # The next card of the waste hides it.
            e.row[SEEN + p.top] = False
        if action == t.cards:
            turn(t, p)
            e.row[t.cards + p.turned - 1] = NOTHING_THERE
            e.row[STOCK_LEFT] = t.stock - p.turned
        else:
            take(t, p, action)
            e.row[action] = NOTHING_THERE
            free = p.uncovered & ~free
            while free != 0:
                place = lowest_bit(free)
                free &= free - 1
                code = t.code[place]
                e.row[place] = code
                e.row[SEEN + code] = True
        e.row[TOP] = p.top
        e.row[SEEN + p.top] = True
        e.row[CHAIN] = p.chain
        return self.sign * (p.score - score)

    cdef int look(self, int i, uint8_t* row, int8_t* mask) noexcept nogil:
        cdef peaks_env* e = &self.envs[i]
        cdef const peaks_table* t = &e.table
        cdef const peaks_position* p = &e.position
        cdef uint64_t fit = cards_that_fit(t, p)
        cdef bint turns = can_turn(t, p)
        cdef bint any_fits = fit != 0
        memcpy(row, e.row, WIDTH)
        memset(mask, 0, self.actions)
        while fit != 0:
            mask[lowest_bit(fit)] = 1
            fit &= fit - 1
        mask[t.cards] = turns
        if p.removed == t.everything:
            return WON
        return ONGOING if turns or any_fits else LOST
