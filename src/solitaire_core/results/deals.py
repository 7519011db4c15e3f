"""The single deals of surveys: out of their files into tables, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from solitaire_core.deals import parse_number
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.results.surveys import in_order
from solitaire_core.results.tables import read_rows, write_columns
from solitaire_core.solving.batch import REASONS
from solitaire_core.solving.solution import Verdict
from solitaire_core.surveying.chunk import Chunk, Task
from solitaire_core.surveying.deal_columns import DealColumns, unpack_deals
from solitaire_core.surveying.file import read_header

__all__ = ["DealResult", "read_deals", "write_deals"]

_KINDS = {
    "game": "text",
    "numbering": "text",
    "number": "text",
    "verdict": "text",
    "fewest_turns": "whole",
    "moves": "whole",
    "nodes": "whole",
    "seconds": "number",
    "reason": "text",
}
_ROWS = 2**14
"""Rows that are made at a time."""

_VERDICTS = {int(verdict): verdict.name.lower() for verdict in Verdict}
_BY_NAME = {verdict.name.lower(): verdict for verdict in Verdict}


class DealResult(NamedTuple):
    """What a survey found of one deal.

    Attributes
    ----------
    game : str
        The game and its options as words, such as `tripeaks wrap=true`.
    numbering : str
        The numbering.
    number : int
        The deal number; in files it is text, since it may have a hundred digits.
    verdict : Verdict
        In files its name in lower case.
    fewest_turns : int or None
        Peaks family: the stock turns of the best line; None where there is none.
    moves : int or None
        Klondike family: the moves of the line that was found.
    nodes : int or None
        Klondike family: positions that the search looked at.
    seconds : float or None
        Klondike family: its CPU seconds. Deals of the peaks family are decided hundreds at a
        time, so that none has a time of its own.
    reason : str
        The limit that was reached; empty where the verdict is known.
    """

    game: str
    numbering: str
    number: int
    verdict: Verdict
    fewest_turns: int | None
    moves: int | None
    nodes: int | None
    seconds: float | None
    reason: str


def write_deals(
    sources: str | PathLike[str] | Sequence[str | PathLike[str]],
    target: str | PathLike[str],
    *,
    rules: Rules | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Write a table of single deals: those that the files of surveys hold.

    Parameters
    ----------
    sources : str or path, or sequence of them
        Files of surveys that were made with `deals=True`.
    target : str or path
        The table to write; its name ends in `.jsonl`, `.csv` or `.parquet` (extra `arrow`).
        What stands there is replaced at the end.
    rules : Rules, optional
        The rules of a game that does not come with the package.
    progress : callable, optional
        Called with the number of deals written so far.

    Returns
    -------
    int
        How many deals there are in it: all that are done, source by source, by number.

    Raises
    ------
    ValueError
        If a source is damaged or holds no single deals, or there is no such format; the text
        names the file.
    ImportError
        If Parquet is asked for and the extra `arrow` is not installed.
    OSError
        If a file cannot be read or written.

    Notes
    -----
    Memory does not depend on the number of deals, but for 16 bytes for each piece of work.
    """
    paths = [Path(sources)] if isinstance(sources, (str, PathLike)) else list(map(Path, sources))
    for path in paths:
        if not read_header(path, rules)[0].deals:
            raise ValueError(f"{path} holds no single deals: survey with deals=True")
    written = 0

    def parts() -> Iterator[dict[str, list[Any]]]:
        nonlocal written
        for path in paths:
            for task, chunk in in_order(path, rules):
                yield from _parts(task, chunk)
                written += chunk.count
                if progress is not None:
                    progress(written)

    write_columns(Path(target), _KINDS, parts())
    return written


def _parts(task: Task, chunk: Chunk) -> Iterator[dict[str, list[Any]]]:
    """The deals of a chunk as columns of a table, a few at a time."""
    found = unpack_deals(chunk.deals, chunk.count, is_exact=task.is_exact)
    for begin in range(0, chunk.count, _ROWS):
        yield _columns(task, chunk.first + begin, found.part(begin, begin + _ROWS))


def _columns(task: Task, first: int, found: DealColumns) -> dict[str, list[Any]]:
    count = len(found.verdict)
    nothing = [None] * count
    columns: dict[str, list[Any]] = {
        "game": [rules_to_text(task.rules)] * count,
        "numbering": [task.numbering] * count,
        "number": list(map(str, range(first, first + count))),
        "verdict": [_VERDICTS[verdict] for verdict in found.verdict.tolist()],
        "fewest_turns": _or_none(found.fewest_turns) or nothing,
        "moves": _or_none(found.moves) or nothing,
        "nodes": nothing,
        "seconds": nothing,
        "reason": [""] * count,
    }
    if found.nodes is not None and found.microseconds is not None and found.reason is not None:
        columns["nodes"] = found.nodes.tolist()
        columns["seconds"] = (found.microseconds / 1e6).tolist()
        columns["reason"] = [REASONS[reason] for reason in found.reason.tolist()]
    return columns


def _or_none(values: Any) -> list[int | None]:
    """Numbers as a list, with None for -1."""
    return [] if values is None else [None if value < 0 else value for value in values.tolist()]


def read_deals(path: str | PathLike[str]) -> Iterator[DealResult]:
    """The deals of a table that `write_deals` wrote.

    Raises
    ------
    ValueError
        If the file is no such table; the text names the file, the row and the column.
    ImportError
        If it is a Parquet file and the extra `arrow` is not installed.
    OSError
        If it cannot be read.
    """
    for where, row in read_rows(Path(path), _KINDS):
        verdict, reason = row["verdict"], row["reason"] or ""
        try:
            number = parse_number(row["number"])
        except ValueError:
            raise ValueError(
                f"{where}: number is a deal number, not {row['number']!r:.60}"
            ) from None
        if verdict not in _BY_NAME:
            raise ValueError(f"{where}: verdict is {', '.join(_BY_NAME)}, not {verdict!r:.60}")
        if reason not in REASONS:
            raise ValueError(f"{where}: reason is none of a search: {reason!r:.60}")
        yield DealResult(
            **{**row, "number": number, "verdict": _BY_NAME[verdict], "reason": reason}
        )
