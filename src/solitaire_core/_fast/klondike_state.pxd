"""Positions of the Klondike family."""

from libc.stdint cimport uint32_t

from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table, klondike_undo


cdef class KlondikeTable:
    cdef klondike_table data
    cdef readonly object rules
    cdef readonly object deal


cdef class KlondikeState:
    cdef readonly KlondikeTable table
    cdef klondike_position position
    cdef klondike_undo* undo        # one for each move on the stack
    cdef uint32_t depth
    cdef uint32_t room

    cdef list _moves(self)
    cdef int _count(self) noexcept
    cdef int _grow(self) except -1


cdef class KlondikeLegalMoves:
    cdef KlondikeState state
