"""The Klondike family decided: a search within limits, whose lines are replayed by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solitaire_core import _fast
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.solving.limits import Limits
from solitaire_core.solving.solution import Solution, Stats, Verdict
from solitaire_core.solving.verify import verify

__all__ = ["Found", "solve_klondike"]

Found = Callable[[tuple[KlondikeMove, ...]], object]


def solve_klondike(
    game: KlondikeGame,
    limits: Limits,
    *,
    found: Found | None = None,
    improve: bool = False,
    second_hash: bool = False,
    without: Iterable[str] = (),
) -> Solution:
    """Decide a position of the Klondike family.

    Parameters
    ----------
    game : KlondikeGame
        The position.
    limits : Limits
        How far the search may go.
    found, improve, second_hash
        As `solve`.
    without : iterable of str
        Names out of `_fast.KLONDIKE_PRUNINGS`: parts of the search that are not to be used,
        for tests.

    Returns
    -------
    Solution

    Raises
    ------
    RuntimeError
        If the rules do not accept a line of the search. This is a fault of the search.
    ValueError, MemoryError, KeyboardInterrupt
        As `solve`.
    """
    accepted: tuple[KlondikeMove, ...] | None = None

    def tell(moves: list[KlondikeMove]) -> None:
        nonlocal accepted
        line = tuple(moves)
        _check(game, line)
        accepted = line
        if found is not None:
            found(line)

    verdict, moves, reason, figures = _fast.solve_klondike(
        game,
        nodes=limits.nodes,
        seconds=limits.seconds,
        memory=limits.memory,
        cancel=limits.cancel,
        found=tell,
        improve=improve,
        second_hash=second_hash,
        without=without,
    )
    line = None if moves is None else tuple(moves)
    if line is not None and line != accepted:
        _check(game, line)
    if (verdict == Verdict.WINNABLE) != (line is not None):
        raise RuntimeError(f"the solver's verdict {verdict} does not go with its line: report it")
    return Solution(Verdict(verdict), line, None, "win", None, reason, Stats(**figures))


def _check(game: KlondikeGame, line: tuple[KlondikeMove, ...]) -> None:
    replayed = verify(game, line)
    if not replayed:
        raise RuntimeError(f"the solver's line does not win, please report: {replayed.reason}")
