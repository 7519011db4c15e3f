"""A game as it is being played, and what keys and clicks do to it."""

import random

import pytest

from solitaire_core import Card, Deal, PeaksGame, Run10, WinTable, hint, playouts, solve
from solitaire_core.cli.play import session as module
from solitaire_core.cli.play.controls import Controls
from solitaire_core.cli.play.session import STOCK, Session
from solitaire_core.games import PEAKS_GAMES as GAMES

LINE = [str(move) for move in solve(Deal("tripeaks", 3)).moves]


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def begin(game="tripeaks", number=3, *, scoring=None, marks=True, clock=None, **options):
    """A session of a deal."""
    start = Deal(game, number, **options).start(scoring)
    return Session(
        start,
        next_game=lambda: Deal(game, number + 1, **options).start(scoring),
        clock=clock or Clock(),
        marks=marks,
    )


def controls(*arguments, **options):
    return Controls(begin(*arguments, **options))


def press(controls, *keys):
    for key in keys:
        controls.press(key)


def type_(controls, text):
    press(controls, *text, "enter")


def state(session):
    """All of a game that a player can tell apart."""
    game = session.game
    return game.code(), game.score, game.chain, game.best_chain, game.move_stack


def lose(session):
    """Turn the whole stock, then take what fits to the end."""
    while session.game.stock_left:
        assert session.turn()
    while session.outcome is None:
        assert session.take(min(session.fitting))
    assert not session.outcome.won


# ---- moves, undo, redo -------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["chain", "run10", "hogue"])
def test_a_line_is_played_undone_and_done_again(scoring):
    session = begin(scoring=scoring)
    twin = Deal("tripeaks", 3).start(scoring)
    states = [state(session)]
    for move in LINE:
        assert session.play(move)
        twin.push(move)
        states.append(state(session))
        assert (session.game, session.game.score) == (twin, twin.score)
    assert session.outcome.won
    assert session.stars == 3
    for before in states[-2::-1]:
        assert session.undo()
        assert state(session) == before
    assert not session.undo()
    for after in states[1:]:
        assert session.redo()
        assert state(session) == after
    assert not session.redo()
    assert session.start == Deal("tripeaks", 3).start()


def test_a_move_ends_what_can_be_done_again_and_a_refused_one_does_not():
    session = begin()
    session.turn()
    session.turn()
    session.undo()
    assert session.undone == 1
    assert not session.play("KC")
    assert not session.take(0)
    assert session.undone == 1
    assert session.turn()
    assert session.undone == 0
    assert not session.redo()


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("9H", "Took 9H (+1)."),
        ("turn", "Turned 8D."),
        ("QH", "QH: it does not go on 8H."),
        ("7x", "'7x' is no move: write a card, such as 7H, or turn."),
        ("??", "'??' is no move: write a card, such as 7H, or turn."),
    ],
)
def test_what_is_told_of_a_move(move, told):
    session = begin()
    session.play(move)
    assert session.message.text == told
    assert (session.message.kind == "bad") == (session.game.ply == 0)


def test_chains_and_costs_are_told():
    session = begin(scoring="hogue")
    for move in LINE:
        session.play(move)
        if session.game.chain > 2:
            break
        if move == "turn":
            assert session.message.text.endswith(" (-5).")
    assert session.message.text.endswith("(+3), 3 in a row.")


def test_no_answer_tells_where_a_hidden_card_is():
    session = begin()
    session.play("9H")
    seen = set(session.game.visible().tableau)
    hidden = [Card(code) for code in range(52) if Card(code) not in seen]
    assert len(hidden) == 52 - 9
    for card in hidden:
        assert not session.play(str(card))
        assert session.message.text == f"There is no {card} face up in the tableau."


def test_places_that_cannot_be_taken():
    session = begin()
    session.take(0)
    assert session.message.text == "That card lies face down."
    session.play("9H")
    session.take(24)
    assert session.message.text == "That card is gone."
    golf = begin("golf", 7)
    golf.take(0)
    assert golf.message.text == "9H: the card is covered."
    assert state(golf)[-1] == []


