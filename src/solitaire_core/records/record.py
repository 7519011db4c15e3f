"""`Record`: one game, from the deal to the last move."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solitaire_core.deals import Deal
from solitaire_core.game import Result, Rules, rules_to_text
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.records.starts import is_dealt, start_score
from solitaire_core.records.text import FIRST, FORMAT, compose
from solitaire_core.scoring import Scoring

if TYPE_CHECKING:
    from solitaire_core.records.replaying import Replayed

__all__ = ["RESERVED", "VEGAS", "Record"]

VEGAS = "vegas"
"""The name of the Klondike family's scoring."""

RESERVED = (
    FIRST, "Game", "Rules", "Numbering", "Number", "Cards", "Position", "Chain", "BestChain",
    "StartScore", "Date", "Scoring", "Score", "Result",
)  # fmt: skip
"""The headers that mean something, in the order in which they are written."""

_NAME = re.compile("[A-Z][A-Za-z0-9]{0,39}")
_LARGEST = 10**18

Move = PeaksMove | KlondikeMove


@dataclass(frozen=True, slots=True)
class Record:
    """One game: where it began, its moves, what was said about them, and how it ended.

    Attributes
    ----------
    start : Deal or PeaksGame or KlondikeGame
        The deal, or the position made by hand, where the game began. A position's moves do not
        count; it is copied.
    moves : tuple of PeaksMove or KlondikeMove
        The moves; texts are read. Whether they are legal is not looked at: `replay` does that.
    comments : dict of int to str
        What is said behind so many moves; 0 is before the first.
    result : Result or None
        WON, LOST, or None for a game that had not ended.
    date : datetime.date, optional
        When it was played.
    scoring : str, optional
        The scoring system: of the peaks family a name out of `SCORINGS` or one's own, of the
        Klondike family `vegas`.
    score : int, optional
        The score at the end, by that system.
    headers : dict of str to str
        Whatever else is to be told (`Player`, `Event`): names of letters and digits that begin
        with a capital.

    Raises
    ------
    ValueError, TypeError
        If a field is not as said; the text names it.

    Notes
    -----
    Equal when all of this is; two positions to start from are equal when their codes and
    scores are. `str(record)` is its text, which `from_text` reads back to an equal record.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("klondike", 7).start()
    >>> game.push("TC t5>t6")
    >>> record = Record.of(game, comments={1: "The only card that fits."})
    >>> print(record, end="")
    [Format "solitaire-record 1"]
    [Game "klondike"]
    [Rules "draw=1 passes=0"]
    [Numbering "sc1"]
    [Number "7"]
    [Result "*"]
    <BLANKLINE>
    TC t5>t6 {The only card that fits.} *
    >>> Record.from_text(str(record)) == record
    True
    """

    start: Deal | PeaksGame | KlondikeGame
    moves: tuple[Move, ...] = ()
    comments: dict[int, str] = field(default_factory=dict)
    result: Result | None = None
    date: datetime.date | None = None
    scoring: str | None = None
    score: int | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.start, (Deal, PeaksGame, KlondikeGame)):
            raise TypeError(f"start is a deal or a game, not {type(self.start).__name__}")
        if not isinstance(self.start, Deal):
            faults = self.start.status()
            if faults:
                raise ValueError(f"start: the position cannot occur: {'; '.join(faults)}")
            self._set("start", self.start.copy())
        kind = KlondikeMove if self._is_klondike else PeaksMove
        moves: list[Move] = []
        for ply, move in enumerate(self.moves, 1):
            try:
                moves.append(kind(move))  # type: ignore[arg-type]
            except (TypeError, ValueError) as error:
                raise type(error)(f"move {ply}: {error}") from None
        self._set("moves", tuple(moves))
        self._set("comments", _checked_comments(self.comments, len(moves)))
        self._set("headers", _checked_headers(self.headers))
        if self.result is not None and not isinstance(self.result, Result):
            raise TypeError(f"result is a Result or None, not {self.result!r}")
        # A datetime is a date too, but says more than is written down.
        if self.date is not None and type(self.date) is not datetime.date:
            raise TypeError(f"date is a datetime.date, not {self.date!r}")
        if self.scoring is not None and not isinstance(self.scoring, str):
            raise TypeError(f"scoring is a name, not {self.scoring!r}")
        if self.score is not None:
            if type(self.score) is not int:
                raise TypeError(f"score is a whole number, not {self.score!r}")
            if not -_LARGEST < self.score < _LARGEST:
                raise ValueError(f"score lies between -10**18 and 10**18, not at {self.score}")

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def rules(self) -> Rules:
        """The game and its options."""
        return self.start.rules

    @property
    def _is_klondike(self) -> bool:
        return isinstance(self.rules, KlondikeRules)

    @classmethod
    def of(
        cls,
        game: PeaksGame | KlondikeGame,
        *,
        comments: Mapping[int, str] | None = None,
        date: datetime.date | None = None,
        scoring: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of a game, from where its moves begin.

        Parameters
        ----------
        game : PeaksGame or KlondikeGame
            The game with the moves made. It begins with its deal, if the moves do, and
            otherwise with the position from which they were made.
        comments, date, headers
            As the attributes.
        scoring : str, optional
            Klondike family: `vegas`, for the score to be written down. A game of the peaks
            family knows its own.

        Examples
        --------
        >>> from solitaire_core import Deal
        >>> game = Deal("tripeaks", 7).start()
        >>> game.push("AH")
        >>> record = Record.of(game)
        >>> str(record.start), record.scoring, record.score
        ('tripeaks wrap=true sc1:7', 'chain', 1)
        """
        if not isinstance(game, (PeaksGame, KlondikeGame)):
            raise TypeError(f"a record is of a game, not of {type(game).__name__}")
        score: int | None = None
        if isinstance(game, PeaksGame):
            if scoring is not None and scoring != game.scoring.name:
                raise ValueError(f"the game is scored by {game.scoring.name}, not by {scoring}")
            scoring, score = game.scoring.name, game.score
        elif scoring == VEGAS:
            score = game.vegas_score
        elif scoring is not None:
            raise ValueError(f"the scoring of {game.rules.name} is {VEGAS}, not {scoring!r}")
        moves = game.move_stack
        first: PeaksGame | KlondikeGame = game.copy(stack=True)
        for _ in moves:
            first.pop()
        outcome = game.outcome()
        return cls(
            first.deal if first.deal is not None and is_dealt(first, first.deal) else first,
            tuple(moves),
            dict(comments or {}),
            None if outcome is None else outcome.result,
            date,
            scoring,
            score,
            dict(headers or {}),
        )

    @classmethod
    def from_text(cls, text: str | bytes, rules: Rules | None = None) -> Record:
        """Read one record.

        Parameters
        ----------
        text : str or bytes
            The record; bytes are UTF-8. At most a million characters.
        rules : Rules, optional
            The rules of a game that does not come with the package.

        Raises
        ------
        ValueError
            If it is not of the form, or names what does not exist; the text names the line.
        """
        # Here and not above: the reader makes records.
        from solitaire_core.records.reading import read

        return read(text, rules)

    def check(self, *, scoring: Scoring | None = None) -> Replayed:
        """Play the record through and say what came out; `replay` gives the positions.

        Parameters
        ----------
        scoring : Scoring, optional
            The scoring system of a record that names one of one's own.

        Returns
        -------
        Replayed
            True as a condition if every move is legal, and result and score are as said.

        Examples
        --------
        >>> from solitaire_core import Deal
        >>> Record(Deal("tripeaks", 7), ("AH", "2C", "3C")).check().reason
        'move 3: illegal move 3C: the card does not lie face up'
        """
        from solitaire_core.records.replaying import play_through

        return play_through(self, scoring=scoring)[1]

    def game(self, *, scoring: Scoring | None = None) -> PeaksGame | KlondikeGame:
        """The game with the record's moves on its stack.

        Parameters
        ----------
        scoring : Scoring, optional
            The scoring system of a record that names one of one's own.

        Raises
        ------
        ReplayError
            As for `replay`.
        """
        from solitaire_core.records.replaying import ReplayError, play_through

        game, replayed = play_through(self, scoring=scoring)
        if not replayed:
            raise ReplayError(replayed.ply, replayed.reason)
        return game

    def __str__(self) -> str:
        start = self.start
        written: dict[str, Any] = {FIRST: FORMAT}
        if isinstance(start, Deal):
            name, *options = rules_to_text(start.rules).split()
            identity = start.to_json()
            written |= {"Game": name, "Rules": " ".join(options) or None}
            written |= {"Numbering": start.numbering, "Number": identity.get("number")}
            written |= {"Cards": identity.get("cards")}
        else:
            written["Position"] = start.code()
        if isinstance(start, PeaksGame):
            begin = start_score(start.rules, self.scoring)
            written |= {"Chain": start.chain or None, "BestChain": start.best_chain or None}
            written |= {"StartScore": None if start.score == begin else start.score}
        end = "*" if self.result is None else self.result.value
        written |= {"Date": self.date, "Scoring": self.scoring, "Score": self.score}
        written |= {"Result": end, **self.headers}
        return compose(
            [(name, str(value)) for name, value in written.items() if value is not None],
            [str(move) for move in self.moves],
            self.comments,
            end,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key()[:3])

    def _key(self) -> tuple[Any, ...]:
        start: Any = self.start
        if isinstance(start, PeaksGame):
            start = (start.rules, start.code(), start.chain, start.best_chain, start.score)
        elif isinstance(start, KlondikeGame):
            start = (start.rules, start.code())
        return (
            start, self.moves, self.result, self.date, self.scoring, self.score, self.comments,
            self.headers,
        )  # fmt: skip


def _checked_comments(comments: Mapping[Any, Any], plies: int) -> dict[int, str]:
    for ply, text in comments.items():
        if type(ply) is not int or not isinstance(text, str):
            raise TypeError(f"comments are texts by ply, not {text!r} by {ply!r}")
        if not 0 <= ply <= plies:
            raise ValueError(f"a comment stands behind move {ply}, of {plies}")
    return dict(sorted(comments.items()))


def _checked_headers(headers: Mapping[Any, Any]) -> dict[str, str]:
    for name, value in headers.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"headers are texts by name, not {value!r} by {name!r}")
        if not _NAME.fullmatch(name):
            raise ValueError(f"no name of a header: {name[:60]!r} (such as Player)")
        if name in RESERVED:
            raise ValueError(f"the header {name} has a field of its own")
    return dict(headers)
