"""Decks for the kernels that play many deals: what was handed in, and what is wrong with it."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint64_t

from solitaire_core._fast.cards cimport text_from_code
from solitaire_core._fast.checks cimport whole

_LAST = 2**64 - 1

cdef uint64_t LAST_MS = (<uint64_t> 1 << 33) - 1


cdef int set_source(deal_source* s, const uint64_t[::1] numbers, const uint8_t[:, ::1] decks,
                    numbering, int copies) except -1:
    """Note where decks come from; a ValueError where they cannot."""
    cdef size_t i, count = numbers.shape[0]
    s.fault = OK
    s.copies = copies
    s.decks = NULL
    s.numbers = &numbers[0] if count else NULL
    s.ms = False
    if decks is not None:
        if <size_t> decks.shape[0] != count or decks.shape[1] != 52 * copies:
            raise ValueError(
                f"decks has the shape ({decks.shape[0]}, {decks.shape[1]}),"
                f" not ({count}, {52 * copies})"
            )
        s.decks = &decks[0, 0] if count else NULL
    elif numbering == "ms":
        if copies != 1:
            raise ValueError(f"the numbering ms shuffles one deck, not {copies}")
        for i in range(count):
            if not 1 <= numbers[i] <= LAST_MS:
                raise ValueError(f"ms deal numbers run from 1 to {LAST_MS}, not {numbers[i]}")
        s.ms = True
    elif numbering != "sc1":
        raise ValueError(f"numbering is sc1 or ms where there are no decks, not {numbering!r}")
    return 0


cdef int raise_fault(const deal_source* s) except -1:
    """Raise what `take_deck` found."""
    place = f"decks[{s.bad_deal}, {s.bad_place}]"
    if s.fault == BAD_CODE:
        raise ValueError(f"{place} is {s.bad_code}: card codes are 0 to 51")
    raise ValueError(f"{place}: {text_from_code(s.bad_code)} is there too often")


def stream_of_game(seed, number, game):
    """Where the random numbers of a game begin: a state of SplitMix64.

    Parameters
    ----------
    seed, number, game : int
        0 to 2**64 - 1: the seed of the run, what stands for the deal, and which of its games
        it is.

    Returns
    -------
    int
        Decision k of the game, from 0, draws from the stream whose state is output k of this
        one.
    """
    return game_stream(whole("seed", seed, 0, _LAST), whole("number", number, 0, _LAST),
                       whole("game", game, 0, _LAST))
