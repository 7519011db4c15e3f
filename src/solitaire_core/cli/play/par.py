"""What a deal is worth: the scores to measure one's own by."""

from __future__ import annotations

from dataclasses import dataclass

from solitaire_core.peaks import PeaksGame
from solitaire_core.simulation import playouts
from solitaire_core.solving import solve

__all__ = ["Par", "par_of"]

_CASUAL_GAMES = 1000


@dataclass(frozen=True, slots=True)
class Par:
    """The scores that a start allows.

    Attributes
    ----------
    best : int
        The best score at any moment of any line.
    best_clear, worst_clear : int or None
        The best and the worst score of the lines that clear the tableau; None without one.
    casual : float
        The mean score of a casual player.
    casual_wins : float
        The share of the games that such a player wins.
    """

    best: int
    best_clear: int | None
    worst_clear: int | None
    casual: float
    casual_wins: float


def par_of(start: PeaksGame) -> Par:
    """The scores that a start allows, by its own scoring system.

    Parameters
    ----------
    start : PeaksGame
        The position. All its cards must be known.

    Notes
    -----
    About 15 ms for three peaks, 0.3 s for four. The same start has the same par.
    """
    values = {
        objective: solve(start, objective=objective).value
        for objective in ("best", "best-clear", "worst-clear")
    }
    games = playouts(start, _CASUAL_GAMES, "casual")
    best = values["best"]
    assert best is not None  # every position has a score
    return Par(
        best,
        values["best-clear"],
        values["worst-clear"],
        float(games["score"].mean()),
        float(games["won"].mean()),
    )
