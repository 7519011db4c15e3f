"""The rows of cards that TriPeaks solvers read.

::

    8D 2H 5S
    ?? ?? ?? ?? ?? ??
    ?? ?? ?? ?? ?? ?? ?? ?? ??
    5S 8C AH JD TC TH 4H 2C 2H KD
    KC
    ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??

- Rows 1 to 4 are the tableau from the tips down, 3, 6, 9 and 10 cards, each from left to right.
- Row 5 is the one card of the waste.
- Then comes the stock, 23 cards on one line or on several, the card that is turned next first.

So the cards stand in the order in which they are dealt. A card is its rank and its suit, written
`Jd`; `JD`, `10d` and the suit's symbol are read too. `??` is a card that is not known. Blanks and
tabs around cards, empty lines and either kind of line end make no difference; a row of the tableau
and the waste stand on a line of their own.

It is a deal that is written so: the form has no word for a card that is gone. The rules (`wrap`
and the others) are not in it either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_core.cards import Card
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.games.tripeaks import TRIPEAKS
from solitaire_core.interchange.boards import checked_text, decoded, misread
from solitaire_core.peaks import PeaksGame

__all__ = ["read_tripeaks", "write_tripeaks"]

_ROWS = (3, 6, 9, 10)
_NAMES = ("row 1", "row 2", "row 3", "row 4", "the waste", "the stock")
_SIZES = (*_ROWS, 1, 23)

_WORD = re.compile(r"[^ \t\r\n]+")


def read_tripeaks(text: str | bytes, rules: PeaksRules = TRIPEAKS) -> PeaksGame:
    """Read a deal from rows of cards.

    Parameters
    ----------
    text : str or bytes
        The text; bytes are UTF-8. At most a million characters.
    rules : PeaksRules
        The game: TriPeaks, with any options.

    Returns
    -------
    PeaksGame
        The position in which the cards are dealt out.

    Raises
    ------
    ValueError
        If the text is not of the form, a card stands twice, or the rules are of another layout;
        the text names the row, the card's place in it, the line and the column.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = read_tripeaks(write_tripeaks(Deal("tripeaks", 7).start()))
    >>> game == Deal("tripeaks", 7).start()
    True
    >>> read_tripeaks("Jd Qs 5h 7c")
    Traceback (most recent call last):
        ...
    ValueError: row 1: line 1, column 10: expected the end of the line after 3 cards, found '7c'
    """
    _check(rules)
    text = checked_text(decoded(text))
    cards: list[Card] = []
    seen: dict[Card, str] = {}
    lines = _lines(text)
    line: list[re.Match[str]] = []
    for name, size in zip(_NAMES, _SIZES, strict=True):
        number = 0
        while number < size:
            if number == 0 or (name == "the stock" and not line):
                line = next(lines, [])
            if not line:
                at, expected = len(text), f"{size} cards" if size > 1 else "a card"
                if number:
                    expected = f"card {number + 1} of {size}"
                raise ValueError(f"{name}: {misread(text, at, expected)}")
            word = line.pop(0)
            number += 1
            place = f"{name}, card {number}"
            card = _card(text, word, place)
            if card in seen:
                where = misread(text, word.start(), "a card that is not there yet", word[0])
                raise ValueError(f"{place}: {where} ({seen[card]})")
            if card.is_known:
                seen[card] = place
            cards.append(card)
            if not line and number < size and name != "the stock":
                expected = f"card {number + 1} of {size}"
                raise ValueError(f"{name}: {misread(text, word.end(), expected)}")
        if line:
            expected = f"the end of the line after {size} card{'' if size == 1 else 's'}"
            raise ValueError(f"{name}: {misread(text, line[0].start(), expected, line[0][0])}")
    for line in lines:
        found = misread(text, line[0].start(), "the end of the text", line[0][0])
        raise ValueError(f"after the stock: {found}")
    return PeaksGame(rules, cards)


def write_tripeaks(game: PeaksGame) -> str:
    """Write a deal as rows of cards.

    Parameters
    ----------
    game : PeaksGame
        A position of TriPeaks in which no card has been taken or turned.

    Returns
    -------
    str
        Six lines.

    Raises
    ------
    ValueError
        If cards have been taken or turned, or the game has another layout.
    """
    _check(game.rules)
    if game.removed or game.turned:
        raise ValueError("cards that have been taken or turned cannot be written in this format")
    words = [_word(card) for card in game.cards()]
    lines = []
    for size in _SIZES:
        lines.append(" ".join(words[:size]))
        words = words[size:]
    return "\n".join([*lines, ""])


def _check(rules: PeaksRules) -> None:
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"rules are PeaksRules, not {type(rules).__name__}")
    if rules.layout.covered_by != TRIPEAKS.layout.covered_by:
        raise ValueError(f"{rules.name} has not the three peaks of TriPeaks")


def _lines(text: str) -> Iterator[list[re.Match[str]]]:
    """The words of each line that has any."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        words = list(_WORD.finditer(text, start, end))
        if words:
            yield words
        start = end + 1


def _card(text: str, word: re.Match[str], place: str) -> Card:
    try:
        return Card(word[0])
    except ValueError:
        wrong = misread(text, word.start(), "a card (such as Jd, or ??)", word[0])
        raise ValueError(f"{place}: {wrong}") from None


def _word(card: Card) -> str:
    text = str(card)
    return f"{text[0]}{text[1].lower()}"
