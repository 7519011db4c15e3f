"""The policies that come with the package; each also runs in the core, without the GIL."""

from __future__ import annotations

from typing import ClassVar

from solitaire_core import _fast
from solitaire_core.game import Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeView
from solitaire_core.peaks import PeaksView
from solitaire_core.policies.positions import klondike_position, peaks_position
from solitaire_core.policies.turn import Move, Turn

__all__ = ["BuiltIn", "Casual", "Greedy", "Lookahead", "Random"]


class BuiltIn:
    """A policy that the core knows.

    Attributes
    ----------
    name : str
        Its name.
    core_id : str
        What the core calls it. A subclass with a `choose` of its own is not played by the core,
        unless it has a `core_id` of its own as well.
    families : tuple of type
        The kinds of rules that it can play by.
    """

    name: ClassVar[str]
    core_id: ClassVar[str]
    families: ClassVar[tuple[type, ...]] = (PeaksRules, KlondikeRules)

    def depth_for(self, rules: Rules) -> int:
        """How many moves the core looks ahead, where it does."""
        return 1

    def core_options(self, rules: Rules) -> dict[str, int]:
        """What the core is told beside the policy's name, by keyword."""
        return {"depth": self.depth_for(rules)}

    def choose(self, turn: Turn) -> Move | None:
        """The move that the core makes here; None where it gives up or there is none.

        Raises
        ------
        ValueError
            If the policy does not play the game.
        """
        rules, view = turn.rules, turn.view
        if not isinstance(rules, self.families):
            raise ValueError(f"the policy {self.name} does not play {rules.name}")
        options = self.core_options(rules)
        if isinstance(rules, PeaksRules) and isinstance(view, PeaksView):
            peaks = peaks_position(rules, view)
            return _fast.choose_peaks_move(peaks, self.core_id, seed=turn.seed, **options)
        if isinstance(rules, KlondikeRules) and isinstance(view, KlondikeView):
            klondike = klondike_position(rules, view)
            return _fast.choose_klondike_move(
                klondike, self.core_id, idle=turn.idle, seed=turn.seed, **options
            )
        raise TypeError(f"a view of {rules.name} is no {type(view).__name__}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Random(BuiltIn):
    """Any legal move, each as likely as the others.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> from solitaire_core.policies import turn_of
    >>> str(Random().choose(turn_of(Deal("tripeaks", 7).start(), seed=1)))
    'turn'
    """

    name = "random"
    core_id = "random"


class Greedy(BuiltIn):
    """Takes what looks best at once.

    Notes
    -----
    Peaks family: turns the stock only when no card fits; takes a card that frees most others,
    among equals one after which another card in sight fits, among equals any.

    Klondike family: the first of these that there is, among several any: a safe move to the
    foundations; a move that turns up a card; a whole run onto another pile; the waste onto a
    pile; the stock; any move to the foundations. It gives up where none is left, or where the
    stock has been gone through and nothing was played.
    """

    name = "greedy"
    core_id = "greedy"


class Casual(BuiltIn):
    """A person who plays a game of the peaks family for fun.

    Notes
    -----
    Overlooks every card that fits one time in ten and turns when it sees none; of the cards that
    it sees it takes seven times in ten as `Greedy` does, otherwise any.
    """

    name = "casual"
    core_id = "casual"
    families = (PeaksRules,)


class Lookahead(BuiltIn):
    """Looks a few moves ahead, at cards that have been face up alone.

    Parameters
    ----------
    depth : int, optional
        How many moves, 1 to 6, in the Klondike family 1 to 4; by default 6 takes in the peaks
        family and 2 moves in the Klondike family, where each further move takes 10 to 30 times as
        long.

    Notes
    -----
    Peaks family: looks at every line of so many takes of cards that are face up now. It does not
    know what a line turns up, and no line turns the stock. A line is worth 1 for each card, 6 for
    each face-down card that it uncovers, and 1 for each rank on top of the waste on which one of
    the cards in sight would go at its end. It begins a line that is worth most, among equals any,
    and turns the stock only where no card fits.

    Klondike family: looks at every line of so many moves of cards, those back from the
    foundations included; a line ends with a move that turns a card up, as it does not know which
    one. It knows the waste, and looks neither at the stock nor beyond a turn, a deal or a redeal,
    not even when it has seen those cards in an earlier pass. A line gains 12 for each card turned
    up, 4 for each card more on the foundations, 3 for each card that leaves the waste, 2 for each
    card that comes to lie packed on another, 1 for each empty pile more, and loses the same where
    it undoes it. It begins a line that gains most, among these a shortest, among equals any; where
    no line gains it turns, deals or turns over the stock, and it gives up as `Greedy` does.

    Examples
    --------
    >>> Lookahead(depth=3)
    Lookahead(depth=3)
    """

    name = "lookahead"
    core_id = "lookahead"

    PEAKS_DEPTH: ClassVar[int] = 6
    KLONDIKE_DEPTH: ClassVar[int] = 2

    def __init__(self, depth: int | None = None) -> None:
        self.depth = None if depth is None else _fast.whole_number(depth, "depth", 1, 6)

    def depth_for(self, rules: Rules) -> int:
        """How many moves are looked ahead under some rules.

        Raises
        ------
        ValueError
            If they are more than a game of the Klondike family allows.
        """
        if isinstance(rules, PeaksRules):
            return self.PEAKS_DEPTH if self.depth is None else self.depth
        if self.depth is None:
            return self.KLONDIKE_DEPTH
        return _fast.whole_number(self.depth, "depth (Klondike family)", 1, 4)

    def __repr__(self) -> str:
        return f"Lookahead(depth={self.depth})"
