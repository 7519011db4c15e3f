"""Surveys of scores: every figure against `par`, and how a run goes and ends."""

import json
import math
import threading

import numpy as np
import pytest

from play import RULES
from solitaire_core import (
    SCORINGS,
    Deal,
    Distribution,
    Points,
    decide,
    score_survey,
    solve,
    survey,
)
from solitaire_core.grading import par
from solitaire_core.score_survey import (
    BYTES_A_DEAL,
    FIGURES,
    MOST_DEALS,
    MOST_GAMES,
    NO_SCORE,
)

COLUMNS = ("fewest_turns", "worst_clear", "best_clear", "best", "casual_mean")

# Of the sc1 deals 0 to 199 under `chain`: winnable, those whose best line does not clear, and
# the means of the worst score that clears, the best that clears and the best of any line.
# With the wrap, an independent program has 39.0, 133.0 and 'nearly half'.
KNOWN = {
    "tripeaks": (195, 89, 38.959, 132.969, 140.310),
    "tripeaks-no-wrap": (156, 104, 41.423, 101.769, 110.610),
}

UNWINNABLE = 685
"""Four deals of TriPeaks in a row that cannot be won without the wrap begin here."""


def assert_same(a, b):
    """That two surveys found the same, CPU time apart."""
    for name in COLUMNS:
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    records = [found.to_json() for found in (a, b)]
    for record in records:
        del record["cpu_seconds"]
    assert records[0] == records[1]


def assert_as_par(found, deals, scoring, **options):
    """That a survey has what `par` says of each of its deals."""
    assert found.survey.count == len(deals)
    not_clearing = 0
    for index, deal in enumerate(deals):
        expected = par(deal, scoring, **options)
        won = expected.best is not None
        assert found.best[index] == expected.best_of_any
        assert found.casual_mean[index] == expected.mean
        assert found.worst_clear[index] == (expected.worst if won else NO_SCORE)
        assert found.best_clear[index] == (expected.best if won else NO_SCORE)
        assert found.fewest_turns[index] == (solve(deal).fewest_turns if won else -1)
        not_clearing += won and expected.best != expected.best_of_any
    assert found.best_does_not_clear == not_clearing


@pytest.mark.parametrize("name", KNOWN)
def test_the_published_figures(name):
    found = score_survey(RULES[name], 0, 200, scoring="chain", games=0, threads=1)
    winnable, not_clearing, worst, best_clear, best = KNOWN[name]
    assert found.survey.winnable == winnable
    assert found.best_does_not_clear == not_clearing
    assert found.best_does_not_clear_rate == not_clearing / winnable
    assert found.distribution("worst_clear").mean == pytest.approx(worst, abs=0.0005)
    assert found.distribution("best_clear").mean == pytest.approx(best_clear, abs=0.0005)
    assert found.distribution("best").mean == pytest.approx(best, abs=0.0005)


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [
        ("tripeaks", 0, 20),
        ("tripeaks-no-wrap", 0, 20),
        ("tripeaks-strict", 10**15, 10),
        ("tripeaks-open", 7, 5),
        ("one-peak", 2**64 - 20, 20),
        ("golf", 0, 5),
        ("golf-wrap-columns", 3, 3),
        ("four-peaks-no-wrap", 0, 2),
    ],
)
def test_deal_by_deal(name, first, count):
    found = score_survey(RULES[name], first, count, games=50, seed=9, threads=1)
    deals = [Deal(RULES[name], number) for number in range(first, first + count)]
    assert found.scoring == RULES[name].scoring.name
    assert (found.games, found.seed) == (50, 9)
    assert_as_par(found, deals, None, games=50, seed=9)


