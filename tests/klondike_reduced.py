"""Small games of the Klondike family by number: variants, deals, positions in mid-game.

A number means the same deal for ever: the verdicts in golden/klondike_reduced.json depend on it.
"""

import zlib

from solitaire_core import _fast
from solitaire_core.reference.klondike_search import SmallKlondike as Small
from solitaire_core.reference.klondike_search import moves

# Sizes at which some deals can be won and some cannot, and a search through all is quick.
VARIANTS = {
    "klondike": Small(4, "CDHS", 1, (2, 3, 4)),
    "klondike-five-ranks": Small(5, "CDHS", 1, (3, 4, 5, 6)),
    "klondike-three-suits": Small(5, "CDS", 1, (2, 3, 4)),
    "klondike-two-piles": Small(4, "CDHS", 1, (4, 5)),
    "klondike-draw-2": Small(4, "CDHS", 1, (2, 3, 4), draw=2),
    "klondike-draw-3": Small(5, "CDHS", 1, (3, 4, 5), draw=3),
    "klondike-draw-3-five-piles": Small(5, "CDHS", 1, (3, 3, 3, 3, 3), draw=3),
    "klondike-one-pass": Small(4, "CDHS", 1, (2, 3, 4), passes=1),
    "klondike-two-passes": Small(4, "CDHS", 1, (3, 4, 5), passes=2),
    "klondike-draw-3-three-passes": Small(5, "CDHS", 1, (3, 4, 5), draw=3, passes=3),
    "klondike-without-worrying-back": Small(4, "CDHS", 1, (3, 4, 5), worrying_back=False),
    "klondike-draw-3-without-worrying-back": Small(
        5, "CDHS", 1, (2, 3, 4, 5), worrying_back=False, draw=3
    ),
    "klondike-open": Small(5, "CDHS", 1, (3, 4, 5), face_up="all", draw=3),
    "double-klondike": Small(5, "CD", 2, (3, 4, 5, 6)),
    "double-klondike-three-piles": Small(4, "CD", 2, (4, 4, 4)),
    "double-klondike-without-worrying-back": Small(5, "CD", 2, (3, 4, 5), worrying_back=False),
    "double-klondike-draw-3": Small(4, "CDH", 2, (3, 4, 5, 6), draw=3),
    "double-klondike-draw-3-two-piles": Small(5, "CD", 2, (4, 5), draw=3),
    "triple-klondike": Small(3, "CD", 3, (5, 6)),
    "small-harp": Small(4, "CDHS", 1, (5, 4, 3, 2)),
    "big-harp-one-deck": Small(4, "CDHS", 1, (4, 3, 2), empty="any", passes=1),
    "big-harp": Small(5, "CD", 2, (6, 5, 4, 3), empty="any", passes=1),
    "big-harp-three-suits": Small(3, "CDH", 2, (5, 4), empty="any", passes=1),
    "tripleharp-one-deck": Small(4, "CDHS", 1, (2, 3, 4), runs="king-sequences", draw=3),
    "tripleharp-two-decks": Small(5, "CD", 2, (3, 4, 5), runs="king-sequences", draw=3),
    "tripleharp": Small(4, "CD", 3, (4, 5), runs="king-sequences", draw=3),
    "single-cards-anywhere": Small(
        4, "CDHS", 1, (2, 3, 4), runs="king-sequences", empty="any", passes=2, draw=2
    ),
    "small-triangle": Small(5, "CDS", 1, (1, 2, 3, 4), stock="deal"),
    "small-triangle-three-piles": Small(4, "CDHS", 1, (2, 3, 4), stock="deal"),
    "small-triangle-anywhere": Small(4, "CDHS", 1, (3, 4, 5), stock="deal", empty="any"),
    "small-triangle-single-cards": Small(
        5, "CDHS", 1, (3, 4, 5, 6), stock="deal", runs="king-sequences"
    ),
    "eternal-triangle": Small(4, "CDH", 2, (3, 4, 5, 6), face_up="all", stock="deal"),
    "eternal-triangle-two-suits": Small(5, "CD", 2, (2, 3, 4), face_up="all", stock="deal"),
    "eternal-triangle-without-worrying-back": Small(
        5, "CD", 2, (2, 3, 4), face_up="all", worrying_back=False, stock="deal"
    ),
    "hypotenuse": Small(4, "CDH", 2, (3, 4, 5, 6), stock="deal"),
    "hypotenuse-two-suits": Small(5, "CD", 2, (2, 3, 4), stock="deal"),
    "triple-triangle": Small(4, "CD", 3, (3, 4, 5), face_up="all", stock="deal"),
    "triple-triangle-two-piles": Small(3, "CD", 3, (4, 5), face_up="all", stock="deal"),
}

DEALS = 5_000
MID_GAMES = 500

# A search that reaches so many positions is given up.
MOST_POSITIONS = 10_000


class Draws:
    """Random numbers, the same ones for the same words everywhere."""

    def __init__(self, name, number):
        state = zlib.crc32(name.encode()) << 32 | number
        self._numbers = iter(_fast.splitmix64_stream(state, 400))

    def below(self, limit):
        return next(self._numbers) * limit >> 64

    def shuffled(self, values):
        values = list(values)
        for i in range(len(values) - 1, 0, -1):
            j = self.below(i + 1)
            values[i], values[j] = values[j], values[i]
        return values


def deal(variant, number):
    """The deal of a number as a position."""
    rules = VARIANTS[variant]
    return rules.dealt(Draws(variant, number).shuffled(rules.codes * rules.decks))


