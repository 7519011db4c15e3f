"""Deal libraries in memory: ask, pick, go through, and check against the solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.grading import Level, find_level
from solitaire_core.library.choice import number_of_pick, sample_of
from solitaire_core.library.file import NO_PAR, STEPS, UNWINNABLE, Columns, Header, read, write
from solitaire_core.library.measure import measure
from solitaire_core.library.ranged import DealEntry, RangedLibrary
from solitaire_core.once import Once
from solitaire_core.solving import solve, verify

__all__ = ["Entry", "Library", "Mismatch", "pick_deal"]


@dataclass(frozen=True, slots=True)
class Entry(DealEntry):
    """What a library knows of a deal.

    Attributes
    ----------
    deal : Deal
        The deal.
    winnable : bool
        Whether it can be won.
    fewest_turns : int or None
        The fewest stock turns of a winning line.
    clear_rate : float
        How often the casual player clears it, rounded down to a whole 1/250.
    par : int or None
        The best score: of the lines that clear, or of any line where the library's objective
        is `best`; None where there is none.
    """

    winnable: bool
    fewest_turns: int | None
    clear_rate: float
    par: int | None

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON values; the number is a string."""
        return {
            "deal": str(self.deal),
            "number": str(self.number),
            "verdict": "winnable" if self.winnable else "unwinnable",
            "fewest_turns": self.fewest_turns,
            "clear_rate": self.clear_rate,
            "par": self.par,
        }


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A deal of which a library says something else than is found.

    Attributes
    ----------
    number : int
        The deal's number.
    field : str
        `fewest_turns`, `cleared`, `par` or `line` (the winning line was not accepted).
    stored, found : int
        What the library says and what was found, as in its columns.
    """

    number: int
    field: str
    stored: int
    found: int


class Library(RangedLibrary[Header, Columns]):
    """What is known of a range of deals: verdicts, fewest turns, clear rates and pars.

    Made by `Library.load`, `Library.shipped` or `build_library`.

    Attributes
    ----------
    header : Header
        What it is of: rules, numbering, range, the casual player's games, the scoring of the
        pars, and who made it.
    sha256 : str
        The file's checksum, in hex.

    Notes
    -----
    Immutable. Six bytes of memory a deal. `number in library` is `library.contains(number)`.

    Examples
    --------
    >>> library = Library.shipped("tripeaks", wrap=True)
    >>> library.contains(7), library.contains(100_000)
    (True, False)
    >>> library[7].winnable, library[7].fewest_turns
    (True, 23)
    >>> deal = library.pick("easy", seed=1)
    >>> library[deal.number].clear_rate >= 0.5
    True
    """

    def __init__(self, header: Header, columns: Columns, sha256: str) -> None:
        super().__init__(header, columns, sha256)
        self._matching: dict[tuple[float, float], NDArray[np.intp]] = {}

    @staticmethod
    def _read(data: bytes, name: str, rules: Rules | None) -> tuple[Header, Columns, str]:
        return read(data, name, rules)

    @staticmethod
    def _write(path: Path, header: Header, columns: Columns) -> str:
        return write(path, header, columns)

    @classmethod
    def shipped(cls, game: str | Rules = "tripeaks", **options: Any) -> Library:
        """A library that comes with the package.

        Parameters
        ----------
        game : str or Rules
            `tripeaks` with either wrap, deals 0 to 99,999; or `golf` in its strict form,
            deals 0 to 9,999.
        **options
            Options of the game, such as `wrap=False`.

        Raises
        ------
        ValueError
            If there is no library of that game.
        """
        return _shipped((cls, find_rules(game, **options)))

    @classmethod
    def _read_shipped(cls, rules: Rules) -> Library:
        options = rules.options().items()
        words = [
            rules.name,
            *(name if on is True else f"{name}={on}" for name, on in options if on),
        ]
        stem = "-".join(words).replace("_", "-")
        file = files("solitaire_core.library").joinpath("data", f"{stem}.library")
        if not file.is_file():
            raise ValueError(f"no library of {' '.join(words)} comes with the package")
        library = cls.from_bytes(file.read_bytes(), file.name)
        if library.rules != rules:
            raise ValueError(f"no library of {rules.name} with this layout comes with the package")
        return library

    @property
    def rules(self) -> Rules:
        """The game and its options."""
        return self.header.rules

    @property
    def numbers(self) -> range:
        """The numbers of its deals."""
        return self._numbers()

    @property
    def fewest_turns(self) -> NDArray[np.uint8]:
        """The fewest stock turns in order of number, 255 where a deal cannot be won."""
        return self._columns.fewest_turns

    @property
    def clear_rates(self) -> NDArray[np.float64]:
        """The clear rates in order of number, each rounded down to a whole 1/250."""
        return self._columns.cleared / STEPS

    @property
    def pars(self) -> NDArray[np.int32]:
        """The pars in order of number, -2**31 where there is none."""
        return self._columns.par

    def contains(self, number: int) -> bool:
        """Whether the library knows the deal of that number (winnable or not)."""
        return whole_number(number, "number", 0, 10**101) in self.numbers

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number in self.numbers

    def __len__(self) -> int:
        return self.header.count

    def __getitem__(self, number: int) -> Entry:
        """What is known of a deal; KeyError where it is not in the library."""
        if not self.contains(number):
            raise KeyError(f"deal {number} is not in the library: it holds {self._range()}")
        return self._entry(int(number) - self.header.first)

    def __iter__(self) -> Iterator[Entry]:
        return self.iter()

    def iter(
        self,
        level: str | Level | None = None,
        *,
        winnable: bool | None = None,
        low: float = 0.0,
        high: float = 2.0,
    ) -> Iterator[Entry]:
        """The entries in order of number, made one by one.

        Parameters
        ----------
        level : str or Level, optional
            Only deals of this level.
        winnable : bool, optional
            Only winnable deals, or only unwinnable ones.
        low, high : float
            Only deals with `low <= clear rate < high`.

        Raises
        ------
        ValueError
            If there is no such level, or it is of other rules.
        """
        found = self._columns.fewest_turns != UNWINNABLE
        chosen = np.ones(len(self), bool) if winnable is None else found == bool(winnable)
        if level is not None:
            level = self._level(level)
            chosen[:] &= found & self._within(level.low, level.high)
        indices = np.flatnonzero(chosen & self._within(low, high))
        return (self._entry(int(index)) for index in indices)

    def pick(self, level: str | Level | None = None, seed: int = 0) -> Deal:
        """A winnable deal of a level.

        Parameters
        ----------
        level : str or Level, optional
            `easy`, `medium`, `hard`, `daily`, or one's own; without it any winnable deal.
        seed : int
            0 to 2**64 - 1: the same seed picks the same deal out of the same library.

        Returns
        -------
        Deal

        Raises
        ------
        ValueError
            If there is no such level, it is of other rules, or no deal is of it.

        Notes
        -----
        The deals of the level stand in order of number; the SHA-256 of the ASCII text
        `solitaire-core pick 1 <seed>`, as a big-endian number and modulo their count, says
        which one it is.
        """
        seed = whole_number(seed, "seed", 0, 2**64 - 1)
        low, high = 0.0, 2.0
        if level is not None:
            level = self._level(level)
            low, high = level.low, level.high
        indices = self._matching.get((low, high))
        if indices is None:
            winnable = self._columns.fewest_turns != UNWINNABLE
            indices = np.flatnonzero(winnable & self._within(low, high))
            self._matching[low, high] = indices
        if not len(indices):
            raise ValueError(
                f"no deal of {self._range()} is "
                + ("winnable" if level is None else f"of the level {level.name}")
            )
        return self._deal(int(indices[number_of_pick(seed, len(indices))]))

    def check(
        self,
        sample: int | None = 100,
        seed: int = 0,
        progress: Callable[[int], object] | None = None,
    ) -> list[Mismatch]:
        """Measure deals anew and compare.

        Parameters
        ----------
        sample : int or None
            How many deals, chosen at random; None for all.
        seed : int
            Which ones, 0 to 2**64 - 1.
        progress : callable, optional
            Called with the number of deals checked so far.

        Returns
        -------
        list of Mismatch
            Empty where all agrees. A winning line of every winnable deal is also replayed by
            `verify`.

        Notes
        -----
        About 3 ms a deal of TriPeaks.
        """
        found: list[Mismatch] = []
        for done, index in enumerate(sample_of(len(self), sample, seed)):
            if progress is not None:
                progress(done)
            deal = self._deal(index)
            number = self.header.first + index
            measured = measure(self.header, number)
            stored = (
                int(self._columns.fewest_turns[index]),
                int(self._columns.cleared[index]),
                int(self._columns.par[index]),
            )
            for name, was, now in zip(measured._fields, stored, measured, strict=True):
                if was != now:
                    found.append(Mismatch(number, name, was, now))
            line = solve(deal).moves
            if line is not None and not verify(deal, line):
                found.append(Mismatch(number, "line", 1, 0))
        return found

    def __repr__(self) -> str:
        return f"<Library of {self.rules.name} {self._range()}>"

    def _deal(self, index: int) -> Deal:
        return Deal(self.rules, self.header.first + index, self.header.numbering)

    def _entry(self, index: int) -> Entry:
        turns, par = int(self._columns.fewest_turns[index]), int(self._columns.par[index])
        return Entry(
            self._deal(index),
            turns != UNWINNABLE,
            None if turns == UNWINNABLE else turns,
            int(self._columns.cleared[index]) / STEPS,
            None if par == NO_PAR else par,
        )

    def _within(self, low: float, high: float) -> NDArray[np.bool_]:
        rates = self.clear_rates
        return (rates >= low) & (rates < high)

    def _level(self, level: str | Level) -> Level:
        found = find_level(level)
        if found.rules != self.rules:
            raise ValueError(
                f"the level {found.name} is of {found.rules.name} with {found.rules.options()},"
                f" the library of {self.rules.name} with {self.rules.options()}"
            )
        return found


def _read(of: tuple[type[Library], Rules]) -> Library:
    kind, rules = of
    return kind._read_shipped(rules)


_shipped = Once(_read, 8)


def pick_deal(level: str | Level, seed: int = 0) -> Deal:
    """A winnable TriPeaks deal of a level, out of the library that comes with the package.

    Parameters
    ----------
    level : str or Level
        `easy`, `medium`, `hard` or `daily`, or a level of one's own.
    seed : int
        0 to 2**64 - 1: the same seed picks the same deal.

    Raises
    ------
    ValueError
        If there is no such level or no library of its rules.

    Examples
    --------
    >>> deal = pick_deal("hard", seed=3)
    >>> deal.rules.wrap
    False
    """
    found = find_level(level)
    return Library.shipped(found.rules).pick(found, seed)
