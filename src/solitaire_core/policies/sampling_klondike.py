"""The player of the Klondike family that samples the cards which it has not seen."""

from __future__ import annotations

import threading
from typing import ClassVar

from solitaire_core import _fast
from solitaire_core.game import Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike import KlondikeMove, KlondikeView
from solitaire_core.policies.built_in import BuiltIn
from solitaire_core.policies.positions import klondike_position
from solitaire_core.policies.turn import Move, Turn

__all__ = ["SamplingKlondike"]


class _Plan(threading.local):
    """What is left of a plan, and what its next move expects to see; each thread has its own."""

    expected: KlondikeView | None = None
    left: tuple[KlondikeMove, ...] = ()


class SamplingKlondike(BuiltIn):
    """Plans with the cards that it knows, and samples those that it does not.

    Parameters
    ----------
    budget : int, optional
        Positions that it looks at in a game, about; 1,000 to 2**40, by default 3,000,000, which
        take up to about a CPU second. Each plan has an equal share; a search for a win may take
        four.

    Notes
    -----
    It plans until the next card that has not been seen: a face-down card that a move turns up,
    a row that the stock deals, a turn of a stock that is gone through for the first time. A
    search through known cards finds such moves; the best ones are played on to the end of the
    game in the same samples of what is hidden, and the one that does best is the plan. In games
    in which single cards move, samples are solved instead, all cards known, and what wins most of
    them is the plan; if six searches win none, it gives up. Where nothing is hidden, a search
    looks for a win. A stock that may be gone through without end is gone through first. It gives
    up where no card of the tableau can be turned up any more.

    `choose` remembers the plan that it is in the middle of, and follows it as long as what it is
    shown is what it expects: in each thread an object plays one game at a time. What it plans
    depends on what the player knows, `turn.seed` and the budget alone, never on time.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> from solitaire_core.policies import turn_of
    >>> str(SamplingKlondike(20_000).choose(turn_of(Deal("klondike", 7).start(), seed=1)))
    'turn'
    """

    name = "sampling"
    core_id = "sampling"
    families = (KlondikeRules,)

    BUDGET: ClassVar[int] = 3_000_000

    def __init__(self, budget: int | None = None) -> None:
        budget = self.BUDGET if budget is None else budget
        self.budget = _fast.whole_number(budget, "budget", 1_000, 2**40)
        self._under_way = _Plan()

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (self.budget,)

    def depth_for(self, rules: Rules) -> int:
        """How many positions are looked at for a plan: a share for each card or row to show."""
        assert isinstance(rules, KlondikeRules)
        plans = 1
        if rules.face_up == "top":
            plans += sum(max(size - 1, 0) for size in rules.piles)
        talon = rules.cards - sum(rules.piles)
        if rules.stock == "deal":
            plans += -(-talon // len(rules.piles))
        elif rules.passes:
            plans += -(-talon // rules.draw)
        return max(self.budget // plans, 1)

    def choose(self, turn: Turn) -> Move | None:
        """The move that the core makes here; None where it gives up or there is none.

        Raises
        ------
        ValueError
            If the game is not of the Klondike family.
        """
        rules, view = turn.rules, turn.view
        if not isinstance(rules, KlondikeRules) or not isinstance(view, KlondikeView):
            raise ValueError(f"the policy {self.name} does not play {rules.name}")
        position = klondike_position(rules, view)
        plan = self._under_way
        if not plan.left or view != plan.expected:
            budget = self.depth_for(rules)
            plan.left = tuple(_fast.plan_klondike(position, budget, turn.idle, turn.seed))
        if not plan.left:
            return None
        move, *left = plan.left
        plan.left = tuple(left)
        if left:
            position.push(move)
            plan.expected = position.known()
        return move

    def __repr__(self) -> str:
        return f"{type(self).__name__}(budget={self.budget})"
