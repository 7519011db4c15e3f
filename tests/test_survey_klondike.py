"""Surveys of the Klondike family: unknown deals are shown, and never dropped."""

import json
from dataclasses import replace
from statistics import median

import pytest

from solitaire_core import Effort, Histogram, Limits, solve_deals, survey, wilson_interval
from solitaire_core.solving import REASONS

NODES = 1500


@pytest.fixture(scope="module")
def found():
    return survey("klondike", 0, 16, nodes=NODES, threads=1)


def test_counts_are_those_of_the_deals(found):
    answers = solve_deals(range(16), "klondike", limits=Limits(nodes=NODES))
    assert found.winnable == (answers.verdict == 1).sum() > 0
    assert found.unwinnable == (answers.verdict == 0).sum()
    assert found.unknown == (answers.verdict == -1).sum()
    assert found.winnable + found.unwinnable + found.unknown == found.count == 16
    effort = found.effort
    moves = answers.moves[answers.verdict == 1]
    assert effort.moves == Histogram.of(moves)
    assert effort.median_moves == median(moves.tolist())
    assert effort.microseconds.total == 16
    assert effort.median_seconds == effort.microseconds.median / 1e6 > 0
    assert effort.reasons == {
        name: (answers.reason == at).sum() for at, name in enumerate(REASONS) if name
    }
    assert sum(effort.reasons.values()) == found.unknown


def test_the_rate_is_a_band():
    none = survey("tripleharp", 0, 4, nodes=0, threads=1)
    assert (none.winnable, none.unwinnable, none.unknown) == (0, 0, 4)
    assert (none.rate, none.rate_if_unknown_won) == (0, 1)
    assert (none.low, none.high) == (wilson_interval(0, 4)[0], wilson_interval(4, 4)[1])
    assert none.effort.median_moves is None


def test_json(found):
    record = json.loads(json.dumps(found.to_json()))
    assert record == found.to_json()
    assert "fewest_turns" not in record
    assert (record["nodes"], record["seconds"], record["memory"]) == (NODES, None, 2**29)
    assert record["rate"] == found.winnable / 16
    assert record["rate_if_unknown_won"] == (found.winnable + found.unknown) / 16
    assert record["low"] <= record["rate"] <= record["rate_if_unknown_won"] <= record["high"]
    assert record["unknown_by_reason"]["nodes"] == found.unknown
    assert record["median_moves"] == found.effort.median_moves
    assert record["median_seconds"] == found.effort.median_seconds
    empty = survey("klondike", 0, 0, threads=1).to_json()
    assert (empty["rate"], empty["median_seconds"], empty["median_moves"]) == (None, None, None)
    json.dumps(empty, allow_nan=False)


def test_a_survey_of_peaks_has_no_effort():
    record = survey("one-peak", 0, 10, threads=1, nodes=1, seconds=1, memory=2**22).to_json()
    assert "fewest_turns" in record
    assert "median_seconds" not in record


def test_what_is_usual_is_one_second():
    effort = survey("klondike", 0, 0, threads=1).effort
    assert (effort.seconds, effort.nodes) == (1.0, None)
    effort = survey("klondike", 0, 0, threads=1, nodes=7, memory=2**22).effort
    assert (effort.seconds, effort.nodes, effort.memory) == (None, 7, 2**22)
    effort = survey("klondike", 0, 0, threads=1, limits=Limits(seconds=0.5)).effort
    assert (effort.seconds, effort.nodes) == (0.5, None)


def plain(found):
    """All that does not depend on the machine's speed."""
    effort = replace(found.effort, microseconds=Histogram({0: found.count}))
    return replace(found, cpu_seconds=0.0, effort=effort)


def test_threads_make_no_difference(found):
    assert plain(survey("klondike", 0, 16, nodes=NODES, threads=2)) == plain(found)


def test_parts_add_up(found):
    parts = [survey("klondike", first, 8, nodes=NODES, threads=1) for first in (0, 8)]
    assert plain(parts[0] + parts[1]) == plain(found)
    turns = [survey("one-peak", first, 50, threads=1) for first in (0, 50)]
    whole = survey("one-peak", 0, 100, threads=1)
    assert replace(turns[0] + turns[1], cpu_seconds=0) == replace(whole, cpu_seconds=0)


def test_what_does_not_add_up(found):
    with pytest.raises(ValueError, match="begins at deal 16, not at 17"):
        found + survey("klondike", 17, 0, nodes=NODES)
    with pytest.raises(ValueError, match="of one game"):
        found + survey("klondike", 16, 0, nodes=NODES, draw=3)
    with pytest.raises(ValueError, match="limits are the same"):
        found + survey("klondike", 16, 0, nodes=NODES + 1)
    with pytest.raises(TypeError):
        found + 1
    assert isinstance(found.effort, Effort)


def test_what_is_refused():
    with pytest.raises(ValueError, match="nodes"):
        survey("klondike", 0, 1, nodes=-1)
    with pytest.raises(ValueError, match="limits and seconds exclude each other"):
        survey("klondike", 0, 1, limits=Limits(), seconds=1)
    with pytest.raises(ValueError, match="ms shuffles one deck"):
        survey("hypotenuse", 1, 1, numbering="ms")
