"""The games under test, and lines of play at random."""

import functools
import itertools
import random

from solitaire_core import GAMES, Deal, PeaksGame, decide, deck, solve

# Every rule and order of dealing of every game, by a name for test ids.
RULES = {
    "tripeaks": GAMES["tripeaks"],
    "tripeaks-no-wrap": GAMES["tripeaks"].with_options({"wrap": False}),
    "tripeaks-strict": GAMES["tripeaks"].with_options({"wrap": False, "strict": True}),
    "tripeaks-open": GAMES["tripeaks"].with_options({"open": True}),
    "golf": GAMES["golf"],
    "golf-queens": GAMES["golf"].with_options({"strict": False}),
    "golf-wrap": GAMES["golf"].with_options({"wrap": True}),
    "golf-columns": GAMES["golf"].with_options({"by_columns": True}),
    "golf-wrap-columns": GAMES["golf"].with_options({"wrap": True, "by_columns": True}),
    "one-peak": GAMES["one-peak"],
    "one-peak-no-wrap": GAMES["one-peak"].with_options({"wrap": False}),
    "one-peak-strict": GAMES["one-peak"].with_options({"wrap": False, "strict": True}),
    "four-peaks": GAMES["four-peaks"],
    "four-peaks-no-wrap": GAMES["four-peaks"].with_options({"wrap": False}),
    "four-peaks-strict-open": GAMES["four-peaks"].with_options(
        {"wrap": False, "strict": True, "open": True}
    ),
}


def places(mask):
    """The places in a bit mask, lowest first."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def mask_of(found):
    """The bit mask of some places."""
    return sum(1 << place for place in found)


def pick(moves, rng, turning):
    """One of some moves: the turn of the stock, where there is one, with odds of `turning`."""
    takes = [move for move in moves if str(move) != "turn"]
    if not takes or (len(takes) < len(moves) and rng.random() < turning):
        return "turn"
    return str(rng.choice(takes))


def play_on(game, rng, most=52, turning=0.2):
    """Play at random until the game ends or `most` moves have been made; the moves as text."""
    made = []
    while len(made) < most and (moves := list(game.legal_moves)):
        made.append(pick(moves, rng, turning))
        game.push(made[-1])
    return made


def mid_game(rules, number, most=None):
    """A position some way into a deal, the same for the same number."""
    rng = random.Random(number)
    game = Deal(rules, number).start()
    play_on(game, rng, rng.randrange(45) if most is None else most, rng.choice((0.05, 0.2, 0.5)))
    return game


@functools.cache
def winnable_numbers(rules, count):
    """The first sc1 numbers whose deals can be won."""
    if is_large(rules):
        numbers = (number for number in range(200) if solve(Deal(rules, number)).winnable)
    else:
        # Of some games hardly a deal can be won.
        numbers = decide(range(5000), rules).verdict.nonzero()[0].tolist()
    found = list(itertools.islice(numbers, count))
    assert len(found) == count
    return found


def is_large(rules):
    """Whether a game has so many removed sets that each answer takes milliseconds."""
    return rules.layout.cards > 28


def hand_made(rules, number, left, stock_left):
    """A position with few cards left, as no player need ever have reached it.

    Which cards are gone, and which cards the deck has where, comes at random from the
    number; the card turned last is on top, so that nothing is wrong with the position.
    """
    rng = random.Random(number)
    layout = rules.layout
    gone = set()
    while layout.cards - len(gone) > left:
        free = [
            place
            for place in range(layout.cards)
            if place not in gone and gone.issuperset(layout.covered_by[place])
        ]
        gone.add(rng.choice(free))
    turned = max(1, layout.stock - stock_left)
    cards = deck(number)
    return PeaksGame(rules, cards, gone, turned, cards[layout.cards + turned])
