"""The program on a pseudo-terminal, as a player sees it: keys and clicks go in, a screen comes out.

What is waited for is something on the screen; no test depends on how long that takes.
"""

import os
import select
import signal
import subprocess
import sys
import time

import pyte
import pytest

from solitaire_core import Deal, PeaksGame, solve
from solitaire_core.cli.play.geometry import geometry_of
from test_cli import CODE, DECK, environment, run

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import struct
import termios

pytestmark = pytest.mark.host

# Far more than anything takes.
PATIENCE = 120

# The terminal becomes the child's own, so that a change of its size is told to it.
CHILD = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from solitaire_core.cli import main
main()
"""

LINE = [str(move) for move in solve(Deal("tripeaks", 3)).moves]
SYMBOLS = str.maketrans("CDHS", "♣♦♥♠")


class Terminal:
    """The program on a terminal.

    Parameters
    ----------
    *arguments
        What comes behind `play`.
    columns, lines : int
        The size of the terminal.
    **changes
        Variables of the environment.
    """

    def __init__(self, *arguments, columns=80, lines=24, **changes):
        self.main_end, self.child_end = pty.openpty()
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._set_size(columns, lines)
        self.attributes = termios.tcgetattr(self.child_end)
        variables = {
            "TERM": "xterm-256color",
            "PYTHONIOENCODING": "utf-8",
            "NO_COLOR": None,
            "PROMPT_TOOLKIT_COLOR_DEPTH": None,
            **changes,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, "play", *map(str, arguments)],
            stdin=self.child_end,
            stdout=self.child_end,
            stderr=self.child_end,
            start_new_session=True,
            env=environment(**variables),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.main_end)
        os.close(self.child_end)

    def _set_size(self, columns, lines):
        fcntl.ioctl(self.main_end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns, lines):
        # The screen first: what is drawn for the new size must not be read at the old one.
        self.read()
        self.screen.resize(lines, columns)
        self._set_size(columns, lines)

    def read(self, seconds=0.0):
        """Read what has been written so far; whether there was anything."""
        found = False
        while select.select([self.main_end], [], [], 0 if found else seconds)[0]:
            data = os.read(self.main_end, 65536)
            self.written += data
            self.stream.feed(data)
            found = True
        return found

    @property
    def text(self):
        return "\n".join(self.screen.display)

    def wait(self, wanted):
        """Read until a text, or what a function looks for, is on the screen."""
        is_there = wanted if callable(wanted) else lambda: wanted in self.text
        end = time.monotonic() + PATIENCE
        while not is_there():
            if not self.read(0.1) and self.process.poll() is not None and not self.read():
                break
            assert time.monotonic() < end, f"no {wanted!r}:\n{self.text}"
        assert is_there(), f"no {wanted!r}:\n{self.text}"

    def send(self, keys, wanted=None):
        os.write(self.main_end, keys.encode())
        if wanted is not None:
            self.wait(wanted)

    def click(self, column, line):
        """Press and release the left button, as terminals tell it (SGR)."""
        for letter in "Mm":
            self.send(f"\x1b[<0;{column + 1};{line + 1}{letter}")

    def find(self, text):
        """The column and the line where a text stands."""
        for line, shown in enumerate(self.screen.display):
            if text in shown:
                return shown.index(text), line
        raise AssertionError(f"no {text!r}:\n{self.text}")

    def end(self):
        """The exit code, when the terminal is as it was before."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read(0.1)
            assert time.monotonic() < end, f"the program goes on:\n{self.text}"
        self.read()
        assert termios.tcgetattr(self.child_end) == self.attributes
        if b"\x1b[?1049h" in self.written:
            for on, off in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),  # the other screen
                (b"\x1b[?1000h", b"\x1b[?1000l"),  # the mouse
                (b"\x1b[?1006h", b"\x1b[?1006l"),
                (b"\x1b[?25l", b"\x1b[?25h"),  # the cursor
            ):
                assert self.written.rindex(off) > self.written.rindex(on)
        return self.process.returncode

    @property
    def last_lines(self):
        """What was printed when the whole screen had been left."""
        return self.written.rpartition(b"\x1b[?25h")[2].decode().split("\r\n")


def shown(card):
    """A card as it stands on its face."""
    return card.replace("T", "10").translate(SYMBOLS)


