from collections.abc import Iterable
from typing import Any, final

from solitaire_core._fast.env_batch import EnvBatch
from solitaire_core._fast.klondike_state import KlondikeTable

@final
class KlondikeEnvs(EnvBatch):
    def __init__(
        self,
        table: KlondikeTable,
        dealt_to: Iterable[int],
        count: int,
        *,
        face_up: bool,
        turn_first: bool,
        **options: Any,
    ) -> None: ...
    @property
    def height(self) -> int: ...
