"""`WinTable` and `winning_moves`: for every move whether the win is still there after it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, mid_game, pick, places, winnable_numbers
from solitaire_core import Deal, PeaksGame, WinTable, deck, solve, winning_moves
from strategies import decks, made_up_rules


def by_solving(game):
    """For every legal move whether the position after it can be won, one by one."""
    found = {}
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        found[move] = solve(after).winnable
    return found


def walk(table, game, rng, check=lambda game: solve(game).winnable):
    """Play to the end, keeping the win where there is one now and then; count the answers."""
    answers = set()
    while True:
        winnable = check(game)
        answers.add(winnable)
        assert table.can_win(game) == winnable
        moves = table.moves(game)
        assert list(moves) == list(game.legal_moves)
        if game.cards_left:
            assert any(moves.values()) == winnable
        if not moves:
            return answers
        good = [move for move, keeps in moves.items() if keeps]
        game.push(pick(good if good and rng.random() < 0.8 else list(moves), rng, 0.3))


@pytest.mark.parametrize("name", RULES)
def test_every_position_of_a_game_from_one_table(name):
    answers = set()
    winnable = winnable_numbers(RULES[name], 1 if is_large(RULES[name]) else 5)
    for number in (*winnable, 1):
        game = Deal(RULES[name], number).start()
        answers |= walk(WinTable(game), game, random.Random(number))
    assert answers == {True, False}


@pytest.mark.parametrize("name", ["tripeaks", "tripeaks-strict", "one-peak-no-wrap"])
def test_moves_against_solving_every_successor(name):
    for number in range(10):
        game = mid_game(RULES[name], number, most=number * 2)
        assert winning_moves(game) == WinTable(game).moves(game) == by_solving(game)


def test_moves_against_solving_every_successor_of_large_layouts():
    for name in ("golf", "golf-wrap-columns", "four-peaks"):
        game = hand_made(RULES[name], 5, 12, 9)
        assert winning_moves(game) == by_solving(game)


@settings(max_examples=40)
@given(made_up_rules, decks, st.randoms(use_true_random=False))
def test_made_up_layouts(rules, cards, rng):
    game = PeaksGame(rules, cards)
    assert winning_moves(game) == by_solving(game)
    walk(WinTable(game), game, rng)


@settings(max_examples=40)
@given(made_up_rules, decks, st.integers(0, 8), st.randoms(use_true_random=False))
def test_made_up_layouts_with_little_stock(rules, cards, stock_left, rng):
    size = rules.layout.cards
    turned = 51 - size - stock_left
    game = PeaksGame(rules, cards, [], turned, cards[size + turned])
    table = WinTable(game)
    walk(table, game, rng)
    while game.move_stack:
        game.pop()
        assert table.can_win(game) == solve(game).winnable


def test_a_table_from_the_middle_answers_for_what_comes_after():
    for number in range(20):
        game = mid_game(RULES["tripeaks"], number, most=number)
        walk(WinTable(game), game.copy(), random.Random(number))


def test_games_that_are_over():
    won = PeaksGame(RULES["tripeaks"], deck(1), range(28), 0, deck(1)[0])
    assert winning_moves(won) == {}
    assert WinTable(won).can_win(won)
    lost = mid_game(RULES["tripeaks"], 1, most=60)
    assert winning_moves(lost) == {}
    assert not WinTable(lost).can_win(lost)


def test_winning_moves_leave_the_game_alone():
    game = mid_game(RULES["tripeaks"], 4, most=10)
    code, stack = game.code(), game.move_stack
    winning_moves(game)
    assert (game.code(), game.move_stack) == (code, stack)


def test_moves_come_in_the_order_of_the_legal_moves():
    for number in range(10):
        game = mid_game(RULES["tripeaks"], number)
        assert list(winning_moves(game)) == list(game.legal_moves)


def test_a_table_is_for_one_deal():
    table = WinTable(Deal("tripeaks", 1).start())
    for other in (
        Deal("tripeaks", 2).start(),
        Deal("golf", 1).start(),
        Deal("tripeaks", 1, wrap=False).start(),
    ):
        for ask in (table.can_win, table.moves):
            with pytest.raises(ValueError, match="the position is of another deal"):
                ask(other)
        assert not table.reaches(other)
    again = Deal("tripeaks", 1).start()  # another object with the same cards and rules
    assert table.reaches(again)
    assert table.can_win(again)


def test_a_table_does_not_reach_back():
    game = Deal("tripeaks", 1).start()
    earlier = game.copy()
    game.push(next(move for move in game.legal_moves if not move.is_turn))
    table = WinTable(game)
    for ask in (table.can_win, table.moves):
        with pytest.raises(ValueError, match="the table does not reach back"):
            ask(earlier)


def test_a_table_refuses_games_that_are_over_too():
    # No move is left to ask for: the position itself has to be refused.
    table = WinTable(Deal("tripeaks", 2).start())
    over = mid_game(RULES["tripeaks"], 1, most=60)
    assert not over.legal_moves
    with pytest.raises(ValueError, match="the position is of another deal"):
        table.moves(over)


def test_positions_with_other_cards_gone_are_not_in_the_table():
    game = Deal("tripeaks", 1).start()
    moves = [move for move in game.legal_moves if not move.is_turn]
    assert len(moves) >= 2
    one, other = game.copy(), game.copy()
    one.push(moves[0])
    other.push(moves[1])
    with pytest.raises(ValueError, match="the table does not reach back"):
        WinTable(one).can_win(other)


def test_refused_as_solve_refuses():
    cards = deck(1)
    for game, message in (
        (PeaksGame(RULES["tripeaks"], [*cards[:51], "??"]), "stock card 23 is unknown"),
        (PeaksGame(RULES["tripeaks"], cards, [0], 1, cards[29]), "the position cannot occur"),
    ):
        for ask in (WinTable, winning_moves):
            with pytest.raises(ValueError, match=message):
                ask(game)


def test_cards_that_are_gone_need_not_be_known():
    for number in range(10):
        game = hand_made(RULES["tripeaks"], number, 8, 10)
        cards = game.cards()
        for place in (*places(game.removed), *range(28, 28 + game.turned + 1)):
            cards[place] = "??"
        blind = PeaksGame(game.rules, cards, places(game.removed), game.turned, game.top)
        assert winning_moves(blind) == winning_moves(game)


@pytest.mark.parametrize("value", [None, 7, "golf", Deal("golf", 1)])
def test_wrong_types(value):
    for ask in (WinTable, winning_moves, WinTable(Deal("golf", 1).start()).can_win):
        with pytest.raises((TypeError, AttributeError)):
            ask(value)
