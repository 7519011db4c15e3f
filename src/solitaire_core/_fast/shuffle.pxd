"""Deal numbers to decks: the numberings `sc1` and `ms`."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "shuffle.h":
    uint64_t splitmix64(uint64_t* state) noexcept nogil
    uint32_t uniform_below(uint64_t* state, uint32_t n) noexcept nogil
    void sc1_deck(uint64_t number, int decks, uint8_t* cards) noexcept nogil
    void ms_deck(uint64_t number, uint8_t* cards) noexcept nogil
