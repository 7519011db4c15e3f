"""Scoring systems: what `game.score` says after every move and every move taken back."""

import copy
import itertools
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, pick, places, winnable_numbers
from solitaire_core import Card, Deal, PeaksGame, deck, solve
from solitaire_core.reference.peaks import ReferencePeaks
from solitaire_core.reference.scores import Standing, replay
from solitaire_core.scoring import (
    CHAIN,
    COLLECTION,
    GOLF_SCORE,
    HOGUE,
    RUN10,
    SCORINGS,
    Points,
    Run10,
    Scoring,
    find_scoring,
)
from strategies import decks, made_up_rules


class Odd(Scoring):
    """A system that is neither a straight line nor of one sign."""

    name = "odd"

    def start(self, cards):
        return 1000 - cards

    def card(self, chain):
        return (7 * chain * chain) % 23 - 9

    def tip(self, number, tips):
        return 100 * number - 31 * tips

    def turn(self):
        return 3

    def win(self, stock_left):
        return 5000 - stock_left**2


class Nothing(Scoring):
    """A system that leaves everything as it is."""


MINE = Points("mine", first=5, step=-2, tips=(7, -3), turned=4, spare=-6, begin=100)

SYSTEMS = {**SCORINGS, "odd": Odd(), "nothing": Nothing(), "mine": MINE}

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


def reference_of(game):
    return ReferencePeaks(game.rules, game.cards(), places(game.removed), game.turned, game.top)


def standing_of(game):
    return Standing(game.score, game.chain, game.best_chain)


def follow(game, rng, turning, undoing, most=120):
    """Play and take back at random; the reference keeps the score beside it."""
    reference = reference_of(game)
    standings = [standing_of(game)]
    for _ in range(most):
        moves = list(game.legal_moves)
        if len(standings) > 1 and (not moves or rng.random() < undoing):
            # At the end of a game go back some way, so that there is room to play again.
            for _ in range(rng.randrange(1, len(standings)) if not moves else 1):
                assert game.pop() == reference.pop()
                standings.pop()
        elif moves:
            move = pick(moves, rng, turning)
            standings += replay(reference, game.scoring, [move], standings[-1])[1:]
            game.push(move)
        assert standing_of(game) == standings[-1]
    while game.move_stack:
        game.pop()
        standings.pop()
        assert standing_of(game) == standings[-1]
    assert len(standings) == 1


# ---- along lines of play ---------------------------------------------------------------------


@every_system
@pytest.mark.parametrize("name", RULES)
def test_lines_of_play_with_moves_taken_back(name, system):
    for number in range(3):
        rng = random.Random(number)
        game = Deal(RULES[name], number).start(scoring=system)
        assert game.scoring is system
        assert standing_of(game) == Standing(system.start(game.rules.layout.cards))
        follow(game, rng, turning=(0.05, 0.3, 0.6)[number], undoing=0.3)


@every_system
@pytest.mark.parametrize("name", RULES)
def test_endgames_with_moves_taken_back(name, system):
    # Short games, so that wins and the points for them come up and are taken back.
    won = 0
    for number in range(30):
        game = hand_made(RULES[name], number, 1 + number % 4, 12).with_scoring(system)
        assert game.score == system.start(game.rules.layout.cards)
        follow(game, random.Random(number), turning=0.1, undoing=0.2, most=40)
        won += solve(game).winnable if not is_large(RULES[name]) else 0
    assert won > 0 or is_large(RULES[name])


@settings(max_examples=150)
@given(
    made_up_rules,
    decks,
    st.sampled_from(list(SYSTEMS.values())),
    st.integers(0, 10**6),
    st.sampled_from([0.05, 0.3, 0.6]),
)
def test_made_up_layouts(rules, cards, system, number, turning):
    game = PeaksGame(rules, cards, scoring=system)
    follow(game, random.Random(number), turning, undoing=0.3)


@every_system
@pytest.mark.parametrize("name", ["tripeaks", "golf-wrap", "one-peak", "four-peaks"])
def test_winning_lines(name, system):
    for number in winnable_numbers(RULES[name], 3):
        game = Deal(RULES[name], number).start(scoring=system)
        line = solve(game).moves
        expected = replay(reference_of(game), system, line)
        for move, standing in zip(line, expected[1:], strict=True):
            game.push(move)
            assert standing_of(game) == standing
        assert game.outcome().won
        for standing in expected[-2::-1]:
            game.pop()
            assert standing_of(game) == standing


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(0, 10),
    st.integers(0, 10),
    st.integers(-(10**8), 10**8),
    st.sampled_from(list(SYSTEMS.values())),
)
def test_positions_that_begin_with_a_chain_and_a_score(number, chain, more, score, system):
    game = hand_made(RULES["tripeaks"], number, 8, 12)
    best = min(20, chain + more)
    game = PeaksGame(
        game.rules, game.cards(), places(game.removed), game.turned, game.top,
        scoring=system, chain=chain, best_chain=best, score=score,
    )  # fmt: skip
    assert standing_of(game) == Standing(score, chain, best)
    if abs(score) < 10**8 - 10**6:
        follow(game, random.Random(number), turning=0.2, undoing=0.2, most=40)


