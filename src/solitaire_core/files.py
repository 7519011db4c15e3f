"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["written_aside"]


@contextmanager
def written_aside(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` once it is complete and on the disk.

    Raises
    ------
    OSError
        If the file cannot be written; what stood there before is still there then, as it is
        where the caller raises.
    """
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
        aside.unlink(missing_ok=True)
