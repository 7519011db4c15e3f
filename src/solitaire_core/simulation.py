"""Games played by simple policies in the core, into numpy arrays."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame, PeaksMove

__all__ = ["KLONDIKE_PLAYOUT", "PLAYOUT", "POLICIES", "playouts", "share_error"]

POLICIES = ("random", "greedy", "casual")
"""The policies of the peaks family: see `playouts`."""

PLAYOUT = np.dtype(
    [
        ("won", np.bool_),
        ("score", np.int32),
        ("turned", np.uint8),
        ("best_chain", np.uint8),
        ("moves", np.uint8),
    ]
)
"""What is known of a game of the peaks family that was played out."""

KLONDIKE_PLAYOUT = np.dtype(
    [("won", np.bool_), ("home", np.uint8), ("moves", np.uint32), ("passes", np.uint32)]
)
"""What is known of a game of the Klondike family that was played out."""


def share_error(share: float, count: int) -> float:
    """The standard error of a share of so many games.

    Never 0: as if half a game more had come out each way.
    """
    share = (share * count + 0.5) / (count + 1)
    return sqrt(share * (1 - share) / count)


def playouts(
    position: Game[Any] | Deal,
    count: int,
    policy: str | None = None,
    seed: int = 0,
    *,
    first_move: PeaksMove | None = None,
    resample: bool = False,
    most_moves: int = 1000,
) -> NDArray[Any]:
    """Play a position out many times by a policy that sees no face-down card.

    Parameters
    ----------
    position : Game or Deal
        Where every game starts.
    count : int
        How many games.
    policy : str, optional
        In the peaks family (by default `casual`) - `random`: any legal move, each as likely.
        `greedy`: turns the stock only when no card
        fits; takes a card that frees most others, among equals one after which another card
        in sight fits, among equals any. `casual`, a person who plays for fun: overlooks every
        card that fits one time in ten and turns when it sees none; of the cards that it sees
        it takes seven times in ten as greedy does, otherwise any.

        In the Klondike family (by default `greedy`) - `random`: any legal move. `greedy`: the
        first of these that there is, among several any: a safe move to the foundations; a move
        that turns up a card; a whole run onto another pile; the waste onto a pile; the stock;
        any move to the foundations. It gives up where none is left, or where the stock has
        been gone through and nothing was played.
    seed : int
        0 to 2**64 - 1. Game i depends on the position, the policy, the seed and i alone.
    first_move : PeaksMove, optional
        Peaks family: a legal move with which every game begins.
    resample : bool
        Peaks family: whether the cards that a player has not seen are dealt anew before every
        game.
    most_moves : int
        Klondike family: how many moves a game takes at the most, 1 to 1,000,000. Random play
        need not end by itself.

    Returns
    -------
    ndarray of `PLAYOUT` or `KLONDIKE_PLAYOUT`, shape (count,)
        Peaks family: fields `won` (bool), `score` (int32, by the game's scoring system),
        `turned` (stock cards turned since the deal), `best_chain` (longest since the deal) and
        `moves` (made since the position). Klondike family: `won` (bool), `home` (cards on the
        foundations at the end), `moves` (made since the position) and `passes` (the pass
        through the stock in which the game ended, from 1).

    Raises
    ------
    ValueError
        If a card that matters is unknown, the count or the seed is out of range, there is
        no such policy, or the move is not legal.
    TypeError
        If the position is neither a game nor a deal.

    Notes
    -----
    About a microsecond a game of TriPeaks; 5 to 10 million moves of Klondike a second. The GIL
    is released.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> games = playouts(Deal("tripeaks", 1), 1000, "greedy", seed=7)
    >>> int(games["won"].sum()), int(games["best_chain"].max())
    (0, 7)
    >>> games = playouts(Deal("klondike", 4), 100, "greedy", seed=7)
    >>> int(games["won"].sum()), int(games["home"].max())
    (49, 52)
    """
    game = position.start() if isinstance(position, Deal) else position
    count = _fast.whole_number(count, "count", 0, 2**40)
    seed = _fast.whole_number(seed, "seed", 0, 2**64 - 1)
    if isinstance(game, PeaksGame):
        kind = PLAYOUT
    elif isinstance(game, KlondikeGame):
        kind = KLONDIKE_PLAYOUT
        if first_move is not None or resample:
            raise ValueError(f"{game.rules.name}: first_move and resample go with peaks games")
    else:
        raise TypeError(f"playouts takes a game or a deal, not {type(game).__name__}")
    columns = {
        name: np.empty(count, dtype=np.uint8 if name == "won" else kind[name])
        for name in kind.names or ()
    }
    if isinstance(game, PeaksGame):
        _fast.play_many(
            game, policy or "casual", seed, **columns, first_move=first_move, resample=resample
        )
    else:
        _fast.play_klondike(game, policy or "greedy", seed, most_moves, **columns)
    games = np.empty(count, dtype=kind)
    for name, column in columns.items():
        games[name] = column
    return games
