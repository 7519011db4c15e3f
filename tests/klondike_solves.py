"""Solves of the Klondike family that tests compare: deals of every sort, answers without times."""

import pytest

from klondike_boards import board
from solitaire_core import Deal, KlondikeGame, _fast
from solitaire_core.games import KLONDIKE_FAMILY

solve = _fast.solve_klondike

LEAST = 4 * 2**20
NODES = 40_000

KLONDIKE = KLONDIKE_FAMILY["klondike"]
EASY = Deal("klondike", 5)

# Deals of every sort: game, number, options.
DEALS = [
    ("klondike", 0, {}),
    ("klondike", 5, {}),
    ("klondike", 3, {"draw": 3}),
    ("klondike", 3, {"passes": 1}),
    ("klondike", 3, {"draw": 3, "passes": 3}),
    ("klondike", 1, {"worrying_back": False}),
    ("double-klondike", 0, {}),
    ("triple-klondike", 0, {"draw": 3}),
    ("small-harp", 1, {}),
    ("big-harp", 1, {}),
    ("tripleharp", 2, {}),
    ("small-triangle", 1, {}),
    ("eternal-triangle", 4, {}),
    ("hypotenuse", 1, {}),
    ("triple-triangle", 1, {}),
]

every_deal = pytest.mark.parametrize(
    "name, number, options", DEALS, ids=lambda part: str(part).replace(" ", "")
)

# Searches that take long: none of them ends with a few million positions.
LONG = Deal("big-harp", 1)

# A stock that is dealt onto aces below their own kings.
BLOCKED = KlondikeGame(
    KLONDIKE_FAMILY["small-triangle"].with_options({"worrying_back": False}),
    board(
        KLONDIKE_FAMILY["small-triangle"].with_options({"worrying_back": False}),
        ["AC KC", "AD KD", "AH KH", "AS KS", "...", "2C 3C"],
        stock="2D 3D 4D 5D 6D 7D 8D",
    ),
)


def answer(state, nodes=NODES, **more):
    """What is the same each time: all but the time that it took."""
    verdict, moves, reason, stats = solve(state, nodes=nodes, **more)
    assert (verdict == 1) == (moves is not None)
    assert (verdict == -1) == (reason != "")
    assert set(stats) == {
        "nodes", "table_entries", "table_bytes", "depth", "cpu_seconds", "stage",
    }  # fmt: skip
    assert stats["cpu_seconds"] >= 0
    assert (verdict == -1) == (stats["stage"] == "")
    line = None if moves is None else tuple(map(str, moves))
    return verdict, line, reason, *(stats[key] for key in stats if key != "cpu_seconds")
