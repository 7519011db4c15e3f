"""Exact and honest answers: can this position be won, and how.

`solve` works for every game; what it does inside depends on the family. A verdict is
WINNABLE only with a line that `verify` accepts, UNWINNABLE only from an exhausted search or
a proof, and UNKNOWN with the limit that ended the search (which does not occur in the peaks
family: every position is decided).
"""

from solitaire_core.solving.batch import REASONS, Answers, solve_deals
from solitaire_core.solving.decide import Decisions, decide
from solitaire_core.solving.limits import Limits
from solitaire_core.solving.move_values import move_values
from solitaire_core.solving.peaks import WinTable, count_lines, lattice_of, winning_moves
from solitaire_core.solving.solution import OBJECTIVES, Solution, Stats, Verdict
from solitaire_core.solving.solve import solve
from solitaire_core.solving.verify import Verification, verify

__all__ = [
    "OBJECTIVES",
    "REASONS",
    "Answers",
    "Decisions",
    "Limits",
    "Solution",
    "Stats",
    "Verdict",
    "Verification",
    "WinTable",
    "count_lines",
    "decide",
    "lattice_of",
    "move_values",
    "solve",
    "solve_deals",
    "verify",
    "winning_moves",
]
