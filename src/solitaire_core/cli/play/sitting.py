"""A game of any family as it is being played: its clock, undoing and redoing, what is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from solitaire_core.game import Outcome
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame

__all__ = ["Message", "Sitting", "counted", "sentence"]

GameT = TypeVar("GameT", PeaksGame, KlondikeGame)


@dataclass(frozen=True, slots=True)
class Message:
    """What the player is told.

    Attributes
    ----------
    text : str
        One line.
    kind : str
        `info`, `good`, or `bad` where something was refused or is lost.
    """

    text: str
    kind: Literal["info", "good", "bad"] = "info"


class Sitting(ABC, Generic[GameT]):
    """A player at a table.

    Parameters
    ----------
    start : PeaksGame or KlondikeGame
        The position to begin with.
    next_game : callable
        Gives the position of another game.
    clock : callable
        Gives seconds that never run backwards.
    marks : bool
        Whether cards that can be played are marked.

    Attributes
    ----------
    game : PeaksGame or KlondikeGame
        The position.
    marks : bool
        Whether cards that can be played are marked. If so, the cursor goes to them alone.
    message : Message
        What the player was told last.
    """

    _NEW: str
    """What is told of a new game."""

    def __init__(
        self,
        start: GameT,
        *,
        next_game: Callable[[], GameT],
        clock: Callable[[], float],
        marks: bool = True,
    ) -> None:
        self._next_game: Callable[[], GameT] = next_game
        self._clock = clock
        self.marks = marks
        self._begin(start)

    def _begin(self, start: GameT) -> None:
        self._start: GameT = start.copy()
        self.game: GameT = start.copy()
        self._undone: list[Any] = []
        self._played = 0.0
        self._running_since: float | None = None
        self.message = Message("")

    # ---- what there is to see --------------------------------------------------------------

    @property
    def start(self) -> GameT:
        """The position that this game began with."""
        return self._start

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, or None while it goes on."""
        return self.game.outcome()

    @property
    def undone(self) -> int:
        """How many moves can be made again."""
        return len(self._undone)

    @property
    def seconds(self) -> float:
        """The time played: from the first move to the end of the game."""
        if self._running_since is None:
            return self._played
        return self._played + self._clock() - self._running_since

    # ---- what a family says for itself -----------------------------------------------------

    @abstractmethod
    def act(self) -> bool:
        """Do what the place under the cursor is there for."""

    @abstractmethod
    def turn(self) -> bool:
        """Turn the stock."""

    @abstractmethod
    def play(self, text: str) -> bool:
        """Make a move that is written as text."""

    @abstractmethod
    def hint(self) -> None:
        """Name a good move, from what the player sees alone."""

    @abstractmethod
    def ask(self) -> None:
        """Say whether the game can still be won, as far as that is known."""

    @abstractmethod
    def toggle_marks(self) -> None:
        """Mark cards that can be played, or stop doing so."""

    @abstractmethod
    def _settle(self, move: Any, *, back: bool) -> None:
        """Bring clock and cursor in line with a move that was made again or taken back."""

    @abstractmethod
    def _spoken(self, move: Any) -> str:
        """A move as it is told."""

    # ---- undo, redo, restart, new ----------------------------------------------------------

    def undo(self) -> bool:
        """Take the last move back."""
        if not self.game.ply:
            return self._refuse("There is nothing to undo.")
        move = self.game.pop()
        self._undone.append(move)
        self._settle(move, back=True)
        self.message = Message(f"Undone: {self._spoken(move)}.")
        return True

    def redo(self) -> bool:
        """Make the move again that was undone last."""
        if not self._undone:
            return self._refuse("There is nothing to redo.")
        move = self._undone.pop()
        self.game.push(move)
        self._settle(move, back=False)
        self.message = Message(f"Redone: {self._spoken(move)}.")
        return True

    def restart(self) -> None:
        """Begin the same game anew, with the clock at zero."""
        self._begin(self._start)
        self.message = Message("The same deal from the start.")

    def new(self) -> None:
        """Begin another game."""
        try:
            start = self._next_game()
        except ValueError as error:
            self._refuse(sentence(str(error)))
            return
        self._begin(start)
        self.message = Message(self._NEW)

    def _refuse(self, text: str) -> bool:
        self.message = Message(text, "bad")
        return False

    def _settle_clock(self) -> None:
        """Let the clock run while the game does."""
        if self.outcome is not None:
            self._played = self.seconds
            self._running_since = None
        elif self._running_since is None:
            self._running_since = self._clock()


def counted(number: int, noun: str) -> str:
    """A number of things: `1 move`, `2 moves`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sentence(text: str) -> str:
    """A text with a capital at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."
