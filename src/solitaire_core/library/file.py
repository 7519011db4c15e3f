"""The file format of deal libraries, version 1.

=======================  ================================================================
 bytes                    what
=======================  ================================================================
 `solitaire-core library 1` and a line feed
 one line of JSON          the header: see `Header`
 zlib streams              one for each column, one after the other, as long as the
                           header says
 32 bytes                  SHA-256 of all bytes before
=======================  ================================================================

The columns, one value for each deal:

- `fewest_turns`: a byte, 255 where the deal cannot be won;
- `cleared`: a byte, the casual player's cleared games in steps of 1/250 of all, rounded down;
- `par`: four planes of bytes, the lowest byte of every value first: the score as a signed
  32-bit number, the lowest one where there is none.

So the verdict and the fewest turns are exact, the par is exact, and a clear rate is too low
by less than 0.004 (its standard error, with 1,000 games, is up to 0.016).
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.deals import NUMBERINGS, deck_codes
from solitaire_core.game import Rules
from solitaire_core.games import rules_from_json
from solitaire_core.scoring import SCORINGS

__all__ = ["NO_PAR", "STEPS", "UNWINNABLE", "Columns", "Header", "LibraryError", "read", "write"]

_FIRST_LINE = b"solitaire-core library 1\n"
_LONGEST_HEADER = 65_536
MOST_DEALS = 100_000_000
"""A library holds no more deals than that (600 MB of memory)."""

OBJECTIVES = ("best-clear", "best")
"""What a par can be."""

STEPS = 250
"""The steps in which clear rates are kept."""

UNWINNABLE = 255
NO_PAR = -(2**31)

_COLUMNS = {"fewest_turns": 1, "cleared": 1, "par": 4}
"""The bytes of a value."""


class LibraryError(ValueError):
    """A file is no library, is damaged, or is of another version."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a library is of.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    numbering : str
        The numbering of the deals.
    first, count : int
        The deals `first` to `first + count - 1`.
    games, seed : int
        The casual player's games for each deal, and their seed.
    scoring : str
        The scoring system of the pars.
    objective : str
        What a par is: `best-clear` or `best`.
    made_by : str
        The program and its version.
    """

    rules: Rules
    numbering: str
    first: int
    count: int
    games: int
    seed: int
    scoring: str
    objective: str
    made_by: str

    def to_json(self) -> dict[str, Any]:
        """The header as JSON values; deal numbers are strings."""
        return {
            "game": self.rules.name,
            "rules": self.rules.options(),
            "numbering": self.numbering,
            "first": str(self.first),
            "count": self.count,
            "games": self.games,
            "seed": str(self.seed),
            "scoring": self.scoring,
            "objective": self.objective,
            "made_by": self.made_by,
        }

    @classmethod
    def from_json(cls, record: Any, rules: Rules | None = None) -> Header:
        """Read what `to_json` wrote.

        Raises
        ------
        LibraryError
            If a field is missing or of the wrong kind; the text names it.
        """
        if not isinstance(record, dict):
            raise LibraryError("the header is no JSON object")
        kinds: dict[str, type] = {
            "game": str, "rules": dict, "numbering": str, "first": str, "count": int,
            "games": int, "seed": str, "scoring": str, "objective": str, "made_by": str,
        }  # fmt: skip
        for name, kind in kinds.items():
            if not isinstance(record.get(name), kind) or isinstance(record[name], bool):
                raise LibraryError(f"the header's {name} is missing or not a {kind.__name__}")
        for name in ("first", "seed"):
            text = record[name]
            if not (text.isascii() and text.isdigit() and len(text) <= 101):
                raise LibraryError(f"the header's {name} is no number: {text[:40]!r}")
        if not 0 <= record["count"] <= MOST_DEALS:
            raise LibraryError(
                f"the header's count is {record['count']}, not 0 to {MOST_DEALS} deals"
            )
        if not 1 <= record["games"] <= 10**9:
            raise LibraryError(f"the header's games are {record['games']}, not 1 to 10**9")
        for name, known in (
            ("numbering", NUMBERINGS), ("scoring", SCORINGS), ("objective", OBJECTIVES),
        ):  # fmt: skip
            if record[name] not in known:
                raise LibraryError(f"the header's {name} is none: {record[name][:40]!r}")
        try:
            found = rules_from_json(record["game"], record["rules"], rules)
            deck_codes(int(record["first"]), record["numbering"])
            deck_codes(int(record["first"]) + max(record["count"] - 1, 0), record["numbering"])
        except (TypeError, ValueError) as error:
            raise LibraryError(f"the header's game: {error}") from None
        fields = {name: record[name] for name in kinds if name not in ("game", "rules")}
        fields["first"], fields["seed"] = int(record["first"]), int(record["seed"])
        return cls(rules=found, **fields)


@dataclass(frozen=True, slots=True)
class Columns:
    """What is known of the deals, in the order of their numbers.

    Attributes
    ----------
    fewest_turns : ndarray of uint8, shape (count,)
        255 where the deal cannot be won.
    cleared : ndarray of uint8, shape (count,)
        Steps of 1/250.
    par : ndarray of int32, shape (count,)
        `NO_PAR` where there is none.
    """

    fewest_turns: NDArray[np.uint8]
    cleared: NDArray[np.uint8]
    par: NDArray[np.int32]

    @classmethod
    def empty(cls, count: int) -> Columns:
        """Columns to be filled in."""
        return cls(
            np.full(count, UNWINNABLE, np.uint8),
            np.zeros(count, np.uint8),
            np.full(count, NO_PAR, np.int32),
        )

    def to_bytes(self) -> dict[str, bytes]:
        """The columns as in a file, before they are compressed."""
        planes = self.par.astype("<i4").view(np.uint8).reshape(-1, 4).T
        return {
            "fewest_turns": self.fewest_turns.tobytes(),
            "cleared": self.cleared.tobytes(),
            "par": planes.tobytes(),
        }

    @classmethod
    def from_bytes(cls, data: dict[str, bytes]) -> Columns:
        """Read what `to_bytes` wrote; the arrays cannot be written to."""
        planes = np.frombuffer(data["par"], np.uint8).reshape(4, -1)
        par = np.ascontiguousarray(planes.T).view("<i4").reshape(-1).astype(np.int32)
        par.setflags(write=False)
        return cls(
            np.frombuffer(data["fewest_turns"], np.uint8),
            np.frombuffer(data["cleared"], np.uint8),
            par,
        )


def write(path: Path, header: Header, columns: Columns) -> str:
    """Write a library aside and put it in its place; its SHA-256 in hex.

    Raises
    ------
    OSError
        If the file cannot be written; what stood there before is still there then.
    """
    packed = {name: zlib.compress(data, 9) for name, data in columns.to_bytes().items()}
    record = {**header.to_json(), "columns": {name: len(data) for name, data in packed.items()}}
    text = json.dumps(record, allow_nan=False).encode() + b"\n"
    body = _FIRST_LINE + text + b"".join(packed.values())
    digest = hashlib.sha256(body)
    aside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with aside.open("wb") as file:
            file.write(body + digest.digest())
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return digest.hexdigest()


def read(data: bytes, name: str, rules: Rules | None = None) -> tuple[Header, Columns, str]:
    """Read a library that is held in memory.

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
        If it is no library, of another version, or damaged: a changed bit, a piece that is
        missing or too much.
    """
    try:
        return _read(data, rules)
    except LibraryError as error:
        raise LibraryError(f"{name}: {error}") from None


def _read(data: bytes, rules: Rules | None) -> tuple[Header, Columns, str]:
    if not data.startswith(_FIRST_LINE):
        if data.startswith(_FIRST_LINE[:-2]):
            raise LibraryError("a library of another version than 1")
        raise LibraryError("no deal library")
    digest = hashlib.sha256(data[:-32])
    if digest.digest() != data[-32:]:
        raise LibraryError("damaged: its checksum does not agree")
    # From here on the file is what somebody wrote; it may still be another program's.
    end = data.find(b"\n", len(_FIRST_LINE), len(_FIRST_LINE) + _LONGEST_HEADER)
    if end < 0:
        raise LibraryError("the header does not end")
    try:
        record = json.loads(data[len(_FIRST_LINE) : end])
    except (ValueError, RecursionError):
        raise LibraryError("the header is no JSON") from None
    header = Header.from_json(record, rules)
    sizes = record.get("columns")
    if not isinstance(sizes, dict) or list(sizes) != list(_COLUMNS):
        raise LibraryError(f"the header's columns are not {', '.join(_COLUMNS)}")
    at = end + 1
    columns = {}
    for name, width in _COLUMNS.items():
        size = sizes[name]
        if type(size) is not int or not 0 <= size <= len(data) - 32 - at:
            raise LibraryError(f"the column {name} has no such length as {size!r}")
        columns[name] = _unpack(data[at : at + size], name, header.count * width)
        at += size
    if at != len(data) - 32:
        raise LibraryError("more columns than the header says")
    found = Columns.from_bytes(columns)
    stock = getattr(getattr(header.rules, "layout", None), "stock", 51)
    wrong = (found.fewest_turns > stock) & (found.fewest_turns != UNWINNABLE)
    if wrong.any() or (found.cleared > STEPS).any():
        raise LibraryError("a column has a value that cannot be")
    return header, found, digest.hexdigest()


def _unpack(data: bytes, name: str, size: int) -> bytes:
    """A column, which must be of that size: a small file does not fill the memory."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, size + 1)
    except zlib.error as error:
        raise LibraryError(f"the column {name} cannot be unpacked ({error})") from None
    if len(found) != size or not stream.eof or stream.unused_data:
        raise LibraryError(f"the column {name} is not {size} bytes long")
    return found
