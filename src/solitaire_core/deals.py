"""Deals: a number, its numbering, the game and its options, and the deck that they give.

A deal number says nothing by itself. The same number gives another deck in another
numbering, and the same deck is another problem under other rules: a `Deal` carries all of
it.

Numberings
----------
sc1
    This project's own, the default: 0 to 2**64 - 1. SplitMix64 seeded with the number
    drives a Fisher-Yates shuffle with Lemire's unbiased bounded draws; the same decks on
    every platform, for ever.
pysol
    PySolFC's: 1 and up, without an upper end. Its own generator below 32000, CPython's
    `random.Random` from there on.
ms
    The Microsoft numbers of FreeCell fame: 1 to 2**33 - 1, one deck.
cards
    No number: the deck itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

from solitaire_core import _fast
from solitaire_core.cards import Card, parse_deck
from solitaire_core.game import Game, Rules, rules_to_text
from solitaire_core.games import find_rules, rules_from_json, rules_from_words

__all__ = [
    "NUMBERINGS",
    "RANGES",
    "Deal",
    "check_numbering",
    "check_range",
    "deck",
    "deck_codes",
    "parse_number",
]

RANGES = {
    "sc1": (0, 2**64 - 1),
    # A seed of a thousand digits is no deal number but a mistake, and would cost seconds.
    "pysol": (1, 10**100),
    "ms": (1, 2**33 - 1),
}
"""By numbering, the default first: the first deal number and the last."""

NUMBERINGS = tuple(RANGES)
"""The numberings, the default first."""

# Suits C S H D, each ace to king, as codes.
_PYSOL_START = [suit * 13 + rank for suit in (0, 3, 2, 1) for rank in range(13)]
_PYSOL_OLD_GENERATOR_ENDS = 32000


def deck(number: int, numbering: str = "sc1", decks: int = 1) -> list[Card]:
    """The deck of a deal number, the card dealt first first.

    Parameters
    ----------
    number : int
        The deal number.
    numbering : str
        `sc1`, `pysol` or `ms`.
    decks : int
        Decks shuffled together, 1 to 3 (`ms`: 1).

    Returns
    -------
    list of Card
        `52 * decks` cards.

    Raises
    ------
    ValueError
        If the number is not one of the numbering, there is no such numbering, or it has no
        decks of this size.
    TypeError
        If the number is not a whole number.

    Examples
    --------
    >>> [str(card) for card in deck(0)[:5]]
    ['KC', 'TH', '9C', 'TS', '3C']
    >>> [str(card) for card in deck(1, "ms")[:5]]
    ['JD', '2D', '9H', 'JC', '5D']
    """
    return [Card(code) for code in deck_codes(number, numbering, decks)]


def deck_codes(number: int, numbering: str = "sc1", decks: int = 1) -> bytes:
    """As `deck`, as bytes of card codes (0 to 51)."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"a deal number is a whole number, not {type(number).__name__}")
    if not 1 <= decks <= 3:
        raise ValueError(f"decks are 1 to 3, not {decks}")
    check_numbering(numbering)
    if numbering == "sc1":
        return _fast.sc1(number, decks)
    if numbering == "ms":
        if decks != 1:
            raise ValueError(f"the numbering ms shuffles one deck, not {decks}")
        return _fast.ms(number)
    return _pysol(number.__index__(), decks)


def check_numbering(numbering: object) -> None:
    """Refuse what is not the name of a numbering with a ValueError."""
    # A text first: an object may say of itself that it is equal to one of the names.
    if not isinstance(numbering, str) or numbering not in NUMBERINGS:
        raise ValueError(f"no numbering {numbering!r}: there are {', '.join(NUMBERINGS)}")


def check_range(first: int, count: int, numbering: str, decks: int = 1) -> None:
    """Refuse deals `first` to `first + count - 1` that run over either end of their numbering.

    Raises
    ------
    ValueError, TypeError
        As `deck` for the first or the last of them; nothing where there are none.
    """
    if count:
        deck_codes(first, numbering, decks)
        deck_codes(first + count - 1, numbering, decks)


