"""The programs that are compared: what each plays, how it is handed a deal, what it claims."""

from collections.abc import Callable
from dataclasses import dataclass

import deals


@dataclass(frozen=True)
class Program:
    """A program, or one way to call it.

    Attributes
    ----------
    name : str
        Its name, which is that of its loader in `solvers.py` too.
    games : tuple of str
        The games of `deals.GAMES` that it plays by the same rules.
    text : callable
        Writes a deal as the program reads it.
    line : callable or None
        Reads the program's line as our moves; None where it gives none.
    proves : bool
        Whether its verdict 'lost' is meant as a proof.
    """

    name: str
    games: tuple[str, ...]
    text: Callable
    line: Callable | None
    proves: bool


_KLONDIKE = ("klondike:1", "klondike:3")

PROGRAMS = {
    program.name: program
    for program in (
        Program("solitaire-core", tuple(deals.GAMES), deals.own_text, deals.own_line, True),
        Program(
            "pyksolve-fast",
            _KLONDIKE,
            deals.klondike_solver_text,
            deals.klondike_solver_line,
            False,
        ),
        Program(
            "pyksolve-minimal",
            _KLONDIKE,
            deals.klondike_solver_text,
            deals.klondike_solver_line,
            False,
        ),
        Program("kpat", (*_KLONDIKE, "golf"), deals.kpat_text, None, False),
        Program("black-hole-solver", ("golf",), deals.black_hole_text, deals.black_hole_line, True),
    )
}
