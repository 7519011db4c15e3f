"""The layouts of the games that come with the package, against their rules in words."""

import pytest

from solitaire_core import GAMES

SIZES = {  # tableau, stock, face down, dealt free
    "tripeaks": (28, 23, 18, 10),
    "golf": (35, 16, 0, 7),
    "one-peak": (28, 23, 21, 7),
    "four-peaks": (37, 14, 24, 13),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name):
    layout = GAMES[name].layout
    tableau, stock, face_down, free = SIZES[name]
    assert (layout.cards, layout.stock, len(layout.face_down)) == (tableau, stock, face_down)
    assert sum(not on for on in layout.covered_by) == free
    assert list(layout.face_down) == list(range(face_down))


def test_three_peaks():
    on = {place: set() for place in range(28)}
    for p in range(3):
        on[p] = {3 + 2 * p, 4 + 2 * p}
    for j in range(6):
        first = 9 + 3 * (j // 2) + j % 2
        on[3 + j] = {first, first + 1}
    for k in range(9):
        on[9 + k] = {18 + k, 19 + k}
    assert [set(row) for row in GAMES["tripeaks"].layout.covered_by] == list(on.values())


def test_cards_that_the_peaks_share():
    # Of the bottom row only 21 and 24 lie under cards of two peaks.
    layout = GAMES["tripeaks"].layout
    peak = {9 + k: k // 3 for k in range(9)}
    shared = [
        bottom
        for bottom in range(18, 28)
        if len({peak[p] for p in range(9, 18) if bottom in layout.covered_by[p]}) == 2
    ]
    assert shared == [21, 24]


def test_golf_is_seven_columns_of_five():
    layout = GAMES["golf"].layout
    for row in range(5):
        for column in range(7):
            place = 7 * row + column
            assert layout.covered_by[place] == ((place + 7,) if row < 4 else ())
            assert layout.spots[place] == (row, column)
            # Column by column, a column takes five cards one after the other.
            assert layout.by_columns[place] == 5 * column + row


def test_one_peak_is_a_pyramid_of_seven_rows():
    layout = GAMES["one-peak"].layout
    place_of = {spot: place for place, spot in enumerate(layout.spots)}
    for (row, left), place in place_of.items():
        below = [place_of.get((row + 1, left + side)) for side in (-0.5, 0.5)]
        assert list(layout.covered_by[place]) == [p for p in below if p is not None]
    assert [sum(spot[0] == row for spot in layout.spots) for row in range(7)] == [*range(1, 8)]


@pytest.mark.parametrize("name", ["tripeaks", "four-peaks", "one-peak"])
def test_a_card_is_drawn_between_the_two_that_lie_on_it(name):
    layout = GAMES[name].layout
    for place, on in enumerate(layout.covered_by):
        row, left = layout.spots[place]
        assert {layout.spots[above] for above in on} in (
            set(),
            {(row + 1, left - 0.5), (row + 1, left + 0.5)},
        )
    assert len(set(layout.spots)) == layout.cards


def test_four_peaks_is_three_peaks_and_one_more():
    layout = GAMES["four-peaks"].layout
    rows = [sum(spot[0] == row for spot in layout.spots) for row in range(4)]
    assert rows == [4, 8, 12, 13]
    tips = [layout.spots[place] for place in range(4)]
    assert tips == [(0, 1.5), (0, 4.5), (0, 7.5), (0, 10.5)]


def test_rules_as_they_come():
    assert {name: rules.options() for name, rules in GAMES.items()} == {
        "tripeaks": {"wrap": True},
        "golf": {"wrap": False, "strict": True},
        "one-peak": {"wrap": True},
        "four-peaks": {"wrap": True},
        "klondike": {"draw": 1, "passes": 0},
        "double-klondike": {"draw": 1, "passes": 0},
        "triple-klondike": {"draw": 1, "passes": 0},
        "small-harp": {"draw": 1, "passes": 0},
        "big-harp": {"draw": 1, "passes": 1},
        "tripleharp": {"draw": 3, "passes": 0},
        "eternal-triangle": {},
        "hypotenuse": {},
        "small-triangle": {},
        "triple-triangle": {},
    }
