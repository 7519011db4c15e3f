"""The lattice of removed sets: every set that can occur, once, and none that cannot."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, mask_of, places
from solitaire_core import GAMES, Deal, Layout, PeaksRules, decide, solve, winning_moves
from solitaire_core._fast import Covers, Lattice
from solitaire_core.reference.peaks import count_removed_sets, removed_sets
from solitaire_core.solving import lattice_of
from solitaire_core.solving.peaks import _count_removed_sets
from strategies import layouts

COUNTS = {  # removed sets, steps
    "tripeaks": (22_932, 119_364),
    "golf": (279_936, 7 * 5 * 6**6),
    "one-peak": (1_430, 5_005),
    "four-peaks": (536_648, 3_654_812),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_the_games(name):
    lattice = lattice_of(GAMES[name].layout)
    assert (lattice.sets, lattice.steps) == COUNTS[name]
    masks = lattice.masks()
    assert len(set(masks)) == len(masks) == lattice.sets
    assert masks[0] == 0
    assert masks[-1] == (1 << GAMES[name].layout.cards) - 1
    for number in range(0, len(masks), 1 + len(masks) // 25_000):
        assert lattice.find(masks[number]) == number
        assert lattice.find(masks[number] | 1 << 51) is None


def test_counts_in_the_docstrings_of_the_games():
    import solitaire_core.games as games

    for name, module in (
        ("tripeaks", games.tripeaks),
        ("golf", games.golf),
        ("one-peak", games.one_peak),
        ("four-peaks", games.four_peaks),
    ):
        assert f"{COUNTS[name][0]:,}" in module.__doc__


def test_three_peaks_and_one_peak_by_the_reference():
    for name in ("tripeaks", "one-peak"):
        layout = GAMES[name].layout
        found = removed_sets(layout)
        assert len(found) == COUNTS[name][0]
        assert sorted(map(mask_of, found)) == sorted(lattice_of(layout).masks())
        steps = sum(
            layout.covered_by[place] == () or gone.issuperset(layout.covered_by[place])
            for gone in found
            for place in range(layout.cards)
            if place not in gone
        )
        assert steps == COUNTS[name][1]


def test_golf_by_its_columns():
    # From each of seven columns the last 0 to 5 cards are gone.
    columns = [
        [mask_of(7 * row + column for row in range(5 - gone, 5)) for gone in range(6)]
        for column in range(7)
    ]
    expected = {sum(parts) for parts in itertools.product(*columns)}
    assert set(lattice_of(GAMES["golf"].layout).masks()) == expected


def test_four_peaks_are_closed_upwards():
    layout = GAMES["four-peaks"].layout
    masks = lattice_of(layout).masks()
    over = [mask_of(on) for on in layout.covered_by]
    for mask in masks[:: len(masks) // 5000]:
        assert all(over[place] & ~mask == 0 for place in places(mask))


@given(layouts(most_covers=5))
def test_made_up_layouts_by_the_reference(layout):
    found = removed_sets(layout)
    lattice = Lattice(Covers(layout.covered_by))
    masks = lattice.masks()
    assert sorted(masks) == sorted(map(mask_of, found))
    assert (lattice.sets, lattice.steps) == (
        count_removed_sets(layout),
        sum(_free(layout, gone).bit_count() for gone in found),
    )
    # Level by level, and found by their masks; nothing else is found.
    sizes = [mask.bit_count() for mask in masks]
    assert sizes == sorted(sizes)
    known = {mask: number for number, mask in enumerate(masks)}
    for mask in range(1 << layout.cards):
        assert lattice.find(mask) == known.get(mask)
    assert lattice.find(1 << 51) is None
    assert lattice.find(2**64 - 1) is None
    assert _count_removed_sets(layout.covered_by) == (len(found), True)


def _free(layout, gone):
    return mask_of(
        place
        for place in range(layout.cards)
        if place not in gone and gone.issuperset(layout.covered_by[place])
    )


@settings(max_examples=30)
@given(layouts())
def test_the_limit_is_the_most_that_is_allowed(layout):
    covers = Covers(layout.covered_by)
    sets = Lattice(covers).sets
    assert Lattice(covers, sets).sets == sets
    assert Lattice(covers, limit=2_000_000).sets == sets
    with pytest.raises(OverflowError, match=f"more than {sets - 1} removed sets"):
        Lattice(covers, sets - 1)


@pytest.mark.parametrize("limit", [0, -1, 2_000_001, 2**31 - 1])
def test_limits_out_of_range(limit):
    with pytest.raises(ValueError, match="limit is 1 to 2000000"):
        Lattice(Covers([[]]), limit)


@pytest.mark.parametrize("limit", [2**31, 2**40, -(2**70)])
def test_limits_beyond_an_integer_of_c_are_refused_alike(limit):
    # OverflowError has another meaning here: the layout is too large.
    with pytest.raises(ValueError, match="limit is 1 to 2000000"):
        Lattice(Covers([[]]), limit)


@pytest.mark.parametrize("mask", [-1, 2**64, 10**30])
def test_masks_out_of_range(mask):
    with pytest.raises((OverflowError, ValueError)):
        Lattice(Covers([[]])).find(mask)


def test_memory_as_documented():
    for name in ("tripeaks", "one-peak"):
        lattice = lattice_of(GAMES[name].layout)
        least = 24 * lattice.sets + 14 * lattice.steps
        assert least <= lattice.nbytes <= least + 8 * lattice.sets + 512


def test_tables_come_out_the_same_each_time():
    layout = GAMES["one-peak"].layout
    first = Lattice(Covers(layout.covered_by))
    assert Lattice(Covers(layout.covered_by)).masks() == first.masks()
    assert first.covers.covered_by() == layout.covered_by


def test_one_lattice_for_equal_layouts():
    layout = Layout("shared", [[1], [2], []])
    again = Layout("shared", [[1], [2], []])
    assert lattice_of(layout) is lattice_of(again)
    assert lattice_of(RULES["tripeaks"].layout) is lattice_of(RULES["tripeaks-strict"].layout)


TOO_LARGE = [
    (Layout("25 free cards", [[]] * 25), "33,554,432"),
    (Layout("51 free cards", [[]] * 51), "2,251,799,813,685,248"),
    (
        Layout("ten columns", [[p + 10] if p < 40 else [] for p in range(50)]),
        "60,466,176",
    ),
]


@pytest.mark.parametrize("layout, size", TOO_LARGE, ids=lambda value: getattr(value, "name", ""))
def test_layouts_that_are_too_large_are_refused_with_their_size(layout, size):
    rules = PeaksRules("large", layout)
    message = f"the layout {layout.name} has {size} removed sets: at most 2,000,000 can be solved"
    game = Deal(rules, 1).start()
    with pytest.raises(ValueError) as error:
        solve(game)
    assert str(error.value) == message
    # The game itself can be played; only what needs the tables is refused.
    assert game.legal_moves


def test_too_large_wherever_tables_are_needed():
    rules = PeaksRules("large", TOO_LARGE[0][0])
    deal = Deal(rules, 1)
    for ask in (
        lambda: winning_moves(deal.start()),
        lambda: decide(range(10), rules),
    ):
        with pytest.raises(ValueError, match="has 33,554,432 removed sets: at most 2,000,000"):
            ask()


def test_the_largest_that_is_allowed_and_the_next():
    def columns(*heights):
        covered_by = []
        for height in heights:
            first = len(covered_by)
            covered_by += [[first + i + 1] if i + 1 < height else [] for i in range(height)]
        return Layout(f"columns of {heights}", covered_by)

    exact = columns(4, 4, 4, 4, 4, 4, 7, 15)
    assert lattice_of(exact).sets == 5**6 * 8 * 16 == 2_000_000
    with pytest.raises(ValueError, match="has 2,125,000 removed sets"):
        lattice_of(columns(4, 4, 4, 4, 4, 4, 7, 16))


@settings(max_examples=50)
@given(st.lists(layouts(largest=5), min_size=1, max_size=4))
def test_parts_that_no_cover_joins_multiply(parts):
    covered_by, expected = [], 1
    for part in parts:
        first = len(covered_by)
        covered_by += [[first + above for above in on] for on in part.covered_by]
        expected *= count_removed_sets(part)
    assert _count_removed_sets(tuple(map(tuple, covered_by))) == (expected, True)
    if expected <= 20_000:
        assert Lattice(Covers(covered_by)).sets == expected
