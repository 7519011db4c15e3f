"""What `solitaire-core hint` shows of the Klondike family."""

from __future__ import annotations

from typing import Any

from solitaire_core.cli.hint_words import hint_fields, show_facts
from solitaire_core.cli.output import Screen
from solitaire_core.hints import Hint
from solitaire_core.klondike import KlondikeGame

__all__ = ["hint_record", "show_hint"]


def hint_record(game: KlondikeGame, answer: Hint) -> dict[str, Any]:
    """A hint as JSON values."""
    return {**hint_fields(answer), "ply": game.ply, "cards_home": game.cards_home}


def show_hint(title: str, game: KlondikeGame, answer: Hint, *, visible: bool) -> None:
    """Print a hint."""
    state = f"{game.cards_home} of {game.rules.cards} cards home"
    outlook = _outlook(game, answer, visible=visible)
    show_facts(Screen(), title, state, game, answer, outlook)


def _outlook(game: KlondikeGame, answer: Hint, *, visible: bool) -> str:
    """Whether the position can still be won."""
    outcome = game.outcome()
    if visible and answer.move is not None:
        return "not looked at: the hint rests on what the player has seen"
    if outcome is not None:
        return f"{outcome.result.value}: {outcome.reason}"
    if answer.can_win is None:
        return "not found out within the limits"
    return "can still be won" if answer.can_win else "can no longer be won"
