"""What library files have in common: a line, a header, columns and a checksum.

=======================  ================================================================
 bytes                    what
=======================  ================================================================
 a line of text            the kind of file and its version
 one line of JSON          the header, with the lengths of the columns
 zlib streams              one for each column, one after the other
 32 bytes                  SHA-256 of all bytes before
=======================  ================================================================
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.deals import NUMBERINGS, check_range, parse_number
from solitaire_core.files import replacing
from solitaire_core.game import Rules
from solitaire_core.games import rules_from_json

__all__ = [
    "MOST_DEALS",
    "LibraryError",
    "check_fields",
    "from_planes",
    "named",
    "pack",
    "read_whole",
    "rules_and_range",
    "to_planes",
    "unpack",
    "unpack_column",
]

MOST_DEALS = 100_000_000
"""A library is of no more deals than that."""

_LONGEST_HEADER = 65_536
_LARGEST_FILE = 1 << 30


class LibraryError(ValueError):
    """A file is no library, is damaged, or is of another version."""


@contextmanager
def named(name: str) -> Iterator[None]:
    """Let what is wrong with a file be said with its name."""
    try:
        yield
    except LibraryError as error:
        raise LibraryError(f"{name}: {error}") from None


def read_whole(path: str | PathLike[str]) -> bytes:
    """A file's bytes, of which there may not be endlessly many."""
    with Path(path).open("rb") as file:
        return file.read(_LARGEST_FILE + 1)


def to_planes(values: NDArray[Any]) -> bytes:
    """Whole numbers as signed 32-bit ones in four planes, the lowest byte of every value first."""
    return values.astype("<i4").view(np.uint8).reshape(-1, 4).T.tobytes()


def from_planes(data: bytes) -> NDArray[np.int32]:
    """What `to_planes` wrote, shape (len(data) / 4,)."""
    planes = np.frombuffer(data, np.uint8).reshape(4, -1)
    return np.ascontiguousarray(planes.T).view("<i4").reshape(-1).astype(np.int32)


def pack(
    path: Path, first_line: bytes, record: Mapping[str, Any], columns: Mapping[str, bytes]
) -> str:
    """Write a file aside and put it in its place; its SHA-256 in hex.

    Raises
    ------
    OSError
        If the file cannot be written; what stood there before is still there then.
    """
    packed = {name: zlib.compress(data, 9) for name, data in columns.items()}
    header = {**record, "columns": {name: len(data) for name, data in packed.items()}}
    text = json.dumps(header, allow_nan=False).encode() + b"\n"
    body = first_line + text + b"".join(packed.values())
    digest = hashlib.sha256(body)
    with replacing(path) as file:
        file.write(body + digest.digest())
    return digest.hexdigest()


def unpack(
    data: bytes, first_line: bytes, names: Sequence[str]
) -> tuple[dict[str, Any], dict[str, bytes], str]:
    """Take a file apart: its header, its columns (still compressed), and its SHA-256 in hex.

    Raises
    ------
    LibraryError
        If it is no file of that kind, of another version, or damaged: a changed bit, a piece
        that is missing or too much.
    """
    if not data.startswith(first_line):
        if data.startswith(first_line[:-2]):
            raise LibraryError("a library of another version than 1")
        raise LibraryError("no deal library")
    digest = hashlib.sha256(data[:-32])
    if digest.digest() != data[-32:]:
        raise LibraryError("damaged: its checksum does not agree")
    # From here on the file is what somebody wrote; it may still be another program's.
    end = data.find(b"\n", len(first_line), len(first_line) + _LONGEST_HEADER)
    if end < 0:
        raise LibraryError("the header does not end")
    try:
        record = json.loads(data[len(first_line) : end])
    except (ValueError, RecursionError):
        raise LibraryError("the header is no JSON") from None
    if not isinstance(record, dict):
        raise LibraryError("the header is no JSON object")
    return record, _columns(data, end + 1, record.get("columns"), names), digest.hexdigest()


def _columns(data: bytes, at: int, sizes: Any, names: Sequence[str]) -> dict[str, bytes]:
    if not isinstance(sizes, dict) or list(sizes) != list(names):
        raise LibraryError(f"the header's columns are not {', '.join(names)}")
    columns = {}
    for name in names:
        size = sizes[name]
        if type(size) is not int or not 0 <= size <= len(data) - 32 - at:
            raise LibraryError(f"the column {name} has no such length as {size!r}")
        columns[name] = data[at : at + size]
        at += size
    if at != len(data) - 32:
        raise LibraryError("more columns than the header says")
    return columns


def unpack_column(data: bytes, name: str, size: int) -> bytes:
    """A column, which must be of that size: a small file does not fill the memory."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, size + 1)
    except zlib.error as error:
        raise LibraryError(f"the column {name} cannot be unpacked ({error})") from None
    if len(found) != size or not stream.eof or stream.unused_data:
        raise LibraryError(f"the column {name} is not {size} bytes long")
    return found


def check_fields(
    record: dict[str, Any], kinds: Mapping[str, type], numbers: Sequence[str] = ()
) -> None:
    """See to it that a header has fields of those kinds; texts that are numbers are named.

    Raises
    ------
    LibraryError
        If a field is missing or of the wrong kind; the text names it.
    """
    for name, kind in kinds.items():
        if not isinstance(record.get(name), kind) or isinstance(record[name], bool):
            raise LibraryError(f"the header's {name} is missing or not a {kind.__name__}")
    for name in numbers:
        try:
            parse_number(record[name])
        except ValueError:
            raise LibraryError(f"the header's {name} is no number: {record[name][:40]!r}") from None
    if not 0 <= record["count"] <= MOST_DEALS:
        raise LibraryError(f"the header's count is {record['count']}, not 0 to {MOST_DEALS} deals")
    if record["numbering"] not in NUMBERINGS:
        raise LibraryError(f"the header's numbering is none: {record['numbering'][:40]!r}")


def rules_and_range(record: dict[str, Any], rules: Rules | None) -> tuple[Rules, int]:
    """The game of a header whose fields are checked, and its first deal.

    Raises
    ------
    LibraryError
        If there is no such game, or the deals run over either end of the numbering.
    """
    first = int(record["first"])
    try:
        found = rules_from_json(record["game"], record["rules"], rules)
        check_range(first, max(record["count"], 1), record["numbering"], found.decks)
    except (TypeError, ValueError) as error:
        raise LibraryError(f"the header's game: {error}") from None
    return found, first
