"""Files that are never lost half written: those that only grow, and those that are replaced."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from errno import EACCES, EAGAIN, EINVAL, EISDIR
from io import BufferedRandom
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, Self

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

__all__ = ["AppendedFile", "refuse_what_is_no_file", "replacing"]


def refuse_what_is_no_file(path: Path) -> None:
    """Raise an OSError if a folder or a device stands where a file is to be put."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    if path.exists() and not path.is_file():
        # To take the place of a device would be to delete it.
        raise OSError(EINVAL, "not a file", str(path))


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of another one when it is whole.

    Raises
    ------
    OSError
        If it cannot be written, or is a folder or a device; what stood there before is still
        there then, as it is after any other error.
    """
    refuse_what_is_no_file(path)
    aside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with aside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        if error.filename == str(aside):
            error.filename = str(path)
        raise
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


class AppendedFile:
    """An open file, at whose end pieces are written down for good, one after the other.

    Parameters
    ----------
    path : Path
        The file; made if it is not there.
    read : callable
        Called with the open file: reads what is whole of it, mends its beginning if need be,
        and leaves it standing behind that. The rest is cut off.
    must_be_new : bool
        Whether a file that is there already is an error.

    Raises
    ------
    FileExistsError
        If it is there and has to be new.
    BlockingIOError
        If another process has it open in this way; systems without such locks do not notice.
    OSError
        If it cannot be read or written.
    BaseException
        What `read` raises; the file is as it was then.
    """

    def __init__(
        self,
        path: Path,
        read: Callable[[BufferedRandom], object],
        *,
        must_be_new: bool = False,
    ) -> None:
        is_new = must_be_new or not path.exists()
        self._file = path.open("x+b" if is_new else "r+b")
        try:
            _lock(self._file, path)
            read(self._file)
            self._file.truncate()
            self._end = self._file.tell()
            _sync(self._file)
            if is_new:
                _sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, data: bytes) -> None:
        """Write a piece down; when this returns it is on the disk.

        Where it fails, the next piece goes over what was written of this one.
        """
        self._file.seek(self._end)
        self._file.write(data)
        _sync(self._file)
        self._end += len(data)


def _lock(file: BufferedRandom, path: Path) -> None:
    """Keep other processes off; the lock goes with the process, however it ends."""
    if fcntl is None:
        return
    try:
        # Not flock: its lock lives on in children that were forked.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            message = "another process is writing this file"
            raise BlockingIOError(EAGAIN, message, str(path)) from None
        # A file system that has no locks.


def _sync(file: BufferedRandom) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last; some systems cannot, and some need not."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
