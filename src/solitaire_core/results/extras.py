"""Libraries that only some of the results need, imported when they do."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["needed"]


def needed(module: str, extra: str, what: str) -> Any:
    """A module of an extra.

    Raises
    ------
    ImportError
        If it is not installed; the text names the extra.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{what} need {module.partition('.')[0]}: pip install 'solitaire-core[{extra}]'"
            f" ({error})"
        ) from None