@pytest.fixture
def terminal():
    """A game of deal 3 that has begun."""
    with Terminal("tripeaks", 3) as opened:
        opened.wait("H winnable?")
        yield opened


def test_a_game_is_won_by_typed_moves(terminal):
    game = Deal("tripeaks", 3).start()
    for move in LINE:
        terminal.send(f":{move}\r" if move == "turn" else f"{move}\r")
        game.push(move)
        words = (
            f"Turned {shown(str(game.top))}."
            if move == "turn"
            else f"Took {shown(move)} (+{game.chain})"
        )
        # Two turns in a row may show the same words, but never the same counters.
        terminal.wait(
            lambda words=words: (
                words in terminal.text
                and f"Score      {game.score} " in terminal.text
                and f"Stock left {game.stock_left} " in terminal.text
            )
        )
    terminal.wait("Won!  ★ ★ ★")
    terminal.wait(lambda: f"▶ your score {game.score} " in " ".join(terminal.text.split()))
    terminal.wait("best that clears the table")
    terminal.click(*terminal.find("q quit"))
    assert terminal.end() == 0
    assert terminal.last_lines == [
        f"won after 41 moves, score {game.score}, 10 left in the stock: tripeaks wrap=true sc1:3",
        "",
    ]
    assert Deal.from_text(terminal.last_lines[0].split(": ", 1)[1]) == Deal("tripeaks", 3)


def test_a_game_is_lost_and_taken_up_again(terminal):
    terminal.send(f":{' '.join(['turn'] * 23)}\r", "Stock left 0 ")
    game = Deal("tripeaks", 3).start()
    for _ in range(23):
        game.push("turn")
    while game.outcome() is None:
        terminal.send("\r")
        game.push(next(iter(game.legal_moves)))
    terminal.wait("Lost: no card fits, and the stock is empty.")
    terminal.send("H", "It is lost; it could be won")
    terminal.send("b", "here it can be won.")
    assert "Lost" not in terminal.text
    terminal.send("u", "Undone")
    terminal.send("qq")
    assert terminal.end() == 0


def test_keys(terminal):
    assert "┃9♥   ┃" in terminal.text
    terminal.send(" ", "Took 9♥ (+1).")
    terminal.send("t", "Turned 8♦.")
    terminal.send("u", "Undone: turn.")
    terminal.send("r", "Redone: turn.")
    terminal.send("uu", "Undone: 9♥.")
    terminal.send("m", "m marks off")
    terminal.send("\x1b[C", "┃3♥   ┃")
    terminal.send("\x1bOC", "┃Q♦   ┃")
    terminal.send("\x1b[D\x1b[D\x1b[D", "┃3♦   ┃")
    terminal.send("\r", "3♦: it does not go on 8♥.")
    terminal.send("\x1b[B", "┏━━━━━┓  ╭─────╮")
    terminal.send("\r", "Turned 8♦.")
    terminal.send("\x1b[A", "▲")
    terminal.send("m", "m marks on")
    terminal.send("h", "9♥ fits, which saves the stock.")
    terminal.send("H", "It can still be won: ")
    terminal.send("?", "Any key goes on.")
    terminal.send("x", lambda: "Any key goes on." not in terminal.text)
    terminal.send("a", "Restart this deal?")
    terminal.send("a", "Cards left 28")
    terminal.wait("The same deal from the start.")
    terminal.wait("Stock left 23")
    terminal.send("n", "A new deal, which can be won.")
    assert "sc1:3 " not in terminal.text
    terminal.send("q", "Quit this game?")
    terminal.send("y")
    assert terminal.end() == 0
    assert terminal.last_lines[0].startswith("stopped after 0 moves, score 0, 28 cards left: ")
    assert solve(Deal.from_text(terminal.last_lines[0].split(": ", 1)[1])).winnable


def test_typed_text_can_be_changed(terminal):
    terminal.send("9x", "> 9x_")
    terminal.send("\x7f", "> 9_")
    terminal.send("h\r", "Took 9♥")
    terminal.send("7h", "> 7h_")
    terminal.send("\x1b", "Arrows and Enter take a card")
    terminal.send("turn\r", "Stock left 22")
    terminal.send("\x1b[200~turn\nturn\x1b[201~", "> turn turn_")
    terminal.send("\r", "Stock left 20")
    # A key that is bound to nothing types nothing.
    terminal.send("\x1b[15~t", "Stock left 19")


