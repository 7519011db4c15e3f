"""The file of a survey: a line that says of what, then a line for each piece that is done.

Every line is a JSON object whose first field is the CRC-32 of the text that follows it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedIOBase, BufferedRandom
from pathlib import Path
from typing import Any, Self

from solitaire_core.files import AppendedFile
from solitaire_core.game import Rules
from solitaire_core.surveying.chunk import Chunk, Task
from solitaire_core.surveying.plan import Spans
from solitaire_core.surveying.records import (
    Range,
    check_same,
    chunk_from_json,
    chunk_to_json,
    header_from_json,
    header_to_json,
)

__all__ = ["SurveyFile", "read_chunk_at", "read_chunks", "read_header"]

_LONGEST_LINE = 2**26
_MARK = b'{"crc32":"'
_BEGIN = len(_MARK) + len(b'00000000",')


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that was read: its number from 1, where it begins and ends, and what it holds."""

    number: int
    begin: int
    end: int
    record: dict[str, Any]


class SurveyFile:
    """A survey's file, open to go on with.

    Parameters
    ----------
    path : Path
        The file; made if it is not there.
    task : Task
        What is asked of every deal.
    deals : Range
        Which deals.
    take : callable
        Called with each piece that the file holds already.
    resume : bool
        Whether a file that is there is gone on with, and not an error.

    Raises
    ------
    ValueError
        If it is no file of a survey, one of another survey, or damaged: the text names the
        file, and the field or the line.
    OSError
        As `AppendedFile`.
    """

    def __init__(
        self,
        path: Path,
        task: Task,
        deals: Range,
        take: Callable[[Chunk], object],
        *,
        resume: bool,
    ) -> None:
        self._name = str(path)
        self._task = task
        self._deals = deals
        self._take = take
        self._spans = Spans()
        self._file = AppendedFile(path, self._read, must_be_new=not resume)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.__exit__()

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """The deals that the file does not have yet, as numbers from one up to another."""
        first, count = self._deals
        return self._spans.gaps(first, first + count)

    def append(self, chunk: Chunk) -> None:
        """Write what came out of a piece of work down for good."""
        self._file.append(_line_of(chunk_to_json(chunk)))

    def _read(self, file: BufferedRandom) -> None:
        header = header_to_json(self._task, self._deals)
        line = _line_of(header)
        found = file.readline(_LONGEST_LINE)
        if found != line and line.startswith(found):  # empty, or stopped within its first line
            file.seek(0)
            file.write(line)
            return
        try:
            check_same(_record_of(found), header)
        except ValueError as error:
            raise ValueError(f"{self._name}: {error}") from None
        whole = len(found)
        for chunk, read in _chunks(file, whole, self._task, self._deals, self._spans, self._name):
            self._take(chunk)
            whole = read.end
        file.seek(whole)


def read_header(path: Path, rules: Rules | None = None) -> tuple[Task, Range]:
    """What a file is the survey of.

    Parameters
    ----------
    path : Path
        The file.
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Raises
    ------
    ValueError
        If it is no file of a survey; the text names the file.
    OSError
        If it cannot be read.
    """
    with path.open("rb") as file:
        return _read_header(file, str(path), rules)


def read_chunks(path: Path, rules: Rules | None = None) -> Iterator[tuple[Chunk, int]]:
    """The pieces of a survey that are done, in the order of the file, and where each line begins.

    Raises
    ------
    ValueError, OSError
        As `SurveyFile`; a last line that is not whole is passed over.
    """
    with path.open("rb") as file:
        task, deals = _read_header(file, str(path), rules)
        for chunk, line in _chunks(file, file.tell(), task, deals, Spans(), str(path)):
            yield chunk, line.begin


def read_chunk_at(file: BufferedIOBase, begin: int, task: Task, deals: Range) -> Chunk:
    """The piece whose line begins where `read_chunks` said."""
    file.seek(begin)
    return chunk_from_json(_record_of(file.readline(_LONGEST_LINE)), task, deals)


def _read_header(file: BufferedIOBase, name: str, rules: Rules | None) -> tuple[Task, Range]:
    try:
        return header_from_json(_record_of(file.readline(_LONGEST_LINE)), rules)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}, line 1: {error}") from None


def _chunks(
    file: BufferedIOBase, begin: int, task: Task, deals: Range, spans: Spans, name: str
) -> Iterator[tuple[Chunk, _Line]]:
    """The pieces that stand from a place on, with their lines."""
    number = 1
    line = file.readline(_LONGEST_LINE)
    while line:
        number += 1
        following = file.readline(_LONGEST_LINE)
        where = f"{name}, line {number}"
        try:
            read = _Line(number, begin, begin + len(line), _record_of(line))
        except ValueError as error:
            if following:
                raise ValueError(f"{where}: {error}") from None
            return  # whoever wrote it was stopped in the middle of it
        try:
            chunk = chunk_from_json(read.record, task, deals)
            spans.add(chunk.first, chunk.end)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        yield chunk, read
        begin, line = read.end, following


def _line_of(record: dict[str, Any]) -> bytes:
    """A record as a line of the file."""
    text = json.dumps(record, allow_nan=False, separators=(",", ":")).encode()[1:] + b"\n"
    return _begin(text) + text


def _begin(text: bytes) -> bytes:
    return _MARK + b'%08x",' % zlib.crc32(text)


def _record_of(line: bytes) -> dict[str, Any]:
    """The record of a line."""
    if not line.startswith(_MARK):
        raise ValueError("no line of a survey's file")
    if not line.endswith(b"\n"):
        raise ValueError("damaged, its end is missing")
    text = line[_BEGIN:]
    if line[:_BEGIN] != _begin(text):
        raise ValueError("damaged, its CRC-32 is another one")
    try:
        record: dict[str, Any] = json.loads(b"{" + text)
    except (ValueError, RecursionError):
        raise ValueError("no JSON object") from None
    return record
