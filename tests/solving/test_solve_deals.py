"""`solve_deals`: each deal by itself, in one thread or several, within limits of nodes."""

import pytest

from solitaire_core import Limits, Verdict, decide, solve_deals
from solitaire_core.solving import REASONS

LIMITS = Limits(nodes=1500)


def same(one, other):
    """Whether all but the seconds agree."""
    pairs = zip(one._asdict().items(), other._asdict().items(), strict=True)
    return all((a == b).all() for (name, a), (_, b) in pairs if name != "seconds")


def test_each_deal_is_told_and_noted():
    told = {}
    found = solve_deals(range(2, 8), "klondike", limits=LIMITS, each=told.__setitem__)
    assert sorted(told) == list(range(2, 8))
    for index, number in enumerate(range(2, 8)):
        solution = told[number]
        assert found.verdict[index] == solution.verdict
        assert found.moves[index] == (len(solution.moves) if solution.winnable else -1)
        assert found.nodes[index] == solution.stats.nodes
        assert REASONS[found.reason[index]] == solution.reason
        assert found.seconds[index] == solution.stats.cpu_seconds
    assert (found.verdict == Verdict.WINNABLE).any()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_make_no_difference(threads):
    one = solve_deals(range(12), "klondike", limits=LIMITS)
    assert same(one, solve_deals(range(12), "klondike", limits=LIMITS, threads=threads))


def test_limits_leave_deals_unknown():
    found = solve_deals(range(3), "tripleharp", limits=Limits(nodes=0))
    assert found.verdict.tolist() == [-1, -1, -1]
    assert [REASONS[at] for at in found.reason] == ["nodes"] * 3
    assert found.moves.tolist() == [-1, -1, -1]
    cancelled = solve_deals(range(3), "klondike", limits=Limits(cancel=lambda: True))
    assert [REASONS[at] for at in cancelled.reason] == ["cancelled"] * 3


def test_the_peaks_family_too():
    found = solve_deals(range(20), "tripeaks", limits=Limits(nodes=0), threads=2)
    assert (found.verdict == decide(range(20), "tripeaks").verdict).all()


def test_no_deals():
    found = solve_deals(range(5, 5), "klondike")
    assert [len(column) for column in found] == [0] * 5


class Stop(Exception):
    """What ends a run."""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("who", ["progress", "each"])
def test_what_is_raised_ends_the_run(threads, who):
    def stop(*_):
        raise Stop

    with pytest.raises(Stop):
        solve_deals(range(10**9), "klondike", limits=LIMITS, threads=threads, **{who: stop})


def test_the_progress_is_told():
    told = []
    solve_deals(range(4), "klondike", limits=Limits(nodes=10), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 4


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((range(3), "whist"), ValueError, "no game 'whist'"),
        ((range(-1, 3), "klondike"), ValueError, "deal numbers"),
        ((range(3), 7), TypeError, "a game is a name"),
    ],
)
def test_what_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        solve_deals(*arguments)
    with pytest.raises(ValueError, match="threads"):
        solve_deals(range(3), "klondike", threads=0)
