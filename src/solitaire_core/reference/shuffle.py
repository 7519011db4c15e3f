"""Deal numbers to decks, as the rules of the numberings say it."""

from collections.abc import Iterator

__all__ = ["ms", "sc1", "splitmix64"]

_MASK = 2**64 - 1


def splitmix64(state: int) -> Iterator[int]:
    """The outputs of SplitMix64 from a state, without end."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        yield z ^ z >> 31


def sc1(number: int, decks: int = 1) -> bytes:
    """The deck of a number in the numbering sc1, as codes, the card dealt first first."""
    draws = splitmix64(number)
    deck = [code % 52 for code in range(52 * decks)]
    for i in range(len(deck) - 1, 0, -1):
        n = i + 1
        while True:
            product = next(draws) * n
            if product & _MASK >= 2**64 % n:
                break
        j = product >> 64
        deck[i], deck[j] = deck[j], deck[i]
    return bytes(deck)


def ms(number: int) -> bytes:
    """The deck of a Microsoft number, as codes, the card dealt first first."""
    deck = [suit * 13 + rank for rank in range(13) for suit in range(4)]
    x = number - 2**32 if number >= 2**32 else number
    for i in range(51, 0, -1):
        x = (x * 214013 + 2531011) % 2**33
        if number >= 2**32:
            r = (x >> 16 & 0xFFFF) + 1
        else:
            r = x >> 16 & 0x7FFF
            if number >= 2**31:
                r |= 0x8000
        j = r % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return bytes(reversed(deck))
