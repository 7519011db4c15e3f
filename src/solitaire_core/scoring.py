"""Scoring systems of the peaks family: small objects, all with one interface.

A system says what a card is worth by its position in its chain, what a tip (a card with
none under it, such as the three tips of TriPeaks) is worth on top of that, what turning the
stock costs, and what a win adds. `game.score` follows it with every push and pop, and
`solve` finds the best and the worst that a deal allows under it.

============  ==================  ============================  ======  ==================
system        k-th card of chain  tips, in the order they go    a turn  at a win
============  ==================  ============================  ======  ==================
`chain`       k                   -                             0       -
`run10`       10 k                150 each, 500 the last        0       25 per spare card
`hogue`       k                   15 each, 30 the last          -5      -
`collection`  100 + 200 (k - 1)   500, 1000, 5000               0       -
`golf`        -1 from 35          -                             0       -1 per spare card
============  ==================  ============================  ======  ==================

In golf fewer is better.

Layouts with other numbers of tips than three: the last tip counts as the third, the one
before it as the second, all others as the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

__all__ = [
    "CHAIN",
    "COLLECTION",
    "GOLF_SCORE",
    "HOGUE",
    "RUN10",
    "SCORINGS",
    "Points",
    "Run10",
    "Scoring",
    "find_scoring",
]

_DECK = 52


class Scoring:
    """A scoring system: override what differs from zero.

    Attributes
    ----------
    name : str
        The system's name.
    lower_is_better : bool
        Whether the best score is the lowest one.

    Notes
    -----
    The methods must be functions of their arguments alone: they are asked once and their
    answers are kept in tables. Points lie between -1,000,000 and 1,000,000.

    Examples
    --------
    >>> class Doubling(Scoring):
    ...     name = "doubling"
    ...     def card(self, chain):
    ...         return 2 ** min(chain, 10)
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 0).start(scoring=Doubling())
    >>> for move in ("JH", "QD", "KH", "AC"):
    ...     game.push(move)
    >>> game.score, game.chain
    (30, 4)
    """

    name: str = "none"
    lower_is_better: bool = False

    def start(self, cards: int) -> int:
        """The score of a deal of so many tableau cards."""
        return 0

    def card(self, chain: int) -> int:
        """Points for the card that makes the chain so long (1 for its first card)."""
        return 0

    def tip(self, number: int, tips: int) -> int:
        """Points on top for the tip that goes as the `number`-th (from 1) of `tips`."""
        return 0

    def turn(self) -> int:
        """Points for turning the stock."""
        return 0

    def win(self, stock_left: int) -> int:
        """Points at a win, with so many stock cards left."""
        return 0


@dataclass(frozen=True)
class Points(Scoring):
    """A scoring system as numbers.

    Attributes
    ----------
    name : str
        The system's name.
    first, step : int
        The first card of a chain is worth `first`, each further one `step` more.
    tips : sequence of int
        What tips are worth: the last number for the last tip to go, the one before it for
        the one before; the first number for all earlier ones. Empty: nothing.
    turned : int
        Points for each turn of the stock.
    spare : int
        Points at a win for each stock card left.
    begin : int or None
        The score at the start; None for the number of tableau cards.
    lower_is_better : bool
        Whether the best score is the lowest one.

    Examples
    --------
    >>> Points("mine", first=5, step=5, tips=(50,), turned=-1).card(3)
    15
    """

    name: str
    first: int = 1
    step: int = 1
    tips: tuple[int, ...] = ()
    turned: int = 0
    spare: int = 0
    begin: int | None = 0
    lower_is_better: bool = False

    def start(self, cards: int) -> int:
        """The score of a deal of so many tableau cards."""
        return cards if self.begin is None else self.begin

    def card(self, chain: int) -> int:
        """Points for the card that makes the chain so long."""
        return self.first + self.step * (chain - 1)

    def tip(self, number: int, tips: int) -> int:
        """Points on top for the tip that goes as the `number`-th of `tips`."""
        if not self.tips:
            return 0
        return self.tips[max(0, len(self.tips) - 1 - (tips - number))]

    def turn(self) -> int:
        """Points for turning the stock."""
        return self.turned

    def win(self, stock_left: int) -> int:
        """Points at a win, with so many stock cards left."""
        return self.spare * stock_left


@dataclass(frozen=True)
class Run10(Points):
    """`run10`: ten points more for each card of a run, with levels, stars and a clock.

    The caller keeps the time; nothing here reads a clock. The level multiplies the total at
    the end of the game, won or lost.

    Attributes
    ----------
    level : str
        `easy`, `medium`, `daily` or `hard`: a time limit of 4, 6, 6 and 8 minutes and a
        multiplier of 1, 2, 2 and 3.

    Examples
    --------
    >>> hard = Run10(level="hard")
    >>> hard.final(1000, won=True, seconds=240), hard.final(1000, won=False)
    (4440, 3000)
    >>> [hard.stars(won=True, stock_left=n) for n in (0, 3, 8)]
    [1, 2, 3]
    """

    name: str = "run10"
    first: int = 10
    step: int = 10
    tips: tuple[int, ...] = (150, 150, 500)
    spare: int = 25
    level: str = "easy"

    LEVELS: ClassVar[dict[str, tuple[int, int]]] = {
        "easy": (240, 1),
        "medium": (360, 2),
        "daily": (360, 2),
        "hard": (480, 3),
    }
    BONUS_PER_SECOND: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if self.level not in self.LEVELS:
            raise ValueError(f"no level {self.level!r}: there are {', '.join(self.LEVELS)}")

    @property
    def time_limit(self) -> int:
        """The level's time limit in seconds."""
        return self.LEVELS[self.level][0]

    @property
    def multiplier(self) -> int:
        """What the level multiplies the total with."""
        return self.LEVELS[self.level][1]

    def time_bonus(self, seconds: float) -> int:
        """Points for a win after so many seconds: 2 for each whole second of the limit left.

        Raises
        ------
        ValueError
            If the seconds are negative or not a number.
        """
        if not seconds >= 0:
            raise ValueError(f"seconds are 0 or more, not {seconds}")
        if seconds >= self.time_limit:
            return 0
        return self.BONUS_PER_SECOND * int(self.time_limit - seconds)

    def final(self, score: int, *, won: bool, seconds: float | None = None) -> int:
        """The total at the end of a game.

        Parameters
        ----------
        score : int
            `game.score` at the end (at a win, the spare cards are in it).
        won : bool
            Whether the tableau was cleared.
        seconds : float, optional
            The time played; without it there is no time bonus.
        """
        bonus = self.time_bonus(seconds) if won and seconds is not None else 0
        return (score + bonus) * self.multiplier

    def stars(self, *, won: bool, stock_left: int) -> int:
        """0 without a win; 1 for a win, 2 from 3 spare stock cards, 3 from 8."""
        if not won:
            return 0
        return 1 + (stock_left >= 3) + (stock_left >= 8)


