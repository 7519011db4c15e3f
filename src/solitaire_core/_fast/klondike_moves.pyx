"""Moves of the Klondike family: what they are called, and read from text."""

cimport cython
from libc.stdint cimport uint32_t

from solitaire_core._fast.cards cimport DECK, Card, card_from_code, text_from_code
from solitaire_core._fast.klondike_kernel cimport FOUNDATION, MOST_PILES, NO_VALUE, STOCK, WASTE
from solitaire_core._fast.klondike_kernel cimport move_count, move_from, move_of, move_to
from solitaire_core._fast.klondike_kernel cimport move_value

cdef uint32_t TURN = move_of(STOCK, WASTE, 0, NO_VALUE)
cdef uint32_t DEAL = move_of(STOCK, STOCK, 0, NO_VALUE)
cdef uint32_t REDEAL = move_of(WASTE, STOCK, 0, NO_VALUE)

_WORDS = {"turn": TURN, "deal": DEAL, "redeal": REDEAL}
_PLACES = {"w": WASTE, "f": FOUNDATION, **{f"t{i}": i for i in range(MOST_PILES)}}
_NAMES = {number: name for name, number in _PLACES.items()}


# What the core hands to a move that it is about to fill in.
cdef object _NOT_YET = object()


cdef uint32_t parsed_move(str text) except? 0:
    """The code of a move's text."""
    wrong = f"no move: {text[:40]!r} (such as QH t3>t7*4, 7C w>f, turn, redeal or deal)"
    word = _WORDS.get(text.strip().lower())
    if word is not None:
        return word
    parts = text.split()
    if len(parts) != 2:
        raise ValueError(wrong)
    source, _, to = parts[1].lower().partition(">")
    to, star, number = to.partition("*")
    if (source not in _PLACES or to not in _PLACES or source == to or to == "w"
            or star and not (number.isascii() and number.isdigit() and len(number) < 3)):
        raise ValueError(wrong)
    count = int(number) if star else 1
    try:
        card = Card(parts[0]).code
    except ValueError:
        raise ValueError(wrong) from None
    from_pile = _PLACES[source] < MOST_PILES
    if not 1 <= count <= (13 if from_pile and _PLACES[to] < MOST_PILES else 1) or card >= DECK:
        raise ValueError(wrong)
    if source == "f" and to == "f":
        raise ValueError(wrong)
    return move_of(_PLACES[source], _PLACES[to], count, card)


@cython.final
cdef class KlondikeMove:
    """A move: cards from a place to another, or the stock turned, dealt or turned over.

    Parameters
    ----------
    move : str or KlondikeMove
        `CARD from>to` with `*n` for n cards that move together, where CARD is the one that
        lands on the other pile and places are `t0` to `t12`, `w` (the waste) and `f` (the
        foundations): `QH t3>t7*4`, `7C w>t4`, `AH t3>f`. Or `turn` (cards from the stock to
        the waste), `redeal` (the waste turned over), `deal` (a card on every pile).

    Raises
    ------
    ValueError
        If the text is no move.
    TypeError
        If it is no text.

    Examples
    --------
    >>> move = KlondikeMove("qh t3>t7*4")
    >>> str(move), move.source, move.to, move.count
    ('QH t3>t7*4', 't3', 't7', 4)
    """

    def __cinit__(self, move):
        if move is _NOT_YET:
            return
        if isinstance(move, KlondikeMove):
            self.code = (<KlondikeMove> move).code
        elif isinstance(move, str):
            self.code = parsed_move(move)
        else:
            raise TypeError(f"a move is text or a KlondikeMove, not {type(move).__name__}")

    @property
    def card(self):
        """Card or None : the card that lands; None where the stock moves."""
        return None if move_value(self.code) == NO_VALUE else card_from_code(move_value(self.code))

    @property
    def source(self):
        """str : where from: `t0` ... `t12`, `w`, `f`, or `stock`."""
        return _NAMES.get(move_from(self.code), "stock")

    @property
    def to(self):
        """str : where to: `t0` ... `t12`, `f`, `w`, or `stock`."""
        if self.code == DEAL:
            return "tableau"
        return _NAMES.get(move_to(self.code), "stock")

    @property
    def count(self):
        """int : how many cards move together; 0 where the stock moves."""
        return move_count(self.code)

    @property
    def is_stock(self):
        """bool : whether the move turns, deals or redeals the stock."""
        return move_value(self.code) == NO_VALUE

    def __str__(self):
        if self.code == TURN:
            return "turn"
        if self.code == DEAL:
            return "deal"
        if self.code == REDEAL:
            return "redeal"
        count = move_count(self.code)
        text = f"{text_from_code(move_value(self.code))} {self.source}>{self.to}"
        return text if count == 1 else f"{text}*{count}"

    def __repr__(self):
        return f"KlondikeMove({str(self)!r})"

    def __hash__(self):
        return self.code

    def __eq__(self, other):
        if not isinstance(other, KlondikeMove):
            return NotImplemented
        return self.code == (<KlondikeMove> other).code

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return KlondikeMove, (str(self),)


cdef KlondikeMove klondike_move(uint32_t code):
    cdef KlondikeMove move = KlondikeMove.__new__(KlondikeMove, _NOT_YET)
    move.code = code
    return move
