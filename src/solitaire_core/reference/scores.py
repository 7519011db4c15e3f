"""Scores of the peaks family by the rules alone: what a line is worth, and all lines.

A scoring system is asked for every single card, tip, turn and win; no table is made of its
answers. The search looks at every position with every chain that can come about, and leaves
none out because another one looks better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solitaire_core.cards import Card
from solitaire_core.games.layout import Layout
from solitaire_core.peaks import PeaksMove
from solitaire_core.reference.peaks import ReferencePeaks, goes_on
from solitaire_core.scoring import Scoring

__all__ = ["Extremes", "Standing", "extremes", "replay"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands.

    Attributes
    ----------
    score : int
        The score so far.
    chain : int
        Cards taken since the last turn.
    best_chain : int
        The longest chain so far.
    """

    score: int
    chain: int = 0
    best_chain: int = 0


@dataclass(frozen=True, slots=True)
class Extremes:
    """What a position allows.

    Attributes
    ----------
    best : int
        The best score at any moment of any line, this one included.
    best_clear, worst_clear : int or None
        The best and the worst score at the moment of clearing; None where nothing clears.
    lines : int
        How many different sequences of moves clear the tableau.
    """

    best: int
    best_clear: int | None
    worst_clear: int | None
    lines: int


def _tips(layout: Layout) -> set[int]:
    """The places of the cards that lie on no other."""
    return set(range(layout.cards)).difference(*layout.covered_by)


def _worth(scoring: Scoring, layout: Layout, gone: Iterable[int], place: int, chain: int) -> int:
    """Points for taking the card at a place, which makes the chain so long."""
    tips = _tips(layout)
    points = scoring.card(chain)
    if place in tips:
        points += scoring.tip(len(tips.intersection(gone)) + 1, len(tips))
    return points


def replay(
    game: ReferencePeaks,
    scoring: Scoring,
    moves: Iterable[PeaksMove | str],
    standing: Standing | None = None,
) -> list[Standing]:
    """Play a line and keep its score.

    Parameters
    ----------
    game : ReferencePeaks
        Where the line begins. The moves are made on it.
    scoring : Scoring
        The scoring system.
    moves : iterable of (PeaksMove or str)
        The line.
    standing : Standing, optional
        How the game stands before the line; by default as at the start of a deal.

    Returns
    -------
    list of Standing
        Before the first move and after each one.
    """
    layout = game.rules.layout
    now = Standing(scoring.start(layout.cards)) if standing is None else standing
    found = [now]
    for text in moves:
        move = PeaksMove(text)
        score, chain = now.score, 0
        if move.is_turn:
            score += scoring.turn()
        else:
            place = next(p for p, card in game.tableau.items() if card == move.card)
            gone = [p for p in range(layout.cards) if p not in game.tableau]
            chain = now.chain + 1
            score += _worth(scoring, layout, gone, place, chain)
        game.push(move)
        if not game.tableau:
            score += scoring.win(len(game.stock))
        now = Standing(score, chain, max(now.best_chain, chain))
        found.append(now)
    return found


@dataclass(frozen=True, slots=True)
class _Gains:
    """What can still be added: at any moment the most and the least, and at the clearing."""

    most: int
    least: int
    most_clear: int | None
    least_clear: int | None
    lines: int


def extremes(game: ReferencePeaks, scoring: Scoring, standing: Standing | None = None) -> Extremes:
    """Search every line from a position.

    Parameters
    ----------
    game : ReferencePeaks
        The position. It is not changed.
    scoring : Scoring
        The scoring system; where less is better, the best is the least.
    standing : Standing, optional
        How the game stands there; by default as at the start of a deal.

    Returns
    -------
    Extremes
        Exact: positions are told apart by the cards that are gone, the stock, the top and
        the chain, and every one is looked at once.
    """
    rules, layout, stock = game.rules, game.rules.layout, list(game.stock)
    cards = dict(game.tableau)
    everything = frozenset(range(layout.cards))
    now = Standing(scoring.start(layout.cards)) if standing is None else standing
    known: dict[tuple[frozenset[int], int, Card, int], _Gains] = {}

    def search(gone: frozenset[int], turned: int, top: Card, chain: int) -> _Gains:
        key = gone, turned, top, chain
        if key not in known:
            known[key] = look(gone, turned, top, chain)
        return known[key]

    def look(gone: frozenset[int], turned: int, top: Card, chain: int) -> _Gains:
        if gone == everything:
            return _Gains(0, 0, 0, 0, 1)
        after = []
        for place in sorted(everything - gone):
            card = cards[place]
            if gone.issuperset(layout.covered_by[place]) and goes_on(rules, card, top):
                points = _worth(scoring, layout, gone, place, chain + 1)
                left = gone | {place}
                if left == everything:
                    points += scoring.win(len(stock) - turned)
                after.append((points, search(left, turned, card, chain + 1)))
        if turned < len(stock):
            after.append((scoring.turn(), search(gone, turned + 1, stock[turned], 0)))
        return _Gains(
            max([0, *(points + then.most for points, then in after)]),
            min([0, *(points + then.least for points, then in after)]),
            max(
                (p + then.most_clear for p, then in after if then.most_clear is not None),
                default=None,
            ),
            min(
                (p + then.least_clear for p, then in after if then.least_clear is not None),
                default=None,
            ),
            sum(then.lines for _, then in after),
        )

    gains = search(everything.difference(cards), 0, game.top, now.chain)
    ends = [
        None if gain is None else now.score + gain for gain in (gains.most_clear, gains.least_clear)
    ]
    if scoring.lower_is_better:
        return Extremes(now.score + gains.least, ends[1], ends[0], gains.lines)
    return Extremes(now.score + gains.most, ends[0], ends[1], gains.lines)
