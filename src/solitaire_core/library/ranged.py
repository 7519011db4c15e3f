"""What both kinds of library are: a file about a range of deals, held in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.library.container import read_whole

__all__ = ["DealEntry", "RangedLibrary"]


class _Header(Protocol):
    """What the headers of both kinds say."""

    @property
    def numbering(self) -> str: ...

    @property
    def first(self) -> int: ...

    @property
    def count(self) -> int: ...


_H = TypeVar("_H", bound=_Header)
_C = TypeVar("_C")


@dataclass(frozen=True, slots=True)
class DealEntry:
    """A deal of a library.

    Attributes
    ----------
    deal : Deal
        The deal.
    """

    deal: Deal

    @property
    def number(self) -> int:
        """The deal's number."""
        assert self.deal.number is not None  # a library is of a range of numbers
        return self.deal.number


class RangedLibrary(ABC, Generic[_H, _C]):
    """A library, whatever it says of its deals."""

    def __init__(self, header: _H, columns: _C, sha256: str) -> None:
        self.header = header
        self.sha256 = sha256
        self._columns = columns

    @staticmethod
    @abstractmethod
    def _read(data: bytes, name: str, rules: Rules | None) -> tuple[_H, _C, str]:
        """Take a file of the kind apart."""

    @staticmethod
    @abstractmethod
    def _write(path: Path, header: _H, columns: _C) -> str:
        """Write a file of the kind; its SHA-256."""

    @classmethod
    def load(cls, path: str | PathLike[str], rules: Rules | None = None) -> Self:
        """Read a library file.

        Parameters
        ----------
        path : str or path
            The file.
        rules : Rules, optional
            The rules of a game that does not come with the package.

        Raises
        ------
        OSError
            If it cannot be read.
        LibraryError
            If it is no library of this kind, of another version, or damaged in any bit.
        """
        return cls.from_bytes(read_whole(path), str(path), rules)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "the library", rules: Rules | None = None) -> Self:
        """Read a library that is held in memory; `name` is what errors call it."""
        return cls(*cls._read(data, name, rules))

    def save(self, path: str | PathLike[str]) -> str:
        """Write the library to a file, aside first and then in its place; its SHA-256."""
        return self._write(Path(path), self.header, self._columns)

    def _numbers(self) -> range:
        return range(self.header.first, self.header.first + self.header.count)

    def _range(self) -> str:
        numbers = self._numbers()
        return f"{self.header.numbering} deals {numbers[0]} to {numbers[-1]}"