CHAIN = Points("chain")
RUN10 = Run10()
HOGUE = Points("hogue", tips=(15, 15, 30), turned=-5)
COLLECTION = Points("collection", first=100, step=200, tips=(500, 1000, 5000))
GOLF_SCORE = Points("golf", first=-1, step=0, spare=-1, begin=None, lower_is_better=True)

SCORINGS: dict[str, Points] = {
    system.name: system for system in (CHAIN, RUN10, HOGUE, COLLECTION, GOLF_SCORE)
}
"""The scoring systems that come with the package, by name."""


def find_scoring(scoring: str | Scoring) -> Scoring:
    """A scoring system by its name, or the one that is given.

    Raises
    ------
    ValueError
        If there is no such system.
    TypeError
        If it is neither a name nor a scoring system.
    """
    if isinstance(scoring, str):
        if scoring not in SCORINGS:
            raise ValueError(f"no scoring {scoring!r}: there are {', '.join(SCORINGS)}")
        return SCORINGS[scoring]
    if not isinstance(scoring, Scoring):
        raise TypeError(f"a scoring is a name or a Scoring, not {type(scoring).__name__}")
    return scoring


def tabulate(
    scoring: Scoring, tips: int
) -> tuple[Sequence[int], Sequence[int], int, Sequence[int]]:
    """A scoring system in the numbers that the compiled core keeps.

    Parameters
    ----------
    scoring : Scoring
        The system.
    tips : int
        The layout's tips.

    Returns
    -------
    card, tip, turn, win
        Points for the k-th card of a chain and on top for the k-th tip (52 entries, the
        first not used), for a turn, and at a win by the stock cards left (52 entries).

    Raises
    ------
    TypeError
        If a method returns anything but a whole number; the text names it.
    """

    def whole(value: Any, what: str) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"{scoring.name}: {what} gave {value!r}, not a whole number")
        return int(value.__index__())

    return (
        [0] + [whole(scoring.card(k), f"card({k})") for k in range(1, _DECK)],
        [0]
        + [whole(scoring.tip(k, tips), f"tip({k}, {tips})") if k <= tips else 0
           for k in range(1, _DECK)],
        whole(scoring.turn(), "turn()"),
        [whole(scoring.win(n), f"win({n})") for n in range(_DECK)],
    )  # fmt: skip
