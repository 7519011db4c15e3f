"""`solve` for scores and numbers of lines, against a search of every line."""

import itertools
import json
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, pick, places, winnable_numbers
from solitaire_core import (
    Card,
    Deal,
    Layout,
    PeaksGame,
    PeaksRules,
    Verdict,
    _fast,
    deck,
    solve,
    verify,
)
from solitaire_core.reference.peaks import ReferencePeaks
from solitaire_core.reference.scores import Standing, extremes, replay
from solitaire_core.scoring import HOGUE, RUN10, SCORINGS, Points, Scoring
from solitaire_core.solving.peaks import lattice_of
from strategies import decks, layouts, made_up_rules, rules_of

GOALS = ("best", "best-clear", "worst-clear", "count")


class Tables(Scoring):
    """A system whose points are random, of the kinds that a number stands for."""

    def __init__(self, number):
        rng = random.Random(number)
        self.name = f"tables {number}"
        self.lower_is_better = rng.random() < 0.25
        # Where less is better, turns must not lower the score.
        sign = -1 if self.lower_is_better else 1
        self.cards = [sign * points for points in self._cards(rng)]
        self.tips = [rng.randrange(-30, 60) for _ in range(52)]
        self.turned = sign * rng.choice((0, 0, -1, -3, -10))
        spare = rng.choice((0, 0, 1, 4, -2, -5))
        self.wins = [sign * spare * left for left in range(52)]
        if rng.random() < 0.3:
            self.wins = [rng.randrange(-20, 20) for _ in range(52)]
        self.begin = rng.randrange(-50, 50)

    @staticmethod
    def _cards(rng):
        points = [rng.randrange(-10, 20) for _ in range(52)]
        kind = rng.choice(
            ("any", "any", "growing", "gains", "gains", "shrinking", "equal", "negative", "late")
        )
        if kind == "growing":
            points.sort()
        elif kind == "gains":
            points = sorted(p + 5 for p in points)
        elif kind == "shrinking":
            points.sort(reverse=True)
        elif kind == "equal":
            points = [points[0]] * 52
        elif kind == "negative":
            points = [-abs(p) for p in points]
        elif kind == "late":
            points = [0] * 3 + [50] + [0] * 48
        return points

    def start(self, cards):
        return self.begin

    def card(self, chain):
        return self.cards[chain]

    def tip(self, number, tips):
        return self.tips[number]

    def turn(self):
        return self.turned

    def win(self, stock_left):
        return self.wins[stock_left]


def reference_of(game):
    return ReferencePeaks(game.rules, game.cards(), places(game.removed), game.turned, game.top)


def standing_of(game):
    return Standing(game.score, game.chain, game.best_chain)


def assert_line(game, objective, solution):
    """The line leads to the value, by the rules alone."""
    line = replay(reference_of(game), game.scoring, solution.moves, standing_of(game))
    assert line[-1].score == solution.value, (game.code(), objective)
    played = game.copy()
    for move in solution.moves:
        played.push(move)
    assert played.score == solution.value
    if objective != "best":
        assert played.outcome().won
        assert verify(game, solution.moves)
    else:
        scores = [standing.score for standing in line]
        best = min(scores) if game.scoring.lower_is_better else max(scores)
        assert best == solution.value


def waiting_pays(game, goal):
    """Whether a game may end better after a turn more: see `test_waiting_that_pays`."""
    scoring, stock = game.scoring, game.rules.layout.stock
    sign = -1 if scoring.lower_is_better != (goal == "worst-clear") else 1
    ends = [sign * (scoring.turn() * h + scoring.win(stock - h)) for h in range(stock + 1)]
    return any(later > sooner for sooner, later in itertools.pairwise(ends))


