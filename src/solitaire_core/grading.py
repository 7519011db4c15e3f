"""How hard a deal is: measured by a casual player, never guessed from the look of the cards.

The *clear rate* of a deal is the share of 1,000 games in which the casual player of
`playouts` (sees only face-up cards, simple habits, some randomness) clears it. Levels are
ranges of it. They were chosen from the clear rates of the winnable ones among the TriPeaks
deals 0 to 99,999, whose quantiles are

==========  =====  =====  =====  =====  =====  =====  =====
 quantile     5 %   10 %   25 %   50 %   75 %   90 %   95 %
==========  =====  =====  =====  =====  =====  =====  =====
 wrap       0.000  0.012  0.088  0.280  0.500  0.664  0.740
 no wrap    0.000  0.000  0.004  0.048  0.192  0.376  0.488
==========  =====  =====  =====  =====  =====  =====  =====

(`Library.shipped("tripeaks", wrap=...).clear_rates` holds them all.)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal
from solitaire_core.game import Game, Rules
from solitaire_core.games import find_rules
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import Scoring
from solitaire_core.simulation import playouts, share_error
from solitaire_core.solving.peaks import best_line
from solitaire_core.solving.solve import solve

__all__ = ["GAMES_A_GRADE", "LEVELS", "Grade", "Level", "Par", "find_level", "grade", "par"]

GAMES_A_GRADE = 1000
"""Games of the casual player from which a clear rate is taken."""


@dataclass(frozen=True, slots=True)
class Level:
    """A range of clear rates under certain rules.

    Attributes
    ----------
    name : str
        The level's name.
    rules : Rules
        The game and its options.
    low, high : float
        Deals of this level are winnable, and `low <= clear rate < high`.

    Raises
    ------
    ValueError
        If the range is empty or a bound is not a number.
    """

    name: str
    rules: Rules
    low: float = 0.0
    high: float = 2.0

    def __post_init__(self) -> None:
        if not 0 <= self.low < self.high:
            raise ValueError(
                f"a level's clear rates run from low to below high, not {self.low} to {self.high}"
            )

    def accepts(self, winnable: bool, clear_rate: float) -> bool:
        """Whether a deal is of this level."""
        return winnable and self.low <= clear_rate < self.high


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        # The friendliest quarter (25.1 %) of the winnable deals with the wrap.
        Level("easy", find_rules("tripeaks", wrap=True), 0.5),
        # A quarter of them (26.1 %), below the median.
        Level("medium", find_rules("tripeaks", wrap=True), 0.1, 0.3),
        # A casual player clears these less than one time in 25: 46.3 % of the winnable deals
        # without the wrap.
        Level("hard", find_rules("tripeaks", wrap=False), 0.0, 0.04),
        # Whatever the day brings, as long as it can be won.
        Level("daily", find_rules("tripeaks", wrap=True)),
    )
}
"""The levels of TriPeaks, by name."""


def find_level(level: str | Level) -> Level:
    """A level by its name, or the one that is given.

    Raises
    ------
    ValueError
        If there is no such level.
    TypeError
        If it is neither a name nor a level.
    """
    if isinstance(level, str):
        if level not in LEVELS:
            raise ValueError(f"no level {level!r}: there are {', '.join(LEVELS)}")
        return LEVELS[level]
    if not isinstance(level, Level):
        raise TypeError(f"a level is a name or a Level, not {type(level).__name__}")
    return level


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a deal is.

    Attributes
    ----------
    deal : Deal
        The deal.
    winnable : bool
        Whether it can be won.
    fewest_turns : int or None
        The fewest stock turns of a winning line.
    cleared, games : int
        How many of so many games the casual player cleared.
    """

    deal: Deal
    winnable: bool
    fewest_turns: int | None
    cleared: int
    games: int

    @property
    def clear_rate(self) -> float:
        """The share of the casual player's games that were cleared."""
        return self.cleared / self.games

    @property
    def clear_rate_error(self) -> float:
        """Its standard error."""
        return share_error(self.clear_rate, self.games)

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels that the deal belongs to, `daily` left out."""
        return tuple(
            level.name
            for level in LEVELS.values()
            if level.name != "daily"
            and level.rules == self.deal.rules
            and level.accepts(self.winnable, self.clear_rate)
        )

    def to_json(self) -> dict[str, Any]:
        """The grade as JSON values."""
        return {
            "deal": str(self.deal),
            "verdict": "winnable" if self.winnable else "unwinnable",
            "fewest_turns": self.fewest_turns,
            "clear_rate": self.clear_rate,
            "clear_rate_error": self.clear_rate_error,
            "levels": list(self.levels),
        }


def grade(deal: Deal, *, games: int = GAMES_A_GRADE, seed: int = 0) -> Grade:
    """Measure how hard a deal is.

    Parameters
    ----------
    deal : Deal
        A deal of the peaks family.
    games : int
        How many games the casual player plays, 1 to 1,000,000,000.
    seed : int
        0 to 2**64 - 1: the same seed gives the same grade, on every platform.

    Returns
    -------
    Grade

    Raises
    ------
    ValueError
        If a figure is out of range.
    TypeError
        If it is no deal of the peaks family.

    Notes
    -----
    About a millisecond for TriPeaks. With 1,000 games the standard error is 1.6 % at most.

    Examples
    --------
    >>> found = grade(Deal("tripeaks", 4))
    >>> found.winnable, found.clear_rate, found.levels
    (True, 0.679, ('easy',))
    """
    if not isinstance(deal, Deal):
        raise TypeError(f"grade takes a Deal, not {type(deal).__name__}")
    games = whole_number(games, "games", 1, 10**9)
    seed = whole_number(seed, "seed", 0, 2**64 - 1)
    solution = solve(deal)
    cleared = 0
    if solution.winnable:  # else nobody clears it
        cleared = int(playouts(deal, games, "casual", seed)["won"].sum())
    return Grade(deal, solution.winnable, solution.fewest_turns, cleared, games)


@dataclass(frozen=True, slots=True)
class Par:
    """What scores a deal allows.

    Attributes
    ----------
    scoring : str
        The scoring system.
    worst, best : int or None
        The worst and the best score of the lines that clear the tableau; None where none does.
    best_of_any : int
        The best score at any moment of any line, cleared or not.
    mean, mean_error : float
        The mean score at the end of the casual player's games, cleared or not, and its
        standard error.
    games : int
        How many games that were.
    clear_rate : float
        The share of them that cleared the tableau.
    """

    scoring: str
    worst: int | None
    mean: float
    mean_error: float
    best: int | None
    best_of_any: int
    games: int
    clear_rate: float

    def to_json(self) -> dict[str, Any]:
        """The scores as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def par(
    position: Game[Any] | Deal,
    scoring: str | Scoring | None = None,
    *,
    games: int = GAMES_A_GRADE,
    seed: int = 0,
) -> Par:
    """The worst, the usual and the best score of a deal, to hold one's own against.

    Parameters
    ----------
    position : Game or Deal
        A deal, or any position with all cards known; its score so far counts.
    scoring : str or Scoring, optional
        The scoring system; by default the game's.
    games : int
        How many games the casual player plays, 1 to 1,000,000,000.
    seed : int
        Their seed, 0 to 2**64 - 1.

    Returns
    -------
    Par

    Raises
    ------
    ValueError
        If a figure is out of range, there is no such system, a card that matters is unknown,
        or the system earns points for turning the stock.
    TypeError
        If it is neither a game nor a deal.

    Notes
    -----
    Some 7 ms for TriPeaks.

    Examples
    --------
    >>> found = par(Deal("tripeaks", 0), "chain")
    >>> found.worst, found.best, found.best_of_any
    (39, 159, 186)
    """
    games = whole_number(games, "games", 1, 10**9)
    game = position.start() if isinstance(position, Deal) else position
    if not isinstance(game, PeaksGame):
        raise TypeError(f"par takes a game or a deal, not {type(game).__name__}")
    if scoring is not None:
        game = game.with_scoring(scoring)
    played = playouts(game, games, "casual", seed)
    scores = played["score"].astype(float)
    spread = float(scores.std(ddof=1)) if games > 1 else 0.0
    worst, best, best_of_any = (
        found and found[0]
        for found in (best_line(game, goal) for goal in ("worst-clear", "best-clear", "best"))
    )
    assert best_of_any is not None  # stopping at once is a line
    return Par(
        game.scoring.name,
        worst,
        float(scores.mean()),
        spread / sqrt(games),
        best,
        best_of_any,
        games,
        float(played["won"].mean()),
    )
