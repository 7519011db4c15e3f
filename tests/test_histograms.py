"""Counts in bins: exact below 4,096, close above, and the same however they are merged."""

import itertools
import json
import math
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import Histogram
from solitaire_core.histograms import EXACT, MOST

SMALL = st.lists(st.integers(0, EXACT - 1), max_size=50)
ANY = st.lists(st.integers(0, MOST), max_size=50)


@given(SMALL)
def test_small_numbers_are_exact(values):
    found = Histogram.of(values)
    assert found.total == len(values)
    assert {low: count for low, _, count in found.bins} == {v: values.count(v) for v in values}
    assert found.median == (median(values) if values else None)


@given(SMALL.filter(bool), st.floats(0, 1))
def test_quantiles_as_numpy_says(values, share):
    assert Histogram.of(values).quantile(share) == pytest.approx(np.quantile(values, share))


@given(ANY.filter(bool))
def test_great_numbers_are_close(values):
    found = Histogram.of(values)
    for value in values:
        (low, width, count), *more = Histogram.of([value]).bins
        assert (count, more) == (1, [])
        assert low <= value < low + width
        assert width == 1 or width / low <= 2 / EXACT
    assert math.isclose(found.median, median(values), rel_tol=1 / EXACT)


@given(st.lists(ANY, max_size=5), st.randoms())
def test_merging_in_any_order_loses_nothing(parts, random):
    whole = Histogram.of([value for part in parts for value in part])
    histograms = [Histogram.of(part) for part in parts]
    random.shuffle(histograms)
    total = Histogram()
    for each in histograms:
        before = total + each
        total.add(each)
        assert total == before
    assert total == whole
    assert total.total == sum(map(len, parts))
    assert Histogram.from_json(json.loads(json.dumps(whole.to_json())), "it") == whole


def test_bins_are_bounded():
    # A million microseconds and all their neighbours: bins of half a thousandth.
    found = Histogram.of(np.arange(1_000_000, 2_000_000))
    assert len(found) < 2200
    assert found.total == 1_000_000


def test_bins_do_not_overlap():
    rows = Histogram.of(np.arange(0, 40_000)).bins
    assert sum(width for _, width, _ in rows) == rows[-1][0] + rows[-1][1]
    assert all(a + w == b for (a, w, _), (b, _, _) in itertools.pairwise(rows))


def test_nothing():
    nothing = Histogram()
    assert (nothing.total, nothing.median, nothing.bins, len(nothing)) == (0, None, (), 0)
    assert nothing == Histogram.of([])
    assert nothing != 0


@pytest.mark.parametrize("values", [[-1], [MOST + 1], np.array([2**63], np.uint64)])
def test_numbers_out_of_range(values):
    with pytest.raises(ValueError, match="from 0 to"):
        Histogram.of(values)


def test_other_numbers_are_refused():
    with pytest.raises(TypeError, match="whole numbers"):
        Histogram.of([0.5])
    with pytest.raises(ValueError, match="begins at 4096, none at 4097"):
        Histogram({4097: 1})
    with pytest.raises(ValueError, match="share"):
        Histogram.of([1]).quantile(1.5)
    with pytest.raises(TypeError):
        Histogram() + 1


@pytest.mark.parametrize(
    "pairs",
    [None, [1], [[1]], [[1, 2, 3]], [[1, 0]], [[-1, 1]], [[4097, 1]], [["1", 1]], [[1, 1], [1, 2]],
     [[[], 1]], [[1, 1.0]], {}],
)  # fmt: skip
def test_json_of_something_else(pairs):
    with pytest.raises(ValueError, match=r"^moves"):
        Histogram.from_json(pairs, "moves")
