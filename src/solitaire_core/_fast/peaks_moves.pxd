"""Moves of the peaks family."""

from libc.stdint cimport uint8_t

cdef class PeaksMove:
    cdef readonly uint8_t code


cdef PeaksMove move_from_code(uint8_t code)
