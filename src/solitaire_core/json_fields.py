"""Fields of JSON objects, with errors that say where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["fields_of", "shown"]


def fields_of(record: Any, where: str, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a JSON object, which must have exactly these.

    Raises
    ------
    ValueError
        If it is no object, a field is missing or there is another one; the text names it
        and says where.

    Examples
    --------
    >>> fields_of({"deal": 1}, "holes[3]", ("deal", "score"))
    Traceback (most recent call last):
        ...
    ValueError: holes[3] has no field 'score'
    """
    if not isinstance(record, dict):
        raise ValueError(f"{where} is a JSON object, not {shown(record)}")
    for name in names:
        if name not in record:
            raise ValueError(f"{where} has no field {name!r}")
    extra = set(record) - set(names)
    if extra:
        raise ValueError(f"{where} has the unknown field {shown(min(extra, key=str))}")
    return record


def shown(value: object) -> str:
    """A value as messages show it: not longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
