"""The built-in policies behind one interface: as the package has them, and their plain twins."""

from solitaire_core.policies import POLICIES, BuiltIn
from solitaire_core.reference.policies import ReferencePolicy

# By a name for test ids: what makes a policy of a name and a depth.
TWINS = {
    "compiled": lambda name, depth=1: (
        POLICIES[name](depth) if name == "lookahead" else POLICIES[name]()
    ),
    "reference": ReferencePolicy,
}


class Asked:
    """A policy that is asked move by move, whatever it is."""

    def __init__(self, policy):
        self.policy = policy

    @property
    def name(self):
        return self.policy.name

    def choose(self, turn):
        return self.policy.choose(turn)


def policies_of(rules):
    """The names and depths of the policies that play by some rules."""
    names = [
        name for name, kind in POLICIES.items()
        # Its parts have twins, see test_sampling_klondike.py.
        if isinstance(rules, kind.families) and name != "sampling"
    ]  # fmt: skip
    # The plain twin takes seconds for a choice where there are many piles.
    depths = (2, 3) if rules.decks == 1 else (2,)
    return [(name, 1) for name in names] + [("lookahead", depth) for depth in depths]


def in_core(name, depth):
    """The policy that the core plays."""
    policy = TWINS["compiled"](name, depth)
    assert isinstance(policy, BuiltIn)
    return policy