# ---- the figures of the rules ----------------------------------------------------------------

# Every card of the three peaks goes on the one taken before it: one chain of 28.
_ONE_CHAIN = [Card(27 - place) for place in range(28)] + [Card(51), *map(Card, range(28, 51))]


def one_chain(system, taken=28):
    game = PeaksGame(RULES["tripeaks"], _ONE_CHAIN, scoring=system)
    for code in range(taken):
        game.push(str(Card(code)))
    return game


@pytest.mark.parametrize(("cards", "points"), [(1, 10), (3, 60), (5, 150), (10, 550)])
def test_runs_of_run10(cards, points):
    game = one_chain("run10", cards)
    assert (game.score, game.chain, game.best_chain) == (points, cards, cards)


@pytest.mark.parametrize(
    ("name", "before_tips", "tips", "spare"),
    [
        ("chain", 325, [26, 27, 28], 0),
        ("run10", 3250, [150 + 260, 150 + 270, 500 + 280], 23 * 25),
        ("hogue", 325, [15 + 26, 15 + 27, 30 + 28], 0),
        ("collection", 62500, [500 + 5100, 1000 + 5300, 5000 + 5500], 0),
        ("golf", 3, [-1, -1, -1], -23),
    ],
)
def test_a_chain_of_28(name, before_tips, tips, spare):
    scores = [one_chain(name, taken).score for taken in range(25, 29)]
    assert scores[0] == before_tips
    steps = [after - before for before, after in itertools.pairwise(scores)]
    assert steps == [*tips[:2], tips[2] + spare]
    assert one_chain(name).outcome().won
    assert one_chain(name).chain == 28


def test_a_chain_of_28_in_all():
    totals = {name: one_chain(name).score for name in SCORINGS}
    assert totals == {
        "chain": 406,
        "run10": 4060 + 800 + 575,
        "hogue": 466,
        "collection": 84_900,
        "golf": -23,
    }


def test_the_turn_of_hogue_costs_five_and_ends_the_chain():
    game = one_chain("hogue", 4)
    game.push("turn")
    assert (game.score, game.chain, game.best_chain) == (10 - 5, 0, 4)
    game.push("turn")
    assert (game.score, game.chain, game.best_chain) == (10 - 10, 0, 4)
    game.pop()
    game.pop()
    assert (game.score, game.chain, game.best_chain) == (10, 4, 4)


@pytest.mark.parametrize("name", sorted(set(SCORINGS) - {"hogue"}))
def test_elsewhere_a_turn_costs_nothing(name):
    game = one_chain(name, 4)
    score = game.score
    game.push("turn")
    assert (game.score, game.chain, game.best_chain) == (score, 0, 4)


def test_tips_count_in_the_order_in_which_they_go():
    # Whichever tip goes first: the others may be anywhere.
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        cards = list(_ONE_CHAIN)
        for code, place in zip((25, 26, 27), order, strict=True):
            cards[place] = Card(code)
        game = PeaksGame(RULES["tripeaks"], cards, scoring="collection")
        for code in range(28):
            game.push(str(Card(code)))
        assert game.score == 84_900


def test_tips_of_other_layouts():
    # The last tip counts as the third, the one before as the second, all others as the first.
    assert [COLLECTION.tip(k, 7) for k in range(1, 8)] == [500] * 5 + [1000, 5000]
    assert [COLLECTION.tip(k, 4) for k in range(1, 5)] == [500, 500, 1000, 5000]
    assert [COLLECTION.tip(k, 2) for k in range(1, 3)] == [1000, 5000]
    assert RUN10.tip(1, 1) == 500
    assert [HOGUE.tip(k, 4) for k in range(1, 5)] == [15, 15, 15, 30]
    assert CHAIN.tip(1, 3) == GOLF_SCORE.tip(1, 3) == 0


def test_golf_counts_the_cards_left():
    game = Deal("golf", 3).start()
    assert game.scoring is GOLF_SCORE
    assert game.score == 35
    rng = random.Random(3)
    while moves := list(game.legal_moves):
        game.push(pick(moves, rng, 0.1))
        assert game.score == game.cards_left
    assert not game.outcome().won


@pytest.mark.parametrize("name", ["golf-wrap", "golf-queens"])
def test_golf_takes_off_the_spare_cards_of_a_cleared_hole(name):
    spares = set()
    for number in winnable_numbers(RULES[name], 2):
        game = Deal(RULES[name], number).start()
        for move in solve(game).moves:
            assert game.score == game.cards_left
            game.push(move)
        assert game.score == -game.stock_left
        spares.add(game.stock_left)
    assert spares != {0}


