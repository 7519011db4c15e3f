"""Environments of the peaks family."""

from libc.stdint cimport uint8_t

from solitaire_core._fast.env_batch cimport EnvBatch
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.peaks_kernel cimport peaks_position, peaks_table

cdef enum:
    # The columns of an observation after the places of tableau and stock.
    TOP = 51
    STOCK_LEFT = 52
    CHAIN = 53
    SEEN = 54           # a flag for each card code
    WIDTH = 106


ctypedef struct peaks_env:
    peaks_table table           # that of its deal
    peaks_position position
    uint8_t[WIDTH] row          # its observation, kept up to date


cdef class PeaksEnvs(EnvBatch):
    cdef peaks_env* envs
    cdef Block _envs
    cdef peaks_table template
    cdef uint8_t[52] order      # for each place the number of its dealt card
    cdef int sign               # of the points: fewer may be better
    cdef bint open              # whether no card lies face down
