"""What the players of many games of the peaks family see, as arrays, and what they do."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from solitaire_core._fast.cards cimport DECK, UNKNOWN_CODE
from solitaire_core._fast.peaks_kernel cimport TURN, can_turn, cards_that_fit, peaks_position
from solitaire_core._fast.peaks_kernel cimport peaks_table
from solitaire_core._fast.peaks_moves cimport move_from_code
from solitaire_core._fast.peaks_state cimport PeaksState

from solitaire_core._fast.errors import IllegalMoveError

cdef enum:
    GONE = 254          # in place of a card code: there is no card


def see_peaks(list states not None, uint8_t[:, ::1] tableau not None, uint8_t[::1] top not None,
              uint8_t[::1] stock_left not None, uint8_t[::1] chain not None,
              int32_t[::1] score not None, uint8_t[:, ::1] seen not None,
              uint8_t[:, ::1] legal not None):
    """Write down what the players of some games see.

    Parameters
    ----------
    states : list of PeaksState
        The games, all of one layout.
    tableau : writable buffer of uint8, shape (count, cards)
        Filled in, by place: the card code, 255 where it lies face down, 254 where it is gone.
    top, stock_left, chain : writable buffers of uint8, shape (count,)
        Filled in: the code of the top of the waste, the cards in the stock, the cards taken
        since the last turn.
    score : writable buffer of int32, shape (count,)
        Filled in: the score so far.
    seen : writable buffer of uint8, shape (count, 52)
        Filled in, by card code: 1 for each card that has been face up.
    legal : writable buffer of uint8, shape (count, cards + 1)
        Filled in: 1 for each place whose card can be taken; last, whether the stock can be
        turned.

    Raises
    ------
    ValueError
        If shapes disagree.
    TypeError
        If one of the states is none.
    """
    cdef Py_ssize_t count = len(states), i
    cdef Py_ssize_t cards = tableau.shape[1]
    cdef PeaksState state
    cdef const peaks_table* t
    cdef const peaks_position* p
    cdef int place
    cdef uint8_t code
    cdef uint64_t down, fit
    for name, shape, wanted in (
        ("tableau", (tableau.shape[0], tableau.shape[1]), (count, cards)),
        ("top", (top.shape[0],), (count,)),
        ("stock_left", (stock_left.shape[0],), (count,)),
        ("chain", (chain.shape[0],), (count,)),
        ("score", (score.shape[0],), (count,)),
        ("seen", (seen.shape[0], seen.shape[1]), (count, DECK)),
        ("legal", (legal.shape[0], legal.shape[1]), (count, cards + 1)),
    ):
        if shape != wanted:
            raise ValueError(f"{name} has the shape {shape}, not {wanted}")
    for i in range(count):
        state = <PeaksState?> states[i]
        t = &state.table.data
        p = &state.position
        if t.cards != cards:
            raise ValueError(f"states[{i}] has {t.cards} cards in its tableau, not {cards}")
        down = t.face_down & ~p.removed & ~p.uncovered
        fit = cards_that_fit(t, p)
        seen[i, :] = 0
        for place in range(DECK):
            code = t.code[place]
            if place < cards and down >> place & 1 or place > cards + p.turned:
                code = UNKNOWN_CODE
            elif code < DECK:
                seen[i, code] = 1
            if place < cards:
                tableau[i, place] = GONE if p.removed >> place & 1 else code
                legal[i, place] = fit >> place & 1
        legal[i, cards] = can_turn(t, p)
        top[i] = p.top
        stock_left[i] = t.stock - p.turned
        chain[i] = p.chain
        score[i] = p.score


def step_peaks(list states not None, const int64_t[::1] choices not None):
    """Make a move in each of some games.

    Parameters
    ----------
    states : list of PeaksState
        The games.
    choices : buffer of int64, shape (count,)
        For each the place of the card to take, or the number of tableau cards to turn the
        stock; -1 for no move.

    Raises
    ------
    IllegalMoveError
        If one is not legal; the text names the row. The games before it have been played on.
    ValueError
        If there are too few or too many.
    """
    cdef Py_ssize_t i
    cdef PeaksState state
    cdef int64_t choice
    cdef uint8_t code
    if choices.shape[0] != len(states):
        raise ValueError(f"there are {choices.shape[0]} choices for {len(states)} games")
    for i in range(len(states)):
        state = <PeaksState?> states[i]
        choice = choices[i]
        if choice == -1:
            continue
        if not 0 <= choice <= state.table.data.cards:
            raise IllegalMoveError(f"choices[{i}] is {choice}: there are 0 to"
                                   f" {state.table.data.cards}, and -1")
        code = TURN if choice == state.table.data.cards else state.table.data.code[choice]
        if code == UNKNOWN_CODE:
            raise IllegalMoveError(f"choices[{i}] is {choice}: that card is not known")
        try:
            state.push(move_from_code(code))
        except IllegalMoveError:
            # Its text would name a card that may lie face down.
            raise IllegalMoveError(f"choices[{i}] is {choice}: that move is not legal") from None
