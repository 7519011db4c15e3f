"""What the files of surveys hold: the whole, and piece by piece."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from solitaire_core.deals import parse_number
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.results.tables import read_rows, write_columns
from solitaire_core.survey_result import Survey
from solitaire_core.surveying.chunk import Chunk, Task, Totals
from solitaire_core.surveying.file import read_chunk_at, read_chunks, read_header

__all__ = ["in_order", "read_piece_table", "read_pieces", "read_survey", "write_pieces"]

_ROWS = 1024


def read_survey(path: str | PathLike[str], rules: Rules | None = None) -> Survey:
    """The survey that a file holds.

    Parameters
    ----------
    path : str or path
        A file that `survey(..., out=path)` wrote.
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Raises
    ------
    ValueError
        If it is no such file, it is damaged, or deals are missing: the text says how many.
    OSError
        If it cannot be read.
    """
    source = Path(path)
    task, deals = read_header(source, rules)
    totals = Totals(task)
    for chunk, _ in read_chunks(source, rules):
        totals.add(chunk)
    if totals.count != deals.size:
        raise ValueError(
            f"{path}: {deals.size - totals.count:,} of {deals.size:,} deals are missing; the same"
            " survey goes on from there"
        )
    return totals.survey(deals.first)


def read_pieces(path: str | PathLike[str], rules: Rules | None = None) -> Iterator[Survey]:
    """The pieces of a survey that are done, by deal number, each as a survey of its own.

    They add up where they follow one another. Memory: 16 bytes for each piece.

    Parameters
    ----------
    path : str or path
        A file that `survey(..., out=path)` wrote; it need not be complete.
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Raises
    ------
    ValueError
        If it is no such file, or damaged.
    OSError
        If it cannot be read.
    """
    for task, chunk in in_order(Path(path), rules):
        totals = Totals(task)
        totals.add(chunk)
        yield totals.survey(chunk.first)


def in_order(path: Path, rules: Rules | None) -> Iterator[tuple[Task, Chunk]]:
    """The pieces of a survey, by deal number, with what was asked of them."""
    task, deals = read_header(path, rules)
    starts, begins = array("q"), array("q")
    for chunk, begin in read_chunks(path, rules):
        starts.append(chunk.first - deals.first)
        begins.append(begin)
    with path.open("rb") as file:
        for at in np.argsort(np.frombuffer(starts, np.int64), kind="stable") if starts else ():
            yield task, read_chunk_at(file, begins[at], task, deals)


_KINDS = {
    "game": "text",
    "numbering": "text",
    "first": "text",
    "count": "whole",
    "winnable": "whole",
    "unwinnable": "whole",
    "unknown": "whole",
    "low": "number",
    "high": "number",
    "cpu_seconds": "number",
    "fewest_turns": "wholes",
    "unknown_by_nodes": "whole",
    "unknown_by_seconds": "whole",
    "unknown_by_memory": "whole",
    "median_seconds": "number",
    "median_moves": "number",
}


def write_pieces(
    source: str | PathLike[str], target: str | PathLike[str], *, rules: Rules | None = None
) -> int:
    """Write a table of a survey's pieces of work: a row of counts for each.

    Parameters
    ----------
    source : str or path
        A file that `survey(..., out=source)` wrote; it need not be complete.
    target : str or path
        The table to write; its name ends in `.jsonl`, `.csv` or `.parquet` (extra `arrow`).
        What stands there is replaced at the end.
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Returns
    -------
    int
        How many pieces there are.

    Raises
    ------
    ValueError, ImportError, OSError
        As `write_deals`.
    """
    written = 0

    def parts() -> Iterator[dict[str, list[Any]]]:
        nonlocal written
        rows: list[dict[str, Any]] = []
        for piece in read_pieces(source, rules):
            rows.append(_row(piece))
            written += 1
            if len(rows) == _ROWS:
                yield {name: [row[name] for row in rows] for name in _KINDS}
                rows.clear()
        yield {name: [row[name] for row in rows] for name in _KINDS}

    write_columns(Path(target), _KINDS, parts())
    return written


def _row(piece: Survey) -> dict[str, Any]:
    effort = piece.effort
    row = {
        "game": rules_to_text(piece.rules),
        "numbering": piece.numbering,
        "first": str(piece.first),
        "count": piece.count,
        "winnable": piece.winnable,
        "unwinnable": piece.unwinnable,
        "unknown": piece.unknown,
        "low": piece.low,
        "high": piece.high,
        "cpu_seconds": piece.cpu_seconds,
        "fewest_turns": None if piece.fewest_turns is None else list(piece.fewest_turns),
        "median_seconds": None if effort is None else effort.median_seconds,
        "median_moves": None if effort is None else effort.median_moves,
    }
    for name in ("nodes", "seconds", "memory"):
        row[f"unknown_by_{name}"] = None if effort is None else effort.reasons[name]
    return row


def read_piece_table(path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    """The rows of a table that `write_pieces` wrote; `first` is a number then.

    Raises
    ------
    ValueError, ImportError, OSError
        As `read_deals`.
    """
    for where, row in read_rows(Path(path), _KINDS):
        try:
            first = parse_number(row["first"])
        except ValueError:
            raise ValueError(f"{where}: first is a deal number, not {row['first']!r:.60}") from None
        yield {**row, "first": first}
