"""Dealing a known deck out in the peaks family: in what order, read from Python."""

from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK
from solitaire_core._fast.checks cimport whole


cdef int read_order(uint8_t* into, order) except -1:
    """For each of the 52 places the number of its dealt card, or a ValueError."""
    cdef uint64_t used = 0
    cdef int i
    numbers = list(order)
    if len(numbers) != DECK:
        raise ValueError(f"order has {len(numbers)} numbers, not {DECK}")
    for i in range(DECK):
        into[i] = whole(f"order[{i}]", numbers[i], 0, DECK - 1)
        if used >> into[i] & 1:
            raise ValueError(f"order[{i}] is {into[i]}, which stands there already")
        used |= <uint64_t> 1 << into[i]
    return 0
