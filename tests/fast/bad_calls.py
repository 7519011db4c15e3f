"""The list of bad calls into the compiled layer, and what they are made of."""

import functools

from solitaire_core import GAMES, Deal
from solitaire_core._fast import (
    Covers,
    Lattice,
    PeaksTable,
)

ERRORS = (TypeError, ValueError, OverflowError, AttributeError, BufferError, MemoryError)
CALLS = []


def bad(name, call, *errors):
    """Note a call that has to raise one of some errors; without any, it must just not crash."""
    CALLS.append((name, call, errors))


ONE = Covers([[]])
RULES = GAMES["tripeaks"]
NO_NEIGHBOURS = [0] * 13
NEIGHBOURS = list(RULES.follows)


def game():
    return Deal("tripeaks", 1).start()


def table(covers=ONE, codes=range(52), follows=NO_NEIGHBOURS, **more):
    return PeaksTable(covers, codes, follows, **more)


@functools.cache
def three_peaks_lattice():
    return Lattice(RULES.layout.covers)
