"""Moves of the peaks family: a card taken, or the stock turned."""

cimport cython
from libc.stdint cimport uint8_t

from solitaire_core._fast.cards cimport DECK, UNKNOWN_CODE, Card, card_from_code, text_from_code
from solitaire_core._fast.peaks_kernel cimport TURN


@cython.final
cdef class PeaksMove:
    """A move: a card taken from the tableau, or the stock turned.

    Parameters
    ----------
    move : str, Card or PeaksMove
        The card taken, as text or Card, or `"turn"`.

    Raises
    ------
    ValueError
        If the text is neither `turn` nor a known card.
    TypeError
        If it is neither text nor a card.

    Examples
    --------
    >>> PeaksMove("7h"), PeaksMove("turn").is_turn
    (PeaksMove('7H'), True)
    """

    def __cinit__(self, move):
        if isinstance(move, PeaksMove):
            self.code = (<PeaksMove> move).code
        elif isinstance(move, str) and move.lower() == "turn":
            self.code = TURN
        elif isinstance(move, (str, Card)):
            try:
                self.code = Card(move).code
            except ValueError:
                raise ValueError(f"no move: {move!r} (a card such as 7H, or turn)") from None
            if self.code == UNKNOWN_CODE:
                raise ValueError("no move: ?? (an unknown card cannot be taken)")
        else:
            raise TypeError(f"a move is text, a Card or a PeaksMove, not {type(move).__name__}")

    @property
    def card(self):
        """Card or None : the card taken; None where the stock is turned."""
        return None if self.code == TURN else card_from_code(self.code)

    @property
    def is_turn(self):
        """bool : True where the stock is turned."""
        return self.code == TURN

    def __str__(self):
        return "turn" if self.code == TURN else text_from_code(self.code)

    def __repr__(self):
        return f"PeaksMove({str(self)!r})"

    def __hash__(self):
        return self.code

    def __eq__(self, other):
        if not isinstance(other, PeaksMove):
            return NotImplemented
        return self.code == (<PeaksMove> other).code

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return PeaksMove, (str(self),)


# The core hands out these shared objects and makes no others.
cdef tuple _TAKES = tuple([PeaksMove(card_from_code(_code)) for _code in range(DECK)])
cdef PeaksMove _TURN = PeaksMove("turn")


cdef PeaksMove move_from_code(uint8_t code):
    return _TURN if code == TURN else <PeaksMove> _TAKES[code]