def assert_extremes(game, expected=None, goals=None):
    """All answers are those of the search of every line; whether the position can be won."""
    if expected is None:
        expected = extremes(reference_of(game), game.scoring, standing_of(game))
    if goals is None:
        goals = GOALS
    before = game.code(), standing_of(game), game.move_stack
    values = {
        "best": expected.best,
        "best-clear": expected.best_clear,
        "worst-clear": expected.worst_clear,
        "count": expected.lines,
    }
    can_win = expected.lines > 0
    for goal in goals:
        solution = solve(game, objective=goal)
        where = game.code(), standing_of(game), game.scoring.name, goal
        assert solution.value == values[goal], where
        assert solution.objective == goal
        assert solution.scoring == (None if goal == "count" else game.scoring.name)
        assert solution.reason == ""
        assert solution.verdict is (Verdict.WINNABLE if can_win else Verdict.UNWINNABLE), where
        if goal == "count":
            assert verify(game, solution.moves) if can_win else solution.moves is None
        elif goal == "best" or can_win:
            assert_line(game, goal, solution)
        else:
            assert solution.moves is None
    assert (game.code(), standing_of(game), game.move_stack) == before
    return can_win


def endgame(name, number, scoring, left, stock_left):
    """A position in which few cards are left, with the chain and the score of its play.

    Some way along a winning line, then astray by a few moves; the moves are on its stack.
    """
    rng = random.Random(number)
    rules = RULES[name]
    numbers = winnable_numbers(rules, 8 if is_large(rules) else 30)
    game = Deal(rules, numbers[number % len(numbers)]).start(scoring=scoring)
    line = solve(game, objective=rng.choice(("fewest-turns", "best-clear"))).moves
    for move in line:
        if game.cards_left <= left:
            break
        game.push(move)
    for _ in range(rng.randrange(4)):
        if game.legal_moves:
            game.push(pick(list(game.legal_moves), rng, 0.3))
    while game.stock_left > stock_left:
        game.push("turn")
        # Now and then a card between the turns, so that chains are not always empty.
        if game.stock_left == stock_left and len(game.legal_moves) > 1:
            game.push(next(iter(game.legal_moves)))
        if not game.cards_left:
            break
    return game


# ---- endgames of real deals ------------------------------------------------------------------


@pytest.mark.parametrize("system", SCORINGS)
@pytest.mark.parametrize("name", RULES)
def test_endgames_of_real_play(name, system):
    answers = []
    chains = set()
    for number in range(6 if is_large(RULES[name]) else 12):
        game = endgame(name, number, system, 4 + number % 6, 3 + number % 10)
        answers.append(assert_extremes(game))
        chains.add(game.chain)
    assert len(chains) > 1


@pytest.mark.parametrize("system", SCORINGS)
@pytest.mark.parametrize("name", RULES)
def test_endgames_by_hand(name, system):
    answers = []
    for number in range(8 if is_large(RULES[name]) else 25):
        rng = random.Random(number)
        game = hand_made(RULES[name], number, rng.randrange(1, 10), rng.randrange(1, 12))
        answers.append(assert_extremes(game.with_scoring(system)))
    # Both answers must have come up.
    assert not all(answers)
    assert any(answers)


@pytest.mark.parametrize("name", [name for name in RULES if not is_large(RULES[name])])
def test_endgames_with_random_points(name):
    answers = []
    for number in range(60):
        system = Tables(1000 + number)
        rng = random.Random(number)
        game = hand_made(RULES[name], number, rng.randrange(1, 10), rng.randrange(1, 12))
        game = PeaksGame(
            game.rules, game.cards(), places(game.removed), game.turned, game.top,
            scoring=system, chain=rng.randrange(6), best_chain=6, score=rng.randrange(-500, 500),
        )  # fmt: skip
        answers.append(assert_extremes(game))
    assert not all(answers)
    assert any(answers)


@pytest.mark.parametrize("name", ["tripeaks", "tripeaks-no-wrap", "golf-wrap", "one-peak"])
def test_endgames_of_real_play_with_random_points(name):
    for number in range(30):
        assert_extremes(endgame(name, number, Tables(number), 4 + number % 6, 3 + number % 10))


