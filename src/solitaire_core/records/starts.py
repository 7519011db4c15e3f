"""Where games begin: deals, and positions by hand with the score that they come with."""

from __future__ import annotations

from typing import Any

from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.scoring import SCORINGS, Scoring

__all__ = ["game_from_code", "is_dealt", "scored", "start_score"]


def game_from_code(code: str, rules: Rules | None = None) -> PeaksGame | KlondikeGame:
    """The position of a code of either family.

    Raises
    ------
    ValueError
        If it is none.
    """
    word = code.split(maxsplit=1)[:1]
    kind: Any = KlondikeGame if word and word[0].startswith("klondike") else PeaksGame
    game: PeaksGame | KlondikeGame = kind.from_code(code, rules)
    return game


def start_score(rules: PeaksRules, scoring: str | None) -> int | None:
    """The score at the start of a position whose record names no other.

    None where the scoring does not come with the package, so that it is always named.
    """
    system = rules.scoring if scoring is None else SCORINGS.get(scoring)
    return None if system is None else system.start(rules.layout.cards)


def scored(
    game: PeaksGame,
    scoring: Scoring | None,
    chain: int,
    best_chain: int,
    score: int | None,
) -> PeaksGame:
    """A position without its moves, scored by a system from those figures on."""
    removed = [place for place in range(game.rules.layout.cards) if game.removed >> place & 1]
    return PeaksGame(
        game.rules,
        game.cards(),
        removed,
        game.turned,
        game.top,
        None,
        scoring,
        chain,
        best_chain,
        score,
    )


def is_dealt(game: PeaksGame | KlondikeGame, deal: Deal) -> bool:
    """Whether a position is the one in which a deal is dealt out, to the last detail."""
    start = deal.start()
    if isinstance(game, PeaksGame) and isinstance(start, PeaksGame):
        begin = game.scoring.start(game.rules.layout.cards)
        # A score that goes on from an earlier game is not in the deal.
        if game.score != begin:
            return False
    return deal.rules == game.rules and start.code() == game.code()
