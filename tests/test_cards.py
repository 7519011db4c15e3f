"""One card: every way to write it, and how it behaves as a value."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given

from solitaire_core import UNKNOWN, Card, Rank, Suit
from strategies import odd_text

RANKS = "A23456789TJQK"
SUITS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
ALL = [Card(code) for code in range(52)]


def spellings(card):
    """Every way to write a known card."""
    rank, suit = str(card)
    suits = [suit, *SUITS[suit], *(SUITS[suit][0] + selector for selector in "\ufe0e\ufe0f")]
    for rank_text in (rank, "10") if rank == "T" else (rank,):
        for suit_text in suits:
            yield rank_text + suit_text
            yield rank_text.lower() + suit_text.lower()
    yield rank.lower() + suit
    yield rank + suit.lower()


def test_codes_are_suit_by_suit_from_ace_to_king():
    assert [str(card) for card in ALL] == [rank + suit for suit in "CDHS" for rank in RANKS]
    for card in ALL:
        assert card.code == int(card.suit) * 13 + int(card.rank)
        assert str(card) == RANKS[card.rank] + "CDHS"[card.suit]
        assert card.is_red == (Suit(card.suit).name in ("DIAMONDS", "HEARTS"))
        assert card.is_known


def test_names_of_ranks_and_suits():
    assert " ".join(rank.name for rank in Rank) == (
        "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING"
    )
    assert " ".join(suit.name for suit in Suit) == "CLUBS DIAMONDS HEARTS SPADES"
    assert Card("QH").rank == Rank.QUEEN
    assert Card("QH").suit == Suit.HEARTS


@pytest.mark.parametrize("card", ALL, ids=str)
def test_every_spelling_is_read(card):
    found = list(spellings(card))
    assert len(found) > 10
    for text in found:
        assert Card(text) == card, text


def test_the_unknown_card():
    assert UNKNOWN == Card("??") == Card(255)
    assert (UNKNOWN.code, str(UNKNOWN), UNKNOWN.symbol) == (255, "??", "??")
    assert (UNKNOWN.rank, UNKNOWN.suit) == (None, None)
    assert not UNKNOWN.is_known
    assert not UNKNOWN.is_red
    assert UNKNOWN not in ALL


def test_what_is_printed_is_read_again():
    for card in [*ALL, UNKNOWN]:
        assert Card(str(card)) == Card(card.symbol) == Card(card.code) == Card(card) == card
        assert eval(repr(card), {"Card": Card}) == card


NO_CARDS = [
    "",
    " ",
    "A",
    "C",
    "1C",
    "0C",
    "11H",
    "010H",
    "1 0H",
    "XC",
    "AX",
    "CA",
    "AC ",
    " AC",
    "ACC",
    "AAC",
    "10",
    "T",
    "?",
    "???",
    "?C",
    "A?",
    "turn",
    "A\ufe0f",
    "A♧\ufe0f",  # selectors come with the black symbols only
    "A♠\ufe0f\ufe0f",
    "Ä♠",
    "\U0001f0a1",  # the ace of spades as one sign
    "\uff17S",  # a wide seven
    "\u0667S",  # an Arabic seven
    "A\0",
    "\ud800C",
    "A\N{GREEK SMALL LETTER SIGMA}",
    "ß",
    "JOKER",
    "A" * 10_000,
]


@pytest.mark.parametrize("text", NO_CARDS, ids=lambda text: ascii(text[:12]))
def test_what_is_no_card_is_named(text):
    with pytest.raises(ValueError) as error:
        Card(text)
    assert str(error.value) == f"no card: {text!r}"


@pytest.mark.parametrize(
    "text", ["7\N{LATIN SMALL LETTER LONG S}", "a\N{LATIN SMALL LETTER LONG S}"], ids=ascii
)
def test_letters_that_only_look_like_suits_in_upper_case_are_no_cards(text):
    with pytest.raises(ValueError, match="no card"):
        Card(text)


@given(odd_text(4))
def test_any_text_is_a_card_in_one_of_its_spellings_or_an_error(text):
    try:
        card = Card(text)
    except ValueError:
        return
    assert card == UNKNOWN or text in spellings(card)


@pytest.mark.parametrize("code", [52, 53, 254, 256, -1, 2**31, 2**64, -(2**64), 10**30])
def test_codes_out_of_range_are_named(code):
    with pytest.raises(ValueError, match=f"no card has the code {code}:"):
        Card(code)


@pytest.mark.parametrize(
    "value", [None, 1.0, True, False, np.True_, b"AC", ["AC"], ("A", "C"), object(), Card, int, 1j]
)
def test_wrong_types(value):
    with pytest.raises(TypeError):
        Card(value)


def test_wrong_calls():
    for arguments in ((), ("AC", "AC")):
        with pytest.raises(TypeError):
            Card(*arguments)
    with pytest.raises(TypeError):
        Card.__new__(Card)
    with pytest.raises(TypeError):
        type("Joker", (Card,), {})


def test_whole_numbers_of_any_kind_are_codes():
    class Index:
        def __index__(self):
            return 30

    for value in (30, np.int8(30), np.uint64(30), Index()):
        assert Card(value) == ALL[30]


def test_a_card_is_an_index():
    assert [list(range(52))[card] for card in ALL] == list(range(52))
    assert bytes([*ALL, UNKNOWN]) == bytes([*range(52), 255])


def test_order_is_by_code_and_the_unknown_card_comes_last():
    cards = [UNKNOWN, *reversed(ALL)]
    assert sorted(cards) == [*ALL, UNKNOWN]
    low, high = Card("KC"), Card("AD")
    assert low < high
    assert low <= high
    assert high > low
    assert high >= low
    assert low <= Card("KC")
    assert low >= Card("KC")
    assert not low < Card("KC")
    assert not low > Card("KC")
    assert low != high
    assert (low == high) is False


@pytest.mark.parametrize("other", [12, "KC", None, 12.0, object()])
def test_a_card_is_nothing_but_a_card(other):
    assert Card("KC") != other
    assert other != Card("KC")
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(Card("KC"), compare)(other) is NotImplemented
    with pytest.raises(TypeError):
        assert Card("KC") < other


def test_equal_cards_have_equal_hashes():
    assert len({*ALL, UNKNOWN}) == 53
    for card in [*ALL, UNKNOWN]:
        assert hash(card) == hash(Card(str(card)))
        assert {card: 1}[Card(card.symbol)] == 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_and_copies(protocol):
    for card in [*ALL, UNKNOWN]:
        assert pickle.loads(pickle.dumps(card, protocol)) == card
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card


@pytest.mark.parametrize("name", ["code", "rank", "suit", "symbol", "is_red", "other"])
def test_a_card_does_not_change(name):
    with pytest.raises(AttributeError):
        setattr(Card("AC"), name, 1)
    with pytest.raises(AttributeError):
        delattr(Card("AC"), name)
