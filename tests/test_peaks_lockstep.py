"""The compiled game and its plain twin side by side: after each move they say the same."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, pick
from solitaire_core import Card, PeaksGame, deck
from strategies import built_in_rules, decks, full_rules, layouts, made_up_rules, rules_of
from twins import assert_same, lockstep


def play_both(pair, rng, turning):
    """Play to the end at random, comparing before each move, and then all the way back."""
    assert_same(pair)
    while moves := pair[0].legal:
        move = pick(moves, rng, turning)
        for game in pair:
            game.push(move)
        assert_same(pair)
    while pair[0].moves:
        assert pair[0].pop() == pair[1].pop()
        assert_same(pair)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("turning", [0.0, 0.3, 1.0])
def test_games_at_random(name, turning):
    for number in range(3):
        rng = random.Random(number)
        play_both(lockstep(RULES[name], deck(number)), rng, turning)


@given(made_up_rules, decks, st.randoms(use_true_random=False))
def test_made_up_layouts(rules, cards, rng):
    play_both(lockstep(rules, cards), rng, rng.choice((0.0, 0.2)))


@settings(max_examples=20)
@given(full_rules, decks, st.randoms(use_true_random=False))
def test_layouts_that_leave_no_stock(rules, cards, rng):
    pair = lockstep(rules, cards)
    assert pair[0].stock_left == 0
    play_both(pair, rng, 0.0)


@settings(max_examples=15)
@given(layouts(51, 51, most_covers=1).flatmap(rules_of), decks, st.data())
def test_large_positions_by_hand(rules, cards, data):
    # Hardly a line of play gets far without a stock, so the cards that are gone are drawn.
    gone = data.draw(st.sets(st.integers(0, 50)))
    rng = data.draw(st.randoms(use_true_random=False))
    play_both(lockstep(rules, cards, gone, 0, cards[51]), rng, 0.0)


@given(built_in_rules | made_up_rules, decks, st.data())
def test_positions_that_nobody_reaches(rules, cards, data):
    # Any cards gone, also from under others, and any card on top: the rules still say which
    # moves there are.
    size = rules.layout.cards
    gone = data.draw(st.sets(st.integers(0, size - 1)))
    turned = data.draw(st.integers(0, 51 - size))
    top = data.draw(st.integers(0, 51).map(Card))
    rng = data.draw(st.randoms(use_true_random=False))
    pair = lockstep(rules, cards, gone, turned, top)
    # A card may be on top of the waste and in the tableau at once here: not moves to make.
    assert_same(pair)
    play_both(pair, rng, 0.3)


@given(built_in_rules | made_up_rules, decks, st.data())
def test_positions_with_unknown_cards_have_the_same_moves(rules, cards, data):
    hidden = data.draw(st.sets(st.integers(0, 51)))
    cards = ["??" if i in hidden else card for i, card in enumerate(cards)]
    rng = data.draw(st.randoms(use_true_random=False))
    compiled, reference = lockstep(rules, cards)
    while True:
        assert compiled.legal == reference.legal
        assert compiled.seen == reference.seen
        assert compiled.waste == reference.waste
        assert compiled.uncovered == reference.uncovered
        if not compiled.legal:
            break
        move = pick(compiled.legal, rng, 0.2)
        compiled.push(move)
        reference.push(move)


@given(made_up_rules, decks, st.data())
def test_one_object_set_up_anew(rules, cards, data):
    # What an object held before must not shine through.
    game = PeaksGame(rules, cards)
    for move in data.draw(st.lists(st.just("turn"), max_size=5)):
        if game.stock_left:
            game.push(move)
    game.__init__(rules, cards)
    fresh = PeaksGame(rules, cards)
    assert game == fresh
    assert (game.move_stack, game.waste) == (fresh.move_stack, fresh.waste)
    assert (game.uncovered, game.legal_moves.count()) == (
        fresh.uncovered,
        fresh.legal_moves.count(),
    )
