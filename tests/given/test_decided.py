"""Deals that other programs have decided."""

import json

import numpy as np
import pytest

from solitaire_core import Deal, decide, deck, find_rules, solve, verify
from solitaire_core._fast import kernels

pytestmark = pytest.mark.cases

SETTINGS = {"wrap": {"wrap": True}, "nowrap": {"wrap": False}}
KING_RULES = {
    "strict": {"by_columns": True},
    "queens_on_kings": {"by_columns": True, "strict": False},
    "wrap": {"by_columns": True, "wrap": True},
}


def read(path):
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def three_peaks(cases):
    found = read(cases / "tripeaks_decided.jsonl")
    assert [case["seed"] for case in found] == list(range(200))
    return found


@pytest.fixture(scope="module")
def golf(cases):
    found = read(cases / "golf_decided.jsonl")
    assert [case["seed"] for case in found] == list(range(40))
    return found


def test_cards(three_peaks, golf):
    for case in (*three_peaks, *golf):
        assert case["cards"] == " ".join(map(str, deck(case["seed"])))


@pytest.mark.parametrize("setting", SETTINGS)
def test_three_peaks_one_by_one(three_peaks, setting):
    for case in three_peaks:
        deal = Deal("tripeaks", case["seed"], **SETTINGS[setting])
        solution = solve(deal)
        assert solution.winnable == case[setting]["win"], deal
        assert solution.fewest_turns == case[setting]["min_draws"], deal
        if solution.winnable:
            assert verify(deal, solution.moves), deal


@pytest.mark.parametrize("kernel", kernels())
@pytest.mark.parametrize("setting", SETTINGS)
def test_three_peaks_at_once(three_peaks, setting, kernel):
    rules = find_rules("tripeaks", **SETTINGS[setting])
    draws = [case[setting]["min_draws"] for case in three_peaks]
    decks = np.array([[card.code for card in deck(i)] for i in range(200)], dtype=np.uint8)
    for deals in (range(200), decks):
        verdict, turns = decide(deals, rules, kernel=kernel)
        assert verdict.tolist() == [case[setting]["win"] for case in three_peaks]
        assert turns.tolist() == [-1 if draw is None else draw for draw in draws]


@pytest.mark.parametrize("setting", KING_RULES)
def test_golf_one_by_one(golf, setting):
    decided = set()
    for case in golf:
        deal = Deal("golf", case["seed"], **KING_RULES[setting])
        solution = solve(deal)
        draws = case[setting]["dp_min_draws"]
        assert solution.fewest_turns == (None if draws == -1 else draws), deal
        if solution.winnable:
            assert verify(deal, solution.moves), deal
        # Another solver, which gives up at times: `limit`.
        other = case[setting]["verdict"]
        decided.add(other)
        if other != "limit":
            assert solution.winnable == (other == "win"), deal
    assert "win" in decided


@pytest.mark.parametrize("setting", KING_RULES)
def test_golf_at_once(golf, setting):
    rules = find_rules("golf", **KING_RULES[setting])
    draws = [case[setting]["dp_min_draws"] for case in golf]
    assert decide(range(40), rules).fewest_turns.tolist() == draws


@pytest.mark.parametrize("kernel", kernels())
def test_golf_with_every_kernel(golf, kernel):
    # Deals that are won soon: each pass takes long here.
    rules = find_rules("golf", **KING_RULES["wrap"])
    soon = sorted(
        (case["wrap"]["dp_min_draws"], case["seed"])
        for case in golf
        if case["wrap"]["dp_min_draws"] >= 0
    )[:5]
    found = decide([seed for _, seed in soon], rules, kernel=kernel)
    assert found.fewest_turns.tolist() == [draws for draws, _ in soon]
