"""Positions and bars as text: boards as literals, and what holds for every layout."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import GAMES, Card, Deal, Layout, PeaksGame, PeaksRules, solve
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.rendering import bar, draw, has_colour, spans, spell


def board(text):
    """A literal whose lines begin with a bar, as the lines that it stands for."""
    return "\n".join(line.strip()[1:] for line in text.strip().splitlines())


# Lines that win.
TRIPEAKS_3 = (
    "turn turn QD JD turn turn 5D 6H 5S 4S 3H 2C 3D turn QH JS TD 9H 8C 7H 6D 5C turn 9S TC "
    "9C turn KD AC 2D 3C 4D turn turn turn KC QS turn turn turn 7S"
)
GOLF_5_WRAP = (
    "turn 2S 3D 4D 5H 4S turn turn 7D 8H turn TH JS QD KC AH turn 7C 6S 7H 8C 9D TS 9C turn "
    "4C 3C 2H AC KS AD 2C 3S 2D 3H turn turn turn 9S turn 6H turn turn JC QS JD QH"
)


def played(deal, moves):
    """The position after some moves."""
    game = deal.start()
    for move in moves:
        game.push(move)
    return game


def test_a_dealt_board():
    game = Deal("tripeaks", 7).start()
    assert draw(game) == board(
        """
        |        ▒▒          ▒▒          ▒▒
        |      ▒▒  ▒▒      ▒▒  ▒▒      ▒▒  ▒▒
        |    ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒
        |  5♠  8♣  A♥  J♦  T♣  T♥  4♥  2♣  2♥  K♦
        |
        |  waste  K♣
        |  stock  23 ▒▒
        """
    )
    assert draw(game, ascii=True) == board(
        """
        |        ##          ##          ##
        |      ##  ##      ##  ##      ##  ##
        |    ##  ##  ##  ##  ##  ##  ##  ##  ##
        |  5S  8C  AH  JD  TC  TH  4H  2C  2H  KD
        |
        |  waste  KC
        |  stock  23 ##
        """
    )


def test_a_board_in_the_middle_of_the_game():
    game = played(Deal("tripeaks", 3), TRIPEAKS_3.split()[:26])
    assert draw(game) == board(
        """
        |        ▒▒          ▒▒          ▒▒
        |       ·  A♣      ▒▒  ▒▒      3♣   ·
        |     ·   ·   ·   ·  K♦   ·   ·   ·   ·
        |   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
        |
        |  waste  9♣
        |  stock  17 ▒▒
        """
    )
    assert draw(game, ascii=True, show_all=True) == board(
        """
        |       (4D)        (QS)        (7S)
        |       .  AC     (2D)(KC)     3C   .
        |     .   .   .   .  KD   .   .   .   .
        |   .   .   .   .   .   .   .   .   .   .
        |
        |  waste  9C
        |  stock  17 QC 2S 2H AD 7D 3S 8S KH 9D AS 7C 4H
        |            JC 4C 5H TH 6C
        """
    )


def test_golf():
    assert draw(Deal("golf", 617, "pysol").start(), ascii=True) == board(
        """
        |  7D  AD  5C  3S  5S  8C  2D
        |  AH  TD  7S  QD  AC  6D  8H
        |  AS  KH  TH  QC  3H  9D  6S
        |  8D  3D  TC  KD  5H  9S  3C
        |  8S  7H  4D  JS  4C  QS  9C
        |
        |  waste  9H
        |  stock  16 ##
        """
    )
    assert draw(played(Deal("golf", 5, wrap=True), GOLF_5_WRAP.split()[:25])) == board(
        """
        |   ·  3♥  J♣  Q♥  9♠  A♦  3♠
        |   ·  3♣  K♠  J♦  2♦  A♣  2♣
        |   ·   ·   ·  Q♠   ·   ·  2♥
        |   ·   ·   ·  6♥   ·   ·   ·
        |   ·   ·   ·  4♣   ·   ·   ·
        |
        |  waste  5♠
        |  stock  10 ▒▒
        """
    )


def test_four_peaks_with_every_card_shown():
    assert draw(Deal("four-peaks", 3).start(), show_all=True) == board(
        """
        |       (4♦)        (Q♠)        (7♠)        (9♣)
        |     (A♣)(2♦)    (K♣)(3♣)    (T♣)(T♦)    (4♠)(2♣)
        |   (5♣)(K♦)(9♠)(6♦)(7♥)(8♣)(Q♥)(6♥)(5♠)(J♦)(J♠)(3♦)
        |  9♥  3♥  Q♦  5♦  8♥  8♦  J♥  A♥  6♠  K♠  T♠  Q♣  2♠
        |
        |  waste  2♥
        |  stock  14 A♦ 7♦ 3♠ 8♠ K♥ 9♦ A♠ 7♣ 4♥ J♣ 4♣ 5♥
        |            T♥ 6♣
        """
    )


def test_a_cleared_board_and_an_empty_stock():
    game = played(Deal("tripeaks", 3), TRIPEAKS_3.split())
    assert game.outcome().won
    assert draw(game, ascii=True) == board(
        """
        |         .           .           .
        |       .   .       .   .       .   .
        |     .   .   .   .   .   .   .   .   .
        |   .   .   .   .   .   .   .   .   .   .
        |
        |  waste  7S
        |  stock  10 ##
        """
    )
    game = Deal("golf", 1).start()
    for _ in range(16):
        game.push("turn")
    assert draw(game).endswith("\n  stock  empty")
    assert draw(game, show_all=True) == draw(game)


def test_what_pieces_are():
    game = played(Deal("tripeaks", 3), TRIPEAKS_3.split()[:26])
    lines = spans(game)
    assert lines[1][:4] == [("      ", "label"), (" ·", "gone"), ("  ", "label"), ("A♣", "black")]
    assert ("▒▒", "back") in lines[0]
    assert ("K♦", "red") in lines[2]
    assert lines[4] == []
    assert lines[5] == [("  waste  ", "label"), ("9♣", "black")]
    assert lines[6] == [("  stock  ", "label"), ("17 ", "label"), ("▒▒", "back")]
    assert ("(4♦)", "back") in spans(game, show_all=True)[0]


def test_single_cards():
    assert spell(Card("TH")) == ("T♥", "red")
    assert spell(Card("TD"), ascii=True) == ("TD", "red")
    assert spell(Card("AS")) == ("A♠", "black")
    assert spell(Card("KC"), ascii=True) == ("KC", "black")
    assert spell(Card("??")) == ("▒▒", "back")
    assert spell(Card("??"), ascii=True) == ("##", "back")


@pytest.mark.parametrize("name", PEAKS_GAMES)
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("show_all", [False, True])
def test_every_game_fits_80_columns_at_every_moment(name, ascii, show_all):
    game = Deal(name, 3).start()
    moves = solve(game).moves or ["turn"] * game.stock_left
    for move in [None, *moves]:
        if move is not None:
            game.push(move)
        text = draw(game, ascii=ascii, show_all=show_all)
        lines = text.splitlines()
        assert max(map(len, lines)) <= 80
        assert lines == [line.rstrip() for line in lines]
        assert text.isascii() or not ascii
        joined = [
            "".join(t for t, _ in line) for line in spans(game, ascii=ascii, show_all=show_all)
        ]
        assert joined == lines
        if not show_all:
            assert draw(game.visible(), ascii=ascii) == text


def test_marks_and_a_hint():
    game = Deal("tripeaks", 7).start()
    lines = draw(game, ascii=True, marks=True, hint="AH").splitlines()
    assert lines[3] == "  5S  8C >AH< JD  TC  TH  4H  2C  2H  KD"
    assert lines[-1] == "  stock  23[##]"
    assert draw(game.visible(), marks=True) == draw(game, marks=True)
    assert draw(game, hint=next(iter(game.legal_moves))) == draw(game, hint="AH")
    every, shown = (
        draw(game, ascii=True, show_all=True, marks=marks).splitlines()[-2]
        for marks in ((), ["turn"])
    )
    assert every.startswith("  stock  23 JC 4C KH") and shown.startswith("  stock  23[JC]4C KH")
    assert len(every) == len(shown)
    game = Deal("klondike", 7).start()
    for _ in range(4):
        game.push("turn")
    lines = draw(game, ascii=True, marks=True, hint="TC t5>t6").splitlines()
    assert lines[0] == "  stock  20[##]  waste  4  JC 4C KH"
    assert lines[-2] == "                     >TC< ##"


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_all_that_marks_add(name):
    """Every move has its card in a frame, and cards stay in their columns."""
    game = Deal(name, 3).start()
    for ply in range(60):
        moves = list(game.legal_moves)
        if not moves:
            break
        for ascii in (False, True):
            plain, marked = draw(game, ascii=ascii), draw(game, ascii=ascii, marks=True)
            assert re.sub(r"[][]", " ", marked).split() == plain.split()
            hinted = draw(game, ascii=ascii, hint=moves[-1])
            assert hinted.count(">") == hinted.count("<") == 1
            same = draw(game, ascii=ascii, marks=[moves[-1]])
            assert same.replace("[", ">").replace("]", "<") == hinted
            for before, after in zip(plain.splitlines(), marked.splitlines(), strict=True):
                assert after.translate({ord("["): " ", ord("]"): " "}).rstrip() == before
        game.push(moves[ply * 5 % len(moves)])


def test_marks_that_are_not_there():
    game = Deal("tripeaks", 7).start()
    for move in ("AS", "9H"):
        with pytest.raises(ValueError, match=f"takes {move}, which does not lie face up"):
            draw(game, marks=[move])
    with pytest.raises(ValueError, match="no move"):
        draw(game, hint="XX")
    klondike = Deal("klondike", 7).start()
    for move in ("KS t5>t6", "TC t12>t1", "TC w>t1", "AC f>t1"):
        with pytest.raises(ValueError, match="does not lie there"):
            draw(klondike, hint=move)
    with pytest.raises(TypeError, match="name the moves to mark"):
        draw(klondike.visible(), marks=True)
    golf = Deal("golf", 1).start()
    for _ in range(16):
        golf.push("turn")
    with pytest.raises(ValueError, match="the stock, which is empty"):
        draw(golf, hint="turn")


def test_all_cards_face_up():
    game = Deal("tripeaks", 7, open=True).start()
    assert "#" not in draw(game, ascii=True).split("waste")[0]
    assert draw(game, ascii=True).splitlines()[0] == "        9H          7C          3D"


def test_the_other_order_of_dealing():
    game = Deal("golf", 7, by_columns=True).start()
    column = [line.split()[0] for line in draw(game, ascii=True).splitlines()[:5]]
    assert column == [str(card) for card in game.cards()[:5]]
    peaks = PeaksRules("two", Layout("two", [[1], []], [0], by_columns=[1, 0]), by_columns=True)
    shown = draw(Deal(peaks, 0).start(), ascii=True, show_all=True).splitlines()
    assert shown[:2] == [" (TH)", "  KC"]


def test_unknown_cards_stay_unknown():
    cards = [*["??"] * 18, *map(str, Deal("tripeaks", 7).cards[18:])]
    game = PeaksGame(GAMES["tripeaks"], cards)
    assert draw(game, ascii=True) == draw(Deal("tripeaks", 7).start(), ascii=True)
    assert "(##)" in draw(game, ascii=True, show_all=True)


@given(
    spots=st.lists(st.tuples(st.integers(-3, 6), st.floats(-20, 20)), min_size=1, max_size=51),
    face_down=st.sets(st.integers(0, 50)),
    show_all=st.booleans(),
)
def test_no_card_of_any_layout_is_lost(spots, face_down, show_all):
    """Wherever cards lie, even on one another, each is drawn once and apart from the rest."""
    cards = len(spots)
    layout = Layout(
        "any", [[] for _ in spots], [place for place in face_down if place < cards], spots
    )
    game = Deal(PeaksRules("any", layout), 1).start()
    text = draw(game, ascii=True, show_all=show_all).split("\n\n")[0]
    assert len(text.splitlines()) == len({row for row, _ in spots})
    # Nothing covers anything: every card is face up.
    assert sorted(text.split()) == sorted(map(str, game.cards()[:cards]))


def test_a_card_half_over_another_stands_two_columns_beside_it():
    layout = Layout("odd", [[], [], []], spots=[(0, 2.0), (1, 1.5), (1, 4.0)])
    game = Deal(PeaksRules("odd", layout), 0).start()
    assert draw(game, ascii=True).splitlines()[:2] == ["    KC", "  TH        9C"]


def test_what_cannot_be_drawn():
    game = Deal("tripeaks", 7).start()
    with pytest.raises(TypeError, match="show_all takes a game"):
        draw(game.visible(), show_all=True)
    with pytest.raises(TypeError, match="not Deal"):
        draw(Deal("tripeaks", 7))
    with pytest.raises(TypeError, match="not str"):
        spans("tripeaks")


def test_bars():
    assert [bar(value, 8, 4) for value in (0, 1, 4, 5, 8)] == ["", "▌", "██", "██▌", "████"]
    assert [bar(value, 8, 4, ascii=True) for value in (0, 1, 4, 8)] == ["", "#", "##", "####"]
    assert bar(1, 10**6, 20) == "▏"
    assert bar(1, 10**6, 20, ascii=True) == "#"
    assert bar(0, 0, 20) == ""


@given(most=st.integers(1, 10**12), width=st.integers(1, 100), data=st.data())
def test_bars_grow_with_what_they_stand_for(most, width, data):
    low, high = sorted(data.draw(st.tuples(st.integers(0, most), st.integers(0, most))))
    for ascii in (False, True):
        short, long = bar(low, most, width, ascii=ascii), bar(high, most, width, ascii=ascii)
        assert len(short) <= len(long) <= width
        assert (short == "") == (low == 0)
        assert len(bar(most, most, width, ascii=ascii)) == width


@pytest.mark.parametrize(("value", "most", "width"), [(-1, 5, 5), (6, 5, 5), (1, 5, 0)])
def test_bars_that_cannot_be(value, most, width):
    with pytest.raises(ValueError, match="a bar"):
        bar(value, most, width)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ascii", [False, True])
def test_colours_are_all_that_a_coloured_board_adds(name, ascii):
    game = Deal(name, 3).start()
    text = draw(game, ascii=ascii, colour=True)
    assert re.sub("\x1b\\[[0-9]*m", "", text) == draw(game, ascii=ascii)
    assert "\x1b[34m" in text
    assert text.count("\x1b[") % 2 == 0


def test_colours_where_the_terminal_has_them(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    game = Deal("tripeaks", 7).start()
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert draw(game, colour=None) == draw(game)  # stdout of a test is no terminal
    monkeypatch.setattr("sys.stdout", Terminal())
    assert draw(game, colour=None) == draw(game, colour=True) != draw(game)
    assert draw(game, colour=False) == draw(game)
    monkeypatch.setenv("NO_COLOR", "")
    assert has_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert draw(game, colour=None) == draw(game)
    assert "\x1b" in draw(game, colour=True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not has_colour()
    monkeypatch.delenv("TERM")
    assert not has_colour(io.StringIO())
    monkeypatch.setattr("sys.stdout", None)
    assert not has_colour()
