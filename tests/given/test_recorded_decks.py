"""PySolFC's decks and layouts by deal number."""

import json

import pytest

import traces
from solitaire_core import Deal, deck
from twins import TWINS

pytestmark = pytest.mark.cases

LAYOUTS = {"three-peaks", "golf"}


@pytest.fixture(scope="module")
def recorded(cases):
    return json.loads(cases.joinpath("pysol_decks.json").read_text(encoding="utf-8"))["games"]


def test_nine_games_with_one_to_three_decks(recorded):
    assert len(recorded) == 9
    counts = {len(deals[0]["deck_in_deal_order"].split()) // 52 for deals in recorded.values()}
    assert counts == {1, 2, 3}
    assert all(len(deals) == 5 for deals in recorded.values())


def test_decks(recorded):
    for name, deals in recorded.items():
        for deal in deals:
            cards = deal["deck_in_deal_order"].split()
            number, numbering = traces.numbering_of(deal["deal"])
            decks = len(cards) // 52
            if numbering == "ms" and decks > 1:
                # Of several decks the Microsoft numbers know nothing; PySolFC then shuffles
                # its own start list with the same generator.
                numbering = "pysol"
                if number >= 32_000:
                    assert cards == many_decks(number, decks), (name, deal["deal"])
                    continue
            assert [str(card) for card in deck(number, numbering, decks)] == cards, (
                name,
                deal["deal"],
            )


def many_decks(number, decks):
    """The Microsoft generator on the start list of several decks."""
    cards = [rank + suit for _ in range(decks) for suit in "CSHD" for rank in "A23456789TJQK"]
    for i in reversed(range(1, len(cards))):
        number = (number * 214_013 + 2_531_011) % 2**31
        j = (number >> 16 & 0x7FFF) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[::-1]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
@pytest.mark.parametrize("key", sorted(LAYOUTS))
def test_layouts(recorded, key, twin):
    for deal in recorded[key]:
        cards = deal["deck_in_deal_order"].split()
        piles = traces.Board(twin, traces.RULES[key], cards).piles()
        found = {name: pile if name == "round" else " ".join(pile) for name, pile in piles.items()}
        assert found == deal["layout"], deal["deal"]


@pytest.mark.parametrize("key", sorted(LAYOUTS))
def test_deals_by_number(recorded, key):
    for deal in recorded[key]:
        number, numbering = traces.numbering_of(deal["deal"])
        found = Deal(traces.RULES[key], number, numbering)
        assert " ".join(map(str, found.cards)) == deal["deck_in_deal_order"]
        assert Deal.from_text(str(found)) == found
