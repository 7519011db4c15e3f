"""Environments of the Klondike family: actions, observations and rewards of many games at once.

Actions, with P piles and K counts (13 where any run may go into an empty pile, else 1: which
cards move is told by where they go):

========================  ====================================================
`(s * P + d) * K + n`     cards from pile s to pile d; with K = 13, n + 1 of them
then P                    the top card of pile s to the foundations
then P + 1                the top of the waste to pile d; to the foundations
then `(u * K + r) * P`    + d: a card of suit u back to pile d; with K = 13, of rank r
then 1                    the stock: turned, turned over or dealt
========================  ====================================================
"""

cimport cython
from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from solitaire_core._fast.env_batch cimport ALL, FACE_DOWN, KNOWN, NOTHING_THERE, UNKNOWN_CARD
from solitaire_core._fast.env_batch cimport EnvBatch
from solitaire_core._fast.klondike_deal cimport deal_klondike, read_dealing
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, ONGOING, WON, all_moves
from solitaire_core._fast.klondike_generation cimport is_legal as move_is_legal
from solitaire_core._fast.klondike_generation cimport outcome_of
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, KINGS, MOST_PILES, NO_VALUE
from solitaire_core._fast.klondike_kernel cimport STOCK, WASTE, card_at, count_of
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_of, move_to, move_value, rank_of
from solitaire_core._fast.klondike_kernel cimport value_of, waste_card
from solitaire_core._fast.klondike_state cimport KlondikeTable
from solitaire_core._fast.memory cimport Block

cdef enum:
    POINTS = 5              # for a card on the foundations, by the Vegas rule

    # Columns of an observation behind those of the talon.
    WASTE_COUNT = 0
    STOCK_COUNT = 1
    PASSES = 2
    COUNTS = 3

    NO_MOVE = 0             # the code of no move: one between piles counts its cards


