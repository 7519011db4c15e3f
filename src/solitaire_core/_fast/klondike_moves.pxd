"""Moves of the Klondike family."""

from libc.stdint cimport uint32_t


cdef class KlondikeMove:
    cdef readonly uint32_t code


cdef KlondikeMove klondike_move(uint32_t code)
cdef uint32_t parsed_move(str text) except? 0
