"""Limits of searches, and budgets that several searches share."""

import math

import pytest

from solitaire_core import Deal, Limits, solve
from solitaire_core.solving.limits import MEMORY, Budget, limits_of


def test_what_is_usual():
    assert Limits() == Limits(None, None, 512 * 2**20, None)
    assert MEMORY == 512 * 2**20


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("nodes", -1, ValueError),
        ("nodes", 2**63, ValueError),
        ("nodes", 1.5, TypeError),
        ("nodes", True, TypeError),
        ("nodes", "many", TypeError),
        ("seconds", 0, ValueError),
        ("seconds", -1.0, ValueError),
        ("seconds", math.inf, ValueError),
        ("seconds", math.nan, ValueError),
        ("seconds", "1", TypeError),
        ("seconds", True, TypeError),
        ("memory", 0, ValueError),
        ("memory", -5, ValueError),
        ("memory", 4 * 2**20 - 1, ValueError),
        ("memory", 2**40 + 1, ValueError),
        ("memory", 2.0, TypeError),
        ("cancel", 1, TypeError),
    ],
)
def test_bad_figures_are_named(field, value, error):
    with pytest.raises(error, match=field):
        Limits(**{field: value})
    for game in ("klondike", "tripeaks"):
        with pytest.raises(error, match=field):
            solve(Deal(game, 1), **{field: value})


def test_limits_as_one_object_or_one_by_one():
    assert limits_of(None, nodes=5, memory=2**23) == Limits(nodes=5, memory=2**23)
    assert limits_of(Limits(seconds=2)) == Limits(seconds=2)
    with pytest.raises(ValueError, match="limits and seconds exclude each other"):
        limits_of(Limits(), seconds=1)
    with pytest.raises(TypeError, match="limits is of type Limits"):
        limits_of(5)


def test_a_budget_is_shared_and_spent():
    budget = Budget(Limits(nodes=100, seconds=2.0, memory=2**23))
    assert budget.share(4) == Limits(nodes=25, seconds=0.5, memory=2**23)
    budget.pay(40, 0.5)
    assert budget.share() == Limits(nodes=60, seconds=1.5, memory=2**23)
    assert not budget.spent
    budget.pay(70, 0.1)
    assert budget.spent
    assert budget.share() == Limits(nodes=0, seconds=1.4, memory=2**23)
    budget.pay(0, 9.0)
    assert budget.share().seconds > 0


def test_a_budget_without_limits_is_never_spent_unless_it_is_called_off():
    assert not Budget(Limits()).spent
    assert Budget(Limits()).share(3) == Limits()
    assert Budget(Limits(cancel=lambda: True)).spent
