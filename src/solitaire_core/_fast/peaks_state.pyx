"""A position of the peaks family, with its moves made and unmade.

The rules are in docs/rules/tripeaks.md; the plain Python twin of this module is
reference/peaks.py.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from solitaire_core._fast.cards cimport DECK, RANKS, UNKNOWN_CODE, Card, card_from_code
from solitaire_core._fast.cards cimport text_from_code
from solitaire_core._fast.checks cimport plain_int, whole
from solitaire_core._fast.peaks_kernel cimport LONGEST, LOST, MOST_POINTS, MOST_SCORE, NO_PLACE
from solitaire_core._fast.peaks_kernel cimport ONGOING, TURN, WON, before_move, can_turn
from solitaire_core._fast.peaks_kernel cimport cards_that_fit, peaks_points, peaks_position
from solitaire_core._fast.peaks_kernel cimport peaks_table, peaks_undo, put_back, rank_index
from solitaire_core._fast.peaks_kernel cimport take, turn, turn_back
from solitaire_core._fast.peaks_lattice cimport Covers, count_bits, lowest_bit
from solitaire_core._fast.peaks_moves cimport PeaksMove, move_from_code
from solitaire_core._fast.peaks_perft cimport frame, open_level, walk, walk_on

from solitaire_core._fast.errors import IllegalMoveError

cdef extern from "Python.h":
    void* PyType_GetSlot(PyTypeObject* kind, int slot)
    int Py_tp_new
    ctypedef object (*newfunc)(PyTypeObject* kind, object args, PyObject* kwargs)

cdef tuple _NO_ARGUMENTS = ()


@cython.final
cdef class PeaksTable:
    """What never changes during a game: the cards by place, the covers, the neighbours.

    Parameters
    ----------
    covers : Covers
        The layout.
    codes : sequence of int
        52 card codes: the tableau by place, the first waste card, the stock in the
        order in which it is turned; 255 where a card is not known.
    follows : sequence of int
        For each rank 0..12 of the top waste card, a bit mask of the ranks that may be
        taken.
    face_down : int
        Bit p set: the card at place p stays face down until it is uncovered.
    rules, deal : object
        Kept for the layers above, never looked at.
    points : (sequence of int, sequence of int, int, sequence of int), optional
        A scoring system in numbers: for the k-th card of a chain, more for the k-th tip (a
        card with none under it) to go, for each turn of the stock, and at a win by the
        number of stock cards left. Sequences have 52 entries, the first of the first two is
        not used; all points lie between -1,000,000 and 1,000,000.
    scoring : object
        Kept for the layers above.

    Raises
    ------
    ValueError
        If a count, a code or a mask is out of range or a card stands twice; the text
        names the place.
    """

    def __cinit__(self, Covers covers not None, codes, follows, face_down=0, rules=None,
                  deal=None, points=None, scoring=None):
        cdef int place, rank, top
        cdef uint8_t code
        cdef peaks_table* t = &self.data
        codes = [plain_int(number) for number in codes]
        follows = [plain_int(mask) for mask in follows]
        if len(codes) != DECK:
            raise ValueError(f"a deck has {DECK} cards, not {len(codes)}")
        if len(follows) != RANKS:
            raise ValueError(f"follows has a mask for each of {RANKS} ranks, not {len(follows)}")
        self.covers = covers
        self.rules = rules
        self.scoring = scoring
        self.deal = deal
        t.cards = covers.cards
        t.stock = DECK - 1 - covers.cards
        t.everything = (<uint64_t> 1 << covers.cards) - 1
        t.face_down = whole("face_down", face_down, 0, t.everything)
        if points is not None:
            _read_points(&t.points, points)
        memcpy(t.lying_on, covers.lying_on, sizeof(t.lying_on))
        memcpy(t.lies_on, covers.lies_on, sizeof(t.lies_on))
        for place in range(t.cards):
            if t.lies_on[place] == 0:
                t.tips |= <uint64_t> 1 << place
        memset(t.place, NO_PLACE, sizeof(t.place))
        for place, number in enumerate(codes):
            if number is None:
                raise TypeError(f"place {place}: card codes are whole numbers")
            if not (0 <= number < DECK or number == UNKNOWN_CODE):
                raise ValueError(f"place {place}: no card has the code {number}")
            code = number
            t.code[place] = code
            if code != UNKNOWN_CODE:
                if t.place[code] != NO_PLACE:
                    raise ValueError(
                        f"{text_from_code(code)} stands twice: at places"
                        f" {t.place[code]} and {place}"
                    )
                t.place[code] = place
        for top, mask in enumerate(follows):
            if mask is None:
                raise TypeError(f"follows[{top}] is no whole number")
            if not 0 <= mask < 1 << RANKS:
                raise ValueError(f"follows[{top}] is no mask of 13 ranks: {mask}")
            t.follows[top] = mask
            for place in range(t.cards):
                rank = rank_index(t.code[place])
                if rank < RANKS and t.follows[top] >> rank & 1:
                    t.fits[top] |= <uint64_t> 1 << place

    def codes(self):
        """list of int : the card codes by place, 255 where unknown."""
        return [self.data.code[place] for place in range(DECK)]

    def place_of(self, card):
        """The place of a card, or None where no known place holds it."""
        cdef Card found = Card(card)
        if found.code == UNKNOWN_CODE or self.data.place[found.code] == NO_PLACE:
            return None
        return self.data.place[found.code]


cdef int _read_points(peaks_points* into, points) except -1:
    cdef int k
    card, tip, each_turn, win = points
    for name, values in (("card", card), ("tip", tip), ("win", win)):
        if len(values) != DECK:
            raise ValueError(f"points: {name} has {DECK} entries, not {len(values)}")
        for k in range(DECK):
            number = whole(f"points: {name}[{k}]", values[k], -MOST_POINTS, MOST_POINTS)
            if name == "card":
                into.card[k] = number
            elif name == "tip":
                into.tip[k] = number
            else:
                into.win[k] = number
    into.turn = whole("points: turn", each_turn, -MOST_POINTS, MOST_POINTS)
    return 0


cdef PeaksTable _blank_table():
    """The table of an object that was made without its constructor: nothing can be done."""
    cdef PeaksTable table = PeaksTable(Covers([[]]), range(DECK), [0] * RANKS)
    table.data.stock = 0
    return table


cdef PeaksTable _BLANK = _blank_table()


@cython.final
cdef class PeaksLegalMoves:
    """The legal moves of a game as it stands: iterable, `in`, `bool`, `len`, `count()`.

    Iterating takes a picture of the moves at that moment, by place and with the turn
    of the stock last; the game may be changed while it runs.
    """

    def __cinit__(self):
        # An object that no game handed out must be harmless.
        self.state = _BLANK_STATE

    def __iter__(self):
        return iter(self.state._moves())

    def __len__(self):
        return self.state._count()

    def __bool__(self):
        return self.state._count() != 0

    def __contains__(self, move):
        return isinstance(move, PeaksMove) and self.state._why_not((<PeaksMove> move).code) is None

    def count(self):
        """int : how many moves are legal."""
        return self.state._count()

    def __repr__(self):
        return f"<legal moves: {' '.join(map(str, self)) or 'none'}>"


cdef class PeaksState:
    """A position and the moves that led to it.

    Parameters
    ----------
    table : PeaksTable
        The deal.
    removed : int
        Bit p set: the tableau card at place p is gone.
    turned : int
        Stock cards turned so far.
    top : int
        Code of the top waste card, 255 where it is not known.
    chain, best_chain : int
        Cards taken since the last turn, and the longest chain so far.
    score : int
        The score so far, between -100,000,000 and 100,000,000.

    Raises
    ------
    ValueError
        If a figure is out of range.
    """

    def __cinit__(self, *args, **kwargs):
        # An object made without __init__ must be harmless.
        self.table = _BLANK
        self.position.removed = _BLANK.data.everything
        self.position.top = UNKNOWN_CODE

    def __init__(self, PeaksTable table not None, removed, turned, top, chain=0, best_chain=0,
                 score=0):
        cdef int place
        cdef uint64_t gone = whole("removed", removed, 0, table.data.everything)
        cdef int cards_turned = whole("turned", turned, 0, table.data.stock)
        cdef int code = whole("top", top, 0, UNKNOWN_CODE)
        # A chain is made of cards that are gone.
        cdef int longest = whole("best_chain", best_chain, 0, count_bits(gone))
        cdef int length = whole("chain", chain, 0, longest)
        cdef int so_far = whole("score", score, -MOST_SCORE, MOST_SCORE)
        if code >= DECK and code != UNKNOWN_CODE:
            raise ValueError(f"top is a card code, not {code}")
        self.table = table
        self.position.removed = gone
        self.position.uncovered = 0
        for place in range(table.data.cards):
            if not gone >> place & 1 and table.data.lying_on[place] & ~gone == 0:
                self.position.uncovered |= <uint64_t> 1 << place
        self.position.turned = cards_turned
        self.position.top = code
        self.position.chain = length
        self.position.best_chain = longest
        self.position.score = so_far
        self.depth = 0

    # ---- moves -------------------------------------------------------------------

    @property
    def legal_moves(self):
        """PeaksLegalMoves : the legal moves, looked up when asked for."""
        cdef PeaksLegalMoves moves = PeaksLegalMoves.__new__(PeaksLegalMoves)
        moves.state = self
        return moves

    cdef list _moves(self):
        cdef const peaks_table* t = &self.table.data
        cdef uint64_t fit = cards_that_fit(t, &self.position)
        cdef list moves = []
        while fit != 0:
            moves.append(move_from_code(t.code[lowest_bit(fit)]))
            fit &= fit - 1
        if can_turn(t, &self.position):
            moves.append(move_from_code(TURN))
        return moves

    cdef int _count(self) noexcept:
        cdef const peaks_table* t = &self.table.data
        return count_bits(cards_that_fit(t, &self.position)) + can_turn(t, &self.position)

    cdef str _why_not(self, uint8_t code):
        """Why a move is illegal here, or None where it is legal."""
        cdef const peaks_table* t = &self.table.data
        cdef int place
        if self.position.removed == t.everything:
            return "the game is won"
        if code == TURN:
            return "the stock is empty" if self.position.turned >= t.stock else None
        place = t.place[code]
        # Whether a card that lies face down is in the tableau or in the stock is not told.
        if place == NO_PLACE or place > t.cards + self.position.turned:
            return "the card does not lie face up"
        if place >= t.cards:
            return "the card is not in the tableau"
        if self.position.removed >> place & 1:
            return "the card is gone"
        if not self.position.uncovered >> place & 1:
            if t.face_down >> place & 1:
                return "the card does not lie face up"
            return "the card is covered"
        if not t.fits[rank_index(self.position.top)] >> place & 1:
            return f"it does not go on {text_from_code(self.position.top)}"
        return None

    @cython.critical_section
    def push(self, move):
        """Make a move.

        Parameters
        ----------
        move : PeaksMove or str
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
        cdef uint8_t code
        cdef const peaks_table* t = &self.table.data
        code = _pushed_code(move)
        if code == TURN:
            if can_turn(t, &self.position):
                self.undo[self.depth] = before_move(&self.position)
                self.stack[self.depth] = code
                self.depth += 1
                turn(t, &self.position)
                return
        elif t.place[code] < t.cards:
            if cards_that_fit(t, &self.position) >> t.place[code] & 1:
                self.undo[self.depth] = before_move(&self.position)
                self.stack[self.depth] = code
                self.depth += 1
                take(t, &self.position, t.place[code])
                return
        raise IllegalMoveError(f"illegal move {move}: {self._why_not(code)}")

    @cython.critical_section
    def pop(self):
        """Take the last move back and return it.

        Returns
        -------
        PeaksMove

        Raises
        ------
        IndexError
            If no move is left to take back.
        """
        if self.depth == 0:
            raise IndexError("no move to take back")
        cdef uint8_t code
        cdef const peaks_table* t = &self.table.data
        self.depth -= 1
        code = self.stack[self.depth]
        if code == TURN:
            turn_back(t, &self.position, self.undo[self.depth])
        else:
            put_back(t, &self.position, t.place[code], self.undo[self.depth])
        return move_from_code(code)

    def peek(self):
        """The last move, without taking it back.

        Raises
        ------
        IndexError
            If there is none.
        """
        if self.depth == 0:
            raise IndexError("no move has been made")
        return move_from_code(self.stack[self.depth - 1])

    @property
    def move_stack(self):
        """list of PeaksMove : the moves made, first one first (a copy)."""
        return [move_from_code(self.stack[i]) for i in range(self.depth)]

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
        # As `kind.__new__(kind)`, without the look-up of a method by name.
        cdef object kind = type(self)
        cdef PeaksState new = <PeaksState?> (
            <newfunc> PyType_GetSlot(<PyTypeObject*> kind, Py_tp_new))(
            <PyTypeObject*> kind, _NO_ARGUMENTS, NULL)
        new.table = self.table
        new.position = self.position
        new.depth = 0
        if stack:
            new.depth = self.depth
            memcpy(new.stack, self.stack, self.depth)
            memcpy(new.undo, self.undo, self.depth * sizeof(peaks_undo))
        return new

    def __copy__(self):
        return self.copy(stack=True)

    def __deepcopy__(self, memo):
        return self.copy(stack=True)

    # ---- what can be seen ---------------------------------------------------------

    @property
    def removed(self):
        """int : bit p set, the tableau card at place p is gone."""
        return self.position.removed

    @property
    def uncovered(self):
        """int : bit p set, the tableau card at place p is there with nothing on it."""
        return self.position.uncovered

    @property
    def turned(self):
        """int : stock cards turned so far."""
        return self.position.turned

    @property
    def stock_left(self):
        """int : stock cards still to be turned."""
        return self.table.data.stock - self.position.turned

    @property
    def cards_left(self):
        """int : tableau cards still there."""
        return count_bits(self.table.data.everything & ~self.position.removed)

    @property
    def top(self):
        """Card : the top of the waste."""
        return card_from_code(self.position.top)

    @property
    def chain(self):
        """int : cards taken since the last turn of the stock."""
        return self.position.chain

    @property
    def best_chain(self):
        """int : the longest chain so far."""
        return self.position.best_chain

    @property
    def score(self):
        """int : the score so far, by the game's scoring system."""
        return self.position.score

    @property
    def waste(self):
        """list of Card : the waste as far as this line of play built it, top last.

        The first card is the top of the waste before the first move.
        """
        cdef int i
        cdef list cards = [card_from_code(self.undo[i].top) for i in range(self.depth)]
        cards.append(card_from_code(self.position.top))
        return cards

    def state_code(self):
        """int : 0 while the game goes on, 1 won, 2 lost by the rules.

        A position with an unknown card where it matters is never called lost.
        """
        if self.position.removed == self.table.data.everything:
            return WON
        if (self._count() != 0 or self.position.top == UNKNOWN_CODE
                or self._any_unknown(self.position.uncovered)):
            return ONGOING
        return LOST

    def faults(self):
        """What is wrong with the position: reasons why no line of play leads to it.

        Returns
        -------
        list of str
            Empty for a position that can stand as far as this looks: cards gone only
            from under cards that are gone, face-up cards known, a top card that can have
            come to the waste last. Whether ranks allow it is not looked at.
        """
        cdef const peaks_table* t = &self.table.data
        cdef const peaks_position* p = &self.position
        cdef list found = []
        cdef int place
        cdef uint64_t on
        for place in range(t.cards):
            on = t.lying_on[place] & ~p.removed
            if p.removed >> place & 1:
                if on != 0:
                    found.append(f"the card at place {place} is gone while the card at place"
                                 f" {lowest_bit(on)} still lies on it")
            elif t.code[place] == UNKNOWN_CODE and (on == 0 or not t.face_down >> place & 1):
                found.append(f"the card at place {place} is face up and not known (??)")
        if p.top == UNKNOWN_CODE:
            if p.removed != t.everything:
                found.append("the top of the waste is not known (??)")
            return found
        place = t.place[p.top]
        if place == NO_PLACE:
            # The top is one of the unknown cards; one of them must be gone to the waste.
            place = t.cards + p.turned
            if (t.code[place] == UNKNOWN_CODE
                    or self._any_unknown(p.removed)):
                return found
            found.append(f"the top of the waste, {text_from_code(p.top)}, is not among the"
                         " cards that are gone from the tableau or turned")
        elif place < t.cards:
            if not p.removed >> place & 1:
                found.append(f"the top of the waste, {text_from_code(p.top)}, is still in the"
                             " tableau")
            elif p.removed & t.lies_on[place] != 0:
                found.append(f"the top of the waste, {text_from_code(p.top)}, cannot be the"
                             " card taken last: a card under it is gone")
        elif place > t.cards + p.turned:
            found.append(f"the top of the waste, {text_from_code(p.top)}, is still in the stock")
        elif place < t.cards + p.turned:
            found.append(f"the top of the waste, {text_from_code(p.top)}, was turned before"
                         " the last turn")
        elif place == t.cards and p.turned == 0 and p.removed != 0:
            found.append(f"the top of the waste, {text_from_code(p.top)}, is the first waste"
                         " card, though cards have been taken since")
        return found

    cdef bint _any_unknown(self, uint64_t places) noexcept:
        cdef const peaks_table* t = &self.table.data
        while places != 0:
            if t.code[lowest_bit(places)] == UNKNOWN_CODE:
                return True
            places &= places - 1
        return False

    def packed(self):
        """The position in 52 + 2 bytes: equal bytes, equal positions (under equal rules).

        Returns
        -------
        bytes
            The card codes by place, 254 for the cards that are gone (which cards those
            were makes no difference any more), then the stock cards turned and the top.
        """
        cdef const peaks_table* t = &self.table.data
        cdef uint8_t key[54]
        cdef int place
        for place in range(DECK):
            if place < t.cards:
                key[place] = 254 if self.position.removed >> place & 1 else t.code[place]
            else:
                key[place] = 254 if place <= t.cards + self.position.turned else t.code[place]
        key[52] = self.position.turned
        key[53] = self.position.top
        return key[:54]

    def perft(self, depth):
        """Count the lines of play of exactly `depth` moves from here.

        Every last move is made and unmade too. A game that ends earlier adds nothing.

        Parameters
        ----------
        depth : int
            0 to 52.

        Returns
        -------
        int
            The number of lines, modulo 2**64.

        Raises
        ------
        ValueError
            If the depth is out of range.
        """
        # Held on to: another thread may set the object up anew while the GIL is released.
        cdef PeaksTable table = self.table
        cdef peaks_position p = self.position
        cdef frame frames[52]
        cdef walk w
        cdef bint done = False
        w.depth = whole("depth", depth, 0, LONGEST)
        if w.depth == 0:
            return 1
        w.frames = frames
        w.level = 0
        w.count = 0
        open_level(&table.data, &p, &frames[0])
        while not done:
            with nogil:
                done = walk_on(&table.data, &p, &w, 10_000_000)
            PyErr_CheckSignals()
        return w.count


cdef PeaksState _BLANK_STATE = PeaksState.__new__(PeaksState)


cdef uint8_t _pushed_code(move) except? UNKNOWN_CODE:
    """The code of what was handed to push."""
    if type(move) is not PeaksMove:
        if not isinstance(move, str):
            raise TypeError(f"push takes a PeaksMove or its text, not {type(move).__name__}")
        move = PeaksMove(move)
    return (<PeaksMove> move).code
