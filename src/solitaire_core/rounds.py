"""Rounds of golf: nine holes, each of them a deal; the fewest cards left in all wins.

Rounds have numbers: hole h (from 1) of round n is the sc1 deal 100 n + h, so that the first
hole of round 7 is deal 701 and the ninth deal 709. It is so for every number of holes: the
nine holes of a round are the front nine of its eighteen. No deal is in two rounds.

A round of holes that can all be cleared takes the first such deal of 100 n + h,
10**10 + 100 n + h, 2 * 10**10 + 100 n + h, ...: the last ten digits say which round and hole
it is, what stands before them how many deals were passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Self

from solitaire_core._fast import whole_number
from solitaire_core.deals import Deal, parse_number
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games import find_rules
from solitaire_core.games.golf import GOLF
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.json_fields import fields_of, shown
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.solving.solve import solve

__all__ = ["GolfRound"]

_FORMAT = "golf-round"
_VERSION = 1
_MOST_HOLES = 99
_LAST_NUMBER = 99_999_999
_NEXT_CANDIDATE = 10**10
_CANDIDATES = 10_000


class GolfRound:
    """A round of golf, hole after hole.

    Parameters
    ----------
    deals : iterable of Deal
        The holes in the order of play, 1 to 99 golf deals. `from_number` makes rounds that
        have a number.

    Raises
    ------
    ValueError
        If a deal is not one of golf, or there are none or more than 99; the text names the
        hole.
    TypeError
        If a hole is not a deal.

    Notes
    -----
    Push moves to `hole`, then call `finish_hole`; `to_json` saves a round at any moment.

    A hole's score is the number of cards left in the tableau; a hole that is cleared scores
    minus the stock cards that were not needed. Fewer is better.

    Rounds are equal when their deals are, the same holes are finished and the same moves
    were made in each. A round changes as it is played, so it has no hash.

    Examples
    --------
    >>> round = GolfRound.from_number(7)
    >>> str(round.deals[0]), len(round.deals), round.hole_number
    ('golf wrap=false strict=true sc1:701', 9, 1)
    >>> round.hole.push("turn")
    >>> round.finish_hole()           # given up
    35
    >>> GolfRound.from_json(round.to_json()) == round
    True
    >>> round
    <GolfRound 7: 1 of 9 holes finished, total 35>
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, deals: Iterable[Deal]) -> None:
        self._deals = tuple(deals)
        for hole, deal in enumerate(self._deals, 1):
            _check_deal(deal, f"hole {hole}")
        if not 1 <= len(self._deals) <= _MOST_HOLES:
            raise ValueError(f"a round has 1 to {_MOST_HOLES} holes, not {len(self._deals)}")
        self._number: int | None = None
        self._lines: list[tuple[PeaksMove, ...]] = []
        self._scores: list[int] = []
        self._pars: dict[int, int] = {}
        self._hole: PeaksGame | None = _start(self._deals[0])

    @classmethod
    def from_number(
        cls, number: int, holes: int = 9, *, winnable: bool = False, **options: bool
    ) -> Self:
        """The round of a number: hole h is the sc1 deal 100 * number + h.

        Parameters
        ----------
        number : int
            0 to 99,999,999.
        holes : int
            How many holes, 1 to 99. The first holes of a longer round are those of a
            shorter one.
        winnable : bool
            Whether holes that cannot be cleared are replaced: 10**10 is added to a hole's
            deal number until it can.
        **options
            Options of golf, such as `wrap=True`, for all holes.

        Returns
        -------
        GolfRound

        Raises
        ------
        ValueError
            If a figure is out of range, there is no such option, or none of 10,000 deals can
            be cleared.
        TypeError
            If an argument has the wrong type.

        Notes
        -----
        With `winnable` about 70 ms a round of nine (20 ms with `wrap`), without it no time.

        Examples
        --------
        >>> [deal.number for deal in GolfRound.from_number(7, 3).deals]
        [701, 702, 703]
        >>> [deal.number for deal in GolfRound.from_number(7, 3, winnable=True).deals]
        [701, 10000000702, 80000000703]
        """
        number = whole_number(number, "number", 0, _LAST_NUMBER)
        holes = whole_number(holes, "holes", 1, _MOST_HOLES)
        if not isinstance(winnable, bool):
            raise TypeError(f"winnable is True or False, not {winnable!r}")
        rules = find_rules(GOLF, **options)
        new = cls(_deal(rules, number, hole, winnable) for hole in range(1, holes + 1))
        new._number = number
        return new

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The holes, in the order of play."""
        return self._deals

    @property
    def number(self) -> int | None:
        """The round's number; None for a round made of deals."""
        return self._number

    @property
    def hole(self) -> PeaksGame | None:
        """The game of the current hole, to push moves to; None when the round is over."""
        return self._hole

    @property
    def hole_number(self) -> int | None:
        """The number of the current hole, from 1; None when the round is over."""
        return None if self._hole is None else len(self._scores) + 1

    @property
    def over(self) -> bool:
        """Whether all holes are finished."""
        return self._hole is None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the finished holes."""
        return tuple(self._scores)

    @property
    def total(self) -> int:
        """The sum of the scores; the current hole does not count yet."""
        return sum(self._scores)

    @property
    def lines(self) -> tuple[tuple[PeaksMove, ...], ...]:
        """The moves that were made in each finished hole."""
        return tuple(self._lines)

    def finish_hole(self) -> int:
        """End the current hole, cleared, lost or given up, and begin the next one.

        Returns
        -------
        int
            The hole's score.

        Raises
        ------
        ValueError
            If the round is over.
        """
        if self._hole is None:
            raise ValueError(f"the round is over: all {len(self._deals)} holes are finished")
        score = int(self._hole.score)
        self._lines.append(tuple(self._hole.move_stack))
        self._scores.append(score)
        played = len(self._scores)
        self._hole = _start(self._deals[played]) if played < len(self._deals) else None
        return score

    def par_of(self, hole: int) -> int:
        """The best score that a hole allows, by a player who sees every card.

        Parameters
        ----------
        hole : int
            The hole, from 1.

        Raises
        ------
        ValueError
            If there is no such hole.

        Notes
        -----
        About 20 ms a hole (40 ms with `wrap`) when it is asked for the first time.
        """
        hole = whole_number(hole, "hole", 1, len(self._deals))
        if hole not in self._pars:
            best = solve(self._deals[hole - 1], objective="best", scoring="golf").value
            assert best is not None  # a player may stop at once, so there is a best score
            self._pars[hole] = best
        return self._pars[hole]

    @property
    def par(self) -> int:
        """The sum of the best scores that the holes allow; see `par_of`."""
        return sum(self.par_of(hole) for hole in range(1, len(self._deals) + 1))

    def to_json(self) -> dict[str, Any]:
        """The round as it stands, as JSON values.

        Returns
        -------
        dict
            `{"format": "golf-round", "version": 1, "number", "holes"}`: the number as a
            string, or None; for each hole `{"deal", "moves", "score"}`, where the score is
            None for holes that are not finished.
        """
        current = [] if self._hole is None else [tuple(self._hole.move_stack)]
        lines = [*self._lines, *current]
        holes = []
        for i, deal in enumerate(self._deals):
            moves = lines[i] if i < len(lines) else ()
            holes.append(
                {
                    "deal": deal.to_json(),
                    "moves": [str(move) for move in moves],
                    "score": self._scores[i] if i < len(self._scores) else None,
                }
            )
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "number": None if self._number is None else str(self._number),
            "holes": holes,
        }

    @classmethod
    def from_json(cls, record: str | dict[str, Any]) -> Self:
        """Read what `to_json` wrote, as JSON text or as the object that it holds.

        Raises
        ------
        ValueError
            If a field is missing, unknown or wrong, a move is not legal, or a score is not
            what the moves give; the text names the field and the hole.
        """
        if isinstance(record, str):
            try:
                record = json.loads(record)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"no round: not JSON ({error})") from None
        try:
            return cls._from_record(record)
        except (ValueError, TypeError) as error:
            raise ValueError(f"no round: {error}") from None

    @classmethod
    def _from_record(cls, record: Any) -> Self:
        fields = fields_of(record, "the record", ("format", "version", "number", "holes"))
        if fields["format"] != _FORMAT:
            raise ValueError(f"format is {_FORMAT!r}, not {shown(fields['format'])}")
        version = fields["version"]
        if type(version) is not int or version != _VERSION:
            raise ValueError(f"version is {_VERSION}, not {shown(version)}")
        if not isinstance(fields["holes"], list):
            raise ValueError(f"holes is a list, not {shown(fields['holes'])}")
        holes = [
            fields_of(hole, f"holes[{i}]", ("deal", "moves", "score"))
            for i, hole in enumerate(fields["holes"])
        ]
        new = cls(_read_deal(hole["deal"], f"holes[{i}].deal") for i, hole in enumerate(holes))
        if fields["number"] is not None:
            new._number = _read_number(fields["number"], new._deals)
        for i, hole in enumerate(holes):
            new._replay(i, hole["moves"], hole["score"])
        return new

    def _replay(self, i: int, moves: Any, score: Any) -> None:
        where = f"holes[{i}]"
        if not isinstance(moves, list):
            raise ValueError(f"{where}.moves is a list, not {shown(moves)}")
        if len(self._scores) < i:
            # An earlier hole is still being played.
            if moves or score is not None:
                field = "moves" if moves else "score"
                raise ValueError(f"{where}.{field}: hole {len(self._scores) + 1} is not finished")
            return
        assert self._hole is not None  # there is a hole for each deal
        for ply, move in enumerate(moves):
            if not isinstance(move, str):
                raise ValueError(f"{where}.moves[{ply}] is text, not {shown(move)}")
            try:
                self._hole.push(move)
            except ValueError as error:
                raise ValueError(f"{where}.moves[{ply}]: {error}") from None
        if score is None:
            return
        if type(score) is not int or score != self._hole.score:
            raise ValueError(
                f"{where}.score is {shown(score)}, but its moves give {self._hole.score}"
            )
        self.finish_hole()

    def _state(self) -> tuple[Any, ...]:
        current = None if self._hole is None else self._hole.move_stack
        return self._deals, self._lines, current

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GolfRound):
            return NotImplemented
        return self._state() == other._state()

    def __repr__(self) -> str:
        name = "GolfRound" if self._number is None else f"GolfRound {self._number}"
        finished = f"{len(self._scores)} of {len(self._deals)} holes finished"
        return f"<{name}: {finished}, total {self.total}>"


def _deal(rules: Rules, number: int, hole: int, winnable: bool) -> Deal:
    deal = Deal(rules, 100 * number + hole)
    if not winnable:
        return deal
    for candidate in range(_CANDIDATES):
        deal = Deal(rules, candidate * _NEXT_CANDIDATE + 100 * number + hole)
        if solve(deal).winnable:
            return deal
    raise ValueError(
        f"hole {hole} of round {number}: none of {_CANDIDATES:,} deals of"
        f" {rules_to_text(rules)} can be cleared"
    )


def _check_deal(deal: Any, where: str) -> None:
    if not isinstance(deal, Deal):
        raise TypeError(f"{where} is a Deal, not {type(deal).__name__}")
    rules = deal.rules
    if not isinstance(rules, PeaksRules) or rules.name != GOLF.name or rules.layout != GOLF.layout:
        raise ValueError(f"{where} is a deal of golf, not of {rules.name}")


def _start(deal: Deal) -> PeaksGame:
    game = deal.start("golf")
    assert isinstance(game, PeaksGame)  # every deal is one of golf
    return game


def _read_deal(record: Any, where: str) -> Deal:
    if not isinstance(record, dict):
        raise ValueError(f"{where} is a JSON object, not {shown(record)}")
    try:
        deal = Deal.from_json(record)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None
    _check_deal(deal, where)
    return deal


def _read_number(text: Any, deals: Iterable[Deal]) -> int:
    if not isinstance(text, str):
        raise ValueError(f"number is a string, not {shown(text)}")
    try:
        number = parse_number(text)
    except ValueError as error:
        raise ValueError(f"number: {error}") from None
    number = whole_number(number, "number", 0, _LAST_NUMBER)
    for i, deal in enumerate(deals):
        last_digits = None if deal.number is None else deal.number % _NEXT_CANDIDATE
        if deal.numbering != "sc1" or last_digits != 100 * number + i + 1:
            raise ValueError(f"holes[{i}].deal is not hole {i + 1} of round {number}: {deal}")
    return number
