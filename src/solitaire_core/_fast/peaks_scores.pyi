from solitaire_core._fast.peaks_lattice import Lattice
from solitaire_core._fast.peaks_moves import PeaksMove
from solitaire_core._fast.peaks_state import PeaksState

def best_score(
    state: PeaksState,
    lattice: Lattice,
    goal: str,
    lower: bool = False,
    *,
    bounds: bool = True,
) -> tuple[int, list[PeaksMove]] | None: ...
