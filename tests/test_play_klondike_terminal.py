"""Games of the Klondike family on a pseudo-terminal, as a player sees them."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from klondike_boards import board
from solitaire_core import Deal, KlondikeGame
from solitaire_core.cli.play.klondike.places import places_of
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from test_cli import run
from test_play_terminal import Terminal, shown

pytestmark = pytest.mark.host

KLONDIKE = KLONDIKE_FAMILY["klondike"]
READY = "h hint  v view"
NEARLY_WON = KlondikeGame(
    KLONDIKE, board(KLONDIKE, ["KC", "KD QD QC"], "JC JD KH KS")
).code()  # fmt: skip


def identity(terminal):
    """The deal that the line printed at the end names."""
    return terminal.last_lines[0].split(": ", 1)[1]


def click(terminal, game, place, line):
    terminal.click(places_of(game.rules).left[place] + 2, line)


def test_a_game_is_played_in_every_way():
    with Terminal("klondike", 7) as terminal:
        terminal.wait(READY)
        terminal.wait("Klondike  sc1:7  draw 1")
        terminal.send("TC t5>t6\r", "10♣ from pile 5 to pile 6, which turned up 8♣.")
        terminal.send("u", "Undone: 10♣ from pile 5 to pile 6.")
        terminal.send("r", "Redone: 10♣ from pile 5 to pile 6.")
        terminal.send("t", "2 moves")
        terminal.send("turn\r", "3 moves")
        terminal.send("t6>t5\r", "Nothing goes from t6 to t5.")
        terminal.send("3\x1b", "Arrows and Enter move cards")
        terminal.send("h", ": ")
        terminal.send("H", " be won")
        terminal.send("m", "m marks off")
        terminal.send("m", "m marks on")
        terminal.send("?", "Any key goes on.")
        terminal.send("x", lambda: "Any key goes on." not in terminal.text)
        terminal.send("a", "Restart this deal?")
        terminal.send("a", "The same deal from the start.")
        terminal.wait("0 moves")
        # With the arrows: pile 5 is under the cursor, pile 6 takes its card.
        terminal.send("\r", "10♣ in hand: where to?")
        terminal.send("\x1b[C", "┃J♦   ┃")
        terminal.send("\r", "10♣ from pile 5 to pile 6, which turned up 8♣.")
        terminal.send("q", "Quit this game?")
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.last_lines == [
            "stopped after 1 move, 0 of 52 cards home: klondike draw=1 passes=0 sc1:7",
            "",
        ]
        assert Deal.from_text(identity(terminal)) == Deal("klondike", 7)


def test_the_mouse():
    game = Deal("klondike", 7).start()
    with Terminal("klondike", 7) as terminal:
        terminal.wait(READY)
        column, line = terminal.find("10♣")
        terminal.click(column, line)
        terminal.wait("10♣ in hand: where to?")
        click(terminal, game, "t6", 8)  # a card that lies face down: any of the pile will do
        terminal.wait("10♣ from pile 5 to pile 6, which turned up 8♣.")
        terminal.click(*terminal.find("u undo"))
        terminal.wait("Undone")
        # Twice on the same card sends it where it can go.
        terminal.click(*terminal.find("10♣"))
        terminal.wait("10♣ in hand: where to?")
        terminal.click(*terminal.find("10♣"))
        terminal.wait("10♣ from pile 5 to pile 6, which turned up 8♣.")
        click(terminal, game, "s", 2)
        terminal.wait("Turned ")
        terminal.click(*terminal.find("q quit"))
        terminal.wait("Quit this game?")
        terminal.send("y")
        assert terminal.end() == 0


def test_a_game_is_won():
    with Terminal("--code", NEARLY_WON) as terminal:
        terminal.wait("Klondike  a position  draw 1")
        terminal.send(":qc\r", "Q♣ from pile 1 home.")
        terminal.send("F", "Won!")
        terminal.wait("4 moves, pass 1, ")
        terminal.wait("Vegas: $208")
        terminal.send("\x1b", lambda: "Won!" not in terminal.text)
        terminal.send("\x1b", "Won!")
        terminal.send("u", lambda: "Won!" not in terminal.text)
        terminal.send("r", "Won!")
        terminal.click(*terminal.find("q quit"))
        assert terminal.end() == 0
        assert terminal.last_lines[0].startswith("won after 4 moves, 52 of 52 cards home: klondike")
        assert KlondikeGame.from_code(identity(terminal)) == KlondikeGame.from_code(NEARLY_WON)


def test_a_game_is_lost():
    lost = board(KLONDIKE, ["2C 4S", "2D 4C", "2H 6C", "2S 6S", "8C", "8S", "... | TS"], "AC")
    with Terminal("--code", KlondikeGame(KLONDIKE, lost).code()) as terminal:
        terminal.wait("Lost: no card can be played.")
        terminal.send("n", "A new deal, at random")
        terminal.send("\x03")
        assert terminal.end() == 130


def test_ctrl_c_leaves_at_once():
    with Terminal("klondike", 7, "--draw", 3, "--passes", 3, "--no-worrying-back") as terminal:
        terminal.wait("pass 1/3")
        terminal.send("t", "Turned ")
        terminal.send("\x03")
        assert terminal.end() == 130
        assert terminal.last_lines[1:] == ["\rinterrupted", ""]
        deal = Deal.from_text(identity(terminal))
        assert deal == Deal("klondike", 7, draw=3, passes=3, worrying_back=False)


@pytest.mark.parametrize("name", KLONDIKE_FAMILY)
def test_every_game_without_a_number(name):
    with Terminal(name) as terminal:
        terminal.wait(READY)
        terminal.send(":deal\r" if KLONDIKE_FAMILY[name].stock == "deal" else ":turn\r", "1 move")
        terminal.wait("Dealt a card" if KLONDIKE_FAMILY[name].stock == "deal" else "Turned ")
        terminal.send("qq")
        assert terminal.end() == 0
        deal = Deal.from_text(identity(terminal))
        assert deal.rules == KLONDIKE_FAMILY[name]
        assert deal.number < 1_000_000


def test_ascii():
    with Terminal("tripleharp", 7, "--ascii") as terminal:
        terminal.wait("*JD *")
        terminal.wait(READY)
        terminal.send("t", "Turned ")
        terminal.send("qq")
        assert terminal.end() == 0
        assert terminal.written.isascii()


def test_colours():
    with Terminal("klondike", 7, "--no-mark") as terminal:
        terminal.wait("m marks off")
        terminal.wait(READY)  # the last line: all others have been drawn
        cell = {}
        for card in ("2♥", "2♣"):
            column, line = terminal.find(card)
            cell[card] = terminal.screen.buffer[line][column]
        assert (cell["2♥"].fg, cell["2♥"].bg) == ("d70000", "ffffff")
        assert (cell["2♣"].fg, cell["2♣"].bg) == ("000000", "ffffff")
        column, line = terminal.find(shown("KD"))
        assert terminal.screen.buffer[line][column].bg == "ffaf00"  # under the cursor
        column, line = terminal.find("░░░░░")
        assert terminal.screen.buffer[line][column].bg == "00005f"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("klondike 7", "play needs a terminal, and stdin is none"),
        ("klondike", "play needs a terminal, and stdin is none"),
        ("klondike 7 --scoring run10", "--scoring goes with the peaks family"),
        ("klondike 7 --open", "--open goes with the peaks family"),
        ("klondike 7 --wrap", "--wrap goes with the peaks family"),
        ("klondike 7 --no-wrap", "--no-wrap goes with the peaks family"),
        ("klondike 7 --rule strict", "--rule goes with the peaks family"),
        ("klondike 7 --by-columns", "--by-columns goes with the peaks family"),
        ("tripeaks 7 --draw 3", "--draw goes with the Klondike family, not with tripeaks"),
        ("eternal-triangle 7 --draw 3", "--draw does not go with eternal-triangle"),
        ("klondike --numbering ms", "--numbering goes with NUMBER"),
        ("klondike x", "no deal number: 'x'"),
    ],
)
def test_mistakes(line, message):
    code, out, err = run("play", *line.split())
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_help_of_the_command_speaks_of_both_families():
    code, out, _ = run("play", "--help")
    assert code == 0
    for words in ("Peaks family:", "Klondike family:", "tripleharp", "--worrying-back"):
        assert words in out
