"""Colours of a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from solitaire_core.rendering.spelling import Kind, Span

__all__ = ["coloured", "has_colour"]

_CODES: dict[Kind, str] = {"red": "31", "black": "1", "back": "34", "gone": "2"}
"""Select Graphic Rendition: red, bold, blue, dim. A label is left as it is."""


def has_colour(stream: TextIO | None = None) -> bool:
    """Whether what is printed may be coloured.

    Parameters
    ----------
    stream : text file, optional
        Where it goes; by default stdout.

    Returns
    -------
    bool
        True on a terminal that is not `dumb`, unless the variable `NO_COLOR` is set to anything
        but an empty text.

    Notes
    -----
    `NO_COLOR` is as https://no-color.org has it.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    stream = sys.stdout if stream is None else stream
    return stream is not None and stream.isatty()


def coloured(line: Iterable[Span]) -> str:
    r"""A drawn line with the codes that colour it.

    Examples
    --------
    >>> coloured([("  ", "label"), ("TH", "red")])
    '  \x1b[31mTH\x1b[0m'
    """
    return "".join(
        f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if kind in _CODES and text.strip() else text
        for text, kind in line
    )
