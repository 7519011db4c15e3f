from collections.abc import Callable, Sequence
from typing import Any

from solitaire_core._fast.peaks_lattice import Lattice

def kernels() -> tuple[str, ...]: ...
def decide(
    lattice: Lattice,
    follows: Sequence[int],
    order: Sequence[int],
    turns: Any,
    *,
    decks: Any = None,
    numbers: Any = None,
    first: int = 0,
    step: int = 1,
    kernel: str | None = None,
    progress: Callable[[int], object] | None = None,
    claim: Callable[[], tuple[int, int] | None] | None = None,
) -> None: ...