def test_the_stock_runs_out():
    session = begin()
    lose(session)
    before = state(session)
    assert not session.turn()
    assert session.message.text == "The stock is empty."
    assert state(session) == before


# ---- restart, new, the clock -------------------------------------------------------------


def test_restart_and_new():
    session = begin()
    par = session.par
    for move in LINE[:9]:
        session.play(move)
    session.undo()
    session.restart()
    assert state(session) == state(begin())
    assert (session.undone, session.game.ply, session.par) == (0, 0, par)
    session.new()
    assert session.game == Deal("tripeaks", 4).start()
    assert session.par != par
    session.play("turn")
    session.restart()
    assert session.game == session.start == Deal("tripeaks", 4).start()


def test_a_game_that_cannot_be_found_leaves_this_one_alone():
    def fail():
        raise ValueError("none of them can be won")

    session = Session(Deal("tripeaks", 3).start(), next_game=fail, clock=Clock())
    session.turn()
    session.new()
    assert session.message.text == "None of them can be won."
    assert session.game.ply == 1


def test_the_clock_runs_from_the_first_move_to_the_end():
    clock = Clock()
    session = begin(clock=clock)
    clock.now += 50
    assert session.seconds == 0
    for move in LINE[:-1]:
        session.play(move)
        clock.now += 1
    assert session.seconds == len(LINE) - 1
    session.play(LINE[-1])
    clock.now += 1000
    assert session.seconds == len(LINE) - 1
    session.undo()
    clock.now += 5
    assert session.seconds == len(LINE) + 4
    session.redo()
    clock.now += 1000
    assert session.seconds == len(LINE) + 4
    session.restart()
    clock.now += 1000
    assert session.seconds == 0


@pytest.mark.parametrize("level", Run10.LEVELS)
def test_the_total_of_run10(level):
    clock, scoring = Clock(), Run10(level=level)
    session = begin(scoring=scoring, clock=clock)
    assert session.time_limit == scoring.time_limit
    for move in LINE[:-1]:
        session.play(move)
        clock.now += 1
    assert session.total == session.game.score
    session.play(LINE[-1])
    seconds = len(LINE) - 1
    bonus = 2 * (scoring.time_limit - seconds)
    assert session.total == (session.game.score + bonus) * scoring.multiplier
    assert begin().time_limit is None


def test_stars_and_total_of_a_lost_game():
    session = begin(number=2, wrap=False, scoring=Run10(level="hard"))
    lose(session)
    assert session.game.score > 0
    assert (session.stars, session.total) == (0, 3 * session.game.score)


# ---- par ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scoring"), [("tripeaks", "chain"), ("tripeaks", "run10"), ("golf", "golf")]
)
def test_par_is_what_the_solver_and_the_casual_player_say(game, scoring):
    session = begin(game, 2, scoring=scoring)
    start = Deal(game, 2).start(scoring)
    session.turn()
    par = session.par
    assert par.best_of_any == solve(start, objective="best").value
    assert par.best == solve(start, objective="best-clear").value
    assert par.worst == solve(start, objective="worst-clear").value
    games = playouts(start, 1000, "casual")
    assert par.mean == games["score"].mean()
    assert par.clear_rate == games["won"].mean()


def test_par_is_worked_out_once_and_late(monkeypatch):
    calls = []
    monkeypatch.setattr(module, "par", lambda start: calls.append(start) or object())
    session = begin()
    session.play("turn")
    session.restart()
    assert calls == []
    assert session.par is session.par
    session.restart()
    assert session.par
    assert len(calls) == 1


# ---- hints -------------------------------------------------------------------------------


def test_a_hint_names_a_move_and_points_at_it():
    session = begin()
    for move in LINE[:12]:
        session.play(move)
    before = state(session)
    session.hint()
    found = hint(session.game, "visible", worlds=20)
    assert session.message.text.removesuffix(".").lower() == found.text.lower()
    place = session.game.place_of(found.move)
    assert session.cursor == (STOCK if place is None else place)
    assert state(session) == before


