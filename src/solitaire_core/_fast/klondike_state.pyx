"""Positions of the Klondike family: push and pop, what can be asked, perft.

The rules are in games/klondike_family.py; the plain Python twin of this module is
reference/klondike.py.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

from solitaire_core._fast.cards cimport DECK, text_from_code
from solitaire_core._fast.checks cimport plain_int, whole
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves, is_legal
from solitaire_core._fast.klondike_generation cimport is_safe_move, outcome_of, useful_moves
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, MOST_PILES, MOST_TALON, NO_CARD
from solitaire_core._fast.klondike_kernel cimport NO_VALUE, NUMBERS, STOCK, WASTE, card_at
from solitaire_core._fast.klondike_kernel cimport comes_back, count_of, down_key, goes_on
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, lay, make, move_count
from solitaire_core._fast.klondike_kernel cimport move_from, move_of, move_to, move_value
from solitaire_core._fast.klondike_kernel cimport packed_from_top, position_key, talon_key
from solitaire_core._fast.klondike_kernel cimport turn_down, unmake, value_of, waste_card
from solitaire_core._fast.klondike_moves cimport KlondikeMove, klondike_move, parsed_move
from solitaire_core._fast.memory cimport Block

from solitaire_core._fast.errors import IllegalMoveError

cdef enum:
    DEEPEST = 100           # of perft
    MOST_PASSES = 1 << 30

cdef uint32_t TURN = move_of(STOCK, WASTE, 0, NO_VALUE)
cdef uint32_t DEAL = move_of(STOCK, STOCK, 0, NO_VALUE)
cdef uint32_t REDEAL = move_of(WASTE, STOCK, 0, NO_VALUE)


@cython.final
cdef class KlondikeTable:
    """What never changes during a game: the rules in numbers, and the cards of the talon.

    Parameters
    ----------
    decks, piles : int
        1 to 3; 1 to 13.
    any_fills, singles, worrying_back, deals : bool
        As in KlondikeRules: `empty` is any; `runs` is king-sequences; `worrying_back`; `stock`
        is deal.
    draw, passes : int
        Cards a turn (0 without a waste), passes (0 for as many as wanted).
    talon : sequence of int
        Card codes 0..51 of waste and stock in the order in which they come; at most 96.
    rules, deal : object
        What the game above keeps here.
    floors : sequence of int
        For each suit C D H S a rank, 0 to 13: the cards below it stay on the foundations for
        good. A game with fewer ranks or suits is such a game, the one whose aces they follow.

    Raises
    ------
    ValueError, TypeError
        If a figure is out of range.
    """

    def __init__(self, decks, piles, any_fills, singles, worrying_back, deals, draw, passes,
                 talon, rules=None, deal=None, floors=(0, 0, 0, 0)):
        cdef klondike_table t
        cdef uint8_t[52] used
        cdef int i, code
        memset(&t, 0, sizeof(t))
        memset(used, 0, sizeof(used))
        t.decks = whole("decks", decks, 1, 3)
        t.piles = whole("piles", piles, 1, MOST_PILES)
        t.cards = DECK * t.decks
        t.any_fills = bool(any_fills)
        t.singles = bool(singles)
        t.worrying_back = bool(worrying_back)
        t.deals = bool(deals)
        t.draw = whole("draw", draw, 0 if t.deals else 1, 3)
        t.passes = whole("passes", passes, 0, 255)
        talon = list(talon)
        if len(talon) > MOST_TALON:
            raise ValueError(f"waste and stock have at most {MOST_TALON} cards, not {len(talon)}")
        t.talon = len(talon)
        floors = list(floors)
        if len(floors) != 4:
            raise ValueError(f"there are 4 floors, one for each suit, not {len(floors)}")
        for i in range(4):
            t.floor[i] = whole(f"floors[{i}]", floors[i], 0, 13)
        for i in range(t.talon):
            code = _card_code(f"talon[{i}]", talon[i])
            if used[code] == t.decks:
                raise ValueError(f"talon[{i}]: {text_from_code(code)} is there too often")
            t.card[i] = used[code] << 6 | (code // 13) << 4 | code % 13
            used[code] += 1
        self.data = t
        self.rules = rules
        self.deal = deal


cdef int _card_code(str name, value) except -1:
    found = plain_int(value)
    if found is None:
        raise TypeError(f"{name} is a card code, not {value!r}")
    if not 0 <= found < DECK:
        raise ValueError(f"{name} is a card code 0 to 51, not {found}")
    return found


cdef KlondikeTable _BLANK = KlondikeTable(1, 1, False, False, False, False, 1, 0, ())


@cython.final
cdef class KlondikeLegalMoves:
    """The legal moves of a position, looked up when asked for."""

    def __init__(self):
        raise TypeError("legal moves come from a position: game.legal_moves")

    def __iter__(self):
        return iter(self.state._moves())

    def __len__(self):
        return self.state._count()

    def __bool__(self):
        return self.state._count() > 0

    def __contains__(self, move):
        if isinstance(move, str):
            move = KlondikeMove(move)
        return isinstance(move, KlondikeMove) and is_legal(
            &self.state.table.data, &self.state.position, (<KlondikeMove> move).code)

    def count(self):
        """int : how many moves are legal."""
        return self.state._count()

    def __repr__(self):
        return f"<legal moves: {', '.join(map(str, self)) or 'none'}>"


cdef class KlondikeState:
    """A position and the moves that led to it.

    Parameters
    ----------
    table : KlondikeTable
        The rules and the talon.
    piles : sequence of sequences of int
        Card codes, each pile from its bottom to its top.
    down : sequence of int
        How many cards of each pile lie face down.
    home : sequence of int
        For each card code, how many copies are on the foundations.
    waste, stock : int
        How many of the talon's cards are on the waste (the first ones) and in the stock; they
        add up to all of them.
    passed : int
        Passes through the stock that are over, 0 to 2**30 - 1.

    Raises
    ------
    ValueError, TypeError
        If the position cannot be; the text names the place.
    """

    def __cinit__(self, *args, **kwargs):
        # An object made without __init__ must be harmless.
        self.table = _BLANK
        self.undo = NULL

    def __dealloc__(self):
        free(self.undo)

    def __init__(self, KlondikeTable table not None, piles, down, home, waste, stock, passed=0):
        cdef klondike_position p
        cdef const klondike_table* t = &table.data
        cdef uint8_t[52] used
        cdef int i, k, code, count
        memset(&p, 0, sizeof(p))
        memset(used, 0, sizeof(used))
        for i in range(t.talon):
            used[value_of(t.card[i])] += 1
        piles, down, home = [list(pile) for pile in piles], list(down), list(home)
        if len(piles) != t.piles or len(down) != t.piles:
            raise ValueError(f"there are {len(piles)} piles and {len(down)} counts of cards face"
                             f" down, not {t.piles}")
        if len(home) != DECK:
            raise ValueError(f"home has {len(home)} counts, not {DECK}")
        for i in range(t.piles):
            p.top[i] = NO_CARD
            if len(piles[i]) > 255:
                raise ValueError(f"t{i} has {len(piles[i])} cards")
            for k, value in enumerate(piles[i]):
                code = _card_code(f"t{i}[{k}]", value)
                if used[code] == t.decks:
                    raise ValueError(f"t{i}[{k}]: {text_from_code(code)} is there too often")
                lay(&p, i, used[code] << 6 | (code // 13) << 4 | code % 13)
                used[code] += 1
            count = whole(f"down[{i}]", down[i], 0, max(len(piles[i]) - 1, 0))
            p.hash[i] ^= down_key(0)
            turn_down(&p, i, count)
            p.run[i] = packed_from_top(&p, i)
        for code in range(DECK):
            count = whole(f"home[{code}]", home[code], 0, t.decks)
            if used[code] + count != t.decks:
                raise ValueError(f"{text_from_code(code)} is there {used[code] + count} times,"
                                 f" not {t.decks}")
            if code % 13 and count > count_of(p.home[code - 1]):
                raise ValueError(f"foundations: {text_from_code(code)} without the card below it")
            if code % 13 < t.floor[code // 13] and count < t.decks:
                raise ValueError(f"{text_from_code(code)} is below the floor of its suit, and not"
                                 " on the foundations in all copies")
            p.home[code] = ((1 << t.decks) - 1) & ~((1 << used[code]) - 1)
            p.at_home += count
        p.waste = whole("waste", waste, 0, t.talon)
        p.stock = whole("stock", stock, t.talon - p.waste, t.talon - p.waste)
        if t.deals and p.waste:
            raise ValueError("where the stock is dealt there is no waste")
        p.passed = whole("passed", passed, 0, (t.passes or MOST_PASSES) - 1)
        for i in range(t.talon):
            p.talon[i] = i
            p.talon_hash ^= talon_key(t.card[i], i)
        self.table = table
        self.position = p
        self.depth = 0

    # ---- moves -------------------------------------------------------------------

    @property
    def legal_moves(self):
        """KlondikeLegalMoves : every legal move, looked up when asked for."""
        cdef KlondikeLegalMoves moves = KlondikeLegalMoves.__new__(KlondikeLegalMoves)
        moves.state = self
        return moves

    cdef list _moves(self):
        cdef uint32_t[MOST_MOVES] moves
        cdef int i, count = all_moves(&self.table.data, &self.position, moves)
        return [klondike_move(moves[i]) for i in range(count)]

    cdef int _count(self) noexcept:
        cdef uint32_t[MOST_MOVES] moves
        return all_moves(&self.table.data, &self.position, moves)

    cdef int _grow(self) except -1:
        """Make room for one more move."""
        cdef uint32_t room = 2 * self.room or 64
        cdef void* moved
        if self.depth < self.room:
            return 0
        if room > 1 << 26:
            raise MemoryError("more moves than can be kept")
        moved = realloc(self.undo, room * sizeof(klondike_undo))
        if moved == NULL:
            raise MemoryError("no memory for the moves")
        self.undo = <klondike_undo*> moved
        self.room = room
        return 0

    @cython.critical_section
    def push(self, move):
        """Make a move.

        Parameters
        ----------
        move : KlondikeMove or str
            The move, or its text.

        Raises
        ------
        IllegalMoveError
            If the rules do not allow it here; the position is unchanged.
        ValueError
            If the text is no move.
        TypeError
            If it is neither a move nor text.
        """
        cdef uint32_t code
        if type(move) is KlondikeMove:
            code = (<KlondikeMove> move).code
        elif isinstance(move, str):
            code = parsed_move(move)
        else:
            raise TypeError(f"push takes a KlondikeMove or its text, not {type(move)}")
        if not is_legal(&self.table.data, &self.position, code):
            raise IllegalMoveError(f"illegal move {klondike_move(code)}: {_why_not(self, code)}")
        self._grow()
        make(&self.table.data, &self.position, code, &self.undo[self.depth])
        self.depth += 1

    @cython.critical_section
    def pop(self):
        """Take the last move back and return it.

        Returns
        -------
        KlondikeMove

        Raises
        ------
        IndexError
            If no move is left to take back.
        """
        if self.depth == 0:
            raise IndexError("no move to take back")
        self.depth -= 1
        unmake(&self.table.data, &self.position, &self.undo[self.depth])
        return klondike_move(self.undo[self.depth].move)

    def peek(self):
        """The last move, without taking it back.

        Raises
        ------
        IndexError
            If there is none.
        """
        if self.depth == 0:
            raise IndexError("no move has been made")
        return klondike_move(self.undo[self.depth - 1].move)

    @property
    def move_stack(self):
        """list of KlondikeMove : the moves made, first one first (a copy)."""
        return [klondike_move(self.undo[i].move) for i in range(self.depth)]

    @property
    def ply(self):
        """int : how many moves have been made."""
        return self.depth

    @cython.critical_section
    def copy(self, *, bint stack=False):
        """A copy of the position.

        Parameters
        ----------
        stack : bool
            Whether the moves made come along, so that they can be taken back.
        """
        cdef KlondikeState new = _blank_of(type(self))
        new.table = self.table
        new.position = self.position
        if stack and self.depth:
            new.undo = <klondike_undo*> realloc(NULL, self.depth * sizeof(klondike_undo))
            if new.undo == NULL:
                raise MemoryError("no memory for the moves")
            memcpy(new.undo, self.undo, self.depth * sizeof(klondike_undo))
            new.depth = new.room = self.depth
        return new

    def __copy__(self):
        return self.copy(stack=True)

    def __deepcopy__(self, memo):
        return self.copy(stack=True)

    def auto_moves(self):
        """The safe moves to the foundations: no card of the tableau can want these any more.

        Returns
        -------
        list of KlondikeMove
            A card is safe if all cards that could be laid on it, in all copies, are on the
            foundations or can go there without it: both suits of the other colour stand at two
            ranks below it or higher, the other suit of its colour at three ranks below or
            higher, and all copies of the cards below it in its own suit are there. A card of
            the waste is not, where two or three are turned at once, the stock is not empty and
            another pass is allowed: without it, later turns bring other cards to the top.
        """
        cdef uint32_t[MOST_MOVES] moves
        cdef int i, count = all_moves(&self.table.data, &self.position, moves)
        return [
            klondike_move(moves[i]) for i in range(count)
            if move_to(moves[i]) == FOUNDATION and is_safe_move(
                &self.table.data, &self.position, moves[i])
        ]

    def search_moves(self):
        """The legal moves without those that change nothing for a search.

        Returns
        -------
        list of KlondikeMove
            Of several empty piles only the first is filled, no whole pile moves to an empty
            one, and no run moves between piles that are alike without it: positions that
            differ only in the order of their piles are as good as each other, unless the stock
            is still to be dealt onto them.
        """
        cdef uint32_t[MOST_MOVES] moves
        cdef int i, count = useful_moves(&self.table.data, &self.position, moves)
        return [klondike_move(moves[i]) for i in range(count)]

    # ---- what can be asked --------------------------------------------------------

    @property
    def position_bytes(self):
        """int : the size of a packed position, which a copy copies."""
        return sizeof(klondike_position)

    def layout(self):
        """The cards by place, as codes.

        Returns
        -------
        piles : list of list of int
            Each pile from its bottom to its top.
        down : list of int
            How many cards of each pile lie face down.
        home : list of int
            For each card code, how many copies are on the foundations.
        waste, stock : list of int
            The waste from its bottom to its top; the stock, the next card first.
        passed : int
            Passes through the stock that are over.
        """
        cdef const klondike_table* t = &self.table.data
        cdef const klondike_position* p = &self.position
        cdef int i, _, card
        piles = []
        for i in range(t.piles):
            pile = []
            card = p.top[i]
            for _ in range(p.size[i]):
                pile.append(value_of(card))
                card = p.below[card]
            piles.append(pile[::-1])
        return (
            piles,
            [p.down[i] for i in range(t.piles)],
            [count_of(p.home[i]) for i in range(DECK)],
            [value_of(t.card[p.talon[i]]) for i in range(p.waste)],
            [value_of(t.card[p.talon[i]]) for i in range(t.talon - p.stock, t.talon)],
            p.passed,
        )

    @property
    def cards_home(self):
        """int : cards on the foundations."""
        return self.position.at_home

    @property
    def stock_left(self):
        """int : cards in the stock."""
        return self.position.stock

    @property
    def result(self):
        """int : 0 in play, 1 won, 2 lost by the rules."""
        return outcome_of(&self.table.data, &self.position)

    def key(self, *, bint ordered=True):
        """A 64-bit hash of the position.

        Parameters
        ----------
        ordered : bool
            Whether the order of the piles counts.

        Notes
        -----
        Two different positions have the same key with a chance of about 2**-64. Positions that
        differ only in which copies of a card lie where have the same key, but for the places
        in the talon from which cards are gone.
        """
        return position_key(&self.table.data, &self.position, ordered)

    def _same(self, KlondikeState other not None):
        """Whether every field of two positions agrees to the bit: what unmake has to restore."""
        cdef klondike_position a = self.position, b = other.position
        cdef const klondike_table* t = &self.table.data
        cdef int i, _, card
        # Links of cards that are in no pile, and places of the talon in its gap, say nothing.
        cdef uint8_t[NUMBERS] tell
        for _ in range(2):
            memset(tell, 0, NUMBERS)
            for i in range(t.piles):
                card = a.top[i]
                for _ in range(a.size[i] - 1):
                    tell[card] = True
                    card = a.below[card]
            for i in range(NUMBERS):
                if not tell[i]:
                    a.below[i] = 0
            for i in range(t.piles):
                if a.size[i] == 0:
                    a.top[i] = 0
            for i in range(a.waste, t.talon - a.stock):
                a.talon[i] = 0
            a, b = b, a
        return memcmp(&a, &b, sizeof(a)) == 0

    def perft(self, depth):
        """Count the lines of play of exactly `depth` moves from here.

        Every last move is made and unmade too. A game that ends earlier adds nothing.

        Parameters
        ----------
        depth : int
            0 to 100.

        Returns
        -------
        int
            The number of lines, modulo 2**64.

        Raises
        ------
        ValueError
            If the depth is out of range.
        """
        cdef int deepest = whole("depth", depth, 0, DEEPEST)
        cdef KlondikeTable table = self.table
        cdef klondike_position p = self.position
        cdef walk w
        cdef bint done = False
        if deepest == 0:
            return 1
        cdef Block frames = Block(deepest * sizeof(frame))
        w.frames = <frame*> frames.data
        w.depth = deepest
        w.level = 0
        w.count = 0
        w.frames[0].count = all_moves(&table.data, &p, w.frames[0].moves)
        w.frames[0].next = 0
        while not done:
            with nogil:
                done = _walk(&table.data, &p, &w, 5_000_000)
            PyErr_CheckSignals()
        return w.count


cdef KlondikeState _blank_of(kind):
    """An object of a kind of position, to be filled in."""
    return <KlondikeState?> kind.__new__(kind)


cdef str _why_not(KlondikeState state, uint32_t move):
    """Why a move is illegal here."""
    cdef const klondike_table* t = &state.table.data
    cdef const klondike_position* p = &state.position
    cdef int source = move_from(move), to = move_to(move), count = move_count(move), card
    if move == TURN:
        return "there is no waste" if t.deals else "the stock is empty"
    if move == DEAL:
        return "the stock is empty" if t.deals else "the stock is turned to a waste"
    if move == REDEAL:
        if t.deals:
            return "there is no waste"
        if p.stock:
            return "the stock is not empty"
        return "no further pass is allowed" if p.waste else "the waste is empty"
    if source < MOST_PILES and source >= t.piles or to < MOST_PILES and to >= t.piles:
        return f"there are piles t0 to t{t.piles - 1}"
    if source == FOUNDATION:
        if not t.worrying_back:
            return "no card comes back from the foundations"
        if not comes_back(p, move_value(move)):
            return "it is not the top card of a foundation"
        card = (move_value(move) // 13) << 4 | move_value(move) % 13
    elif source == WASTE:
        if p.waste == 0 or value_of(waste_card(t, p)) != move_value(move):
            return "it is not the top card of the waste"
        card = waste_card(t, p)
    else:
        if p.size[source] < count or p.size[source] - p.down[source] < count:
            return f"t{source} has no {count} cards face up"
        card = card_at(p, source, count - 1)
        if value_of(card) != move_value(move):
            return f"it does not lie there on t{source}"
        if count > p.run[source]:
            return f"the {count} cards are not in sequence"
    if to == FOUNDATION:
        return "no foundation waits for it"
    if p.size[to] == 0:
        if count > 1 and t.singles:
            return "only a whole sequence from a king moves together"
        return "only a king goes on an empty pile"
    if not goes_on(card, p.top[to]):
        return f"it does not go on {text_from_code(value_of(p.top[to]))}"
    return "cards move one at a time"


cdef struct frame:
    uint32_t[MOST_MOVES] moves
    int count
    int next
    klondike_undo undo


cdef struct walk:
    frame* frames
    int level
    int depth
    uint64_t count


cdef bint _walk(const klondike_table* t, klondike_position* p, walk* w, int budget) noexcept nogil:
    """Walk on for `budget` moves; True once the whole tree has been seen."""
    cdef frame* f
    while budget > 0:
        f = &w.frames[w.level]
        if f.next == f.count:
            if w.level == 0:
                return True
            w.level -= 1
            unmake(t, p, &w.frames[w.level].undo)
            continue
        make(t, p, f.moves[f.next], &f.undo)
        f.next += 1
        budget -= 1
        if w.level + 1 == w.depth:
            w.count += 1
            unmake(t, p, &f.undo)
        else:
            w.level += 1
            f = &w.frames[w.level]
            f.count = all_moves(t, p, f.moves)
            f.next = 0
    return False
