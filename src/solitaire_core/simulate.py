"""Many deals played by a policy, into numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core._fast import whole_number
from solitaire_core.game import Rules
from solitaire_core.policies import BatchPolicy, Policy
from solitaire_core.scoring import Scoring
from solitaire_core.simulate_run import KLONDIKE_ROW, PEAKS_ROW, Run

__all__ = ["CHUNK", "KLONDIKE_ROW", "PEAKS_ROW", "simulate", "simulate_chunks"]

CHUNK = 1_000_000
"""Deals a chunk of `simulate_chunks`, where nothing else is said."""


def simulate(
    game: str | Rules,
    numbers: range | Sequence[int] | NDArray[Any],
    policy: str | Policy | BatchPolicy = "greedy",
    seed: int = 0,
    *,
    numbering: str = "sc1",
    games: int | None = None,
    most_moves: int = 1000,
    scoring: str | Scoring | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    out: NDArray[Any] | None = None,
    **options: Any,
) -> NDArray[Any]:
    """Play many deals by a policy that knows what a player knows.

    Parameters
    ----------
    game : str or Rules
        The game.
    numbers : range, sequence of int, or integer array of shape (count,)
        The deal numbers, in any order; a range takes no memory.
    policy : str, Policy or BatchPolicy
        `random`, `greedy`, `lookahead`, `sampling`, in the peaks family `casual` too, or an
        object: see `solitaire_core.policies`.
    seed : int
        0 to 2**64 - 1.
    numbering : str
        What the numbers mean: `sc1`, `pysol` or `ms`.
    games : int, optional
        Games of each deal, 1 to 1,000,000; they differ in their random numbers.
    most_moves : int
        How many moves a game takes at the most, 1 to 1,000,000. Random play of the Klondike
        family need not end by itself.
    scoring : str or Scoring, optional
        Peaks family: the scoring system; by default the game's.
    threads : int, optional
        Threads to work with, 1 to 1024; by default one for each processor that this process may
        use, and one where the policy is written in Python (with more, it is asked from several
        threads at once).
    progress : callable, optional
        Called with the number of deals played so far, several times a second, from the thread
        that called. What it raises ends the run.
    out : ndarray, optional
        An array to write to and return, of the type and shape that would be returned, in one
        piece.
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    ndarray of `PEAKS_ROW` or `KLONDIKE_ROW`, shape (count,) or, with `games`, (count, games)
        Row i is of `numbers[i]`. Both families: `won` (bool), `score`, `moves` (made) and `turns`
        (those of them that turned, dealt or turned over the stock). Peaks family: `score` (int32)
        by the scoring system and `longest_chain`. Klondike family: `home` (cards on the
        foundations at the end), `score` (int16, the dollars of the Vegas rule: 52 down for each
        deck, 5 up for each card at home) and `passes` (the pass through the stock in which the
        game ended, from 1).

    Raises
    ------
    ValueError
        If there is no such game, option, numbering, policy or scoring, the policy does not play
        the game, or a figure or a number is out of range; the text names it.
    TypeError
        If a value is of the wrong type.
    IllegalMoveError
        If a policy makes a move that is not legal; the text names the policy and the deal.
    KeyboardInterrupt
        On Ctrl-C, within a small part of a second.

    Notes
    -----
    Game g of a deal depends on the rules, the numbering, the deal number, the policy, the seed and
    g alone: not on where the number stands among the others, nor on the number of threads. (A
    model that is asked in batches has to answer for each row by itself.)

    Built-in policies run in the core without the GIL. CPU time on a machine of today, dealing
    included: TriPeaks 1 microsecond a game at random, 1.4 greedy, 3.5 with lookahead; Klondike
    25 microseconds greedy, 200 with lookahead. Memory: the rows (8 or 16 bytes a game), and less
    than 1 MB a thread; 2 MB more with `pysol` numbers, 10 MB more with a policy that is asked in
    batches. `simulate_chunks` does with a chunk's rows.

    Examples
    --------
    >>> rows = simulate("tripeaks", range(1000), "greedy")
    >>> int(rows["won"].sum()), int(rows["longest_chain"].max())
    (496, 18)
    >>> rows = simulate("klondike", [4, 7], "lookahead", games=3, draw=3)
    >>> rows.shape, rows["home"].tolist()
    ((2, 3), [[24, 24, 24], [52, 52, 52]])

    A policy of one's own:

    >>> class LastMove:
    ...     name = "last move"
    ...     def choose(self, turn):
    ...         return turn.moves[-1]
    >>> simulate("tripeaks", range(3), LastMove())["turns"].tolist()
    [23, 23, 23]
    """
    run = Run(game, numbers, policy, seed, numbering, games, most_moves, scoring, threads, options)
    _check_progress(progress)
    rows = np.empty(run.shape(run.count), run.row) if out is None else out
    run.check_out(rows, run.count)
    run.play(0, run.count, rows.reshape(-1), progress)
    return rows


def simulate_chunks(
    game: str | Rules,
    numbers: range | Sequence[int] | NDArray[Any],
    policy: str | Policy | BatchPolicy = "greedy",
    seed: int = 0,
    *,
    chunk: int = CHUNK,
    numbering: str = "sc1",
    games: int | None = None,
    most_moves: int = 1000,
    scoring: str | Scoring | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    out: NDArray[Any] | None = None,
    **options: Any,
) -> Iterator[tuple[int, NDArray[Any]]]:
    """As `simulate`, a chunk of deals at a time: any number of deals in bounded memory.

    Parameters
    ----------
    chunk : int
        Deals a chunk, 1 or more. The games do not depend on it.
    out : ndarray, optional
        An array of the type of the rows and of the shape (chunk,) or (chunk, games), to which
        every chunk is written in turn; what was there before is lost. By default each chunk has
        an array of its own.
    progress : callable, optional
        Called with the number of deals played so far, of all chunks.
    game, numbers, policy, seed, numbering, games, most_moves, scoring, threads, **options
        As for `simulate`.

    Yields
    ------
    start : int
        The index in `numbers` of the chunk's first deal.
    rows : ndarray
        The chunk's rows, as `simulate` returns them.

    Raises
    ------
    ValueError, TypeError, KeyboardInterrupt
        As `simulate`; bad arguments at once, not when the first chunk is asked for.

    Examples
    --------
    >>> won = 0
    >>> for start, rows in simulate_chunks("tripeaks", range(2500), "greedy", chunk=1000):
    ...     won += int(rows["won"].sum())
    >>> start, len(rows), won
    (2000, 500, 1258)
    """
    run = Run(game, numbers, policy, seed, numbering, games, most_moves, scoring, threads, options)
    chunk = whole_number(chunk, "chunk", 1, 2**40)
    _check_progress(progress)
    if out is not None:
        run.check_out(out, chunk)

    def chunks() -> Iterator[tuple[int, NDArray[Any]]]:
        for start in range(0, run.count, chunk):
            count = min(chunk, run.count - start)
            rows = np.empty(run.shape(count), run.row) if out is None else out[:count]

            def tell(done: int, before: int = start) -> None:
                if progress is not None:
                    progress(before + done)

            run.play(start, start + count, rows.reshape(-1), tell)
            yield start, rows

    return chunks()


def _check_progress(progress: object) -> None:
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of a number, not {progress!r}")
