"""Our own line of text for a position of the Klondike family.

::

    klondike1 klondike draw=3 passes=0 piles=7D/TH|9D/2H5C|5D/... foundations=C0/D0/H2/SA
    waste=7CTS stock=KD5HKH... pass=1

(one line, broken here). Its words stand in this order, with single blanks between them when
written, and any blanks, tabs and line ends when read:

- `klondike1`: the form and its version.
- The game's name, and its options as `rules_to_text` writes them (`draw=3`). `worrying_back` and
  `turn_first` are as usual where they are not named, other options as in the game.
- `piles=`: the piles left to right with `/` between them, each from its bottom to its top. First
  come the face-down cards, ended by a `|`; a pile without a `|` has none. An empty pile is `-`.
- `foundations=`: for clubs, diamonds, hearts and spades, with `/` between them, the suit and how
  high each of its foundations is built, one letter for each deck: `0`, `A`, `2` to `9`, `T`, `J`,
  `Q`, `K`. Written the highest first, read in any order: which foundation it is makes no
  difference.
- `waste=`: its cards from the bottom to the top, `-` if there are none.
- `stock=`: its cards, the one that comes next first, `-` if there are none.
- `pass=`: which pass through the stock this is, from 1.

Cards are two letters each (`TH`), capitals only, nothing between them; `??` is an unknown one. The
moves made and the deal's number are not in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solitaire_core.cards import Card
from solitaire_core.game import rules_to_text
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.interchange.boards import (
    HEIGHTS,
    SUITS,
    accepted,
    checked_text,
    counts_of,
    expressible,
    family_rules,
    heights_of,
    misread,
    with_option,
)
from solitaire_core.klondike_board import Board

__all__ = ["VERSION", "code", "from_code"]

VERSION = "klondike1"

_WORD = re.compile("[^ \t\r\n]+")
_CARD = re.compile("[A23456789TJQK][CDHS]|[?]{2}")
_NUMBER = re.compile("[0-9]{1,9}")
_PARTS = ("piles", "foundations", "waste", "stock", "pass")


def code(board: Board, rules: KlondikeRules) -> str:
    """A position as one line of text.

    Parameters
    ----------
    board : Board
        The position; it may have faults, as long as the form can say them.
    rules : KlondikeRules
        Its rules.

    Raises
    ------
    ValueError
        If the form cannot say the position: no piles, foundations with gaps or more of them than
        there are, more or fewer face-down cards than a pile has.

    Examples
    --------
    >>> from solitaire_core import deck
    >>> from solitaire_core.games.klondike import KLONDIKE
    >>> code(Board.dealt(KLONDIKE, deck(0)), KLONDIKE)[:50]
    'klondike1 klondike draw=1 passes=0 piles=QD/JS|8S/'
    """
    expressible(board, rules, unknown=True)
    piles = []
    for pile, down in zip(board.piles, board.face_down, strict=True):
        hidden = f"{_run(pile[:down])}|" if down else ""
        piles.append(f"{hidden}{_run(pile[down:])}" or "-")
    foundations = [
        suit + "".join(HEIGHTS[height] for height in of_suit)
        for suit, of_suit in zip(SUITS, heights_of(board.foundations, rules.decks), strict=True)
    ]
    return (
        f"{VERSION} {rules_to_text(rules)} piles={'/'.join(piles)}"
        f" foundations={'/'.join(foundations)} waste={_run(board.waste) or '-'}"
        f" stock={_run(board.stock) or '-'} pass={board.passes}"
    )


def from_code(
    text: str, rules: KlondikeRules | None = None, *, strict: bool = True
) -> tuple[KlondikeRules, Board]:
    """Read a position that `code` wrote.

    Parameters
    ----------
    text : str
        The line.
    rules : KlondikeRules, optional
        The rules, for a game that does not come with the package; their name must be that of
        the line. The options are taken from the line.
    strict : bool
        Whether a position with faults is refused.

    Returns
    -------
    tuple of KlondikeRules and Board

    Raises
    ------
    ValueError
        If the text is not of the form; it names line and column and what was expected. If the
        position has faults and `strict` is on; it names them all.
    """
    words = _Words(checked_text(text))
    at, word = words.take(VERSION)
    if word != VERSION:
        raise misread(text, at, VERSION, word)
    at, word = words.take("the name of a game")
    try:
        found = family_rules(word, rules)
    except ValueError as error:
        raise misread(text, at, str(error), word) from None
    found = _options(words, found)
    parts = {}
    for part in _PARTS:
        at, word = words.take(f"{part}=")
        if not word.startswith(f"{part}="):
            raise misread(text, at, f"{part}=", word)
        parts[part] = at + len(part) + 1, at + len(word)
    if words.left:
        at, word = words.take("nothing")
        raise misread(text, at, "nothing after the pass", word)
    piles = [_pile(text, *span) for span in _split(text, *parts["piles"])]
    start, end = parts["pass"]
    if not _NUMBER.fullmatch(text, start, end):
        raise misread(text, start, "a number of at most 9 digits", text[start:end])
    board = Board(
        tuple(cards for cards, _ in piles),
        tuple(down for _, down in piles),
        counts_of(_heights(text, found.decks, *parts["foundations"])),
        _cards(text, *parts["waste"]),
        _cards(text, *parts["stock"]),
        int(text[start:end]),
    )
    return found, accepted(board, found, strict)


class _Words:
    """The words of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = [(match.start(), match[0]) for match in _WORD.finditer(text)][::-1]

    def take(self, expected: str) -> tuple[int, str]:
        """The next word and where it begins."""
        if not self.left:
            raise misread(self.text, len(self.text), expected)
        return self.left.pop()


