"""The player of the Klondike family that samples: it does not peek, and does what it says."""

import random

import pytest

from solitaire_core import Deal
from solitaire_core._fast import judge_klondike, plan_klondike, sample_klondike
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.policies import (
    POLICIES,
    Lookahead,
    SamplingKlondike,
    find_policy,
    name_of,
    plays_in_core,
    turn_of,
)
from solitaire_core.reference.klondike_sampling import can_show_more, judged, sampled
from solitaire_core.simulate import simulate
from test_klondike_lockstep import VARIANTS
from test_policies import mixed_up, played

every_game = pytest.mark.parametrize("name", VARIANTS)

SMALL = 300
"""Positions a plan: enough for some samples."""

FEATURES = (
    "home", "lowest", "spread", "down", "deeper", "closed", "on_down", "unpacked", "over_lower",
    "empty", "stock", "reached", "playable", "ways", "welcome", "wanted",
)  # fmt: skip

FEW = KlondikeRules("few-piles", piles=(8, 12, 14, 16), stock="waste", draw=1)


class Asked:
    """The policy, asked move by move."""

    def __init__(self, budget):
        self.policy = SamplingKlondike(budget)

    def choose(self, turn):
        return self.policy.choose(turn)


def budget_for(rules, positions):
    """A budget that comes to so many positions a plan."""
    plans = 2**30 // SamplingKlondike(2**30).depth_for(rules)
    return max(positions * (plans + 1), 1000)


# ---- what it knows -----------------------------------------------------------------------------


@every_game
def test_hidden_cards_make_no_difference(name):
    rng = random.Random(name)
    for number in range(6):
        game, idle = played(VARIANTS[name], number, 40, rng)
        other = mixed_up(game, rng)
        seed = rng.getrandbits(64)
        plan = plan_klondike(game, SMALL, idle, seed)
        assert plan_klondike(other, SMALL, idle, seed) == plan
        assert sample_klondike(other, seed) == sample_klondike(game, seed)


@every_game
def test_a_plan_ends_where_the_first_hidden_card_shows(name):
    rng = random.Random(name)
    for number in range(4):
        game, idle = played(VARIANTS[name], number, 40, rng)
        hidden = len(game.known().unseen)
        plan = plan_klondike(game, SMALL, idle, number)
        for move in plan:
            assert move in game.legal_moves
            assert len(game.known().unseen) == hidden
            game.push(move)
        if len(plan) > 1 and hidden:
            assert len(game.known().unseen) < hidden or game.cards_home == game.rules.cards


@every_game
def test_samples_are_those_of_the_twin(name):
    rng = random.Random(name)
    for number in range(5):
        game, _ = played(VARIANTS[name], number, 60, rng)
        seed = rng.getrandbits(64)
        found = sample_klondike(game, seed)
        assert found == sampled(game.known(), seed)
        assert sorted(found) == [card.code for card in game.known().unseen]


@every_game
def test_positions_are_judged_as_the_twin_judges_them(name):
    rng = random.Random(name)
    rules = VARIANTS[name]
    for number in range(8):
        game, _ = played(rules, number, 200, rng)
        other = mixed_up(game, rng)
        for feature in FEATURES:
            for at in (game, other):
                found = judge_klondike(at, {feature: 1})
                assert found == judged(rules, game.known(), {feature: 1}), (number, feature)
        weights = {feature: rng.randrange(-300, 300) for feature in FEATURES}
        assert judge_klondike(game, weights) == judged(rules, game.known(), weights)


def test_all_cards_are_sampled_alike():
    game = Deal("klondike", 1).start()
    first = [sample_klondike(game, seed)[0] for seed in range(4500)]
    codes = [card.code for card in game.known().unseen]
    counts = [first.count(code) for code in codes]
    assert len(codes) == 45
    assert 50 < min(counts) <= max(counts) < 160  # 100 each: five standard deviations


