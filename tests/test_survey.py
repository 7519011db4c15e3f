"""Surveys of number ranges, and the interval around a rate."""

import json
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from play import RULES
from solitaire_core import (
    GAMES,
    Deal,
    Layout,
    PeaksRules,
    decide,
    solve,
    survey,
    wilson_interval,
)
from solitaire_core.games import PEAKS_GAMES

# Independent figures: winnable deals among the sc1 numbers 0 to 999.
KNOWN = {"tripeaks": 969, "tripeaks-no-wrap": 732}


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts(name):
    found = survey(RULES[name], 0, 1000, threads=1)
    assert found.winnable == KNOWN[name]
    assert (found.count, found.unwinnable, found.unknown) == (1000, 1000 - KNOWN[name], 0)
    assert (found.rules, found.numbering, found.first) == (RULES[name], "sc1", 0)
    assert found.rate == found.rate_if_unknown_won == KNOWN[name] / 1000
    assert (found.low, found.high) == wilson_interval(KNOWN[name], 1000)
    assert sum(found.fewest_turns) == KNOWN[name]
    assert found.cpu_seconds > 0


@pytest.mark.parametrize("name", ["tripeaks", "tripeaks-strict", "one-peak"])
def test_turns_as_decide_says(name):
    found = survey(RULES[name], 10**15, 500, threads=1)
    turns = decide(range(10**15, 10**15 + 500), RULES[name]).fewest_turns
    assert len(found.fewest_turns) == RULES[name].layout.stock + 1
    for number, count in enumerate(found.fewest_turns):
        assert count == (turns == number).sum()


@pytest.mark.parametrize("numbering", ["pysol", "ms"])
def test_other_numberings(numbering):
    found = survey("tripeaks", 31_900, 200, numbering=numbering, threads=1)
    turns = [solve(Deal("tripeaks", n, numbering)).fewest_turns for n in range(31_900, 32_100)]
    assert found.winnable == sum(t is not None for t in turns)
    for number, count in enumerate(found.fewest_turns):
        assert count == turns.count(number)
    assert found.numbering == numbering


def test_numbers_beyond_64_bits():
    first = 10**30
    found = survey("one-peak", first, 20, numbering="pysol", threads=1)
    deals = [Deal("one-peak", first + i, "pysol") for i in range(20)]
    assert found.winnable == sum(solve(deal).winnable for deal in deals)
    assert found.to_json()["first"] == str(first)


def test_parts_add_up():
    whole = survey("tripeaks", 0, 700, threads=1)
    parts = [survey("tripeaks", first, 100, threads=1) for first in range(0, 700, 100)]
    assert whole.winnable == sum(part.winnable for part in parts)
    assert list(whole.fewest_turns) == [
        sum(column) for column in zip(*(part.fewest_turns for part in parts), strict=True)
    ]


def test_ranges_longer_than_one_chunk():
    # More deals than are decided at once: nothing is lost or counted twice at the seam.
    # With one card in the tableau hardly a deal is lost, so that each one counts.
    rules = PeaksRules("one-card", Layout("one card", [[]]))
    chunk, more = 262_144, 1000
    told = []
    found = survey(rules, 5, chunk + more, threads=1, progress=told.append)
    head = survey(rules, 5, chunk, threads=1)
    tail = survey(rules, 5 + chunk, more, threads=1)
    assert found.winnable > 0.99 * found.count
    assert found.winnable + found.unwinnable == found.count == chunk + more
    assert list(found.fewest_turns) == [
        a + b for a, b in zip(head.fewest_turns, tail.fewest_turns, strict=True)
    ]
    assert told == sorted(told)
    assert told[-1] == chunk + more


@pytest.mark.host
def test_threads_make_no_difference():
    one = survey("tripeaks", 0, 3000, threads=1)
    for threads in (2, 3, None):
        found = survey("tripeaks", 0, 3000, threads=threads)
        assert found.fewest_turns == one.fewest_turns


@pytest.mark.host
def test_options_by_name():
    assert survey("tripeaks", 0, 1000, wrap=False).winnable == KNOWN["tripeaks-no-wrap"]


def test_json():
    found = survey("tripeaks", 2**53, 100, threads=1, wrap=False)
    record = found.to_json()
    assert json.loads(json.dumps(record)) == record
    assert record["rules"] == {"wrap": False}
    assert record["first"] == "9007199254740992"
    assert (record["count"], record["unknown"]) == (100, 0)
    assert record["winnable"] + record["unwinnable"] == 100
    assert record["rate"] == record["rate_if_unknown_won"] == record["winnable"] / 100
    assert record["low"] < record["rate"] < record["high"]
    assert sum(record["fewest_turns"]) == record["winnable"]
    assert all(type(count) is int for count in record["fewest_turns"])


@pytest.mark.parametrize("name", PEAKS_GAMES)
def test_json_says_which_game_it_was(name):
    # A number means nothing without its game: all of the identity has to be there.
    record = survey(name, 1, 0, threads=1).to_json()
    assert record["game"] == name
    assert record["rules"] == GAMES[name].options()


