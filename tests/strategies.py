"""Random layouts, rules, decks and positions."""

from hypothesis import strategies as st

from solitaire_core import Deal, Layout, PeaksRules, deck
from solitaire_core.games import PEAKS_GAMES

# Letters of cards and of our own texts, and what readers of text trip over: other digits,
# letters whose upper case is another letter, selectors, halves of surrogate pairs.
ODD_LETTERS = (
    "AKQJT1029?CDHSacdhst=:,. \n\t-+_x0\0"
    "♣♦♥♠♧♡\ufe0f\u017f\u0131\u0130\xdf\xe4\u0667\uff17\u212a\u2028\xa0\ud800\U0001f0a1"
)


def odd_text(longest=None):
    """Text that a reader of cards and deals may stumble over."""
    return st.text(ODD_LETTERS, max_size=longest)


sc1_numbers = st.integers(0, 2**64 - 1) | st.integers(0, 1000)
ms_numbers = st.integers(1, 2**33 - 1) | st.sampled_from(
    [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
)
pysol_numbers = st.integers(1, 40_000) | st.integers(1, 10**100)

decks = sc1_numbers.map(deck)


@st.composite
def layouts(draw, smallest=1, largest=12, most_covers=3, name="made up"):
    """Any cover relation without a cycle, its places in no particular order."""
    cards = draw(st.integers(smallest, largest))
    order = draw(st.permutations(range(cards)))
    covered_by = [[] for _ in range(cards)]
    for at, place in enumerate(order):
        # Only cards later in the order may lie on a card: no cycle can come about.
        later = order[at + 1 :]
        if later:
            covered_by[place] = draw(
                st.lists(st.sampled_from(later), max_size=most_covers, unique=True)
            )
    face_down = draw(st.sets(st.integers(0, cards - 1)))
    by_columns = draw(st.none() | st.permutations(range(cards)))
    return Layout(name, covered_by, face_down, by_columns=by_columns)


@st.composite
def rules_of(draw, layout):
    """Any options that go with a layout."""
    wrap, strict = draw(st.sampled_from([(True, False), (False, False), (False, True)]))
    return PeaksRules(
        "made-up",
        layout,
        wrap=wrap,
        strict=strict,
        open=draw(st.booleans()),
        by_columns=layout.by_columns is not None and draw(st.booleans()),
    )


made_up_rules = layouts().flatmap(rules_of)
full_rules = layouts(51, 51).flatmap(rules_of)
built_in_rules = st.sampled_from(list(PEAKS_GAMES.values())).flatmap(
    lambda rules: rules_of(rules.layout).map(
        lambda options: rules.with_options(
            {name: getattr(options, name) for name in ("wrap", "strict", "open", "by_columns")}
        )
    )
)


@st.composite
def deals(draw, rules=built_in_rules):
    """Any deal: any numbering, or the cards themselves."""
    found = draw(rules)
    numbering = draw(st.sampled_from(["sc1", "pysol", "ms", "cards"]))
    if numbering == "cards":
        return Deal.from_cards(found, draw(st.permutations(range(52))))
    numbers = {"sc1": sc1_numbers, "pysol": pysol_numbers, "ms": ms_numbers}[numbering]
    return Deal(found, draw(numbers), numbering)


@st.composite
def games(draw, rules=built_in_rules | made_up_rules):
    """A position that some line of play leads to, with that line on its stack."""
    game = Deal(draw(rules), draw(sc1_numbers)).start()
    for choice in draw(st.lists(st.integers(0, 50), max_size=51)):
        moves = list(game.legal_moves)
        if not moves:
            break
        game.push(moves[choice % len(moves)])
    return game