def test_a_hint_does_not_depend_on_what_is_hidden():
    deck = [str(card) for card in Deal("tripeaks", 7).cards]
    told, best = set(), set()
    for seed in range(8):
        hidden = deck[:18] + deck[29:]
        random.Random(seed).shuffle(hidden)
        start = PeaksGame(GAMES["tripeaks"], hidden[:18] + deck[18:29] + hidden[18:])
        best.add(hint(start).move)
        session = Session(start, next_game=begin, clock=Clock())
        session.hint()
        told.add((session.message.text, session.cursor))
    assert len(told) == 1
    assert len(best) == 2  # whoever knew the hidden cards would not always say the same


def test_whether_a_game_can_be_won_and_the_way_back():
    session = begin()
    session.ask()
    assert session.message.kind == "good"
    assert session.message.text.startswith("It can still be won: ")
    table = WinTable(session.start)
    winnable = [0]
    while session.outcome is None and table.can_win(session.game):
        session.turn()
        if table.can_win(session.game):
            winnable.append(session.game.ply)
    session.turn()
    ply = session.game.ply
    assert session.outcome is None
    session.ask()
    back = winnable[-1]
    assert session.message.text == (
        f"It cannot be won any more; it could after move {back} (b goes back {ply - back} moves)."
    )
    assert session.back()
    assert (session.game.ply, session.undone) == (back, ply - back)
    assert table.can_win(session.game)
    assert session.message.text == f"Back by {ply - back} moves: here it can be won."
    assert not session.back()
    assert session.game.ply == back
    while session.redo():
        pass
    assert session.game.ply == ply


def test_lost_is_not_the_same_as_not_to_be_won_any_more():
    session = begin()
    lose(session)
    session.ask()
    assert session.message.text.startswith("It is lost; it could be won after move ")
    session.hint()
    assert session.message.text == "The game is over."
    assert session.back()
    assert session.outcome is None


def test_a_deal_that_could_never_be_won():
    session = begin(number=2, wrap=False)
    session.turn()
    told = "this deal could not be won from its start on."
    session.ask()
    assert session.message.text.endswith(told)
    assert not session.back()
    assert session.message.text.lower() == told
    assert session.game.ply == 1


def test_a_game_that_is_won():
    session = begin()
    for move in LINE:
        session.play(move)
    session.ask()
    assert session.message.text == "The game is won."
    assert not session.turn()
    assert session.message.text == "The game is won."


# ---- the cursor --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("marks", [True, False])
def test_the_cursor_reaches_all_that_can_be_chosen(game, marks):
    session = begin(game, 7, marks=marks)
    for _ in range(8):
        choices = session.fitting if marks else session.uncovered
        for direction in ("left", "right"):
            reached = set()
            for _ in range(len(choices) + 1):
                session.move_cursor(direction)
                reached.add(session.cursor)
            assert reached == choices | {STOCK}
        session.cursor = STOCK
        session.move_cursor("down")
        assert session.cursor == STOCK
        session.move_cursor("up")
        assert (session.cursor == STOCK) == (not choices)
        for _ in range(9):
            session.move_cursor("down")
        assert session.cursor == STOCK
        session.move_cursor("left")
        if not session.act():
            session.turn()
    assert session.game.ply == 8


def test_up_goes_to_the_nearest_card_of_a_higher_row():
    session = begin(marks=False)
    for move in LINE[:20]:
        session.play(move)
    spots = session.game.rules.layout.spots
    rows = sorted({spots[place][0] for place in session.uncovered})
    assert len(rows) > 1
    session.cursor = STOCK
    session.move_cursor("up")
    for row in reversed(rows):
        assert spots[session.cursor][0] == row
        session.move_cursor("up")
    assert spots[session.cursor][0] == rows[0]


def test_the_cursor_stays_near_and_undo_brings_it_back():
    session = begin(marks=False)
    place = session.game.place_of("9H")
    session.take(place)
    assert abs(session.cursor - place) == 1
    session.cursor = 18
    session.undo()
    assert session.cursor == place


def test_marks_decide_where_the_cursor_goes():
    session = begin()
    assert session.cursor == session.game.place_of("9H")
    session.toggle_marks()
    session.move_cursor("left")
    assert session.cursor == session.game.place_of("3D")
    session.toggle_marks()
    assert session.cursor == session.game.place_of("9H")


