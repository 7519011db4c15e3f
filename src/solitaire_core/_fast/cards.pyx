"""Packed cards: code = suit * 13 + rank, suits C D H S, ranks A 2 ... K from 0.

The core hands out 53 shared objects (52 faces and the unknown card); cards made
by hand compare equal to them.
"""

cimport cython
from cpython.object cimport PyObject_RichCompareBool

from solitaire_core._fast.checks cimport plain_int

_RANK_LETTERS = "A23456789TJQK"
_SUIT_LETTERS = "CDHS"
_SUIT_SYMBOLS = "♣♦♥♠"

# Every way to write a card and its code. Lower case is listed: a text's own upper case would
# let in letters that only look like ours.
_CODES = {"??": UNKNOWN_CODE}
for _suit in range(4):
    for _rank in range(13):
        for _rank_text in ("T", "10") if _rank == 9 else (_RANK_LETTERS[_rank],):
            # Both the black and the white suit symbols, with and without the
            # variation selector that some keyboards add.
            for _suit_text in (_SUIT_LETTERS[_suit], _SUIT_LETTERS[_suit].lower(),
                               _SUIT_SYMBOLS[_suit], "♧♢♡♤"[_suit],
                               _SUIT_SYMBOLS[_suit] + "\ufe0e", _SUIT_SYMBOLS[_suit] + "\ufe0f"):
                _CODES[_rank_text + _suit_text] = _suit * 13 + _rank
                _CODES[_rank_text.lower() + _suit_text] = _suit * 13 + _rank


@cython.final
cdef class Card:
    """One playing card, or the unknown card `??`.

    Parameters
    ----------
    card : str, int or Card
        Text (`7H`, `10h`, `A♠`, `??`), or a code: `suit * 13 + rank` with suits
        C D H S and ranks A..K from 0, and 255 for the unknown card.

    Attributes
    ----------
    code : int
        The code, 0 to 51, or 255 for the unknown card.

    Raises
    ------
    ValueError
        If the text names no card or the code is no card's; it names the value.
    TypeError
        If it is neither text, a whole number nor a card.

    Notes
    -----
    Immutable, ordered by code (suit first, the unknown card last) and hashable.
    The two copies of a face in a game of several decks are the same card.

    Examples
    --------
    >>> Card("10h"), str(Card("10h")), Card("TH").symbol
    (Card('TH'), 'TH', 'T♥')
    >>> Card(0) == Card("AC")
    True
    >>> Card("1H")
    Traceback (most recent call last):
        ...
    ValueError: no card: '1H'
    """

    def __cinit__(self, card):
        if isinstance(card, Card):
            self.code = (<Card> card).code
        elif isinstance(card, str):
            code = _CODES.get(card)
            if code is None:
                raise ValueError(f"no card: {card!r}")
            self.code = code
        else:
            number = plain_int(card)
            if number is None:
                raise TypeError(f"a card is text, a code or a Card, not {type(card).__name__}")
            if not (0 <= number < DECK or number == UNKNOWN_CODE):
                raise ValueError(
                    f"no card has the code {number}: codes are 0 to 51, and 255 is unknown"
                )
            self.code = number

    @property
    def rank(self):
        """int or None : 0 (ace) to 12 (king); None for the unknown card."""
        return None if self.code == UNKNOWN_CODE else self.code % RANKS

    @property
    def suit(self):
        """int or None : 0 clubs, 1 diamonds, 2 hearts, 3 spades; None for the unknown card."""
        return None if self.code == UNKNOWN_CODE else self.code // RANKS

    @property
    def is_known(self):
        """bool : False for the unknown card `??`."""
        return self.code != UNKNOWN_CODE

    @property
    def is_red(self):
        """bool : True for diamonds and hearts."""
        return self.code != UNKNOWN_CODE and 1 <= self.code // RANKS <= 2

    @property
    def symbol(self):
        """str : the card with its suit as a symbol, `T♥`; `??` for the unknown card."""
        if self.code == UNKNOWN_CODE:
            return "??"
        return _RANK_LETTERS[self.code % RANKS] + _SUIT_SYMBOLS[self.code // RANKS]

    def __index__(self):
        return self.code

    def __str__(self):
        return text_from_code(self.code)

    def __repr__(self):
        return f"Card({text_from_code(self.code)!r})"

    def __hash__(self):
        return self.code

    def __richcmp__(self, other, int op):
        if not isinstance(other, Card):
            return NotImplemented
        return PyObject_RichCompareBool(self.code, (<Card> other).code, op)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Card, (text_from_code(self.code),)


cdef tuple _CARDS = tuple([Card(_code) for _code in range(DECK)] + [Card(UNKNOWN_CODE)])
cdef tuple _TEXTS = tuple(
    [_RANK_LETTERS[_code % RANKS] + _SUIT_LETTERS[_code // RANKS] for _code in range(DECK)]
    + ["??"]
)


cdef Card card_from_code(uint8_t code):
    """The shared object of a code; any code above 51 is the unknown card."""
    return <Card> _CARDS[code if code < DECK else DECK]


cdef str text_from_code(uint8_t code):
    """Two letters, `7H`; any code above 51 is `??`."""
    return <str> _TEXTS[code if code < DECK else DECK]
