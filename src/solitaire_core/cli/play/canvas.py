"""A grid of characters to draw on, and the pieces of text that it is read off in."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

__all__ = ["Canvas", "Piece", "Target"]

Target = int | str | tuple[str, int] | None
"""What a click means: the card at a place or STOCK, a command by name, a place and how many cards
lie there from the one that was hit to the top, or nothing."""


class Piece(NamedTuple):
    """A piece of a line: its text, its style classes and what a click on it means."""

    text: str
    style: str
    target: Target


class Canvas:
    """Lines of characters, all of them blank at first.

    Parameters
    ----------
    columns, lines : int
        The size. What is put outside is cut off.
    """

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines
        self._cells = [[Piece(" ", "", None)] * columns for _ in range(lines)]

    def put(self, x: int, y: int, text: str, style: str = "", target: Target = None) -> int:
        """Write a line of text over what is there, and return the column behind it."""
        if 0 <= y < self.lines:
            for column, char in enumerate(text, x):
                if 0 <= column < self.columns:
                    self._cells[y][column] = Piece(char, style, target)
        return x + len(text)

    def fill(
        self, x: int, y: int, width: int, height: int, style: str, target: Target = None
    ) -> None:
        """Blank a rectangle."""
        for line in range(y, y + height):
            self.put(x, line, " " * width, style, target)

    def frame(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        border: str,
        style: str,
        target: Target = None,
    ) -> None:
        """Draw a frame with the signs of a border: `╭─╮│╰╯` in this order."""
        top_left, across, top_right, down, bottom_left, bottom_right = tuple(border)
        bar = across * (width - 2)
        self.put(x, y, f"{top_left}{bar}{top_right}", style, target)
        for line in range(y + 1, y + height - 1):
            self.put(x, line, down, style, target)
            self.put(x + width - 1, line, down, style, target)
        self.put(x, y + height - 1, f"{bottom_left}{bar}{bottom_right}", style, target)

    def pieces(self) -> list[list[Piece]]:
        """What was drawn, line by line, in as few pieces as it can be."""
        return [
            [
                Piece("".join(cell.text for cell in run), style, target)
                for (style, target), run in groupby(row, key=lambda cell: cell[1:])
            ]
            for row in self._cells
        ]
