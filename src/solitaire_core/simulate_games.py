"""Games of policies that are written in Python, one by one or in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core.game import IllegalMoveError, Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.policies import BatchPolicy, Policy, name_of, turn_of
from solitaire_core.policies.batch import klondike_turns, peaks_turns

__all__ = ["BATCH", "Start", "play_in_batches", "play_one_by_one"]

BATCH = 1024
"""Games that are shown to `choose_many` at once, as long as there are so many."""

_GAMMA = 0x9E3779B97F4A7C15

PlayerGame = PeaksGame | KlondikeGame


@dataclass(slots=True, eq=False)
class Start:
    """A game to be played.

    Attributes
    ----------
    row : int
        Which game it is of those that are played.
    number : int
        Its deal, for messages.
    game : PeaksGame or KlondikeGame
        The game.
    stream : int
        Where its random numbers begin.
    made, idle, turns : int
        Moves made; how many of the last in a row turned the stock; how many did in all.
    """

    row: int
    number: int
    game: PlayerGame
    stream: int
    made: int = field(default=0, init=False)
    idle: int = field(default=0, init=False)
    turns: int = field(default=0, init=False)

    def seed(self) -> int:
        """The random number of the next decision: one output of SplitMix64 after the other."""
        return _fast.splitmix64_stream((self.stream + self.made * _GAMMA) % 2**64, 1)[0]

    def note(self, stock_moved: bool, counts: bool) -> None:
        """Count a move that has been made."""
        self.made += 1
        self.turns += stock_moved
        self.idle = self.idle + 1 if counts else 0

    def is_over(self, most: int) -> bool:
        """Whether nothing more is to be played."""
        return self.made == most or self.game.outcome() is not None


def play_one_by_one(
    policy: Policy, starts: Iterator[Start], most: int, check: Callable[[], None]
) -> Iterator[Start]:
    """Play games to their ends, asking the policy move by move."""
    for start in starts:
        game = start.game
        while not start.is_over(most):
            check()
            turn = turn_of(game, made=start.made, idle=start.idle, seed=start.seed())
            if not turn.moves:
                break
            move = policy.choose(turn)
            if move is None:
                break
            try:
                made = game.parse_move(move) if isinstance(move, str) else move
                game.push(made)  # type: ignore[arg-type]
            except IllegalMoveError as error:
                raise _blamed(policy, start, error, IllegalMoveError) from None
            except (TypeError, ValueError) as error:
                raise _blamed(policy, start, error, type(error)) from None
            is_stock = made.is_turn if isinstance(game, PeaksGame) else made.is_stock  # type: ignore[union-attr]
            start.note(is_stock, is_stock and str(made) != "deal")
        yield start


def _blamed(policy: object, start: Start, error: Exception, kind: type[Exception]) -> Exception:
    return kind(f"policy {name_of(policy)}, deal {start.number}, move {start.made + 1}: {error}")


def play_in_batches(
    policy: BatchPolicy,
    rules: Rules,
    starts: Iterator[Start],
    most: int,
    check: Callable[[], None],
) -> Iterator[Start]:
    """Play games to their ends, `BATCH` at a time; a game that ends makes room for the next."""
    playing: list[Start] = []
    while True:
        check()
        going_on: list[Start] = []
        for start in chain(playing, starts):
            if start.is_over(most) or not start.game.legal_moves:
                yield start
                continue
            going_on.append(start)
            if len(going_on) == BATCH:
                break
        if not going_on:
            return
        playing, given_up = _step(policy, rules, going_on)
        yield from given_up


def _step(
    policy: BatchPolicy, rules: Rules, playing: list[Start]
) -> tuple[list[Start], list[Start]]:
    """Ask for a move in each game and make it; the games that go on, and those given up."""
    games: list[Any] = [start.game for start in playing]
    made = [start.made for start in playing]
    idle = [start.idle for start in playing]
    seeds = [start.seed() for start in playing]
    try:
        if isinstance(rules, PeaksRules):
            shown = peaks_turns(rules, games, made, idle, seeds)
            choices = _checked(policy, policy.choose_many(shown), len(playing))
            _fast.step_peaks(games, choices)
            stock = choices == rules.layout.cards
        else:
            assert isinstance(rules, KlondikeRules)
            known = klondike_turns(rules, games, made, idle, seeds)
            choices = _checked(policy, policy.choose_many(known), len(playing))
            moves = _fast.step_klondike(games, choices)
            stock = np.array([move is not None and move.is_stock for move in moves], np.bool_)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"policy {name_of(policy)}: {error}") from None
    # Dealing the stock ends by itself; turning it goes round and round.
    deals = isinstance(rules, KlondikeRules) and rules.stock == "deal"
    for start, moved, choice in zip(playing, stock.tolist(), choices.tolist(), strict=True):
        if choice >= 0:
            start.note(moved, moved and not deals)
    going_on = [start for start, choice in zip(playing, choices, strict=True) if choice >= 0]
    given_up = [start for start, choice in zip(playing, choices, strict=True) if choice < 0]
    return going_on, given_up


def _checked(policy: BatchPolicy, choices: Any, count: int) -> NDArray[np.int64]:
    """The choices as the core takes them."""
    found = np.asarray(choices)
    if found.dtype.kind not in "iu":
        raise TypeError(
            f"policy {name_of(policy)}: choose_many gives whole numbers, not {found.dtype}"
        )
    if found.shape != (count,):
        raise ValueError(
            f"policy {name_of(policy)}: choose_many was shown {count} games, and gave choices of"
            f" the shape {found.shape}"
        )
    if found.dtype.kind == "u":
        found = np.minimum(found, 2**62)  # too large for any game, and no less than 0
    return np.ascontiguousarray(found, dtype=np.int64)
