"""Positions and hints as JSON: what a player sees, and nothing that a player does not see.

Everything here is taken from `visible()`, from the legal moves and from tops of the waste that
lay face up on the way: no code in this module reads a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import solitaire_core as sc

__all__ = ["Replay", "hint_of", "position_of"]

_SUITS = "CDHS"


class Replay:
    """A game from its first position on, with what its waste showed on the way.

    Raises
    ------
    IllegalMoveError
        At the first illegal move; `ply` says how many were made.
    ValueError
        At the first text that is no move.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.waste = [str(game.top)] if isinstance(game, sc.PeaksGame) else []

    @property
    def ply(self) -> int:
        return len(self.game.move_stack)

    def play(self, moves: Sequence[str]) -> None:
        for move in moves:
            self.game.push(move)
            if isinstance(self.game, sc.PeaksGame):
                self.waste.append(str(self.game.top))


def position_of(replay: Replay) -> dict[str, Any]:
    """A position: the cards in sight, the legal moves, the score, and the end if it has come."""
    game = replay.game
    outcome = game.outcome()
    moves = [] if outcome else list(game.legal_moves)
    common = {
        "ply": replay.ply,
        "stock": game.stock_left,
        "outcome": None
        if outcome is None
        else {"result": outcome.result.value, "reason": outcome.reason},
    }
    if isinstance(game, sc.PeaksGame):
        return common | _peaks(game, moves, replay.waste)
    return common | _piles(game, moves)


def _peaks(game: sc.PeaksGame, moves: list[sc.PeaksMove], waste: list[str]) -> dict[str, Any]:
    layout = game.rules.layout
    return {
        "family": "peaks",
        "spots": [list(spot) for spot in layout.spots],
        "under": [list(above) for above in layout.covered_by],
        "tableau": [None if card is None else str(card) for card in game.visible().tableau],
        "waste": waste,
        "legal": [_peaks_move(game, move) for move in moves],
        "score": game.score,
        "chain": game.chain,
        "best_chain": game.best_chain,
        "left": game.cards_left,
    }


def _peaks_move(game: sc.PeaksGame, move: sc.PeaksMove) -> dict[str, Any]:
    if move.is_turn:
        return {"move": str(move), "from": "stock"}
    return {"move": str(move), "from": f"t{game.place_of(move)}", "index": 0, "to": "waste"}


def _piles(game: sc.KlondikeGame, moves: list[sc.KlondikeMove]) -> dict[str, Any]:
    view = game.visible()
    # The foundations of a suit, the highest first: which copy lies on which makes no difference.
    homes = [
        (suit, sum(count > copy for count in view.foundations[13 * suit : 13 * suit + 13]))
        for suit in range(4)
        for copy in range(view.decks)
    ]
    return {
        "family": "piles",
        "piles": [[str(card) for card in pile] for pile in view.piles],
        "foundations": [[_SUITS[suit], height] for suit, height in homes],
        "waste": [str(card) for card in view.waste] if game.rules.stock == "waste" else None,
        "legal": [_piles_move(move, view, homes) for move in moves],
        "score": game.cards_home,
        "left": game.rules.cards - game.cards_home,
        "pass": view.passes,
    }


def _piles_move(
    move: sc.KlondikeMove, view: sc.KlondikeView, homes: list[tuple[int, int]]
) -> dict[str, Any]:
    if move.is_stock:
        return {"move": str(move), "from": "stock"}
    assert move.card is not None  # only moves of the stock have none
    suit, rank = divmod(move.card.code, 13)
    source, to, index = move.source, move.to, 0
    if source == "w":
        source, index = "waste", len(view.waste) - 1
    elif source == "f":
        source, index = f"f{homes.index((suit, rank + 1))}", rank
    else:
        index = len(view.piles[int(source[1:])]) - move.count
    if to == "f":
        to = f"f{homes.index((suit, rank))}"
    return {"move": str(move), "from": source, "index": index, "to": to}


def hint_of(game: Any) -> dict[str, Any]:
    """A hint by what the player sees, with its reason.

    The same position gives the same hint; the hidden cards have no part in it.
    """
    found = sc.hint(game, "visible", rollouts=1000, worlds=0)
    best = found.estimates[0] if found.estimates else None
    return {
        "move": None if found.move is None else str(found.move),
        "reason": found.reason.value,
        "text": found.text,
        "win_rate": None if best is None else round(best.win_rate, 3),
    }
