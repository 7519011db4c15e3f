"""`solve`: one position, one verdict, one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import Scoring
from solitaire_core.solving.klondike import solve_klondike
from solitaire_core.solving.limits import Limits, limits_of
from solitaire_core.solving.peaks import solve_peaks
from solitaire_core.solving.solution import OBJECTIVES, Solution

__all__ = ["solve"]


def solve(
    position: Game[Any] | Deal,
    *,
    objective: str | None = None,
    scoring: str | Scoring | None = None,
    limits: Limits | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    cancel: Callable[[], object] | None = None,
    found: Callable[[tuple[Any, ...]], object] | None = None,
    improve: bool = False,
    second_hash: bool = False,
) -> Solution:
    """Decide a position and find the best line.

    Parameters
    ----------
    position : Game or Deal
        Any position of any game, or a deal. All cards that are still to come must be known.
    objective : str, optional
        What is asked for. In the peaks family, by default `fewest-turns`:

        - `fewest-turns`: clear the tableau with the fewest turns of the stock;
        - `best`: the best score that the game has at any moment of any line, cleared or not
          (a player may stop at any time);
        - `best-clear`, `worst-clear`: the best and the worst score at the moment of clearing;
        - `count`: how many different sequences of moves clear the tableau.

        In every game, and by default in the Klondike family - `win`: a line that wins.
    scoring : str or Scoring, optional
        Peaks family: the scoring system, for objectives that are scores; by default the game's.
        Another system scores the moves made so far anew.
    limits : Limits, optional
        How far the search may go. The peaks family takes limits and never needs them: each of
        its positions is decided.
    nodes, seconds, memory, cancel
        The limits one by one, in place of `limits`; see `Limits`. By default there is no limit
        but 512 MB of memory.
    found : callable, optional
        Called with a line, as a tuple of moves, as soon as there is one, and with each shorter
        one (in the peaks family once, with the line of the answer). What it raises ends the
        search.
    improve : bool
        Klondike family: whether to look for shorter lines for as long as the limits allow, and
        not only a little.
    second_hash : bool
        Klondike family: whether a loss is searched for once more with another, independent
        hash. Without it, two positions are taken for the same one with a chance of about n**2 /
        2**65 among n positions: 1 in 37 million for a million.

    Returns
    -------
    Solution
        In the peaks family WINNABLE or UNWINNABLE, the value and a line that has it (for
        `count` a line with the fewest turns). In the Klondike family WINNABLE with a line,
        which need not be the shortest and has been replayed by the rules alone (`verify`);
        UNWINNABLE; or UNKNOWN and the limit that was reached. The same answer for the same
        input, if no limit but that of the nodes was reached.

    Raises
    ------
    ValueError
        If a card that matters is unknown (`??`), the position cannot occur, the layout has
        more than 2,000,000 removed sets, there is no such objective or scoring or the game does
        not have it, a limit is out of range, or the system earns points for turning the stock.
    TypeError
        If it is neither a game nor a deal.
    MemoryError
        If memory is short: 16 bytes for each removed set; for scores three times as much, 8
        for each step between sets, and 16 for each way to stand at one (6 MB for three peaks, at
        most 1 GB more). In the Klondike family, where the least that a search needs is not
        there; that more is not there ends it as a limit does.
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    Every search of the peaks family is exhaustive, see `docs/solving-peaks.md`. For three peaks
    `fewest-turns` takes about 0.2 ms, scores 2 to 4 ms, counts 4 ms.

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
    >>> solve(Deal("klondike", 5), nodes=1_000_000).verdict.name
    'WINNABLE'
    """
    if objective is not None and objective not in OBJECTIVES:
        raise ValueError(f"no objective {objective!r}: there are {', '.join(OBJECTIVES)}")
    game = position.start() if isinstance(position, Deal) else position
    within = limits_of(limits, nodes, seconds, memory, cancel)
    if isinstance(game, KlondikeGame):
        if objective not in (None, "win"):
            raise ValueError(f"{game.rules.name} has the objective win, not {objective}")
        if scoring is not None:
            raise ValueError(f"{game.rules.name} has no scoring systems")
        return solve_klondike(game, within, found=found, improve=improve, second_hash=second_hash)
    if not isinstance(game, PeaksGame):
        raise TypeError(f"solve takes a game or a deal, not {type(game).__name__}")
    solution = solve_peaks(game, objective or "fewest-turns", scoring)
    if found is not None and solution.moves is not None:
        found(solution.moves)
    return solution
