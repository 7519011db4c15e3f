"""Playing records through: every move by the rules, then what the headers say of the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solitaire_core.deals import Deal
from solitaire_core.game import IllegalMoveError, Result
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.records.record import VEGAS, Record
from solitaire_core.records.starts import scored
from solitaire_core.scoring import SCORINGS, Scoring

__all__ = ["ReplayError", "Replayed", "replay"]


class ReplayError(ValueError):
    """A record that is not what it says: a move is illegal, or its result or score is wrong.

    Attributes
    ----------
    ply : int
        The number of moves that were legal.
    reason : str
        What is wrong.
    """

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(ply, reason)
        self.ply = ply
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came out when a record was played through; true or false as a condition.

    Attributes
    ----------
    legal : bool
        Whether every move is legal, and result and score are as the headers say.
    ply : int
        The number of moves that were legal.
    reason : str
        What is wrong; empty where nothing is.
    result : Result or None
        How the game stands after those moves: WON, LOST, or None.
    score : int or None
        The score then; None where no score is kept.
    """

    legal: bool
    ply: int
    reason: str
    result: Result | None
    score: int | None

    def __bool__(self) -> bool:
        return self.legal


def replay(record: Record, *, scoring: Scoring | None = None) -> Iterator[PeaksGame | KlondikeGame]:
    """Play a record through.

    Parameters
    ----------
    record : Record
        The record.
    scoring : Scoring, optional
        The scoring system of a record that names one of one's own.

    Yields
    ------
    PeaksGame or KlondikeGame
        The position at the start and after each move, without the moves that led there. Each is
        the caller's own.

    Raises
    ------
    ReplayError
        Where a move is illegal (its ply and why); after the last position, where result or score
        are not what the headers say, or a score cannot be checked since nobody knows the scoring.
    ValueError, TypeError
        If `scoring` is not the one that the record names.

    Notes
    -----
    Some microseconds a move.

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> record = Record(Deal("tripeaks", 7), ("AH", "2C", "3C"))
    >>> for position in replay(record):
    ...     print(position.top)
    Traceback (most recent call last):
        ...
    solitaire_core.records.replaying.ReplayError: move 3: illegal move 3C: the card does not lie \
face up
    """
    return _positions(record, *_started(record, scoring))


def play_through(
    record: Record, *, scoring: Scoring | None = None
) -> tuple[PeaksGame | KlondikeGame, Replayed]:
    """A record's last position with the moves on its stack, and what is to be said of it."""
    game, is_known = _started(record, scoring)
    ply, reason = len(record.moves), ""
    try:
        for _ in _moved(record, game, is_known):
            pass
    except ReplayError as error:
        ply, reason = error.ply, error.reason
    outcome = game.outcome()
    result = None if outcome is None else outcome.result
    return game, Replayed(not reason, ply, reason, result, _score(record, game, is_known))


def _started(record: Record, scoring: Scoring | None) -> tuple[PeaksGame | KlondikeGame, bool]:
    """The game before the first move, and whether its scoring is the record's."""
    if not isinstance(record, Record):
        raise TypeError(f"a Record is replayed, not {type(record).__name__}")
    if scoring is not None:
        if not isinstance(scoring, Scoring):
            raise TypeError(f"scoring is a Scoring, not {type(scoring).__name__}")
        if scoring.name != record.scoring:
            raise ValueError(f"the record is scored by {record.scoring}, not by {scoring.name}")
    start = record.start
    first = start.start() if isinstance(start, Deal) else start.copy()
    if isinstance(first, KlondikeGame):
        if scoring is not None:
            raise ValueError(f"{first.rules.name} has no scoring systems of one's own")
        return first, record.scoring == VEGAS
    assert isinstance(first, PeaksGame)
    system = first.rules.scoring if record.scoring is None else SCORINGS.get(record.scoring)
    system = scoring or system
    if system is None:
        return first, False
    if isinstance(start, Deal):
        return PeaksGame(first.rules, first.cards(), deal=start, scoring=system), True
    return scored(first, system, first.chain, first.best_chain, first.score), True


def _positions(
    record: Record, game: PeaksGame | KlondikeGame, is_known: bool
) -> Iterator[PeaksGame | KlondikeGame]:
    for position in _moved(record, game, is_known):
        yield position.copy()


def _moved(
    record: Record, game: PeaksGame | KlondikeGame, is_known: bool
) -> Iterator[PeaksGame | KlondikeGame]:
    """The game itself, before the first and after each move."""
    yield game
    for ply, move in enumerate(record.moves, 1):
        try:
            game.push(move)  # type: ignore[arg-type]
        except IllegalMoveError as error:
            raise ReplayError(ply - 1, f"move {ply}: {error}") from None
        yield game
    ply = len(record.moves)
    outcome = game.outcome()
    result = None if outcome is None else outcome.result
    if result is not record.result:
        raise ReplayError(ply, f"result: {_word(result)}, the record says {_word(record.result)}")
    if record.score is None:
        return
    score = _score(record, game, is_known)
    if score is None:
        raise ReplayError(ply, f"score: nothing is known of the scoring {record.scoring!r}")
    if score != record.score:
        raise ReplayError(ply, f"score: {score}, the record says {record.score}")


def _score(record: Record, game: PeaksGame | KlondikeGame, is_known: bool) -> int | None:
    if not is_known:
        return None
    return game.vegas_score if isinstance(game, KlondikeGame) else game.score


def _word(result: Result | None) -> str:
    return "not ended" if result is None else result.value