def test_the_mouse(terminal):
    column, line = terminal.find("Q♥")
    terminal.click(column, line)
    terminal.wait("Q♥: it does not go on 8♥.")
    column, line = terminal.find("9♥")
    terminal.click(column + 2, line + 2)
    terminal.wait("Took 9♥ (+1).")
    x, y = geometry_of(Deal("tripeaks", 3).rules.layout).stock
    terminal.click(x + 3, y + 2)
    terminal.wait("Turned 8♦.")
    # Releasing the button, the wheel and the other buttons do nothing.
    for event in ("0;5;19m", "64;5;19M", "2;5;19M", "2;5;19m", "35;5;19M"):
        terminal.send(f"\x1b[<{event}")
    terminal.click(*terminal.find("u undo"))
    terminal.wait("Undone: turn.")
    terminal.click(*terminal.find("q quit"))
    terminal.wait("Quit this game?")
    terminal.send("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(("columns", "lines"), [(60, 24), (80, 23), (12, 3)])
def test_too_small_and_large_again(terminal, columns, lines):
    terminal.send(" ", "Took 9♥")
    terminal.resize(columns, lines)
    told = f"Enlarge to 80x24 (now {columns}x{lines})"[:columns]
    terminal.wait(lambda: terminal.screen.display[0].rstrip() == told.rstrip())
    assert not any(line.strip() for line in terminal.screen.display[1:])
    terminal.resize(120, 40)
    terminal.wait("H winnable?")
    column, line = terminal.find("TriPeaks  sc1:3")
    assert (column, line) == (21, 8)
    terminal.click(*terminal.find("t turn"))
    terminal.wait("Stock left 22")
    terminal.resize(80, 24)
    terminal.wait(lambda: terminal.screen.display[0].startswith(" TriPeaks  sc1:3"))
    terminal.wait("H winnable?")
    assert terminal.find("TriPeaks") == (1, 0)


def test_it_begins_on_a_terminal_that_is_too_small():
    with Terminal("tripeaks", 3, columns=40, lines=10) as terminal:
        terminal.wait("Enlarge to 80x24 (now 40x10)")
        terminal.resize(80, 24)
        terminal.wait("Stock left 23")
        terminal.resize(79, 24)
        terminal.wait("Enlarge")
        terminal.send("\x03")
        assert terminal.end() == 130


@pytest.mark.parametrize("way", ["key", "signal"])
def test_ctrl_c_leaves_at_once(terminal, way):
    terminal.send("t", "Stock left 22")
    terminal.send("?", "Any key goes on.")
    if way == "key":
        terminal.send("\x03")
    else:
        terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.last_lines == [
        "stopped after 1 move, score 0, 28 cards left: tripeaks wrap=true sc1:3",
        "\rinterrupted",
        "",
    ]


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_move_its_cursor(term):
    with Terminal("tripeaks", 3, TERM=term) as terminal:
        assert terminal.end() == 2
        assert terminal.written.decode() == (
            "solitaire-core: error: play needs a terminal that can move its cursor,"
            f" not TERM={term}\r\n"
        )


@pytest.mark.parametrize("term", ["xterm", "linux", "vt100", "screen", ""])
def test_other_terminals(term):
    with Terminal("tripeaks", 3, TERM=term) as terminal:
        terminal.wait("┃9♥   ┃")
        terminal.send("t", "Stock left 22")
        terminal.send("\x03")
        assert terminal.end() == 130


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [
        (["--ascii"], {}),
        ([], {"PYTHONIOENCODING": "ascii"}),
        ([], {"PYTHONIOENCODING": "cp1252"}),
    ],
)
def test_ascii(arguments, changes):
    with Terminal("tripeaks", 3, *arguments, **changes) as terminal:
        terminal.wait("*9H   *")
        assert "|QH   |" in terminal.text
        terminal.send("t", "Turned 8D.")
        terminal.send("qq")
        assert terminal.end() == 0
        assert terminal.written.isascii()


