"""Games behind the table of C functions that solitaire_core.h declares."""

from libc.stdint cimport uint8_t, uint32_t

from solitaire_core._fast.klondike_deal cimport klondike_dealing
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport klondike_undo
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table, peaks_undo


cdef struct peaks_rules:
    peaks_table table
    uint8_t[52] order       # for each place the number of its dealt card
    int start               # the score of a deal


cdef struct klondike_rules:
    klondike_table table
    klondike_dealing dealing


cdef struct any_rules:
    # What solitaire_core.h calls solitaire_rules.
    int decks
    bint is_klondike
    peaks_rules peaks
    klondike_rules klondike


cdef class CRules:
    cdef any_rules rules
    cdef object kept        # the table whose rules these are
