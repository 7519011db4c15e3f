from collections.abc import Callable, Iterable
from typing import Any

from solitaire_core._fast.klondike_moves import KlondikeMove
from solitaire_core._fast.klondike_state import KlondikeState

def solve_klondike(
    state: KlondikeState,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = ...,
    cancel: Callable[[], object] | None = None,
    found: Callable[[list[KlondikeMove]], object] | None = None,
    improve: bool = False,
    second_hash: bool = False,
    without: Iterable[str] = (),
) -> tuple[int, list[KlondikeMove] | None, str, dict[str, Any]]: ...
