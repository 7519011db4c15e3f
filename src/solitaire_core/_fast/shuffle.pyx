"""Deal numbers to decks: the numberings `sc1` and `ms`."""

from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.checks cimport plain_int, whole

# A number outside 64 bits must be refused, not wrapped.
_LAST_SC1 = 2**64 - 1
_LAST_MS = 2**33 - 1


cdef uint64_t _checked(str numbering, number, object first, object last) except? 0:
    value = plain_int(number)
    if value is None:
        raise TypeError(
            f"a deal number is a whole number, not {type(number).__name__} ({number!r})"
        )
    if not first <= value <= last:
        raise ValueError(f"{numbering} deal numbers run from {first} to {last}, not {value}")
    return value


def sc1(number, decks=1):
    """The deck of a deal number in the numbering `sc1`, first card dealt first.

    Parameters
    ----------
    number : int
        0 to 2**64 - 1.
    decks : int
        Decks shuffled together, 1 to 3.

    Returns
    -------
    bytes
        `52 * decks` card codes without the copy (0 to 51).

    Raises
    ------
    ValueError
        If the number or the count of decks is out of range.
    TypeError
        If the number is not a whole number.
    """
    cdef uint8_t cards[156]
    cdef uint64_t n = _checked("sc1", number, 0, _LAST_SC1)
    cdef int count = whole("decks", decks, 1, 3)
    sc1_deck(n, count, cards)
    return cards[:52 * count]


def ms(number):
    """The deck of a Microsoft deal number, first card dealt first.

    Parameters
    ----------
    number : int
        1 to 2**33 - 1.

    Returns
    -------
    bytes
        52 card codes.

    Raises
    ------
    ValueError
        If the number is out of range.
    TypeError
        If it is not a whole number.
    """
    cdef uint8_t cards[52]
    cdef uint64_t n = _checked("ms", number, 1, _LAST_MS)
    ms_deck(n, cards)
    return cards[:52]


def splitmix64_stream(state, count):
    """The first `count` (0 to 1,000,000) outputs of SplitMix64, as ints; for golden tests."""
    cdef int outputs = whole("count", count, 0, 1_000_000)
    cdef uint64_t s = _checked("SplitMix64", state, 0, _LAST_SC1)
    return [splitmix64(&s) for _ in range(outputs)]
