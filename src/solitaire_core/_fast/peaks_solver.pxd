"""Exact decisions for one deal of the peaks family."""

from libc.stdint cimport uint64_t

from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_lattice cimport Lattice
from solitaire_core._fast.peaks_state cimport PeaksState, PeaksTable


cdef class WinTable:
    cdef readonly PeaksTable table
    cdef readonly Lattice lattice
    cdef Block rows
    cdef uint64_t _from_set     # only sets with all of these cards gone are filled in

    cdef bint _is_of(self, PeaksState state) noexcept


cdef int check_solvable(PeaksState state, Lattice lattice) except -1
cdef int check_known(PeaksState state) except -1
