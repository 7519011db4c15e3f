"""Policies: players that see what a player sees, and say what they do.

A policy is any object with a `name` and one of these methods:

`choose(turn)`
    For a `Turn`, one of `turn.moves`, its text, or None to give the game up.
`choose_many(turns)`
    For a `PeaksTurns` or `KlondikeTurns`, whose arrays hold many games side by side, one whole
    number a game: see there. For models that are asked in batches; it is preferred where there
    are both.

What a policy is handed holds no reference to the game: there is no way from it to a card that
the player has not seen. Chance comes from `turn.seed`, so that games can be played again, in
any order and on any number of threads.

The policies that come with the package are `Random`, `Greedy`, `Casual`, `Lookahead`, `Sampling`
(peaks family) and `SamplingKlondike`, which the name `sampling` stands for in the Klondike family;
games that they play run in the core (a class of one's own does so if it is a subclass that leaves
`choose` alone).
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from solitaire_core.game import Rules
from solitaire_core.policies.batch import DOWN, NONE, KlondikeTurns, PeaksTurns
from solitaire_core.policies.built_in import BuiltIn, Casual, Greedy, Lookahead, Random
from solitaire_core.policies.sampling import Sampling
from solitaire_core.policies.sampling_klondike import SamplingKlondike
from solitaire_core.policies.turn import Move, Turn, turn_of

__all__ = [
    "DOWN",
    "NONE",
    "POLICIES",
    "BatchPolicy",
    "BuiltIn",
    "Casual",
    "Greedy",
    "KlondikeTurns",
    "Lookahead",
    "PeaksTurns",
    "Policy",
    "Random",
    "Sampling",
    "SamplingKlondike",
    "Turn",
    "find_policy",
    "name_of",
    "plays_in_core",
    "turn_of",
]

POLICIES: dict[str, type[BuiltIn]] = {
    kind.name: kind for kind in (Random, Greedy, Casual, Lookahead, Sampling)
}
"""The policies that come with the package, by name; `sampling` is another class,
`SamplingKlondike`, in the Klondike family."""


@runtime_checkable
class Policy(Protocol):
    """A policy that is asked move by move."""

    def choose(self, turn: Turn) -> Move | str | None:
        """What to do: a legal move, its text, or None to give the game up."""
        ...


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that is asked for many games at once."""

    def choose_many(self, turns: Any) -> Any:
        """For each row of a `PeaksTurns` or `KlondikeTurns` a choice; an array of whole numbers."""
        ...


def find_policy(policy: str | Policy | BatchPolicy, rules: Rules) -> Policy | BatchPolicy:
    """A policy by its name, or the one that is given, if it plays by some rules.

    Raises
    ------
    ValueError
        If there is no such policy, or it does not play the game.
    TypeError
        If it is neither a name nor a policy.
    """
    if isinstance(policy, str):
        if policy not in POLICIES:
            raise ValueError(f"no policy {policy!r}: there are {', '.join(POLICIES)}")
        kind = POLICIES[policy]
        if kind is Sampling and isinstance(rules, SamplingKlondike.families):
            kind = SamplingKlondike
        policy = kind()
    if isinstance(policy, type) or not isinstance(policy, (Policy, BatchPolicy)):
        raise TypeError(
            f"a policy is a name or an object with choose or choose_many, not {policy!r}"
        )
    families = getattr(policy, "families", None)
    if families is not None and not isinstance(rules, families):
        raise ValueError(f"the policy {name_of(policy)} does not play {rules.name}")
    return policy


def name_of(policy: object) -> str:
    """What a policy calls itself, or else what its class is called."""
    name = getattr(policy, "name", None)
    return name if isinstance(name, str) else type(policy).__name__


def plays_in_core(policy: object) -> bool:
    """Whether the core plays a policy's games: one of the built-in ones, unchanged.

    A class with a `choose` of its own says by a `core_id` beside it that the core does the same.
    """
    if not isinstance(policy, BuiltIn) or isinstance(policy, BatchPolicy):
        return False
    chooser = next(kind for kind in type(policy).__mro__ if "choose" in vars(kind))
    return chooser is BuiltIn or "core_id" in vars(chooser)
