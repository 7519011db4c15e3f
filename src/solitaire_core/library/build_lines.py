"""Building a library of lines, block by block, so that a build that stops can go on."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal, check_range
from solitaire_core.files import refuse_what_is_no_file
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.library.checkpoint import Checkpoint
from solitaire_core.library.container import MOST_DEALS
from solitaire_core.library.line_code import encode_line
from solitaire_core.library.line_file import LineColumns, LineHeader, write_lines
from solitaire_core.library.line_library import LineLibrary
from solitaire_core.solving.batch import stopping
from solitaire_core.solving.klondike import solve_klondike
from solitaire_core.solving.limits import Limits, limits_of
from solitaire_core.solving.solution import Verdict
from solitaire_core.workers import thread_count, work_through

__all__ = ["NODES", "build_line_library"]

NODES = 1_000_000
"""Positions that the search for a deal may look at, where a build names no limit."""

_BLOCK = 16
_MOST_BYTES = 1 << 26
_DEAL = struct.Struct("<bII")
"""A deal in a block of the checkpoint: its verdict, and the moves and the bytes of its line."""

_Found = dict[int, tuple[int, int, bytes]]
"""By the place in the range: the verdict, the moves of the line, and the line."""


def build_line_library(
    path: str | PathLike[str],
    game: str | Rules,
    first: int,
    count: int,
    *,
    numbering: str = "sc1",
    limits: Limits | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> LineLibrary:
    """Search a range of deals and write a library of those that can be won, with their lines.

    Parameters
    ----------
    path : str or path
        The file to write; what stands there is replaced at the end.
    game : str or Rules
        The game, of the Klondike family.
    first, count : int
        The deals `first` to `first + count - 1`; at most 100,000,000.
    numbering : str
        Their numbering.
    limits : Limits, optional
        How far the search for each deal may go. What is unknown then does not get in.
    nodes, seconds, memory
        The limits one by one, in place of `limits`. Where neither nodes nor seconds are named,
        it is 1,000,000 nodes.
    threads : int, optional
        Threads to work with; by default one for each processor that this process may use.
    progress : callable, optional
        Called with the number of deals searched so far, several times a second.
    **options
        Options of the game, such as `draw=3`.

    Returns
    -------
    LineLibrary

    Raises
    ------
    ValueError
        If there is no such game, option or numbering, or a figure is out of range.
    LibraryError
        If `path` + `.part` is the checkpoint of another build.
    OSError
        If a file cannot be written.
    KeyboardInterrupt
        On Ctrl-C. What has been searched is kept.

    Notes
    -----
    Blocks of 16 deals are appended to the checkpoint, `path` + `.part`, as they are done, and
    synced; the same call goes on from there. With limits of nodes alone the same library comes
    out in any case. Each line has been replayed by the rules alone before it is written.
    """
    rules = find_rules(game, **options)
    if not isinstance(rules, KlondikeRules):
        raise TypeError(f"a library of lines is of the Klondike family, not of {rules.name}")
    count = whole_number(count, "count", 1, MOST_DEALS)
    check_range(first, count, numbering, rules.decks)
    within = limits_of(limits, nodes, seconds, memory)
    if within.nodes is None and within.seconds is None:
        within = replace(within, nodes=NODES)
    threads = thread_count(threads)
    header = LineHeader(
        rules,
        numbering,
        int(first),
        count,
        within.nodes,
        within.seconds,
        within.memory,
        winnable=0,
        unwinnable=0,
        unknown=0,
        made_by=f"solitaire-core {version('solitaire-core')}",
    )
    target = Path(path)
    refuse_what_is_no_file(target)  # now, and not when all is measured
    part = target.with_name(target.name + ".part")
    blocks = _Blocks(count)
    about = {"lines": 1, **header.to_json()}
    with Checkpoint(part, about, b"lin1", blocks.size, blocks.take) as checkpoint:
        _search_all(header, within, blocks.found, checkpoint, threads, progress)
    verdicts = [verdict for verdict, _, _ in blocks.found.values()]
    header = replace(
        header,
        winnable=verdicts.count(Verdict.WINNABLE),
        unwinnable=verdicts.count(Verdict.UNWINNABLE),
        unknown=verdicts.count(Verdict.UNKNOWN),
    )
    columns = LineColumns.of(
        [
            (place, moves, line)
            for place, (verdict, moves, line) in blocks.found.items()
            if verdict == Verdict.WINNABLE
        ]
    )
    write_lines(target, header, columns)
    part.unlink()
    return LineLibrary.load(target, rules)


def _search_all(
    header: LineHeader,
    limits: Limits,
    found: _Found,
    checkpoint: Checkpoint,
    threads: int,
    progress: Callable[[int], object] | None,
) -> None:
    """Search the blocks that are not in the checkpoint."""
    blocks = [begin for begin in range(0, header.count, _BLOCK) if begin not in checkpoint.done]
    lock = threading.Lock()

    def work(number: int, check: Callable[[], None]) -> None:
        places = range(blocks[number], min(blocks[number] + _BLOCK, header.count))
        block = {place: _search(header, limits, place, check) for place in places}
        data = _Blocks.data(block)
        with lock:
            found.update(block)
            checkpoint.append(places.start, len(data), data)

    def tell(_: int) -> None:
        if progress is not None:
            progress(len(found))

    work_through(len(blocks), work, threads, tell)
    if not blocks:
        tell(0)


def _search(
    header: LineHeader, limits: Limits, place: int, check: Callable[[], None]
) -> tuple[int, int, bytes]:
    check()
    game = Deal(header.rules, header.first + place, header.numbering).start()
    assert isinstance(game, KlondikeGame)  # the rules are of that family

    stop = stopping(check, limits.cancel)
    solution = solve_klondike(game, replace(limits, cancel=stop))
    if solution.moves is None:
        return solution.verdict, 0, b""
    return solution.verdict, len(solution.moves), encode_line(game, solution.moves)


class _Blocks:
    """The blocks of a checkpoint: 16 deals with their verdicts and lines."""

    def __init__(self, count: int) -> None:
        self.found: _Found = {}
        self._count = count

    def size(self, begin: int, size: int) -> int | None:
        """How many bytes the data of a block has: that is its extent; None if it cannot be."""
        if begin % _BLOCK or begin >= self._count or size > _MOST_BYTES:
            return None
        return size

    def take(self, begin: int, _: int, data: bytes) -> None:
        """Put a block where it belongs."""
        at = 0
        for place in range(begin, min(begin + _BLOCK, self._count)):
            verdict, moves, size = _DEAL.unpack_from(data, at)
            at += _DEAL.size + size
            self.found[place] = verdict, moves, data[at - size : at]

    @staticmethod
    def data(block: _Found) -> bytes:
        """A block as bytes."""
        return b"".join(
            _DEAL.pack(verdict, moves, len(line)) + line for verdict, moves, line in block.values()
        )