# ---- the last line -----------------------------------------------------------------------


def test_the_summary_names_the_deal():
    session = begin(wrap=False)
    session.turn()
    assert session.summary() == (
        "stopped after 1 move, score 0, 28 cards left: tripeaks wrap=false sc1:3"
    )
    assert str(Deal.from_text(session.summary().split(": ", 1)[1])) == "tripeaks wrap=false sc1:3"
    session = begin()
    for move in LINE:
        session.play(move)
    assert session.summary() == (
        f"won after 41 moves, score {session.game.score}, 10 left in the stock:"
        " tripeaks wrap=true sc1:3"
    )
    position = PeaksGame.from_code(Deal("tripeaks", 3).start().code())
    session = Session(position, next_game=begin, clock=Clock())
    lose(session)
    assert PeaksGame.from_code(session.summary().split(": ", 1)[1]) == position


# ---- keys --------------------------------------------------------------------------------


def test_keys():
    play = controls()
    press(play, "enter")
    assert [str(move) for move in play.session.game.move_stack] == ["9H"]
    press(play, "t", " ")
    assert [str(move) for move in play.session.game.move_stack][:2] == ["9H", "turn"]
    assert play.session.game.ply == 3
    press(play, "u", "u")
    assert play.session.game.ply == 1
    press(play, "r")
    assert play.session.game.ply == 2
    press(play, "m")
    assert not play.session.marks
    press(play, "h")
    assert play.session.message.text
    press(play, "H")
    assert "won" in play.session.message.text
    press(play, "x", "delete", "\x00")
    assert play.session.game.ply == 2


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *((text, "9H") for text in ("9H", "9h", "9♥", ":9h", ":9H")),
        *((text, "QS") for text in ("QS", "Qs", "qs", "qS", ":qs")),
        *((text, "AS") for text in ("AS", "As", "as", ":as")),
        *((text, "TH") for text in ("10H", "10h", "TH", "Th", ":th")),
        *((text, "JC") for text in ("JC", "jc", ":jc")),
        *((text, "KC") for text in ("KC", "kc", "Kc")),
    ],
)
def test_every_rank_can_be_typed(text, card):
    # The card alone in a row, and another one that does not fit.
    top = {"9H": "TD", "QS": "KD", "AS": "2D", "TH": "JD", "JC": "QD", "KC": "QD"}[card]
    first = [card, *(c for c in ("5C", "5S") if c != card), top]
    rest = [str(Card(code)) for code in range(52) if str(Card(code)) not in first]
    cards = [*rest[:18], card, "5C", "5S", *rest[18:25], top, *rest[25:]]
    start = PeaksGame(GAMES["tripeaks"], cards)
    play = Controls(Session(start, next_game=begin, clock=Clock()))
    play.session.cursor = STOCK  # where Enter by itself would turn
    press(play, *text)
    assert play.session.game.ply == 0
    press(play, "enter")
    assert [str(move) for move in play.session.game.move_stack] == [card]
    assert play.typed == ""


def test_turn_can_be_typed_letter_by_letter():
    play = controls()
    assert play.session.game.stock_left == 23
    for number in range(1, 24):
        type_(play, "turn")
        assert [str(move) for move in play.session.game.move_stack] == ["turn"] * number
        assert play.asking is None
    before = state(play.session)
    type_(play, "turn")
    assert state(play.session) == before
    press(play, "u")
    type_(play, ":turn")
    assert state(play.session) == before


def test_new_after_turn_undo_redo_asks_at_the_second_key():
    play = controls()
    press(play, "t", "u", "r", "n")
    assert play.asking is None
    press(play, "n")
    assert play.asking == "new"


def test_a_line_of_moves_stops_where_it_is_wrong():
    play = controls()
    type_(play, f":{' '.join(LINE[:5])} KC turn")
    assert [str(move) for move in play.session.game.move_stack] == LINE[:5]
    assert play.session.message.kind == "bad"
    type_(play, ":undo, undo")
    assert play.session.game.ply == 3
    type_(play, ":redo")
    assert play.session.game.ply == 4
    type_(play, ":nonsense")
    assert "'nonsense' is no move" in play.session.message.text
    type_(play, ":")
    type_(play, ":restart")
    assert play.session.game.ply == 0
    type_(play, ":quit")
    assert play.quitting


