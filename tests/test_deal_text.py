"""Deals as text and as JSON: they come back as they were, and everything else is refused."""

import json
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solitaire_core import GAMES, Deal, deck
from strategies import ODD_LETTERS, deals, odd_text

CARDS = "".join(map(str, deck(1)))


@given(deals())
def test_text_comes_back(deal):
    text = str(deal)
    assert "\n" not in text
    assert Deal.from_text(text) == deal
    assert str(Deal.from_text(text)) == text
    assert Deal.from_text(f"  {text}\n") == deal
    assert text in repr(deal)


@given(deals())
def test_json_comes_back(deal):
    record = deal.to_json()
    text = json.dumps(record)
    assert json.loads(text) == record
    assert Deal.from_json(record) == Deal.from_json(text) == deal
    # Reading changes nothing in the caller's object.
    assert json.dumps(record) == text
    assert (record["game"], record["numbering"]) == (deal.rules.name, deal.numbering)
    if deal.number is None:
        assert set(record) == {"game", "rules", "numbering", "cards"}
    else:
        assert record["number"] == str(deal.number)


def test_the_forms_as_documented():
    assert str(Deal("tripeaks", 7)) == "tripeaks wrap=true sc1:7"
    assert str(Deal("golf", 7, "ms")) == "golf wrap=false strict=true ms:7"
    assert (
        str(Deal("golf", 2**64, "pysol", by_columns=True, open=True))
        == "golf wrap=false strict=true open=true by_columns=true pysol:18446744073709551616"
    )
    assert str(Deal.from_cards("one-peak", deck(1))) == f"one-peak wrap=true cards:{CARDS}"
    assert Deal("golf", 7, strict=False).to_json() == {
        "game": "golf",
        "rules": {"wrap": False},
        "numbering": "sc1",
        "number": "7",
    }


def test_options_that_are_left_out_are_off():
    assert Deal.from_text("tripeaks sc1:7") == Deal("tripeaks", 7, wrap=False)
    assert Deal.from_text("golf sc1:7") == Deal("golf", 7, strict=False)
    record = {"game": "golf", "rules": {}, "numbering": "sc1", "number": "7"}
    assert Deal.from_json(record) == Deal("golf", 7, strict=False)


NO_TEXT = [
    "",
    " ",
    "tripeaks",
    "sc1:7",
    ":",
    "tripeaks wrap=true",
    "tripeaks wrap=true sc1",
    "tripeaks wrap=true sc1:",
    "tripeaks wrap=true :7",
    "tripeaks wrap=true sc1:-1",
    "tripeaks wrap=true sc1:+1",
    "tripeaks wrap=true sc1:1.0",
    "tripeaks wrap=true sc1:1e3",
    "tripeaks wrap=true sc1:0x1",
    "tripeaks wrap=true sc1:1_0",
    "tripeaks wrap=true sc1:\u0667",
    "tripeaks wrap=true sc1:\uff17",
    "tripeaks wrap=true sc1:7:8",
    "tripeaks wrap=true sc1: 7",
    "tripeaks wrap=true sc1:7 more",
    "tripeaks wrap=true sc1:18446744073709551616",
    "tripeaks wrap=true ms:0",
    "tripeaks wrap=true ms:8589934592",
    "tripeaks wrap=true pysol:0",
    "tripeaks wrap=true pysol:1" + "0" * 101,
    "tripeaks wrap=true sc1:" + "9" * 5000,
    "tripeaks wrap=true SC1:7",
    "tripeaks wrap=true freecell:7",
    "patience wrap=true sc1:7",
    "tripeaks wrap sc1:7",
    "tripeaks wrap= sc1:7",
    "tripeaks =true sc1:7",
    "tripeaks wrap=True sc1:7",
    "tripeaks wrap=1 sc1:7",
    "tripeaks wrap=yes sc1:7",
    "tripeaks wrap=true wrap=true sc1:7",
    "tripeaks wrap=true strict=true sc1:7",
    "tripeaks wrap=true by_columns=true sc1:7",
    "tripeaks wrap=true layout=1 sc1:7",
    "tripeaks wrap=true name=golf sc1:7",
    "wrap=true tripeaks sc1:7",
    "tripeaks wrap=true cards:",
    f"tripeaks wrap=true cards:{CARDS[:-2]}",
    f"tripeaks wrap=true cards:{CARDS[:-1]}",
    f"tripeaks wrap=true cards:{CARDS[:-2]}??",
    f"tripeaks wrap=true cards:{CARDS[:-2]}{CARDS[:2]}",
    f"tripeaks wrap=true cards:{CARDS}AC",
    f"tripeaks wrap=true sc1:{CARDS}",
]