def _options(words: _Words, rules: KlondikeRules) -> KlondikeRules:
    """The rules with the options that stand before the piles."""
    seen = set()
    while words.left and not words.left[-1][1].startswith("piles="):
        at, word = words.take("an option")
        option, equals, value = word.partition("=")
        number = bool(_NUMBER.fullmatch(value))
        if not equals or not (number or value in ("true", "false")):
            expected = "an option (name=number, name=true or name=false) or piles="
            raise misread(words.text, at, expected, word)
        if option in seen:
            raise misread(words.text, at, f"the option {option} once", word)
        seen.add(option)
        try:
            rules = with_option(rules, option, int(value) if number else value == "true")
        except ValueError as error:
            raise misread(words.text, at, f"an option of the game ({error})", word) from None
    return rules


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the parts between slashes begin and end."""
    spans = []
    for part in text[start:end].split("/"):
        spans.append((start, start + len(part)))
        start += len(part) + 1
    return spans


def _pile(text: str, start: int, end: int) -> tuple[tuple[Card, ...], int]:
    """A pile and how many of its cards lie face down."""
    bar = text.find("|", start, end)
    if bar < 0:
        return _cards(text, start, end), 0
    down = _run_of(text, start, bar)
    if not down:
        raise misread(text, start, "face-down cards before the |", text[start:end])
    return (*down, *_run_of(text, bar + 1, end)), len(down)


def _cards(text: str, start: int, end: int) -> tuple[Card, ...]:
    """Cards without anything between them; a dash stands for none."""
    if text[start:end] == "-":
        return ()
    if start == end:
        raise misread(text, start, "cards, or - for none")
    return _run_of(text, start, end)


def _run_of(text: str, start: int, end: int) -> tuple[Card, ...]:
    cards = []
    for at in range(start, end, 2):
        match = _CARD.match(text, at, end)
        if match is None:
            raise misread(text, at, "a card (such as TH)", text[at : min(at + 2, end)])
        cards.append(Card(match[0]))
    return tuple(cards)


def _heights(text: str, decks: int, start: int, end: int) -> list[list[int]]:
    spans = _split(text, start, end)
    found = []
    for suit, (first, last) in zip(SUITS, spans, strict=False):
        word = text[first:last]
        if len(word) != decks + 1 or word[0] != suit or any(h not in HEIGHTS for h in word[1:]):
            expected = f"{suit} and {decks} heights (one letter each: 0, A, 2 to 9, T, J, Q, K)"
            raise misread(text, first, expected, word)
        found.append([HEIGHTS.index(height) for height in word[1:]])
    if len(spans) != 4:
        expected = "the foundations of four suits, C/D/H/S"
        raise misread(text, start, expected, text[start:end])
    return found


def _run(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))
