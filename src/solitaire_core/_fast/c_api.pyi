from collections.abc import Iterable
from typing import final

from solitaire_core._fast.klondike_state import KlondikeTable
from solitaire_core._fast.peaks_state import PeaksTable

API: object

def api_address() -> int: ...

@final
class CRules:
    def __init__(
        self,
        table: PeaksTable | KlondikeTable,
        *,
        order: Iterable[int] | None = None,
        start: int = 0,
        dealt_to: Iterable[int] | None = None,
        face_up: bool = False,
        turn_first: bool = False,
    ) -> None: ...
    @property
    def address(self) -> int: ...
