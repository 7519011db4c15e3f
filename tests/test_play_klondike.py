"""A game of the Klondike family as it is being played, and what keys and clicks do to it."""

import random

import pytest

from klondike_boards import RUNS, board
from solitaire_core import Deal, KlondikeGame
from solitaire_core.cli.play.klondike.controls import KlondikeControls
from solitaire_core.cli.play.klondike.places import places_of
from solitaire_core.cli.play.klondike.reading import read_move, split_moves
from solitaire_core.cli.play.klondike.session import KlondikeSession
from solitaire_core.cli.play.klondike.table import Held
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.hints import Hint, Reason

KLONDIKE = KLONDIKE_FAMILY["klondike"]


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def sit(start, **options):
    return KlondikeControls(
        KlondikeSession(start, next_game=Deal("klondike", 8).start, clock=Clock(), **options)
    )


def deal(name="klondike", number=7, **options):
    return sit(Deal(name, number, **options).start())


def runs(**options):
    """The position RUNS."""
    return sit(KlondikeGame(KLONDIKE, RUNS), **options)


def press(controls, *keys):
    for key in keys:
        controls.press(key)


def type_(controls, text):
    press(controls, *text, "enter")


def told(controls):
    return controls.session.message.text


def made(controls):
    return [str(move) for move in controls.session.game.move_stack]


# ---- picking up and putting down ---------------------------------------------------------


def test_enter_picks_the_longest_run_that_goes_somewhere_then_fewer_then_none():
    play = runs()
    session = play.session
    assert session.cursor == "t0"
    press(play, "enter")
    assert (session.held, session.aims) == (Held("t0", 4), {"t1"})
    assert told(play) == "TH and 3 cards on it in hand: where to? Esc puts back."
    press(play, " ")
    assert (session.held, session.aims) == (Held("t0", 1), {"t2"})
    press(play, "enter")
    assert session.held is None
    assert made(play) == []


def test_up_and_down_hold_more_or_fewer():
    play = runs()
    press(play, "enter", "down")
    assert play.session.held == Held("t0", 3)
    press(play, "down", "down", "down", "up")
    assert play.session.held == Held("t0", 2)
    press(play, "up", "up")
    assert play.session.held == Held("t0", 4)
    # There is no more: up leads to the upper row, where these cannot go.
    press(play, "up")
    assert (play.session.held, play.session.cursor) == (Held("t0", 4), "t0")


def test_what_is_held_goes_to_the_place_under_the_cursor():
    play = runs()
    press(play, "enter", "right")
    assert play.session.cursor == "t1"
    press(play, "enter")
    assert made(play) == ["TH t0>t1*4"]
    assert told(play) == "TH and 3 more from pile 0 to pile 1, which turned up 3D."
    assert (play.session.held, play.session.cursor) == (None, "t1")


def test_escape_puts_back():
    play = runs()
    press(play, "enter", "right", "escape")
    assert play.session.held is None
    assert told(play) == "Put back."
    press(play, "escape")
    assert not play.quitting


def test_the_cursor_goes_to_what_can_be_done_or_everywhere():
    play = runs()
    session = play.session
    assert session.choices == {"t0", "t1", "t3", "t4", "w", "s"} - {"t4"}
    seen = []
    for _ in range(5):
        seen.append(session.cursor)
        press(play, "right")
    assert seen == ["t0", "t1", "t3", "s", "w"]
    press(play, "up")
    assert session.cursor == "s"
    press(play, "right", "down")
    assert session.cursor in ("t1", "t3")
    press(play, "m")
    assert session.choices == set(session.places.all)
    for _ in session.places.all:
        press(play, "left")
        seen.append(session.cursor)
    assert set(session.places.all) <= set(seen)


def test_a_pile_that_changes_its_place_alone_is_not_counted():
    # The king of pile 4 can go to the empty pile 6, and nothing would have changed.
    play = runs()
    assert "KH t4>t6" in play.session.game.legal_moves
    assert not any(held.place == "t4" for held in play.session.options)
    type_(play, "4>6")
    assert made(play) == ["KH t4>t6"]


def test_what_cannot_be_put_down_stays_in_hand():
    play = runs(marks=False)
    press(play, "enter")
    for place, words in (
        ("t2", "TH and 3 more from pile 0 to pile 2: it does not go on 8H."),
        ("t6", "TH and 3 more from pile 0 to pile 6: only a king goes on an empty pile."),
        ("f2", "Cards go to the foundations one at a time."),
        ("w", "Nothing goes on the waste."),
    ):
        play.session.cursor = place
        press(play, "enter")
        assert told(play) == words
        assert play.session.message.kind == "bad"
        assert play.session.held == Held("t0", 4)
    assert made(play) == []


