"""`solve`: one position, one verdict, one line."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from solitaire_core import _fast
from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.peaks import PeaksGame
from solitaire_core.solving.peaks import lattice_of

__all__ = ["OBJECTIVES", "Solution", "Stats", "Verdict", "solve"]

OBJECTIVES = ("fewest-turns",)
"""What a line can be the best at: `fewest-turns` is the fewest stock cards turned."""


class Verdict(IntEnum):
    """Whether a position can be won; the numbers stand in arrays of results."""

    UNKNOWN = -1
    UNWINNABLE = 0
    WINNABLE = 1


@dataclass(frozen=True, slots=True)
class Stats:
    """What an answer cost.

    Attributes
    ----------
    cpu_seconds : float
        CPU time of the process while the answer was found.
    table_bytes : int
        Memory of the tables made for this answer, the shared lattice not included.
    """

    cpu_seconds: float
    table_bytes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer of `solve`.

    Attributes
    ----------
    verdict : Verdict
        WINNABLE with a line, UNWINNABLE from an exhausted search, UNKNOWN with a reason.
    moves : tuple or None
        The line, from the position that was asked about to the win; None without one.
    fewest_turns : int or None
        The stock turns of that line, of which no winning line has fewer; None without one.
    objective : str
        What the line is the best at.
    reason : str
        Why the verdict is UNKNOWN; empty otherwise.
    stats : Stats
        What the answer cost.
    """

    verdict: Verdict
    moves: tuple[Any, ...] | None
    fewest_turns: int | None
    objective: str
    reason: str
    stats: Stats

    @property
    def winnable(self) -> bool:
        """Whether the verdict is WINNABLE."""
        return self.verdict is Verdict.WINNABLE

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON values."""
        return {
            "verdict": self.verdict.name.lower(),
            "objective": self.objective,
            "value": self.fewest_turns,
            "moves": None if self.moves is None else [str(move) for move in self.moves],
            "reason": self.reason,
            "cpu_seconds": self.stats.cpu_seconds,
        }


def solve(position: Game[Any] | Deal, *, objective: str = "fewest-turns") -> Solution:
    """Decide a position and find the best line.

    Parameters
    ----------
    position : Game or Deal
        Any position of a game of the peaks family, or a deal. All cards that are still to
        come must be known.
    objective : str
        What the line is to be the best at: `fewest-turns`.

    Returns
    -------
    Solution
        WINNABLE with a line, or UNWINNABLE; the same answer for the same input.

    Raises
    ------
    ValueError
        If a card that matters is unknown (`??`), the position cannot occur, the layout has
        more than 2,000,000 removed sets, or there is no such objective.
    TypeError
        If it is neither a game nor a deal.
    MemoryError
        If 16 bytes for each removed set are not to be had.

    Notes
    -----
    The search is exhaustive: one number for each removed set and rank, see
    `docs/solving-peaks.md`. O(steps of the lattice) time, about 0.2 ms for three peaks and
    4 ms for golf, plus once a process the building of the lattice.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> solution = solve(Deal("tripeaks", 0))
    >>> solution.verdict.name, solution.fewest_turns, len(solution.moves)
    ('WINNABLE', 9, 37)
    >>> solve(Deal("tripeaks", 2, wrap=False)).verdict.name
    'UNWINNABLE'
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"no objective {objective!r}: there is {', '.join(OBJECTIVES)}")
    game = position.start() if isinstance(position, Deal) else position
    if not isinstance(game, PeaksGame):
        raise TypeError(f"solve takes a game or a deal, not {type(game).__name__}")
    lattice = lattice_of(game.rules.layout)
    start = time.process_time()
    line = _fast.solve_state(game, lattice)
    stats = Stats(time.process_time() - start, 16 * lattice.sets)
    if line is None:
        return Solution(Verdict.UNWINNABLE, None, None, objective, "", stats)
    turns = sum(move.is_turn for move in line)
    return Solution(Verdict.WINNABLE, tuple(line), turns, objective, "", stats)