def _pysol(number: int, decks: int) -> bytes:
    if not 1 <= number <= RANGES["pysol"][1]:
        raise ValueError(f"pysol deal numbers run from 1 to 10**100, not {number}")
    cards = _PYSOL_START * decks
    if number < _PYSOL_OLD_GENERATOR_ENDS:
        if decks == 1:
            return _fast.ms(number)
        state = number
        for i in range(len(cards) - 1, 0, -1):
            state = (state * 214013 + 2531011) % 2**31
            j = (state >> 16 & 0x7FFF) % (i + 1)
            cards[i], cards[j] = cards[j], cards[i]
    else:
        generator = random.Random(number)
        for i in range(len(cards) - 1, 0, -1):
            j = int(generator.random() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]
    return bytes(reversed(cards))


class Deal:
    """One deal with its whole identity: game, options, numbering and number.

    Parameters
    ----------
    game : str or Rules
        The game, by name or as a rules object.
    number : int
        The deal number.
    numbering : str
        `sc1` (the default), `pysol` or `ms`.
    **options
        Options of the game, such as `wrap=False`.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    number : int or None
        The deal number; None where the deck itself was given.
    numbering : str
        The numbering; `cards` where the deck itself was given.
    cards : tuple of Card
        The deck, the card dealt first first.

    Raises
    ------
    ValueError
        If there is no such game, option, numbering or number.
    TypeError
        If an argument has the wrong type.

    Notes
    -----
    Immutable; equal and of equal hash when game, options, numbering and number (or the
    cards) are equal.

    Examples
    --------
    >>> deal = Deal("tripeaks", 7, wrap=False)
    >>> str(deal)
    'tripeaks wrap=false sc1:7'
    >>> Deal.from_text("tripeaks wrap=false sc1:7") == deal
    True
    >>> deal.start().stock_left
    23
    """

    __slots__ = ("cards", "number", "numbering", "rules")

    rules: Rules
    number: int | None
    numbering: str
    cards: tuple[Card, ...]

    def __init__(
        self, game: str | Rules, number: int, numbering: str = "sc1", **options: Any
    ) -> None:
        rules = find_rules(game, **options)
        cards = tuple(deck(number, numbering, rules.decks))
        self._set(rules, int(number), numbering, cards)

    def _set(
        self, rules: Rules, number: int | None, numbering: str, cards: tuple[Card, ...]
    ) -> None:
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "numbering", numbering)
        object.__setattr__(self, "cards", cards)

    @classmethod
    def from_cards(
        cls, game: str | Rules, cards: str | Iterable[Card | str | int], **options: Any
    ) -> Deal:
        """The deal of a deck that is given card by card.

        Parameters
        ----------
        game : str or Rules
            The game.
        cards : str or iterable of Card, str or int
            52 cards, the card dealt first first.
        **options
            Options of the game.

        Raises
        ------
        ValueError
            If the cards are not one full deck; the text names the card and its place.
        """
        rules = find_rules(game, **options)
        if rules.decks != 1:
            raise ValueError(f"{rules.name} is played with {rules.decks} decks")
        new = cls.__new__(cls)
        new._set(rules, None, "cards", tuple(parse_deck(cards)))
        return new

    def start(self, scoring: Any = None) -> Game[Any]:
        """The position in which the deck is dealt out.

        Parameters
        ----------
        scoring : str or Scoring, optional
            The scoring system; by default the game's own.

        Returns
        -------
        Game
            For the peaks family a `PeaksGame`.
        """
        if scoring is None:
            return self.rules.start(self.cards, self)
        return self.rules.start(self.cards, self, scoring)

    def __str__(self) -> str:
        identity = self.number if self.number is not None else "".join(map(str, self.cards))
        return f"{rules_to_text(self.rules)} {self.numbering}:{identity}"

    def __repr__(self) -> str:
        return f"<Deal {self}>"

    @classmethod
    def from_text(cls, text: str, rules: Rules | None = None) -> Deal:
        """Read what `str` of a deal wrote: `tripeaks wrap=true sc1:7`.

        Parameters
        ----------
        text : str
            The line.
        rules : Rules, optional
            The rules of a game that does not come with the package.

        Raises
        ------
        ValueError
            If the line has no such form or names what does not exist.
        """
        if not isinstance(text, str):
            raise TypeError(f"a deal is read from text, not from {type(text).__name__}")
        words = text.split()
        numbering, colon, identity = words[-1].partition(":") if words else ("", "", "")
        if not colon:
            raise ValueError(
                f"no deal: {text[:80]!r} does not end with numbering:number (such as sc1:7)"
            )
        found = rules_from_words(words[:-1], rules)
        return cls._from_identity(found, numbering, identity)

    @classmethod
    def _from_identity(cls, rules: Rules, numbering: str, identity: str) -> Deal:
        if numbering == "cards":
            return cls.from_cards(rules, identity)
        return cls(rules, parse_number(identity), numbering)

    def to_json(self) -> dict[str, Any]:
        """The deal as JSON values; the number is a string.

        Returns
        -------
        dict
            `{"game", "rules", "numbering", "number"}`, or `"cards"` in place of the number.

        Examples
        --------
        >>> Deal("tripeaks", 7).to_json()
        {'game': 'tripeaks', 'rules': {'wrap': True}, 'numbering': 'sc1', 'number': '7'}
        """
        record: dict[str, Any] = {
            "game": self.rules.name,
            "rules": self.rules.options(),
            "numbering": self.numbering,
        }
        if self.number is None:
            record["cards"] = " ".join(map(str, self.cards))
        else:
            record["number"] = str(self.number)
        return record

    @classmethod
    def from_json(cls, record: str | dict[str, Any], rules: Rules | None = None) -> Deal:
        """Read what `to_json` wrote, as JSON text or as the object that it holds.

        Raises
        ------
        ValueError
            If a field is missing, unknown or of the wrong type; the text names it.
        """
        if isinstance(record, str):
            try:
                record = json.loads(record)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"no deal: not JSON ({error})") from None
        if not isinstance(record, dict):
            raise ValueError(f"no deal: a JSON object, not {type(record).__name__}")
        for name, kind in (("game", str), ("rules", dict), ("numbering", str)):
            if not isinstance(record.get(name), kind):
                raise ValueError(f"no deal: {name} is missing or not a {kind.__name__}")
        identity_name = "cards" if record["numbering"] == "cards" else "number"
        identity = record.get(identity_name)
        if not isinstance(identity, str):
            raise ValueError(f"no deal: {identity_name} is missing or not a string")
        extra = set(record) - {"game", "rules", "numbering", identity_name}
        if extra:
            raise ValueError(f"no deal: unknown field {min(extra, key=str)!r}")
        try:
            found = rules_from_json(record["game"], record["rules"], rules)
        except TypeError as error:
            raise ValueError(f"no deal: {error}") from None
        return cls._from_identity(found, record["numbering"], identity)

    def _key(self) -> tuple[Any, ...]:
        return self.rules, self.numbering, self.cards if self.number is None else self.number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deal does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a deal does not change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        identity = self.number if self.number is not None else self.cards
        return _rebuild, (self.rules, self.numbering, identity)


def _rebuild(rules: Rules, numbering: str, identity: int | tuple[Card, ...]) -> Deal:
    if isinstance(identity, tuple):
        return Deal.from_cards(rules, identity)
    return Deal(rules, identity, numbering)


def parse_number(text: object) -> int:
    """Read a deal number from decimal digits.

    Raises
    ------
    ValueError
        If the text is anything else, or of more than a hundred digits.
    """
    if not isinstance(text, str):
        raise ValueError(f"no deal number as text: {text!r:.40}")
    if not text.isascii() or not text.isdigit() or len(text) > 101:
        raise ValueError(f"no deal number: {text[:40]!r}")
    return int(text)
