"""What notebooks ask positions for."""

from __future__ import annotations

from typing import Any

__all__ = ["Pictured"]


class Pictured:
    """A position that Jupyter shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """The picture, as `to_svg` draws it."""
        # Here and not above: pictures are made of games.
        from solitaire_core.rendering import to_svg

        position: Any = self
        return to_svg(position)
