"""Layouts: what is read from a cover relation, and what is refused with its place."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from hypothesis import given, settings

from play import RULES
from solitaire_core import Card, Deal, Layout, PeaksRules
from solitaire_core._fast import Covers
from strategies import layouts


def test_a_layout_holds_what_it_was_given():
    layout = Layout("bridge", [[2, 1], [], []], [0], [(0, 0.5), (1, 0), (1, 1)], [2, 0, 1])
    assert layout.name == "bridge"
    assert layout.covered_by == ((1, 2), (), ())
    assert layout.face_down == (0,)
    assert layout.spots == ((0, 0.5), (1, 0.0), (1, 1.0))
    assert layout.by_columns == (2, 0, 1)
    assert (layout.cards, layout.stock) == (3, 48)
    assert layout.covers.covered_by() == layout.covered_by


def test_iterables_of_any_kind():
    plain = Layout("x", [[1, 2], [], []], [0, 1], by_columns=[2, 0, 1])
    assert plain == Layout(
        "x", (iter(row) for row in ((2, 1), "", ())), {1, 0}, by_columns=np.array([2, 0, 1])
    )
    assert plain == Layout("x", [np.array([1, 2]), [], []], iter([1, 0, 1]), by_columns=(2, 0, 1))


def test_another_order_that_can_be_read_only_once():
    layout = Layout("x", [[], [], []], by_columns=iter([2, 0, 1]))
    assert layout.by_columns == (2, 0, 1)


@pytest.mark.parametrize("cards", [1, 2, 50, 51])
def test_numbers_of_cards_that_are_played(cards):
    layout = Layout("row", [[]] * cards)
    assert (layout.cards, layout.stock) == (cards, 51 - cards)
    game = Deal(PeaksRules("row", layout), 1).start()
    assert (game.cards_left, game.stock_left) == (cards, 51 - cards)


@given(layouts())
def test_default_spots_show_which_card_lies_on_which(layout):
    assert len(layout.spots) == layout.cards
    # No two cards in one spot, and each card in a lower row than those it covers.
    assert len(set(layout.spots)) == layout.cards
    for place, on in enumerate(layout.covered_by):
        for above in on:
            assert layout.spots[above][0] > layout.spots[place][0]
    rows = {row for row, _ in layout.spots}
    assert rows == set(range(len(rows)))
    assert min(left for _, left in layout.spots) == 0
    assert all(isinstance(row, int) and isinstance(left, float) for row, left in layout.spots)


@given(layouts())
def test_equal_layouts_pickles_and_copies(layout):
    again = Layout(
        layout.name, layout.covered_by, layout.face_down, layout.spots, layout.by_columns
    )
    for other in (
        again,
        pickle.loads(pickle.dumps(layout)),
        copy.copy(layout),
        copy.deepcopy(layout),
        dataclasses.replace(layout),
    ):
        assert other == layout
        assert hash(other) == hash(layout)
        assert other.covers.covered_by() == layout.covers.covered_by()
    assert dataclasses.replace(layout, name="another") != layout
    assert eval(repr(layout), {"Layout": Layout}) == layout


def test_all_of_a_layout_counts_for_equality():
    base = {"name": "x", "covered_by": [[1], [], []], "face_down": [0]}
    different = [
        Layout(**base),
        Layout(**base | {"name": "y"}),
        Layout(**base | {"covered_by": [[2], [], []]}),
        Layout(**base | {"face_down": []}),
        Layout(**base, spots=[(0, 0), (1, 0), (1, 3)]),
        Layout(**base, by_columns=[0, 1, 2]),
    ]
    assert len(set(different)) == len(different)


def test_a_layout_does_not_change():
    layout = Layout("x", [[]])
    for name in ("name", "covered_by", "face_down", "spots", "by_columns", "covers"):
        with pytest.raises(AttributeError):
            setattr(layout, name, ())
        with pytest.raises(AttributeError):
            delattr(layout, name)


CYCLE = "covered_by has a cycle: "
BAD_COVERS = [
    ([], "a layout has 1 to 51 cards, not 0"),
    ([[]] * 52, "a layout has 1 to 51 cards, not 52"),
    ([[]] * 1000, "a layout has 1 to 51 cards, not 1000"),
    ([[0]], "covered_by[0]: a card cannot lie on itself"),
    ([[], [0, 1]], "covered_by[1]: a card cannot lie on itself"),
    ([[], [2]], "covered_by[1] names place 2: places are 0 to 1"),
    ([[], [-1]], "covered_by[1] names place -1: places are 0 to 1"),
    ([[], [2**31]], "covered_by[1] names place 2147483648: places are 0 to 1"),
    ([[], [-(2**64)]], "covered_by[1] names place -18446744073709551616: places are 0 to 1"),
    ([[], [2**64 + 1]], "covered_by[1] names place 18446744073709551617: places are 0 to 1"),
    ([[1, 1], []], "covered_by[0] names place 1 twice"),
    ([[2, 1, 2], [], []], "covered_by[0] names place 2 twice"),
    ([[1], [0]], CYCLE + "card 0 is covered by card 1 is covered by card 0"),
    (
        [[], [2], [3], [1, 0]],
        CYCLE + "card 1 is covered by card 2 is covered by card 3 is covered by card 1",
    ),
    # Under a cycle, but not part of it: not named.
    ([[1], [2], [1]], CYCLE + "card 1 is covered by card 2 is covered by card 1"),
    (
        [[(place + 1) % 51] for place in range(51)],
        CYCLE + "".join(f"card {p} is covered by " for p in range(51)) + "card 0",
    ),
]


@pytest.mark.parametrize("covered_by, message", BAD_COVERS, ids=range(len(BAD_COVERS)))
@pytest.mark.parametrize("kind", [Covers, lambda rows: Layout("x", rows)], ids=["core", "layout"])
def test_bad_relations_are_named(kind, covered_by, message):
    with pytest.raises(ValueError) as error:
        kind(covered_by)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    "covered_by",
    [None, 3, [None], [3], [[1.0], []], [["1"], []], [[None], []], [[True], []], ["1", ""]],
    ids=str,
)
@pytest.mark.parametrize("kind", [Covers, lambda rows: Layout("x", rows)], ids=["core", "layout"])
def test_relations_of_wrong_types(kind, covered_by):
    with pytest.raises(TypeError):
        kind(covered_by)


def test_whole_numbers_of_any_kind_are_places():
    class Index:
        def __index__(self):
            return 1

    for one in (1, np.int8(1), np.uint64(1), Card(1), Index()):
        assert Covers([[one], []]).covered_by() == ((1,), ())


@pytest.mark.parametrize("place", [3, -1, 100])
def test_places_face_down_that_do_not_exist(place):
    with pytest.raises(ValueError, match=f"face_down names place {place}: places are 0 to 2"):
        Layout("x", [[], [], []], [place])


@pytest.mark.parametrize("place", [1.0, 0.5, "1", None])
def test_places_face_down_are_whole_numbers(place):
    with pytest.raises(TypeError):
        Layout("x", [[], [], []], [place])


@pytest.mark.parametrize("spots", [[], [(0, 0)], [(0, 0)] * 4])
def test_too_few_or_too_many_spots(spots):
    with pytest.raises(ValueError, match=f"there are {len(spots)} spots for 3 cards"):
        Layout("x", [[], [], []], spots=spots)


@pytest.mark.parametrize(
    "spots", [[1, 2, 3], [(0,)] * 3, [(0, 0, 0)] * 3, [("a", 0)] * 3, [(None, 0)] * 3, 7]
)
def test_spots_of_another_form(spots):
    with pytest.raises((TypeError, ValueError)):
        Layout("x", [[], [], []], spots=spots)


@pytest.mark.parametrize("order", [[], [0, 1], [0, 1, 1], [1, 2, 3], [0, 1, 2, 3], [-1, 0, 1]])
def test_orders_that_are_no_permutation(order):
    with pytest.raises(ValueError, match=r"by_columns is a permutation of 0 \.\. 2"):
        Layout("x", [[], [], []], by_columns=order)


@pytest.mark.parametrize("order", [[0.0, 1.0, 2.0], [0, True, 2], [None] * 3, 7])
def test_orders_are_of_whole_numbers(order):
    with pytest.raises(TypeError):
        Layout("x", [[], [], []], by_columns=order)


def test_an_order_of_text_is_refused():
    with pytest.raises((TypeError, ValueError)):
        Layout("x", [[], [], []], by_columns="012")


@settings(max_examples=50)
@given(layouts(most_covers=12))
def test_covers_come_back(layout):
    covers = Covers(layout.covered_by)
    assert covers.cards == layout.cards
    assert covers.covered_by() == layout.covered_by
    assert pickle.loads(pickle.dumps(covers)).covered_by() == layout.covered_by


@pytest.mark.parametrize("name", RULES)
def test_layouts_of_the_games_pickle(name):
    layout = RULES[name].layout
    assert pickle.loads(pickle.dumps(layout)) == layout
