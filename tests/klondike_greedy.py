"""A simple player of the Klondike family that knows all cards and is a little random."""


def greedy_move(state, rng):
    """A move that looks useful, or None."""
    safe = state.auto_moves()
    if safe:
        return safe[0]
    piles, down, _, _, _, _ = state.layout()
    best, found = 0.0, None
    for move in state.search_moves():
        worth = rng.random()
        if move.is_stock:
            worth += 1
        elif move.source == "w":
            worth += 2 + (move.to == "f")
        elif move.source == "f":
            worth -= 0.9
        else:
            pile = int(move.source[1:])
            left = len(piles[pile]) - move.count
            if left and left == down[pile]:
                worth += 4
            elif not left or not packed(piles[pile][left - 1 : left + 1]):
                worth += 3
            elif move.to == "f":
                worth += 0.8
            else:
                worth -= 0.7
        if worth > best:
            best, found = worth, move
    return found


def packed(pair):
    """Whether the second of two card codes goes on the first."""
    upper, lower = pair
    reds = upper // 13 in (1, 2), lower // 13 in (1, 2)
    return upper % 13 == lower % 13 + 1 and reds[0] != reds[1]


def play_greedily(state, rng, most, before_deal=None):
    """Play on for at most so many moves; whether the game was won.

    `before_deal` is called with the state ahead of each deal onto the piles.
    """
    for _ in range(most):
        move = greedy_move(state, rng)
        if move is None:
            break
        if before_deal and move.is_stock:
            before_deal(state)
        state.push(move)
        if state.result:
            break
    return state.result == 1
