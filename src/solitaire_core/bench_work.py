"""What `bench` measures: pieces of work that are the same everywhere, each a tenth of a second.

A `Task` is prepared once for each thread. What it prepares does one piece of work at a call, in
the thread that calls it, and returns how much that was in the unit of the task.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.simulate import simulate
from solitaire_core.simulation import playouts
from solitaire_core.solving import Limits, decide, solve

__all__ = ["TASKS", "Piece", "Task"]

Piece = Callable[[], int]

_HARD_KLONDIKE = (39, 41, 63, 102)
"""Deals of Klondike draw 3 that the search does not get through with so few nodes."""

_NODES = 150_000
_TRIANGLES = range(8)
_ENVIRONMENTS = 1024
_STEPS = 64


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of work.

    Attributes
    ----------
    name : str
        What is done.
    unit : str
        What is counted.
    prepare : callable
        Makes what does one piece of the work; called in the thread that will work, outside
        of what is timed.
    """

    name: str
    unit: str
    prepare: Callable[[], Piece]


def _deciding(rules: Rules, size: int) -> Piece:
    decide(range(1), rules)  # the layout's lattice is built on its first use
    begins = count(0, size)

    def piece() -> int:
        begin = next(begins)
        return len(decide(range(begin, begin + size), rules).verdict)

    return piece


def _simulating(rules: Rules, policy: str, size: int) -> Piece:
    begins = count(0, size)

    def piece() -> int:
        begin = next(begins)
        return len(simulate(rules, range(begin, begin + size), policy, threads=1))

    return piece


def _playing_out(rules: Rules, policy: str, size: int) -> Piece:
    seeds = count()
    deals = [Deal(rules, number).start() for number in range(16)]

    def piece() -> int:
        seed = next(seeds)
        return len(playouts(deals[seed % len(deals)], size, policy, seed))

    return piece


def _solving(deals: list[Deal]) -> Piece:
    """All the deals, so that each piece is the same work: some have more costly nodes."""
    limits = Limits(nodes=_NODES)

    def piece() -> int:
        return sum(solve(deal, limits=limits).stats.nodes for deal in deals)

    return piece


def _moving(deal: Deal, least: int) -> Piece:
    """A perft of the deal that makes at least so many moves."""
    game = deal.start()
    made, depth = 0, 0
    while made < least:
        depth += 1
        made += game.perft(depth)

    def piece() -> int:
        game.perft(depth)
        return made

    return piece


def _stepping(rules: Rules) -> Piece:
    """The same games again: their actions are chosen here, outside of what is timed."""
    from solitaire_core.envs import SolitaireVectorEnv

    envs = SolitaireVectorEnv(_ENVIRONMENTS, rules, max_episode_steps=1000)
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    actions: list[Any] = []
    for _ in range(_STEPS):
        mask = infos["action_mask"]
        actions.append((rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1))
        *_, infos = envs.step(actions[-1])

    def piece() -> int:
        envs.reset(seed=0)
        for chosen in actions:
            envs.step(chosen)
        return _ENVIRONMENTS * _STEPS

    return piece


def _tasks() -> tuple[Task, ...]:
    wrap, no_wrap = find_rules("tripeaks"), find_rules("tripeaks", wrap=False)
    golf, golf_wrap = find_rules("golf"), find_rules("golf", wrap=True)
    klondike = find_rules("klondike", draw=3)
    hard = [Deal(klondike, number) for number in _HARD_KLONDIKE]
    triangles = [Deal("eternal-triangle", number) for number in _TRIANGLES]
    rows: list[tuple[str, str, Callable[[], Piece]]] = [
        ("TriPeaks, wrap: decide", "deals", partial(_deciding, wrap, 4096)),
        ("TriPeaks, no wrap: decide", "deals", partial(_deciding, no_wrap, 4096)),
        ("Golf, no wrap: decide", "deals", partial(_deciding, golf, 512)),
        ("Golf, wrap: decide", "deals", partial(_deciding, golf_wrap, 512)),
        ("TriPeaks: casual playouts", "games", partial(_playing_out, wrap, "casual", 50_000)),
        ("TriPeaks: random policy", "games", partial(_simulating, wrap, "random", 50_000)),
        ("TriPeaks: greedy policy", "games", partial(_simulating, wrap, "greedy", 50_000)),
        ("TriPeaks: lookahead policy", "games", partial(_simulating, wrap, "lookahead", 20_000)),
        ("Klondike draw 3: greedy", "games", partial(_simulating, klondike, "greedy", 2000)),
        ("Klondike draw 3: lookahead", "games", partial(_simulating, klondike, "lookahead", 400)),
        ("Klondike draw 3: solve", "nodes", partial(_solving, hard)),
        ("Eternal Triangle: solve", "nodes", partial(_solving, triangles)),
        ("Klondike draw 3: perft", "moves", partial(_moving, Deal(klondike, 3), 1_000_000)),
        ("Eternal Triangle: perft", "moves", partial(_moving, triangles[7], 1_000_000)),
        ("TriPeaks: environments", "steps", partial(_stepping, wrap)),
        ("Klondike draw 3: environments", "steps", partial(_stepping, klondike)),
    ]
    return tuple(Task(*row) for row in rows)


TASKS = _tasks()
"""The kinds of work, in the order in which they are measured."""