def test_the_systems_of_the_games():
    assert Deal("tripeaks", 0).start().scoring is CHAIN
    assert Deal("one-peak", 0).start().scoring is CHAIN
    assert Deal("golf", 0).start().scoring is GOLF_SCORE
    assert {name: system.name for name, system in SCORINGS.items()} == {n: n for n in SCORINGS}
    assert [name for name, system in SCORINGS.items() if system.lower_is_better] == ["golf"]


# ---- levels, stars and the clock of run10 ----------------------------------------------------


@pytest.mark.parametrize(
    ("level", "limit", "multiplier"),
    [("easy", 240, 1), ("medium", 360, 2), ("daily", 360, 2), ("hard", 480, 3)],
)
def test_levels(level, limit, multiplier):
    system = Run10(level=level)
    assert (system.time_limit, system.multiplier) == (limit, multiplier)
    assert system.time_bonus(0) == 2 * limit
    assert system.time_bonus(limit - 1) == 2
    assert system.time_bonus(limit - 1.5) == 2
    assert system.time_bonus(limit - 0.5) == 0
    assert system.time_bonus(limit) == system.time_bonus(limit + 1) == 0
    assert system.time_bonus(float("inf")) == 0
    assert system.final(1000, won=False) == 1000 * multiplier
    assert system.final(1000, won=False, seconds=10) == 1000 * multiplier
    assert system.final(1000, won=True) == 1000 * multiplier
    assert system.final(1000, won=True, seconds=limit - 10) == 1020 * multiplier
    # The level changes the total only, not the score during play.
    assert one_chain(system).score == one_chain("run10").score == 5435


def test_the_level_is_easy_unless_said():
    assert Run10().level == RUN10.level == "easy"
    assert Run10() == RUN10


def test_stars():
    stars = [RUN10.stars(won=True, stock_left=n) for n in range(12)]
    assert stars == [1] * 3 + [2] * 5 + [3] * 4
    assert {RUN10.stars(won=False, stock_left=n) for n in range(24)} == {0}


@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan"), float("-inf")])
def test_bad_seconds(seconds):
    with pytest.raises(ValueError, match="seconds are 0 or more"):
        RUN10.time_bonus(seconds)
    with pytest.raises(ValueError, match="seconds are 0 or more"):
        RUN10.final(100, won=True, seconds=seconds)


def test_unknown_levels():
    with pytest.raises(ValueError, match="no level 'expert': there are easy, medium, daily, hard"):
        Run10(level="expert")


# ---- copies, and other systems for a game that runs ------------------------------------------


def some_way(system, number=5, moves=17):
    game = Deal("tripeaks", number).start(scoring=system)
    rng = random.Random(number)
    for _ in range(moves):
        game.push(pick(list(game.legal_moves), rng, 0.2))
    return game


@every_system
def test_copies_keep_the_score(system):
    game = some_way(system)
    expected = replay(reference_of(Deal("tripeaks", 5).start()), system, game.move_stack)
    assert standing_of(game) == expected[-1]
    assert standing_of(game.copy()) == expected[-1]
    assert game.copy().scoring is system
    for other in (
        game.copy(stack=True),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):
        assert type(other.scoring) is type(system)
        for standing in expected[:0:-1]:
            assert standing_of(other) == standing
            other.pop()
        assert standing_of(other) == expected[0]
    assert standing_of(game) == expected[-1]


def test_a_copy_goes_its_own_way():
    game = some_way("hogue")
    before = standing_of(game)
    other = game.copy(stack=True)
    other.push("turn")
    assert standing_of(game) == before
    assert (other.score, other.chain) == (before.score - 5, 0)


def test_pickles_of_positions_with_a_past():
    game = PeaksGame(
        RULES["tripeaks"], _ONE_CHAIN, range(18, 28), 3, "4H", scoring=MINE,
        chain=2, best_chain=6, score=77,
    )  # fmt: skip
    other = pickle.loads(pickle.dumps(game))
    assert standing_of(other) == Standing(77, 2, 6)
    assert other.scoring == MINE


@every_system
def test_with_another_system_the_moves_are_scored_anew(system):
    game = some_way("collection")
    before, moves = standing_of(game), game.move_stack
    other = game.with_scoring(system)
    expected = replay(reference_of(Deal("tripeaks", 5).start()), system, moves)
    assert other.move_stack == moves
    assert other.scoring is system
    assert other.deal == game.deal
    assert other == game
    for standing in expected[:0:-1]:
        assert standing_of(other) == standing
        other.pop()
    assert standing_of(game) == before
    assert game.scoring is COLLECTION


