"""Boards as the tools around PySolFC and Freecell Solver write and read them.

::

    Foundations: H-0 C-A D-5 S-K
    Talon: 7C TS KD 5H
    Waste: 2C QC
    Pass: 2
    : 7D
    : <TH> 9D
    :
    : <2H> <5C> 5D

Lines with a heading, in any order and each at most once, and then one line for each pile.

`Foundations:`
    The suit, a dash, and how high the foundation is built: `0`, `A`, `2` to `9`, `T`, `J`, `Q`,
    `K`. Hearts, clubs, diamonds, spades; for several decks all four come again for each deck, as
    Freecell Solver prints them (written the highest first). Read in any order; a foundation that
    is not named is vacant. Written only where some card is on them: the tools that take deals do
    not expect the line.
`Talon:` (read also as `Stock:`)
    The stock, the card that comes next FIRST, as PySolFC's deals are listed and Klondike-Solver
    reads them. Klondike-Solver's own boards put the waste into this line: its cards from the TOP
    down, `==>`, the stock with the next card first, `<==`; this form is read, not written.
`Waste:`
    Ours: the waste from its bottom to its top. Written only where there is one.
`Pass:`
    Ours: which pass through the stock this is, from 1. Written only from the second on.
Piles
    Left to right, each from its bottom to its top, a face-down card as `<7H>`. Written with a
    colon and a blank before it (an empty pile is the colon alone); read without a colon too, but
    then in all lines. With colons, empty lines are skipped. Without them an empty line is an empty
    pile if the lines with cards are fewer than the game has piles, and skipped if they are not;
    empty lines before everything else and after the last pile are skipped in any case.

A card is its rank and its suit; the ten is `T` or `10`, letters are capital or small. Written are
capitals and `T`. Blanks and tabs part cards; a line may end with a carriage return. The rules are
not in the text. Unknown cards are not in the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.interchange.boards import (
    HEIGHTS,
    SUITS,
    accepted,
    checked_text,
    counts_of,
    expressible,
    heights_of,
    misread,
)
from solitaire_core.klondike_board import Board

__all__ = ["read_pysol", "write_pysol"]

_HEADING = re.compile("[ \t]*(foundations|talon|stock|waste|pass)[ \t]*:", re.IGNORECASE | re.ASCII)
_COLON = re.compile("[ \t]*:")
_WORD = re.compile("[^ \t]+")
_CARD = re.compile("(<?)((?:10|[A2-9TJQK])[CDHS])(>?)", re.IGNORECASE | re.ASCII)
_FOUNDATION = re.compile("([CDHS])-(10|[0A2-9TJQK])", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile("[0-9]{1,9}")
_A_CARD = "a card (such as TH)"
# The order of the suits on the line, as places in the order of the card codes.
_LISTED = tuple(SUITS.index(suit) for suit in "HCDS")

_Word = tuple[int, str]


def read_pysol(text: str, rules: KlondikeRules, *, strict: bool = True) -> Board:
    r"""Read a position from board text.

    Parameters
    ----------
    text : str
        The lines.
    rules : KlondikeRules
        The game that it is a position of.
    strict : bool
        Whether a position with faults is refused.

    Returns
    -------
    Board

    Raises
    ------
    ValueError
        If the text is not of the form; it names line and column and what was expected. If the
        position has faults and `strict` is on; it names them all.

    Examples
    --------
    >>> from solitaire_core.games.klondike import KLONDIKE
    >>> board = read_pysol("Talon: 2C AC\n: <10H> 9D\n", KLONDIKE, strict=False)
    >>> board.piles, board.face_down, board.stock
    (((Card('TH'), Card('9D')),), (1,), (Card('2C'), Card('AC')))
    """
    reader = _Reader(checked_text(text))
    spans = reader.headings()
    piles = [reader.pile(start, end) for start, end in reader.piles(spans, len(rules.piles))]
    board = Board(
        tuple(cards for cards, _ in piles),
        tuple(down for _, down in piles),
        reader.foundations,
        tuple(reader.waste),
        tuple(reader.stock),
        reader.passes,
    )
    return accepted(board, rules, strict)


def write_pysol(board: Board, rules: KlondikeRules) -> str:
    """Write a position as board text.

    Parameters
    ----------
    board : Board
        The position; it may have faults, as long as the form can say them.
    rules : KlondikeRules
        Its rules.

    Returns
    -------
    str
        The lines, each ended by a line feed.

    Raises
    ------
    ValueError
        If the form cannot say the position: an unknown card, no piles, foundations with gaps or
        more of them than there are.
    """
    expressible(board, rules)
    lines = []
    if any(board.foundations):
        heights = heights_of(board.foundations, rules.decks)
        words = [
            f"{SUITS[suit]}-{HEIGHTS[heights[suit][copy]]}"
            for copy in range(rules.decks)
            for suit in _LISTED
        ]
        lines.append(_line("Foundations:", words))
    lines.append(_line("Talon:", board.stock))
    if board.waste:
        lines.append(_line("Waste:", board.waste))
    if board.passes != 1:
        lines.append(f"Pass: {board.passes}")
    for pile, down in zip(board.piles, board.face_down, strict=True):
        lines.append(_line(":", [*(f"<{card}>" for card in pile[:down]), *pile[down:]]))
    return "".join(f"{line}\n" for line in lines)


def _line(heading: str, words: Iterable[object]) -> str:
    return " ".join([heading, *map(str, words)])


class _Reader:
    """Reads the lines of a board."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.foundations: tuple[int, ...] = (0,) * 52
        self.stock: list[Card] = []
        self.waste: list[Card] = []
        self.passes = 1

    def lines(self) -> Iterator[tuple[int, int]]:
        """Where each line begins and ends; what follows the last line feed is no line if empty."""
        start = 0
        while start < len(self.text):
            end = self.text.find("\n", start)
            stop = len(self.text) if end < 0 else end
            # A carriage return before the line feed ends the line as well.
            inner = stop - 1 if stop > start and self.text[stop - 1] == "\r" else stop
            yield start, inner
            start = stop + 1

    def words(self, start: int, end: int) -> list[_Word]:
        """The words of a part of a line, with their places."""
        return [(match.start(), match[0]) for match in _WORD.finditer(self.text, start, end)]

    def headings(self) -> list[tuple[int, int]]:
        """Read the lines with headings; give the others back."""
        others: list[tuple[int, int]] = []
        seen: set[str] = set()
        for start, end in self.lines():
            match = _HEADING.match(self.text, start, end)
            if match is None:
                # Empty lines before the last heading are no piles.
                if others or self.text[start:end].strip(" \t") or seen:
                    others.append((start, end))
                continue
            if any(self.text[a:b].strip(" \t") for a, b in others):
                raise misread(self.text, match.start(1), "a pile", match[0].strip())
            others = []
            name = match[1].lower().replace("stock", "talon")
            if name in seen:
                raise misread(self.text, match.start(1), f"only one line {match[1]}:", match[1])
            seen.add(name)
            words = self.words(match.end(), end)
            if name == "foundations":
                self.read_foundations(words)
            elif name == "talon":
                self.read_talon(words, seen)
            elif name == "waste":
                self.waste = [self.card(word, hidden=False)[0] for word in words]
            else:
                self.read_pass(words, end)
        return others

    def read_foundations(self, words: list[_Word]) -> None:
        """How high the foundations are built."""
        heights: list[list[int]] = [[], [], [], []]
        for at, word in words:
            match = _FOUNDATION.fullmatch(word)
            if match is None:
                expected = "a foundation (suit, dash, 0 or a rank, such as H-0 or S-K)"
                raise misread(self.text, at, expected, word)
            height = HEIGHTS.index(match[2].upper().replace("10", "T"))
            heights[SUITS.index(match[1].upper())].append(height)
        self.foundations = counts_of(heights)

    def read_talon(self, words: list[_Word], seen: set[str]) -> None:
        """The stock; in one form the waste before it."""
        texts = [word for _, word in words]
        if "==>" in texts:
            middle = texts.index("==>")
            at, word = words[-1]
            if word != "<==":
                raise misread(self.text, at, "<== at the end of the line", word)
            if "waste" in seen:
                raise misread(self.text, words[middle][0], "one waste, not a second", "==>")
            seen.add("waste")
            self.waste = [self.card(one, hidden=False)[0] for one in reversed(words[:middle])]
            words = words[middle + 1 : -1]
        self.stock = [self.card(word, hidden=True)[0] for word in words]

    def read_pass(self, words: list[_Word], end: int) -> None:
        """Which pass through the stock this is."""
        expected = "one number of at most 9 digits, from 1"
        if not words:
            raise misread(self.text, end, expected)
        at, word = words[0]
        if not _NUMBER.fullmatch(word) or int(word) < 1:
            raise misread(self.text, at, expected, word)
        if len(words) > 1:
            raise misread(self.text, words[1][0], "the end of the line", words[1][1])
        self.passes = int(word)

    def card(self, word: _Word, *, hidden: bool) -> tuple[Card, bool]:
        """A card, and whether it lies face down (which may be where `hidden` is on)."""
        at, text = word
        match = _CARD.fullmatch(text)
        if match is None or bool(match[1]) != bool(match[3]):
            raise misread(self.text, at, _A_CARD, text)
        if match[1] and not hidden:
            raise misread(self.text, at, "a face-up card", text)
        return Card(match[2]), bool(match[1])

    def piles(self, spans: list[tuple[int, int]], wanted: int) -> list[tuple[int, int]]:
        """Which of the lines are piles, and where their cards begin and end."""
        filled = [span for span in spans if self.text[span[0] : span[1]].strip(" \t")]
        if not filled:
            raise misread(self.text, len(self.text), "a pile")
        if _COLON.match(self.text, *filled[0]):
            found = []
            for start, end in filled:
                match = _COLON.match(self.text, start, end)
                if match is None:
                    raise misread(self.text, start, "a colon before the pile", self.text[start:end])
                found.append((match.end(), end))
            return found
        if len(filled) >= wanted:
            return filled
        last = spans.index(filled[-1]) + 1
        return spans[: max(last, wanted)]

    def pile(self, start: int, end: int) -> tuple[tuple[Card, ...], int]:
        """A pile, and how many of its cards lie face down."""
        cards: list[Card] = []
        down = 0
        for word in self.words(start, end):
            card, hidden = self.card(word, hidden=True)
            if hidden:
                # A `Board` counts the face-down cards from the bottom, so these cannot be told.
                if down < len(cards):
                    raise misread(self.text, word[0], "a face-up card, as below it", word[1])
                down += 1
            cards.append(card)
        return tuple(cards), down