def test_the_chain_so_far_counts():
    # The same cards, with another chain before them: other scores.
    differ = 0
    for number in range(20):
        game = hand_made(RULES["tripeaks"], number, 6, 8)
        values = set()
        for chain in (0, 1, 5, 20):
            position = PeaksGame(
                game.rules, game.cards(), places(game.removed), game.turned, game.top,
                scoring="run10", chain=chain, score=7,
            )  # fmt: skip
            assert_extremes(position)
            values.add(solve(position, objective="best").value)
        differ += len(values) > 1
    assert differ >= 5


# ---- made up layouts -------------------------------------------------------------------------

some_system = st.sampled_from(list(SCORINGS.values())) | st.integers(0, 10**9).map(Tables)


@settings(max_examples=100)
@given(layouts(largest=5).flatmap(rules_of), decks, some_system)
def test_made_up_layouts_from_the_start(rules, cards, system):
    assert_extremes(PeaksGame(rules, cards, scoring=system))


@settings(max_examples=250)
@given(
    layouts(largest=8).flatmap(rules_of),
    decks,
    some_system,
    st.integers(0, 9),
    st.integers(-1000, 1000),
)
def test_made_up_layouts_with_little_stock(rules, cards, system, stock_left, score):
    size = rules.layout.cards
    turned = 51 - size - stock_left
    game = PeaksGame(rules, cards, [], turned, cards[size + turned], scoring=system, score=score)
    assert_extremes(game)


@settings(max_examples=100)
@given(made_up_rules, decks, some_system, st.integers(0, 6), st.integers(0, 10**6))
def test_made_up_layouts_some_way_on(rules, cards, system, stock_left, number):
    size = rules.layout.cards
    turned = 51 - size - stock_left
    game = PeaksGame(rules, cards, [], turned, cards[size + turned], scoring=system)
    rng = random.Random(number)
    for _ in range(rng.randrange(6)):
        if moves := list(game.legal_moves):
            game.push(pick(moves, rng, 0.2))
    assert_extremes(game)


def crowded(number, system):
    """Cards of few ranks, so that the same cards are gone after chains of many lengths."""
    rng = random.Random(number)
    size = rng.randrange(4, 8)
    covered_by = [[] for _ in range(size)]
    for place in range(size - 1):
        if rng.random() < 0.3:
            covered_by[place] = [rng.randrange(place + 1, size)]
    near = [Card(rank + 13 * suit) for rank in (4, 5, 6, 7) for suit in range(4)]
    rng.shuffle(near)
    far = [Card(code) for code in range(52) if Card(code) not in near]
    stock_left = rng.randrange(2, 6)
    # The cards that are turned already come from far away.
    cards = [*near[:size], *far[: 51 - size - stock_left], *near[size : size + stock_left + 1]]
    cards += [card for card in (*near, *far) if card not in cards]
    turned = 51 - size - stock_left
    rules = PeaksRules("crowded", Layout("crowded", covered_by), wrap=True)
    return PeaksGame(rules, cards, [], turned, cards[size + turned], scoring=system)


@pytest.mark.parametrize("kind", range(6))
def test_chains_of_many_lengths(kind):
    numbers = range(40)
    assert sum(assert_extremes(crowded(n, Tables(40 * kind + n))) for n in numbers) > 0


# One card and several stock cards that it goes on: which turn comes last matters to systems
# that pay for spare cards, and to those that make one pay for them.
ONE_CARD = PeaksRules("one-card", Layout("one card", [[]]), wrap=True)


def with_waits(**points):
    """A 6, and the sevens of all suits in the stock."""
    cards = [Card(5), Card(12), *(Card(6 + 13 * suit) for suit in range(4)), Card(4)]
    cards += [Card(code) for code in range(52) if Card(code) not in cards]
    return PeaksGame(ONE_CARD, cards, scoring=Points("waits", **points))


WAITS = [
    {"turned": turned, "spare": spare, "lower_is_better": lower}
    for spare in (-3, 0, 3)
    for turned in (-5, -1, 0, 1, 5)
    for lower in (False, True)
]


@pytest.mark.parametrize("points", WAITS)
def test_waiting_that_does_not_pay(points):
    game = with_waits(**points)
    earns = points["turned"] * (-1 if points["lower_is_better"] else 1) > 0
    assert_extremes(game, goals=[goal for goal in GOALS if goal != "best" or not earns])


