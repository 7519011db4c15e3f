"""What the controls of every family have in common: questions, moves that are typed, boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from solitaire_core.cli.play.cursor import Direction
from solitaire_core.cli.play.sitting import Sitting

__all__ = ["DIRECTIONS", "QUESTIONS", "Keyboard"]

QUESTIONS = {
    "restart": "Restart this deal? a or y does it, any other key goes on.",
    "new": "Give this game up for a new one? n or y does it, any other key goes on.",
    "quit": "Quit this game? q or y does it, any other key goes on.",
}
"""What is asked before a game in play is given up."""

DIRECTIONS: dict[str, Direction] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
}
KEYS = {
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
    "m": "marks",
    "?": "help",
    "q": "quit",
}
"""The keys that mean the same in every family."""

_SUITS = frozenset("cdhsCDHS♣♦♥♠")
WORDS = {
    **{name: name for name in ("undo", "redo", "restart", "new", "hint", "marks", "help", "quit")},
    "t": "turn",
    "q": "quit",
}
"""What can be typed with Enter, besides moves."""

_LONGEST = 400


class Keyboard:
    """Commands that ask first, a line that is typed, and what is laid over the table.

    Parameters
    ----------
    sitting : Sitting
        What they act on.
    keys : mapping of str to str
        The keys and the commands that they mean, besides `KEYS`.
    commands : mapping of str to callable
        What the commands do that are not common to all families.
    split : callable
        Takes a typed line apart into moves and words.

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

    def __init__(
        self,
        sitting: Sitting[Any],
        keys: Mapping[str, str],
        commands: Mapping[str, Callable[[], object]],
        split: Callable[[str], Iterable[str]],
    ) -> None:
        self._sitting = sitting
        self._split = split
        self.typed = ""
        self.asking: str | None = None
        self.help = False
        self.looking = False
        self.quitting = False
        self._letter = ""
        self._word = ""
        self._keys = {**KEYS, **keys}
        self._commands: dict[str, Callable[[], object]] = {
            "act": sitting.act,
            "turn": sitting.turn,
            "undo": sitting.undo,
            "redo": sitting.redo,
            "restart": sitting.restart,
            "new": sitting.new,
            "hint": sitting.hint,
            "ask": sitting.ask,
            "marks": sitting.toggle_marks,
            "help": self._help,
            "look": self._look,
            "quit": self._quit,
            **commands,
        }

    def _in_play(self) -> bool:
        """Whether the game goes on."""
        return self._sitting.outcome is None

    def _submit(self, text: str) -> None:
        """Make the moves of a line, up to the first that cannot be made."""
        for word in self._split(text):
            command = WORDS.get(word.lower())
            if command is not None:
                self._commands[command]()
            elif not self._sitting.play(word):
                break

    def _boxed(self) -> bool:
        """Whether a box lies over the table that any key takes away."""
        return self.help

    def paste(self, text: str) -> None:
        """Take a pasted text as typed."""
        if not self._boxed() and self.asking is None:
            self.typed += " ".join(text.split())[: _LONGEST - len(self.typed)]

    def _command(self, name: str) -> None:
        self.asking, self.typed = None, ""
        # A letter that can be the rank of a card always waits for the next key.
        waits = self._sitting.game.ply > 0 or (self._letter != "" and self._letter in "aq")
        if name in QUESTIONS and self._in_play() and waits:
            self.asking = name
            return
        self._commands[name]()
        self._moved(name)

    def _moved(self, name: str = "") -> None:
        if name not in ("look", "escape") and self._in_play():
            self.looking = False

    def _answer(self, key: str) -> None:
        name, self.asking = self.asking, None
        assert name is not None
        if key == "y" or self._keys.get(key) == name:
            self._commands[name]()
            self._moved()
        elif key in _SUITS and self._letter in ("a", "q"):
            self.typed = f"{self._letter}{key}"

    def _type(self, key: str) -> None:
        if key == "enter":
            text, self.typed = self.typed, ""
            self._submit(text)
            self._moved()
        elif key == "escape":
            self.typed = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1 and key.isprintable() and len(self.typed) < _LONGEST:
            self.typed += key

    def _help(self) -> None:
        self.help = True

    def _look(self) -> None:
        self.looking = not self._in_play() and not self.looking

    def _quit(self) -> None:
        self.quitting = True
