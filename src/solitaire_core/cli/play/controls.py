"""What keys, typed moves and clicks do.

A key is one character, or the name of one: `left`, `right`, `up`, `down`, `enter`,
`escape`, `backspace`.

Cards and commands share letters, so a move that is typed has to begin with what is no
command: a digit, a capital A, T, J, Q or K, the letters j and k, or a colon. From there on
keys are collected until Enter. `a` (restart) and `q` (quit) ask first, and a suit behind them
makes an ace or a queen of them, as in `as` and `qh`. `t` turns at once; whoever goes on and
types `turn` with Enter has turned, undone and redone by then, which leaves one turn, and only
the `n` and Enter that follow have to be kept from doing anything.
"""

from __future__ import annotations

from collections.abc import Callable

from solitaire_core.cli.play.canvas import Target
from solitaire_core.cli.play.session import STOCK, Direction, Session

__all__ = ["QUESTIONS", "Controls"]

QUESTIONS = {
    "restart": "Restart this deal? a or y does it, any other key goes on.",
    "new": "Give this game up for a new one? n or y does it, any other key goes on.",
    "quit": "Quit this game? q or y does it, any other key goes on.",
}
"""What is asked before a game in play is given up."""

_KEYS = {
    "enter": "act",
    " ": "act",
    "t": "turn",
    "u": "undo",
    "r": "redo",
    "a": "restart",
    "R": "restart",
    "n": "new",
    "h": "hint",
    "H": "ask",
    "b": "back",
    "m": "marks",
    "?": "help",
    "q": "quit",
    "escape": "look",
}
_DIRECTIONS: dict[str, Direction] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
}
_FIRST_OF_A_MOVE = frozenset("123456789ATJQKjk:")
_SUITS = frozenset("cdhsCDHS♣♦♥♠")
_TURN = "turnenter"  # as it arrives key by key
_SWALLOWED = ("turn", _TURN)
# What can be typed with Enter, besides moves.
_WORDS = {
    **{name: name for name in ("undo", "redo", "restart", "new", "hint", "marks", "help", "quit")},
    "t": "turn",
    "q": "quit",
}
_LONGEST = 400


class Controls:
    """The keys and the mouse of a session.

    Parameters
    ----------
    session : Session
        What they act on.

    Attributes
    ----------
    typed : str
        A move that is being typed.
    asking : str or None
        The command that waits for a second key.
    help : bool
        Whether the help is shown.
    looking : bool
        Whether the box at the end of a game is put aside, so that the table can be seen.
    quitting : bool
        Whether the player has left.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.typed = ""
        self.asking: str | None = None
        self.help = False
        self.looking = False
        self.quitting = False
        self._letter = ""
        self._word = ""
        self._commands: dict[str, Callable[[], object]] = {
            "act": session.act,
            "turn": session.turn,
            "undo": session.undo,
            "redo": session.redo,
            "restart": session.restart,
            "new": session.new,
            "hint": session.hint,
            "ask": session.ask,
            "back": session.back,
            "marks": session.toggle_marks,
            "help": self._help,
            "look": self._look,
            "quit": self._quit,
        }

    def press(self, key: str) -> None:
        """Do what a key does."""
        self._word += key
        if not _TURN.startswith(self._word):
            self._word = key if key == _TURN[0] else ""
        if self._word in _SWALLOWED:
            return
        if self.help:
            self.help = False
        elif self.asking is not None:
            self._answer(key)
        elif self.typed:
            self._word = ""
            self._type(key)
        elif key in _FIRST_OF_A_MOVE:
            self.typed = key
        elif key in _DIRECTIONS:
            self.session.move_cursor(_DIRECTIONS[key])
        elif key in _KEYS:
            self._letter = key
            self._command(_KEYS[key])

    def paste(self, text: str) -> None:
        """Take a pasted text as typed."""
        if not self.help and self.asking is None:
            self.typed += " ".join(text.split())[: _LONGEST - len(self.typed)]

    def click(self, target: Target) -> None:
        """Do what a click on the table or on the name of a command does."""
        if self.help:
            self.help = False
        elif isinstance(target, str):
            self._letter = ""
            self._command(target)
        elif isinstance(target, int):
            self.asking, self.typed = None, ""
            self.session.turn() if target == STOCK else self.session.take(target)
            self._moved()

    def _command(self, name: str) -> None:
        self.asking, self.typed = None, ""
        # A letter that can be the rank of a card always waits for the next key.
        in_play = self.session.outcome is None
        waits = self.session.game.ply > 0 or (self._letter != "" and self._letter in "aq")
        if name in QUESTIONS and in_play and waits:
            self.asking = name
            return
        self._commands[name]()
        self._moved(name)

    def _moved(self, name: str = "") -> None:
        if name != "look" and self.session.outcome is None:
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
        for word in text.replace(",", " ").replace(":", " ").split():
            command = _WORDS.get(word.lower())
            if command is not None:
                self._commands[command]()
            elif not self.session.play(word):
                break
        self._moved()

    def _help(self) -> None:
        self.help = True

    def _look(self) -> None:
        self.looking = self.session.outcome is not None and not self.looking

    def _quit(self) -> None:
        self.quitting = True
