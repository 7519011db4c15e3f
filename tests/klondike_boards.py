"""Positions of the Klondike family made by hand."""

from collections import Counter

from solitaire_core import Card
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.klondike_board import Board

KLONDIKE = KLONDIKE_FAMILY["klondike"]
DRAW3 = KLONDIKE.with_options({"draw": 3})

# The rules of the layouts in the files solved_*.jsonl of the given cases.
SOLVED = {
    "eternal": KLONDIKE_FAMILY["eternal-triangle"],
    "hypotenuse": KLONDIKE_FAMILY["hypotenuse"],
    "klondike1": KLONDIKE,
    "klondike3": DRAW3,
    "tripleharp": KLONDIKE_FAMILY["tripleharp"],
}


def cards(text):
    return tuple(Card(word) for word in text.split())


def board(rules, piles, foundations="", waste="", stock="", passes=1):
    """A whole position from a few words.

    Piles are texts from bottom to top, with `|` behind the cards that lie face down. `...`
    stands, in one pile, for all cards that are named nowhere: they lie there in an order in
    which none goes on another, face down if the game has such cards. Foundations are named by
    their top cards, one for each place that has any.
    """
    counts = [0] * 52
    for top in cards(foundations):
        for code in range(top.code - top.code % 13, top.code + 1):
            counts[code] += 1
    left = Counter({Card(code): rules.decks - count for code, count in enumerate(counts)})
    named = " ".join([*piles, waste, stock]).replace("|", " ").replace("...", " ")
    left.subtract(cards(named))
    assert min(left.values()) >= 0, f"too many of {min(left, key=left.get)}"
    # Same suits down, so that nothing is packed but by what is put on the last of them.
    rest = sorted(left.elements(), key=lambda card: -card.code)
    assert bool(rest) == any("..." in pile for pile in piles), rest
    found, face_down = [], []
    for pile in piles:
        text = pile.replace("...", " ".join(map(str, rest)))
        down, _, up = text.rpartition("|")
        found.append(cards(down + up))
        face_down.append(len(cards(down)))
    # Piles that nobody speaks of are empty.
    more = len(rules.piles) - len(piles)
    made = Board(
        tuple(found) + ((),) * more,
        tuple(face_down) + (0,) * more,
        tuple(counts),
        cards(waste),
        cards(stock),
        passes,
    )
    assert made.faults(rules) == ()
    return made


# A run of four that can go as a whole to pile 1, or its last card alone to pile 2.
RUNS = board(
    KLONDIKE,
    ["4C 3D | TH 9S 8D 7C", "JC", "9C 2D 2C | 8H", "AC", "KH", "... | QD"],
    "AH AS",
    waste="4D 3C 2H",
    stock="KC",
)
