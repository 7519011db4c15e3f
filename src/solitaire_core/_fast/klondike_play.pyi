from typing import Any

from solitaire_core._fast.klondike_state import KlondikeState

def play_klondike(
    state: KlondikeState,
    policy: str,
    seed: int,
    most: int,
    won: Any,
    home: Any,
    moves: Any,
    passes: Any,
) -> None: ...
