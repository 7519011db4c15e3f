"""Summaries of many numbers."""

import json
import math
import statistics

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solitaire_core import Bins, Distribution
from solitaire_core.distributions import MOST_BINS, QUANTILES

WHOLE = st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=60)
BROKEN = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)
WIDTHS = [digit * 10**power for power in range(12) for digit in (1, 2, 5)]


@given(WHOLE | BROKEN)
@example([7])
@example([3, 3, 3])
@example([-1, 1])
def test_as_plain_python_has_it(numbers):
    found = Distribution.of(np.array(numbers))
    assert found.count == len(numbers)
    assert found.mean == pytest.approx(statistics.fmean(numbers), abs=1e-9)
    assert (found.min, found.max) == (min(numbers), max(numbers))
    assert sum(found.counts) == len(numbers)
    if len(numbers) == 1:
        assert math.isnan(found.standard_deviation)
        assert math.isnan(found.mean_error)
        assert found.quantiles == (numbers[0],) * len(QUANTILES)
        return
    deviation = statistics.stdev(numbers)
    assert found.standard_deviation == pytest.approx(deviation, rel=1e-6, abs=1e-6)
    assert found.mean_error == pytest.approx(deviation / math.sqrt(len(numbers)), abs=1e-6)
    percentiles = statistics.quantiles(numbers, n=100, method="inclusive")
    expected = [percentiles[percent - 1] for percent in QUANTILES]
    assert found.quantiles == pytest.approx(expected, abs=1e-6)


@example([0.0, -2.0, -5e-324], 2)
@example([-3.0, -5e-324], 2)
@given(WHOLE | BROKEN, st.integers(2, 30))
def test_bins_are_round_and_as_narrow_as_can_be(numbers, most):
    low, high = min(numbers), max(numbers)
    bins = Bins.over(low, high, most)
    ends = bins.lower_ends
    assert bins.width in WIDTHS
    assert all(end % bins.width == 0 for end in ends)
    assert len(ends) == bins.number <= most
    assert ends[0] <= low < ends[0] + bins.width
    assert ends[-1] <= high < ends[-1] + bins.width
    for width in WIDTHS[: WIDTHS.index(bins.width)]:
        assert math.floor(high // width) - math.floor(low // width) + 1 > most
    expected = [sum(end <= number < end + bins.width for number in numbers) for end in ends]
    assert list(bins.count(np.array(numbers))) == expected


def test_at_most_so_many_bins():
    assert MOST_BINS == 20
    assert Distribution.of(np.arange(20)).bins == Bins(0, 1, 20)
    assert Distribution.of(np.arange(21)).bins == Bins(0, 2, 11)
    assert Distribution.of(np.array([0, 10**9])).bins == Bins(0, 10**8, 11)


def test_numbers_of_few_bits_do_not_run_over():
    # Their squares, and their sums, do not fit into their own type.
    numbers = np.array([2**31 - 1, -(2**31) + 1, 2**31 - 1], dtype=np.int32)
    found = Distribution.of(numbers)
    assert found.mean == pytest.approx(statistics.fmean(numbers.tolist()))
    assert found.standard_deviation == pytest.approx(statistics.stdev(numbers.tolist()))
    small = Distribution.of(np.full(1000, 120, dtype=np.int8))
    assert (small.mean, small.standard_deviation, small.counts) == (120, 0, (1000,))


def test_nothing():
    found = Distribution.of(np.array([], dtype=np.int32))
    assert (found.count, found.bins, found.counts) == (0, None, ())
    assert math.isnan(found.mean)
    assert found.to_json() == {
        "count": 0,
        "mean": None,
        "mean_error": None,
        "standard_deviation": None,
        "min": None,
        "quantiles": {"5": None, "25": None, "50": None, "75": None, "95": None},
        "max": None,
        "histogram": None,
    }


def test_json():
    record = Distribution.of(np.array([-1, 3, 3, 11], dtype=np.int32)).to_json()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert (record["count"], record["mean"], record["min"], record["max"]) == (4, 4.0, -1, 11)
    assert type(record["min"]) is type(record["max"]) is int
    assert record["quantiles"]["50"] == 3.0
    counts = [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]
    assert record["histogram"] == {"start": -1, "width": 1, "counts": counts}
    assert all(type(count) is int for count in record["histogram"]["counts"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 1), "from low to high, not from 2 to 1"),
        ((math.nan, 1), "not from nan to 1"),
        ((0, math.inf), "not from 0 to inf"),
        ((-math.inf, 0), "not from -inf to 0"),
        ((0, 1, 1), "most is 2 or more bins, not 1"),
    ],
)
def test_bins_that_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Bins.over(*arguments)


@pytest.mark.parametrize("value", [9, 20, 9.99, -1])
def test_values_outside_of_the_bins(value):
    with pytest.raises(ValueError, match=rf"from 10 up to 20: {value}.* is in none"):
        Bins(10, 5, 2).count(np.array([12, value]))


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_numbers_that_are_not_finite(value):
    with pytest.raises(ValueError):
        Distribution.of(np.array([1.0, value]))
