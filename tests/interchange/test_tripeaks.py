"""The rows of cards that TriPeaks solvers read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import GAMES, UNKNOWN, Deal, PeaksGame, find_rules
from solitaire_core.interchange import read_tripeaks, write_tripeaks
from strategies import decks, odd_text

TEXT = """\
9h 7c 3d
6d 3s Td Ts 9c Qs
5h 4d 7d Ad 3c 6s 2s 4s Qh
5s 8c Ah Jd Tc Th 4h 2c 2h Kd
Kc
Jc 4c Kh Qd Js 8s 6h Ks 7h 8h Jh As 5c 5d 6c 2d 9s Qc 9d 3h 7s Ac 8d
"""


def test_a_deal_as_it_is_written():
    game = Deal("tripeaks", 7).start()
    assert write_tripeaks(game) == TEXT
    assert read_tripeaks(TEXT).code() == game.code()
    assert read_tripeaks(TEXT.encode()) == game


def test_rows_lie_where_they_are_drawn():
    game = read_tripeaks(TEXT)
    tableau = list(map(str, game.cards()[:28]))
    assert tableau[:3] == ["9H", "7C", "3D"]
    assert game.place_of("5S") == 18
    assert str(game.top) == "KC"
    game.push("turn")
    assert str(game.top) == "JC"


@given(decks, st.sets(st.integers(0, 51)), st.booleans())
def test_every_deal_comes_back(deck, unknown, wrap):
    # The card of the waste and the bottom row are seen, so they are known.
    cards = [UNKNOWN if i in unknown and not 18 <= i <= 28 else card for i, card in enumerate(deck)]
    game = PeaksGame(find_rules("tripeaks", wrap=wrap), cards)
    found = read_tripeaks(write_tripeaks(game), game.rules)
    assert found.code() == game.code()
    assert write_tripeaks(found) == write_tripeaks(game)


@pytest.mark.parametrize(
    "text",
    [
        TEXT.upper(),
        TEXT.replace("T", "10"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace(" ", " \t ").replace("\n", "  \n\n\n"),
        "\n      " + TEXT.rstrip(),
        TEXT.replace("Kh", "Kh\n").replace("Ks", "\n\nKs"),
        TEXT.replace("d", "♦").replace("s", "♠"),
        "\ufeff" + TEXT,
    ],
)
def test_blanks_and_spellings(text):
    assert read_tripeaks(text.encode()) == Deal("tripeaks", 7).start()


@pytest.mark.parametrize(
    "old, new, message",
    [
        (TEXT, "", "row 1: line 1, column 1: expected 3 cards, found the end of the text"),
        ("9h 7c 3d", "9h 7c", "row 1: line 1, column 6: expected card 3 of 3, found the end of"),
        ("3d\n", "3d 6d\n", "row 1: line 1, column 10: expected the end of the line after 3 car"),
        ("Td Ts", "Td XX", "row 2, card 4: line 2, column 10: expected a card (such as Jd, or ??)"),
        ("Td Ts", "Td 9h", "line 2, column 10: expected a card that is not there yet, found '9h' "
         "(row 1, card 1)"),
        (" Kd\n", "\n", "row 4: line 4, column 27: expected card 10 of 10, found the end of the l"),
        ("Kc\n", "Kc Jc\n", "the waste: line 5, column 4: expected the end of the line after 1 ca"),
        ("Kc\n", "", "the waste: line 5, column 4: expected the end of the line after 1 card"),
        ("8d\n", "\n", "the stock: line 7, column 1: expected card 23 of 23, found the end of"),
        ("8d\n", "8d ??\n", "the stock: line 6, column 70: expected the end of the line after 23"),
        ("8d\n", "8d\n??\n", "after the stock: line 7, column 1: expected the end of the text"),
        ("Ac 8d", "Ac 9h", "the stock, card 23: line 6, column 67"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(old, new, message):
    wrong = TEXT.replace(old, new, 1)
    assert wrong != TEXT
    with pytest.raises(ValueError) as caught:
        read_tripeaks(wrong)
    assert message in str(caught.value)


def test_other_layouts_and_later_positions():
    with pytest.raises(ValueError, match="golf has not the three peaks"):
        read_tripeaks(TEXT, GAMES["golf"])
    with pytest.raises(ValueError, match="golf has not the three peaks"):
        write_tripeaks(Deal("golf", 7).start())
    with pytest.raises(TypeError, match="rules are PeaksRules, not KlondikeRules"):
        read_tripeaks(TEXT, GAMES["klondike"])
    with pytest.raises(TypeError, match="read from text, not from int"):
        read_tripeaks(3)
    game = Deal("tripeaks", 7).start()
    game.push("turn")
    with pytest.raises(ValueError, match="taken or turned cannot be written"):
        write_tripeaks(game)
    with pytest.raises(ValueError, match="not UTF-8 text \\(byte 2\\)"):
        read_tripeaks(b"9\xff")
    with pytest.raises(ValueError, match="at most 1000000 characters"):
        read_tripeaks(" " * 1_000_001)


@given(
    st.binary()
    | odd_text().map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.tuples(st.integers(0, len(TEXT)), st.integers(0, 9), odd_text(6)).map(
        lambda cut: (TEXT[: cut[0]] + cut[2] + TEXT[cut[0] + cut[1] :]).encode(
            "utf-8", "surrogatepass"
        )
    )
)
def test_anything_is_a_deal_or_a_value_error(data):
    try:
        game = read_tripeaks(data)
    except ValueError:
        return
    assert read_tripeaks(write_tripeaks(game)) == game
