from collections.abc import Sequence
from typing import Any

from solitaire_core._fast.peaks_state import PeaksState

def see_peaks(
    states: Sequence[PeaksState],
    tableau: Any,
    top: Any,
    stock_left: Any,
    chain: Any,
    score: Any,
    seen: Any,
    legal: Any,
) -> None: ...
def step_peaks(states: Sequence[PeaksState], choices: Any) -> None: ...