@pytest.mark.parametrize(
    ("goal", "points"),
    [
        (goal, points)
        for points in WAITS
        for goal in ("best-clear", "worst-clear")
        if waiting_pays(with_waits(**points), goal)
    ],
)
def test_waiting_that_pays(goal, points):
    assert_extremes(with_waits(**points), goals=[goal])


@pytest.mark.parametrize("system", ["run10", "hogue", "golf"])
def test_the_worst_clear_turns_whatever_it_can(system):
    for number in range(60):
        game = hand_made(RULES["tripeaks"], number, 1 + number % 6, 8).with_scoring(system)
        assert_extremes(game, goals=["worst-clear"])


# ---- whole deals: what must hold of every answer ---------------------------------------------


@pytest.mark.parametrize("system", [*SCORINGS, "tables"])
@pytest.mark.parametrize("name", ["tripeaks", "tripeaks-no-wrap", "golf-wrap", "one-peak"])
def test_whole_deals(name, system):
    for number in range(1 if is_large(RULES[name]) else 5):
        scoring = Tables(number) if system == "tables" else SCORINGS[system]
        game = Deal(RULES[name], number).start(scoring=scoring)
        found = {goal: solve(game, objective=goal) for goal in GOALS}
        for goal in GOALS[:3]:
            if found[goal].moves is not None:
                assert_line(game, goal, found[goal])
        values = [found[goal].value for goal in ("worst-clear", "best-clear", "best")]
        if found["count"].value == 0:
            assert values[:2] == [None, None]
            continue
        assert values == sorted(values, reverse=scoring.lower_is_better)
        if found["count"].value == 1:
            assert values[0] == values[1]
        # No line that wins is outside; here those with the fewest turns and a few others.
        line = solve(game).moves
        score = replay(reference_of(game), scoring, line)[-1].score
        assert min(values[:2]) <= score <= max(values[:2])
        # One step on, the best of the answers is the same again.
        after = []
        for move in game.legal_moves:
            game.push(move)
            after.append({goal: solve(game, objective=goal).value for goal in GOALS})
            game.pop()
        better, worse = (min, max) if scoring.lower_is_better else (max, min)
        clears = [then for then in after if then["count"]]
        assert sum(then["count"] for then in after) == found["count"].value
        goals = GOALS
        if "best-clear" in goals:
            assert better(then["best-clear"] for then in clears) == found["best-clear"].value
        if "worst-clear" in goals:
            assert worse(then["worst-clear"] for then in clears) == found["worst-clear"].value
        if "best" in goals:
            assert better(game.score, *(then["best"] for then in after)) == found["best"].value


@pytest.mark.parametrize("system", ["run10", "hogue"])
def test_following_the_best_line_keeps_the_answer(system):
    for goal in ("best", "best-clear", "worst-clear"):
        game = Deal("tripeaks", 3).start(scoring=system)
        solution = solve(game, objective=goal)
        for move in solution.moves:
            game.push(move)
            assert solve(game, objective=goal).value == solution.value


def test_a_player_may_stop_at_any_time():
    # With hogue the best moment comes before the turns that a clearing needs.
    stops = 0
    for number in range(20):
        game = Deal("tripeaks", number).start(scoring=HOGUE)
        best, clear = (solve(game, objective=goal) for goal in ("best", "best-clear"))
        if clear.value is not None:
            assert best.value >= clear.value
            stops += best.value > clear.value
        # The line ends with its best card: no turn stands at the end.
        assert not best.moves or not best.moves[-1].is_turn
    assert stops >= 5


def test_where_nothing_is_worth_a_move_the_best_is_to_stop_at_once():
    game = Deal("tripeaks", 0).start(scoring=Points("dear", first=-1, step=0, turned=-1))
    solution = solve(game, objective="best")
    assert (solution.value, solution.moves) == (0, ())
    assert solution.winnable


