"""The file format of libraries of lines, version 1: winnable deals, each with a line that wins.

It is as `container` says; the first line is `solitaire-core lines 1`, and the header is a
`LineHeader`. The columns have one value for each winnable deal, in order of number; deals that
cannot be won, or of which nothing is known, are not in it:

- `deals`: how many deals it stands behind the one before (the first: behind the first deal of
  the range);
- `lengths`: the moves of its line;
- `sizes`: the bytes of its line;
- `lines`: the lines, one after the other, as `line_code` writes them.

The first three are signed 32-bit numbers in four planes of bytes, the lowest byte of every value
first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.game import Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.library.container import (
    LibraryError,
    check_fields,
    from_planes,
    named,
    pack,
    rules_and_range,
    to_planes,
    unpack,
    unpack_column,
)
from solitaire_core.solving.limits import Limits

__all__ = ["LineColumns", "LineHeader", "is_line_file", "read_lines", "write_lines"]

_FIRST_LINE = b"solitaire-core lines 1\n"
_COLUMNS = ("deals", "lengths", "sizes", "lines")

MOST_BYTES = 1 << 30
"""The lines of a library take no more bytes than that."""


@dataclass(frozen=True, slots=True)
class LineHeader:
    """What a library of lines is of.

    Attributes
    ----------
    rules : KlondikeRules
        The game and its options.
    numbering : str
        The numbering of the deals.
    first, count : int
        The deals that were searched, `first` to `first + count - 1`.
    nodes, seconds, memory : int, float, int or None
        The limits of each search; None where there was none.
    winnable, unwinnable, unknown : int
        How they came out; only the winnable ones are in the library.
    made_by : str
        The program and its version.
    """

    rules: KlondikeRules
    numbering: str
    first: int
    count: int
    nodes: int | None
    seconds: float | None
    memory: int
    winnable: int
    unwinnable: int
    unknown: int
    made_by: str

    @property
    def limits(self) -> Limits:
        """The limits of each search."""
        return Limits(self.nodes, self.seconds, self.memory)

    def to_json(self) -> dict[str, Any]:
        """The header as JSON values; deal numbers are strings."""
        return {
            "game": self.rules.name,
            "rules": self.rules.options(),
            "numbering": self.numbering,
            "first": str(self.first),
            "count": self.count,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "memory": self.memory,
            "winnable": self.winnable,
            "unwinnable": self.unwinnable,
            "unknown": self.unknown,
            "made_by": self.made_by,
        }

    @classmethod
    def from_json(cls, record: dict[str, Any], rules: Rules | None = None) -> LineHeader:
        """Read what `to_json` wrote.

        Raises
        ------
        LibraryError
            If a field is missing or of the wrong kind; the text names it.
        """
        kinds: dict[str, type] = {
            "game": str, "rules": dict, "numbering": str, "first": str, "count": int,
            "memory": int, "winnable": int, "unwinnable": int, "unknown": int, "made_by": str,
        }  # fmt: skip
        check_fields(record, kinds, ("first",))
        counts = [record[name] for name in ("winnable", "unwinnable", "unknown")]
        if min(counts) < 0 or sum(counts) != record["count"]:
            raise LibraryError("the header's verdicts do not add up to its count")
        try:
            limits = Limits(record.get("nodes"), record.get("seconds"), record["memory"])
        except (TypeError, ValueError) as error:
            raise LibraryError(f"the header's limits: {error}") from None
        found, first = rules_and_range(record, rules)
        if not isinstance(found, KlondikeRules):
            raise LibraryError(f"the header's game is {found.name}, which has no lines of moves")
        fields = {
            name: record[name]
            for name in ("numbering", "count", "winnable", "unwinnable", "unknown", "made_by")
        }
        return cls(
            rules=found,
            first=first,
            nodes=limits.nodes,
            seconds=limits.seconds,
            memory=limits.memory,
            **fields,
        )


@dataclass(frozen=True, slots=True)
class LineColumns:
    """The winnable deals, in order of number.

    Attributes
    ----------
    deals : ndarray of int64, shape (winnable,)
        Each deal's place in the range, from 0; ever greater.
    lengths : ndarray of int64, shape (winnable,)
        The moves of its line.
    ends : ndarray of int64, shape (winnable,)
        Where its line ends in `lines`; it begins where the one before ends.
    lines : bytes
        The lines.
    """

    deals: NDArray[np.int64]
    lengths: NDArray[np.int64]
    ends: NDArray[np.int64]
    lines: bytes

    @classmethod
    def of(cls, found: list[tuple[int, int, bytes]]) -> LineColumns:
        """The columns of (place in the range, moves, line), in any order."""
        found = sorted(found)
        sizes = [len(line) for _, _, line in found]
        return cls(
            np.array([deal for deal, _, _ in found], np.int64),
            np.array([length for _, length, _ in found], np.int64),
            np.cumsum(np.array(sizes, np.int64)),
            b"".join(line for _, _, line in found),
        )

    def line(self, index: int) -> bytes:
        """The line of the winnable deal at an index."""
        begin = int(self.ends[index - 1]) if index else 0
        return self.lines[begin : int(self.ends[index])]


def is_line_file(data: bytes) -> bool:
    """Whether a file is a library of lines, of any version, by its beginning."""
    return data.startswith(_FIRST_LINE[:-2])


def write_lines(path: Path, header: LineHeader, columns: LineColumns) -> str:
    """Write a library aside and put it in its place; its SHA-256 in hex.

    Raises
    ------
    OSError
        If the file cannot be written; what stood there before is still there then.
    """
    data = {
        "deals": to_planes(np.diff(columns.deals, prepend=0)),
        "lengths": to_planes(columns.lengths),
        "sizes": to_planes(np.diff(columns.ends, prepend=0)),
        "lines": columns.lines,
    }
    return pack(path, _FIRST_LINE, {**header.to_json(), "bytes": len(columns.lines)}, data)


def read_lines(
    data: bytes, name: str, rules: Rules | None = None
) -> tuple[LineHeader, LineColumns, str]:
    """Read a library of lines that is held in memory.

    Parameters
    ----------
    data : bytes
        The whole file.
    name : str
        What errors call it.
    rules : Rules, optional
        The rules of a game that does not come with the package.

    Returns
    -------
    header, columns, sha256

    Raises
    ------
    LibraryError
        If it is no such library, of another version, or damaged: a changed bit, a piece that
        is missing or too much.
    """
    with named(name):
        return _read(data, rules)


def _read(data: bytes, rules: Rules | None) -> tuple[LineHeader, LineColumns, str]:
    record, packed, digest = unpack(data, _FIRST_LINE, _COLUMNS)
    header = LineHeader.from_json(record, rules)
    size = record.get("bytes")
    if type(size) is not int or not 0 <= size <= MOST_BYTES:
        raise LibraryError(f"the header's bytes are {size!r}, not 0 to {MOST_BYTES}")
    gaps, lengths, sizes = (
        from_planes(unpack_column(packed[name], name, 4 * header.winnable)).astype(np.int64)
        for name in _COLUMNS[:3]
    )
    lines = unpack_column(packed["lines"], "lines", size)
    columns = LineColumns(np.cumsum(gaps), lengths, np.cumsum(sizes), lines)
    wrong = (gaps[1:] < 1).any() or (lengths < 0).any() or (sizes < lengths).any()
    if len(gaps):
        wrong |= gaps[0] < 0 or columns.deals[-1] >= header.count or columns.ends[-1] != size
    if wrong or (not len(gaps) and size):
        raise LibraryError("a column has a value that cannot be")
    for array in (columns.deals, columns.lengths, columns.ends):
        array.setflags(write=False)
    return header, columns, digest
