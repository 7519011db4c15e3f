"""The screen of a game of the Klondike family: what is drawn, and that it always fits."""

import random
import re
import unicodedata
from collections import Counter
from dataclasses import replace

import pytest

from klondike_boards import board
from solitaire_core import Card, Deal, KlondikeGame, Limits
from solitaire_core.cards import UNKNOWN
from solitaire_core.cli.play.canvas import Piece
from solitaire_core.cli.play.faces import ASCII, SYMBOLS, UNICODE, pretty
from solitaire_core.cli.play.keyboard import QUESTIONS
from solitaire_core.cli.play.klondike.controls import KlondikeControls
from solitaire_core.cli.play.klondike.places import is_pile, places_of
from solitaire_core.cli.play.klondike.rows import rows_of
from solitaire_core.cli.play.klondike.screen import ROOM, draw_screen
from solitaire_core.cli.play.klondike.session import KlondikeSession
from solitaire_core.cli.play.klondike.table import Held
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY

KLONDIKE = KLONDIKE_FAMILY["klondike"]
KEYS = ["left", "right", "up", "down", "enter", "escape", *"  ttffFuraHhmmv?n"]

both = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
every_game = pytest.mark.parametrize("name", KLONDIKE_FAMILY)

RUN = "KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC"
"""The longest run that there is."""


def sit(start, *, marks=True, now=0.0):
    return KlondikeControls(
        KlondikeSession(start, next_game=start.copy, clock=lambda: now, marks=marks)
    )


def deal(name="klondike", number=7, **options):
    return sit(Deal(name, number, **options).start())


def by_hand(rules, *arguments, **more):
    return sit(KlondikeGame(rules, board(rules, *arguments, **more)))


def drawn(play, signs=UNICODE):
    """The lines of a screen, checked for what has to hold of all of them."""
    screen = draw_screen(play, signs)
    lines = ["".join(piece.text for piece in line) for line in screen]
    assert [len(line) for line in lines] == [80] * 24
    for char in set("".join(lines)):
        assert char.isprintable()
        assert unicodedata.east_asian_width(char) not in "WF"
        assert char.isascii() or (signs is UNICODE and char in SYMBOLS)
    return lines


def cells(play, signs=UNICODE):
    """Every character of the screen with its style and its target, by line and column."""
    return [
        [Piece(char, piece.style, piece.target) for piece in line for char in piece.text]
        for line in draw_screen(play, signs)
    ]


def column(play, place, signs=UNICODE, lines=None):
    """The lines of a pile between its upper and its lower edge."""
    places = places_of(play.session.game.rules)
    left = places.left[place]
    found = [line[left : left + places.pile_width] for line in (lines or drawn(play, signs))[5:21]]
    edge = next(i for i, text in enumerate(found) if text[1:3] in ("──", "--"))
    sides = {border[3] for border in (signs.plain, signs.fits, signs.cursor)}
    for text in found[:edge]:
        assert text[0] in sides | {signs.here}
        assert text[-1] in sides
    return [text[1:-1].strip() for text in found[:edge]]


def check(play, signs):
    """What has to hold of every screen of a game in play without a box over it."""
    lines, session = drawn(play, signs), play.session
    told = pretty(session.message.text, signs)
    assert lines[-3].strip() == told
    assert len(told) <= 78
    if play.asking:
        assert lines[-2].strip() == QUESTIONS[play.asking]
    view, signs_of = session.game.visible(), set(signs.plain + signs.fits + signs.cursor)
    for number, pile in enumerate(view.piles):
        if pile:
            rows = column(play, f"t{number}", signs, lines)
            assert len(rows) <= ROOM
            assert rows[-1].strip("".join(signs_of)) == pretty(str(pile[-1]), signs)
    assert re.search(r"\bq quit\s*$", lines[-1])


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch):
    """Whether a game can still be won is asked often here, and the answer is no matter."""
    monkeypatch.setattr("solitaire_core.cli.play.klondike.session.LIMITS", Limits(nodes=100))


# ---- it fits, whatever happens -----------------------------------------------------------


@both
@every_game
def test_every_screen_of_a_walk_fits(name, signs):
    random_ = random.Random(f"{name} {signs.ascii}")
    longest = 0
    for number in (3, 2**64 - 1):
        play = deal(name, number)
        places = places_of(play.session.game.rules)
        for _ in range(120):
            shape = random_.random()
            if shape < 0.4 and play.session.outcome is None:
                moves = list(play.session.game.legal_moves)
                play.session.play(str(random_.choice(moves)))
            elif shape < 0.6:
                play.click((random_.choice(places.all), random_.randrange(6)))
            else:
                play.press(random_.choice(KEYS))
            if play.help or play.viewing or (play.session.outcome and not play.looking):
                drawn(play, signs)
            else:
                check(play, signs)
            longest = max(longest, *map(len, play.session.game.visible().piles))
    assert longest >= 7


