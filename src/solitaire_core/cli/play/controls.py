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

from solitaire_core.cli.play.canvas import Target
from solitaire_core.cli.play.keyboard import DIRECTIONS, Keyboard
from solitaire_core.cli.play.session import STOCK, Session

__all__ = ["Controls"]

_KEYS = {"b": "back", "escape": "look"}
_FIRST_OF_A_MOVE = frozenset("123456789ATJQKjk:")
_TURN = "turnenter"  # as it arrives key by key
_SWALLOWED = ("turn", _TURN)


class Controls(Keyboard):
    """The keys and the mouse of a session.

    Parameters
    ----------
    session : Session
        What they act on.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__(session, _KEYS, {"back": session.back}, _words)

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
        elif key in DIRECTIONS:
            self.session.move_cursor(DIRECTIONS[key])
        elif key in self._keys:
            self._letter = key
            self._command(self._keys[key])

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


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(":", " ").split()