def test_a_game_that_is_won_already():
    game = endgame("tripeaks", 1, RUN10, 1, 23)
    for move in solve(game).moves or ():
        game.push(move)
    assert game.outcome().won
    for goal in GOALS:
        solution = solve(game, objective=goal)
        assert solution.value == (1 if goal == "count" else game.score)
        assert (solution.moves, solution.verdict) == ((), Verdict.WINNABLE)


# ---- scoring as an argument ------------------------------------------------------------------


def test_another_system_scores_the_moves_made_anew():
    game = endgame("tripeaks", 3, "chain", 6, 8)
    assert game.move_stack
    for system in SCORINGS:
        for goal in ("best", "best-clear", "worst-clear"):
            there = solve(game.with_scoring(system), objective=goal)
            here = solve(game, objective=goal, scoring=system)
            assert (here.value, here.moves) == (there.value, there.moves)
            assert here.scoring == system
    assert game.scoring.name == "chain"


def test_systems_of_ones_own():
    game = endgame("tripeaks", 4, "chain", 6, 8)
    system = Tables(3)
    expected = extremes(reference_of(game), system, standing_of(game.with_scoring(system)))
    assert solve(game, objective="best", scoring=system).value == expected.best


def test_bad_systems_and_goals():
    deal = Deal("tripeaks", 0)
    with pytest.raises(ValueError, match="no scoring 'run11'"):
        solve(deal, objective="best", scoring="run11")
    with pytest.raises(TypeError, match="a scoring is a name or a Scoring"):
        solve(deal, objective="best", scoring=5)
    with pytest.raises(ValueError, match="no objective 'worst'"):
        solve(deal, objective="worst")


def test_turns_that_earn_points():
    deal = Deal("tripeaks", 0)
    with pytest.raises(ValueError, match="where turning the stock earns"):
        solve(deal, objective="best", scoring=Points("paid", turned=1))
    low = Points("paid", turned=-1, lower_is_better=True)
    with pytest.raises(ValueError, match="where turning the stock earns"):
        solve(deal, objective="best", scoring=low)
    # Clearing is another matter: turns end there.
    for number in range(20):
        game = hand_made(RULES["tripeaks"], number, 5, 8).with_scoring(Points("paid", turned=2))
        goals = [goal for goal in GOALS if goal != "best"]
        assert_extremes(game, goals=goals)


def test_positions_that_cannot_be_asked_about():
    cards = deck(1)
    for goal in GOALS:
        with pytest.raises(ValueError, match=r"place 5 is unknown \(\?\?\)"):
            solve(PeaksGame(RULES["tripeaks"], [*cards[:5], "??", *cards[6:]]), objective=goal)
        with pytest.raises(ValueError, match="the position cannot occur"):
            solve(PeaksGame(RULES["tripeaks"], cards, [0], 1, cards[29]), objective=goal)


# ---- counts beyond 64 bits -------------------------------------------------------------------


class Anything(PeaksRules):
    """Every card goes on every other, so that lines can be counted by a formula."""

    __slots__ = ()

    @property
    def follows(self):
        return (2**13 - 1,) * 13


def anything(size, turned=0):
    """So many free cards; a line is any order of them, and any turns before the last."""
    rules = Anything("anything", Layout(f"free {size}", [[]] * size))
    cards = deck(size)
    game = PeaksGame(rules, cards, [], turned, cards[size + turned])
    return game, math.factorial(size) * math.comb(size + game.stock_left, size)


@pytest.mark.parametrize(
    ("size", "turned"),
    [(1, 0), (1, 50), (2, 0), (3, 7), (5, 0), (8, 0), (9, 3), (10, 0), (11, 10), (16, 31)],
)
def test_many_lines(size, turned):
    game, lines = anything(size, turned)
    assert lines < 2**58
    solution = solve(game, objective="count")
    assert solution.value == lines
    assert len(solution.moves) == size


def test_more_lines_than_64_bits_may_hold():
    # Counted in 64 bits no more, but in Python's integers.
    game, lines = anything(11)
    assert 2**60 < lines < 2**63
    assert _fast.count_lines(game, lattice_of(game.rules.layout)) is None
    assert solve(game, objective="count").value == lines


