"""The file of what is done of a build: a line that says of what, then block after block."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from io import BufferedRandom
from pathlib import Path
from typing import Any, Self

from solitaire_core.files import AppendedFile
from solitaire_core.library.container import LibraryError

__all__ = ["Checkpoint"]

_RECORD = struct.Struct("<4sQII")
"""A block: its mark, its first index, its extent, and the CRC-32 of these and its data."""


class Checkpoint:
    """An open checkpoint. What is whole of it is read, and the rest cut off.

    Parameters
    ----------
    path : Path
        The file; made if it is not there.
    header : mapping
        What is being built, as JSON values.
    mark : bytes
        Four bytes with which each block begins.
    size : callable
        How many bytes of data the block has that begins at an index and has an extent; None if
        there is no such block.
    take : callable
        Called with the index, the extent and the data of each whole block.

    Raises
    ------
    LibraryError
        If the file is of another build.
    OSError
        If it cannot be read or written.

    Attributes
    ----------
    done : set of int
        The indices at which the blocks begin that are there.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, Any],
        mark: bytes,
        size: Callable[[int, int], int | None],
        take: Callable[[int, int, bytes], object],
    ) -> None:
        self.done: set[int] = set()
        self._path = path
        self._mark = mark
        self._size = size
        self._take = take
        # Another version builds anew: it may measure in another way.
        line = json.dumps({"checkpoint": 1, **header}).encode() + b"\n"
        self._file = AppendedFile(path, lambda file: self._read(file, line))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.__exit__()

    def _read(self, file: BufferedRandom, line: bytes) -> None:
        """Read what is whole, and stand behind it."""
        found = file.read(len(line))
        if not line.startswith(found):
            raise LibraryError(
                f"{self._path}: the checkpoint of another build, or none; go on with that"
                " one, or remove the file"
            )
        if found != line:  # empty, or stopped within the first line
            file.seek(0)
            file.write(line)
        self._read_blocks(file)

    def _read_blocks(self, file: BufferedRandom) -> None:
        """Read block after block, and stand behind the last whole one."""
        while True:
            at = file.tell()
            if not self._read_block(file):
                file.seek(at)
                return

    def _read_block(self, file: BufferedRandom) -> bool:
        head = file.read(_RECORD.size)
        if len(head) < _RECORD.size:
            return False
        mark, begin, extent, crc = _RECORD.unpack(head)
        size = self._size(begin, extent) if mark == self._mark else None
        if size is None:
            return False
        data = file.read(size)
        if len(data) < size or zlib.crc32(head[:-4] + data) != crc:
            return False
        self._take(begin, extent, data)
        self.done.add(begin)
        return True

    def append(self, begin: int, extent: int, data: bytes) -> None:
        """Write a block down for good."""
        head = _RECORD.pack(self._mark, begin, extent, 0)[:-4]
        self._file.append(head + struct.pack("<I", zlib.crc32(head + data)) + data)
