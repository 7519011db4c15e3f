"""Moves as text, written without Python."""

from libc.stdint cimport uint32_t

from solitaire_core._fast.peaks_kernel cimport TURN
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, NO_VALUE, STOCK, WASTE
from solitaire_core._fast.klondike_kernel cimport move_count, move_from, move_to, move_value

cdef enum:
    LONGEST_TEXT = 16


cdef inline int _add(char* text, int at, const char* more) noexcept nogil:
    """Write on; where the text ends then."""
    while more[0] != 0:
        text[at] = more[0]
        at += 1
        more += 1
    return at


cdef inline int _add_card(char* text, int at, int code) noexcept nogil:
    text[at] = b"A23456789TJQK"[code % 13]
    text[at + 1] = b"CDHS"[code // 13]
    return at + 2


cdef inline int _add_number(char* text, int at, int number) noexcept nogil:
    """A number below 100."""
    if number > 9:
        text[at] = 48 + number // 10
        at += 1
    text[at] = 48 + number % 10
    return at + 1


cdef inline int _add_place(char* text, int at, int place) noexcept nogil:
    if place == FOUNDATION:
        return _add(text, at, b"f")
    if place == WASTE:
        return _add(text, at, b"w")
    return _add_number(text, _add(text, at, b"t"), place)


cdef inline int write_move(bint is_klondike, uint32_t move, char* text) noexcept nogil:
    """The text of a move of a legal form, without an end; its length."""
    cdef int at
    if not is_klondike:
        return _add(text, 0, b"turn") if move == TURN else _add_card(text, 0, move)
    if move_value(move) == NO_VALUE:
        if move_from(move) == WASTE:
            return _add(text, 0, b"redeal")
        return _add(text, 0, b"deal" if move_to(move) == STOCK else b"turn")
    at = _add(text, _add_card(text, 0, move_value(move)), b" ")
    at = _add(text, _add_place(text, at, move_from(move)), b">")
    at = _add_place(text, at, move_to(move))
    if move_count(move) > 1:
        at = _add_number(text, _add(text, at, b"*"), move_count(move))
    return at
