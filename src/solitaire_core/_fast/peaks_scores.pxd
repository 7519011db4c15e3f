"""Exact optima of scores for one deal of the peaks family."""

from libc.stdint cimport int32_t, uint8_t, uint32_t


ctypedef struct cell:
    # One way to stand at a removed set with a certain card on top. The score leaves out
    # the turns, which the count of turned cards tells.
    int32_t score
    uint32_t before         # the cell that this one came from
    uint8_t turned
    uint8_t chain
    uint8_t card            # the place of the card taken last