@pytest.mark.parametrize(
    "scoring",
    [*SCORINGS, Points("mine", first=-3, step=2, turned=-1), SCORINGS["run10"]],
    ids=str,
)
def test_every_scoring(scoring):
    found = score_survey("tripeaks", 0, 6, scoring=scoring, games=20, threads=1, wrap=False)
    deals = [Deal("tripeaks", number, wrap=False) for number in range(6)]
    assert found.scoring == (scoring if isinstance(scoring, str) else scoring.name)
    assert_as_par(found, deals, scoring, games=20)


@pytest.mark.parametrize(("numbering", "first"), [("ms", 1), ("pysol", 31_998), ("pysol", 10**30)])
def test_other_numberings(numbering, first):
    found = score_survey("tripeaks", first, 5, numbering=numbering, games=10, threads=1)
    deals = [Deal("tripeaks", number, numbering) for number in range(first, first + 5)]
    assert_as_par(found, deals, None, games=10)
    assert found.to_json()["first"] == str(first)


def test_the_win_rate_beside_it():
    found = score_survey("one-peak", 5, 300, games=0, threads=1, wrap=False)
    expected = survey("one-peak", 5, 300, threads=1, wrap=False)
    a, b = found.survey.to_json(), expected.to_json()
    assert {**a, "cpu_seconds": 0} == {**b, "cpu_seconds": 0}
    assert found.survey.cpu_seconds > 0


def test_the_summaries_are_of_the_deals_that_have_the_figure():
    found = score_survey("tripeaks", 0, 40, games=5, threads=1, wrap=False)
    won = decide(range(40), RULES["tripeaks-no-wrap"]).verdict == 1
    assert 0 < won.sum() < 40
    assert found.figures == FIGURES
    for figure in FIGURES:
        column = getattr(found, figure)
        values = column[won] if figure in ("worst_clear", "best_clear") else column
        assert found.values(figure).tolist() == values.tolist()
        assert found.distribution(figure) == Distribution.of(values)
        assert NO_SCORE not in found.values(figure)
    with pytest.raises(ValueError, match="no figure 'median'"):
        found.values("median")


def test_memory():
    found = score_survey("one-peak", 0, 10, games=1, threads=1)
    columns = [getattr(found, name) for name in COLUMNS]
    assert sum(column.nbytes for column in columns) == 10 * BYTES_A_DEAL
    for column in columns:
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


@pytest.mark.host
def test_threads_make_no_difference():
    for name, count in (("tripeaks", 61), ("one-peak-no-wrap", 200), ("golf", 5)):
        one = score_survey(RULES[name], 3, count, games=30, threads=1)
        for threads in (2, 7, None):
            assert_same(one, score_survey(RULES[name], 3, count, games=30, threads=threads))


@pytest.mark.host
def test_more_threads_than_deals():
    assert_same(
        score_survey("one-peak", 0, 2, threads=1), score_survey("one-peak", 0, 2, threads=20)
    )


def test_parts_make_up_the_whole():
    whole = score_survey("one-peak", 0, 50, games=10, threads=1)
    parts = [score_survey("one-peak", first, 10, games=10, threads=1) for first in range(0, 50, 10)]
    for name in COLUMNS:
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert getattr(whole, name).tolist() == joined.tolist()


def test_seeds_and_games():
    def casual(**options):
        return score_survey("one-peak", 0, 20, threads=1, **options).casual_mean.tolist()

    assert casual(games=20) == casual(games=20, seed=0) != casual(games=20, seed=1)
    assert casual(games=20, seed=2**64 - 1) != casual(games=21, seed=2**64 - 1)
    assert all(mean == int(mean) for mean in casual(games=1))


