# cython: language_level=3
# cython: freethreading_compatible=True
"""An extension of somebody else's, built on the compiled core without a call into Python."""

from libc.stdint cimport uint64_t

from solitaire_core._fast.cards cimport Card, card_from_code
from solitaire_core._fast.klondike_deal cimport deal_klondike, klondike_dealing, read_dealing
from solitaire_core._fast.klondike_generation cimport (
    MOST_MOVES,
    all_moves,
    is_safe_move,
    outcome_of,
)
from solitaire_core._fast.klondike_kernel cimport (
    FOUNDATION,
    klondike_position,
    klondike_table,
    klondike_undo,
    make,
    move_to,
    position_key,
    unmake,
)
from solitaire_core._fast.klondike_moves cimport KlondikeMove, klondike_move
from solitaire_core._fast.klondike_state cimport KlondikeState, KlondikeTable
from solitaire_core._fast.peaks_lattice cimport (
    PEAKS_NO_SET,
    Lattice,
    count_bits,
    lowest_bit,
    peaks_find,
)
from solitaire_core._fast.peaks_kernel cimport NO_PLACE, TURN, before_move, can_turn
from solitaire_core._fast.peaks_kernel cimport cards_that_fit, peaks_position, peaks_table
from solitaire_core._fast.peaks_kernel cimport peaks_undo, put_back, take, turn, turn_back
from solitaire_core._fast.peaks_moves cimport PeaksMove, move_from_code
from solitaire_core._fast.peaks_state cimport PeaksState
from solitaire_core._fast.peaks_solver cimport WinTable
from solitaire_core._fast.shuffle cimport sc1_deck, splitmix64, uniform_below


cdef uint64_t _lines(const peaks_table* t, peaks_position* p, int depth) noexcept nogil:
    """Lines of play of so many moves, with make and unmake."""
    cdef uint64_t fit = cards_that_fit(t, p), lines = 0
    cdef int place
    cdef peaks_undo undo = before_move(p)
    if depth == 0:
        return 1
    while fit != 0:
        place = lowest_bit(fit)
        fit &= fit - 1
        take(t, p, place)
        lines += _lines(t, p, depth - 1)
        put_back(t, p, place, undo)
    if can_turn(t, p):
        turn(t, p)
        lines += _lines(t, p, depth - 1)
        turn_back(t, p, undo)
    return lines


def perft(PeaksState state not None, int depth):
    """The number of lines of play, as the core's own perft counts them."""
    cdef peaks_position p = state.position
    cdef uint64_t lines
    with nogil:
        lines = _lines(&state.table.data, &p, depth)
    return lines


def greedy(PeaksState state not None, Lattice lattice not None):
    """Play a copy to its end, taking the first card that fits; what came of it."""
    cdef const peaks_table* t = &state.table.data
    cdef peaks_position p = state.position
    cdef unsigned char[52] made
    cdef uint64_t fit
    cdef int count = 0, i
    with nogil:
        while True:
            fit = cards_that_fit(t, &p)
            if fit != 0:
                made[count] = t.code[lowest_bit(fit)]
                take(t, &p, lowest_bit(fit))
            elif can_turn(t, &p):
                made[count] = TURN
                turn(t, &p)
            else:
                break
            count += 1
    moves = [move_from_code(made[i]) for i in range(count)]
    known = peaks_find(&lattice.tables, p.removed) != PEAKS_NO_SET
    return moves, p.removed, p.turned, card_from_code(p.top), count_bits(p.removed), known


def where(PeaksState state not None, Card card not None):
    """The place of a card, or None."""
    place = state.table.data.place[card.code]
    return None if place == NO_PLACE else place


def facts(PeaksMove move not None, WinTable table not None):
    """What C sees of other objects."""
    return move.code, table.lattice.tables.sets


def first_cards(uint64_t number, int count):
    """The first cards of a deal."""
    cdef unsigned char[52] cards
    with nogil:
        sc1_deck(number, 1, cards)
    return [card_from_code(cards[i]) for i in range(count)]


def stream(uint64_t state, int count):
    """Outputs of SplitMix64."""
    return [splitmix64(&state) for _ in range(count)]


cdef uint64_t _klondike_lines(const klondike_table* t, klondike_position* p,
                              int depth) noexcept nogil:
    """Lines of play of so many moves of the Klondike family."""
    cdef unsigned int[MOST_MOVES] moves
    cdef klondike_undo undo
    cdef uint64_t lines = 0
    cdef int i
    if depth == 0:
        return 1
    for i in range(all_moves(t, p, moves)):
        make(t, p, moves[i], &undo)
        lines += _klondike_lines(t, p, depth - 1)
        unmake(t, p, &undo)
    return lines


def klondike_perft(KlondikeState state not None, int depth):
    """As `perft`, in the Klondike family."""
    cdef KlondikeTable table = state.table
    cdef klondike_position p = state.position
    cdef uint64_t lines
    with nogil:
        lines = _klondike_lines(&table.data, &p, depth)
    return lines


def put_away(KlondikeState state not None):
    """Play a copy on with safe moves to the foundations as long as there are any.

    The moves, the cards on the foundations, how the game stands and the key of the position.
    """
    cdef const klondike_table* t = &state.table.data
    cdef klondike_position p = state.position
    cdef unsigned int[MOST_MOVES] moves
    cdef unsigned int[156] made
    cdef klondike_undo undo
    cdef int count = 0, i, found
    cdef bint any_left = True
    with nogil:
        while any_left:
            found = all_moves(t, &p, moves)
            any_left = False
            for i in range(found):
                if move_to(moves[i]) == FOUNDATION and is_safe_move(t, &p, moves[i]):
                    make(t, &p, moves[i], &undo)
                    made[count] = moves[i]
                    count += 1
                    any_left = True
                    break
    return ([klondike_move(made[i]) for i in range(count)], p.at_home, outcome_of(t, &p),
            position_key(t, &p, True))


def random_games(KlondikeState state not None, dealt_to, uint64_t first, int count, int most):
    """Deal so many numbers out in C and play each by chance: cards on the foundations of all.

    The rules are those of a position of theirs; dealing, playing and counting hold no GIL.
    """
    cdef klondike_table t = state.table.data
    cdef klondike_position p
    cdef klondike_dealing dealing
    cdef klondike_undo undo
    cdef unsigned int[MOST_MOVES] moves
    cdef unsigned char[156] cards
    cdef uint64_t stream
    cdef int i, made, found, home = 0
    read_dealing(&dealing, &t, dealt_to, False, False)
    with nogil:
        for i in range(count):
            stream = first + i
            sc1_deck(first + i, t.decks, cards)
            deal_klondike(&t, &p, cards, &dealing)
            for made in range(most):
                found = all_moves(&t, &p, moves)
                if found == 0:
                    break
                make(&t, &p, moves[uniform_below(&stream, found)], &undo)
            home += p.at_home
    return home


def code_of(KlondikeMove move not None):
    """The number of a move in C."""
    return move.code
