"""Environments of the Klondike family."""

from libc.stdint cimport uint8_t, uint32_t

from solitaire_core._fast.env_batch cimport EnvBatch
from solitaire_core._fast.klondike_deal cimport klondike_dealing
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.memory cimport Block


ctypedef struct klondike_env:
    klondike_table table        # with the talon of its deal
    klondike_position position


cdef class KlondikeEnvs(EnvBatch):
    cdef klondike_env* envs
    cdef Block _envs
    cdef uint8_t* rows          # the observations, kept up to date
    cdef Block _rows
    cdef klondike_table template
    cdef klondike_dealing dealing
    cdef readonly int height    # places of a pile in an observation
    cdef int counts             # how many counts an action may name: 1 where it is implied

    # Where the parts of an observation and the kinds of actions begin.
    cdef int foundations_at
    cdef int talon_at
    cdef int waste_at
    cdef int home_from_pile
    cdef int pile_from_waste
    cdef int pile_from_home

    cdef uint32_t move_of_action(self, int i, int action) noexcept nogil
    cdef int action_of_move(self, uint32_t move) noexcept nogil
    cdef void _write_pile(self, int i, int pile) noexcept nogil
    cdef void _write_talon(self, int i) noexcept nogil
    cdef void _write_foundation(self, int i, int value) noexcept nogil
