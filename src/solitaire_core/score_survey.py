"""What scores the deals of a range allow, and what a casual player makes of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal
from solitaire_core.distributions import Distribution
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import GAMES_A_GRADE
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import Scoring, find_scoring
from solitaire_core.simulation import playouts
from solitaire_core.solving.peaks import best_line, lattice_of
from solitaire_core.survey import Survey
from solitaire_core.workers import thread_count, work_through

__all__ = [
    "BYTES_A_DEAL",
    "FIGURES",
    "MOST_DEALS",
    "MOST_GAMES",
    "NO_SCORE",
    "ScoreSurvey",
    "score_survey",
]

FIGURES = ("worst_clear", "casual_mean", "best_clear", "best")
"""The figures of a deal: see `ScoreSurvey`."""

MOST_DEALS = 10_000_000
"""More deals than this are refused."""

MOST_GAMES = 100_000
"""More games of the casual player than this are refused: Ctrl-C waits for a deal's games."""

BYTES_A_DEAL = 21
"""Memory for each deal: three scores, a mean and a number of turns."""

NO_SCORE = -(2**31)
"""Stands where no line clears the tableau."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreSurvey:
    """What was found of the scores of a range of deals, deal by deal.

    Attributes
    ----------
    survey : Survey
        Which deals these are and how they come out; its `cpu_seconds` are those of the whole
        run.
    scoring : str
        The name of the scoring system.
    games, seed : int
        The casual player's games for each deal, and their seed.
    fewest_turns : ndarray of int8, shape (count,)
        The fewest stock turns of a winning line; -1 where the deal cannot be won.
    worst_clear, best_clear : ndarray of int32, shape (count,)
        The worst and the best score of the lines that clear the tableau; `NO_SCORE` where the
        deal cannot be won.
    best : ndarray of int32, shape (count,)
        The best score at any moment of any line, cleared or not.
    casual_mean : ndarray of float64, shape (count,), or None
        The mean score at the end of the casual player's games, cleared or not; None without
        games.

    Notes
    -----
    The arrays cannot be written to. They take `BYTES_A_DEAL`.
    """

    survey: Survey
    scoring: str
    games: int
    seed: int
    fewest_turns: NDArray[np.int8] = field(repr=False)
    worst_clear: NDArray[np.int32] = field(repr=False)
    best_clear: NDArray[np.int32] = field(repr=False)
    best: NDArray[np.int32] = field(repr=False)
    casual_mean: NDArray[np.float64] | None = field(repr=False)

    @property
    def figures(self) -> tuple[str, ...]:
        """Those of `FIGURES` that were asked for: without games no `casual_mean`."""
        return tuple(name for name in FIGURES if getattr(self, name) is not None)

    def values(self, figure: str) -> NDArray[Any]:
        """One figure of all deals that have it, in their order.

        Parameters
        ----------
        figure : str
            One of `figures`. The deals that cannot be won have no `worst_clear` and no
            `best_clear`.

        Raises
        ------
        ValueError
            If there is no such figure.
        """
        if figure not in self.figures:
            raise ValueError(f"no figure {figure!r}: there are {', '.join(self.figures)}")
        values: NDArray[Any] = getattr(self, figure)
        return values[self.fewest_turns >= 0] if figure.endswith("_clear") else values

    def distribution(self, figure: str) -> Distribution:
        """The summary of one figure.

        Parameters
        ----------
        figure : str
            One of `figures`.

        Raises
        ------
        ValueError
            If there is no such figure.
        """
        return Distribution.of(self.values(figure))

    @property
    def best_does_not_clear(self) -> int:
        """The winnable deals of which no line with the best score clears the tableau."""
        return int(((self.fewest_turns >= 0) & (self.best != self.best_clear)).sum())

    @property
    def best_does_not_clear_rate(self) -> float:
        """Their share of the winnable deals; nan without winnable deals."""
        return self.best_does_not_clear / self.survey.winnable if self.survey.winnable else math.nan

    def to_json(self) -> dict[str, Any]:
        """The fields of `Survey.to_json`, and `scores`: the summaries of the figures.

        `casual_mean` is null without games.
        """
        record = self.survey.to_json()
        cpu_seconds = record.pop("cpu_seconds")
        summaries = {
            name: self.distribution(name).to_json() if name in self.figures else None
            for name in FIGURES
        }
        return {
            **record,
            "scores": {
                "scoring": self.scoring,
                "games": self.games,
                "seed": str(self.seed),
                **summaries,
                "best_does_not_clear": self.best_does_not_clear,
            },
            "cpu_seconds": cpu_seconds,
        }


def score_survey(
    game: str | Rules,
    first: int,
    count: int,
    *,
    scoring: str | Scoring | None = None,
    numbering: str = "sc1",
    games: int = GAMES_A_GRADE,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> ScoreSurvey:
    """Find what `par` says of every deal of a range.

    Parameters
    ----------
    game : str or Rules
        The game.
    first, count : int
        The deals `first` to `first + count - 1`; at most `MOST_DEALS`.
    scoring : str or Scoring, optional
        The scoring system; by default the game's.
    numbering : str
        The deals' numbering.
    games : int
        How many games the casual player plays of each deal, at most `MOST_GAMES`; 0 leaves
        that figure out.
    seed : int
        The seed of these games, 0 to 2**64 - 1, the same for every deal.
    threads : int, optional
        Threads to work with, 1 to 1024; by default one for each processor that this process
        may use.
    progress : callable, optional
        Called with the number of deals done so far, several times a second, from the thread
        that called. What it raises ends the run.
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    ScoreSurvey
        The same figures whatever the number of threads.

    Raises
    ------
    ValueError
        If there is no such game, option, numbering or scoring, a figure is out of range, or
        the system earns points for turning the stock.
    TypeError
        If a value is of the wrong type, or the game is not of the peaks family.
    KeyboardInterrupt
        On Ctrl-C, as soon as the searches and games at hand have ended: some 3 ms for
        TriPeaks, 50 ms for Golf and four peaks.

    Notes
    -----
    CPU time a deal, with 1,000 games: 5 to 7 ms for TriPeaks, 25 to 75 ms for Golf by its rule,
    1.2 ms for one peak, 90 ms for four peaks. Memory: `BYTES_A_DEAL`, and for each thread that of
    `solve`.

    Examples
    --------
    >>> found = score_survey("tripeaks", 0, 4, scoring="chain", games=0, wrap=False)
    >>> found.survey.winnable, found.best.tolist(), found.values("best_clear").tolist()
    (3, [103, 92, 53, 145], [94, 75, 93])
    >>> found.best_does_not_clear
    3
    """
    rules = find_rules(game, **options)
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"score_survey takes a game of the peaks family, not {rules.name}")
    count = whole_number(count, "count", 0, MOST_DEALS)
    first = whole_number(first, "first", -(10**101), 10**101)
    system = rules.scoring if scoring is None else find_scoring(scoring)
    run = _Run(
        rules,
        numbering,
        first,
        count,
        system,
        whole_number(games, "games", 0, MOST_GAMES),
        whole_number(seed, "seed", 0, 2**64 - 1),
    )
    threads = thread_count(threads)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of a number, not {progress!r}")
    # Refuse a range that runs over either end of the numbering, and a system that does not
    # work out, before any work.
    run.deal(0)
    run.deal(max(count - 1, 0))
    turn = system.turn()
    if (-turn if system.lower_is_better else turn) > 0:
        raise ValueError(
            f"the scoring {system.name} earns points ({turn}) for turning the stock: the best"
            " score of any line is not found"
        )
    started = time.process_time()
    work_through(count, run.measure, threads, progress)
    return run.result(time.process_time() - started)


class _Run:
    """A survey at work: what is asked for, and the columns that are being filled."""

    def __init__(
        self,
        rules: PeaksRules,
        numbering: str,
        first: int,
        count: int,
        scoring: Scoring,
        games: int,
        seed: int,
    ) -> None:
        self.rules = rules
        self.numbering = numbering
        self.first = first
        self.count = count
        self.scoring = scoring
        self.games = games
        self.seed = seed
        self.lattice = lattice_of(rules.layout)
        self.fewest_turns = np.full(count, -1, dtype=np.int8)
        self.worst_clear = np.full(count, NO_SCORE, dtype=np.int32)
        self.best_clear = np.full(count, NO_SCORE, dtype=np.int32)
        self.best = np.empty(count, dtype=np.int32)
        self.casual_mean = np.empty(count, dtype=np.float64) if games else None

    def deal(self, index: int) -> PeaksGame:
        """One of the deals, dealt out."""
        game = Deal(self.rules, self.first + index, self.numbering).start(scoring=self.scoring)
        assert isinstance(game, PeaksGame)
        return game

    def measure(self, index: int, check: Callable[[], object]) -> None:
        """Fill one row; `check` is called between the searches, and may raise to end it."""
        game = self.deal(index)
        line = _fast.solve_state(game, self.lattice)
        if line is not None:
            self.fewest_turns[index] = sum(move.is_turn for move in line)
            check()
            self.worst_clear[index] = self._score(game, "worst-clear")
            check()
            self.best_clear[index] = self._score(game, "best-clear")
        check()
        self.best[index] = self._score(game, "best")
        if self.casual_mean is not None:
            check()
            scores = playouts(game, self.games, "casual", self.seed)["score"]
            self.casual_mean[index] = int(scores.sum(dtype=np.int64)) / self.games

    def _score(self, game: PeaksGame, objective: str) -> int:
        found = best_line(game, objective)
        assert found is not None  # it can be cleared, or any line will do
        return found[0]

    def result(self, cpu_seconds: float) -> ScoreSurvey:
        """What was found, once all rows are filled."""
        turns = self.fewest_turns[self.fewest_turns >= 0]
        tally = np.bincount(turns, minlength=self.rules.layout.stock + 1)
        winnable = len(turns)
        survey = Survey(
            self.rules,
            self.numbering,
            self.first,
            self.count,
            winnable,
            self.count - winnable,
            0,
            tuple(tally.tolist()),
            cpu_seconds,
        )
        columns = (
            self.fewest_turns,
            self.worst_clear,
            self.best_clear,
            self.best,
            self.casual_mean,
        )
        for column in columns:
            if column is not None:
                column.flags.writeable = False
        return ScoreSurvey(survey, self.scoring.name, self.games, self.seed, *columns)
