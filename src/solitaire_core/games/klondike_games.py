"""The games of the Klondike family, by name."""

from solitaire_core.games.big_harp import BIG_HARP
from solitaire_core.games.double_klondike import DOUBLE_KLONDIKE
from solitaire_core.games.eternal_triangle import ETERNAL_TRIANGLE
from solitaire_core.games.hypotenuse import HYPOTENUSE
from solitaire_core.games.klondike import KLONDIKE
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.small_harp import SMALL_HARP
from solitaire_core.games.small_triangle import SMALL_TRIANGLE
from solitaire_core.games.triple_klondike import TRIPLE_KLONDIKE
from solitaire_core.games.triple_triangle import TRIPLE_TRIANGLE
from solitaire_core.games.tripleharp import TRIPLEHARP

__all__ = ["KLONDIKE_FAMILY"]

KLONDIKE_FAMILY: dict[str, KlondikeRules] = {
    rules.name: rules
    for rules in (
        KLONDIKE, DOUBLE_KLONDIKE, TRIPLE_KLONDIKE, SMALL_HARP, BIG_HARP, TRIPLEHARP,
        ETERNAL_TRIANGLE, HYPOTENUSE, SMALL_TRIANGLE, TRIPLE_TRIANGLE,
    )
}  # fmt: skip
"""The rules of every game of the family with its usual options, by name."""
