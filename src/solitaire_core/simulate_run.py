"""A simulation at work: what is asked for, and how the deals are handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core._fast import whole_number
from solitaire_core.cards import Card
from solitaire_core.deals import RANGES, check_numbering, deck_codes
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.policies import (
    BatchPolicy,
    BuiltIn,
    Lookahead,
    Policy,
    Sampling,
    SamplingKlondike,
    find_policy,
    plays_in_core,
)
from solitaire_core.scoring import Scoring
from solitaire_core.simulate_games import Start, play_in_batches, play_one_by_one
from solitaire_core.workers import thread_count, work_through

__all__ = ["KLONDIKE_ROW", "MOST_GAMES", "MOST_MOVES", "PEAKS_ROW", "Run"]

PEAKS_ROW = np.dtype(
    [
        ("won", np.bool_),
        ("moves", np.uint8),
        ("turns", np.uint8),
        ("longest_chain", np.uint8),
        ("score", np.int32),
    ]
)
"""A game of the peaks family, in 8 bytes: see `simulate`."""

KLONDIKE_ROW = np.dtype(
    [
        ("won", np.bool_),
        ("home", np.uint8),
        ("score", np.int16),
        ("moves", np.uint32),
        ("turns", np.uint32),
        ("passes", np.uint32),
    ]
)
"""A game of the Klondike family, in 16 bytes: see `simulate`."""

MOST_GAMES = 1_000_000
"""More games of one deal than this are refused."""

MOST_MOVES = 1_000_000
"""More moves of one game than this are refused."""

_GAMES_A_PIECE = 4096
"""Games that a thread takes at a time; fewer of those that take longer."""

_TRIES_A_PIECE = 20_000
"""Tries before one decision of each game of a piece, for a policy that tries its moves."""

_Numbers = range | list[int] | NDArray[np.uint64]
_Check = Callable[[], None]


class Run:
    """What `simulate` was asked for, checked.

    Attributes
    ----------
    count : int
        How many deals there are.
    row : dtype
        `PEAKS_ROW` or `KLONDIKE_ROW`.
    """

    def __init__(
        self,
        game: str | Rules,
        numbers: range | Sequence[int] | NDArray[Any],
        policy: str | Policy | BatchPolicy,
        seed: int,
        numbering: str,
        games: int | None,
        most_moves: int,
        scoring: str | Scoring | None,
        threads: int | None,
        options: Mapping[str, Any],
    ) -> None:
        rules = find_rules(game, **options)
        if not isinstance(rules, (PeaksRules, KlondikeRules)):
            raise TypeError(f"{rules.name} is of neither family")
        check_numbering(numbering)
        self.rules = rules
        self.policy = find_policy(policy, rules)
        self.seed = whole_number(seed, "seed", 0, 2**64 - 1)
        self.numbering = numbering
        self.games = 1 if games is None else whole_number(games, "games", 1, MOST_GAMES)
        self._is_flat = games is None
        self.most = whole_number(most_moves, "most_moves", 1, MOST_MOVES)
        self.scoring = scoring
        self.in_core = plays_in_core(self.policy)
        if isinstance(self.policy, BuiltIn):
            self.policy.core_options(rules)  # refuses what does not go with the rules
        self.threads = thread_count(1 if threads is None and not self.in_core else threads)
        deck_codes(1, numbering, rules.decks)  # refuses a numbering that has no such decks
        self.numbers = _numbers(numbers, numbering)
        self.count = len(self.numbers)
        self.row = PEAKS_ROW if isinstance(rules, PeaksRules) else KLONDIKE_ROW
        # Its rules count, not its cards.
        self._template: Any = self._start(bytes(range(52)) * rules.decks)

    def shape(self, count: int) -> tuple[int, ...]:
        """The shape of the rows of so many deals."""
        return (count,) if self._is_flat else (count, self.games)

    def check_out(self, out: object, count: int) -> None:
        """Refuse an array that cannot hold the rows of so many deals."""
        if not isinstance(out, np.ndarray) or out.dtype != self.row:
            kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
            raise TypeError(f"out is an array of {self.row}, not {kind}")
        if out.shape != self.shape(count):
            raise ValueError(f"out has the shape {out.shape}, not {self.shape(count)}")
        if not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError("out can be written to, and lies in one piece")

    def play(
        self,
        begin: int,
        end: int,
        rows: NDArray[Any],
        progress: Callable[[int], object] | None,
    ) -> None:
        """Play the deals of an index range into rows that lie game by game."""
        size = max(1, self._games_a_piece() // self.games)
        pieces = -(-(end - begin) // size)

        def work(piece: int, check: _Check) -> None:
            first = begin + piece * size
            last = min(first + size, end)
            part = rows[(first - begin) * self.games : (last - begin) * self.games]
            if self.in_core:
                self._in_core(self.numbers[first:last], part, check)
            else:
                self._in_python(self.numbers[first:last], part, check)

        def tell(done: int) -> None:
            if progress is not None:
                progress(min(done * size, end - begin))

        work_through(pieces, work, self.threads, tell)

    def _games_a_piece(self) -> int:
        """Games of some tenths of a second at the most."""
        if isinstance(self.policy, BatchPolicy):
            return _GAMES_A_PIECE
        if not self.in_core:
            return 16
        if isinstance(self.policy, Sampling):
            return max(1, min(_GAMES_A_PIECE, _TRIES_A_PIECE // self.policy.budget_for(self.rules)))
        if isinstance(self.rules, PeaksRules):
            return _GAMES_A_PIECE
        if isinstance(self.policy, SamplingKlondike):
            return 1
        return 16 if isinstance(self.policy, Lookahead) else 256

    def _start(self, deck: bytes) -> PeaksGame | KlondikeGame:
        cards = [Card(code) for code in deck]
        start = self.rules.start(cards, scoring=self.scoring)
        assert isinstance(start, (PeaksGame, KlondikeGame))
        return start

    def _in_core(self, numbers: _Numbers, rows: NDArray[Any], check: _Check) -> None:
        assert isinstance(self.policy, BuiltIn)
        asked: dict[str, Any] = {
            name: rows[name].view(np.uint8) if name == "won" else rows[name]
            for name in self.row.names or ()
        }
        asked |= {
            "policy": self.policy.core_id,
            **self.policy.core_options(self.rules),
            "seed": self.seed,
            "most": self.most,
            "numbers": _keys(numbers),
            "games": self.games,
            "numbering": self.numbering,
            "check": check,
        }
        decks = self.rules.decks
        if self.numbering == "pysol":
            codes = b"".join(deck_codes(int(number), "pysol", decks) for number in numbers)
            asked["decks"] = np.frombuffer(codes, np.uint8).reshape(len(numbers), 52 * decks)
        if isinstance(self.rules, PeaksRules):
            _fast.simulate_peaks(self._template, self.rules.order, **asked)
        else:
            _fast.simulate_klondike(self._template, self.rules.dealt_to, **asked)

    def _in_python(self, numbers: _Numbers, rows: NDArray[Any], check: _Check) -> None:
        starts = self._starts(numbers)
        if isinstance(self.policy, BatchPolicy):
            ended = play_in_batches(self.policy, self.rules, starts, self.most, check)
        else:
            ended = play_one_by_one(self.policy, starts, self.most, check)
        for start in ended:
            rows[start.row] = _row_of(start)

    def _starts(self, numbers: _Numbers) -> Iterator[Start]:
        for index, (number, key) in enumerate(zip(numbers, _keys(numbers), strict=True)):
            game = self._start(deck_codes(int(number), self.numbering, self.rules.decks))
            for which in range(self.games):
                stream = _fast.stream_of_game(self.seed, int(key), which)
                yield Start(index * self.games + which, int(number), game.copy(), stream)


def _row_of(start: Start) -> tuple[Any, ...]:
    """The row of a game that is over."""
    game = start.game
    if isinstance(game, PeaksGame):
        won = game.cards_left == 0
        return won, start.made, start.turns, game.best_chain, game.score
    home = game.cards_home
    won = home == game.rules.cards
    passes = game.visible().passes
    return won, home, game.vegas_score, start.made, start.turns, passes


def _numbers(numbers: Any, numbering: str) -> _Numbers:
    """The deal numbers, checked: a range, an array of uint64, or a list where they are larger."""
    low, high = RANGES[numbering]
    if isinstance(numbers, range):
        for number in (numbers[0], numbers[-1]) if numbers else ():
            if not low <= number <= high:
                raise ValueError(f"{numbering} deal numbers run from {low} to {high}, not {number}")
        try:
            len(numbers)
        except OverflowError:
            raise ValueError(f"numbers has more than {2**63 - 1} deals") from None
        return numbers
    if isinstance(numbers, np.ndarray) and numbers.dtype != object:
        if numbers.ndim != 1:
            raise ValueError(f"numbers has the shape (count,), not {numbers.shape}")
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"numbers is an array of whole numbers, not of {numbers.dtype}")
        for index in (int(numbers.argmin()), int(numbers.argmax())) if len(numbers) else ():
            _check_number(index, int(numbers[index]), numbering)
        return np.array(numbers, dtype=np.uint64)
    if isinstance(numbers, (str, bytes)) or not isinstance(numbers, (Sequence, np.ndarray)):
        raise TypeError(
            f"numbers is a range, a sequence of whole numbers or an array, not"
            f" {type(numbers).__name__}"
        )
    found = []
    for index, number in enumerate(numbers):
        if isinstance(number, (bool, np.bool_)) or not hasattr(number, "__index__"):
            raise TypeError(f"numbers[{index}] is {number!r}: deal numbers are whole numbers")
        found.append(_check_number(index, number.__index__(), numbering))
    if all(number < 2**64 for number in found):
        return np.array(found, dtype=np.uint64)
    return found


def _check_number(index: int, number: int, numbering: str) -> int:
    low, high = RANGES[numbering]
    if not low <= number <= high:
        raise ValueError(
            f"numbers[{index}] is {number}: {numbering} deal numbers run from {low} to {high}"
        )
    return number


def _keys(numbers: _Numbers) -> NDArray[np.uint64]:
    """What stands for deal numbers in the games' random numbers: themselves, if 64 bits do."""
    if isinstance(numbers, np.ndarray):
        return numbers
    if isinstance(numbers, range) and numbers and max(numbers[0], numbers[-1]) < 2**64:
        steps = np.arange(len(numbers), dtype=np.uint64)
        # Modulo 2**64, as a step may be negative.
        return np.uint64(numbers[0]) + steps * np.uint64(numbers.step % 2**64)
    return np.array([_key(number) for number in numbers], dtype=np.uint64)


def _key(number: int) -> int:
    if number < 2**64:
        return number
    return int.from_bytes(hashlib.blake2b(str(number).encode(), digest_size=8).digest(), "little")