@cython.final
cdef class KlondikeEnvs(EnvBatch):
    """Environments of a game of the Klondike family.

    Parameters
    ----------
    table : KlondikeTable
        That of any deal of the game: its cards are not looked at.
    dealt_to : sequence of int
        For each card of the tableau, in the order of dealing, its pile.
    face_up, turn_first : bool
        Whether all cards lie face up; whether the first turn is made at the deal.
    count : int
        How many environments, 1 to 2**24.
    **options
        As for `PeaksEnvs`.

    Attributes
    ----------
    height : int
        How many cards a pile can come to have: the places that each has in an observation.

    Notes
    -----
    About 1 kB for each environment. An observation: the piles, each from its bottom
    (`height` places each); the heights of the foundations, suit by suit, the highest first; the
    waste from its bottom and the stock behind it, the next card first; how many cards are on
    the waste, how many in the stock; which pass this is, from 1, at the most 255.
    """

    def __init__(self, KlondikeTable table not None, dealt_to, count, *, face_up, turn_first,
                 **options):
        cdef const klondike_table* t = &table.data
        cdef int i, number, most = 0, rounds, width
        cdef int[13] sizes
        read_dealing(&self.dealing, t, dealt_to, face_up, turn_first)
        memset(sizes, 0, sizeof(sizes))
        for i in range(self.dealing.tableau):
            sizes[self.dealing.dealt_to[i]] += 1
        self.template = t[0]
        for i in range(t.piles):
            most = max(most, sizes[i])
        # On the uppermost card that was dealt go twelve at the most, and a card that a round of
        # the stock brings begins anew.
        rounds = (t.talon + t.piles - 1) // t.piles if t.deals else 0
        self.height = min(max(most, 1) + KINGS + (KINGS + 1) * rounds, t.cards)
        self.counts = KINGS + 1 if t.any_fills else 1
        self.foundations_at = t.piles * self.height
        self.talon_at = self.foundations_at + 4 * t.decks
        self.waste_at = self.talon_at + t.talon
        width = self.waste_at + COUNTS
        self.home_from_pile = t.piles * t.piles * self.counts
        self.pile_from_waste = self.home_from_pile + t.piles
        self.pile_from_home = self.pile_from_waste + t.piles + 1
        number = self._set_up(t.cards, width,
                              self.pile_from_home + 4 * self.counts * t.piles + 1, count, options)
        self._envs = Block(number * sizeof(klondike_env))
        self._rows = Block(number * <size_t> width)
        self.envs = <klondike_env*> self._envs.data
        self.rows = <uint8_t*> self._rows.data
        self.count = number

    # ---- actions -------------------------------------------------------------------

    cdef uint32_t move_of_action(self, int i, int action) noexcept nogil:
        """The move that an action stands for in a position, or NO_MOVE; not always legal."""
        cdef const klondike_position* p = &self.envs[i].position
        cdef const klondike_table* t = &self.envs[i].table
        cdef int source, to, count, rank
        if action < self.home_from_pile:
            count = action % self.counts + 1
            to = action // self.counts % t.piles
            source = action // self.counts // t.piles
            if p.run[source] == 0 or source == to:
                return NO_MOVE
            if self.counts == 1:
                # The run has one card of each rank: where it goes says which one lands there.
                rank = rank_of(p.top[to]) if p.size[to] > 0 else KINGS + 1
                count = rank - rank_of(p.top[source])
            if not 0 < count <= p.run[source]:
                return NO_MOVE
            return move_of(source, to, count, value_of(card_at(p, source, count - 1)))
        if action < self.pile_from_waste:
            source = action - self.home_from_pile
            if p.size[source] == 0:
                return NO_MOVE
            return move_of(source, FOUNDATION, 1, value_of(p.top[source]))
        if action < self.pile_from_home:
            if p.waste == 0:
                return NO_MOVE
            to = action - self.pile_from_waste
            return move_of(WASTE, FOUNDATION if to == t.piles else to, 1,
                           value_of(waste_card(t, p)))
        if action < self.actions - 1:
            action -= self.pile_from_home
            to = action % t.piles
            rank = action // t.piles % self.counts
            if self.counts == 1:
                rank = rank_of(p.top[to]) - 1 if p.size[to] > 0 else KINGS
            if rank < 0:
                return NO_MOVE
            return move_of(FOUNDATION, to, 1,
                           action // t.piles // self.counts * 13 + rank)
        if p.stock > 0:
            return move_of(STOCK, STOCK if t.deals else WASTE, 0, NO_VALUE)
        return move_of(WASTE, STOCK, 0, NO_VALUE)

    cdef int action_of_move(self, uint32_t move) noexcept nogil:
        """The action of a legal move."""
        cdef int source = move_from(move), to = move_to(move), value = move_value(move), choice
        cdef int piles = self.template.piles
        if value == NO_VALUE:
            return self.actions - 1
        if source < MOST_PILES:
            if to == FOUNDATION:
                return self.home_from_pile + source
            choice = 0 if self.counts == 1 else move_count(move) - 1
            return (source * piles + to) * self.counts + choice
        if source == WASTE:
            return self.pile_from_waste + (piles if to == FOUNDATION else to)
        choice = 0 if self.counts == 1 else value % 13
        return self.pile_from_home + (value // 13 * self.counts + choice) * piles + to

    # ---- observations --------------------------------------------------------------

    cdef void _write_pile(self, int i, int pile) noexcept nogil:
        cdef const klondike_position* p = &self.envs[i].position
        cdef uint8_t* row = self.rows + i * <size_t> self.width + pile * self.height
        cdef int card = p.top[pile], k = p.size[pile] - 1, down = p.down[pile]
        memset(row + p.size[pile], NOTHING_THERE, self.height - p.size[pile])
        while k >= down:
            row[k] = value_of(card)
            card = p.below[card]
            k -= 1
        if self.observe != ALL:
            memset(row, UNKNOWN_CARD, down)
            return
        while k >= 0:
            row[k] = FACE_DOWN + value_of(card)
            card = p.below[card]
            k -= 1

    cdef void _write_talon(self, int i) noexcept nogil:
        """The waste and behind it the stock, with what is known of it: all, from the 2nd pass."""
        cdef const klondike_table* t = &self.envs[i].table
        cdef const klondike_position* p = &self.envs[i].position
        cdef uint8_t* row = self.rows + i * <size_t> self.width + self.talon_at
        cdef bint shown = self.observe == ALL or (self.observe == KNOWN and p.passed > 0)
        cdef int k, there = p.waste + p.stock
        for k in range(p.waste):
            row[k] = value_of(t.card[p.talon[k]])
        if shown:
            for k in range(p.stock):
                row[p.waste + k] = FACE_DOWN + value_of(t.card[p.talon[t.talon - p.stock + k]])
        else:
            memset(row + p.waste, UNKNOWN_CARD, p.stock)
        memset(row + there, NOTHING_THERE, t.talon - there)
        row += t.talon
        row[WASTE_COUNT] = p.waste
        row[STOCK_COUNT] = p.stock
        row[PASSES] = min(p.passed + 1, <uint32_t> 255)

    cdef void _write_foundation(self, int i, int value) noexcept nogil:
        """The heights of a suit's foundations, where a card came or went."""
        cdef const klondike_position* p = &self.envs[i].position
        cdef int decks = self.template.decks, suit = value // 13, rank, k
        cdef uint8_t* row = (self.rows + i * <size_t> self.width + self.foundations_at
                             + suit * decks)
        memset(row, 0, decks)
        for rank in range(13):
            for k in range(count_of(p.home[suit * 13 + rank])):
                row[k] = rank + 1

    # ---- what the batch asks for ---------------------------------------------------

    cdef void deal(self, int i, const uint8_t* cards) noexcept nogil:
        cdef klondike_env* e = &self.envs[i]
        cdef klondike_table* t = &e.table
        cdef klondike_position* p = &e.position
        cdef int k
        t[0] = self.template
        deal_klondike(t, p, cards, &self.dealing)
        for k in range(t.piles):
            self._write_pile(i, k)
        for k in range(4):
            self._write_foundation(i, 13 * k)
        self._write_talon(i)

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        cdef uint32_t move = self.move_of_action(i, action)
        return (move != NO_MOVE
                and move_is_legal(&self.envs[i].table, &self.envs[i].position, move))

    cdef double play(self, int i, int action) noexcept nogil:
        cdef klondike_env* e = &self.envs[i]
        cdef klondike_undo undo
        cdef uint32_t move = self.move_of_action(i, action)
        cdef int source = move_from(move), to = move_to(move), pile
        cdef int home = e.position.at_home
        make(&e.table, &e.position, move, &undo)
        if source == STOCK and to == STOCK:
            for pile in range(e.table.piles):
                self._write_pile(i, pile)
        elif source < MOST_PILES:
            self._write_pile(i, source)
        if source >= MOST_PILES and source != FOUNDATION:
            self._write_talon(i)
        if to < MOST_PILES:
            self._write_pile(i, to)
        if source == FOUNDATION or to == FOUNDATION:
            self._write_foundation(i, move_value(move))
        return POINTS * (<int> e.position.at_home - home)

    cdef int look(self, int i, uint8_t* row, int8_t* mask) noexcept nogil:
        cdef klondike_env* e = &self.envs[i]
        cdef uint32_t[MOST_MOVES] moves
        cdef int k, count = all_moves(&e.table, &e.position, moves)
        memcpy(row, self.rows + i * <size_t> self.width, self.width)
        memset(mask, 0, self.actions)
        for k in range(count):
            mask[self.action_of_move(moves[k])] = 1
        if count > 1 or (count == 1 and move_value(moves[0]) != NO_VALUE):
            # Cards can still come back from the foundations when all are there.
            return WON if e.position.at_home == e.table.cards else ONGOING
        return outcome_of(&e.table, &e.position)
