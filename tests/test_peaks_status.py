"""Positions made by hand: what is out of range, what is wrong, how a game ended."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import RULES, hand_made, mid_game, places
from solitaire_core import Card, Deal, Layout, PeaksGame, PeaksRules, Result, deck
from solitaire_core.games import PEAKS_GAMES
from strategies import games

TOWER = PeaksRules("tower", Layout("tower", [[1], [2], []], face_down=[0, 1]))
# Place: card. Tableau 0 to 2, first waste card 3, stock 4 and up.
CARDS = [Card(card) for card in ("8C", "6D", "9H", "7S", "2C", "3C")]
CARDS += [card for card in map(Card, range(52)) if card not in CARDS]


def tower(removed=(), turned=0, top=None, unknown=()):
    cards = ["??" if place in unknown else card for place, card in enumerate(CARDS)]
    return PeaksGame(TOWER, cards, removed, turned, top)


@given(games())
def test_nothing_is_wrong_with_what_play_leads_to(game):
    assert game.status() == ()
    while game.move_stack:
        game.pop()
        assert game.status() == ()


@pytest.mark.parametrize("name", RULES)
def test_nothing_is_wrong_with_the_positions_of_these_tests(name):
    for number in range(20):
        assert hand_made(RULES[name], number, number % 10, number % 7).status() == ()


GONE = "the card at place {} is gone while the card at place {} still lies on it"
UNKNOWN = "the card at place {} is face up and not known (??)"
TOP = "the top of the waste, {}, "
FAULTS = [
    (tower([0], 1, "2C"), [GONE.format(0, 1)]),
    (tower([0, 1], 1, "2C"), [GONE.format(1, 2)]),
    (tower([0, 2], 0, "9H"), [GONE.format(0, 1)]),
    (tower([0, 1], 0, "8C"), [GONE.format(1, 2)]),
    (tower(unknown=[2]), [UNKNOWN.format(2)]),
    (tower([2], 0, "9H", unknown=[1]), [UNKNOWN.format(1)]),
    (tower(unknown=[3], top="??"), ["the top of the waste is not known (??)"]),
    (tower([2], 0, "??"), ["the top of the waste is not known (??)"]),
    (tower([2], 0, "6D"), [TOP.format("6D") + "is still in the tableau"]),
    (tower([], 0, "9H"), [TOP.format("9H") + "is still in the tableau"]),
    (
        tower([1, 2], 0, "9H"),
        [TOP.format("9H") + "cannot be the card taken last: a card under it is gone"],
    ),
    (
        tower([0, 1, 2], 0, "6D"),
        [TOP.format("6D") + "cannot be the card taken last: a card under it is gone"],
    ),
    (tower([], 0, "2C"), [TOP.format("2C") + "is still in the stock"]),
    (tower([2], 1, "3C"), [TOP.format("3C") + "is still in the stock"]),
    (tower([], 2, "2C"), [TOP.format("2C") + "was turned before the last turn"]),
    (tower([], 1, "7S"), [TOP.format("7S") + "was turned before the last turn"]),
    (
        tower([2], 0, "7S"),
        [TOP.format("7S") + "is the first waste card, though cards have been taken since"],
    ),
    (
        tower([2], 1, "3C", unknown=[5, 4]),
        [],  # 3C is one of the unknown cards, and one of those was turned
    ),
    (
        tower([2], 0, "3C", unknown=[5]),
        [TOP.format("3C") + "is not among the cards that are gone from the tableau or turned"],
    ),
    (
        tower([0], 0, "6D", unknown=[2]),
        [GONE.format(0, 1), UNKNOWN.format(2), TOP.format("6D") + "is still in the tableau"],
    ),
]


@pytest.mark.parametrize("game, faults", FAULTS, ids=range(len(FAULTS)))
def test_faults_one_by_one(game, faults):
    assert game.status() == tuple(faults)
    # A position with a fault is still one that can be written down and looked at.
    assert PeaksGame.from_code(game.code(), TOWER).status() == tuple(faults)
    game.visible()
    game.known()


SOUND = [
    tower(),
    tower([2], 0, "9H"),
    tower([1, 2], 0, "6D"),
    tower([2], 1, "2C"),
    tower([], 1, "2C"),
    tower([], 48, CARDS[51]),
    tower(unknown=[0, 1, 40]),  # face down, and in the stock
    tower([2], 0, "9H", unknown=[0]),
    tower([2], 1, "9H"),  # turned first, taken then
    tower([2], 0, "9H", unknown=[2]),  # the card that is gone may be the 9H
    tower([2], 1, "2C", unknown=[4]),
    tower([0, 1, 2], 0, "8C"),
    tower([0, 1, 2], 0, "??", unknown=[0]),
]


@pytest.mark.parametrize("game", SOUND, ids=range(len(SOUND)))
def test_sound_positions(game):
    assert game.status() == ()


@pytest.mark.parametrize(
    "removed, turned, top, message",
    [
        ([3], 0, "9H", "removed names place 3: places are 0 to 2"),
        ([-1], 0, "9H", "removed names place -1: places are 0 to 2"),
        ([2**64], 0, "9H", "removed names place 18446744073709551616"),
        ([], 49, "9H", "turned is 0 to 48, not 49"),
        ([], -1, "9H", "turned is 0 to 48, not -1"),
        ([], 2**64, "9H", "turned is 0 to 48, not 18446744073709551616"),
        ([2], 0, None, "top is needed where cards have been taken or turned"),
        ([], 1, None, "top is needed where cards have been taken or turned"),
        ([], 0, "1X", "no card: '1X'"),
    ],
)
def test_figures_out_of_range(removed, turned, top, message):
    with pytest.raises(ValueError, match=message):
        tower(removed, turned, top)


@pytest.mark.parametrize(
    "removed, turned, top",
    [([1.5], 0, "9H"), (["2"], 0, "9H"), (2, 0, "9H"), ([], "1", "2C"), ([], 1.5, "2C")],
)
def test_figures_of_wrong_types(removed, turned, top):
    with pytest.raises(TypeError):
        tower(removed, turned, top)


def test_cards_that_are_no_deck():
    for cards, message in (
        (CARDS[:51], "a deck has 52 cards, not 51"),
        ([*CARDS[:51], CARDS[0]], "card 52: 8C stands twice"),
        ("KC", "a deck has 52 cards, not 1"),
    ):
        with pytest.raises(ValueError, match=message):
            PeaksGame(TOWER, cards)


@pytest.mark.parametrize("name", RULES)
def test_outcomes(name):
    rules = RULES[name]
    for number in range(30):
        rng = random.Random(number)
        game = Deal(rules, number).start()
        while moves := list(game.legal_moves):
            assert game.outcome() is None
            game.push(rng.choice(moves))
        outcome = game.outcome()
        assert outcome.won == (game.cards_left == 0) == (outcome.result is Result.WON)
        assert outcome.reason == (
            "the tableau is cleared"
            if outcome.won
            else "the stock is empty and no uncovered card fits"
        )
    # Few random games are won, so one is by hand.
    size = rules.layout.cards
    won = PeaksGame(rules, deck(1), range(size), 0, deck(1)[0])
    assert won.outcome().result is Result.WON


def test_not_lost_while_moves_are_left_though_none_of_them_wins():
    game = Deal("tripeaks", 14, wrap=False).start()
    while game.stock_left > 1:
        game.push("turn")
    assert game.outcome() is None


def test_never_lost_while_an_unknown_card_may_fit():
    last = CARDS[51]
    for removed, top, unknown, lost in (
        ([], last, (), True),
        ([], last, (0, 1), True),  # neither can be taken now
        ([], last, (2,), False),
        ([], last, (51,), True),  # known once it lies on top
        ([], "??", (51,), False),
        ([2], last, (1,), False),
        ([2], last, (0,), True),
    ):
        game = tower(removed, 48, top, unknown)
        assert game.legal_moves.count() == 0
        assert (game.outcome() is not None) == lost, (removed, top, unknown)


@given(games(), st.sets(st.integers(0, 51)))
def test_hiding_cards_never_makes_a_game_lost(game, hidden):
    cards = ["??" if i in hidden else card for i, card in enumerate(game.cards())]
    top = "??" if game.top not in [c for c in cards if c != "??"] else game.top
    other = PeaksGame(game.rules, cards, places(game.removed), game.turned, top)
    if game.outcome() is None:
        assert other.outcome() is None
    elif game.outcome().won:
        assert other.outcome().won


def test_cards_come_in_the_order_of_the_deal():
    rules = RULES["golf-columns"]
    assert PeaksGame(rules, deck(1)).cards() == deck(1)
    assert mid_game(rules, 5).cards() == deck(5)


def test_figures_of_a_position():
    for rules in PEAKS_GAMES.values():
        game = mid_game(rules, 3)
        layout = game.rules.layout
        assert game.cards_left == layout.cards - len(places(game.removed))
        assert game.stock_left == layout.stock - game.turned
        assert game.ply == len(game.move_stack) == len(game.waste) - 1
        assert game.waste[-1] == game.top