def test_without_games():
    found = score_survey("one-peak", 0, 20, games=0, threads=1)
    with_games = score_survey("one-peak", 0, 20, games=1, threads=1)
    assert found.casual_mean is None
    assert found.figures == ("worst_clear", "best_clear", "best")
    assert found.best.tolist() == with_games.best.tolist()
    with pytest.raises(ValueError, match="no figure 'casual_mean': there are worst_clear, best"):
        found.values("casual_mean")
    assert found.to_json()["scores"]["casual_mean"] is None


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.host)])
def test_no_deals(threads):
    told = []
    found = score_survey("tripeaks", 7, 0, threads=threads, progress=told.append)
    assert told == []
    assert (found.survey.count, found.survey.winnable, found.best_does_not_clear) == (0, 0, 0)
    assert math.isnan(found.best_does_not_clear_rate)
    for figure in FIGURES:
        assert found.distribution(figure).count == 0
    scores = json.loads(json.dumps(found.to_json(), allow_nan=False))["scores"]
    assert scores["best"]["mean"] is None
    assert scores["best"]["histogram"] is None


def test_deals_of_which_none_can_be_won():
    found = score_survey("tripeaks", UNWINNABLE, 4, games=10, threads=1, wrap=False)
    assert (found.survey.winnable, found.survey.unwinnable) == (0, 4)
    assert found.best_clear.tolist() == found.worst_clear.tolist() == [NO_SCORE] * 4
    deals = [Deal("tripeaks", UNWINNABLE + i, wrap=False) for i in range(4)]
    assert_as_par(found, deals, None, games=10)
    assert found.best_does_not_clear == 0
    assert math.isnan(found.best_does_not_clear_rate)
    scores = found.to_json()["scores"]
    assert [scores[figure]["count"] for figure in FIGURES] == [0, 4, 0, 4]
    assert scores["best"]["mean"] == found.best.mean()
    assert scores["worst_clear"]["mean"] is None


def test_json():
    found = score_survey(
        "golf", 2**53, 4, scoring="run10", games=10, seed=2**60, threads=1, strict=False
    )
    record = found.to_json()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert (record["game"], record["rules"], record["numbering"]) == (
        "golf",
        {"wrap": False},
        "sc1",
    )
    assert (record["first"], record["count"]) == (str(2**53), 4)
    fields = {"winnable", "unwinnable", "unknown", "rate", "low", "high", "cpu_seconds"}
    assert set(record) > fields
    scores = record["scores"]
    assert list(scores) == ["scoring", "games", "seed", *FIGURES, "best_does_not_clear"]
    assert (scores["scoring"], scores["games"], scores["seed"]) == ("run10", 10, str(2**60))
    assert scores["best_does_not_clear"] == found.best_does_not_clear
    for figure in FIGURES:
        assert scores[figure] == found.distribution(figure).to_json()
        assert sum(scores[figure]["histogram"]["counts"]) == scores[figure]["count"]
    assert [scores[figure]["count"] for figure in FIGURES] == [
        record["winnable"],
        4,
        record["winnable"],
        4,
    ]


