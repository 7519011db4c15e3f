"""The peaks family decided: lattices, single positions, which moves keep a win."""

from __future__ import annotations

import time
from collections.abc import Sequence

from solitaire_core import _fast
from solitaire_core.games.layout import Layout
from solitaire_core.once import Once
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.scoring import Scoring, find_scoring
from solitaire_core.solving.solution import Solution, Stats, Verdict

__all__ = [
    "MOST_REMOVED_SETS",
    "WinTable",
    "best_line",
    "count_lines",
    "lattice_of",
    "solve_peaks",
    "winning_moves",
]

MOST_REMOVED_SETS = 2_000_000
"""Layouts with more removed sets than this are refused."""


def lattice_of(layout: Layout) -> _fast.Lattice:
    """The lattice of removed sets of a layout: built on first use, then shared.

    Parameters
    ----------
    layout : Layout
        The layout.

    Returns
    -------
    Lattice
        Tables that every solver of the layout reads. The eight layouts used last are kept
        (three peaks: 2.3 MB, golf: 32 MB).

    Raises
    ------
    ValueError
        If the layout has more than 2,000,000 removed sets; the text gives the number.
    MemoryError
        If the tables do not fit in memory.

    Notes
    -----
    O(removed sets * their steps) time: some 10 ms for three peaks, less than 100 for golf.
    Safe to call from several threads: one builds, and those that ask for the same layout wait.
    """
    return _lattices((layout.name, layout.covered_by))


def solve_peaks(game: PeaksGame, objective: str, scoring: str | Scoring | None = None) -> Solution:
    """Decide a position of the peaks family; see `solve`."""
    if scoring is not None and find_scoring(scoring) != game.scoring:
        game = game.with_scoring(scoring)
    lattice = lattice_of(game.rules.layout)
    start = time.process_time()
    line: Sequence[PeaksMove] | None = _fast.solve_state(game, lattice)
    verdict = Verdict.UNWINNABLE if line is None else Verdict.WINNABLE
    value: int | None = None
    name = None
    if objective == "fewest-turns":
        value = None if line is None else sum(move.is_turn for move in line)
    elif objective == "count":
        value = 0 if line is None else count_lines(game)
    elif objective != "win":
        name = game.scoring.name
        found = None
        if verdict is Verdict.WINNABLE or objective == "best":
            found = best_line(game, objective)
        value, line = (None, None) if found is None else found
    stats = Stats(time.process_time() - start, 16 * lattice.sets)
    moves = None if line is None else tuple(line)
    return Solution(verdict, moves, value, objective, name, "", stats)


def best_line(game: PeaksGame, objective: str) -> tuple[int, list[PeaksMove]] | None:
    """The score that an objective of `solve` asks for, and its line, by the game's scoring.

    Parameters
    ----------
    game : PeaksGame
        The position.
    objective : str
        `best`, `best-clear` or `worst-clear`.

    Returns
    -------
    (int, list of PeaksMove) or None
        None where a line has to clear the tableau and none does.

    Raises
    ------
    ValueError, MemoryError
        As `solve`.
    """
    lattice = lattice_of(game.rules.layout)
    return _fast.best_score(game, lattice, objective, game.scoring.lower_is_better)


def _lattice(layout: tuple[str, tuple[tuple[int, ...], ...]]) -> _fast.Lattice:
    name, covered_by = layout
    try:
        return _fast.Lattice(_fast.Covers(covered_by), MOST_REMOVED_SETS)
    except OverflowError:
        size, exact = _count_removed_sets(covered_by)
        raise ValueError(
            f"the layout {name} has {'' if exact else 'at least '}{size:,} removed sets:"
            f" at most {MOST_REMOVED_SETS:,} can be solved"
        ) from None


_lattices = Once(_lattice, 8)


def _count_removed_sets(covered_by: tuple[tuple[int, ...], ...]) -> tuple[int, bool]:
    """How many removed sets a layout has, and whether that is exact.

    Sets of parts that no cover joins multiply. Within a part, either a chosen card is gone,
    and all above it, or it stays, and all below it. The count of a part is remembered;
    parts beyond a budget of 100,000 count as 1 (so that the answer is a lower bound).
    """
    cards = len(covered_by)
    above = [1 << place for place in range(cards)]
    for _ in range(cards):
        for place, on in enumerate(covered_by):
            for other in on:
                above[place] |= above[other]
    below = [
        sum(1 << other for other in range(cards) if above[other] >> place & 1)
        for place in range(cards)
    ]
    known: dict[int, int] = {0: 1}
    exact = True

    def parts(places: int) -> list[int]:
        found = []
        while places:
            part = grown = places & -places
            while grown:
                near = 0
                for place in _bits(grown):
                    near |= (above[place] | below[place]) & places
                grown = near & ~part
                part |= near
            found.append(part)
            places &= ~part
        return found

    def count(places: int) -> int:
        nonlocal exact
        total = 1
        for part in parts(places):
            if part not in known:
                if len(known) > 100_000:
                    exact = False
                    continue
                # The card whose fate settles most others.
                pivot = max(
                    _bits(part),
                    key=lambda p: min((above[p] & part).bit_count(), (below[p] & part).bit_count()),
                )
                known[part] = count(part & ~above[pivot]) + count(part & ~below[pivot])
            total *= known[part]
        return total

    return count((1 << cards) - 1), exact


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


