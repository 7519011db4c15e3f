"""`solve` against the exhaustive reference, and what it answers and refuses."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, mid_game, places, winnable_numbers
from solitaire_core import (
    UNKNOWN,
    Card,
    Deal,
    Layout,
    PeaksGame,
    PeaksMove,
    PeaksRules,
    Verdict,
    deck,
    solve,
    verify,
)
from solitaire_core.reference.peaks import ReferencePeaks, fewest_turns
from strategies import decks, games, layouts, made_up_rules, rules_of

TURN = PeaksMove("turn")


def reference_of(game):
    return ReferencePeaks(game.rules, game.cards(), places(game.removed), game.turned, game.top)


def assert_solved(game, fewest):
    """The answer is the reference's, and its line is accepted by the rules alone."""
    code = game.code()
    solution = solve(game)
    assert solution.fewest_turns == fewest, code
    assert game.code() == code
    assert solution.objective == "fewest-turns"
    assert solution.reason == ""
    if fewest is None:
        assert solution.verdict is Verdict.UNWINNABLE
        assert not solution.winnable
        assert solution.moves is None
    else:
        assert solution.verdict is Verdict.WINNABLE
        assert solution.winnable
        assert verify(game, solution.moves)
        assert solution.moves.count(TURN) == fewest
        assert len(solution.moves) == fewest + game.cards_left
    return solution


@pytest.mark.parametrize("name", RULES)
def test_endgames_by_hand(name):
    winnable = 0
    for number in range(40):
        rng = random.Random(number)
        game = hand_made(RULES[name], number, rng.randrange(1, 15), rng.randrange(17))
        fewest = fewest_turns(reference_of(game))
        assert_solved(game, fewest)
        winnable += fewest is not None
    # Both answers must have come up.
    assert 3 <= winnable <= 30


@pytest.mark.parametrize("name", RULES)
def test_endgames_of_real_play(name):
    # Some way down a winning line and then astray by a few moves at random.
    found = []
    for number in winnable_numbers(RULES[name], 10 if is_large(RULES[name]) else 40):
        solution = solve(Deal(RULES[name], number))
        rng = random.Random(number)
        game = Deal(RULES[name], number).start()
        for move in solution.moves[: -rng.randrange(1, 14)]:
            game.push(move)
        for _ in range(rng.randrange(5)):
            if game.legal_moves:
                game.push(rng.choice(list(game.legal_moves)))
        if game.cards_left + game.stock_left < 26:
            fewest = fewest_turns(reference_of(game))
            assert_solved(game, fewest)
            found.append(fewest is None)
    assert len(found) >= 5
    assert not all(found)


@settings(max_examples=30)
@given(layouts(largest=6).flatmap(rules_of), decks)
def test_made_up_layouts_from_the_start(rules, cards):
    game = PeaksGame(rules, cards)
    assert_solved(game, fewest_turns(reference_of(game)))


@settings(max_examples=40)
@given(made_up_rules, decks, st.integers(1, 9))
def test_made_up_layouts_with_little_stock(rules, cards, stock_left):
    size = rules.layout.cards
    turned = 51 - size - stock_left
    game = PeaksGame(rules, cards, [], turned, cards[size + turned])
    assert_solved(game, fewest_turns(reference_of(game)))


# 51 cards leave no stock: columns like these are won by takes alone or not at all.
FOUR_COLUMNS = Layout("four columns", [[p + 4] if p + 4 < 51 else [] for p in range(51)])


def test_a_layout_of_51_cards():
    rules = PeaksRules("four-columns", FOUR_COLUMNS, wrap=True)
    # A deck that is won: column after column from below, each card one above the one before.
    order = [51, *(place for column in range(4) for place in reversed(range(column, 51, 4)))]
    cards = [UNKNOWN] * 52
    for code, place in enumerate(order):
        cards[place] = Card(code)
    solution = assert_solved(PeaksGame(rules, cards), 0)
    assert len(solution.moves) == 51
    for number in range(5):
        game = PeaksGame(rules, deck(number))
        assert_solved(game, fewest_turns(reference_of(game)))


@pytest.mark.parametrize("name", RULES)
def test_lines_from_the_deal_are_accepted(name):
    verdicts = set()
    for number in range(20 if is_large(RULES[name]) else 100):
        deal = Deal(RULES[name], number)
        solution = solve(deal)
        verdicts.add(solution.verdict)
        if solution.winnable:
            assert verify(deal, solution.moves)
            assert solution.moves.count(TURN) == solution.fewest_turns
    if name != "tripeaks-open":
        assert verdicts >= {Verdict.WINNABLE}