@both
@pytest.mark.parametrize(
    ("name", "piles"),
    [
        ("klondike", ["9H 8H 7H 6H 5H 4H | " + RUN, "... | 2S"]),
        ("triple-klondike", ["9H 8H 7H 6H 5H 4H 9H 8H 7H 6H 5H 4H | " + RUN, "... | 2S"]),
        ("tripleharp", ["9H 8H 7H 6H 5H 4H 9H 8H 7H 6H 5H | " + RUN, "... | 2S"]),
        ("eternal-triangle", ["9H 8H 7H 6H 5H 4H KS QS JS TS 9S 8S 7S 6S 5S " + RUN, "2S ..."]),
        ("triple-triangle", ["... " + RUN]),
        ("hypotenuse", ["... | 2S 9S 8S 7S 6S 5S 4S 9S 8S 7S 6S 5S 4S " + RUN]),
        ("big-harp", ["... | 2S 9S 8S " + RUN]),
    ],
)
def test_the_longest_piles_fit(name, piles, signs):
    play = by_hand(KLONDIKE_FAMILY[name], piles)
    for key in ("", "m", "right", "right", "m", "enter", "down", "up", "up"):
        play.press(key)
        check(play, signs)
    rows = column(play, "t0", signs)
    assert pretty("KC", signs) in " ".join(rows)
    assert len(rows) >= ROOM - 2
    play.press("escape")
    play.session.cursor = "t0"
    play.press("v")
    assert "Any key goes on." in "\n".join(drawn(play, signs)[:21])


@both
@every_game
def test_no_box_is_too_small_for_its_text(name, signs):
    play = deal(name)
    plain = signs.plain
    for key, last in (("?", "Any key goes on."), ("v", "Any key goes on.")):
        play.session.cursor = "t6"
        play.press(key)
        lines = [line for line in drawn(play, signs)[1:21] if line.strip()]
        top = next(line for line in lines if f"{plain[1] * 40}" in line)
        left = top.index(f"{plain[0]}{plain[1] * 40}")
        right = top.index(plain[2], left + 1)
        inside = []
        for line in lines[lines.index(top) + 1 :]:
            if line[left + 1] == plain[1]:
                break
            assert line[left] == line[right] == plain[3]
            assert line[right - 1] == " "
            inside.append(line[left + 1 : right].strip())
        assert inside[-1] == last
        play.press("x")


def test_big_numbers_fit():
    play = sit(Deal("triple-klondike", 10**100, "pysol", draw=3, passes=200).start(), now=0.0)
    play.session._played = 36_000
    for _ in range(300):
        play.session.turn()
    title = drawn(play)[0]
    assert title.startswith(" Triple Klondike  pysol:1000..0000  draw 3  ")
    assert "  300 moves  10:00:00  m marks on " in title
    assert "╰pass 14/200╯" in drawn(play)[3]


# ---- nothing that lies face down is told -------------------------------------------------


def swapped(game, random_):
    """The same position to the eye, with other cards face down and in the stock."""
    found = game.board()
    hidden = [
        *(c for p, d in zip(found.piles, found.face_down, strict=True) for c in p[:d]),
        *found.stock,
    ]
    random_.shuffle(hidden)
    piles = []
    for pile, down in zip(found.piles, found.face_down, strict=True):
        piles.append((*hidden[:down], *pile[down:]))
        del hidden[:down]
    return KlondikeGame(game.rules, replace(found, piles=tuple(piles), stock=tuple(hidden)))


@both
@every_game
def test_frames_of_games_that_look_the_same_are_the_same(name, signs):
    random_ = random.Random(f"{name} {signs.ascii}")
    # H alone asks about all cards.
    keys = ["left", "right", "up", "down", "enter", "escape", *"hm?vx"]
    compared = 0
    for number in range(4):
        game = Deal(name, number).start()
        for _ in range(random_.randrange(25)):
            if game.legal_moves:
                game.push(random_.choice(list(game.legal_moves)))
        one, other = game.copy(), swapped(game, random_)
        if game.outcome() or other.outcome():
            continue
        assert other.visible() == game.visible()
        first, second = sit(KlondikeGame(one.rules, one.board())), sit(other)
        for _ in range(60):
            key = random_.choice(keys)
            # What turns a card up may well tell the two apart.
            if key == "enter" and (first.session.cursor == "s" or first.session.held):
                continue
            first.press(key)
            second.press(key)
            for text in ("", ":9H\n", ":3>4*9\n") if random_.random() < 0.1 else ("",):
                text = text if first.session.game.ply == 0 else ""
                for char in text:
                    first.press("enter" if char == "\n" else char)
                    second.press("enter" if char == "\n" else char)
            if first.session.game.ply:
                break
            assert draw_screen(first, signs) == draw_screen(second, signs)
            compared += 1
    assert compared > 10