def mid_game(variant, number):
    """A position of a number: reached by random moves, or made up."""
    return in_play(VARIANTS[variant], Draws(f"{variant} mid-game", number), made_up=number % 2)


def in_play(rules, draws, made_up):
    """A position in mid-game: made up, or reached by random moves."""
    return (_made_up if made_up else _played)(rules, draws)


def _played(rules, draws):
    """A deal after some random moves."""
    position = rules.dealt(draws.shuffled(rules.codes * rules.decks))
    for _ in range(1 + draws.below(30)):
        following = list(moves(rules, position).values())
        if not following:
            break
        position = following[draws.below(len(following))]
    return position


def _made_up(rules, draws):
    """Cards anywhere, as many face down as there may be, at any time of the game."""
    home = bytearray(rules.bare)
    cards = []
    for suit in range(4):
        codes = [code for code in rules.codes if code // 13 == suit]
        for _ in range(rules.decks):
            there = max(draws.below(len(codes) + 2) - 2, 0) if codes else 0
            for code in codes[:there]:
                home[code] += 1
            cards += codes[there:]
    cards = draws.shuffled(cards)
    stock = cards[: draws.below(len(cards) + 1)] if cards else []
    waste = stock[: draws.below(len(stock) + 1)] if rules.stock == "waste" else []
    piles = [[] for _ in rules.piles]
    for card in cards[len(stock) :]:
        piles[draws.below(len(piles))].append(card)
    for pile in piles:
        if pile and rules.face_up == "top":
            down = draws.below(len(pile))
            pile[:down] = [card + 64 for card in pile[:down]]
    passed = draws.below(rules.passes) if rules.passes else 0
    return (
        tuple(map(bytes, piles)), bytes(waste), bytes(stock[len(waste) :]), bytes(home), passed,
    )  # fmt: skip


# What tests and golden verdicts are about: positions by number, and how many of them.
# Games of which most cards are home: what comes back from there matters.
ENDS = [
    Small(5, "CDHS", 1, (1,) * 4), Small(5, "CDHS", 1, (1,) * 5), Small(5, "CD", 2, (1,) * 4),
    Small(5, "CD", 2, (1,) * 5), Small(4, "CDH", 2, (1,) * 5), Small(4, "CD", 3, (1,) * 5),
    Small(5, "CDHS", 1, (1,) * 4, draw=3), Small(5, "CD", 2, (1,) * 5, draw=3),
]  # fmt: skip


def end_game(number):
    """Rules and a position of a number, with most cards home and long runs; or None."""
    draws = Draws("end game", number)
    rules = ENDS[draws.below(len(ENDS))]
    home, cards = bytearray(rules.bare), []
    for suit in range(4):
        codes = [code for code in rules.codes if code // 13 == suit]
        for _ in range(rules.decks):
            there = (0, 0, 1, 2, len(codes), len(codes))[draws.below(6)] if codes else 0
            for code in codes[:there]:
                home[code] += 1
            cards += codes[there:]
    if not 5 <= len(cards) <= 14:
        return None
    cards = draws.shuffled(cards)
    stock = cards[: draws.below(4)]
    piles = [[] for _ in rules.piles]
    for card in cards[len(stock) :]:
        fitting = [pile for pile in piles if pile and _goes_on(card, pile[-1])]
        if card % 13 == 12:
            fitting += [pile for pile in piles if not pile][:1]
        if not fitting or draws.below(10) >= 7:
            fitting = [piles[(0, 0, 0, 1, 2, draws.below(len(piles)))[draws.below(6)]]]
        fitting[0].append(card)
    return rules, (tuple(map(bytes, piles)), b"", bytes(stock), bytes(home), 0)


def _goes_on(card, on):
    return card % 13 + 1 == on % 13 and (card // 13 in (1, 2)) != (on // 13 in (1, 2))


SETS = {"deals": (deal, DEALS), "mid-games": (mid_game, MID_GAMES)}


def bits_of(verdicts):
    """Yes and no, the first one in the highest bit of the first digit, as hexadecimal digits."""
    return "".join(
        f"{int(''.join(map(str, map(int, verdicts[i : i + 4]))).ljust(4, '0'), 2):x}"
        for i in range(0, len(verdicts), 4)
    )


def verdicts_of(bits, count):
    """What `bits_of` wrote."""
    digits = "".join(f"{int(digit, 16):04b}" for digit in bits)
    return [digit == "1" for digit in digits[:count]]


def state_of(rules, position):
    """The same position for the compiled core."""
    piles, waste, stock, home, passed = position
    table = _fast.KlondikeTable(
        rules.decks,
        len(piles),
        rules.empty == "any",
        rules.runs == "king-sequences",
        rules.worrying_back,
        rules.stock == "deal",
        rules.draw if rules.stock == "waste" else 0,
        rules.passes,
        waste + stock,
        floors=rules.floors,
    )
    return _fast.KlondikeState(
        table,
        [[card & 63 for card in pile] for pile in piles],
        [sum(card >= 64 for card in pile) for pile in piles],
        home,
        len(waste),
        len(stock),
        passed,
    )


def position_of(rules, state):
    """The position of the compiled core, as the search by the rules has it."""
    piles, down, home, waste, stock, passed = state.layout()
    return (
        tuple(
            bytes(card + 64 * (place < turned) for place, card in enumerate(pile))
            for pile, turned in zip(piles, down, strict=True)
        ),
        bytes(waste),
        bytes(stock),
        bytes(home),
        passed if rules.passes else 0,
    )
