"""Games behind the table of C functions that solitaire_core.h declares.

Whoever has the table needs nothing of Python any more: games are C memory, every function is
free of the GIL, and none looks at anything but its arguments.
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from solitaire_core._fast.c_api_text cimport LONGEST_TEXT, write_move
from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport MOST_CARDS, OK, deck_fault
from solitaire_core._fast.klondike_deal cimport deal_klondike, read_dealing
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves, is_legal, outcome_of
from solitaire_core._fast.klondike_kernel cimport MOST_PILES, NO_VALUE, STOCK, WASTE
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo, make, move_count, move_from
from solitaire_core._fast.klondike_kernel cimport move_of, move_to, move_value, unmake
from solitaire_core._fast.klondike_state cimport KlondikeTable
from solitaire_core._fast.peaks_deal cimport deal_peaks, read_order
from solitaire_core._fast.peaks_lattice cimport count_bits, lowest_bit
from solitaire_core._fast.peaks_kernel cimport LOST, MOST_SCORE, NO_PLACE, ONGOING, TURN, WON
from solitaire_core._fast.peaks_kernel cimport before_move, can_turn, cards_that_fit
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table, peaks_undo
from solitaire_core._fast.peaks_kernel cimport put_back, take, turn, turn_back
from solitaire_core._fast.peaks_state cimport PeaksTable
from solitaire_core._fast.shuffle cimport sc1_deck

cdef extern from "solitaire_core.h":
    uint32_t SOLITAIRE_API_VERSION
    const char* SOLITAIRE_API_CAPSULE
    int SOLITAIRE_ILLEGAL
    int SOLITAIRE_NO_MEMORY
    int SOLITAIRE_NO_ROOM
    ctypedef struct solitaire_rules
    ctypedef struct solitaire_game
    ctypedef struct solitaire_api:
        uint32_t version
        uint32_t size
        solitaire_game* (*deal)(const solitaire_rules*, uint64_t) noexcept nogil
        solitaire_game* (*deal_cards)(const solitaire_rules*, const uint8_t*,
                                      uint32_t) noexcept nogil
        solitaire_game* (*copy)(const solitaire_game*) noexcept nogil
        void (*end)(solitaire_game*) noexcept nogil
        int32_t (*legal_moves)(const solitaire_game*, uint32_t*, int32_t) noexcept nogil
        int32_t (*make)(solitaire_game*, uint32_t) noexcept nogil
        int32_t (*unmake)(solitaire_game*) noexcept nogil
        uint32_t (*ply)(const solitaire_game*) noexcept nogil
        int32_t (*result)(const solitaire_game*) noexcept nogil
        int32_t (*cards_left)(const solitaire_game*) noexcept nogil
        int32_t (*score)(const solitaire_game*) noexcept nogil
        int32_t (*move_text)(const solitaire_game*, uint32_t, char*, int32_t) noexcept nogil

cdef enum:
    POINTS = 5              # for a card on the foundations, by the Vegas rule


cdef struct peaks_game:
    peaks_table table
    peaks_position position
    uint8_t[52] made        # card codes and TURN
    peaks_undo[52] undo


cdef struct klondike_game:
    klondike_table table
    klondike_position position
    klondike_undo* undo     # one for each move made
    uint32_t room


cdef struct any_game:
    # What solitaire_core.h calls solitaire_game.
    bint is_klondike
    uint32_t depth
    peaks_game peaks
    klondike_game klondike


# ---- dealing -----------------------------------------------------------------------


cdef solitaire_game* _deal_cards(const solitaire_rules* wanted, const uint8_t* cards,
                                 uint32_t count) noexcept nogil:
    cdef const any_rules* rules = <const any_rules*> wanted
    cdef any_game* game
    cdef int place
    if (count != <uint32_t> (DECK * rules.decks)
            or deck_fault(cards, rules.decks, &place) != OK):
        return NULL
    game = <any_game*> calloc(1, sizeof(any_game))
    if game == NULL:
        return NULL
    game.is_klondike = rules.is_klondike
    if rules.is_klondike:
        game.klondike.table = rules.klondike.table
        deal_klondike(&game.klondike.table, &game.klondike.position, cards,
                      &rules.klondike.dealing)
    else:
        game.peaks.table = rules.peaks.table
        deal_peaks(&game.peaks.table, &game.peaks.position, cards, rules.peaks.order)
        game.peaks.position.score = rules.peaks.start
    return <solitaire_game*> game


cdef solitaire_game* _deal(const solitaire_rules* wanted, uint64_t number) noexcept nogil:
    cdef uint8_t[MOST_CARDS] cards
    cdef int decks = (<const any_rules*> wanted).decks
    sc1_deck(number, decks, cards)
    return _deal_cards(wanted, cards, DECK * decks)


cdef solitaire_game* _copy(const solitaire_game* wanted) noexcept nogil:
    cdef const any_game* game = <const any_game*> wanted
    cdef any_game* new = <any_game*> malloc(sizeof(any_game))
    if new == NULL:
        return NULL
    new[0] = game[0]
    new.klondike.undo = NULL
    new.klondike.room = 0
    if game.is_klondike and game.depth:
        new.klondike.undo = <klondike_undo*> malloc(game.depth * sizeof(klondike_undo))
        if new.klondike.undo == NULL:
            free(new)
            return NULL
        memcpy(new.klondike.undo, game.klondike.undo, game.depth * sizeof(klondike_undo))
        new.klondike.room = game.depth
    return <solitaire_game*> new


cdef void _end(solitaire_game* wanted) noexcept nogil:
    if wanted != NULL:
        free((<any_game*> wanted).klondike.undo)
        free(wanted)


# ---- moves -------------------------------------------------------------------------


cdef int32_t _legal_moves(const solitaire_game* wanted, uint32_t* moves,
                          int32_t room) noexcept nogil:
    cdef const any_game* game = <const any_game*> wanted
    cdef const peaks_game* peaks = &game.peaks
    cdef uint32_t[MOST_MOVES] found
    cdef uint64_t fit
    cdef int count = 0
    if game.is_klondike:
        count = all_moves(&game.klondike.table, &game.klondike.position, found)
    else:
        fit = cards_that_fit(&peaks.table, &peaks.position)
        while fit != 0:
            found[count] = peaks.table.code[lowest_bit(fit)]
            fit &= fit - 1
            count += 1
        if can_turn(&peaks.table, &peaks.position):
            found[count] = TURN
            count += 1
    if count > room:
        return SOLITAIRE_NO_ROOM
    memcpy(moves, found, count * sizeof(uint32_t))
    return count


cdef bint _is_klondike_move(uint32_t move) noexcept nogil:
    """Whether a number is a move at all: `is_legal` asks of moves alone."""
    cdef int source = move_from(move), to = move_to(move), count = move_count(move)
    if move_value(move) == NO_VALUE:
        return (move == move_of(STOCK, WASTE, 0, NO_VALUE)
                or move == move_of(STOCK, STOCK, 0, NO_VALUE)
                or move == move_of(WASTE, STOCK, 0, NO_VALUE))
    if move_value(move) >= DECK or source == STOCK or to == WASTE or to == STOCK:
        return False
    return (count > 0 and (count == 1 or source < MOST_PILES)
            and move == move_of(source, to, count, move_value(move)))


cdef int32_t _make_peaks(any_game* game, uint32_t move) noexcept nogil:
    cdef peaks_game* peaks = &game.peaks
    cdef int place = NO_PLACE
    if move == TURN:
        if not can_turn(&peaks.table, &peaks.position):
            return SOLITAIRE_ILLEGAL
    else:
        if move < DECK:
            place = peaks.table.place[move]
        if (place >= peaks.table.cards
                or not cards_that_fit(&peaks.table, &peaks.position) >> place & 1):
            return SOLITAIRE_ILLEGAL
    peaks.undo[game.depth] = before_move(&peaks.position)
    peaks.made[game.depth] = move
    game.depth += 1
    if move == TURN:
        turn(&peaks.table, &peaks.position)
    else:
        take(&peaks.table, &peaks.position, place)
    return 0


cdef int32_t _make_klondike(any_game* game, uint32_t move) noexcept nogil:
    cdef klondike_game* klondike = &game.klondike
    cdef uint32_t room
    cdef void* moved
    if (not _is_klondike_move(move)
            or not is_legal(&klondike.table, &klondike.position, move)):
        return SOLITAIRE_ILLEGAL
    if game.depth == klondike.room:
        room = 2 * klondike.room or 64
        moved = NULL
        if room <= 1 << 26:
            moved = realloc(klondike.undo, room * sizeof(klondike_undo))
        if moved == NULL:
            return SOLITAIRE_NO_MEMORY
        klondike.undo = <klondike_undo*> moved
        klondike.room = room
    make(&klondike.table, &klondike.position, move, &klondike.undo[game.depth])
    game.depth += 1
    return 0


cdef int32_t _make(solitaire_game* wanted, uint32_t move) noexcept nogil:
    cdef any_game* game = <any_game*> wanted
    return _make_klondike(game, move) if game.is_klondike else _make_peaks(game, move)


cdef int32_t _unmake(solitaire_game* wanted) noexcept nogil:
    cdef any_game* game = <any_game*> wanted
    cdef peaks_game* peaks = &game.peaks
    cdef uint8_t code
    if game.depth == 0:
        return SOLITAIRE_ILLEGAL
    game.depth -= 1
    if game.is_klondike:
        unmake(&game.klondike.table, &game.klondike.position, &game.klondike.undo[game.depth])
        return 0
    code = peaks.made[game.depth]
    if code == TURN:
        turn_back(&peaks.table, &peaks.position, peaks.undo[game.depth])
    else:
        put_back(&peaks.table, &peaks.position, peaks.table.place[code],
                 peaks.undo[game.depth])
    return 0


# ---- what can be asked -------------------------------------------------------------


cdef uint32_t _ply(const solitaire_game* wanted) noexcept nogil:
    return (<const any_game*> wanted).depth


cdef int32_t _result(const solitaire_game* wanted) noexcept nogil:
    cdef const any_game* game = <const any_game*> wanted
    cdef const peaks_game* peaks = &game.peaks
    if game.is_klondike:
        return outcome_of(&game.klondike.table, &game.klondike.position)
    if peaks.position.removed == peaks.table.everything:
        return WON
    if (can_turn(&peaks.table, &peaks.position)
            or cards_that_fit(&peaks.table, &peaks.position) != 0):
        return ONGOING
    return LOST


cdef int32_t _cards_left(const solitaire_game* wanted) noexcept nogil:
    cdef const any_game* game = <const any_game*> wanted
    if game.is_klondike:
        return game.klondike.table.cards - game.klondike.position.at_home
    return count_bits(game.peaks.table.everything & ~game.peaks.position.removed)


cdef int32_t _score(const solitaire_game* wanted) noexcept nogil:
    cdef const any_game* game = <const any_game*> wanted
    return (POINTS * game.klondike.position.at_home if game.is_klondike
            else game.peaks.position.score)


cdef int32_t _move_text(const solitaire_game* wanted, uint32_t move, char* text,
                        int32_t room) noexcept nogil:
    cdef bint is_klondike = (<const any_game*> wanted).is_klondike
    cdef char[LONGEST_TEXT] whole_text
    cdef int length
    if not (_is_klondike_move(move) if is_klondike else move < DECK or move == TURN):
        return SOLITAIRE_ILLEGAL
    length = write_move(is_klondike, move, whole_text)
    if length >= room:
        return SOLITAIRE_NO_ROOM
    memcpy(text, whole_text, length)
    text[length] = 0
    return length


# ---- from Python -------------------------------------------------------------------


cdef solitaire_api _api
_api.version = SOLITAIRE_API_VERSION
_api.size = sizeof(solitaire_api)
_api.deal = _deal
_api.deal_cards = _deal_cards
_api.copy = _copy
_api.end = _end
_api.legal_moves = _legal_moves
_api.make = _make
_api.unmake = _unmake
_api.ply = _ply
_api.result = _result
_api.cards_left = _cards_left
_api.score = _score
_api.move_text = _move_text

API = PyCapsule_New(&_api, SOLITAIRE_API_CAPSULE, NULL)


def api_address():
    """int : where the table of functions lies, for ctypes and cffi."""
    return <uintptr_t> &_api


@cython.final
cdef class CRules:
    """The rules of a game as C reads them.

    Parameters
    ----------
    table : PeaksTable or KlondikeTable
        That of any deal of the game: its cards are not looked at.
    order : sequence of int
        Peaks family: for each of the 52 places the number of its dealt card.
    start : int
        Peaks family: the score of a deal.
    dealt_to : sequence of int
        Klondike family: for each card of the tableau, in the order of dealing, its pile.
    face_up, turn_first : bool
        Klondike family: whether all cards lie face up; whether the first turn is made at the
        deal.

    Attributes
    ----------
    address : int
        Where the rules lie: what `deal` takes. Good for as long as the object lives.

    Raises
    ------
    ValueError, TypeError
        If the table is none, or a sequence does not fit it.
    """

    def __init__(self, table, *, order=None, start=0, dealt_to=None, face_up=False,
                 turn_first=False):
        cdef any_rules rules
        memset(&rules, 0, sizeof(rules))
        if self.kept is not None:
            raise TypeError("the rules are made already, and may be in use")
        if isinstance(table, PeaksTable):
            rules.decks = 1
            rules.peaks.table = (<PeaksTable> table).data
            read_order(rules.peaks.order, order)
            rules.peaks.start = whole("start", start, -MOST_SCORE, MOST_SCORE)
        elif isinstance(table, KlondikeTable):
            rules.is_klondike = True
            rules.klondike.table = (<KlondikeTable> table).data
            rules.decks = rules.klondike.table.decks
            read_dealing(&rules.klondike.dealing, &rules.klondike.table, dealt_to, face_up,
                         turn_first)
        else:
            raise TypeError(f"rules are made from a table, not from {type(table).__name__}")
        self.rules = rules
        self.kept = table

    @property
    def address(self):
        """int : where the rules lie."""
        if self.kept is None:
            raise ValueError("these rules have not been made")
        return <uintptr_t> &self.rules
