"""How a game looks to a learner: its actions and observations as numbers, and their spaces."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from solitaire_core._fast import EnvBatch, KlondikeEnvs, PeaksEnvs, whole_number
from solitaire_core.deals import RANGES, Deal
from solitaire_core.game import Game, Rules
from solitaire_core.games import find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.peaks import PeaksGame, PeaksMove

__all__ = ["Encoding", "IllegalAction", "Observe", "Reward"]

Observe = Literal["visible", "known", "all"]
Reward = Literal["win", "score"]
IllegalAction = Literal["noop", "terminate", "raise"]

_UNKNOWN, _NOTHING, _HIGHEST = 52, 53, 54 + 51
_LAST = RANGES["sc1"][1]


class Encoding:
    """The actions and observations of one game with its options, and the core that plays it.

    Parameters
    ----------
    game : str or Rules
        The game.
    options : dict
        Its options.
    observe : str
        What is shown.
    scoring : str, Scoring or None
        Peaks family: the scoring system.

    Attributes
    ----------
    rules : Rules
        The game.
    fields : dict of str to slice
        The parts of an observation.
    observation_space : Box
        Bytes, with the least and the greatest that each can be.
    action_space : Discrete
        The actions.
    """

    rules: Rules
    fields: dict[str, slice]
    observation_space: Box[Any]
    action_space: Discrete[np.int64]

    def __init__(
        self, game: str | Rules, options: dict[str, Any], observe: Observe, scoring: Any
    ) -> None:
        self.rules = find_rules(game, **options)
        self.scoring = scoring
        self.observe = observe
        # Any deal: of it only what is the same in all deals of the game is looked at.
        self._any = Deal(self.rules, 0).start(scoring)
        core = self.core(1, observe=observe)
        bounds = self._peaks() if isinstance(self._any, PeaksGame) else self._klondike(core)
        self.fields = {}
        width = 0
        for name, entries, _, _ in bounds:
            self.fields[name] = slice(width, width + entries)
            width += entries
        low, high = (
            np.concatenate([np.full(bound[1], bound[end], np.uint8) for bound in bounds])
            for end in (2, 3)
        )
        self.observation_space = Box(low, high, dtype=np.uint8)
        self.action_space = Discrete(core.actions)

    def core(
        self,
        count: int,
        *,
        observe: Observe,
        reward: Reward = "win",
        illegal_action: IllegalAction = "noop",
        illegal_reward: float = 0.0,
        autoreset: str = "disabled",
        numbers: range | None = None,
        max_episode_steps: int | None = None,
    ) -> EnvBatch:
        """So many environments in the core."""
        first, size = _number_range(numbers)
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"max_episode_steps is 1 or more, not {max_episode_steps}")
        options = {
            "observe": observe,
            "reward": reward,
            "illegal_action": illegal_action,
            "illegal_reward": float(illegal_reward),
            "autoreset": autoreset,
            "max_episode_steps": max_episode_steps or 0,
            "first": first,
            "size": size,
        }
        rules = self.rules
        if isinstance(rules, PeaksRules) and isinstance(self._any, PeaksGame):
            sign = -1 if self._any.scoring.lower_is_better else 1
            return PeaksEnvs(self._any.table, rules.order, count, sign, **options)
        if isinstance(rules, KlondikeRules) and isinstance(self._any, KlondikeGame):
            return KlondikeEnvs(
                self._any.table,
                rules.dealt_to,
                count,
                face_up=rules.face_up == "all",
                turn_first=rules.turn_first,
                **options,
            )
        raise TypeError(f"{rules.name} is a game of neither family")

    def _peaks(self) -> list[tuple[str, int, int, int]]:
        """The parts of an observation: name, entries, the least and the greatest value."""
        rules = self.rules
        assert isinstance(rules, PeaksRules)
        cards, stock = rules.layout.cards, rules.layout.stock
        down = _HIGHEST if self.observe == "all" else _NOTHING
        return [
            ("tableau", cards, 0, down),
            ("stock", stock, _UNKNOWN, down),
            ("top", 1, 0, 51),
            ("stock_left", 1, 0, max(stock, 1)),
            ("chain", 1, 0, cards),
            ("seen", 52, 0, 1),
        ]

    def _klondike(self, core: EnvBatch) -> list[tuple[str, int, int, int]]:
        rules = self.rules
        assert isinstance(rules, KlondikeRules) and isinstance(core, KlondikeEnvs)
        talon = rules.cards - sum(rules.piles)
        again = rules.stock == "waste" and rules.passes != 1 and self.observe == "known"
        return [
            (
                "piles",
                len(rules.piles) * core.height,
                0,
                _HIGHEST if self.observe == "all" else _NOTHING,
            ),
            ("foundations", 4 * rules.decks, 0, 13),
            ("talon", talon, 0, _HIGHEST if again or self.observe == "all" else _NOTHING),
            ("waste", 1, 0, max(talon, 1)),
            ("stock", 1, 0, max(talon, 1)),
            ("passes", 1, 1, max(rules.passes, 2) if rules.passes or rules.draw == 0 else 255),
        ]

    def action_of(self, move: Any, game: Game[Any]) -> int:
        """The action of a move, as an object or as text, in a position.

        Raises
        ------
        ValueError
            If the text is no move, or the move takes a card that is not in the tableau.
        """
        if isinstance(game, PeaksGame):
            move = PeaksMove(move)
            place = game.rules.layout.cards if move.is_turn else game.place_of(move)
            if place is None:
                raise ValueError(f"{move} takes a card that is not in the tableau")
            return place
        rules = self.rules
        assert isinstance(rules, KlondikeRules)
        return _klondike_action(KlondikeMove(move), rules)

    def move_of(self, action: int, game: Game[Any]) -> Any:
        """The legal move that an action stands for in a position.

        Raises
        ------
        ValueError
            If it stands for no legal move.
        """
        for move in game.legal_moves:
            if self.action_of(move, game) == action:
                return move
        raise ValueError(f"action {action} is no legal move here")


def _klondike_action(move: KlondikeMove, rules: KlondikeRules) -> int:
    """As `action_of_move` of the core."""
    piles = len(rules.piles)
    ways = 13 if rules.empty == "any" else 1
    home = piles * piles * ways
    if move.is_stock:
        return home + 2 * piles + 1 + 4 * ways * piles
    to = int(move.to[1:]) if move.to.startswith("t") else piles
    if move.source == "w":
        return home + piles + to
    if move.source == "f":
        assert move.card is not None
        suit, rank = divmod(move.card.code, 13)
        return home + 2 * piles + 1 + (suit * ways + (rank if ways > 1 else 0)) * piles + to
    source = int(move.source[1:])
    if to == piles:
        return home + source
    return (source * piles + to) * ways + (move.count - 1 if ways > 1 else 0)


def _number_range(numbers: range | None) -> tuple[int, int]:
    """First and size of a range of deal numbers, 0 and 0 for all."""
    if numbers is None:
        return 0, 0
    if not isinstance(numbers, range):
        raise TypeError(f"numbers is a range, not {type(numbers).__name__}")
    if numbers.step != 1 or not 0 <= numbers.start < numbers.stop <= _LAST + 1:
        raise ValueError(f"numbers is a range in steps of 1 within 0 .. 2**64 - 1, not {numbers}")
    size = numbers.stop - numbers.start
    return (0, 0) if size > _LAST else (numbers.start, size)


def deal_number(number: Any) -> np.uint64:
    """A deal number of the numbering sc1."""
    return np.uint64(whole_number(number, "number", 0, _LAST))


def one_seed(seed: object) -> np.uint64:
    """A seed as the core takes it."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number, not {type(seed).__name__}")
    value = int(seed.__index__())
    if value < 0:
        raise ValueError(f"a seed is 0 or more, not {value}")
    return np.uint64(value % 2**64)


def fresh_seeds(generator: np.random.Generator, count: int) -> NDArray[np.uint64]:
    """Seeds by chance."""
    return generator.integers(0, 2**64, count, dtype=np.uint64)
