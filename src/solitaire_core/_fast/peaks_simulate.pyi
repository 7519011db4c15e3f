from collections.abc import Callable, Sequence
from typing import Any

from solitaire_core._fast.peaks_moves import PeaksMove
from solitaire_core._fast.peaks_state import PeaksState

def simulate_peaks(
    start: PeaksState,
    order: Sequence[int],
    policy: str,
    depth: int,
    seed: int,
    most: int,
    numbers: Any,
    games: int,
    won: Any,
    score: Any,
    moves: Any,
    turns: Any,
    longest_chain: Any,
    *,
    budget: int = 1,
    decks: Any = None,
    numbering: str = "sc1",
    check: Callable[[], object] | None = None,
) -> None: ...
def choose_peaks_move(
    state: PeaksState, policy: str, depth: int, seed: int, *, budget: int = 1
) -> PeaksMove | None: ...
