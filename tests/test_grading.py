"""Grades, levels and pars."""

import math

import numpy as np
import pytest

from solitaire_core import (
    LEVELS,
    SCORINGS,
    Deal,
    Level,
    Points,
    deck,
    find_level,
    find_rules,
    grade,
    par,
    playouts,
    solve,
)

WRAP, NO_WRAP = find_rules("tripeaks", wrap=True), find_rules("tripeaks", wrap=False)


def test_levels():
    assert list(LEVELS) == ["easy", "medium", "hard", "daily"]
    for name, level in LEVELS.items():
        assert level.name == name
        assert level.rules == (NO_WRAP if name == "hard" else WRAP)
        assert find_level(name) is find_level(level) is level
    # No deal is of two levels; what is easier comes first.
    assert LEVELS["medium"].high <= LEVELS["easy"].low


def test_the_bounds_of_a_level():
    level = Level("own", WRAP, 0.25, 0.5)
    assert [level.accepts(True, rate) for rate in (0.249, 0.25, 0.499, 0.5)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert not level.accepts(False, 0.3)
    assert Level("any", WRAP).accepts(True, 0.0)
    assert Level("any", WRAP).accepts(True, 1.0)


@pytest.mark.parametrize(
    ("low", "high"), [(0.5, 0.5), (0.6, 0.5), (-0.1, 1), (math.nan, 1), (0, math.nan)]
)
def test_bounds_that_are_no_range(low, high):
    with pytest.raises(ValueError, match="a level's clear rates run from low to below high"):
        Level("own", WRAP, low, high)


def test_unknown_levels():
    with pytest.raises(ValueError, match="no level 'simple': there are easy, medium, hard, daily"):
        find_level("simple")
    with pytest.raises(TypeError, match="a level is a name or a Level, not int"):
        find_level(3)


@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("rules", [WRAP, NO_WRAP])
def test_grades_are_what_the_casual_player_clears(rules, number):
    deal = Deal(rules, number)
    found = grade(deal, games=200, seed=3)
    solution = solve(deal)
    assert (found.deal, found.games) == (deal, 200)
    assert found.winnable is solution.winnable
    assert found.fewest_turns == solution.fewest_turns
    assert found.cleared == playouts(deal, 200, "casual", 3)["won"].sum()
    assert found.clear_rate == found.cleared / 200
    assert 0 < found.clear_rate_error < 0.05
    assert found == grade(deal, games=200, seed=3)
    assert found.levels == tuple(
        name
        for name, level in LEVELS.items()
        if name != "daily"
        and level.rules == rules
        and solution.winnable
        and level.low <= found.clear_rate < level.high
    )


def test_the_error_of_a_clear_rate():
    # Over many seeds the rates spread as the error says.
    deal = Deal("tripeaks", 1)
    grades = [grade(deal, games=400, seed=seed) for seed in range(60)]
    spread = np.std([found.clear_rate for found in grades], ddof=1)
    assert 0.7 < spread / grades[0].clear_rate_error < 1.4


def test_a_grade_as_json():
    assert grade(Deal("tripeaks", 4)).to_json() == {
        "deal": "tripeaks wrap=true sc1:4",
        "verdict": "winnable",
        "fewest_turns": 8,
        "clear_rate": 0.679,
        "clear_rate_error": pytest.approx(0.01476, abs=1e-4),
        "levels": ["easy"],
    }
    lost = grade(Deal("tripeaks", 2, wrap=False)).to_json()
    assert (lost["verdict"], lost["fewest_turns"], lost["clear_rate"]) == ("unwinnable", None, 0)
    assert lost["levels"] == []


def test_other_games_and_decks_have_grades():
    assert grade(Deal("golf", 3), games=50).levels == ()
    assert grade(Deal.from_cards("tripeaks", deck(4))).levels == ("easy",)


@pytest.mark.parametrize("rules", [WRAP, NO_WRAP, find_rules("golf"), find_rules("one-peak")])
@pytest.mark.parametrize("scoring", [*SCORINGS, None, Points("own", first=3, step=0, turned=-1)])
def test_par(rules, scoring):
    for number in range(3):
        deal = Deal(rules, number)
        found = par(deal, scoring, games=100, seed=5)
        game = deal.start(scoring=scoring)
        assert found.scoring == game.scoring.name
        for value, objective in (
            (found.worst, "worst-clear"),
            (found.best, "best-clear"),
            (found.best_of_any, "best"),
        ):
            assert value == solve(game, objective=objective).value
        scores = playouts(game, 100, "casual", 5)["score"]
        assert found.mean == pytest.approx(scores.mean())
        assert found.mean_error == pytest.approx(scores.std(ddof=1) / 10)
        assert found.clear_rate == playouts(game, 100, "casual", 5)["won"].mean()
        assert set(found.to_json()) == {
            "scoring", "worst", "mean", "mean_error", "best", "best_of_any", "games", "clear_rate",
        }  # fmt: skip


def test_par_of_a_position_and_of_one_game():
    game = Deal("tripeaks", 0).start()
    for move in ("JH", "QD", "KH"):
        game.push(move)
    found = par(game, games=1)
    assert found.mean_error == 0
    assert found.best == solve(game, objective="best-clear").value
    assert par(game, "run10").best_of_any == solve(game, objective="best", scoring="run10").value


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: grade("tripeaks"), TypeError, "grade takes a Deal, not str"),
        (lambda: grade(Deal("tripeaks", 1), games=0), ValueError, "games is 1 to 1000000000"),
        (lambda: grade(Deal("tripeaks", 2, wrap=False), games=0), ValueError, "games is"),
        (lambda: grade(Deal("tripeaks", 2, wrap=False), seed=-1), ValueError, "seed is"),
        (lambda: grade(Deal("tripeaks", 1), seed=2**64), ValueError, "seed is"),
        (lambda: grade(Deal("tripeaks", 1), games=1.5), TypeError, "games"),
        (lambda: par(7), TypeError, "par takes a game or a deal, not int"),
        (lambda: par(Deal("tripeaks", 1), games=0), ValueError, "games is"),
        (lambda: par(Deal("tripeaks", 1), "whist"), ValueError, "no scoring 'whist'"),
    ],
)
def test_bad_calls(call, error, text):
    with pytest.raises(error, match=text):
        call()
