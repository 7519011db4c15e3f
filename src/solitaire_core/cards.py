"""Cards: parse and print.

A card is written rank then suit: `AC`, `TD`, `KH`. `10H`, lower case and the
suit symbols are read too; `??` is an unknown card.
"""

import re
from collections.abc import Iterable
from enum import IntEnum

from solitaire_core._fast import Card

__all__ = ["UNKNOWN", "Card", "Rank", "Suit", "parse_cards", "parse_deck"]

UNKNOWN = Card("??")
"""The card that is not known, `??`."""

FULL_DECK = frozenset(range(52))


class Rank(IntEnum):
    """The ranks, as in the codes of cards."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12


class Suit(IntEnum):
    """The suits, as in the codes of cards."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


# Cards without blanks between them: 10 is one rank, and some keyboards put a variation
# selector behind a suit's symbol.
_RUN_TOGETHER = re.compile("(?:10|.).[\ufe0e\ufe0f]?", re.DOTALL)


def parse_cards(text: str) -> list[Card]:
    """Read cards from text.

    Parameters
    ----------
    text : str
        Cards with blanks, commas or new lines between them, or two letters a card run
        together (`KCTH9C`).

    Returns
    -------
    list of Card

    Raises
    ------
    ValueError
        If a card cannot be read; the text names it and its place, counted from 1.

    Examples
    --------
    >>> parse_cards("KC th, 10♥ ??")
    [Card('KC'), Card('TH'), Card('TH'), Card('??')]
    >>> parse_cards("KC 1H")
    Traceback (most recent call last):
        ...
    ValueError: card 2: no card: '1H'
    """
    if not isinstance(text, str):
        raise TypeError(f"cards are read from text, not from {type(text).__name__}")
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 3:
        words = _RUN_TOGETHER.findall(words[0])
        if sum(map(len, words)) < len(text.replace(",", " ").strip()):
            raise ValueError(f"card {len(words) + 1}: half a card at the end of the text")
    cards = []
    for place, word in enumerate(words, 1):
        try:
            cards.append(Card(word))
        except ValueError as error:
            raise ValueError(f"card {place}: {error}") from None
    return cards


def parse_deck(cards: str | Iterable[Card | str | int], *, unknown: bool = False) -> list[Card]:
    """Read one full deck, the card dealt first first.

    Parameters
    ----------
    cards : str or iterable of Card, str or int
        Text as `parse_cards` reads it, or cards, their texts or codes.
    unknown : bool
        Whether unknown cards (`??`) may stand for cards that are not named.

    Returns
    -------
    list of Card
        52 cards.

    Raises
    ------
    ValueError
        If there are not 52 cards, one stands twice, one is missing or one cannot be read;
        the text names the card and its place, counted from 1.
    TypeError
        If an item is no card.

    Examples
    --------
    >>> parse_deck("AC AC")
    Traceback (most recent call last):
        ...
    ValueError: card 2: AC stands twice in the deck, first as card 1
    """
    if isinstance(cards, str):
        deck = parse_cards(cards)
    else:
        deck = []
        for place, card in enumerate(cards, 1):
            try:
                deck.append(Card(card))
            except (TypeError, ValueError) as error:
                raise type(error)(f"card {place}: {error}") from None
    seen: dict[Card, int] = {}
    for place, card in enumerate(deck, 1):
        if card == UNKNOWN:
            if not unknown:
                raise ValueError(f"card {place}: an unknown card (??) cannot be dealt")
        elif card in seen:
            raise ValueError(
                f"card {place}: {card} stands twice in the deck, first as card {seen[card]}"
            )
        else:
            seen[card] = place
    if len(deck) != 52:
        missing = [str(Card(code)) for code in sorted(FULL_DECK - {c.code for c in seen})]
        named = f"; missing: {' '.join(missing)}" if 0 < len(missing) <= 12 and not unknown else ""
        raise ValueError(f"a deck has 52 cards, not {len(deck)}{named}")
    return deck
