"""Whether a position of the Klondike family is lost because of what has to be parked where.

docs/solving-klondike-relaxation.md has the argument; reference/klondike_relaxation.py is the
plain Python twin.
"""

from libc.stdint cimport uint64_t

from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_parking cimport relaxation

cdef enum:
    DEAD = 0                # proved: no win is possible
    ALIVE = 1               # the relaxed problem can be solved: nothing is proved
    OVER = 2                # the limit was reached: nothing is proved


cdef uint64_t relaxation_bytes(uint64_t most) noexcept nogil
cdef void relaxation_open(relaxation* r, void* memory, uint64_t most) noexcept nogil
cdef int relax(const klondike_table* t, const klondike_position* p, relaxation* r,
               uint64_t most) noexcept nogil
