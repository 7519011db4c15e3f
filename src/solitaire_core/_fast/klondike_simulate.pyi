from collections.abc import Callable, Sequence
from typing import Any

from solitaire_core._fast.klondike_moves import KlondikeMove
from solitaire_core._fast.klondike_state import KlondikeState

def simulate_klondike(
    start: KlondikeState,
    dealt_to: Sequence[int],
    policy: str,
    depth: int,
    seed: int,
    most: int,
    numbers: Any,
    games: int,
    won: Any,
    score: Any,
    home: Any,
    moves: Any,
    turns: Any,
    passes: Any,
    *,
    decks: Any = None,
    numbering: str = "sc1",
    check: Callable[[], object] | None = None,
) -> None: ...
def choose_klondike_move(
    state: KlondikeState, policy: str, depth: int, idle: int, seed: int
) -> KlondikeMove | None: ...