def test_cards_come_back_from_the_foundations():
    start = board(KLONDIKE, ["3C", "... | KD"], "2D AH")
    play = sit(KlondikeGame(KLONDIKE, start))
    play.click(("f1", 1))
    assert play.session.held == Held("f1", 1)
    play.click(("f2", 1))
    assert told(play) == "No card goes from a foundation to another."
    play.click(("t0", 1))
    assert made(play) == ["2D f>t0"]
    type_(play, "0>f")
    type_(play, "f>0")
    assert made(play)[1:] == ["2D t0>f", "2D f>t0"]


# ---- the mouse ---------------------------------------------------------------------------


def test_a_click_picks_a_card_with_those_on_it_and_a_click_drops_them():
    play = runs()
    play.click(("t0", 4))
    assert play.session.held == Held("t0", 4)
    play.click(("t1", 1))
    assert made(play) == ["TH t0>t1*4"]


def test_a_second_click_sends_home_or_to_a_pile():
    play = runs()
    for target in (("t3", 1), ("t3", 1), ("w", 1), ("w", 1), ("t0", 4), ("t0", 4)):
        play.click(target)
    assert made(play) == ["AC t3>f", "2H w>f", "TH t0>t1*4"]


def test_clicks_that_pick_nothing():
    play = runs()
    for target, words in (
        (("t0", 6), "That card lies face down."),
        (("t0", 3), "9S goes nowhere with those on it."),
        (("t6", 0), "There is no card."),
        (("f1", 1), "There is no card."),
        (("t2", 1), "8H goes nowhere."),
    ):
        play.click(target)
        assert (told(play), play.session.held) == (words, None)
    play.click(("t0", 1))
    play.click(("t3", 1))  # no aim, but a card that can be picked up
    assert play.session.held == Held("t3", 1)
    play.click(("s", 1))
    assert (made(play), play.session.held) == (["turn"], None)


def test_the_names_of_keys_are_clicked():
    play = runs()
    play.click("auto")
    assert made(play) == ["AC t3>f", "2H w>f"]
    play.click("undo")
    assert made(play) == ["AC t3>f"]
    play.click("help")
    assert play.help
    play.click(("t0", 4))
    assert not play.help
    assert play.session.held is None


# ---- keys --------------------------------------------------------------------------------


def test_undo_redo_restart_and_new():
    play = deal()
    press(play, "t", "t", "u")
    assert told(play) == "Undone: turn."
    assert play.session.undone == 1
    press(play, "r")
    assert (made(play), play.session.undone) == (["turn"] * 2, 0)
    press(play, "r")
    assert told(play) == "There is nothing to redo."
    press(play, "a")
    assert play.asking == "restart"
    press(play, "x")
    assert made(play) == ["turn"] * 2
    press(play, "a", "a")
    assert (made(play), play.session.game) == ([], Deal("klondike", 7).start())
    press(play, "u")
    assert told(play) == "There is nothing to undo."
    press(play, "n")
    assert play.session.game == Deal("klondike", 8).start()
    assert "nobody knows" in told(play)


def test_home_and_auto():
    play = runs()
    play.session.cursor = "t3"
    press(play, "f")
    assert made(play) == ["AC t3>f"]
    play.session.cursor = "s"
    press(play, "f")
    assert made(play)[1:] == ["2H w>f"]
    press(play, "f")
    assert told(play) == "3C from the waste home: no foundation waits for it."
    play = runs()
    press(play, "F")
    assert made(play) == ["AC t3>f", "2H w>f"]
    assert told(play) == "2 cards went to the foundations."
    press(play, "F")
    assert play.session.message.kind == "bad"


def test_the_stock_in_every_way():
    play = deal("klondike", 7, draw=3, passes=2)
    play.session.cursor = "s"
    press(play, *["enter"] * 9)
    assert made(play) == [*["turn"] * 8, "redeal"]
    press(play, *["t"] * 9)
    assert made(play)[9:] == ["turn"] * 8
    assert told(play) == "No further pass is allowed."
    play = deal("small-triangle")
    press(play, "t", "t", "t", "t", "t")
    assert made(play) == ["deal"] * 4
    assert told(play) == "The stock is empty."


def test_the_hint_goes_by_what_is_seen():
    play = runs()
    for words, move in (
        ("AC from pile 3 home: no card can want it any more.", "AC t3>f"),
        ("2H from the waste home: no card can want it any more.", "2H w>f"),
        ("JC from pile 1 to pile 5: it joins two runs.", None),
    ):
        if move is None:
            press(play, "h")
            assert "it turns a card face up" in told(play)
            continue
        press(play, "h")
        assert told(play) == words
        type_(play, move)