class WinTable:
    """Which positions of one deal can still be won: built once, then asked at no cost.

    Parameters
    ----------
    game : PeaksGame
        Any position with all cards known. The table answers for it and for every position
        that can come after it; build it from the deal's first position to have answers for
        a whole game.

    Raises
    ------
    ValueError
        If a card that matters is unknown, the position cannot occur, or the layout is too
        large.

    Notes
    -----
    Under a millisecond to build for three peaks; 16 bytes for each removed set (367 kB).

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 1).start()
    >>> table = WinTable(game)
    >>> table.can_win(game)
    True
    >>> {str(move): keeps for move, keeps in table.moves(game).items()}
    {'5S': True, '5D': True, 'turn': True}
    """

    __slots__ = ("_table",)

    def __init__(self, game: PeaksGame) -> None:
        self._table = _fast.WinTable(game, lattice_of(game.rules.layout))

    def can_win(self, game: PeaksGame) -> bool:
        """Whether a position of the deal can still be won.

        Parameters
        ----------
        game : PeaksGame
            The game that the table was built from, further on, or another of the same cards
            and rules.

        Raises
        ------
        ValueError
            If the position is of another game, or from before the table's.
        """
        return self._table.can_win(game)

    def reaches(self, game: PeaksGame) -> bool:
        """Whether the table has an answer for a position: same cards and rules, not earlier."""
        return self._table.reaches(game)

    def moves(self, game: PeaksGame) -> dict[PeaksMove, bool]:
        """For each legal move whether the game can still be won after it.

        Raises
        ------
        ValueError
            If the position is of another game, or from before the table's.
        """
        self._table.can_win(game)
        after = game.copy()
        keeps = {}
        for move in game.legal_moves:
            after.push(move)
            keeps[move] = self._table.can_win(after)
            after.pop()
        return keeps


def winning_moves(game: PeaksGame) -> dict[PeaksMove, bool]:
    """For each legal move of a position whether the game can still be won after it.

    Parameters
    ----------
    game : PeaksGame
        Any position with all cards known.

    Returns
    -------
    dict
        Every legal move, in the order of `legal_moves`.

    Raises
    ------
    ValueError
        If a card that matters is unknown, the position cannot occur, or the layout is too
        large.

    See Also
    --------
    WinTable : answers for many positions of one deal.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> winning_moves(Deal("tripeaks", 1).start())
    {PeaksMove('5S'): True, PeaksMove('5D'): True, PeaksMove('turn'): True}
    """
    return WinTable(game).moves(game)


def count_lines(game: PeaksGame) -> int:
    """How many different sequences of moves clear the tableau.

    Parameters
    ----------
    game : PeaksGame
        Any position with all cards known.

    Returns
    -------
    int
        Exact, whatever its size.

    Raises
    ------
    ValueError
        If a card that matters is unknown, the position cannot occur, or the layout is too
        large.

    Notes
    -----
    Counted in 64 bits, and once more in Python's integers (which takes seconds) where these
    may not have been enough.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> count_lines(Deal("tripeaks", 0).start())
    4162842833
    """
    lattice = lattice_of(game.rules.layout)
    counted = _fast.count_lines(game, lattice)
    if counted is not None:
        return counted
    known: dict[tuple[int, int, int], int] = {}
    table = WinTable(game)
    return _count_on(game.copy(), table, known)


def _count_on(game: PeaksGame, table: WinTable, known: dict[tuple[int, int, int], int]) -> int:
    """The lines from a position, at most 51 moves deep."""
    key = game.removed, game.turned, game.top.code
    if key not in known:
        lines = 1 if not game.cards_left else 0
        if table.can_win(game):
            for move in game.legal_moves:
                game.push(move)
                lines += _count_on(game, table, known)
                game.pop()
        known[key] = lines
    return known[key]
