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

from solitaire_core.cli.play.canvas import Target
from solitaire_core.cli.play.keyboard import DIRECTIONS, Keyboard
from solitaire_core.cli.play.klondike.places import is_pile
from solitaire_core.cli.play.klondike.reading import split_moves
from solitaire_core.cli.play.klondike.session import KlondikeSession

__all__ = ["KlondikeControls"]

_KEYS = {"d": "turn", "f": "home", "F": "auto", "v": "view", "escape": "escape"}
_FIRST_OF_A_MOVE = frozenset("0123456789ATJQKjkw:")
# What makes the beginning of a word of keys that have done something already. Turning, undoing
# and redoing with `tur` is one turn, and meant: only an `n` behind them makes a word of it.
_GOES_ON = {"t": "0123456789", "f": ">", "d": "e", "r": "e", "tu": "", "tur": "n"}


class KlondikeControls(Keyboard):
    """The keys and the mouse of a session.

    Parameters
    ----------
    session : KlondikeSession
        What they act on.

    Attributes
    ----------
    viewing : str or None
        The pile all cards of which are shown.
    """

    def __init__(self, session: KlondikeSession) -> None:
        self.session = session
        self.viewing: str | None = None
        self._moment = session.moment()
        commands = {
            "home": session.home,
            "auto": session.auto,
            "view": self._view,
            "escape": self._escape,
        }
        super().__init__(session, _KEYS, commands, split_moves)

    def press(self, key: str) -> None:
        """Do what a key does."""
        word, self._word = self._word, ""
        if self._boxed():
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
        elif key in DIRECTIONS:
            self.session.move_cursor(DIRECTIONS[key])
        elif key in self._keys:
            if not word or word + key not in _GOES_ON:
                self._moment = self.session.moment()
                word = ""
            self._letter = key
            self._command(self._keys[key])
            self._word = word + key

    def click(self, target: Target) -> None:
        """Do what a click on the table or on the name of a command does."""
        self._word = ""
        if self._boxed():
            self.help, self.viewing = False, None
        elif isinstance(target, str):
            self._letter = ""
            self._command(target)
        elif isinstance(target, tuple) and self.session.outcome is None:
            self.asking, self.typed = None, ""
            self.session.click(*target)
            self._moved()

    def _view(self) -> None:
        if is_pile(self.session.cursor):
            self.viewing = self.session.cursor

    def _escape(self) -> None:
        if self.session.outcome is None:
            self.session.release()
        else:
            self._look()

    def _boxed(self) -> bool:
        return self.help or self.viewing is not None
