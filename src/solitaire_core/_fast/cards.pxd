"""Packed cards: code = suit * 13 + rank, suits C D H S, ranks A 2 ... K from 0."""

from libc.stdint cimport uint8_t

cdef enum:
    DECK = 52
    RANKS = 13
    UNKNOWN_CODE = 255


cdef class Card:
    cdef readonly uint8_t code


cdef Card card_from_code(uint8_t code)
cdef str text_from_code(uint8_t code)
