"""The network that says what a position of three peaks is worth to a player."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t

from solitaire_core._fast.peaks_kernel cimport peaks_table

cdef extern from "peaks_value.h":
    enum:
        VALUE_CARDS
        VALUE_STOCK
        VALUE_DOWN
        VALUE_NO_TOP
        VALUE_WON
    ctypedef struct value_net:
        int16_t[16]* card       # one row for each sign
        int16_t[16]* mix
        int16_t[32]* position
        int16_t* bias
        int16_t* out
    ctypedef struct value_sight:
        uint32_t removed
        uint32_t open
        uint32_t turned_up
        int top
        int stock
        int wrap
        const uint8_t* rank
        const uint8_t* unseen
    ctypedef struct value_signs:
        pass
    const uint32_t* VALUE_ON
    void value_read(const value_sight* sight, value_signs* signs) noexcept nogil
    int32_t value_of(const value_net* net, const value_signs* signs) noexcept nogil


cdef const value_net* net_for(const peaks_table* t) noexcept nogil
