"""What the players of many games of the Klondike family know, as arrays, and what they do."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from solitaire_core._fast.cards cimport DECK, UNKNOWN_CODE
from solitaire_core._fast.klondike_generation cimport MOST_MOVES, all_moves
from solitaire_core._fast.klondike_kernel cimport count_of, klondike_position, klondike_table
from solitaire_core._fast.klondike_kernel cimport move_count, move_from, move_to, move_value
from solitaire_core._fast.klondike_kernel cimport value_of
from solitaire_core._fast.klondike_moves cimport klondike_move
from solitaire_core._fast.klondike_state cimport KlondikeState

from solitaire_core._fast.errors import IllegalMoveError

cdef enum:
    NONE = 254          # in place of a card code: there is no card


def see_klondike(list states not None, uint8_t[:, :, ::1] piles not None,
                 uint8_t[:, ::1] foundations not None, uint8_t[:, ::1] waste not None,
                 uint8_t[:, ::1] stock not None, uint32_t[::1] passes not None,
                 uint8_t[:, :, ::1] moves not None, uint8_t[:, ::1] legal not None):
    """Write down what the players of some games know.

    Parameters
    ----------
    states : list of KlondikeState
        The games, all with the same rules.
    piles : writable buffer of uint8, shape (count, piles, height)
        Filled in, each pile from its bottom to its top: card codes, 255 where a card lies face
        down, 254 above the top.
    foundations : writable buffer of uint8, shape (count, 52)
        Filled in, by card code: how many copies are on the foundations.
    waste, stock : writable buffers of uint8, shape (count, talon)
        Filled in, the waste from its bottom to its top and the stock, the next card first: card
        codes, 255 for cards that have not been seen, 254 behind the last.
    passes : writable buffer of uint32, shape (count,)
        Filled in: which pass through the stock this is, from 1.
    moves : writable buffer of uint8, shape (count, most, 4)
        Filled in, the legal moves in the order of `legal_moves`: where from, where to (piles
        from 0, 13 the waste, 14 the foundations, 15 the stock), how many cards, and the code of
        the card that lands (63 for moves of the stock); 0 behind the last.
    legal : writable buffer of uint8, shape (count, most)
        Filled in: 1 for each move that there is.

    Raises
    ------
    ValueError
        If shapes disagree, or there is too little room.
    TypeError
        If one of the states is none.
    """
    cdef Py_ssize_t count = len(states), i
    cdef Py_ssize_t talon = waste.shape[1], height = piles.shape[2], most = legal.shape[1]
    cdef KlondikeState state
    cdef const klondike_table* t
    cdef const klondike_position* p
    cdef uint32_t[MOST_MOVES] found
    cdef int k, pile, card, number
    for name, shape, wanted in (
        ("piles", (piles.shape[0],), (count,)),
        ("foundations", (foundations.shape[0], foundations.shape[1]), (count, DECK)),
        ("waste", (waste.shape[0],), (count,)),
        ("stock", (stock.shape[0], stock.shape[1]), (count, talon)),
        ("passes", (passes.shape[0],), (count,)),
        ("moves", (moves.shape[0], moves.shape[1], moves.shape[2]), (count, most, 4)),
        ("legal", (legal.shape[0],), (count,)),
    ):
        if shape != wanted:
            raise ValueError(f"{name} has the shape {shape}, not {wanted}")
    for i in range(count):
        state = <KlondikeState?> states[i]
        t = &state.table.data
        p = &state.position
        number = all_moves(t, p, found)
        if t.piles != piles.shape[1] or t.talon != talon:
            raise ValueError(f"states[{i}] has {t.piles} piles and {t.talon} cards in stock and"
                             f" waste, not {piles.shape[1]} and {talon}")
        if number > most:
            raise ValueError(f"states[{i}] has {number} moves, there is room for {most}")
        for pile in range(t.piles):
            if p.size[pile] > height:
                raise ValueError(f"states[{i}]: t{pile} has {p.size[pile]} cards, there is room"
                                 f" for {height}")
            card = p.top[pile]
            for k in range(p.size[pile] - 1, -1, -1):
                piles[i, pile, k] = UNKNOWN_CODE if k < p.down[pile] else value_of(card)
                card = p.below[card]
            for k in range(p.size[pile], height):
                piles[i, pile, k] = NONE
        for k in range(DECK):
            foundations[i, k] = count_of(p.home[k])
        for k in range(talon):
            waste[i, k] = value_of(t.card[p.talon[k]]) if k < p.waste else NONE
            if k >= p.stock:
                stock[i, k] = NONE
            elif p.passed == 0:
                stock[i, k] = UNKNOWN_CODE
            else:
                stock[i, k] = value_of(t.card[p.talon[talon - p.stock + k]])
        passes[i] = p.passed + 1
        for k in range(number):
            moves[i, k, 0] = move_from(found[k])
            moves[i, k, 1] = move_to(found[k])
            moves[i, k, 2] = move_count(found[k])
            moves[i, k, 3] = move_value(found[k])
        moves[i, number:] = 0
        legal[i, :number] = 1
        legal[i, number:] = 0


def step_klondike(list states not None, const int64_t[::1] choices not None):
    """Make a move in each of some games.

    Parameters
    ----------
    states : list of KlondikeState
        The games.
    choices : buffer of int64, shape (count,)
        For each the index of one of its legal moves; -1 for no move.

    Returns
    -------
    list of KlondikeMove or None
        The moves made.

    Raises
    ------
    IllegalMoveError
        If there is no such move; the text names the row. The games before it have been played
        on.
    ValueError
        If there are too few or too many.
    """
    cdef Py_ssize_t i
    cdef KlondikeState state
    cdef uint32_t[MOST_MOVES] found
    cdef int number
    cdef list made = []
    if choices.shape[0] != len(states):
        raise ValueError(f"there are {choices.shape[0]} choices for {len(states)} games")
    for i in range(len(states)):
        state = <KlondikeState?> states[i]
        if choices[i] == -1:
            made.append(None)
            continue
        number = all_moves(&state.table.data, &state.position, found)
        if not 0 <= choices[i] < number:
            raise IllegalMoveError(f"choices[{i}] is {choices[i]}: there are {number} legal moves,"
                                   " and -1")
        move = klondike_move(found[choices[i]])
        state.push(move)
        made.append(move)
    return made