def test_it_gives_up_only_where_no_known_move_shows_more():
    """Whether there is an end is what every legal move tried says."""
    compared = gave_up = 0
    for number in range(300):
        game, _ = played(FEW, number, 40, random.Random(number))
        while game.known().passes == 1 and [m for m in game.legal_moves if str(m) == "turn"]:
            game.push("turn")
        more = can_show_more(game, 400)
        if more is None or not game.known().unseen:
            continue
        compared += 1
        plan = plan_klondike(game, SMALL, 0, number)
        after = game.copy()
        for move in plan:
            after.push(move)
        shown = len(after.known().unseen) < len(game.known().unseen)
        assert shown == more, (number, plan)
        gave_up += not more
    assert compared >= 10
    assert gave_up >= 5


# ---- whole games -------------------------------------------------------------------------------


@every_game
def test_games_in_the_core_are_those_that_it_is_asked_for(name):
    rules = VARIANTS[name]
    policy = SamplingKlondike(budget_for(rules, 20))
    most = 120 if rules.decks == 1 else 40
    found = simulate(rules, range(2), policy, 5, most_moves=most, threads=1)
    asked = simulate(rules, range(2), Asked(policy.budget), 5, most_moves=most)
    assert (found == asked).all()


def test_threads_and_neighbours_make_no_difference():
    policy = SamplingKlondike(20_000)
    one = simulate("klondike", range(6), policy, 3, games=2, threads=1)
    assert (simulate("klondike", range(6), policy, 3, games=2, threads=3) == one).all()
    assert (simulate("klondike", range(2, 4), policy, 3, games=2, threads=1) == one[2:4]).all()
    more = SamplingKlondike(400_000)  # with few positions there is nothing left to chance
    rows = [simulate("klondike", range(6), more, seed, threads=1) for seed in (3, 4)]
    assert (rows[0] != rows[1]).any()


def test_it_wins_more_than_lookahead():
    for game, options, count in (
        ("klondike", {}, 100), ("klondike", {"draw": 3}, 100), ("eternal-triangle", {}, 30),
    ):  # fmt: skip
        numbers = range(count)
        plain = simulate(game, numbers, Lookahead(2), 1, **options)["won"].sum()
        better = simulate(game, numbers, SamplingKlondike(60_000), 1, **options)["won"].sum()
        assert better > plain + count // 20, (game, options)


# ---- what it is given --------------------------------------------------------------------------


def test_it_is_found_by_its_name():
    klondike = VARIANTS["klondike"]
    policy = find_policy("sampling", klondike)
    assert isinstance(policy, SamplingKlondike)
    assert plays_in_core(policy)
    assert name_of(policy) == "sampling"
    assert "sampling" in POLICIES
    assert repr(SamplingKlondike(5000)) == "SamplingKlondike(budget=5000)"


def test_games_and_budgets_that_it_cannot_play_with():
    turn = turn_of(Deal("tripeaks", 1).start())
    with pytest.raises(ValueError, match="sampling does not play tripeaks"):
        SamplingKlondike().choose(turn)
    with pytest.raises(ValueError, match="sampling does not play tripeaks"):
        simulate("tripeaks", range(2), SamplingKlondike())
    for budget in (0, 999, 2**40 + 1):
        with pytest.raises(ValueError, match="budget"):
            SamplingKlondike(budget)
    with pytest.raises(TypeError, match="budget"):
        SamplingKlondike(1.5e6)
    game = Deal("klondike", 1).start()
    for bad in ((0, 0, 0), (2**41, 0, 0), (10, -1, 0), (10, 0, 2**64), (10, 0, -1)):
        with pytest.raises(ValueError, match="is"):
            plan_klondike(game, *bad)
    with pytest.raises(TypeError):
        plan_klondike(None, 10, 0, 0)
    with pytest.raises(ValueError, match="seed"):
        sample_klondike(game, 2**64)
    with pytest.raises(ValueError, match="no weight 'luck'"):
        judge_klondike(game, {"luck": 1})
    with pytest.raises(ValueError, match="home"):
        judge_klondike(game, {"home": 10_001})
    with pytest.raises(TypeError, match="mapping"):
        judge_klondike(game, [("home", 1)])


def test_each_plan_has_its_share():
    share = SamplingKlondike(22_000_000).depth_for
    assert share(VARIANTS["klondike"]) == 1_000_000
    assert share(VARIANTS["eternal-triangle"]) == 22_000_000 // 6
    assert share(VARIANTS["klondike-3-passes"]) == 22_000_000 // 30
