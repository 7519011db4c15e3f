"""Which moves a picture or a table of text marks, and which it suggests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from solitaire_core.hints.answers import Hint
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView
from solitaire_core.peaks import PeaksMove, PeaksView

__all__ = [
    "Marks",
    "Suggestion",
    "klondike_marks",
    "klondike_suggestion",
    "legal_in_view",
    "peaks_marks",
    "peaks_suggestion",
]

Marks = bool | Iterable[PeaksMove | KlondikeMove | str]
"""Whether the legal moves are marked, or the moves that are."""

Suggestion = Hint | PeaksMove | KlondikeMove | str | None
"""A hint, or the move of one; a hint without a move suggests nothing."""


def legal_in_view(view: PeaksView) -> list[PeaksMove]:
    """The moves that a player sees to be legal."""
    layout, tableau = view.rules.layout, view.tableau
    if all(card is None for card in tableau):
        return []
    follows = view.rules.follows[view.top.code % 13] if view.top.is_known else 0
    moves = [
        PeaksMove(card)
        for place, card in enumerate(tableau)
        if card is not None
        and card.is_known
        and follows >> card.code % 13 & 1
        and all(tableau[above] is None for above in layout.covered_by[place])
    ]
    return [*moves, PeaksMove("turn")] if view.stock_left else moves


def peaks_marks(view: PeaksView, marks: Marks) -> list[PeaksMove]:
    """The moves to mark in a position of the peaks family."""
    if isinstance(marks, bool):
        return legal_in_view(view) if marks else []
    named: Iterable[Any] = marks
    return [PeaksMove(move) for move in named]


def peaks_suggestion(hint: Suggestion) -> PeaksMove | None:
    """The move to suggest in a position of the peaks family."""
    move = _move_of(hint)
    return None if move is None else PeaksMove(move)


def klondike_marks(position: KlondikeGame | KlondikeView, marks: Marks) -> list[KlondikeMove]:
    """The moves to mark in a position of the Klondike family.

    Raises
    ------
    TypeError
        If the legal moves are to be marked in a view.
    """
    if not isinstance(marks, bool):
        named: Iterable[Any] = marks
        return [KlondikeMove(move) for move in named]
    if not marks:
        return []
    if not isinstance(position, KlondikeGame):
        raise TypeError("a KlondikeView does not say what is legal: name the moves to mark")
    return list(position.legal_moves)


def klondike_suggestion(hint: Suggestion) -> KlondikeMove | None:
    """The move to suggest in a position of the Klondike family."""
    move = _move_of(hint)
    return None if move is None else KlondikeMove(move)


def _move_of(hint: Suggestion) -> Any:
    return hint.move if isinstance(hint, Hint) else hint
