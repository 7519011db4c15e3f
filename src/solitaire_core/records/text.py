"""The form of a record: headers, moves and comments, of whatever game.

What is read here is text alone; `record` says what it means.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solitaire_core.interchange.boards import MOST_CHARACTERS, misread

__all__ = ["FIRST", "FORMAT", "RESULTS", "Parsed", "Token", "compose", "parse"]

FIRST = "Format"
"""The header that a record begins with."""

FORMAT = "solitaire-record 1"
"""What it says: the form and its version."""

RESULTS = ("won", "lost", "*")
"""The words that end a record."""

_COLUMNS = 80
_QUOTE, _BRACES = '"', "{}"

_HEADER = re.compile(r'\[([A-Z][A-Za-z0-9]{0,39}) "((?:[^"\\]|\\.)*)"\][ \t\r]*')
_TOKEN = re.compile(r"[ \t\r\n,]+|\{((?:[^{}\\\n]|\\.)*)\}|([^ \t\r\n,{}\[\]]+)")
_BLANKS = re.compile(r"[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_NAMED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "{": "{", "}": "}"}
_NAMES = {value: name for name, value in _NAMED.items()}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a comment of the moves' part, and where it begins."""

    text: str
    at: int
    is_comment: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """A record as text: headers with where each begins, then words and comments."""

    text: str
    first_line: int
    headers: dict[str, tuple[str, int]]
    tokens: tuple[Token, ...]

    def wrong(self, at: int, expected: str, found: str | None = None) -> ValueError:
        """The error that says where the record is wrong."""
        return misread(self.text, at, expected, found, self.first_line)

    def line_of(self, at: int) -> int:
        """The number of the line in which a character stands."""
        return self.text.count("\n", 0, at) + self.first_line


def parse(text: str, first_line: int = 1) -> Parsed:
    """Take a record apart.

    Parameters
    ----------
    text : str
        The record, and nothing else.
    first_line : int
        The number of its first line in the file that it comes from.

    Raises
    ------
    ValueError
        If it is not of the form or has more than a million characters; the text names line and
        column.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"line {first_line}: a record has at most {MOST_CHARACTERS:,} characters,"
            f" this one has {len(text):,}"
        )
    parsed = Parsed(text, first_line, {}, ())
    at = _after_blanks(text, 0)
    while text.startswith("[", at):
        match = _HEADER.match(text, at)
        if match is None or "\n" in match[0]:
            raise parsed.wrong(at, 'a header (such as [Game "klondike"])', _line(text, at))
        if match.end() < len(text) and text[match.end()] != "\n":
            raise parsed.wrong(match.end(), "the end of the line")
        name = match[1]
        if not parsed.headers and name != FIRST:
            raise parsed.wrong(at, f'[{FIRST} "{FORMAT}"] first', _line(text, at))
        if name in parsed.headers:
            raise parsed.wrong(at, f"only one header {name}", _line(text, at))
        parsed.headers[name] = (_plain(parsed, match.start(2), match[2]), at)
        at = _after_blanks(text, match.end())
    if not parsed.headers:
        raise parsed.wrong(at, f'[{FIRST} "{FORMAT}"]', _line(text, at))
    found = parsed.headers[FIRST][0]
    if found != FORMAT:
        raise parsed.wrong(parsed.headers[FIRST][1], f'[{FIRST} "{FORMAT}"]', found)
    return Parsed(text, first_line, parsed.headers, tuple(_tokens(parsed, at)))


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match is not None  # it matches nothing too
    return match.end()


def _line(text: str, at: int) -> str:
    """The rest of a line, for a message."""
    end = text.find("\n", at)
    return text[at : at + 60 if end < 0 else min(end, at + 60)].rstrip("\r")


def _tokens(parsed: Parsed, at: int) -> Iterator[Token]:
    text = parsed.text
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            expected = "a move or a comment"
            if text[at] == "{":
                expected = "a comment that ends on its line"
            raise parsed.wrong(at, expected, _line(text, at))
        if match[1] is not None:
            yield Token(_plain(parsed, match.start(1), match[1]), at, is_comment=True)
        elif match[2] is not None:
            yield Token(match[2], at)
        at = match.end()


def _plain(parsed: Parsed, start: int, text: str) -> str:
    """A text without its escapes."""

    def meant(match: re.Match[str]) -> str:
        code = match[1]
        if len(code) > 1:
            number = int(code[1:], 16)
            if number < 0x110000:
                return chr(number)
        elif code in _NAMED:
            return _NAMED[code]
        expected = 'an escape (\\\\, \\", \\{, \\}, \\n, \\r, \\t, \\u and 4 or \\U and 8 digits)'
        raise parsed.wrong(start + match.start(), expected, match[0])

    return _ESCAPE.sub(meant, text) if "\\" in text else text


def compose(
    headers: Iterable[tuple[str, str]], words: Sequence[str], comments: dict[int, str], end: str
) -> str:
    """Put a record together.

    Parameters
    ----------
    headers : iterable of (str, str)
        Names and values, in order.
    words : sequence of str
        The moves.
    comments : dict of int to str
        The comment behind so many moves.
    end : str
        The word at the end.
    """
    lines = [f'[{name} "{_escaped(value, _QUOTE)}"]' for name, value in headers]
    lines.append("")
    line = ""
    for token in _written(words, comments, end):
        if line and len(line) + 1 + len(token) > _COLUMNS:
            lines.append(line)
            line = ""
        line = f"{line} {token}" if line else token
    return "\n".join([*lines, line, ""])


def _written(words: Sequence[str], comments: dict[int, str], end: str) -> Iterator[str]:
    for ply in range(len(words) + 1):
        if ply:
            yield words[ply - 1]
        if ply in comments:
            yield f"{{{_escaped(comments[ply], _BRACES)}}}"
    yield end


def _escaped(text: str, marks: str) -> str:
    """A text that stands on one line, between marks that it must not have itself."""
    return "".join(_sign(sign, marks) for sign in text)


def _sign(sign: str, marks: str) -> str:
    if sign in marks or sign in "\\\n\r\t":
        return f"\\{_NAMES[sign]}"
    # Controls, halves of surrogate pairs, and what some programs take for the end of a line.
    if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp"):
        return f"\\u{ord(sign):04x}"
    return sign
