"""Libraries of lines in memory: ask, pick, go through, and check by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.library.choice import number_of_pick, sample_of
from solitaire_core.library.container import LibraryError, read_whole
from solitaire_core.library.library import Library, Mismatch
from solitaire_core.library.line_code import decode_line
from solitaire_core.library.line_file import (
    LineColumns,
    LineHeader,
    is_line_file,
    read_lines,
    write_lines,
)
from solitaire_core.library.ranged import DealEntry, RangedLibrary
from solitaire_core.solving.verify import verify

__all__ = ["LineEntry", "LineLibrary", "load_library"]


@dataclass(frozen=True, slots=True)
class LineEntry(DealEntry):
    """What a library of lines knows of a deal.

    Attributes
    ----------
    deal : Deal
        The deal.
    moves : tuple of KlondikeMove
        A line that wins it.
    """

    moves: tuple[KlondikeMove, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON values; the number is a string."""
        return {
            "deal": str(self.deal),
            "number": str(self.number),
            "verdict": "winnable",
            "moves": [str(move) for move in self.moves],
        }


class LineLibrary(RangedLibrary[LineHeader, LineColumns]):
    """The winnable deals of a range, each with a line that wins it.

    Made by `LineLibrary.load` or `build_line_library`. Deals that are not winnable, or of which
    that is not known, are not in it.

    Attributes
    ----------
    header : LineHeader
        What it is of: rules, numbering, range, the limits of the searches, how the deals came
        out, and who made it.
    sha256 : str
        The file's checksum, in hex.

    Notes
    -----
    Immutable. A byte of memory for each move, and 24 for each deal; a line is unpacked when it is
    asked for, in some milliseconds.
    """

    @staticmethod
    def _read(data: bytes, name: str, rules: Rules | None) -> tuple[LineHeader, LineColumns, str]:
        return read_lines(data, name, rules)

    @staticmethod
    def _write(path: Path, header: LineHeader, columns: LineColumns) -> str:
        return write_lines(path, header, columns)

    @property
    def rules(self) -> KlondikeRules:
        """The game and its options."""
        return self.header.rules

    @property
    def searched(self) -> range:
        """The numbers of the deals that were searched, of which it holds the winnable ones."""
        return self._numbers()

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many moves the lines have, in order of number."""
        return self._columns.lengths

    def contains(self, number: int) -> bool:
        """Whether the library has a line of the deal of that number."""
        return self._index(whole_number(number, "number", 0, 10**101)) is not None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self._index(number) is not None

    def __len__(self) -> int:
        return self.header.winnable

    def __getitem__(self, number: int) -> LineEntry:
        """A winnable deal with its line; KeyError where it is not in the library."""
        index = self._index(number)
        if index is None:
            raise KeyError(f"deal {number} is not in the library: it has {self._range()}")
        return self._entry(index)

    def __iter__(self) -> Iterator[LineEntry]:
        """The entries in order of number, made one by one."""
        return (self._entry(index) for index in range(len(self)))

    def pick(self, seed: int = 0) -> Deal:
        """A winnable deal: the same seed picks the same one out of the same library.

        Parameters
        ----------
        seed : int
            0 to 2**64 - 1.

        Raises
        ------
        ValueError
            If it holds no deal.

        Notes
        -----
        As `Library.pick`.
        """
        seed = whole_number(seed, "seed", 0, 2**64 - 1)
        if not len(self):
            raise ValueError(f"the library has no winnable deal of {self._range()}")
        return self._deal(number_of_pick(seed, len(self)))

    def check(
        self,
        sample: int | None = 100,
        seed: int = 0,
        progress: Callable[[int], object] | None = None,
    ) -> list[Mismatch]:
        """Replay lines by the rules alone.

        Parameters
        ----------
        sample : int or None
            How many, chosen at random; None for all.
        seed : int
            Which ones, 0 to 2**64 - 1.
        progress : callable, optional
            Called with the number of deals checked so far.

        Returns
        -------
        list of Mismatch
            The deals whose line does not win: `line`, and how many moves it has and how many of
            them are legal; empty where all is right.
        """
        found = []
        for done, index in enumerate(sample_of(len(self), sample, seed)):
            if progress is not None:
                progress(done)
            stored, number = int(self.lengths[index]), self._number(index)
            try:
                entry = self._entry(index)
            except LibraryError:
                found.append(Mismatch(number, "line", stored, 0))
                continue
            replayed = verify(entry.deal, entry.moves)
            if not replayed or len(entry.moves) != stored:
                found.append(Mismatch(number, "line", stored, replayed.ply))
        return found

    def __repr__(self) -> str:
        return f"<LineLibrary of {self.rules.name}, {len(self)} of {self._range()}>"

    def _index(self, number: int) -> int | None:
        place = number - self.header.first
        if not 0 <= place < self.header.count:
            return None
        index = int(np.searchsorted(self._columns.deals, place))
        return index if index < len(self) and self._columns.deals[index] == place else None

    def _number(self, index: int) -> int:
        return self.header.first + int(self._columns.deals[index])

    def _deal(self, index: int) -> Deal:
        return Deal(self.rules, self._number(index), self.header.numbering)

    def _entry(self, index: int) -> LineEntry:
        deal = self._deal(index)
        game = deal.start()
        assert isinstance(game, KlondikeGame)  # the header is of such a game
        return LineEntry(deal, decode_line(game, self._columns.line(index)))


def load_library(path: str | PathLike[str], rules: Rules | None = None) -> Library | LineLibrary:
    """Read a library file of either kind; see `Library.load` and `LineLibrary.load`."""
    data = read_whole(path)
    kind = LineLibrary if is_line_file(data) else Library
    return kind.from_bytes(data, str(path), rules)
