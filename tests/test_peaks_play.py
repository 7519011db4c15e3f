"""The rules of the peaks family, held against the compiled game and its twin alike."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, play_on
from solitaire_core import Card, IllegalMoveError, Layout, PeaksRules, deck
from strategies import decks, made_up_rules

RANKS = "A23456789TJQK"
BRIDGE = Layout("bridge", [[1, 2], [], []], face_down=[0])
ONE_CARD = Layout("one card", [[]])


def deck_with(*first):
    """A deck that begins with some cards; the rest follow in the order of their codes."""
    front = [Card(card) for card in first]
    return front + [card for card in map(Card, range(52)) if card not in front]


NEIGHBOURS = {a + b for a, b in itertools.pairwise(RANKS)}
NEIGHBOURS |= {pair[::-1] for pair in NEIGHBOURS}
# (card, top of the waste): card goes on top.
GOES_ON = {
    "wrap": NEIGHBOURS | {"AK", "KA"},
    "no wrap": NEIGHBOURS,
    "strict": NEIGHBOURS - {"QK"},
}
OPTIONS = {"wrap": {"wrap": True}, "no wrap": {}, "strict": {"strict": True}}


@pytest.mark.parametrize("rule", GOES_ON)
def test_ranks_that_go_on_each_other(twin, rule):
    rules = PeaksRules("one-card", ONE_CARD, **OPTIONS[rule])
    for card in RANKS:
        for top in RANKS:
            game = twin.start(rules, deck_with(card + "C", top + "H"))
            assert game.accepts(card + "C") == (card + top in GOES_ON[rule]), (card, top)
            assert (card + "C" in game.legal) == (card + top in GOES_ON[rule]), (card, top)


def test_suits_never_matter(twin):
    rules = PeaksRules("one-card", ONE_CARD)
    for suit in "CDHS":
        for top in "CDHS":
            assert twin.start(rules, deck_with("7" + suit, "8" + top)).accepts("7" + suit)


def test_cards_are_dealt_tableau_first_then_waste_then_stock(twin):
    cards = deck(3)
    for rules in RULES.values():
        game = twin.start(rules.with_options({"open": True}), cards)
        size = rules.layout.cards
        place_of = rules.layout.by_columns if rules.by_columns else range(size)
        assert game.seen == [str(cards[i]) for i in place_of]
        assert game.top == str(cards[size])
        while "turn" in game.legal:
            game.push("turn")
        assert game.waste == [str(card) for card in cards[size:]]


def test_a_card_is_free_when_all_that_lay_on_it_are_gone(twin):
    rules = PeaksRules("bridge", BRIDGE)
    game = twin.start(rules, deck_with("8C", "6D", "9H", "7S"))
    assert game.seen == ["??", "6D", "9H"]
    assert game.legal == ["6D", "turn"]
    game.push("6D")
    assert game.seen == ["??", None, "9H"]
    assert not game.accepts("8C")
    game.push("turn")  # AC
    game = twin.at(rules, deck_with("8C", "6D", "9H", "7S"), [1, 2], 0, "9H")
    # Face down no longer: it turned up the moment that the second card went.
    assert game.seen == ["8C", None, None]
    assert game.legal == ["8C", "turn"]


def test_a_covered_card_is_seen_where_the_layout_deals_it_face_up(twin):
    rules = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]))
    game = twin.start(rules, deck_with("8C", "6D", "9H", "7S"))
    assert game.seen == ["8C", "6D", "9H"]
    assert not game.accepts("8C")


def test_legal_moves_come_by_place_and_the_turn_last(twin):
    rules = PeaksRules("row", Layout("row", [[], [], [], []]))
    game = twin.start(rules, deck_with("8C", "6D", "9H", "6C", "7S"))
    assert game.legal == ["8C", "6D", "6C", "turn"]


def test_the_stock_may_be_turned_though_a_card_fits(twin):
    game = twin.start(PeaksRules("one-card", ONE_CARD), deck_with("6C", "7C", "9H"))
    assert game.legal == ["6C", "turn"]
    game.push("turn")
    assert (game.top, game.turned, game.stock_left) == ("9H", 1, 49)
    assert game.result is None


def test_won_with_the_last_card_whatever_is_left_in_the_stock(twin):
    game = twin.start(PeaksRules("one-card", ONE_CARD), deck_with("6C", "7C"))
    game.push("6C")
    assert (game.result, game.legal, game.stock_left) == ("won", [], 50)
    with pytest.raises(IllegalMoveError):
        game.push("turn")


def test_lost_when_the_stock_is_empty_and_nothing_fits(twin):
    cards = [
        *deck_with("6C", "7H"),
    ]
    # Every stock card but the last fits; the last one does not.
    cards.remove(Card("KS"))
    cards.append(Card("KS"))
    game = twin.start(PeaksRules("one-card", ONE_CARD), cards)
    for _ in range(49):
        game.push("turn")
        assert game.result is None
    game.push("turn")
    assert (game.result, game.legal, game.top) == ("lost", [], "KS")
    game.pop()
    assert game.result is None


def test_not_lost_while_a_card_fits_on_an_empty_stock(twin):
    cards = deck_with("6C", "AH")
    cards.remove(Card("5S"))
    cards.append(Card("5S"))
    game = twin.start(PeaksRules("one-card", ONE_CARD), cards)
    for _ in range(50):
        game.push("turn")
    assert (game.stock_left, game.legal, game.result) == (0, ["6C"], None)
    game.push("6C")
    assert game.result == "won"


@pytest.mark.parametrize("name", RULES)
def test_moves_are_taken_back_one_by_one_to_the_start(twin, name):
    for number in range(4):
        rng = random.Random(number)
        game = twin.start(RULES[name], deck(number))
        before = [game.facts()]
        made = []
        for _ in range(52):
            if not game.legal:
                break
            made += play_on(game.game, rng, 1)
            before.append(game.facts())
        assert game.moves == made
        while made:
            assert game.facts() == before.pop()
            assert game.peek() == made[-1]
            assert game.pop() == made.pop()
        assert [game.facts()] == before
        with pytest.raises(IndexError):
            game.pop()
        with pytest.raises(IndexError):
            game.peek()


def test_an_illegal_move_changes_nothing(twin):
    game = twin.start(RULES["tripeaks"], deck(1))
    play_on(game.game, random.Random(1), 20)
    before = game.facts()
    for card in map(str, map(Card, range(52))):
        if card not in game.legal:
            with pytest.raises(IllegalMoveError, match=f"illegal move {card}"):
                game.push(card)
            assert game.facts() == before


def test_each_line_uses_every_card_once_at_most(twin):
    for number in range(10):
        game = twin.start(RULES["tripeaks"], deck(number))
        play_on(game.game, random.Random(number))
        assert len(set(game.waste)) == len(game.waste) == len(game.moves) + 1
        assert game.result in ("won", "lost")


@settings(max_examples=50)
@given(made_up_rules, decks, st.randoms(use_true_random=False))
def test_a_copy_goes_its_own_way(twin, rules, cards, rng):
    game = twin.start(rules, cards)
    play_on(game.game, rng, rng.randrange(30))
    before = game.facts()
    other = game.copy()
    assert other.moves == []
    assert other.waste == [game.top]
    play_on(other.game, rng)
    assert game.facts() == before
    for _ in other.moves:
        other.pop()
    assert {**other.facts(), "waste": 0, "moves": 0} == {**before, "waste": 0, "moves": 0}
