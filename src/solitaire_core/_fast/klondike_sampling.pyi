from typing import final

from solitaire_core._fast.klondike_moves import KlondikeMove
from solitaire_core._fast.klondike_state import KlondikeState

def plan_klondike(
    state: KlondikeState, budget: int, idle: int, seed: int
) -> list[KlondikeMove]: ...
def sample_klondike(state: KlondikeState, seed: int) -> list[int]: ...

@final
class Sampler: ...
