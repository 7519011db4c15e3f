"""Games played by simple policies in the core, into numpy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core.deals import Deal
from solitaire_core.game import Game
from solitaire_core.peaks import PeaksGame, PeaksMove

__all__ = ["PLAYOUT", "POLICIES", "playouts"]

POLICIES = ("random", "greedy", "casual")
"""The policies: see `playouts`."""

PLAYOUT = np.dtype(
    [
        ("won", np.bool_),
        ("score", np.int32),
        ("turned", np.uint8),
        ("best_chain", np.uint8),
        ("moves", np.uint8),
    ]
)
"""What is known of a game that was played out."""


def playouts(
    position: Game[Any] | Deal,
    count: int,
    policy: str = "casual",
    seed: int = 0,
    *,
    first_move: PeaksMove | None = None,
    resample: bool = False,
) -> NDArray[Any]:
    """Play a position out many times by a policy that sees no face-down card.

    Parameters
    ----------
    position : Game or Deal
        Where every game starts.
    count : int
        How many games.
    policy : str
        `random`: any legal move, each as likely. `greedy`: turns the stock only when no card
        fits; takes a card that frees most others, among equals one after which another card
        in sight fits, among equals any. `casual`, a person who plays for fun: overlooks every
        card that fits one time in ten and turns when it sees none; of the cards that it sees
        it takes seven times in ten as greedy does, otherwise any.
    seed : int
        0 to 2**64 - 1. Game i depends on the position, the policy, the seed and i alone.
    first_move : PeaksMove, optional
        A legal move with which every game begins.
    resample : bool
        Whether the cards that a player has not seen are dealt anew before every game.

    Returns
    -------
    ndarray of `PLAYOUT`, shape (count,)
        Fields `won` (bool), `score` (int32, by the game's scoring system), `turned` (stock
        cards turned since the deal), `best_chain` (longest since the deal) and `moves` (made
        since the position).

    Raises
    ------
    ValueError
        If a card that matters is unknown, the count or the seed is out of range, there is
        no such policy, or the move is not legal.
    TypeError
        If the position is neither a game nor a deal.

    Notes
    -----
    About 3 microseconds a game of TriPeaks. The GIL is released.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> games = playouts(Deal("tripeaks", 1), 1000, "greedy", seed=7)
    >>> int(games["won"].sum()), int(games["best_chain"].max())
    (0, 7)
    """
    game = position.start() if isinstance(position, Deal) else position
    if not isinstance(game, PeaksGame):
        raise TypeError(f"playouts takes a game or a deal, not {type(game).__name__}")
    count = _fast.whole_number(count, "count", 0, 2**40)
    seed = _fast.whole_number(seed, "seed", 0, 2**64 - 1)
    columns = {
        name: np.empty(count, dtype=np.uint8 if name == "won" else PLAYOUT[name])
        for name in PLAYOUT.names or ()
    }
    _fast.play_many(game, policy, seed, **columns, first_move=first_move, resample=resample)
    games = np.empty(count, dtype=PLAYOUT)
    for name, column in columns.items():
        games[name] = column
    return games