# ---- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("tripeaks", -1, 10), {}, "sc1 deal numbers run from 0 to .*-1"),
        (("tripeaks", 2**64 - 5, 6), {}, f"sc1 deal numbers run from 0 to .*{2**64}"),
        (("tripeaks", 2**64, 0), {}, "sc1 deal numbers run from 0"),
        (("tripeaks", 0, 10), {"numbering": "ms"}, "ms deal numbers run from 1"),
        (("tripeaks", 0, 10), {"numbering": "cards"}, "no numbering 'cards'"),
        (("tripeaks", 0, -1), {}, f"count is 0 to {MOST_DEALS}, not -1"),
        (("tripeaks", 0, MOST_DEALS + 1), {}, f"count is 0 to {MOST_DEALS}, not 10000001"),
        (("patience", 0, 1), {}, "no game 'patience'"),
        (("tripeaks", 0, 1), {"draw": 3}, "no option 'draw'"),
        (("tripeaks", 0, 1), {"scoring": "points"}, "no scoring 'points'"),
        (("tripeaks", 0, 1), {"games": -1}, f"games is 0 to {MOST_GAMES}, not -1"),
        (("tripeaks", 0, 1), {"games": MOST_GAMES + 1}, "games is 0 to .*, not 100001"),
        (("tripeaks", 0, 1), {"seed": -1}, "seed is 0 to .*, not -1"),
        (("tripeaks", 0, 1), {"seed": 2**64}, f"seed is 0 to .*, not {2**64}"),
        (("tripeaks", 0, 10), {"threads": 0}, "threads is 1 to 1024, not 0"),
        (("tripeaks", 0, 10), {"threads": 1025}, "threads is 1 to 1024, not 1025"),
        (("tripeaks", 0, 0), {"scoring": Points("paid", turned=2)}, r"paid earns points \(2\) for"),
        (
            ("tripeaks", 0, 0),
            {"scoring": Points("low", turned=-2, lower_is_better=True)},
            r"low earns points \(-2\) for",
        ),
    ],
)
def test_figures_out_of_range(monkeypatch, arguments, options, message):
    def work(*_):
        raise AssertionError("refused after some work")

    monkeypatch.setattr("solitaire_core._fast.solve_state", work)
    with pytest.raises(ValueError, match=message):
        score_survey(*arguments, **{"threads": 1} | options)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("tripeaks", "0", 1), {}, "first is a whole number, not str"),
        (("tripeaks", 0.0, 1), {}, "first is a whole number, not float"),
        (("tripeaks", True, 1), {}, "first is a whole number, not bool"),
        (("tripeaks", 0, 1.0), {}, "count is a whole number, not float"),
        (("tripeaks", 0, None), {}, "count is a whole number, not NoneType"),
        ((None, 0, 1), {}, "NoneType"),
        (("tripeaks", 0, 1), {"threads": 1.5}, "threads is a whole number, not float"),
        (("tripeaks", 0, 1), {"games": "9"}, "games is a whole number, not str"),
        (("tripeaks", 0, 1), {"games": None}, "games is a whole number, not NoneType"),
        (("tripeaks", 0, 1), {"seed": 1.0}, "seed is a whole number, not float"),
        (("tripeaks", 0, 1), {"wrap": 1}, "wrap is True or False, not 1"),
        (("tripeaks", 0, 1), {"scoring": 7}, "a scoring is a name or a Scoring, not int"),
        (("tripeaks", 0, 1), {"progress": 7}, "progress is a function of a number, not 7"),
    ],
)
def test_wrong_types(arguments, options, message):
    with pytest.raises(TypeError, match=message):
        score_survey(*arguments, **options)


# ---- progress and interruption -----------------------------------------------------------


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.host)])
def test_progress(threads):
    told = []
    callers = set()

    def progress(done):
        told.append(done)
        callers.add(threading.current_thread())

    score_survey("one-peak", 0, 400, games=0, threads=threads, progress=progress)
    assert told == sorted(told)
    assert told[-1] == 400
    assert callers == {threading.current_thread()}


def test_progress_within_a_deal(monkeypatch):
    # However long a deal takes: between its searches somebody looks at the clock.
    monkeypatch.setattr("solitaire_core.workers.BETWEEN_CALLS", 0)
    told = []
    found = score_survey("tripeaks", 0, 2, games=1, threads=1, progress=told.append)
    assert found.survey.winnable == 2
    assert told == [0] * 4 + [1] * 4 + [2]


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.host)])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_progress_raises_ends_the_run(threads, error):
    # Which would take hours otherwise.
    def progress(done):
        if done:
            raise error("enough")

    before = threading.active_count()
    with pytest.raises(error, match="enough"):
        score_survey("one-peak", 0, 10**6, threads=threads, progress=progress)
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.host)])
def test_what_a_search_raises_ends_the_run(monkeypatch, threads):
    def fail(*_):
        raise MemoryError("no memory for a search of scores")

    monkeypatch.setattr("solitaire_core._fast.best_score", fail)
    with pytest.raises(MemoryError, match="a search of scores"):
        score_survey("one-peak", 0, 10**6, threads=threads)