@pytest.mark.parametrize(("size", "turned"), [(12, 0), (13, 0), (14, 0), (16, 5)])
def test_sums_that_wrap_around_are_noticed(size, turned):
    game, lines = anything(size, turned)
    assert lines > 2**64
    assert _fast.count_lines(game, lattice_of(game.rules.layout)) is None


@pytest.mark.parametrize("bits", [57, 58, 59, 60, 61, 62, 63, 64, 65])
def test_counts_around_the_limit(bits):
    # The games whose numbers of lines come next to a power of two: exact, or not counted.
    nearest = min(
        (
            (abs(math.log2(math.factorial(n) * math.comb(51 - turned, n)) - bits), n, turned)
            for n in range(9, 17)
            for turned in range(51 - n)
        ),
    )
    game, lines = anything(*nearest[1:])
    counted = _fast.count_lines(game, lattice_of(game.rules.layout))
    assert counted == (lines if lines < 2**58 else None)


def test_counts_in_whole_numbers_of_any_size(monkeypatch):
    # What is done beyond 64 bits gives the same numbers below.
    monkeypatch.setattr(_fast, "count_lines", lambda game, lattice: None)
    for number in range(30):
        game = hand_made(RULES["tripeaks"], number, 1 + number % 8, 1 + number % 11)
        assert_extremes(game, goals=["count"])
    game, lines = anything(5)
    assert solve(game, objective="count").value == lines


@pytest.mark.parametrize("system", SCORINGS)
@pytest.mark.parametrize("name", ["tripeaks", "tripeaks-no-wrap", "one-peak", "golf"])
def test_bounds_leave_out_nothing_of_use(name, system):
    # Whole deals and positions of play, too large for a search of every line.
    rules = RULES[name]
    lattice = lattice_of(rules.layout)
    rng = random.Random(5)
    for number in range(3 if is_large(rules) else 25):
        game = Deal(rules, number).start(scoring=system)
        for _ in range(rng.choice((0, 0, 9, 20))):
            if game.legal_moves:
                game.push(pick(list(game.legal_moves), rng, 0.3))
        lower = game.scoring.lower_is_better
        for goal in ("best", "best-clear", "worst-clear"):
            found = _fast.best_score(game, lattice, goal, lower)
            expected = _fast.best_score(game, lattice, goal, lower, bounds=False)
            assert (found and found[0]) == (expected and expected[0]), (game.code(), goal)


@pytest.mark.parametrize("number", range(40))
def test_bounds_with_points_of_ones_own(number):
    game = Deal("tripeaks", number, wrap=number % 2 == 0).start(scoring=Tables(number))
    lattice = lattice_of(game.rules.layout)
    lower = game.scoring.lower_is_better
    for goal in ("best", "best-clear"):
        found = _fast.best_score(game, lattice, goal, lower)
        expected = _fast.best_score(game, lattice, goal, lower, bounds=False)
        assert (found and found[0]) == (expected and expected[0]), (game.code(), goal)


# ---- the recorded cases ----------------------------------------------------------------------


def _recorded(value):
    return None if value in (None, -1) else value


@pytest.mark.cases
def test_recorded_scores(cases):
    rows = [json.loads(row) for row in (cases / "tripeaks_scores.jsonl").read_text().splitlines()]
    assert len({(row["seed"], row["wrap"]) for row in rows}) == 50
    for row in rows:
        deal = Deal("tripeaks", row["seed"], wrap=bool(row["wrap"]))
        for field, goal, system in (
            ("min_draws", "fewest-turns", None),
            ("max_chain_any", "best", "chain"),
            ("max_chain_win", "best-clear", "chain"),
            ("min_chain_win", "worst-clear", "chain"),
            ("max_10_25_win_plus800", "best-clear", "run10"),
        ):
            solution = solve(deal, objective=goal, scoring=system)
            assert solution.value == _recorded(row.get(field)), (row["seed"], row["wrap"], field)
        lines = solve(deal, objective="count").value
        assert (lines > 0) == (_recorded(row["min_draws"]) is not None)
