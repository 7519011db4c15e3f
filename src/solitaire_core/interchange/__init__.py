"""Positions as text, in our own forms and in those of other programs.

Every format has a module that documents it exactly:

- `klondike_code`: one line of text of our own (`code`, `from_code`);
- `klondike_json`: the same as a JSON object (`to_json`, `from_json`);
- `pysol`: the boards of PySolFC's and Freecell Solver's tools (`read_pysol`, `write_pysol`);
- `solvitaire`: Solvitaire's JSON (`read_solvitaire`, `write_solvitaire`);
- `klondike_solver`: Klondike-Solver's deck of 156 digits (`read_klondike_solver`,
  `write_klondike_solver`);
- `tripeaks`: the rows of cards that TriPeaks solvers read (`read_tripeaks`, `write_tripeaks`).

All but the last are of the Klondike family.

What is not of the form is a ValueError that names the line and the column, both counted from 1,
and what was expected there. Texts of more than a million characters are refused unread. The
readers of positions are strict: they refuse a position with faults, and name all of them;
`strict=False` hands it out as it is, to be looked at with `Board.faults`. The writers refuse what
their format cannot say.
"""

from solitaire_core.interchange.klondike_code import code, from_code
from solitaire_core.interchange.klondike_json import from_json, to_json
from solitaire_core.interchange.klondike_solver import read_klondike_solver, write_klondike_solver
from solitaire_core.interchange.pysol import read_pysol, write_pysol
from solitaire_core.interchange.solvitaire import read_solvitaire, write_solvitaire
from solitaire_core.interchange.tripeaks import read_tripeaks, write_tripeaks

__all__ = [
    "code",
    "from_code",
    "from_json",
    "read_klondike_solver",
    "read_pysol",
    "read_solvitaire",
    "read_tripeaks",
    "to_json",
    "write_klondike_solver",
    "write_pysol",
    "write_solvitaire",
    "write_tripeaks",
]
