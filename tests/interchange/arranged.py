"""Boards that no line of play need lead to, and one written out by hand."""

from hypothesis import strategies as st

from solitaire_core import Card, deck
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.klondike_board import Board
from strategies import ODD_LETTERS, sc1_numbers


def cards(text):
    return tuple(map(Card, text.split()))


def counts(text):
    """The counts of a board for the cards that lie on the foundations."""
    found = [0] * 52
    for card in cards(text):
        found[card.code] += 1
    return tuple(found)


# Clubs, diamonds, hearts and spades from ace to king, laid out row by row; the ace of clubs has
# gone to the foundations and three cards to the waste.
PILES = (
    (),
    cards("2C 8C"),
    cards("3C 9C AD"),
    cards("4C TC 2D 6D"),
    cards("5C JC 3D 7D TD"),
    cards("6C QC 4D 8D JD KD"),
    cards("7C KC 5D 9D QD AH 2H"),
)
STOCK = cards("6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
WASTE = cards("3H 4H 5H")
START = Board((cards("AC"), *PILES[1:]), (0, 1, 2, 3, 4, 5, 6), (0,) * 52, (), WASTE + STOCK)
BOARD = Board(PILES, (0, 1, 2, 3, 4, 5, 6), counts("AC"), WASTE, STOCK)


@st.composite
def family_rules(draw):
    """A game of the family with any options."""
    rules = draw(st.sampled_from(list(KLONDIKE_FAMILY.values())))
    options = {"worrying_back": draw(st.booleans())}
    if rules.stock == "waste":
        options["draw"] = draw(st.integers(1, 3))
        options["passes"] = draw(st.integers(0, 255))
        options["turn_first"] = draw(st.booleans())
    return rules.with_options(options)


@st.composite
def boards(draw, rules):
    """Any arrangement of the cards without faults: whole decks, foundations without gaps."""
    counts = [0] * 52
    for suit in range(4):
        for height in draw(st.lists(st.integers(0, 13), max_size=rules.decks)):
            for rank in range(height):
                counts[suit * 13 + rank] += 1
    left, taken = [], list(counts)
    for card in deck(draw(sc1_numbers), decks=rules.decks):
        if taken[card.code]:
            taken[card.code] -= 1
        else:
            left.append(card)
    places = len(rules.piles) + (rules.stock == "waste")
    cuts = st.integers(0, len(left))
    ends = sorted(draw(st.lists(cuts, min_size=places, max_size=places)))
    parts = [tuple(left[a:b]) for a, b in zip([0, *ends], [*ends, len(left)], strict=True)]
    piles = tuple(parts[: len(rules.piles)])
    down = tuple(
        draw(st.integers(0, max(len(pile) - 1, 0))) if rules.face_up == "top" else 0
        for pile in piles
    )
    waste = parts[-2] if rules.stock == "waste" else ()
    passes = draw(st.integers(1, 1 if rules.stock == "deal" else rules.passes or 12))
    return Board(piles, down, tuple(counts), waste, parts[-1], passes)


positions = family_rules().flatmap(lambda rules: st.tuples(st.just(rules), boards(rules)))

# Letters that mean something in one of the formats, and what readers of text trip over.
LETTERS = ODD_LETTERS + "<>:|/-[]{}\"'\\,.KQJT\r\n#;eE"


def with_fault(text, rng):
    """Some text with a piece changed, lost, doubled or moved."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 40)))
    piece = rng.choice(
        ("", rng.choice(LETTERS), rng.choice(LETTERS), text[start:end] * 2, "9" * 30, "[" * 2000)
    )
    return text[:start] + piece + text[end:]
