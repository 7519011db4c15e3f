"""Deal numbers to decks: golden decks, the reference, and what is no deal number."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from make_golden import pysol
from solitaire_core import NUMBERINGS, Card, deck
from solitaire_core._fast import ms, sc1, splitmix64_stream
from solitaire_core.reference import shuffle
from strategies import ms_numbers, pysol_numbers, sc1_numbers

GOLDEN = Path(__file__).with_name("golden")
DECKS = json.loads(GOLDEN.joinpath("decks.json").read_text(encoding="utf-8"))
STREAMS = json.loads(GOLDEN.joinpath("splitmix64.json").read_text(encoding="utf-8"))

# Written in the rules of the numberings, or recorded from PySolFC.
WORKED_EXAMPLES = {
    ("sc1", 1, 0): "KC TH 9C TS 3C JS KS QC 3H KD",
    ("sc1", 2, 0): "5C 9C 2H JS 3D QD KC 6H 4D 4S",
    ("sc1", 3, 0): "3S KH 4H QC 8S JD 5D KH 4C KC",
    ("pysol", 1, 1): "JD 2D 9H JC 5D 7H 7C 5H",
    ("pysol", 1, 617): "7D AD 5C 3S 5S 8C 2D AH",
    ("pysol", 1, 32000): "7S 4D JS 8D",
    ("ms", 1, 1): "JD 2D 9H JC 5D 7H 7C 5H",
    ("ms", 1, 617): "7D AD 5C 3S 5S 8C 2D AH",
}


def text(cards):
    return " ".join(map(str, cards))


@pytest.mark.parametrize("numbering, decks, number", WORKED_EXAMPLES)
def test_worked_examples(numbering, decks, number):
    first = WORKED_EXAMPLES[numbering, decks, number]
    assert text(deck(number, numbering, decks)).startswith(first)


def test_golden_decks_are_there_for_every_numbering():
    assert {key.split()[0] for key in DECKS} == set(NUMBERINGS)


@pytest.mark.parametrize("key", DECKS)
def test_golden_decks(key):
    numbering, decks, number = key.split()
    assert text(deck(int(number), numbering, int(decks))) == DECKS[key]


def test_splitmix64_as_published():
    assert splitmix64_stream(1234567, 3) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("state", STREAMS)
def test_golden_streams(state):
    expected = [int(output) for output in STREAMS[state]]
    assert splitmix64_stream(int(state), len(expected)) == expected
    stream = shuffle.splitmix64(int(state))
    assert [next(stream) for _ in expected] == expected


@given(sc1_numbers, st.integers(1, 3))
def test_sc1_is_the_reference(number, decks):
    assert sc1(number, decks) == shuffle.sc1(number, decks)
    assert deck(number, "sc1", decks) == [Card(code) for code in shuffle.sc1(number, decks)]


def number_with_draw(at, value):
    """The number whose draw number `at` is a value: SplitMix64 run backwards."""
    z = value
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        unshifted = z
        for _ in range(64 // shift):
            unshifted = z ^ unshifted >> shift
        z = unshifted * pow(factor, -1, 2**64) % 2**64
    return (z - (at + 1) * 0x9E3779B97F4A7C15) % 2**64


@given(st.integers(0, 100), st.integers(0, 2**64 - 1))
def test_splitmix64_backwards(at, value):
    assert splitmix64_stream(number_with_draw(at, value), at + 1)[at] == value


@settings(max_examples=300)
@given(st.integers(1, 3), st.data())
def test_draws_at_the_edges(decks, data):
    # Numbers at random never come near: a draw that just reaches the next card, where the
    # carry of a product decides, and draws that are rejected or only just accepted.
    at = data.draw(st.integers(0, 52 * decks - 2))
    below = 52 * decks - at
    if data.draw(st.booleans()):
        edge = -(-data.draw(st.integers(0, below)) * 2**64 // below)
    else:
        # The product's lower half is the bound for rejection, or one step of it away.
        step = below & -below
        rest = 2**64 % below + step * data.draw(st.integers(-2, 2))
        odd = below // step
        edge = rest // step * pow(odd, -1, 2**64) % 2**64
        edge += data.draw(st.integers(0, step - 1)) * (2**64 // step)
    number = number_with_draw(at, (edge + data.draw(st.integers(-1, 1))) % 2**64)
    assert sc1(number, decks) == shuffle.sc1(number, decks)


def test_a_draw_that_is_rejected():
    # Of 52 cards, 0 would come too often: the draw is made again, and all later ones shift.
    number = number_with_draw(0, 0)
    outputs = splitmix64_stream(number, 2)
    assert outputs[0] == 0
    cards = list(range(52))
    first = outputs[1] * 52 >> 64
    cards[51], cards[first] = cards[first], cards[51]
    assert sc1(number)[51] == cards[51]


@given(ms_numbers)
def test_ms_is_the_reference(number):
    assert ms(number) == shuffle.ms(number)
    assert deck(number, "ms") == [Card(code) for code in shuffle.ms(number)]


@settings(max_examples=50)
@given(pysol_numbers, st.integers(1, 3))
def test_pysol_is_as_its_rules_say(number, decks):
    assert deck(number, "pysol", decks) == [Card(code) for code in pysol(number, decks)]


@given(st.integers(1, 31_999))
def test_pysol_is_ms_at_first(number):
    assert deck(number, "pysol") == deck(number, "ms")


@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_every_card_comes_once_a_deck(numbering, decks):
    if (numbering, decks) in {("ms", 2), ("ms", 3)}:
        with pytest.raises(ValueError, match="ms shuffles one deck"):
            deck(1, numbering, decks)
        return
    for number in (1, 2, 32_000, 2**32):
        codes = sorted(card.code for card in deck(number, numbering, decks))
        assert codes == sorted([*range(52)] * decks)


OUT_OF_RANGE = [
    *(("sc1", number) for number in (-1, 2**64, 10**30, -(2**64))),
    *(("ms", number) for number in (0, -1, 2**33, 2**64)),
    *(("pysol", number) for number in (0, -1, 10**100 + 1)),
]


@pytest.mark.parametrize("numbering, number", OUT_OF_RANGE)
def test_numbers_out_of_range_are_named(numbering, number):
    with pytest.raises(ValueError, match=f"{numbering} deal numbers run from .* not {number}"):
        deck(number, numbering)


@pytest.mark.parametrize("number", [1.0, "1", None, True, np.True_, [1], 1 + 0j, b"1"])
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_what_is_no_number_is_a_type_error(numbering, number):
    with pytest.raises(TypeError, match="a deal number is a whole number"):
        deck(number, numbering)


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.uint8])
def test_whole_numbers_of_numpy_are_numbers(kind):
    for numbering in NUMBERINGS:
        assert deck(kind(7), numbering) == deck(7, numbering)


@pytest.mark.parametrize("decks", [0, 4, -1, 2**40])
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_counts_of_decks_out_of_range(numbering, decks):
    with pytest.raises(ValueError, match=f"decks are 1 to 3, not {decks}"):
        deck(1, numbering, decks)


@pytest.mark.parametrize("name", ["", "SC1", "cards", "sc2", None, 1])
def test_no_such_numbering(name):
    with pytest.raises(ValueError, match=r"no numbering .* there are sc1, pysol, ms"):
        deck(1, name)
