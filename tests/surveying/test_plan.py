"""Which deals are left, and how many make a piece of work."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core.surveying.plan import Plan, Spans


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 8)), max_size=20))
def test_spans_are_a_set_of_numbers(parts):
    spans, numbers = Spans(), set()
    for start, size in parts:
        part = set(range(start, start + size))
        if part & numbers:
            with pytest.raises(ValueError, match="there already") as error:
                spans.add(start, start + size)
            assert int(str(error.value).split()[1]) in part & numbers
        else:
            spans.add(start, start + size)
            numbers |= part
    gaps = spans.gaps(0, 50)
    left = [number for low, high in gaps for number in range(low, high)]
    assert left == sorted(set(range(50)) - numbers)
    assert all(high < low for (_, high), (low, _) in itertools.pairwise(gaps))


def test_spans_hold_something():
    with pytest.raises(ValueError, match="nothing in it"):
        Spans().add(3, 3)


def pieces(plan, seconds=None):
    found = []
    while (piece := plan.next()) is not None:
        found.append(piece)
        if seconds is not None:
            plan.note(piece[1], seconds(piece[1]))
    return found


@given(
    st.lists(st.integers(1, 3000), min_size=1, max_size=6),
    st.integers(1, 5),
    st.integers(1, 100),
    st.integers(1, 700),
    st.sampled_from([None, 0.001, 2.0]),
)
def test_every_deal_is_handed_out_once(sizes, workers, least, most, seconds):
    gaps, start = [], 10**30
    for size in sizes:
        gaps.append((start, start + size))
        start += size + 5
    plan = Plan(gaps, workers=workers, least=least, most=most, seconds=seconds, begin=7)
    assert plan.most_pieces >= 1
    found = pieces(plan, lambda count: count / 1000)
    numbers = [first + at for first, count in found for at in range(count)]
    assert numbers == [n for low, high in gaps for n in range(low, high)]
    assert max(count for _, count in found) <= most


def test_pieces_get_smaller_so_that_all_end_together():
    plan = Plan([(0, 100_000)], workers=4, least=100, most=50_000, seconds=None, begin=1)
    counts = [count for _, count in pieces(plan)]
    assert counts[0] == 100_000 // 16
    assert counts == sorted(counts, reverse=True)
    assert counts[-2] == 100


def test_one_worker_takes_all_that_it_may():
    plan = Plan([(0, 100_000)], workers=1, least=100, most=60_000, seconds=None, begin=1)
    assert pieces(plan) == [(0, 60_000), (60_000, 40_000)]


def test_pieces_take_about_the_time_that_was_asked_for():
    plan = Plan([(0, 10**6)], workers=1, least=1, most=50_000, seconds=2.0, begin=10)
    counts = [count for _, count in pieces(plan, lambda count: count / 100)]
    # It doubles until 200 deals take two seconds.
    assert counts[:7] == [10, 20, 40, 80, 160, 200, 200]


def test_a_piece_that_took_too_long_makes_the_next_ones_small():
    plan = Plan([(0, 1000)], workers=1, least=1, most=500, seconds=2.0, begin=100)
    assert plan.next() == (0, 100)
    plan.note(100, 1000.0)
    assert plan.next() == (100, 1)


def test_nothing_left():
    plan = Plan([], workers=2, least=1, most=5, seconds=None, begin=1)
    assert (plan.next(), plan.most_pieces) == (None, 0)
