"""What is made when it is first asked for, and only once however many threads ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Once"]

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class _Slot(Generic[_Value]):
    """A value, or the place for one; whoever holds the lock makes it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: tuple[_Value] | None = None


class Once(Generic[_Key, _Value]):
    """The values of a function that were asked for last.

    Parameters
    ----------
    make : callable
        Makes the value of a key. What it raises goes to the thread that asked; the next one
        tries again.
    most : int
        How many values are kept.

    Notes
    -----
    Threads that ask for the same key at the same time wait for the one that makes its value; they
    do not wait for other keys. A process that forks while a value is being made leaves it to the
    child to make its own.

    Examples
    --------
    >>> squares = Once(lambda number: number * number, 8)
    >>> squares(12)
    144
    """

    def __init__(self, make: Callable[[_Key], _Value], most: int) -> None:
        self._make = make
        self._most = most
        self._lock = Lock()
        self._slots: dict[_Key, _Slot[_Value]] = {}
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def __call__(self, key: _Key) -> _Value:
        """The value of a key."""
        with self._lock:
            # Taken out and put in again: a dict's first key is the one that was put in first.
            slot = self._slots.pop(key, None) or _Slot()
            self._slots[key] = slot
            if len(self._slots) > self._most:
                del self._slots[next(iter(self._slots))]
        if slot.made is None:
            with slot.lock:
                if slot.made is None:
                    slot.made = (self._make(key),)
        return slot.made[0]

    def _after_fork(self) -> None:
        """Threads of the parent, and the locks that they hold, are not in the child."""
        self._lock = Lock()
        self._slots = {key: slot for key, slot in self._slots.items() if slot.made is not None}
