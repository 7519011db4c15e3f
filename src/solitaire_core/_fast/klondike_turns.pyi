from collections.abc import Sequence
from typing import Any

from solitaire_core._fast.klondike_moves import KlondikeMove
from solitaire_core._fast.klondike_state import KlondikeState

def see_klondike(
    states: Sequence[KlondikeState],
    piles: Any,
    foundations: Any,
    waste: Any,
    stock: Any,
    passes: Any,
    moves: Any,
    legal: Any,
) -> None: ...
def step_klondike(states: Sequence[KlondikeState], choices: Any) -> list[KlondikeMove | None]: ...
