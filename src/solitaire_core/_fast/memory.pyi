from typing import final

@final
class Block:
    def __new__(cls, size: int, zeroed: bool = True) -> Block: ...
    @property
    def size(self) -> int: ...
