"""What the players of many games are shown at once, as arrays, for models that take batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solitaire_core import _fast
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame

__all__ = ["DOWN", "NONE", "KlondikeTurns", "PeaksTurns", "klondike_turns", "peaks_turns"]

DOWN = 255
"""In place of a card code: a card that has not been seen."""

NONE = 254
"""In place of a card code: no card."""


@dataclass(frozen=True, slots=True, eq=False)
class PeaksTurns:
    """What the players of `n` games of the peaks family see.

    A choice is the place of the card to take, or, to turn the stock, the number of tableau
    cards: `legal[i, choice]` says whether it can be made. -1 gives the game up.

    Attributes
    ----------
    rules : PeaksRules
        The rules of all of them.
    tableau : ndarray of uint8, shape (n, cards)
        By place: the card code (`suit * 13 + rank`), `DOWN` or `NONE`.
    top : ndarray of uint8, shape (n,)
        The code of the top of the waste.
    stock_left : ndarray of uint8, shape (n,)
        Cards in the stock.
    chain : ndarray of uint8, shape (n,)
        Cards taken since the last turn.
    score : ndarray of int32, shape (n,)
        The score so far.
    seen : ndarray of bool, shape (n, 52)
        By card code: whether the card has been face up.
    legal : ndarray of bool, shape (n, cards + 1)
        Which choices there are.
    made, idle : ndarray of uint32, shape (n,)
        Moves made, and how many of the last in a row turned the stock.
    seed : ndarray of uint64, shape (n,)
        A random number for each decision.
    """

    rules: PeaksRules
    tableau: NDArray[np.uint8]
    top: NDArray[np.uint8]
    stock_left: NDArray[np.uint8]
    chain: NDArray[np.uint8]
    score: NDArray[np.int32]
    seen: NDArray[np.bool_]
    legal: NDArray[np.bool_]
    made: NDArray[np.uint32]
    idle: NDArray[np.uint32]
    seed: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.top)


@dataclass(frozen=True, slots=True, eq=False)
class KlondikeTurns:
    """What the players of `n` games of the Klondike family know.

    A choice is the index of a legal move: `legal[i, choice]` says whether there is one. -1 gives
    the game up.

    Attributes
    ----------
    rules : KlondikeRules
        The rules of all of them.
    piles : ndarray of uint8, shape (n, piles, height)
        Each pile from its bottom to its top: card codes, `DOWN`, or `NONE` above the top. The
        height is the same for all turns of a game's rules.
    foundations : ndarray of uint8, shape (n, 52)
        By card code: how many copies are on the foundations.
    waste, stock : ndarray of uint8, shape (n, talon)
        The waste from its bottom to its top and the stock, the next card first: card codes,
        `DOWN`, or `NONE` behind the last. The stock is known from the second pass on.
    passes : ndarray of uint32, shape (n,)
        Which pass through the stock this is, from 1.
    moves : ndarray of uint8, shape (n, most, 4)
        The legal moves: where from, where to (piles from 0, 13 the waste, 14 the foundations, 15
        the stock), how many cards, and the code of the card that lands (63 for moves of the
        stock). As many as the game of these has that has most.
    legal : ndarray of bool, shape (n, most)
        Which of them there are.
    made, idle : ndarray of uint32, shape (n,)
        Moves made, and how many of the last in a row turned the stock or turned it over.
    seed : ndarray of uint64, shape (n,)
        A random number for each decision.
    """

    rules: KlondikeRules
    piles: NDArray[np.uint8]
    foundations: NDArray[np.uint8]
    waste: NDArray[np.uint8]
    stock: NDArray[np.uint8]
    passes: NDArray[np.uint32]
    moves: NDArray[np.uint8]
    legal: NDArray[np.bool_]
    made: NDArray[np.uint32]
    idle: NDArray[np.uint32]
    seed: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.passes)


def _marks(
    made: Sequence[int], idle: Sequence[int], seed: Sequence[int]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64]]:
    return np.array(made, np.uint32), np.array(idle, np.uint32), np.array(seed, np.uint64)


def peaks_turns(
    rules: PeaksRules,
    games: list[PeaksGame],
    made: Sequence[int],
    idle: Sequence[int],
    seed: Sequence[int],
) -> PeaksTurns:
    """What the players of some games, all of the same rules, are shown."""
    count, cards = len(games), rules.layout.cards
    tableau = np.empty((count, cards), np.uint8)
    top, left, chain = (np.empty(count, np.uint8) for _ in range(3))
    score = np.empty(count, np.int32)
    seen, legal = np.empty((count, 52), np.uint8), np.empty((count, cards + 1), np.uint8)
    _fast.see_peaks(games, tableau, top, left, chain, score, seen, legal)
    marks = _marks(made, idle, seed)
    return PeaksTurns(
        rules, tableau, top, left, chain, score, seen.view(np.bool_), legal.view(np.bool_), *marks
    )


def klondike_turns(
    rules: KlondikeRules,
    games: list[KlondikeGame],
    made: Sequence[int],
    idle: Sequence[int],
    seed: Sequence[int],
) -> KlondikeTurns:
    """What the players of some games, all of the same rules, are shown."""
    count, talon = len(games), rules.cards - sum(rules.piles)
    most = max((game.legal_moves.count() for game in games), default=0)
    piles = np.empty((count, len(rules.piles), pile_height(rules)), np.uint8)
    foundations = np.empty((count, 52), np.uint8)
    waste, stock = (np.empty((count, talon), np.uint8) for _ in range(2))
    passes = np.empty(count, np.uint32)
    moves, legal = np.empty((count, most, 4), np.uint8), np.empty((count, most), np.uint8)
    _fast.see_klondike(games, piles, foundations, waste, stock, passes, moves, legal)
    return KlondikeTurns(
        rules, piles, foundations, waste, stock, passes, moves, legal.view(np.bool_),
        *_marks(made, idle, seed),
    )  # fmt: skip


def pile_height(rules: KlondikeRules) -> int:
    """A height that no pile of a game passes.

    A pile is what was dealt, and what was packed on it: on any card at most the twelve ranks
    below it, and as many again on each card that the stock deals.
    """
    deals = 0
    if rules.stock == "deal":
        deals = -(-(rules.cards - sum(rules.piles)) // len(rules.piles))
    return min(rules.cards, max(max(rules.piles), 1) + 13 * deals + 12)
