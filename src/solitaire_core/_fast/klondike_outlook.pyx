"""How the sampling player of the Klondike family judges a position, for tests and trials."""

from libc.string cimport memset

from collections.abc import Mapping

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.klondike_prunings cimport set_rules
from solitaire_core._fast.klondike_search cimport search_rules
from solitaire_core._fast.klondike_state cimport KlondikeState
from solitaire_core._fast.klondike_worth cimport pile_worths

# In the order of the struct.
_FEATURES = (
    "home", "lowest", "spread", "down", "deeper", "closed", "on_down", "unpacked",
    "over_lower", "empty", "stock", "reached", "playable", "ways", "welcome", "wanted", "paid",
)  # fmt: skip


def judge_klondike(KlondikeState state not None, weights):
    """How promising a position looks by some weights.

    Parameters
    ----------
    state : KlondikeState
        The position; how the cards lie in it that nobody has seen makes no difference.
    weights : mapping of str to int
        Names of weights in klondike_outlook.pxd, each -10,000 to 10,000; 0 where it is left out.

    Returns
    -------
    int
        Sixteenths of a point; higher is better.

    Raises
    ------
    ValueError, TypeError
        If there is no such weight or one is out of range.
    """
    cdef outlook_weights w
    cdef int* fields = <int*> &w
    cdef search_rules r
    cdef pile_worths piles
    cdef hidden_counts hidden
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights is a mapping, not {weights!r}")
    for name in weights:
        if name not in _FEATURES:
            raise ValueError(f"no weight {name!r}: there are {', '.join(_FEATURES)}")
    memset(&w, 0, sizeof(outlook_weights))
    for i, name in enumerate(_FEATURES):
        fields[i] = whole(name, weights.get(name, 0), -10_000, 10_000)
    set_rules(&r, &state.table.data, set())
    note_outlooks(r.t, &state.position, &w, &piles)
    count_hidden(r.t, &state.position, &hidden)
    return outlook_of(&r, &state.position, &w, &piles, &hidden, NO_PILE)
