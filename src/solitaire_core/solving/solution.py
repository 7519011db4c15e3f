"""What `solve` hands out: a verdict, a line, and what they cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any

__all__ = ["OBJECTIVES", "Solution", "Stats", "Verdict"]

OBJECTIVES = ("fewest-turns", "best", "best-clear", "worst-clear", "count", "win")
"""What can be asked for: see `solve`."""


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
        CPU time while the answer was found: in the peaks family that of the process, in the
        Klondike family that of the thread.
    table_bytes : int
        Memory of the tables made for this answer: their peak. The lattice of a peaks layout,
        which is shared, is not included.
    nodes : int
        Positions looked at; 0 in the peaks family, which has no search tree.
    table_entries : int
        Positions remembered in tables; 0 in the peaks family.
    depth : int
        The longest line that the search had under way; 0 in the peaks family.
    stage : str
        The part of the solver that decided, such as `depth-first`; empty in the peaks family.
    """

    cpu_seconds: float
    table_bytes: int
    nodes: int = 0
    table_entries: int = 0
    depth: int = 0
    stage: str = ""

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer of `solve`.

    Attributes
    ----------
    verdict : Verdict
        WINNABLE with a line, UNWINNABLE from an exhausted search, UNKNOWN with a reason.
    moves : tuple or None
        The line, from the position that was asked about on; None without one. It ends with
        the win, but for `best`, whose line ends where the score is the best.
    value : int or None
        What was asked for: the fewest turns from here on, the score, the number of lines;
        None where it cannot be met, and for `win`.
    objective : str
        What was asked for.
    scoring : str or None
        The name of the scoring system, where the objective is a score.
    reason : str
        Why the verdict is UNKNOWN: `nodes`, `seconds`, `memory` or `cancelled`, the limit that
        ended the search; empty otherwise.
    stats : Stats
        What the answer cost.
    """

    verdict: Verdict
    moves: tuple[Any, ...] | None
    value: int | None
    objective: str
    scoring: str | None
    reason: str
    stats: Stats

    @property
    def winnable(self) -> bool:
        """Whether the verdict is WINNABLE."""
        return self.verdict is Verdict.WINNABLE

    @property
    def fewest_turns(self) -> int | None:
        """The fewest stock turns of a winning line; None without one or if not asked for."""
        return self.value if self.objective == "fewest-turns" else None

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON values."""
        return {
            "verdict": self.verdict.name.lower(),
            "objective": self.objective,
            **({} if self.scoring is None else {"scoring": self.scoring}),
            "value": self.value,
            "moves": None if self.moves is None else [str(move) for move in self.moves],
            "reason": self.reason,
            "cpu_seconds": self.stats.cpu_seconds,
            "stats": self.stats.to_json(),
        }