def test_whether_it_can_be_won():
    # One card is left to go home; then all are there.
    play = sit(KlondikeGame(KLONDIKE, board(KLONDIKE, ["KC"], "QC KD KH KS")))
    press(play, "H")
    assert told(play) == "It can still be won: KC from pile 0 home."
    assert play.session.cursor == "t0"
    type_(play, "0>f")
    press(play, "H")
    assert told(play) == "The game is won."


def test_how_far_back_it_could_be_won():
    # The jack has to be played before the queen is turned, which covers it for good.
    final = KLONDIKE.with_options({"worrying_back": False, "passes": 1})
    play = sit(KlondikeGame(final, board(final, ["KC"], "TC KD KH KS", stock="JC QC")))
    press(play, "t", "t", "H")
    assert told(play) == "It cannot be won; it could after move 1 (1 move back)."
    play = sit(KlondikeGame(final, board(final, ["KC"], "TC KD KH KS", waste="JC QC")))
    press(play, "H")
    assert told(play) == "It cannot be won, and no earlier position is known that could."


def test_what_was_not_found_out(monkeypatch):
    found = Hint(None, None, Reason.TURN_FIRST, "")
    monkeypatch.setattr("solitaire_core.cli.play.klondike.session.hint", lambda *_, **__: found)
    play = deal("tripleharp")
    press(play, "H")
    assert told(play) == "Whether it can still be won was not found out."
    back = Hint(None, False, Reason.NO_WIN_LEFT, "", 2)
    monkeypatch.setattr("solitaire_core.cli.play.klondike.session.hint", lambda *_, **__: back)
    press(play, "t", "t", "t", "H")
    assert told(play) == "It cannot be won; it could after move 2 (1 move back)."


def test_a_hint_never_sends_a_run_to_and_fro():
    play = sit(KlondikeGame(KLONDIKE, board(KLONDIKE, ["TH 9S", "TD", "... | 5C"], stock="KC")))
    # The nine could change tens for ever: the stock is turned instead.
    assert {"9S t0>t1"} <= {str(move) for move in play.session.game.legal_moves}
    press(play, "h")
    assert told(play) == "Turn the stock: nothing in sight is better now."


# ---- what is typed -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("TH t0>t1*4", ["TH t0>t1*4"]),
        ("TH t0>t1", ["TH t0>t1*4"]),
        ("t0>t1", ["TH t0>t1*4"]),
        ("0>1", ["TH t0>t1*4"]),
        ("t0>t1*4", ["TH t0>t1*4"]),
        ("0>2", ["7C t0>t2"]),
        ("7C", ["7C t0>t2"]),
        ("10H", ["TH t0>t1*4"]),
        ("jc", ["JC t1>t5"]),
        ("ac", ["AC t3>f"]),
        ("w>f", ["2H w>f"]),
        ("3>f", ["AC t3>f"]),
        (":ac 2h, 0>1 turn", ["AC t3>f", "2H w>f", "TH t0>t1*4", "turn"]),
        (":ac t3>f 2h w>f", ["AC t3>f", "2H w>f"]),
        ("turn", ["turn"]),
        ("turn turn", ["turn"]),
        (":turn redeal t", ["turn", "redeal", "turn"]),
    ],
)
def test_moves_are_typed(text, moves):
    play = runs()
    type_(play, text)
    assert made(play) == moves
    assert play.typed == ""
    assert play.asking is None


@pytest.mark.parametrize("name", ["deal", "turn", "redeal"])
def test_words_that_begin_with_commands(name):
    play = deal("small-triangle" if name == "deal" else "klondike")
    if name == "redeal":
        type_(play, f":{'turn ' * 24}")
        press(play, "u", "r")
    before = made(play)
    type_(play, name)
    assert made(play) == [*before, name]
    assert play.session.undone == 0


def test_a_move_that_begins_with_t_takes_back_nothing_that_was_there():
    play = runs()
    press(play, "t", "u")
    assert play.session.undone == 1
    press(play, *"t0>")
    assert (made(play), play.typed, play.session.undone) == ([], "t0>", 1)
    press(play, "escape", "r")
    assert made(play) == ["turn"]
    # A turn, then something else, is a turn.
    press(play, "t", "right", "0")
    assert made(play) == ["turn", "redeal"]


