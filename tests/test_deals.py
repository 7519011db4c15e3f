"""Deals as values: what they hold, what makes two of them equal, what they refuse."""

import copy
import pickle

import pytest
from hypothesis import given, settings

from play import RULES
from solitaire_core import GAMES, NUMBERINGS, Card, Deal, Layout, PeaksGame, PeaksRules, deck
from strategies import deals, layouts, rules_of


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_a_deal_holds_its_identity_and_its_cards(name, numbering):
    deal = Deal(RULES[name], 617, numbering)
    assert deal.rules == RULES[name]
    assert (deal.number, deal.numbering) == (617, numbering)
    assert deal.cards == tuple(deck(617, numbering))
    game = deal.start()
    assert isinstance(game, PeaksGame)
    assert game.deal is deal
    assert game.cards() == list(deal.cards)
    assert game.rules == deal.rules
    assert game.status() == ()


@pytest.mark.parametrize("game", ["tripeaks", "TriPeaks", "TRIPEAKS"])
def test_games_by_name(game):
    assert Deal(game, 1) == Deal(GAMES["tripeaks"], 1)
    assert Deal(game, 1, wrap=False) == Deal(RULES["tripeaks-no-wrap"], 1)


def test_a_blank_or_an_underscore_in_a_name():
    assert Deal("one_peak", 1) == Deal("one-peak", 1)
    with pytest.raises(ValueError, match="no game 'one peak'"):
        Deal("one peak", 1)


@given(deals())
def test_a_deal_of_given_cards_is_another_deal_of_the_same_cards(deal):
    by_hand = Deal.from_cards(deal.rules, deal.cards)
    assert by_hand.cards == deal.cards
    assert (by_hand.number, by_hand.numbering) == (None, "cards")
    assert (by_hand == deal) == (deal.number is None)
    assert by_hand.start() == deal.start()


@given(deals())
def test_equal_deals_have_equal_hashes(deal):
    other = Deal.from_text(str(deal))
    assert other is not deal
    assert other == deal
    assert hash(other) == hash(deal)
    assert len({deal, other}) == 1


def test_all_of_the_identity_counts():
    different = [
        Deal("tripeaks", 1),
        Deal("tripeaks", 2),
        Deal("tripeaks", 1, "ms"),
        Deal("tripeaks", 1, "pysol"),
        Deal("tripeaks", 1, wrap=False),
        Deal("tripeaks", 1, wrap=False, strict=True),
        Deal("tripeaks", 1, open=True),
        Deal("one-peak", 1),
        Deal("golf", 1),
        Deal("golf", 1, by_columns=True),
        Deal.from_cards("tripeaks", deck(1)),
        Deal.from_cards("tripeaks", deck(2)),
        Deal.from_cards("golf", deck(1)),
    ]
    assert len(set(different)) == len(different)
    for i, deal in enumerate(different):
        assert [deal == other for other in different] == [i == j for j in range(len(different))]
    for other in (1, "tripeaks wrap=true sc1:1", None, ("tripeaks", 1)):
        assert different[0] != other


@given(deals())
def test_pickles_and_copies(deal):
    for other in (pickle.loads(pickle.dumps(deal)), copy.copy(deal), copy.deepcopy(deal)):
        assert other == deal
        assert other.cards == deal.cards
        assert str(other) == str(deal)


@settings(max_examples=25)
@given(layouts().flatmap(rules_of))
def test_pickles_of_deals_of_games_of_ones_own(rules):
    deal = Deal(rules, 7)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert Deal.from_text(str(deal), rules) == deal
    assert Deal.from_json(deal.to_json(), rules) == deal


@pytest.mark.parametrize("name", ["number", "numbering", "cards", "rules", "other"])
def test_a_deal_does_not_change(name):
    deal = Deal("tripeaks", 1)
    with pytest.raises(AttributeError):
        setattr(deal, name, 2)
    with pytest.raises(AttributeError):
        delattr(deal, name)
    assert deal == Deal("tripeaks", 1)


@pytest.mark.parametrize(
    "arguments, options, message",
    [
        (("patience", 1), {}, "no game 'patience': there are tripeaks, golf"),
        (("", 1), {}, "no game ''"),
        (("tripeaks", -1), {}, "sc1 deal numbers run from 0"),
        (("tripeaks", 2**64), {}, "sc1 deal numbers run from 0"),
        (("tripeaks", 0, "ms"), {}, "ms deal numbers run from 1"),
        (("tripeaks", 0, "pysol"), {}, "pysol deal numbers run from 1"),
        (("tripeaks", 1, "freecell"), {}, "no numbering 'freecell'"),
        (("tripeaks", 1, "cards"), {}, "no numbering 'cards'"),
        (("tripeaks", 1), {"draw": True}, "tripeaks has no option 'draw'"),
        (("tripeaks", 1), {"name": "x"}, "tripeaks has no option 'name'"),
        (("tripeaks", 1), {"wrap": True, "strict": True}, "wrap and strict exclude each other"),
        (("tripeaks", 1), {"by_columns": True}, "is dealt in one order only"),
    ],
)
def test_what_is_no_deal(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        Deal(*arguments, **options)


@pytest.mark.parametrize(
    "arguments, options",
    [
        ((None, 1), {}),
        ((1, 1), {}),
        (("tripeaks", "1"), {}),
        (("tripeaks", 1.0), {}),
        (("tripeaks", None), {}),
        (("tripeaks", True), {}),
        (("tripeaks", 1), {"wrap": 1}),
        (("tripeaks", 1), {"wrap": None}),
        (("tripeaks", 1), {"wrap": "true"}),
        (("tripeaks",), {}),
        ((), {}),
    ],
)
def test_wrong_types_are_type_errors(arguments, options):
    with pytest.raises(TypeError):
        Deal(*arguments, **options)


def test_a_number_of_thousands_of_digits_is_refused():
    for numbering in NUMBERINGS:
        with pytest.raises(ValueError):
            Deal("tripeaks", 10**5000, numbering)


def test_bad_cards_are_named():
    cards = [str(card) for card in deck(1)]
    for bad, message in (
        ([*cards[:51], cards[0]], f"card 52: {cards[0]} stands twice in the deck, first as card 1"),
        (cards[:51], f"not 51; missing: {cards[51]}"),
        ([*cards[:51], "??"], "card 52: an unknown card"),
        ([*cards[:51], "1X"], "card 52: no card: '1X'"),
    ):
        with pytest.raises(ValueError) as error:
            Deal.from_cards("tripeaks", bad)
        assert message in str(error.value)


def test_a_position_by_hand_has_no_deal():
    assert PeaksGame(GAMES["tripeaks"], deck(1)).deal is None


def test_rules_that_are_played_with_other_decks_are_refused():
    class TwoDecks:
        name = "two-decks"
        decks = 2

        def options(self):
            return {}

        def with_options(self, options):
            return self

        def start(self, cards, deal=None):
            return len(cards)

    assert Deal(TwoDecks(), 0).cards == tuple(deck(0, "sc1", 2))
    assert Deal(TwoDecks(), 0).start() == 104
    with pytest.raises(ValueError, match="two-decks is played with 2 decks"):
        Deal.from_cards(TwoDecks(), deck(0))
    with pytest.raises(ValueError, match="the numbering ms shuffles one deck"):
        Deal(TwoDecks(), 1, "ms")


def test_a_layout_with_other_places_gets_the_same_cards():
    rules = PeaksRules("row", Layout("row", [[]] * 51))
    game = Deal(rules, 1).start()
    assert game.stock_left == 0
    assert list(game.visible().tableau) == list(map(Card, deck(1)[:51]))
