"""JSON whose values know where they stand, so that errors can say it.

The standard reader forgets lines and columns, recurses as deep as the text wants it to and lets
the last of two equal keys win; none of this is good for files that people write by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solitaire_core.interchange.boards import checked_text, misread, place_of
from solitaire_core.json_fields import shown

__all__ = ["Value", "read_json"]

_BLANKS = re.compile("[ \t\r\n]*")
_TOKEN = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
    r"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
    r"|true|false|null|[][{}:,]"
)
_WHOLE = re.compile("-?[0-9]{1,18}")
_NAMES = {"true": True, "false": False, "null": None}
# The records of this package are three deep.
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class _Spot:
    """A value, where it begins, and where the key before it does."""

    raw: Any
    at: int
    key_at: int


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and where it stands.

    Attributes
    ----------
    raw : Any
        The value.
    path : str
        Its name, such as `piles[3]`; empty for the whole.
    text : str
        The text that it was read from, empty where the caller gave objects.
    at : int
        Where in the text it begins.
    """

    raw: Any
    path: str = ""
    text: str = ""
    at: int = 0

    def misread(self, expected: str, found: str | None = None) -> ValueError:
        """The error that says what was expected here."""
        what = self._kind() if found is None else found
        return self._error(self.at, self.path, expected, what)

    def _error(self, at: int, path: str, expected: str, found: str) -> ValueError:
        name = f"{path}: " if path else ""
        if not self.text:
            return ValueError(f"{name}expected {expected}, found {found}")
        return ValueError(f"{place_of(self.text, at)}: {name}expected {expected}, found {found}")

    def _child(self, raw: Any, path: str) -> Value:
        if isinstance(raw, _Spot):
            return Value(raw.raw, path, self.text, raw.at)
        return Value(raw, path, self.text, self.at)

    def fields(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Value]:
        """The fields of an object, by name."""
        if not isinstance(self.raw, dict):
            raise self.misread("a JSON object")
        found: dict[str, Value] = {}
        for name, raw in self.raw.items():
            if name not in required and name not in optional:
                at = raw.key_at if isinstance(raw, _Spot) else 0
                known = ", ".join((*required, *optional))
                raise self._error(at, self.path, f"no fields but {known}", shown(name))
            found[name] = self._child(raw, f"{self.path}.{name}" if self.path else name)
        for name in required:
            if name not in found:
                raise self.misread(f"the field {name!r}", "none")
        return found

    def entries(self) -> dict[str, Value]:
        """The fields of an object whose names are not known beforehand."""
        if not isinstance(self.raw, dict):
            raise self.misread("a JSON object")
        for name in self.raw:
            if not isinstance(name, str):
                raise self.misread("fields whose names are text", shown(name))
        return {name: self._child(raw, f"{self.path}.{name}") for name, raw in self.raw.items()}

    def items(self) -> list[Value]:
        """The items of a list."""
        if not isinstance(self.raw, list | tuple):
            raise self.misread("a list")
        return [self._child(raw, f"{self.path}[{i}]") for i, raw in enumerate(self.raw)]

    def string(self, expected: str) -> str:
        """The value as text."""
        if not isinstance(self.raw, str):
            raise self.misread(expected)
        return self.raw

    def whole(self, low: int, high: int) -> int:
        """The value as a whole number within bounds."""
        if type(self.raw) is not int or not low <= self.raw <= high:
            raise self.misread(f"a whole number, {low} to {high}")
        return self.raw

    def _kind(self) -> str:
        if type(self.raw) is int:
            return _number(self.raw)
        # The raw value of a list or an object would show how it was read.
        if isinstance(self.raw, dict):
            return "an object"
        return "a list" if isinstance(self.raw, list | tuple) else shown(self.raw)


def _number(value: int) -> str:
    # Python refuses to write out numbers of thousands of digits.
    return str(value) if abs(value) < 10**30 else "a number of more than thirty digits"


def read_json(text: str) -> Value:
    """Read JSON text.

    Raises
    ------
    ValueError
        If it is not JSON, or lists and objects stand more than eight deep in each other, or a
        key stands twice in an object, or a whole number has more than 18 digits; the error names
        line and column.
    """
    reader = _Reader(checked_text(text))
    spot = reader.value(1)
    if reader.kind:
        raise misread(text, reader.at, "the end of the text", reader.token)
    return Value(spot.raw, "", text, spot.at)


class _Reader:
    """Reads tokens, one ahead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.step()

    def step(self) -> None:
        """Go to the next token; at the end its kind is empty."""
        blanks = _BLANKS.match(self.text, self.end)
        self.at = blanks.end() if blanks else self.end
        match = _TOKEN.match(self.text, self.at)
        if match is None and self.at < len(self.text):
            raise misread(self.text, self.at, "JSON", self.text[self.at : self.at + 20])
        self.token = match[0] if match else ""
        self.end = match.end() if match else self.at
        self.kind = self.token[:1]

    def take(self, kind: str, expected: str) -> None:
        """Go past a token of one kind."""
        if self.kind != kind or not kind:
            raise self.wrong(expected)
        self.step()

    def wrong(self, expected: str) -> ValueError:
        """The error that another token was expected."""
        return misread(self.text, self.at, expected, self.token or None)

    def value(self, depth: int, key_at: int = 0) -> _Spot:
        """Read a value, whatever it is."""
        at, token, kind = self.at, self.token, self.kind
        raw: Any
        if kind in ("[", "{") and kind:
            if depth > _DEEPEST:
                raise self.wrong(f"lists and objects at most {_DEEPEST} deep in each other")
            raw = self.items(depth) if kind == "[" else self.fields(depth)
            return _Spot(raw, at, key_at)
        if kind == '"':
            raw = json.loads(token)
        elif token in _NAMES:
            raw = _NAMES[token]
        elif not kind or kind in "]}:,":
            raise self.wrong("a JSON value")
        elif _WHOLE.fullmatch(token):
            raw = int(token)
        elif token.lstrip("-").isdigit():
            raise self.wrong("a number of at most 18 digits")
        else:
            raw = float(token)
        self.step()
        return _Spot(raw, at, key_at)

    def items(self, depth: int) -> list[_Spot]:
        """Read a list."""
        self.step()
        found: list[_Spot] = []
        while self.kind != "]":
            if found:
                self.take(",", "',' or ']'")
            found.append(self.value(depth + 1))
        self.step()
        return found

    def fields(self, depth: int) -> dict[str, _Spot]:
        """Read an object."""
        self.step()
        found: dict[str, _Spot] = {}
        while self.kind != "}":
            if found:
                self.take(",", "',' or '}'")
            key_at, token = self.at, self.token
            if self.kind != '"':
                raise self.wrong("a key in double quotes")
            key = json.loads(token)
            if key in found:
                raise self.wrong(f"each key once, {key!r} stands twice"[:80])
            self.step()
            self.take(":", "':'")
            found[key] = self.value(depth + 1, key_at)
        self.step()
        return found