def test_f_begins_a_move_from_the_foundations():
    play = sit(KlondikeGame(KLONDIKE, board(KLONDIKE, ["3C", "2S", "... | KD"], "2D AH AS")))
    play.session.cursor = "t1"
    type_(play, "f>t0")
    assert made(play) == ["2D f>t0"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("KC", "There is no KC that can move."),  # in the stock
        ("3D", "There is no 3D that can move."),  # face down
        ("9S", "There is no 9S that can move."),  # in the middle of a run
        ("0>4", "Nothing goes from t0 to t4."),
        ("0>1*3", "No run of 3 goes from t0 to t1."),
        ("TH 0>3", "TH from pile 0 to pile 3: it does not lie there on t0."),
        ("3D 0>1*5", "3D and 4 more from pile 0 to pile 1: t0 has no 5 cards face up."),
        ("7x", "'7x' is no move: write 3>7, w>f, QH t3>t7*4, or turn."),
        ("0>", "'0>' is no move: write 3>7, w>f, QH t3>t7*4, or turn."),
        (":deal", "The stock is turned to a waste."),
        (":redeal", "The stock is not empty."),
    ],
)
def test_moves_that_are_refused(text, words):
    play = runs()
    type_(play, text)
    assert (told(play), made(play)) == (words, [])


def test_a_line_is_split_into_moves():
    assert split_moves(":qh t3>t7*4,turn 3>7  AS: kd") == ["qh t3>t7*4", "turn", "3>7", "AS", "kd"]
    assert split_moves("AS 3>7 3>f") == ["AS 3>7", "3>f"]
    assert split_moves("AS, 3>7") == ["AS", "3>7"]


@pytest.mark.parametrize("name", KLONDIKE_FAMILY)
def test_every_legal_move_can_be_typed(name):
    random_ = random.Random(name)
    game = Deal(name, 11).start()
    for _ in range(60):
        moves = list(game.legal_moves)
        if not moves:
            break
        for move in moves:
            assert read_move(str(move), game) == move
            assert read_move(str(move).lower(), game) == move
        game.push(random_.choice(moves))


def test_two_cards_that_could_come_back():
    start = board(KLONDIKE, ["3C", "... | KD"], "2D 2H")
    play = sit(KlondikeGame(KLONDIKE, start))
    type_(play, ":f>0")
    assert told(play).startswith("Which card? Write it before, as in 2")
    type_(play, ":2h f>0")
    assert made(play) == ["2H f>t0"]


# ---- states ------------------------------------------------------------------------------


def test_a_game_is_won_and_its_clock_stops():
    start = board(KLONDIKE, ["KC", "KD QC"], "JC QD KH KS")
    clock = Clock()
    session = KlondikeSession(KlondikeGame(KLONDIKE, start), next_game=None, clock=clock)
    play = KlondikeControls(session)
    type_(play, ":qc")
    clock.now += 5
    press(play, "F")
    assert session.outcome.won
    clock.now += 50
    assert session.seconds == 5
    press(play, "escape")
    assert play.looking
    press(play, "u")
    assert (session.outcome, play.looking) == (None, False)
    press(play, "q", "q")
    assert play.quitting


def test_a_game_is_lost():
    # No pile takes anything, and there is no stock.
    start = board(KLONDIKE, ["2C 4S", "2D 4C", "2H 6C", "2S 6S", "8C", "8S", "... | TS"], "AC")
    play = sit(KlondikeGame(KLONDIKE, start))
    assert play.session.outcome is not None
    assert not play.session.outcome.won
    press(play, "h")
    assert told(play) == "The game is over."
    assert play.session.summary().startswith("lost after 0 moves, 1 of 52 cards home: klondike1 ")


def test_the_summary_names_the_deal():
    play = deal("klondike", 7, draw=3)
    press(play, "t")
    line = play.session.summary()
    assert line == "stopped after 1 move, 0 of 52 cards home: klondike draw=3 passes=0 sc1:7"
    assert Deal.from_text(line.partition(": ")[2]) == Deal("klondike", 7, draw=3)


@pytest.mark.parametrize("name", KLONDIKE_FAMILY)
def test_random_keys_and_clicks_do_what_undo_takes_back(name):
    random_ = random.Random(name)
    play = deal(name, 3)
    session, start = play.session, Deal(name, 3).start()
    places = places_of(start.rules).all
    keys = ["left", "right", "up", "down", "enter", " ", *"ttfFhm"]
    for _ in range(150):
        if random_.random() < 0.4:
            play.click((random_.choice(places), random_.randrange(4)))
        else:
            press(play, random_.choice(keys))
        assert session.cursor in places
        assert session.held is None or session.held.cards <= 13
        if session.marks and session.outcome is None:
            assert session.cursor in session.choices
    assert session.game.ply > 5
    final = session.game.copy()
    moves = session.game.ply
    for _ in range(moves):
        assert session.undo()
    assert session.game == start
    for _ in range(moves):
        assert session.redo()
    assert session.game == final
