"""What `solitaire-core hint` shows of the Klondike family."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from solitaire_core.cli.output import Screen
from solitaire_core.hints import Hint
from solitaire_core.klondike import KlondikeGame

__all__ = ["hint_record", "show_hint"]


def hint_record(game: KlondikeGame, answer: Hint) -> dict[str, Any]:
    """A hint as JSON values."""
    return {
        "move": None if answer.move is None else str(answer.move),
        "can_win": answer.can_win,
        "reason": answer.reason.value,
        "text": answer.text,
        "back_to": answer.back_to,
        "ply": game.ply,
        "cards_home": game.cards_home,
    }


def show_hint(title: str, game: KlondikeGame, answer: Hint, *, visible: bool) -> None:
    """Print a hint."""
    made = f"after {_count(game.ply)}" if game.ply else "before the first move"
    facts = {
        "move": "none" if answer.move is None else str(answer.move),
        "reason": answer.text,
        "outlook": _outlook(game, answer, visible=visible),
    }
    if answer.back_to is not None:
        undone = game.ply - answer.back_to
        last = "" if undone == 1 else ", the last of them"
        facts["go back"] = (
            f"to ply {answer.back_to}: take back {_count(undone)}{last or ','}"
            f" {game.move_stack[answer.back_to]}"
        )
    Screen().show(
        Text(title, "bold"),
        Text(f"{made}: {game.cards_home} of {game.rules.cards} cards home", "dim"),
        "",
        *(
            Text.assemble(f"  {name:7}  ", (words, "bold" if name == "move" else ""))
            for name, words in facts.items()
        ),
    )


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


def _count(moves: int) -> str:
    return f"{moves} move{'' if moves == 1 else 's'}"
