"""How far a search may go: nodes, CPU seconds, memory, and a way to call it off."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from solitaire_core._fast import whole_number

__all__ = ["MEMORY", "Budget", "Limits", "limits_of"]

MEMORY = 512 * 2**20
"""Bytes that a search may take where nothing else is said."""

_MOST_NODES = 2**63 - 1
_LEAST_MEMORY, _MOST_MEMORY = 4 * 2**20, 2**40


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go; at the first limit that it reaches, the verdict is UNKNOWN.

    Attributes
    ----------
    nodes : int or None
        Positions looked at, 0 to 2**63 - 1. With this limit alone the same question has the
        same answer on every machine.
    seconds : float or None
        CPU seconds of the thread that searches, more than 0.
    memory : int
        Bytes for everything that a search allocates, 4 MB to 1 TB: 512 MB by default.
    cancel : callable or None
        Called without arguments many times a second; what is true ends the search.

    Raises
    ------
    ValueError, TypeError
        If a figure is out of range or of the wrong kind; the text names it.

    Examples
    --------
    >>> Limits(nodes=1000).seconds is None
    True
    >>> Limits(seconds=0)
    Traceback (most recent call last):
        ...
    ValueError: seconds is more than 0, not 0
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = MEMORY
    cancel: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None:
            object.__setattr__(self, "nodes", whole_number(self.nodes, "nodes", 0, _MOST_NODES))
        if self.seconds is not None:
            object.__setattr__(self, "seconds", _seconds(self.seconds))
        memory = whole_number(self.memory, "memory", _LEAST_MEMORY, _MOST_MEMORY)
        object.__setattr__(self, "memory", memory)
        if self.cancel is not None and not callable(self.cancel):
            raise TypeError(f"cancel is callable, not {type(self.cancel).__name__}")


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"seconds is a number, not {value!r}")
    if not (value > 0 and math.isfinite(value)):
        raise ValueError(f"seconds is more than 0, not {value}")
    return float(value)


def limits_of(
    limits: Limits | None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    cancel: Callable[[], object] | None = None,
) -> Limits:
    """The limits that a caller named as one object, or one by one.

    Raises
    ------
    ValueError
        If both were given, or a figure is out of range.
    TypeError
        If something is of the wrong kind.
    """
    single = {"nodes": nodes, "seconds": seconds, "memory": memory, "cancel": cancel}
    given = [name for name, value in single.items() if value is not None]
    if limits is None:
        return Limits(nodes, seconds, MEMORY if memory is None else memory, cancel)
    if not isinstance(limits, Limits):
        raise TypeError(f"limits is of type Limits, not {type(limits).__name__}")
    if given:
        raise ValueError(f"limits and {given[0]} exclude each other")
    return limits


class Budget:
    """Limits that several searches share, one after the other.

    Parameters
    ----------
    limits : Limits
        What all of them may take together. Memory is given back after each search, so each
        may take all of it.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._nodes = limits.nodes
        self._seconds = limits.seconds

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        none_left = self._nodes == 0 or self._seconds == 0
        return none_left or bool(self._limits.cancel and self._limits.cancel())

    def share(self, parts: int = 1) -> Limits:
        """What one of so many searches that are still to come may take: an equal part."""
        return replace(
            self._limits,
            nodes=None if self._nodes is None else self._nodes // parts,
            # Never 0, which is no limit that a search could have.
            seconds=None if self._seconds is None else max(self._seconds / parts, 1e-6),
        )

    def pay(self, nodes: int, seconds: float) -> None:
        """Take off what a search took."""
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - nodes)
        if self._seconds is not None:
            self._seconds = max(0.0, self._seconds - seconds)
