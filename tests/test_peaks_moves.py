"""Moves of a peaks game as values, the list of legal ones, and the errors of the others."""

import copy
import pickle

import pytest
from hypothesis import given

from play import RULES, mid_game
from solitaire_core import (
    UNKNOWN,
    Card,
    Deal,
    IllegalMoveError,
    Layout,
    PeaksGame,
    PeaksMove,
    PeaksRules,
    deck,
)
from strategies import games, odd_text

TURN = PeaksMove("turn")
BRIDGE = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]))
DARK = PeaksRules("dark-bridge", Layout("dark bridge", [[1, 2], [], []], face_down=[0]))
CARDS = [Card(code) for code in range(52)]


def bridge(*cards):
    """The tableau 8C under 6D and 9H, and 7S on the waste; the stock begins with AC."""
    front = [Card(card) for card in cards or ("8C", "6D", "9H", "7S")]
    return PeaksGame(BRIDGE, front + [card for card in CARDS if card not in front])


@pytest.mark.parametrize("text", ["turn", "TURN", "Turn", "7H", "7h", "10d", "T♦", "A♠\ufe0f"])
def test_moves_are_read(text):
    move = PeaksMove(text)
    assert PeaksMove(str(move)) == PeaksMove(move) == move
    assert eval(repr(move), {"PeaksMove": PeaksMove}) == move
    if text.lower() == "turn":
        assert move.is_turn
        assert move.card is None
        assert str(move) == "turn"
    else:
        assert not move.is_turn
        assert move.card == Card(text)
        assert PeaksMove(Card(text)) == move
        assert str(move) == str(Card(text))


def test_moves_are_values():
    moves = [TURN, *map(PeaksMove, CARDS)]
    assert len(set(moves)) == 53
    for move in moves:
        for other in (pickle.loads(pickle.dumps(move)), PeaksMove(str(move))):
            assert other == move
            assert hash(other) == hash(move)
        assert copy.copy(move) is move
        assert copy.deepcopy([move])[0] is move
        assert move != str(move)
        assert move != move.card
        for name in ("card", "is_turn", "code", "other"):
            with pytest.raises(AttributeError):
                setattr(move, name, 1)


@pytest.mark.parametrize("text", ["", "turn ", "turns", "??", "1H", "7H 8H", "7H!", "7", "\ud800"])
def test_text_that_is_no_move(text):
    with pytest.raises(ValueError, match="no move"):
        PeaksMove(text)
    with pytest.raises(ValueError, match="no move") as error:
        bridge().push(text)
    assert not isinstance(error.value, IllegalMoveError)


@given(odd_text(6))
def test_any_text_is_a_move_or_a_value_error(text):
    try:
        move = PeaksMove(text)
    except ValueError:
        return
    assert move.is_turn == (text.lower() == "turn")


@pytest.mark.parametrize("value", [None, 7, 1.0, b"7H", ["7H"], True, object()])
def test_what_is_no_move(value):
    with pytest.raises(TypeError):
        PeaksMove(value)
    game = bridge()
    with pytest.raises(TypeError, match="push takes a PeaksMove or its text"):
        game.push(value)
    assert game.move_stack == []


def test_the_unknown_card_is_no_move():
    with pytest.raises(ValueError, match="an unknown card cannot be taken"):
        PeaksMove(UNKNOWN)


def test_parse_move_is_of_the_text_alone():
    game = bridge()
    assert game.parse_move("8c") == PeaksMove("8C")
    assert game.parse_move("turn") == TURN
    with pytest.raises(ValueError, match="no move"):
        game.parse_move("8X")


def test_places_of_cards_and_moves():
    game = bridge()
    for place, card in enumerate(["8C", "6D", "9H"]):
        for form in (card, Card(card), PeaksMove(card)):
            assert game.place_of(form) == place
    assert game.place_of("7S") is None  # on the waste
    assert game.place_of("AC") is None  # in the stock
    assert game.place_of(TURN) is None
    assert game.place_of(UNKNOWN) is None
    game.push("6D")
    assert game.place_of("6D") is None
    assert game.place_of("9H") == 2
    for value, error in (("1X", ValueError), (None, TypeError), ("turn", ValueError)):
        with pytest.raises(error):
            game.place_of(value)


@given(games())
def test_legal_moves_as_a_collection(game):
    legal = game.legal_moves
    listed = list(legal)
    assert len(legal) == legal.count() == len(listed)
    assert bool(legal) == (len(listed) > 0)
    assert len(set(listed)) == len(listed)
    for move in [TURN, *map(PeaksMove, CARDS)]:
        assert (move in legal) == (move in listed)
        after = game.copy()
        if move in listed:
            after.push(move)
            assert after != game
        else:
            with pytest.raises(IllegalMoveError):
                after.push(move)
            assert after == game
    assert [str(move) in repr(legal) for move in listed] == [True] * len(listed)
    assert repr(legal).startswith("<legal moves: ")


