"""The protocol that every game honours, and what its methods hand out.

Positions, moves and views differ from family to family; their names do not. A
front end, a solver or a record that keeps to this protocol works for every game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, runtime_checkable

from solitaire_core._fast import Card, IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solitaire_core.deals import Deal

__all__ = [
    "Game",
    "IllegalMoveError",
    "LegalMoves",
    "Outcome",
    "Result",
    "Rules",
    "check_name",
    "rules_to_text",
]

MoveT = TypeVar("MoveT")
MoveT_co = TypeVar("MoveT_co", covariant=True)


class Result(Enum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game by its rules.

    Attributes
    ----------
    result : Result
        WON or LOST.
    reason : str
        Why, in words.

    Notes
    -----
    LOST means that no move is left. A position in which moves are left but none of them
    leads to a win is not lost by the rules: ask `solve` about that.
    """

    result: Result
    reason: str

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.result is Result.WON


class LegalMoves(Protocol[MoveT_co]):
    """The legal moves of a position, looked up when asked for."""

    def __iter__(self) -> Iterator[MoveT_co]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, move: object, /) -> bool: ...
    def count(self) -> int:
        """How many moves are legal."""
        ...


@runtime_checkable
class Rules(Protocol):
    """What a game is: a frozen object that deals decks out into positions."""

    @property
    def name(self) -> str:
        """The game's name in kebab case."""
        ...

    @property
    def decks(self) -> int:
        """How many decks are shuffled together."""
        ...

    def options(self) -> dict[str, Any]:
        """Those options that say which game this is, as JSON values."""
        ...

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """The same game with other options; a ValueError names an option that is unknown."""
        ...

    def start(
        self, cards: Sequence[Card], deal: Deal | None = None, scoring: Any = None
    ) -> Game[Any]:
        """The position in which a deck is dealt out."""
        ...


@runtime_checkable
class Game(Protocol[MoveT]):
    """A position that can be played, taken back, copied, written down and compared."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    @property
    def legal_moves(self) -> LegalMoves[MoveT]:
        """The legal moves."""
        ...

    @property
    def move_stack(self) -> list[MoveT]:
        """The moves made, first one first."""
        ...

    def push(self, move: MoveT | str) -> None:
        """Make a move; an illegal one raises IllegalMoveError and changes nothing."""
        ...

    def pop(self) -> MoveT:
        """Take the last move back and return it; IndexError where there is none."""
        ...

    def peek(self) -> MoveT:
        """The last move; IndexError where there is none."""
        ...

    def copy(self, *, stack: bool = False) -> Self:
        """A copy of the position, with the moves made if asked for."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def code(self) -> str:
        """The position as one line of text."""
        ...

    def status(self) -> tuple[str, ...]:
        """What is wrong with a hand-made position; empty where nothing is."""
        ...

    def perft(self, depth: int) -> int:
        """The number of lines of play of exactly `depth` moves."""
        ...


def check_name(name: object) -> None:
    """Refuse a name that is not in kebab case: texts of deals and positions begin with it.

    Raises
    ------
    TypeError, ValueError
        If it is no text, or has another form than `my-game`.
    """
    if not isinstance(name, str):
        raise TypeError(f"name is text, not {type(name).__name__}")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(f"name is kebab case (my-game), not {name!r}")


def rules_to_text(rules: Rules) -> str:
    """A game and its options as words of text, such as `tripeaks wrap=true`."""
    words = [rules.name]
    for option, value in rules.options().items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words.append(f"{option}={text}")
    return " ".join(words)
