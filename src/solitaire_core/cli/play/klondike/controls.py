"""What keys, typed moves and clicks do in a game of the Klondike family.

Keys are named as for the other `controls`, and mean the same. A move that is typed begins with a
digit, a capital A, T, J, Q or K, the letters j, k and w, or a colon; from there on keys are
collected until Enter. `a` (restart) and `q` (quit) ask first, and a suit behind them makes an ace
or a queen of them.

`t` turns, `f` sends a card home and `r` does a move again, all at once; but they also begin what
can be typed: `t3>t7`, `f>t3`, `redeal`. If the next key goes on in this way, what the first one did
is taken back as if it had not been, and both are typed. That is so for `deal` and `turn`, too.
"""

from __future__ import annotations

from collections.abc import Callable

from solitaire_core.cli.play.canvas import Target
from solitaire_core.cli.play.cursor import Direction
from solitaire_core.cli.play.klondike.places import is_pile
from solitaire_core.cli.play.klondike.reading import split_moves
from solitaire_core.cli.play.klondike.session import KlondikeSession

__all__ = ["KlondikeControls"]

_KEYS = {
    "enter": "act",
    " ": "act",
    "t": "turn",
    "d": "turn",
    "f": "home",
    "F": "auto",
    "u": "undo",
    "r": "redo",
    "a": "restart",
    "R": "restart",
    "n": "new",
    "h": "hint",
    "H": "ask",
    "m": "marks",
    "v": "view",
    "?": "help",
    "q": "quit",
    "escape": "escape",
}
_DIRECTIONS: dict[str, Direction] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
}
_QUESTIONS = frozenset({"restart", "new", "quit"})
_FIRST_OF_A_MOVE = frozenset("0123456789ATJQKjkw:")
_SUITS = frozenset("cdhsCDHS♣♦♥♠")
# What makes the beginning of a word of keys that have done something already. Turning, undoing
# and redoing with `tur` is one turn, and meant: only an `n` behind them makes a word of it.
_GOES_ON = {"t": "0123456789", "f": ">", "d": "e", "r": "e", "tu": "", "tur": "n"}
# What can be typed with Enter, besides moves.
_WORDS = {
    **{name: name for name in ("undo", "redo", "restart", "new", "hint", "marks", "help", "quit")},
    "t": "turn",
    "q": "quit",
}
_LONGEST = 400


class KlondikeControls:
    """The keys and the mouse of a session.

    Parameters
    ----------
    session : KlondikeSession
        What they act on.

    Attributes
    ----------
    typed : str
        A move that is being typed.
    asking : str or None
        The command that waits for a second key.
    help : bool
        Whether the help is shown.
    viewing : str or None
        The pile all cards of which are shown.
    looking : bool
        Whether the box at the end of a game is put aside, so that the table can be seen.
    quitting : bool
        Whether the player has left.
    """

    def __init__(self, session: KlondikeSession) -> None:
        self.session = session
        self.typed = ""
        self.asking: str | None = None
        self.help = False
        self.viewing: str | None = None
        self.looking = False
        self.quitting = False
        self._letter = ""
        self._word = ""
        self._moment = session.moment()
        self._commands: dict[str, Callable[[], object]] = {
            "act": session.act,
            "turn": session.turn,
            "home": session.home,
            "auto": session.auto,
            "undo": session.undo,
            "redo": session.redo,
            "restart": session.restart,
            "new": session.new,
            "hint": session.hint,
            "ask": session.ask,
            "marks": session.toggle_marks,
            "view": self._view,
            "help": self._help,
            "look": self._look,
            "escape": self._escape,
            "quit": self._quit,
        }

    def press(self, key: str) -> None:
        """Do what a key does."""
        word, self._word = self._word, ""
        if self.help or self.viewing is not None:
            self.help, self.viewing = False, None
        elif self.asking is not None:
            self._answer(key)
        elif self.typed:
            self._type(key)
        elif key in _GOES_ON.get(word, ""):
            self.session.go_back(self._moment)
            self.typed = word + key
        elif key in _FIRST_OF_A_MOVE:
            self.typed = key
        elif key in _DIRECTIONS:
            self.session.move_cursor(_DIRECTIONS[key])
        elif key in _KEYS:
            if not word or word + key not in _GOES_ON:
                self._moment = self.session.moment()
                word = ""
            self._letter = key
            self._command(_KEYS[key])
            self._word = word + key

    def paste(self, text: str) -> None:
        """Take a pasted text as typed."""
        if not self.help and self.viewing is None and self.asking is None:
            self.typed += " ".join(text.split())[: _LONGEST - len(self.typed)]

    def click(self, target: Target) -> None:
        """Do what a click on the table or on the name of a command does."""
        self._word = ""
        if self.help or self.viewing is not None:
            self.help, self.viewing = False, None
        elif isinstance(target, str):
            self._letter = ""
            self._command(target)
        elif isinstance(target, tuple) and self.session.outcome is None:
            self.asking, self.typed = None, ""
            self.session.click(*target)
            self._moved()

    def _command(self, name: str) -> None:
        self.asking, self.typed = None, ""
        # A letter that can be the rank of a card always waits for the next key.
        in_play = self.session.outcome is None
        waits = self.session.game.ply > 0 or (self._letter != "" and self._letter in "aq")
        if name in _QUESTIONS and in_play and waits:
            self.asking = name
            return
        self._commands[name]()
        self._moved(name)

    def _moved(self, name: str = "") -> None:
        if name not in ("look", "escape") and self.session.outcome is None:
            self.looking = False

    def _answer(self, key: str) -> None:
        name, self.asking = self.asking, None
        assert name is not None
        if key == "y" or _KEYS.get(key) == name:
            self._commands[name]()
            self._moved()
        elif key in _SUITS and self._letter in ("a", "q"):
            self.typed = f"{self._letter}{key}"

    def _type(self, key: str) -> None:
        if key == "enter":
            text, self.typed = self.typed, ""
            self._submit(text)
        elif key == "escape":
            self.typed = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1 and key.isprintable() and len(self.typed) < _LONGEST:
            self.typed += key

    def _submit(self, text: str) -> None:
        """Make the moves of a line, up to the first that cannot be made."""
        for word in split_moves(text):
            command = _WORDS.get(word.lower())
            if command is not None:
                self._commands[command]()
            elif not self.session.play(word):
                break
        self._moved()

    def _view(self) -> None:
        if is_pile(self.session.cursor):
            self.viewing = self.session.cursor

    def _help(self) -> None:
        self.help = True

    def _look(self) -> None:
        self.looking = self.session.outcome is not None and not self.looking

    def _escape(self) -> None:
        if self.session.outcome is None:
            self.session.release()
        else:
            self._look()

    def _quit(self) -> None:
        self.quitting = True