@settings(max_examples=40)
@given(games(st.sampled_from([rules for name, rules in RULES.items() if "peaks" in name[:9]])))
def test_along_a_line_the_answer_never_gets_better(game):
    # A position is winnable exactly if one of its moves leads to a winnable one.
    solution = solve(game)
    after = []
    for move in game.legal_moves:
        other = game.copy()
        other.push(move)
        found = solve(other)
        if found.winnable:
            after.append(found.fewest_turns + move.is_turn)
    if game.cards_left:
        assert solution.fewest_turns == min(after, default=None)
    else:
        assert (solution.moves, solution.fewest_turns) == ((), 0)


def test_following_the_line_keeps_the_answer():
    game = Deal("tripeaks", 3).start()
    solution = solve(game)
    left = solution.fewest_turns
    for move in solution.moves:
        game.push(move)
        left -= move.is_turn
        assert solve(game).fewest_turns == left
    assert game.outcome().won


def test_a_game_that_is_won_already():
    game = PeaksGame(RULES["golf"], deck(1), range(35), 0, deck(1)[0])
    solution = solve(game)
    assert (solution.verdict, solution.moves, solution.fewest_turns) == (Verdict.WINNABLE, (), 0)


def test_a_game_that_is_lost_already():
    game = mid_game(RULES["golf"], 1, most=60)
    while game.legal_moves:
        game.push(list(game.legal_moves)[-1])
    assert not game.outcome().won
    assert_solved(game, None)


def test_with_an_empty_stock_only_takes_are_left():
    found = set()
    for number in range(60):
        game = hand_made(RULES["tripeaks"], number, 1 + number % 5, 0)
        fewest = fewest_turns(reference_of(game))
        assert_solved(game, fewest)
        found.add(fewest)
    assert found == {0, None}


@pytest.mark.parametrize("name", ["tripeaks", "golf-columns", "four-peaks-no-wrap"])
def test_cards_that_are_gone_need_not_be_known(name):
    for number in range(10):
        game = hand_made(RULES[name], number, 8, 10)
        size = game.rules.layout.cards
        cards = game.cards()
        for place in (*places(game.removed), *range(size, size + game.turned + 1)):
            cards[game.rules.order[place]] = UNKNOWN
        blind = PeaksGame(game.rules, cards, places(game.removed), game.turned, game.top)
        assert blind.status() == ()
        assert solve(blind).moves == solve(game).moves


def test_unknown_cards_that_matter_are_named():
    cards = deck(1)
    rules = RULES["tripeaks"]
    for place, message in (
        (5, r"the tableau card at place 5 is unknown \(\?\?\)"),
        (20, r"the tableau card at place 20 is unknown \(\?\?\)"),
        (29, r"stock card 1 is unknown \(\?\?\)"),
        (51, r"stock card 23 is unknown \(\?\?\)"),
    ):
        with pytest.raises(ValueError, match=message):
            solve(PeaksGame(rules, [*cards[:place], "??", *cards[place + 1 :]]))
    with pytest.raises(ValueError, match="the top of the waste is not known"):
        solve(PeaksGame(rules, cards, [], 0, "??"))


def test_positions_that_cannot_occur_are_refused():
    with pytest.raises(ValueError, match="the position cannot occur: the card at place 0 is gone"):
        solve(PeaksGame(RULES["tripeaks"], deck(1), [0], 1, deck(1)[29]))


@given(games(st.sampled_from([RULES["tripeaks"], RULES["one-peak-strict"]])))
def test_the_same_answer_for_the_same_question(game):
    first = solve(game)
    other = PeaksGame.from_code(game.code())
    again = solve(other)
    assert (again.verdict, again.moves, again.fewest_turns) == (
        first.verdict,
        first.moves,
        first.fewest_turns,
    )


def test_answers_as_json():
    won, lost = solve(Deal("tripeaks", 0)).to_json(), solve(Deal("golf", 1)).to_json()
    json.dumps([won, lost])
    assert (won["verdict"], won["value"], won["objective"]) == ("winnable", 9, "fewest-turns")
    assert verify(Deal("tripeaks", 0), won["moves"])
    assert won["moves"].count("turn") == 9
    assert (lost["verdict"], lost["value"], lost["moves"]) == ("unwinnable", None, None)
    assert won["cpu_seconds"] >= 0


def test_what_an_answer_cost():
    stats = solve(Deal("tripeaks", 0)).stats
    assert stats.cpu_seconds >= 0
    assert stats.table_bytes == 16 * 22_932


@pytest.mark.parametrize("value", [None, 7, "tripeaks wrap=true sc1:7", RULES["golf"], deck(1)])
def test_wrong_types(value):
    with pytest.raises(TypeError, match="takes a game or a deal"):
        solve(value)


def test_unknown_objectives_are_named():
    with pytest.raises(ValueError, match="no objective 'score': there are fewest-turns"):
        solve(Deal("tripeaks", 1), objective="score")


def test_verdicts_are_the_numbers_of_the_arrays():
    assert [int(Verdict[name]) for name in ("UNKNOWN", "UNWINNABLE", "WINNABLE")] == [-1, 0, 1]