def test_face_down_cards_are_drawn_as_backs():
    play = deal()
    assert column(play, "t6") == ["░░░░░"] * 6 + ["J♦"]
    assert column(play, "t6", ASCII) == [":::::"] * 6 + ["JD"]
    for line in cells(play):
        for cell in line:
            if cell.text == "░":
                assert "class:back" in cell.style


# ---- long piles --------------------------------------------------------------------------


def cards(text):
    return [UNKNOWN if word == "??" else Card(word) for word in text.split()]


def texts(rows):
    return [str(row.card) if row.kind == "card" else f"{row.kind} {row.cards}" for row in rows]


def test_a_pile_gives_way_step_by_step():
    run = cards("KC QD JC TD 9C 8D")
    pile = [*cards("?? ?? ?? ?? 4S 9S 2H 3H"), *run]
    whole = ["back 1"] * 4 + ["4S", "9S", "2H", "3H", "KC", "QD", "JC", "TD", "9C", "8D"]
    assert texts(rows_of(pile, 6, 14)) == whole
    assert texts(rows_of(pile, 6, 13)) == ["back 4", *whole[4:]]
    assert texts(rows_of(pile, 6, 11)) == ["back 4", *whole[4:]]
    assert texts(rows_of(pile, 6, 10)) == ["back 4", *whole[4:9], "more 2", *whole[11:]]
    assert texts(rows_of(pile, 6, 10, {4})) == ["back 4", *whole[4:11], "more 2", "8D"]
    below = ["back 4", "more 2", "2H", "3H", "KC", "more 4", "8D"]
    assert texts(rows_of(pile, 6, 7)) == below


def test_a_line_of_a_pile_says_how_deep_it_is():
    pile = cards("?? ?? ?? 4S 9S 2H 3H 2S 3S 4S 5S KC QD JC TD 9C 8D")
    rows = rows_of(pile, 6, 10)
    assert rows[0].depth == 17
    assert sum(row.cards for row in rows) == 17
    for row in rows:
        if row.kind == "card":
            assert pile[-row.depth] == row.card


def test_every_pile_fits_and_shows_its_head_and_its_top():
    random_ = random.Random(7)
    for _ in range(2000):
        size = random_.randrange(1, 60)
        down = random_.randrange(size)
        pile = [UNKNOWN] * down + [Card(random_.randrange(52)) for _ in range(size - down)]
        run = random_.randint(1, min(13, size - down))
        shown = {random_.randint(1, run)}
        rows = rows_of(pile, run, ROOM, shown)
        assert len(rows) <= ROOM
        assert len(rows) == min(size, ROOM) or size > ROOM
        assert sum(row.cards for row in rows) == size
        seen = {row.depth for row in rows if row.kind == "card"}
        assert {1, run, *shown} <= seen
        assert [row.depth for row in rows] == sorted((row.depth for row in rows), reverse=True)


def test_all_cards_of_a_pile_can_be_viewed():
    play = by_hand(KLONDIKE, ["9H 8H 7H 6H 5H 4H | " + RUN, "... | 2S"])
    assert column(play, "t0")[:4] == ["░6", "┃K♣  ┃"[1:-1].strip(), "Q♦", "J♣"]
    play.session.cursor = "t0"
    play.press("v")
    text = "\n".join(drawn(play))
    assert "Pile 0: 6 face down, then" in text
    assert "K♣   Q♦   J♣   10♦  9♣   8♦   7♣   6♦" in text
    assert "9♥" not in text
    play.press("v")
    assert "Pile 0:" not in "\n".join(drawn(play))


# ---- what it looks like ------------------------------------------------------------------


@both
def test_marks_cursor_and_cards_in_hand_have_signs_of_their_own(signs):
    play = by_hand(KLONDIKE, ["4C 3D | TH 9S 8D 7C", "JC", "9C 2D 2C | 8H", "AC", "... | QD"])
    left = play.session.places.left

    def edges(place):
        x = left[place]
        width = play.session.places.pile_width
        return [line[x].text + line[x + width - 1].text for line in cells(play, signs)[5:12]]

    plain, fits, cursor = (border[3] * 2 for border in (signs.plain, signs.fits, signs.cursor))
    assert edges("t0")[:6] == [plain, plain, cursor, plain, plain, fits]
    assert edges("t1")[0] == fits
    play.press("m")
    assert edges("t0")[:6] == [plain, plain, cursor, plain, plain, plain]
    assert edges("t1")[0] == plain
    play.press("m")
    play.press("enter")
    assert [pair[0] for pair in edges("t0")[2:6]] == [signs.here] * 4
    assert edges("t1")[0] == fits
    assert edges("t2")[3] == plain
    play.press("right")
    assert edges("t1")[0] == cursor


