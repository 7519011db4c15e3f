"""Files of many records, read and written one by one."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import IO, Any

from solitaire_core.files import replacing
from solitaire_core.game import Rules
from solitaire_core.interchange.boards import MOST_CHARACTERS
from solitaire_core.records.reading import read
from solitaire_core.records.record import Record
from solitaire_core.records.text import FIRST

__all__ = ["read_records", "write_records"]

Source = str | PathLike[str] | IO[str] | IO[bytes]

_BEGINS = f"[{FIRST} "


def read_records(source: Source, rules: Rules | None = None) -> Iterator[Record]:
    """The records of a file, one by one.

    Parameters
    ----------
    source : path or file
        The file's name, or a file that is open, for text or for bytes (UTF-8).
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Yields
    ------
    Record

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        At the first record that is not of the form or has more than a million characters (a line
        of bytes: more than a million bytes); the text names the record and the line, both counted
        from 1.

    Notes
    -----
    One record is held in memory at a time, however many the file has.

    Examples
    --------
    >>> import io
    >>> from solitaire_core import Deal
    >>> file = io.StringIO()
    >>> write_records(file, [Record(Deal("tripeaks", number)) for number in (1, 2)])
    2
    >>> _ = file.seek(0)
    >>> [str(record.start) for record in read_records(file)]
    ['tripeaks wrap=true sc1:1', 'tripeaks wrap=true sc1:2']
    """
    if isinstance(source, (str, PathLike)):
        return _of_path(Path(source), rules)
    if not hasattr(source, "readline"):
        raise TypeError(f"records are read from a file or its name, not {type(source).__name__}")
    return _records(source, rules)


def _of_path(path: Path, rules: Rules | None) -> Iterator[Record]:
    with path.open("rb") as file:
        yield from _records(file, rules)


def _records(file: IO[str] | IO[bytes], rules: Rules | None) -> Iterator[Record]:
    for number, (line, text) in enumerate(_texts(file), 1):
        try:
            record = read(text, rules, line)
        except ValueError as error:
            raise ValueError(f"record {number}: {error}") from None
        yield record


def _texts(file: IO[str] | IO[bytes]) -> Iterator[tuple[int, str]]:
    """The text of each record, and the number of its first line."""
    lines: list[str] = []
    size, first = 0, 1
    for number, line in enumerate(_lines(file), 1):
        if line.startswith(_BEGINS) and lines:
            yield first, "".join(lines)
            lines, size = [], 0
        if not lines:
            if not line.strip():
                continue
            first = number
        lines.append(line)
        size += len(line)
        if size > MOST_CHARACTERS:
            # Whoever reads it refuses it; the rest of the file is not looked at.
            break
    if lines:
        yield first, "".join(lines)


def _lines(file: IO[Any]) -> Iterator[str]:
    number = 0
    while line := file.readline(MOST_CHARACTERS + 1):
        number += 1
        if len(line) > MOST_CHARACTERS:
            raise ValueError(f"line {number}: longer than {MOST_CHARACTERS:,}")
        if isinstance(line, bytes):
            try:
                line = line.decode("utf-8")
            except UnicodeDecodeError as error:
                wrong = f"not UTF-8 text (byte {error.start + 1} of the line)"
                raise ValueError(f"line {number}: {wrong}") from None
        if number == 1:
            line = line.removeprefix("\ufeff")
        yield line


def write_records(target: str | PathLike[str] | IO[str], records: Iterable[Record]) -> int:
    """Write records to a file, with an empty line between them.

    Parameters
    ----------
    target : path or file
        The file's name, or a file that is open for text. A file by name is written aside and
        put in its place when all is written.
    records : iterable of Record
        The records; they are asked for one by one.

    Returns
    -------
    int
        How many there were.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        If a record has more than a million characters.
    """
    if not isinstance(target, (str, PathLike)):
        return _write(target, records)
    with replacing(Path(target)) as raw:
        file = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        count = _write(file, records)
        file.detach()
    return count


def _write(file: IO[str], records: Iterable[Record]) -> int:
    count = 0
    for record in records:
        text = str(record)
        if len(text) > MOST_CHARACTERS:
            raise ValueError(
                f"record {count + 1}: {len(text):,} characters, {MOST_CHARACTERS:,} at the most"
            )
        file.write(f"\n{text}" if count else text)
        count += 1
    return count
