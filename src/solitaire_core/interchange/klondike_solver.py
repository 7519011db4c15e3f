"""Klondike-Solver's decks: 156 digits, three for each card of a Klondike deal.

The form of the programs Klondike-Solver and MinimalKlondike (their `/DECK` option and their
files of deals). It says how one deck lies at the start of Klondike, seven piles of one to seven
cards and 24 in the stock; positions in play and other games have no place in it.

A card is its rank as two digits, `01` the ace to `13` the king, and its suit as one: `1` clubs,
`2` diamonds, `3` hearts, `4` spades. (Inside these programs spades come before hearts; in the
digits hearts come first.) The ace of spades is `014`, the five of diamonds `052`.

The cards are numbered row by row, left to right: the lowest cards of all seven piles, then the
second cards of piles 2 to 7, and so on to the seventh card of pile 7; the last 24 are the stock,
the card that is turned first first::

    pile  1  2  3  4  5  6  7
         01 02 03 04 05 06 07
            08 09 10 11 12 13
               14 15 16 17 18
                  19 20 21 22
                     23 24 25
                        26 27
                           28      stock: 29 to 52

Our `klondike` is dealt in another order: piles 7 to 2, then 7 to 3, and so on, and in the last
pass the top cards of piles 7 to 1. So the first 28 cards of a deck change places on the way
(ours, card dealt first first, by their numbers above): 07 06 05 04 03 02, 13 12 11 10 09,
18 17 16 15, 22 21 20, 25 24, 27, 28 26 23 19 14 08 01. The stock stays as it is.

When reading, blanks and line ends before and after the digits are skipped. How many cards are
turned at a time is not said.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_core.cards import Card, parse_deck
from solitaire_core.games.klondike import KLONDIKE
from solitaire_core.interchange.boards import SUITS, checked_text, misread

__all__ = ["read_klondike_solver", "write_klondike_solver"]

_BLANKS = " \t\r\n"
_DIGITS = "0123456789"


def _places() -> list[int]:
    """For each card in the order of our deal, its place among Klondike-Solver's."""
    rows = [(pile, row) for row in range(7) for pile in range(row, 7)]
    number = {place: at for at, place in enumerate(rows)}
    height = [0] * 7
    found = []
    for pile in KLONDIKE.dealt_to:
        found.append(number[pile, height[pile]])
        height[pile] += 1
    return [*found, *range(28, 52)]


_PLACES = _places()


def read_klondike_solver(text: str) -> list[Card]:
    """Read a deck of 156 digits.

    Parameters
    ----------
    text : str
        The digits, blanks around them allowed.

    Returns
    -------
    list of Card
        The 52 cards in the order in which our `klondike` deals them.

    Raises
    ------
    ValueError
        If the text is no such deck; it names line and column and what was expected.

    Examples
    --------
    >>> text = "".join(f"{rank:02}{suit}" for suit in range(1, 5) for rank in range(1, 14))
    >>> [str(card) for card in read_klondike_solver(text)[:7]]
    ['7C', '6C', '5C', '4C', '3C', '2C', 'KC']
    """
    text = checked_text(text)
    start = len(text) - len(text.lstrip(_BLANKS))
    end = max(len(text.rstrip(_BLANKS)), start)
    cards: list[Card] = []
    seen: set[Card] = set()
    for number in range(1, 53):
        at = start + 3 * (number - 1)
        word = text[at : min(at + 3, end)]
        what = f"card {number} of 52 as three digits (rank 01 to 13, suit 1 to 4)"
        if at >= end:
            raise misread(text, end, what)
        if len(word) < 3 or not all(letter in _DIGITS for letter in word):
            raise misread(text, at, what, word)
        rank, suit = int(word[:2]), int(word[2])
        if not 1 <= rank <= 13 or not 1 <= suit <= 4:
            raise misread(text, at, what, word)
        card = Card(f"{'A23456789TJQK'[rank - 1]}{SUITS[suit - 1]}")
        if card in seen:
            raise misread(text, at, f"another card than {card}, which stood before", word)
        seen.add(card)
        cards.append(card)
    if start + 156 < end:
        rest = text[start + 156 : end]
        raise misread(text, start + 156, "nothing after the 52 cards", rest)
    return [cards[place] for place in _PLACES]


def write_klondike_solver(cards: str | Iterable[Card | str | int]) -> str:
    """Write a deck as 156 digits.

    Parameters
    ----------
    cards : str or iterable of Card, str or int
        The 52 cards in the order in which our `klondike` deals them.

    Raises
    ------
    ValueError
        If the cards are not one full deck.
    """
    words = [""] * 52
    for place, card in zip(_PLACES, parse_deck(cards), strict=True):
        suit, rank = divmod(card.code, 13)
        words[place] = f"{rank + 1:02}{suit + 1}"
    return "".join(words)
