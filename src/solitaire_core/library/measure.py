"""What a library says of one deal, measured."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_core.deals import Deal
from solitaire_core.library.file import NO_PAR, STEPS, UNWINNABLE, Header
from solitaire_core.peaks import PeaksGame
from solitaire_core.simulation import playouts
from solitaire_core.solving.peaks import best_line
from solitaire_core.solving.solve import solve

__all__ = ["Measured", "measure"]


class Measured(NamedTuple):
    """One value for each column of a library."""

    fewest_turns: int
    cleared: int
    par: int


def measure(header: Header, number: int, fewest_turns: int | None = None) -> Measured:
    """Measure a deal.

    Parameters
    ----------
    header : Header
        Rules, numbering, games and scoring.
    number : int
        The deal.
    fewest_turns : int, optional
        Its fewest turns, 255 for unwinnable, where they are known already.
    """
    deal = Deal(header.rules, number, header.numbering)
    game = deal.start(scoring=header.scoring)
    assert isinstance(game, PeaksGame)  # libraries are of the peaks family
    if fewest_turns is None:
        found = solve(game).fewest_turns
        fewest_turns = UNWINNABLE if found is None else found
    cleared = 0
    if fewest_turns != UNWINNABLE:
        won = playouts(game, header.games, "casual", header.seed)["won"]
        cleared = int(won.sum()) * STEPS // header.games
    par = NO_PAR
    if fewest_turns != UNWINNABLE or header.objective == "best":
        best = best_line(game, header.objective)
        assert best is not None  # it can be cleared, or any line will do
        par = best[0]
    return Measured(fewest_turns, cleared, par)