@pytest.mark.parametrize("value", ["turn", "6D", Card("6D"), None, 254, 7, object()])
def test_only_moves_are_among_the_legal_moves(value):
    assert value not in bridge().legal_moves
    assert PeaksMove("6D") in bridge().legal_moves


def test_legal_moves_follow_the_game():
    game = bridge()
    legal = game.legal_moves
    assert [str(move) for move in legal] == ["6D", "turn"]
    game.push("turn")
    assert [str(move) for move in legal] == ["turn"]
    game.pop()
    assert PeaksMove("6D") in legal


def test_iterating_takes_a_picture():
    game = bridge()
    seen = []
    for move in game.legal_moves:
        seen.append(str(move))
        game.push("turn")
    assert seen == ["6D", "turn"]


def test_no_legal_moves_after_a_win():
    game = bridge("8C", "6D", "7H", "7S")
    for move in ("6D", "7H", "8C"):
        game.push(move)
    assert not game.legal_moves
    assert list(game.legal_moves) == []
    assert repr(game.legal_moves) == "<legal moves: none>"


def illegal():
    """Games, a move that is illegal in each, and why."""
    yield bridge(), "AC", "the card does not lie face up"  # in the stock
    yield PeaksGame(DARK, bridge().cards()), "8C", "the card does not lie face up"
    yield bridge(), "7S", "the card is not in the tableau"  # on the waste
    yield bridge(), "8C", "the card is covered"
    yield bridge(), "9H", "it does not go on 7S"
    gone = bridge()
    gone.push("6D")
    yield gone, "6D", "the card is gone"
    empty = bridge()
    for _ in range(48):
        empty.push("turn")
    yield empty, "turn", "the stock is empty"
    won = PeaksGame(BRIDGE, deck(1), [0, 1, 2], 0, deck(1)[0])
    yield won, "turn", "the game is won"
    yield won, str(deck(1)[0]), "the game is won"
    hidden = PeaksGame(BRIDGE, ["??"] * 52)
    yield hidden, "AC", "the card does not lie face up"
    unknown_top = PeaksGame(BRIDGE, ["8C", "6D", "9H", *["??"] * 49])
    yield unknown_top, "6D", r"it does not go on \?\?"
    king = PeaksRules("strict", BRIDGE.layout, strict=True)
    front = ["8C", "QD", "AH", "KS"]
    yield (
        PeaksGame(king, front + [card for card in CARDS if str(card) not in front]),
        "QD",
        "it does not go on KS",
    )


@pytest.mark.parametrize("game, move, why", list(illegal()))
def test_an_illegal_move_is_named_with_its_reason(game, move, why):
    before, stack = game.code(), game.move_stack
    for form in (move, PeaksMove(move)):
        with pytest.raises(IllegalMoveError, match=f"^illegal move {move}: {why}$"):
            game.push(form)
    assert isinstance(IllegalMoveError("x"), ValueError)
    assert (game.code(), game.move_stack) == (before, stack)


def test_push_pop_peek_and_the_stack():
    game = bridge()
    with pytest.raises(IndexError, match="no move has been made"):
        game.peek()
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()
    assert game.push("turn") is None
    game.pop()
    game.push(PeaksMove("6D"))
    game.push("turn")
    assert game.move_stack == [PeaksMove("6D"), TURN]
    assert game.ply == 2
    # The stack that is handed out is a copy.
    game.move_stack.clear()
    assert game.peek() == TURN
    assert game.pop() == TURN
    assert game.pop() == PeaksMove("6D")
    assert (game.ply, game.move_stack) == (0, [])


@pytest.mark.parametrize("name", RULES)
def test_copies_with_and_without_the_stack(name):
    for number in range(5):
        game = mid_game(RULES[name], number, most=25)
        stack, code, waste = game.move_stack, game.code(), game.waste
        bare = game.copy()
        assert (bare.move_stack, bare.waste, bare.code()) == ([], [game.top], code)
        with pytest.raises(IndexError):
            bare.pop()
        for full in (game.copy(stack=True), copy.copy(game), copy.deepcopy(game)):
            assert type(full) is type(game)
            assert (full.move_stack, full.waste, full.code()) == (stack, waste, code)
            while full.move_stack:
                full.pop()
            assert full == Deal(RULES[name], number).start()
        assert (game.move_stack, game.code(), game.waste) == (stack, code, waste)


def test_copy_takes_its_argument_by_name():
    with pytest.raises(TypeError):
        bridge().copy(True)


def test_subclasses_are_copied_as_such():
    class Counted(PeaksGame):
        __slots__ = ("pushes",)

        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.pushes = 0

        def push(self, move):
            super().push(move)
            self.pushes += 1

    game = Counted(BRIDGE, deck(1))
    game.push("turn")
    assert game.pushes == 1
    other = game.copy(stack=True)
    assert type(other) is Counted
    assert other.move_stack == game.move_stack