def test_no_deals():
    found = survey("tripeaks", 7, 0, threads=1)
    assert (found.count, found.winnable, found.unwinnable) == (0, 0, 0)
    assert math.isnan(found.rate)
    assert math.isnan(found.rate_if_unknown_won)
    assert (found.low, found.high) == (0.0, 1.0)
    record = found.to_json()
    assert (record["rate"], record["rate_if_unknown_won"]) == (None, None)
    json.dumps(record, allow_nan=False)


@pytest.mark.parametrize(
    "arguments, options, message",
    [
        (("tripeaks", -1, 10), {}, "sc1 deal numbers run from 0"),
        (("tripeaks", 2**64 - 5, 6), {}, "sc1 deal numbers run from 0"),
        (("tripeaks", 0, 10), {"numbering": "ms"}, "ms deal numbers run from 1"),
        (("tripeaks", 2**33 - 5, 6), {"numbering": "ms"}, "ms deal numbers run from 1"),
        (("tripeaks", 0, 10), {"numbering": "cards"}, "no numbering 'cards'"),
        (("tripeaks", 0, -1), {}, "count is 0 .*not -1"),
        (("patience", 0, 1), {}, "no game 'patience'"),
        (("tripeaks", 0, 1), {"draw": 3}, "no option 'draw'"),
        (("tripeaks", 0, 10), {"threads": 0}, "threads is 1 "),
        # Also where there is nothing to do:
        (("tripeaks", 0, 0), {"numbering": "cards"}, "no numbering 'cards'"),
    ],
)
def test_what_is_refused(arguments, options, message):
    told = []
    with pytest.raises(ValueError, match=message):
        survey(*arguments, **{"threads": 1, "progress": told.append} | options)
    assert told == []


@pytest.mark.parametrize(
    "arguments, options",
    [
        (("tripeaks", "0", 1), {}),
        (("tripeaks", 0.0, 1), {}),
        (("tripeaks", 0, 1.0), {}),
        (("tripeaks", 0, None), {}),
        ((None, 0, 1), {}),
        (("tripeaks", 0, 1), {"threads": 1.5}),
        (("tripeaks", 0, 1), {"wrap": 1}),
    ],
)
def test_wrong_types(arguments, options):
    with pytest.raises(TypeError):
        survey(*arguments, **options)


def test_the_last_numbers_of_a_numbering():
    assert survey("one-peak", 2**64 - 5, 5, threads=1).count == 5
    assert survey("one-peak", 2**33 - 5, 5, numbering="ms", threads=1).count == 5


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_progress_raises_ends_the_survey(error):
    def progress(count):
        raise error("enough")

    with pytest.raises(error, match="enough"):
        survey("one-peak", 0, 10**8, threads=1, progress=progress)


# To four places; most are the examples of R. G. Newcombe (Statistics in Medicine 17, 1998).
@pytest.mark.parametrize(
    "successes, count, confidence, low, high",
    [
        (50, 100, 0.95, 0.4038, 0.5962),
        (0, 10, 0.95, 0.0, 0.2775),
        (10, 10, 0.95, 0.7225, 1.0),
        (1, 10, 0.95, 0.0179, 0.4042),
        (81, 263, 0.95, 0.2553, 0.3662),
        (15, 148, 0.95, 0.0624, 0.1605),
        (5, 56, 0.95, 0.0387, 0.1926),
        (0, 20, 0.95, 0.0, 0.1611),
        (1, 29, 0.95, 0.0061, 0.1718),
        (50, 100, 0.99, 0.3753, 0.6247),
    ],
)
def test_wilson_intervals_as_published(successes, count, confidence, low, high):
    found = wilson_interval(successes, count, confidence)
    assert [round(end, 4) for end in found] == [low, high]


@given(st.integers(0, 10**12), st.integers(0, 10**12), st.floats(0.01, 0.9999))
@example(1, 3, 0.5)
def test_wilson_intervals_hold_the_rate(a, b, confidence):
    successes, count = min(a, b), max(a, b)
    low, high = wilson_interval(successes, count, confidence)
    assert 0 <= low <= high <= 1
    if not count:
        assert (low, high) == (0.0, 1.0)
        return
    assert low <= successes / count <= high
    assert (low == 0) == (successes == 0)
    assert (high == 1) == (successes == count)
    # Mirrored for the failures.
    other_low, other_high = wilson_interval(count - successes, count, confidence)
    assert other_low == pytest.approx(1 - high, abs=1e-12)
    assert other_high == pytest.approx(1 - low, abs=1e-12)


@given(st.integers(1, 1000), st.data())
def test_wilson_intervals_narrow_with_the_count_and_widen_with_the_confidence(count, data):
    successes = data.draw(st.integers(0, count))
    low, high = wilson_interval(successes, count)
    more = wilson_interval(successes * 10, count * 10)
    assert more[1] - more[0] < high - low
    sure = wilson_interval(successes, count, 0.99)
    assert sure[0] <= low
    assert high <= sure[1]


@pytest.mark.parametrize(
    "arguments",
    [(-1, 10), (11, 10), (0, -1), (math.nan, 10), (5, 10, 0.0), (5, 10, 1.0), (5, 10, 95)],
)
def test_wilson_figures_out_of_range(arguments):
    with pytest.raises(ValueError):
        wilson_interval(*arguments)
