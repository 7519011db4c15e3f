"""Rules of the Klondike family: fields, options, and the order in which a game is dealt."""

import copy
import importlib
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from itertools import pairwise

import pytest

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board

GAMES = {
    name: getattr(
        importlib.import_module(f"solitaire_core.games.{name.replace('-', '_')}"),
        name.replace("-", "_").upper(),
    )
    for name in (
        "eternal-triangle",
        "tripleharp",
        "hypotenuse",
        "small-triangle",
        "triple-triangle",
        "klondike",
        "double-klondike",
        "triple-klondike",
        "small-harp",
        "big-harp",
    )
}
WITH_WASTE = [name for name, rules in GAMES.items() if rules.stock == "waste"]
DEALT_ON = [name for name, rules in GAMES.items() if rules.stock == "deal"]


# By name: decks, piles (how many, the first and the last), tableau, stock, the rest in words.
TABLE = {
    "eternal-triangle": (2, (10, 1, 10), 55, 49, "all packed king deal 0 0"),
    "tripleharp": (3, (12, 1, 12), 78, 78, "top king-sequences king waste 3 0"),
    "hypotenuse": (2, (10, 1, 10), 55, 49, "top packed king deal 0 0"),
    "small-triangle": (1, (7, 1, 7), 28, 24, "top packed king deal 0 0"),
    "triple-triangle": (3, (13, 1, 13), 91, 65, "all packed king deal 0 0"),
    "klondike": (1, (7, 1, 7), 28, 24, "top packed king waste 1 0"),
    "double-klondike": (2, (9, 1, 9), 45, 59, "top packed king waste 1 0"),
    "triple-klondike": (3, (13, 1, 13), 91, 65, "top packed king waste 1 0"),
    "small-harp": (1, (7, 7, 1), 28, 24, "top packed king waste 1 0"),
    "big-harp": (2, (10, 10, 1), 55, 49, "top packed any waste 1 1"),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_those_of_the_table(name):
    rules = GAMES[name]
    decks, piles, tableau, stock, words = TABLE[name]
    assert rules.name == name
    assert (rules.decks, rules.cards) == (decks, 52 * decks)
    assert (len(rules.piles), rules.piles[0], rules.piles[-1]) == piles
    steps = {after - before for before, after in pairwise(rules.piles)}
    assert steps == {1 if piles[1] == 1 else -1}
    assert (sum(rules.piles), rules.cards - sum(rules.piles)) == (tableau, stock)
    found = rules.face_up, rules.runs, rules.empty, rules.stock, rules.draw, rules.passes
    assert " ".join(map(str, found)) == words
    assert rules.worrying_back
    assert not rules.turn_first


# The passes of each order of dealing, as they are put in words, piles counted from 1.


def triangle(n):
    passes = [list(range(first, n + 1)) for first in range(2, n + 1)]
    return [*passes, list(range(1, n + 1))]


def from_the_right(n):
    return [one[::-1] for one in triangle(n)]


def harp(n):
    return [list(range(1, last + 1)) for last in range(1, n + 1)]


DEALT = {
    "eternal-triangle": triangle(10),
    "tripleharp": triangle(12),
    "hypotenuse": triangle(10),
    "small-triangle": triangle(7),
    "triple-triangle": triangle(13),
    "klondike": from_the_right(7),
    "double-klondike": triangle(9),
    "triple-klondike": triangle(13),
    "small-harp": harp(7),
    "big-harp": harp(10),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_dealing(name):
    expected = tuple(pile - 1 for one in DEALT[name] for pile in one)
    assert GAMES[name].dealt_to == expected
    sizes = tuple(expected.count(pile) for pile in range(len(GAMES[name].piles)))
    assert sizes == GAMES[name].piles


def test_the_order_of_dealing_spelt_out():
    three = KlondikeRules("three", piles=(1, 2, 3))
    assert three.dealt_to == (1, 2, 2, 0, 1, 2)
    assert replace(three, dealing="right-to-left").dealt_to == (2, 1, 2, 2, 1, 0)
    assert KlondikeRules("harp", piles=(3, 2, 1), dealing="growing").dealt_to == (0, 0, 1, 0, 1, 2)
    # A pile without cards takes part in no pass, not even in the last one.
    assert KlondikeRules("gap", piles=(0, 2, 0, 1)).dealt_to == (1, 1, 3)
    assert KlondikeRules("no-tableau", piles=(0,)).dealt_to == ()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", [False, True])
def test_a_board_as_dealt(name, first):
    rules = GAMES[name]
    if first:
        if rules.stock == "deal":
            return
        rules = rules.with_options({"turn_first": True})
    cards = [Card(code) for code in range(52)] * rules.decks
    board = Board.dealt(rules, cards)
    assert board.faults(rules) == ()
    dealt = [[] for _ in rules.piles]
    for card, pile in zip(cards, (p for one in DEALT[name] for p in one), strict=False):
        dealt[pile - 1].append(card)
    assert [list(pile) for pile in board.piles] == dealt
    hidden = 0 if rules.face_up == "all" else 1
    assert board.face_down == tuple((size - 1) * hidden for size in rules.piles)
    turned = rules.draw if first else 0
    rest = tuple(cards[sum(rules.piles) :])
    assert (board.waste, board.stock) == (rest[:turned], rest[turned:])
    assert (board.foundations, board.passes) == ((0,) * 52, 1)
    for other in (cards[1:], [*cards, cards[0]], []):
        with pytest.raises(ValueError, match=f"{rules.cards} cards, not {len(other)}"):
            Board.dealt(rules, other)


VALUES = [
    ("name", "", "name is kebab case"),
    ("name", "My Game", "name is kebab case"),
    ("name", "a--b", "name is kebab case"),
    ("name", "game\n", "name is kebab case"),
    ("decks", 0, "decks is 1 to 3, not 0"),
    ("decks", 4, "decks is 1 to 3, not 4"),
    ("piles", (), "piles are 1 to 13 numbers, not 0"),
    ("piles", (1,) * 14, "piles are 1 to 13 numbers, not 14"),
    ("piles", (1, -1), r"piles\[1\] is 0 to 52, not -1"),
    ("piles", (53,), r"piles\[0\] is 0 to 52, not 53"),
    ("piles", (26, 27), "piles take 53 cards, the game has 52"),
    ("face_up", "none", "face_up is top or all, not 'none'"),
    ("dealing", "", "dealing is left-to-right or right-to-left or growing, not ''"),
    ("runs", "any", "runs is packed or king-sequences, not 'any'"),
    ("empty", "queen", "empty is king or any, not 'queen'"),
    ("stock", "reserve", "stock is waste or deal, not 'reserve'"),
    ("draw", 0, "draw is 1 to 3, not 0"),
    ("draw", 4, "draw is 1 to 3, not 4"),
    ("passes", -1, "passes is 0 to 255, not -1"),
    ("passes", 256, "passes is 0 to 255, not 256"),
]


@pytest.mark.parametrize("field, value, text", VALUES)
def test_values_that_a_field_cannot_have(field, value, text):
    with pytest.raises(ValueError, match=text):
        KlondikeRules(**{"name": "mine", field: value})


KINDS = {
    "name": str,
    "decks": int,
    "piles": tuple,
    "face_up": str,
    "dealing": str,
    "runs": str,
    "empty": str,
    "worrying_back": bool,
    "stock": str,
    "draw": int,
    "passes": int,
    "turn_first": bool,
}


def test_every_field_has_a_kind():
    assert [field.name for field in fields(KlondikeRules)] == list(KINDS)


@pytest.mark.parametrize("field", KINDS)
@pytest.mark.parametrize("value", [None, 1.0, 1, True, "top", [1, 2], (1, 2)], ids=repr)
def test_values_of_another_kind(field, value):
    # An int is no bool here, and a bool no int.
    if type(value) is KINDS[field]:
        return
    with pytest.raises(TypeError, match=f"{field} is of type {KINDS[field].__name__}, not "):
        KlondikeRules(**{"name": "mine", field: value})


@pytest.mark.parametrize("size", [None, 1.0, "1", True])
def test_sizes_of_another_kind(size):
    with pytest.raises(TypeError, match=r"piles\[1\] is a whole number, not "):
        KlondikeRules("mine", piles=(1, size))


@pytest.mark.parametrize("field, value", [("draw", 1), ("passes", 1), ("turn_first", True)])
def test_what_goes_with_a_waste_only(field, value):
    with pytest.raises(ValueError, match=f"{field} goes with the stock waste, not with deal"):
        KlondikeRules(**{"name": "mine", "stock": "deal", "draw": 0, field: value})


def test_values_at_their_limits():
    KlondikeRules("a", decks=3, piles=(156,), draw=3, passes=255)
    KlondikeRules("a-1", decks=1, piles=(52, 0), stock="deal", draw=0)
    KlondikeRules("4-a", piles=(4,) * 13)


CHANGES = [
    {},
    {"draw": 3},
    {"passes": 1},
    {"draw": 3, "passes": 3},
    {"turn_first": True},
    {"worrying_back": False},
    {"draw": 2, "passes": 255, "turn_first": True, "worrying_back": False},
]


@pytest.mark.parametrize("name", WITH_WASTE)
@pytest.mark.parametrize("change", CHANGES)
def test_options_of_games_with_a_waste(name, change):
    base = GAMES[name]
    rules = base.with_options(change)
    assert rules == replace(base, **change)
    assert rules.options() == {"draw": base.draw, "passes": base.passes} | change
    assert base.with_options(rules.options()) == rules
    assert rules.with_options({}) == rules
    # Whatever an option is not told about stays.
    kept = {field.name for field in fields(rules)} - set(change)
    assert all(getattr(rules, field) == getattr(base, field) for field in kept)


@pytest.mark.parametrize("name", DEALT_ON)
def test_options_of_games_whose_stock_is_dealt(name):
    base = GAMES[name]
    assert base.options() == {}
    rules = base.with_options({"worrying_back": False})
    assert rules == replace(base, worrying_back=False)
    assert rules.options() == {"worrying_back": False}
    assert base.with_options(rules.options()) == rules
    assert base.with_options({"draw": 0, "passes": 0, "turn_first": False}) == base
    for option, value in (("draw", 3), ("passes", 1), ("turn_first", True)):
        with pytest.raises(ValueError, match=f"{option} goes with the stock waste"):
            base.with_options({option: value})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("option", ["wrap", "", "Draw", "name", "decks", "piles", "draw "])
def test_unknown_options_are_named(name, option):
    with pytest.raises(ValueError, match=f"{name} has no option {option!r}: there are draw, "):
        GAMES[name].with_options({option: 1})


@pytest.mark.parametrize(
    "options, error, text",
    [
        ({"draw": 4}, ValueError, "draw is 1 to 3, not 4"),
        ({"passes": -1}, ValueError, "passes is 0 to 255, not -1"),
        ({"draw": "3"}, TypeError, "draw is of type int, not '3'"),
        ({"draw": True}, TypeError, "draw is of type int, not True"),
        ({"passes": None}, TypeError, "passes is of type int, not None"),
        ({"turn_first": 1}, TypeError, "turn_first is of type bool, not 1"),
        ({"worrying_back": "no"}, TypeError, "worrying_back is of type bool, not 'no'"),
    ],
)
def test_options_with_values_that_they_cannot_have(options, error, text):
    with pytest.raises(error, match=text):
        GAMES["klondike"].with_options(options)


def test_all_fields_count_for_equality():
    base = KlondikeRules("mine", decks=2, piles=(9,) * 7)
    others = [
        replace(base, **{field: value})
        for field, value in {
            "name": "yours",
            "decks": 3,
            "piles": (5, 5),
            "face_up": "all",
            "dealing": "growing",
            "runs": "king-sequences",
            "empty": "any",
            "worrying_back": False,
            "draw": 3,
            "passes": 1,
            "turn_first": True,
        }.items()
    ]
    others.append(replace(base, stock="deal", draw=0))
    assert len(others) == len(KINDS)
    assert len({base, *others}) == len(KINDS) + 1


@pytest.mark.parametrize("name", GAMES)
def test_equal_rules_pickles_and_copies(name):
    rules = GAMES[name]
    for other in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert other == rules
        assert hash(other) == hash(rules)


def test_rules_do_not_change():
    for field in KINDS:
        with pytest.raises(FrozenInstanceError):
            setattr(GAMES["klondike"], field, getattr(GAMES["klondike"], field))