def test_every_card_is_clicked_where_it_stands():
    play = by_hand(KLONDIKE, ["4C 3D | TH 9S 8D 7C", "JC", "... | QD"], waste="4H 2H", stock="2S")
    grid, left = cells(play), play.session.places.left
    for number, count in enumerate((6, 5, 4, 3, 2, 1)):
        line = grid[5 + number]
        assert {cell.target for cell in line[left["t0"] : left["t0"] + 7]} == {("t0", count)}
    assert grid[2][left["w"] + 1] == Piece("2", "class:card class:red ", ("w", 1))
    assert grid[2][left["s"] + 3].target == ("s", 1)
    for number in range(4):
        assert grid[2][left[f"f{number}"] + 2].target == (f"f{number}", 1)
    assert grid[5][left["t5"] + 3] == Piece("K", "class:gone ", ("t5", 0))
    bottom = "".join(cell.text for cell in grid[-1])
    assert grid[-1][bottom.index("undo")].target == "undo"
    above = "".join(cell.text for cell in grid[-2])
    assert grid[-2][above.index("all home")].target == "auto"


def test_the_upper_row():
    play = deal("tripleharp")
    play.session.play("turn")
    stock, waste = play.session.game.stock_left, play.session.game.visible().waste
    line = drawn(play)[2]
    assert f"│░{stock} ░│" in line
    shown = "│".join(f"{pretty(str(card), UNICODE):<3}" for card in waste[:2])
    assert f"│{shown}│" in line or f"│{shown}║" in line
    assert pretty(str(waste[2]), UNICODE) in line
    assert "waste 3" in drawn(play)[1]
    rules = KLONDIKE_FAMILY["tripleharp"]
    play = by_hand(rules, ["... | 2S"], "3C AC AC TD 2H")
    assert drawn(play)[2].endswith("│3♣ │A♣ │A♣ │ │10♦│ ♦ │ ♦ │ │2♥ │ ♥ │ ♥ │ │ ♠ │ ♠ │ ♠ │  ")


def test_an_empty_stock_can_be_turned_over_or_not():
    for passes, word in ((0, "again"), (1, "empty")):
        play = deal("klondike", 7, passes=passes)
        for _ in range(24):
            play.session.turn()
        play.looking = True
        assert word in drawn(play)[2]


@every_game
def test_the_help_tells_the_rules_in_use(name):
    play = deal(name)
    play.press("?")
    text = "\n".join(drawn(play))
    rules = play.session.game.rules
    assert ("Any card fills an empty pile." in text) == (rules.empty == "any")
    assert ("Cards move one by one" in text) == (rules.runs == "king-sequences")
    assert ("a card on each pile at a time" in text) == (rules.stock == "deal")
    counts = Counter(
        draw for draw in ("turned a card at a time", "3 cards at a time") if draw in text
    )
    assert len(counts) == (rules.stock == "waste")


# ---- the end -----------------------------------------------------------------------------


@both
def test_the_end_of_a_game_that_is_won(signs):
    play = by_hand(KLONDIKE, ["KC", "KD QC"], "JC QD KH KS")
    play.press("F")
    text = "\n".join(drawn(play, signs))
    for words in ("Won!", "3 moves, pass 1, 0:00", "Vegas: $208"):
        assert words in text
    assert "u undo  a restart  n new  q quit  Esc see the table" in text
    play.press("escape")
    assert "Won!" not in "\n".join(drawn(play, signs))
    big = by_hand(KLONDIKE_FAMILY["small-triangle"], ["KC", "KD QC"], "JC QD KH KS")
    big.press("F")
    text = "\n".join(drawn(big, signs))
    assert "Vegas" not in text
    assert "pass" not in text


@both
def test_the_end_of_a_game_that_is_lost(signs):
    play = by_hand(KLONDIKE, ["2C 4S", "2D 4C", "2H 6C", "2S 6S", "8C", "8S", "... | TS"], "AC")
    assert play.session.outcome
    text = "\n".join(drawn(play, signs))
    assert "Lost: no card can be played." in text
    assert "1 of 52 cards home, 0 moves, pass 1, 0:00" in text
    assert "Vegas: -$47" in text
    targets = {cell.target for line in cells(play, signs) for cell in line}
    assert {"restart", "new", "quit", "undo", "look"} <= targets


def test_foundations_are_places_by_suit():
    play = by_hand(KLONDIKE_FAMILY["tripleharp"], ["4D", "... | 2S"], "3C AC AC TD 2H")
    assert play.session.heights == (3, 1, 1, 10, 0, 0, 2, 0, 0, 0, 0, 0)
    play.session.play("3C f>t0")
    assert play.session.heights[:3] == (2, 1, 1)
    assert play.session.options[Held("t0", 1)].keys() >= {"f0"}
    assert not any(is_pile(place) for place in play.session.places.upper)
