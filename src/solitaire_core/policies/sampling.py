"""The policy that plays a position on in worlds that the player cannot tell from the real one."""

from __future__ import annotations

from typing import ClassVar

from solitaire_core import _fast
from solitaire_core.game import Rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.games.tripeaks import THREE_PEAKS
from solitaire_core.policies.built_in import BuiltIn

__all__ = ["Sampling"]


def _has_network(rules: PeaksRules) -> bool:
    layout = rules.layout
    is_known = layout.covered_by == THREE_PEAKS.covered_by
    return is_known and layout.face_down == THREE_PEAKS.face_down and rules.wrap and not rules.open


class Sampling(BuiltIn):
    """Deals what it has not seen anew, again and again, and tries its moves in each such world.

    Parameters
    ----------
    budget : int, optional
        How many games it tries before each decision, 1 to 1,000,000; by default 5,000 in
        TriPeaks with wrap, and 20,000 in other games of the peaks family. Where there is one legal
        move, or no card fits, it tries none. The time a game takes grows with it.

    Notes
    -----
    Peaks family: a world is the position with the cards that the player has not seen dealt anew to
    the face-down places and the stock, each way as likely as the others. All legal moves, the turn
    of the stock included, are tried in the same worlds. Each game is played on by a fast player: in
    TriPeaks with wrap by a small trained network, which looks at the position after each move;
    elsewhere by weights of what can be seen of a take and of how many unseen cards there are of
    each rank. The half of the moves that won less is dropped, and the rest of the budget goes to
    the others, until one is left; among equals the fast player's own choice. With a budget of 1 it
    plays as the fast player does. docs/sampling-peaks.md says how well it plays.

    The same seed gives the same games; time makes no difference.

    Examples
    --------
    >>> Sampling(budget=1000)
    Sampling(budget=1000)
    >>> from solitaire_core import simulate
    >>> rows = [simulate("tripeaks", range(5), Sampling(200), 1) for _ in range(2)]
    >>> bool((rows[0] == rows[1]).all())
    True
    """

    name = "sampling"
    core_id = "sampling"
    families = (PeaksRules,)

    BUDGETS: ClassVar[dict[type, int]] = {PeaksRules: 20_000}
    """Games that are tried before a decision where nothing is said, by family."""

    NETWORK_BUDGET: ClassVar[int] = 5_000
    """The same in three peaks with wrap, where a network plays on: its games take longer."""

    def __init__(self, budget: int | None = None) -> None:
        self.budget = None if budget is None else _fast.whole_number(budget, "budget", 1, 1_000_000)

    def budget_for(self, rules: Rules) -> int:
        """How many games are tried before each decision under some rules."""
        if self.budget is not None:
            return self.budget
        if isinstance(rules, PeaksRules) and _has_network(rules):
            return self.NETWORK_BUDGET
        return next(most for kind, most in self.BUDGETS.items() if isinstance(rules, kind))

    def core_options(self, rules: Rules) -> dict[str, int]:
        """What the core is told beside the policy's name, by keyword."""
        return {"depth": 1, "budget": self.budget_for(rules)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(budget={self.budget})"
