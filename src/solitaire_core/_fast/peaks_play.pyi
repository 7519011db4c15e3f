from typing import Any

from solitaire_core._fast.peaks_moves import PeaksMove
from solitaire_core._fast.peaks_state import PeaksState

def play_many(
    state: PeaksState,
    policy: str,
    seed: int,
    won: Any,
    score: Any,
    turned: Any,
    best_chain: Any,
    moves: Any,
    *,
    first_move: PeaksMove | None = None,
    resample: bool = False,
) -> None: ...
def sample_world(state: PeaksState, seed: int, number: int) -> PeaksState: ...
