"""A position of the peaks family as an object, and what never changes in its game."""

from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table, peaks_undo
from solitaire_core._fast.peaks_lattice cimport Covers


cdef class PeaksTable:
    cdef peaks_table data
    cdef readonly Covers covers
    cdef readonly object rules
    cdef readonly object scoring
    cdef readonly object deal


cdef class PeaksState:
    cdef readonly PeaksTable table
    cdef peaks_position position
    cdef uint8_t depth          # moves on the stack
    cdef uint8_t[52] stack      # card codes and TURN
    cdef peaks_undo[52] undo    # what taking each of them back needs

    cdef list _moves(self)
    cdef int _count(self) noexcept
    cdef str _why_not(self, uint8_t code)
    cdef bint _any_unknown(self, uint64_t places) noexcept


cdef class PeaksLegalMoves:
    cdef PeaksState state
