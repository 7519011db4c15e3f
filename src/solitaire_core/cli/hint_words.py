"""What `solitaire-core hint` says of a hint of either family."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from solitaire_core.cli.output import Screen
from solitaire_core.hints import Hint
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame

__all__ = ["hint_fields", "show_facts"]

AnyGame = PeaksGame | KlondikeGame


def hint_fields(answer: Hint) -> dict[str, Any]:
    """A hint as JSON values, without the position that it is of."""
    return {
        "move": None if answer.move is None else str(answer.move),
        "can_win": answer.can_win,
        "reason": answer.reason.value,
        "text": answer.text,
        "back_to": answer.back_to,
    }


def show_facts(
    screen: Screen, title: str, state: str, game: AnyGame, answer: Hint, outlook: str
) -> None:
    """Print a hint; `state` is how the game stands."""
    made = f"after {_count(game.ply)}" if game.ply else "before the first move"
    facts = {
        "move": "none" if answer.move is None else str(answer.move),
        "reason": answer.text,
        "outlook": outlook,
    }
    if answer.back_to is not None:
        facts["go back"] = _way_back(game, answer.back_to)
    screen.show(
        Text(title, "bold"),
        Text(f"{made}: {state}", "dim"),
        "",
        *(
            Text.assemble(f"  {name:7}  ", (words, "bold" if name == "move" else ""))
            for name, words in facts.items()
        ),
    )


def _way_back(game: AnyGame, ply: int) -> str:
    undone, last = game.ply - ply, game.move_stack[ply]
    if undone == 1:
        return f"to ply {ply}: take back {last}"
    return f"to ply {ply}: take back {_count(undone)}, the last of them {last}"


def _count(moves: int) -> str:
    return f"{moves} move{'' if moves == 1 else 's'}"
