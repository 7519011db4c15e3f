"""`verify`: a line is accepted when the rules alone lead from the position to a win."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, mid_game, play_on
from solitaire_core import Deal, PeaksGame, PeaksMove, deck, solve, verify
from strategies import games

DEAL = Deal("tripeaks", 0)
LINE = solve(DEAL).moves


def test_a_winning_line_in_every_form():
    texts = [str(move) for move in LINE]
    for moves in (LINE, list(LINE), iter(LINE), texts, " ".join(texts), ",".join(texts)):
        found = verify(DEAL, moves)
        assert found
        assert (found.accepted, found.ply, found.reason) == (True, len(LINE), "")
    assert verify(DEAL.start(), LINE)


def test_the_game_is_left_alone():
    game = DEAL.start()
    verify(game, LINE)
    assert game.move_stack == []
    assert game == DEAL.start()


def test_from_the_middle_of_a_game():
    game = DEAL.start()
    for i, move in enumerate(LINE):
        assert verify(game, LINE[i:])
        game.push(move)
    assert verify(game, [])


def test_a_line_that_stops_short():
    assert not verify(DEAL, LINE[:-1])
    assert verify(DEAL, LINE[:-1]).ply == len(LINE) - 1
    assert verify(DEAL, LINE[:-1]).reason == "after the last move 1 card is left in the tableau"
    assert verify(DEAL, []).reason == "after the last move 28 cards are left in the tableau"
    assert verify(DEAL, "").ply == 0


def test_moves_after_the_win_are_refused():
    found = verify(DEAL, [*LINE, "turn"])
    assert (found.accepted, found.ply) == (False, len(LINE))


@pytest.mark.parametrize("move", ["AC", "??", "1X", "", "no move"])
def test_the_first_bad_move_is_named(move):
    for at in (0, 5, len(LINE) - 1):
        found = verify(DEAL, [*LINE[:at], move, *LINE[at:]])
        assert (found.accepted, found.ply) == (False, at)
        assert found.reason.startswith(f"move {at + 1}: ")


@settings(max_examples=60)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 50), st.randoms(use_true_random=False))
def test_a_line_is_accepted_exactly_if_the_game_plays_it_to_a_win(name, number, rng):
    deal = Deal(RULES[name], number)
    moves = list(solve(deal).moves or play_on(deal.start(), rng))
    # A move lost, doubled, or two of them changed in order.
    for _ in range(rng.randrange(3)):
        i, j = rng.randrange(len(moves)), rng.randrange(len(moves))
        change = rng.choice(("lose", "double", "swap"))
        if change == "lose":
            moves.pop(i)
        elif change == "double":
            moves.insert(j, moves[i])
        else:
            moves[i], moves[j] = moves[j], moves[i]
    game = deal.start()
    legal = 0
    for move in moves:
        if PeaksMove(move) not in game.legal_moves:
            break
        game.push(PeaksMove(move))
        legal += 1
    found = verify(deal, moves)
    assert found.ply == legal
    assert found.accepted == (legal == len(moves) and game.cards_left == 0)
    assert bool(found.reason) != found.accepted


@given(games())
def test_lines_at_random_are_no_wins_unless_they_clear_the_tableau(game):
    start = game.copy(stack=True)
    while start.move_stack:
        start.pop()
    found = verify(start, game.move_stack)
    assert found.accepted == (game.cards_left == 0)
    assert found.ply == len(game.move_stack)


def test_positions_that_cannot_occur_are_refused():
    won = PeaksGame(RULES["tripeaks"], deck(1), range(28), 0, deck(1)[40])
    found = verify(won, [])
    assert not found
    assert found.reason.startswith("the position cannot occur: the top of the waste")


def test_unknown_cards_are_never_taken():
    game = PeaksGame(RULES["tripeaks"], ["??" if i < 18 else c for i, c in enumerate(deck(0))])
    found = verify(game, LINE)
    assert not found
    assert 0 < found.ply < len(LINE)


@pytest.mark.parametrize("value", [None, 7, "tripeaks wrap=true sc1:0", deck(1)])
def test_positions_of_wrong_types(value):
    with pytest.raises(TypeError, match="verify takes a game or a deal"):
        verify(value, [])


@pytest.mark.parametrize("moves", [None, 7, [7], [None], [b"turn"]])
def test_moves_of_wrong_types(moves):
    with pytest.raises(TypeError):
        verify(DEAL, moves)


def test_a_line_from_another_position_is_refused():
    rng = random.Random(1)
    for number in range(1, 30):
        game = mid_game(RULES["tripeaks"], number, most=rng.randrange(3, 20))
        assert not verify(game, LINE)
