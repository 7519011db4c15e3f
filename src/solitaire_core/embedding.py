"""The compiled core for other programs: its headers, and its games behind C functions.

Three ways in, from the closest to the loosest (docs/embedding.md shows each):

- another Cython project may `cimport` the shipped `.pxd` files of `solitaire_core._fast`;
- C code includes `solitaire_core.h` out of `get_include()` and is handed the table of functions
  and the rules of a game;
- ctypes and cffi call the functions of that table by their addresses.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solitaire_core import _fast
from solitaire_core._fast import CRules
from solitaire_core.deals import Deal
from solitaire_core.game import Rules
from solitaire_core.games import find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame

__all__ = ["CRules", "c_api", "c_rules", "get_include"]


def get_include() -> str:
    """The folder of `solitaire_core.h` and of the headers that a `cimport` needs.

    Examples
    --------
    >>> from pathlib import Path
    >>> (Path(get_include()) / "solitaire_core.h").is_file()
    True
    """
    return str(Path(_fast.__file__).parent)


def c_api() -> int:
    """The address of the table of C functions, a `const solitaire_api *`.

    It stays where it is until the process ends. A C extension may ask for the capsule
    `solitaire_core._fast.c_api.API` by `PyCapsule_Import` instead.

    Examples
    --------
    >>> import ctypes
    >>> ctypes.c_uint32.from_address(c_api()).value    # the version
    1
    """
    return _fast.api_address()


def c_rules(game: str | Rules, *, scoring: Any = None, **options: Any) -> CRules:
    """The rules of a game as the C functions take them.

    Parameters
    ----------
    game : str or Rules
        The game.
    scoring : str or Scoring, optional
        Peaks family: the scoring system; by default the game's own.
    **options
        Options of the game.

    Returns
    -------
    CRules
        Its `address` is a `const solitaire_rules *`. It has to be kept while games are played
        by it. Any number of threads may read it.

    Raises
    ------
    ValueError, TypeError
        If there is no such game, option or scoring system.

    Examples
    --------
    >>> rules = c_rules("klondike", draw=3)
    >>> rules.address > 0
    True
    """
    rules = find_rules(game, **options)
    # Any deal: of it only what is the same in all deals of the game is looked at.
    dealt = Deal(rules, 0).start(scoring)
    if isinstance(rules, PeaksRules) and isinstance(dealt, PeaksGame):
        return CRules(dealt.table, order=rules.order, start=dealt.score)
    if isinstance(rules, KlondikeRules) and isinstance(dealt, KlondikeGame):
        return CRules(
            dealt.table,
            dealt_to=rules.dealt_to,
            face_up=rules.face_up == "all",
            turn_first=rules.turn_first,
        )
    raise TypeError(f"{rules.name} is a game of neither family")