def test_colours(terminal):
    column, line = terminal.find("Q♥")
    assert terminal.screen.buffer[line][column].fg == "d70000"
    assert terminal.screen.buffer[line][column].bg == "ffffff"
    column, line = terminal.find("5♠")
    assert terminal.screen.buffer[line][column].fg == "000000"
    column, line = terminal.find("9♥")
    assert terminal.screen.buffer[line][column].bg == "ffaf00"
    with Terminal("tripeaks", 3, NO_COLOR="1") as plain:
        plain.wait("┃9♥   ┃")
        column, line = plain.find("Q♥")
        assert plain.screen.buffer[line][column].fg == "default"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["golf", 7], "Golf  sc1:7  strict kings  scoring golf"),
        (["one-peak", 7, "--no-wrap"], "One Peak  sc1:7  wrap off  scoring chain"),
        (["four-peaks", 7, "--scoring", "run10"], "Four Peaks  sc1:7  wrap on  scoring run10"),
        (["tripeaks", 7, "--numbering", "ms", "--no-mark"], "TriPeaks  ms:7  wrap on "),
        (["tripeaks", "--deck", DECK], "TriPeaks  a deck as given  wrap on "),
        (["--code", CODE], "TriPeaks  a position  wrap on  scoring chain"),
    ],
)
def test_what_is_played(arguments, words):
    with Terminal(*arguments) as terminal:
        terminal.wait(words)
        terminal.wait("m marks off" if "--no-mark" in arguments else "m marks on")
        terminal.send(":turn\r", "Turned ")
        terminal.send("qq")
        assert terminal.end() == 0
        line = terminal.last_lines[0]
        assert line.startswith("stopped after 1 move, ")
        identity = line.split(": ", 1)[1]
        if "--code" in arguments:
            assert PeaksGame.from_code(identity) == PeaksGame.from_code(CODE)
        else:
            assert str(Deal.from_text(identity)) == identity


@pytest.mark.parametrize("options", [["--wrap"], ["--no-wrap"]])
def test_without_a_number_the_deal_can_be_won(options):
    with Terminal("tripeaks", *options) as terminal:
        terminal.wait("Stock left 23")
        terminal.send("\x03")
        assert terminal.end() == 130
        deal = Deal.from_text(terminal.last_lines[0].split(": ", 1)[1])
        assert deal.rules.wrap == ("--wrap" in options)
        assert solve(deal).winnable


def test_a_terminal_that_goes_away():
    with Terminal("tripeaks", 3) as terminal:
        terminal.wait("H winnable?")
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait(PATIENCE)
        assert terminal.process.returncode == -signal.SIGHUP


# ---- where there is no terminal ----------------------------------------------------------


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_without_a_terminal(stream):
    main_end, terminal = pty.openpty()
    try:
        ends = {"stdin": terminal, "stdout": terminal}
        ends[stream] = subprocess.PIPE if stream == "stdout" else subprocess.DEVNULL
        result = subprocess.run(
            [sys.executable, "-m", "solitaire_core", "play", "tripeaks", "3"],
            **ends,
            stderr=subprocess.PIPE,
            env=environment(TERM="xterm"),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(main_end)
        os.close(terminal)
    assert (result.returncode, result.stdout or b"") == (2, b"")
    assert result.stderr == (
        f"solitaire-core: error: play needs a terminal, and {stream} is none\n".encode()
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tripeaks 3", "play needs a terminal, and stdin is none"),
        ("", "missing argument GAME"),
        ("tripeaks --numbering ms", "--numbering goes with NUMBER"),
        ("golf 1 --scoring foo", "'foo' is not one of 'chain', 'run10'"),
        ("tripeaks x", "no deal number: 'x'"),
    ],
)
def test_mistakes(line, message):
    code, out, err = run("play", *line.split())
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_other_commands_do_not_load_what_only_play_needs():
    code = (
        "import sys; sys.argv = ['solitaire-core', 'deal', 'tripeaks', '7']\n"
        "from solitaire_core.cli import main\n"
        "try: main()\n"
        "except SystemExit: sys.exit('prompt_toolkit' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_without_prompt_toolkit():
    block = """
import sys
sys.modules["prompt_toolkit"] = None
from solitaire_core.cli.play import command
command._look_at_terminal = lambda: None
from solitaire_core.cli import main
main()
"""
    result = subprocess.run(
        [sys.executable, "-c", block, "play", "tripeaks", "3"], capture_output=True, check=False
    )
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == (
        b"solitaire-core: error: play needs prompt_toolkit:"
        b' python -m pip install "solitaire-core[cli]"\n'
    )
