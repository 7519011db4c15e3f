"""`hint`: one position, one move, and why."""

from __future__ import annotations

from typing import Any

from solitaire_core import _fast
from solitaire_core.game import Game
from solitaire_core.hints.answers import Hint
from solitaire_core.hints.klondike import hint_klondike
from solitaire_core.hints.peaks import hint_peaks
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.solving.limits import Limits
from solitaire_core.solving.peaks import WinTable

__all__ = ["NODES", "hint"]

NODES = 1_000_000
"""Positions that the searches for a hint may look at, where no limit is named."""


def hint(
    game: Game[Any],
    information: str = "all",
    *,
    seed: int = 0,
    rollouts: int = 1000,
    worlds: int = 100,
    policy: str = "greedy",
    table: WinTable | None = None,
    limits: Limits | None = None,
) -> Hint:
    """Suggest a move.

    Parameters
    ----------
    game : Game
        The position. It is not changed.
    information : str
        `all`: the solver may look at every card, and all cards must be known. `visible`:
        only what the player has seen is used; the answer is the same whatever the unseen
        cards are.
    seed : int
        Peaks family, for `visible`, 0 to 2**64 - 1: the same seed gives the same hint.
    rollouts : int
        Peaks family, for `visible`: how many games are played out in all, shared between the
        legal moves.
    worlds : int
        Peaks family, for `visible`: how many worlds are solved exactly; 0 for none.
    policy : str
        Peaks family, for `visible`: how play goes on after the move, a policy of `playouts`.
    table : WinTable, optional
        Peaks family, for `all`: a table of the deal's first position, which saves time where
        hints are asked for again and again. It must be of the same cards and rules.
    limits : Limits, optional
        Klondike family, for `all`: how far the searches may go, all together; by default
        1,000,000 nodes. Where they end too early, `can_win` or `back_to` is not known.

    Returns
    -------
    Hint

    Raises
    ------
    ValueError
        If there is no such kind of information or policy, a figure is out of range, or cards
        that matter are unknown.

    Notes
    -----
    In the peaks family, `all` takes about a millisecond. `visible` ranks moves by the chance to
    win if play goes on by the policy, which beats ranking by the share of worlds that an
    all-seeing player wins.

    In the Klondike family, `visible` names the first of these that there is: a move to the
    foundations that is safe; a move that turns up a card, of the pile with the most face-down
    cards; a card of the waste that can be played; a whole run that goes on another one; any other
    move to the foundations; the stock; whatever is left. It looks one move ahead, and may well
    lose a game that could be won.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 1).start()
    >>> hint(game).text
    '5D fits, which saves the stock'
    >>> hint(Deal("tripeaks", 2, wrap=False).start()).text
    'the game can no longer be won'
    >>> hint(Deal("klondike", 7).start(), "visible").text
    'TC from pile 5 to pile 6: it turns a card face up'
    """
    if not isinstance(game, (PeaksGame, KlondikeGame)):
        raise TypeError(f"hint takes a PeaksGame or a KlondikeGame, not {type(game).__name__}")
    if information not in ("all", "visible"):
        raise ValueError(f"information is all or visible, not {information!r}")
    rollouts = _fast.whole_number(rollouts, "rollouts", 1, 10**9)
    worlds = _fast.whole_number(worlds, "worlds", 0, 10**6)
    seed = _fast.whole_number(seed, "seed", 0, 2**64 - 1)
    if isinstance(game, KlondikeGame):
        if table is not None:
            raise ValueError(f"{game.rules.name}: a table goes with the peaks family")
        return hint_klondike(game, information, limits or Limits(nodes=NODES))
    return hint_peaks(
        game,
        information,
        seed=seed,
        rollouts=rollouts,
        worlds=worlds,
        policy=policy,
        table=table,
    )
