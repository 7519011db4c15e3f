from collections.abc import Iterable
from typing import Any, final

from solitaire_core._fast.env_batch import EnvBatch
from solitaire_core._fast.peaks_state import PeaksTable

@final
class PeaksEnvs(EnvBatch):
    def __init__(
        self,
        table: PeaksTable,
        order: Iterable[int],
        count: int,
        sign: int = 1,
        **options: Any,
    ) -> None: ...
