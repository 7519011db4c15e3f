"""Whole games of the peaks family, played by simple policies in the core."""

from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table
from solitaire_core._fast.peaks_state cimport PeaksState


cdef void play_out(const peaks_table* t, peaks_position* p, int policy, uint64_t* stream,
                   int* moves) noexcept nogil
cdef int unseen_cards(PeaksState state, uint8_t* places, uint8_t* codes) except -1
