"""Building a deal library, block by block, so that a build that stops can go on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from solitaire_core._fast import whole_number
from solitaire_core.deals import check_range
from solitaire_core.files import refuse_what_is_no_file
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import GAMES_A_GRADE
from solitaire_core.library.checkpoint import Checkpoint
from solitaire_core.library.container import MOST_DEALS
from solitaire_core.library.file import Columns, Header, write
from solitaire_core.library.library import Library
from solitaire_core.library.measure import measure
from solitaire_core.scoring import SCORINGS, find_scoring
from solitaire_core.solving.decide import decide, numbered
from solitaire_core.workers import thread_count, work_through

__all__ = ["build_library"]

_BLOCK = 256


def build_library(
    path: str | PathLike[str],
    game: str | Rules,
    first: int,
    count: int,
    *,
    numbering: str = "sc1",
    scoring: str | None = None,
    games: int = GAMES_A_GRADE,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Library:
    """Measure a range of deals and write a library of them.

    Parameters
    ----------
    path : str or path
        The file to write; what stands there is replaced at the end.
    game : str or Rules
        The game.
    first, count : int
        The deals `first` to `first + count - 1`; at most 100,000,000.
    numbering : str
        Their numbering.
    scoring : str, optional
        The scoring system of the pars, one of those that come with the package; by default
        the game's own. A par is the best score of the lines that clear; under `golf`, where a
        hole need not be cleared, of any line.
    games, seed : int
        The casual player's games for each deal, and their seed.
    threads : int, optional
        Threads to work with; by default one for each processor that this process may use.
    progress : callable, optional
        Called with the number of deals measured so far, several times a second.
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    Library

    Raises
    ------
    ValueError
        If there is no such game, option, numbering or scoring, or a figure is out of range.
    LibraryError
        If `path` + `.part` is the checkpoint of another build.
    OSError
        If a file cannot be written.
    KeyboardInterrupt
        On Ctrl-C. What has been measured is kept.

    Notes
    -----
    Some 2 ms of CPU a deal of TriPeaks. Blocks of 256 deals are appended to the checkpoint,
    `path` + `.part`, as they are done, and synced; the same call goes on from there, and drops
    a block that was not written to its end. The same library comes out in any case. Memory: 6
    bytes a deal and those of the searches.
    """
    rules = find_rules(game, **options)
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"a library is of a game of the peaks family, not of {rules.name}")
    count = whole_number(count, "count", 1, MOST_DEALS)
    check_range(first, count, numbering)
    system = find_scoring(rules.scoring.name if scoring is None else scoring)
    if SCORINGS.get(system.name) is not system:
        raise ValueError(f"a library's scoring is one of {', '.join(SCORINGS)}")
    threads = thread_count(threads)
    header = Header(
        rules,
        numbering,
        int(first),
        count,
        whole_number(games, "games", 1, 10**9),
        whole_number(seed, "seed", 0, 2**64 - 1),
        system.name,
        "best" if system.lower_is_better else "best-clear",
        f"solitaire-core {version('solitaire-core')}",
    )
    target = Path(path)
    refuse_what_is_no_file(target)  # now, and not when all is measured
    part = target.with_name(target.name + ".part")
    columns = Columns.empty(count)
    blocks = _Blocks(columns)
    with Checkpoint(part, header.to_json(), b"blk1", blocks.size, blocks.take) as checkpoint:
        _measure_all(header, columns, checkpoint, threads, progress)
    sha256 = write(target, header, columns)
    part.unlink()
    return Library(header, Columns.from_bytes(columns.to_bytes()), sha256)


def _measure_all(
    header: Header,
    columns: Columns,
    checkpoint: Checkpoint,
    threads: int,
    progress: Callable[[int], object] | None,
) -> None:
    blocks = [block for block in range(0, header.count, _BLOCK) if block not in checkpoint.done]
    measured = header.count - sum(min(_BLOCK, header.count - block) for block in blocks)
    lock = threading.Lock()

    def work(number: int, check: Callable[[], None]) -> None:
        begin = blocks[number]
        end = min(begin + _BLOCK, header.count)
        numbers = range(header.first + begin, header.first + end)
        decided = decide(numbered(numbers, header.numbering), header.rules)
        turns = decided.fewest_turns.view(np.uint8)  # 255 is -1
        for index in range(begin, end):
            check()
            found = measure(header, header.first + index, int(turns[index - begin]))
            columns.fewest_turns[index], columns.cleared[index], columns.par[index] = found
        with lock:
            checkpoint.append(begin, end - begin, _Blocks(columns).data(begin, end))

    def tell(done: int) -> None:
        if progress is not None:
            progress(min(measured + done * _BLOCK, header.count))

    work_through(len(blocks), work, threads, tell)
    if not blocks:
        tell(0)


class _Blocks:
    """The blocks of a checkpoint: columns, one after the other."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def size(self, begin: int, deals: int) -> int | None:
        """How many bytes a block of so many deals takes; None if there is no such block."""
        count = len(self._columns.par)
        if begin % _BLOCK or begin >= count or deals != min(_BLOCK, count - begin):
            return None
        return 6 * deals

    def take(self, begin: int, deals: int, data: bytes) -> None:
        """Put a block where it belongs."""
        columns, end = self._columns, begin + deals
        columns.fewest_turns[begin:end] = np.frombuffer(data, np.uint8, deals)
        columns.cleared[begin:end] = np.frombuffer(data, np.uint8, deals, deals)
        columns.par[begin:end] = np.frombuffer(data, "<i4", deals, 2 * deals)

    def data(self, begin: int, end: int) -> bytes:
        """A block as bytes."""
        columns = self._columns
        return (
            columns.fewest_turns[begin:end].tobytes()
            + columns.cleared[begin:end].tobytes()
            + columns.par[begin:end].astype("<i4").tobytes()
        )
