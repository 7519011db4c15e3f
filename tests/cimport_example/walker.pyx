# cython: language_level=3
# cython: freethreading_compatible=True
"""An extension of somebody else's, built on the compiled core without a call into Python."""

from libc.stdint cimport uint64_t

from solitaire_core._fast.cards cimport Card, card_from_code
from solitaire_core._fast.peaks_lattice cimport (
    PEAKS_NO_SET,
    Lattice,
    count_bits,
    lowest_bit,
    peaks_find,
)
from solitaire_core._fast.peaks_solver cimport WinTable
from solitaire_core._fast.peaks_state cimport (
    NO_PLACE,
    TURN,
    PeaksMove,
    PeaksState,
    before_move,
    can_turn,
    cards_that_fit,
    move_from_code,
    peaks_position,
    peaks_table,
    peaks_undo,
    put_back,
    take,
    turn,
    turn_back,
)
from solitaire_core._fast.shuffle cimport sc1_deck, splitmix64


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
