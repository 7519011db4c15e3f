"""Cards read from text, and decks read from text or cards: what is wrong is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import UNKNOWN, Card, parse_cards, parse_deck
from strategies import odd_text

ALL = [Card(code) for code in range(52)]
cards = st.integers(0, 51).map(Card) | st.just(UNKNOWN)


def spell(card, how):
    """One of the ways to write a card."""
    if card == UNKNOWN:
        return "??"
    text = card.symbol if how & 1 else str(card)
    if how & 2:
        text = text.replace("T", "10")
    return text.lower() if how & 4 else text


@given(st.lists(st.tuples(cards, st.integers(0, 7))), st.sampled_from([" ", ",", ", ", "\n", "\t"]))
def test_cards_with_something_between_them(found, between):
    text = between.join(spell(card, how) for card, how in found)
    assert parse_cards(text) == [card for card, _ in found]
    assert parse_cards(f"  {text}\n") == [card for card, _ in found]


@given(st.lists(st.tuples(cards, st.integers(0, 7)), min_size=1))
def test_cards_run_together(found):
    assert parse_cards("".join(spell(card, how) for card, how in found)) == [
        card for card, _ in found
    ]


@pytest.mark.parametrize("selector", ["\ufe0e", "\ufe0f"])
@pytest.mark.parametrize("rank", ["7", "T", "10"])
def test_one_card_with_a_variation_selector(rank, selector):
    card = Card(("T" if rank == "10" else rank) + "H")
    text = f"{rank}♥{selector}"
    assert parse_cards(text) == [card]
    assert parse_cards(f"{text} {text}") == [card, card]


def test_no_cards():
    for text in ("", " ", ",", " , \n"):
        assert parse_cards(text) == []


@pytest.mark.parametrize(
    "text, message",
    [
        ("KC 1H", "card 2: no card: '1H'"),
        ("1H", "card 1: no card: '1H'"),
        ("KC, TH, X", "card 3: no card: 'X'"),
        ("KC TH9C", "card 2: no card: 'TH9C'"),
        ("KCTH9", "card 3: half a card at the end of the text"),
        ("KCTHXX", "card 3: no card: 'XX'"),
        ("KC10", "card 2: no card: '10'"),
        ("KC turn", "card 2: no card: 'turn'"),
        ("KC Ä♠", "card 2: no card: 'Ä♠'"),
        ("\ud800\ud800", "card 1: no card: '\\ud800\\ud800'"),
        ("KC\0THT", "card 2: no card: '\\x00T'"),
    ],
)
def test_cards_that_cannot_be_read_are_named(text, message):
    with pytest.raises(ValueError) as error:
        parse_cards(text)
    assert str(error.value) == message


@given(odd_text() | st.text("AKT10?CHX♥ ,"))
def test_any_text_gives_cards_or_a_value_error(text):
    try:
        found = parse_cards(text)
    except ValueError:
        return
    assert parse_cards(" ".join(map(str, found))) == found


@pytest.mark.parametrize("value", [None, 1, b"KC", ["KC"]])
def test_cards_are_read_from_text(value):
    with pytest.raises(TypeError, match="cards are read from text"):
        parse_cards(value)


@given(st.permutations(range(52)))
def test_decks_in_every_form(codes):
    deck = [Card(code) for code in codes]
    for form in (
        codes,
        bytes(codes),
        deck,
        iter(deck),
        [str(card) for card in deck],
        " ".join(map(str, deck)),
        "".join(map(str, deck)),
        "".join(card.symbol for card in deck),
        ",".join(str(card).lower().replace("t", "10") for card in deck),
    ):
        assert parse_deck(form) == deck


@given(st.permutations(range(52)), st.sets(st.integers(0, 51), min_size=1))
def test_unknown_cards_stand_where_they_may(codes, hidden):
    deck = [UNKNOWN if i in hidden else Card(code) for i, code in enumerate(codes)]
    assert parse_deck(deck, unknown=True) == deck
    assert parse_deck("".join(map(str, deck)), unknown=True) == deck
    with pytest.raises(ValueError, match=f"card {min(hidden) + 1}: an unknown card"):
        parse_deck(deck)


@given(st.permutations(ALL), st.integers(0, 51), st.integers(0, 51), st.booleans())
def test_a_card_that_stands_twice_is_named_with_both_places(deck, a, b, unknown):
    if a == b:
        return
    first, second = sorted((a, b))
    deck[second] = deck[first]
    message = f"card {second + 1}: {deck[first]} stands twice in the deck, first as card "
    for form in (deck, " ".join(map(str, deck))):
        with pytest.raises(ValueError) as error:
            parse_deck(form, unknown=unknown)
        assert str(error.value) == f"{message}{first + 1}"


@given(st.permutations(ALL), st.sets(st.integers(0, 51), min_size=1, max_size=12))
def test_missing_cards_are_named(deck, missing):
    left = [card for card in deck if card.code not in missing]
    named = " ".join(str(Card(code)) for code in sorted(missing))
    with pytest.raises(ValueError) as error:
        parse_deck(left)
    assert str(error.value) == f"a deck has 52 cards, not {len(left)}; missing: {named}"


@pytest.mark.parametrize(
    "cards, unknown, message",
    [
        ("", False, "a deck has 52 cards, not 0"),
        ([], False, "a deck has 52 cards, not 0"),
        ("AC", False, "a deck has 52 cards, not 1"),
        ([*ALL, "AC"], False, "card 53: AC stands twice in the deck, first as card 1"),
        (["??"] * 53, True, "a deck has 52 cards, not 53"),
        (["??"] * 51, True, "a deck has 52 cards, not 51"),
        ([*ALL[:51], "??", "??"], True, "a deck has 52 cards, not 53"),
        ([*ALL[:51], 52], False, "card 52: no card has the code 52: codes are 0 to 51"),
        ([*ALL[:51], "1S"], False, "card 52: no card: '1S'"),
        ("äöü" * 20, False, "card 1: no card: 'äö'"),
    ],
)
def test_what_is_no_deck(cards, unknown, message):
    with pytest.raises(ValueError, match=r"^" + message.replace("?", r"\?")):
        parse_deck(cards, unknown=unknown)


@pytest.mark.parametrize(
    "cards, message",
    [
        ([*ALL[:3], None], "card 4: a card is text, a code or a Card, not NoneType"),
        ([1.0] * 52, "card 1: "),
        ([True] * 52, "card 1: "),
        (None, ""),
        (7, ""),
    ],
)
def test_wrong_types_are_type_errors(cards, message):
    with pytest.raises(TypeError, match=f"^{message}"):
        parse_deck(cards)
