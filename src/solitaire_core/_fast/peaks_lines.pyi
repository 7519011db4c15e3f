from solitaire_core._fast.peaks_lattice import Lattice
from solitaire_core._fast.peaks_state import PeaksState

def count_lines(state: PeaksState, lattice: Lattice) -> int | None: ...
