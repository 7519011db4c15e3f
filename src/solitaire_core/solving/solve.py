"""`solve`: one position, one verdict, one line."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from solitaire_core import _fast
from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.scoring import Scoring, find_scoring
from solitaire_core.solving.peaks import best_line, count_lines, lattice_of

__all__ = ["OBJECTIVES", "Solution", "Stats", "Verdict", "solve"]

OBJECTIVES = ("fewest-turns", "best", "best-clear", "worst-clear", "count")
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
        The line, from the position that was asked about on; None without one. It ends with
        the win, but for `best`, whose line ends where the score is the best.
    value : int or None
        What was asked for: the fewest turns from here on, the score, the number of lines;
        None where it cannot be met.
    objective : str
        What was asked for.
    scoring : str or None
        The name of the scoring system, where the objective is a score.
    reason : str
        Why the verdict is UNKNOWN; empty otherwise.
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
        }


def solve(
    position: Game[Any] | Deal,
    *,
    objective: str = "fewest-turns",
    scoring: str | Scoring | None = None,
) -> Solution:
    """Decide a position and find the best line.

    Parameters
    ----------
    position : Game or Deal
        Any position of a game of the peaks family, or a deal. All cards that are still to
        come must be known.
    objective : str
        What is asked for:

        - `fewest-turns`: clear the tableau with the fewest turns of the stock;
        - `best`: the best score that the game has at any moment of any line, cleared or not
          (a player may stop at any time);
        - `best-clear`, `worst-clear`: the best and the worst score at the moment of clearing;
        - `count`: how many different sequences of moves clear the tableau.
    scoring : str or Scoring, optional
        The scoring system, for objectives that are scores; by default the game's. Another
        system scores the moves made so far anew.

    Returns
    -------
    Solution
        WINNABLE or UNWINNABLE, the value and a line that has it (for `count` a line with the
        fewest turns); the same answer for the same input.

    Raises
    ------
    ValueError
        If a card that matters is unknown (`??`), the position cannot occur, the layout has
        more than 2,000,000 removed sets, there is no such objective or scoring, or the
        system earns points for turning the stock.
    TypeError
        If it is neither a game nor a deal.
    MemoryError
        If memory is short: 16 bytes for each removed set; for scores three times as much, 8
        for each step between sets, and 16 for each way to stand at one (6 MB for three peaks, at
        most 1 GB more).

    Notes
    -----
    Every search is exhaustive, see `docs/solving-peaks.md`. For three peaks `fewest-turns`
    takes about 0.2 ms, scores 2 to 4 ms, counts 4 ms.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> solution = solve(Deal("tripeaks", 0))
    >>> solution.verdict.name, solution.value, len(solution.moves)
    ('WINNABLE', 9, 37)
    >>> solve(Deal("tripeaks", 0), objective="best", scoring="chain").value
    186
    >>> solve(Deal("tripeaks", 0), objective="best-clear").value
    159
    >>> solve(Deal("tripeaks", 2, wrap=False), objective="count").value
    0
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"no objective {objective!r}: there are {', '.join(OBJECTIVES)}")
    game = position.start() if isinstance(position, Deal) else position
    if not isinstance(game, PeaksGame):
        raise TypeError(f"solve takes a game or a deal, not {type(game).__name__}")
    if scoring is not None and find_scoring(scoring) != game.scoring:
        game = game.with_scoring(scoring)
    lattice = lattice_of(game.rules.layout)
    start = time.process_time()
    line: Sequence[PeaksMove] | None = _fast.solve_state(game, lattice)
    verdict = Verdict.UNWINNABLE if line is None else Verdict.WINNABLE
    value: int | None
    name = None
    if objective == "fewest-turns":
        value = None if line is None else sum(move.is_turn for move in line)
    elif objective == "count":
        value = 0 if line is None else count_lines(game)
    else:
        name = game.scoring.name
        found = None
        if verdict is Verdict.WINNABLE or objective == "best":
            found = best_line(game, objective)
        value, line = (None, None) if found is None else found
    stats = Stats(time.process_time() - start, 16 * lattice.sets)
    moves = None if line is None else tuple(line)
    return Solution(verdict, moves, value, objective, name, "", stats)