def test_with_another_system_by_name():
    game = some_way("chain")
    assert game.with_scoring("hogue").scoring is HOGUE
    assert game.with_scoring("hogue").with_scoring("chain").score == game.score


def test_with_another_system_a_chain_from_before_goes_on():
    game = PeaksGame(
        RULES["tripeaks"], _ONE_CHAIN, range(26, 28), 0, Card(1), chain=2, best_chain=2, score=900
    )
    game.push(str(Card(2)))
    other = game.with_scoring("run10")
    assert standing_of(other) == Standing(30, 3, 3)
    other.pop()
    assert standing_of(other) == Standing(0, 2, 2)


def test_positions_are_equal_whatever_the_score():
    assert some_way("chain") == some_way("run10")
    assert hash(some_way("chain")) == hash(some_way("run10"))


# ---- what is refused -------------------------------------------------------------------------


def test_unknown_names():
    with pytest.raises(ValueError, match="no scoring 'run11': there are chain, run10, hogue"):
        Deal("tripeaks", 0).start(scoring="run11")
    with pytest.raises(ValueError, match="no scoring ''"):
        find_scoring("")
    with pytest.raises(ValueError, match="no scoring 'Chain'"):
        Deal("tripeaks", 0).start().with_scoring("Chain")


@pytest.mark.parametrize("value", [5, 1.5, ["chain"], Points, Scoring, b"chain", object()])
def test_wrong_types(value):
    with pytest.raises(TypeError, match="a scoring is a name or a Scoring, not"):
        Deal("tripeaks", 0).start(scoring=value)
    with pytest.raises(TypeError, match="a scoring is a name or a Scoring, not"):
        Deal("tripeaks", 0).start().with_scoring(value)


def answering(method, value):
    """A system one of whose methods gives a certain answer."""
    return type("Strange", (Scoring,), {"name": "strange", method: lambda self, *_: value})()


@pytest.mark.parametrize("value", [1.0, 1.5, "1", None, True, [1]])
@pytest.mark.parametrize(
    ("method", "text"),
    [
        ("card", r"strange: card\(1\) gave"),
        ("tip", r"strange: tip\(1, 3\) gave"),
        ("turn", r"strange: turn\(\) gave"),
        ("win", r"strange: win\(0\) gave"),
    ],
)
def test_answers_that_are_no_whole_numbers(method, text, value):
    with pytest.raises(TypeError, match=text):
        Deal("tripeaks", 0).start(scoring=answering(method, value))


@pytest.mark.parametrize("value", [1.5, "1", [1]])
def test_a_start_that_is_no_whole_number(value):
    with pytest.raises(TypeError):
        Deal("tripeaks", 0).start(scoring=answering("start", value))


@pytest.mark.parametrize("value", [1_000_001, -1_000_001, 2**31, -(2**63), 10**30])
@pytest.mark.parametrize("method", ["card", "tip", "turn", "win"])
def test_points_out_of_range(method, value):
    with pytest.raises(ValueError, match=rf"points: {method}.*1[,_]?000[,_]?000"):
        Deal("tripeaks", 0).start(scoring=answering(method, value))


@pytest.mark.parametrize("value", [1_000_000, -1_000_000])
def test_points_at_the_ends_of_the_range(value):
    system = type(
        "Most",
        (Scoring,),
        {name: lambda self, *_: value for name in ("card", "tip", "turn", "win")},
    )()
    assert one_chain(system).score == (28 + 3 + 1) * value
    game = Deal("tripeaks", 0).start(scoring=system)
    for _ in range(23):
        game.push("turn")
    assert game.score == 23 * value


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ({"chain": 3}, "best_chain"),
        ({"chain": 1, "best_chain": 3}, "best_chain"),
        ({"chain": 2, "best_chain": 1}, "chain"),
        ({"chain": -1}, "chain"),
        ({"chain": -1, "best_chain": 1}, "chain"),
        ({"score": 100_000_001}, "score"),
        ({"score": -100_000_001}, "score"),
        ({"score": 10**40}, "score"),
    ],
)
def test_figures_out_of_range(figures, text):
    with pytest.raises(ValueError, match=text):
        PeaksGame(RULES["tripeaks"], deck(1), [26, 27], 0, deck(1)[27], **figures)


@pytest.mark.parametrize("name", ["chain", "best_chain", "score"])
@pytest.mark.parametrize("value", [1.0, "1", [1]])
def test_figures_that_are_no_whole_numbers(name, value):
    with pytest.raises(TypeError):
        PeaksGame(RULES["tripeaks"], deck(1), [26, 27], 0, deck(1)[27], **{name: value})


def test_points_as_numbers_with_a_half():
    for figures in ({"first": 0.5}, {"step": 0.5}, {"tips": (0.5,)}, {"turned": 0.5}):
        with pytest.raises(TypeError, match="not a whole number"):
            Deal("tripeaks", 0).start(scoring=Points("half", **figures))