def test_a_hint_stays_while_a_move_is_typed():
    play = controls()
    press(play, "h")
    told = play.session.message
    press(play, *"9h")
    assert told.text
    assert play.session.message == told


def test_what_is_typed_can_be_changed():
    play = controls()
    press(play, *"9c", "backspace", "h")
    assert play.typed == "9h"
    press(play, "left", "enter")
    assert play.session.game.ply == 1
    press(play, *"7h", "escape")
    assert play.typed == ""
    press(play, "7", "backspace", "t")
    assert play.session.game.ply == 2
    press(play, ":", *"x" * 1000)
    assert len(play.typed) == 400


def test_a_pasted_line():
    play = controls()
    play.paste("\n".join(LINE))
    assert play.session.game.ply == 0
    press(play, "enter")
    assert play.session.outcome.won
    play.paste("x" * 1000)
    assert len(play.typed) == 400


@pytest.mark.parametrize(("key", "name"), [("a", "restart"), ("R", "restart"), ("n", "new")])
def test_a_game_in_play_is_not_given_up_at_once(key, name):
    play = controls()
    press(play, "t")
    for other in ("escape", "enter", "x", "u", "t"):
        press(play, key)
        assert play.asking == name
        press(play, other)
        assert (play.asking, play.session.game.ply, play.typed) == (None, 1, "")
    for answer in (key, "y"):
        press(play, key, answer)
        assert play.session.game.ply == 0
        assert (play.session.start == Deal("tripeaks", 3).start()) == (name == "restart")
        play = controls()
        press(play, "t")


def test_where_nothing_is_given_up_nothing_is_asked():
    play = controls()
    press(play, "n")
    assert play.session.start == Deal("tripeaks", 4).start()
    press(play, "R")
    assert play.asking is None
    lose(play.session)
    press(play, "a")
    assert play.session.game.ply == 0


def test_quitting():
    play = controls()
    press(play, "q")
    assert (play.asking, play.quitting) == ("quit", False)
    press(play, "n")
    assert (play.asking, play.quitting) == (None, False)
    press(play, "q", "q")
    assert play.quitting
    play = controls()
    play.paste(" ".join(LINE))
    press(play, "enter", "q")
    assert play.quitting


def test_any_key_closes_the_help_and_does_nothing_else():
    for key in ("t", "q", "escape", "?", "enter"):
        play = controls()
        press(play, "?")
        assert play.help
        press(play, key)
        assert (play.help, play.session.game.ply, play.asking) == (False, 0, None)


def test_the_table_can_be_seen_at_the_end():
    play = controls()
    press(play, "escape")
    assert not play.looking
    play.paste(" ".join(LINE))
    press(play, "enter", "escape")
    assert play.looking
    press(play, "escape")
    assert not play.looking
    press(play, "escape", "u")
    assert not play.looking


def test_clicks():
    play = controls()
    play.click(None)
    play.click(18)
    assert play.session.message.text == "QH: it does not go on 8H."
    play.click(play.session.game.place_of("9H"))
    play.click(STOCK)
    assert [str(move) for move in play.session.game.move_stack] == ["9H", "turn"]
    play.click("undo")
    assert play.session.game.ply == 1
    press(play, "7")
    play.click(STOCK)
    assert (play.typed, play.session.game.ply) == ("", 2)
    play.click("help")
    assert play.help
    play.click(STOCK)
    assert (play.help, play.session.game.ply) == (False, 2)
    play.click("restart")
    assert play.asking == "restart"
    press(play, "y")
    assert play.session.game.ply == 0
    play.click("restart")
    assert play.asking is None


def test_a_suit_after_a_clicked_name_is_no_card():
    play = controls()
    press(play, "t", "q", "x")
    play.click("quit")
    press(play, "h")
    assert (play.typed, play.asking) == ("", None)
