"""Exact optima of scores for one deal of the peaks family."""

from libc.stdint cimport uint64_t


ctypedef struct cell:
    # One way to stand at a removed set with a certain card on top, in two words that stay in
    # registers.
    uint64_t rank           # score, turns and chain, so that cells compare in one subtraction
    uint64_t trace          # chain, turns, the place of the card on top, and where from