@pytest.mark.parametrize("text", NO_TEXT, ids=lambda text: ascii(text[-40:]))
def test_text_that_is_no_deal(text):
    with pytest.raises(ValueError):
        Deal.from_text(text)


@pytest.mark.parametrize("value", [None, 7, b"tripeaks wrap=true sc1:7", ["tripeaks"]])
def test_a_deal_is_read_from_text(value):
    with pytest.raises(TypeError):
        Deal.from_text(value)


GOOD = {"game": "tripeaks", "rules": {"wrap": True}, "numbering": "sc1", "number": "7"}


@pytest.mark.parametrize(
    "change, message",
    [
        ({"game": None}, "game is missing"),
        ({"game": 1}, "game is missing"),
        ({"game": "patience"}, "no game 'patience'"),
        ({"rules": None}, "rules is missing"),
        ({"rules": []}, "rules is missing"),
        ({"rules": {"wrap": 1}}, "wrap is True or False"),
        ({"rules": {"wrap": None}}, "wrap is True or False"),
        ({"rules": {"wrap": []}}, "wrap is True or False"),
        ({"rules": {"draw": True}}, "no option 'draw'"),
        ({"rules": {"": True}}, "no option ''"),
        ({"rules": {"wrap": True, "strict": True}}, "exclude each other"),
        ({"numbering": None}, "numbering is missing"),
        ({"numbering": "freecell"}, "no numbering"),
        ({"numbering": "cards"}, "cards is missing"),
        ({"number": 7}, "number is missing or not a string"),
        ({"number": None}, "number is missing or not a string"),
        ({"number": ""}, "no deal number"),
        ({"number": "-7"}, "no deal number"),
        ({"number": "7.0"}, "no deal number"),
        ({"number": " 7"}, "no deal number"),
        ({"number": str(2**64)}, "sc1 deal numbers run"),
        ({"cards": CARDS}, "unknown field 'cards'"),
        ({"seed": "7"}, "unknown field 'seed'"),
        ({"numbering": "cards", "cards": CARDS}, "unknown field 'number'"),
    ],
)
def test_records_that_are_no_deal(change, message):
    record = {**GOOD, **change}
    for form in (record, json.dumps(record)):
        with pytest.raises(ValueError, match=message):
            Deal.from_json(form)


@pytest.mark.parametrize("field", GOOD)
def test_missing_fields_are_named(field):
    record = {name: value for name, value in GOOD.items() if name != field}
    with pytest.raises(ValueError, match=f"{field} is missing"):
        Deal.from_json(record)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "7", '"tripeaks"', "NaN", "{}", "[" * 100_000, "1" * 5000, "\ud800"],
    ids=lambda text: ascii(text[:20]),
)
def test_json_that_is_no_deal(text):
    with pytest.raises(ValueError, match="no deal"):
        Deal.from_json(text)


@pytest.mark.parametrize("record", [{**GOOD, 1: 2}, {**GOOD, 1: 2, "seed": "7"}, {1: 2}])
def test_fields_that_are_no_text(record):
    with pytest.raises(ValueError, match="no deal"):
        Deal.from_json(record)


@given(odd_text())
@example("tripeaks wrap=true sc1:\x007")
def test_any_text_is_a_deal_or_a_value_error(text):
    for read in (Deal.from_text, Deal.from_json):
        with pytest.raises(ValueError):
            read(text)


@settings(max_examples=150)
@given(deals(), st.randoms(use_true_random=False))
def test_text_with_faults_is_a_deal_or_a_value_error(deal, rng):
    for text, read in (
        (str(deal), Deal.from_text),
        (json.dumps(deal.to_json()), Deal.from_json),
    ):
        for _ in range(4):
            try:
                found = read(with_fault(text, rng))
            except ValueError:
                continue
            assert Deal.from_text(str(found)) == found


def with_fault(text, rng: random.Random):
    """Some text with a piece changed, lost, doubled or moved."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5)))
    piece = rng.choice(
        ("", rng.choice(ODD_LETTERS), text[start:end] * 2, rng.choice(("9" * 30, "=", '"', "{")))
    )
    return text[:start] + piece + text[end:]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | odd_text(8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_text(8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from([*GAMES, "x"]) | json_values,
            "rules": st.dictionaries(st.sampled_from(["wrap", "strict", "x"]), json_values)
            | json_values,
            "numbering": st.sampled_from(["sc1", "ms", "pysol", "cards"]) | json_values,
            "number": st.sampled_from(["1", "0"]) | json_values,
            "cards": st.just(CARDS) | json_values,
        },
    )
)
def test_any_record_is_a_deal_or_a_value_error(record):
    for form in (record, json.dumps(record)):
        try:
            Deal.from_json(form)
        except ValueError:
            continue
