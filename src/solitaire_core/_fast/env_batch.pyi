from typing import Any, NoReturn

class EnvBatch:
    def __init__(self, *args: Any, **kwargs: Any) -> NoReturn: ...
    @property
    def count(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def cards(self) -> int: ...
    def step(
        self,
        actions: Any,
        observations: Any,
        masks: Any,
        rewards: Any,
        flags: Any,
        numbers: Any,
        final_observations: Any = None,
        final_masks: Any = None,
    ) -> None: ...
    def seed(self, which: Any, seeds: Any) -> None: ...
    def reset(
        self,
        which: Any,
        observations: Any,
        masks: Any,
        numbers: Any,
        *,
        given: bool = False,
        decks: Any = None,
    ) -> None: ...
