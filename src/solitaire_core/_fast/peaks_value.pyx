"""The weights of the network in peaks_value.h, and which rules they are for.

Play without wrap has none: docs/sampling-peaks.md says what one brought there.
"""

from libc.stdint cimport int16_t

from solitaire_core._fast.cards cimport RANKS
from solitaire_core._fast.peaks_kernel cimport peaks_table
from solitaire_core._fast.peaks_value cimport VALUE_CARDS, VALUE_DOWN, VALUE_ON, VALUE_STOCK
from solitaire_core._fast.peaks_value cimport value_net

cdef extern from "peaks_value.h":
    enum:
        CARD_ROWS
        CARD_UNITS
        ROWS
        UNITS

cdef extern from "peaks_value_weights.h":
    const value_net VALUE_WRAP


cdef const value_net* net_for(const peaks_table* t) noexcept nogil:
    """The network for a table's rules; NULL where there is none.

    There is one for three peaks whose upper cards are face down, played with wrap.
    """
    cdef int place, rank
    if t.cards != VALUE_CARDS or t.stock != VALUE_STOCK or t.face_down != (1 << VALUE_DOWN) - 1:
        return NULL
    for place in range(VALUE_CARDS):
        if t.lying_on[place] != VALUE_ON[place]:
            return NULL
    for rank in range(RANKS):
        if t.follows[rank] != 1 << (rank + 1) % RANKS | 1 << (rank + RANKS - 1) % RANKS:
            return NULL
    return &VALUE_WRAP


cdef list _table(const int16_t* numbers, int rows, int columns):
    cdef int row, column
    return [[numbers[row * columns + column] for column in range(columns)] for row in range(rows)]


def peaks_value_weights():
    """The network's tables, for whoever looks into them.

    Returns
    -------
    dict of str to list of list of int
        `card` and `position`, a row for each sign; `mix`, a row for each unit of a position; `bias`
        and `out`, one row each.
    """
    cdef const value_net* net = &VALUE_WRAP
    return {
        "card": _table(&net.card[0][0], CARD_ROWS, CARD_UNITS),
        "mix": _table(&net.mix[0][0], UNITS, CARD_UNITS),
        "position": _table(&net.position[0][0], ROWS, UNITS),
        "bias": _table(net.bias, 1, UNITS),
        "out": _table(net.out, 1, UNITS),
    }
