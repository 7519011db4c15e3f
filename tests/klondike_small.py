"""Small positions of the Klondike family, and everything that can happen in them.

A deck of few ranks is a real one whose lower ranks stay on the foundations for good.
"""

from solitaire_core import Card
from solitaire_core._fast import KlondikeState, KlondikeTable
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board


def board_of(state):
    """What lies where, as the plain twins take it."""
    piles, down, home, waste, stock, passed = state.layout()
    return Board(
        tuple(tuple(Card(code) for code in pile) for pile in piles),
        tuple(down),
        tuple(home),
        tuple(Card(code) for code in waste),
        tuple(Card(code) for code in stock),
        passed + 1,
    )


class Small:
    """A position of a reduced deck: its rules, and how to make it."""

    def __init__(self, rules, floors, piles, down, home, waste, stock, passed):
        self.rules, self.floors = rules, floors
        self.piles, self.down, self.home = piles, down, home
        self.waste, self.stock, self.passed = waste, stock, passed

    def state(self):
        rules = self.rules
        table = KlondikeTable(
            rules.decks,
            len(self.piles),
            rules.empty == "any",
            rules.runs == "king-sequences",
            rules.worrying_back,
            rules.stock == "deal",
            rules.draw,
            rules.passes,
            self.waste + self.stock,
            rules,
            floors=self.floors,
        )
        return KlondikeState(
            table,
            self.piles,
            self.down,
            self.home,
            len(self.waste),
            len(self.stock),
            self.passed,
        )

    def board(self):
        return board_of(self.state())

    def __repr__(self):
        return f"Small({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


def small_position(rng, most_cards=16):
    """A position of a deck of two to five ranks, of any game of the family."""
    while True:
        decks, suits = rng.choice((1, 1, 2, 2, 3)), rng.sample(range(4), rng.randint(1, 4))
        floors = [13] * 4
        ranks = rng.randint(2, 5)
        for suit in suits:
            floors[suit] = 13 - ranks
        if rng.random() < 0.1:
            floors[suits[0]] = rng.randint(8, 12)
        cards = decks * sum(13 - floor for floor in floors)
        if 4 <= cards <= most_cards:
            break
    home = [0] * 52
    advanced = rng.random() < 0.3
    for suit in range(4):
        count = decks
        for rank in range(13):
            if rank >= floors[suit]:
                count = rng.randint(0, count) if advanced and rng.random() < 0.7 else 0
            home[13 * suit + rank] = count
    left = [code for code in range(52) for _ in range(decks - home[code])]
    rng.shuffle(left)
    deals = rng.random() < 0.25
    waste, stock = [], []
    for _ in range(rng.randint(0, max(0, len(left) - 3))):
        (stock if deals or rng.random() < 0.7 else waste).append(left.pop())
    piles = [[] for _ in range(rng.randint(1, 5))]
    for code in left:
        rng.choice(piles).append(code)
    draw = 0 if deals else rng.choice((1, 2, 3, 3))
    passes = 0 if deals else rng.choice((0, 0, 1, 2, 3))
    rules = KlondikeRules(
        name="small",
        decks=decks,
        piles=(52 * decks,) + (0,) * (len(piles) - 1),
        face_up="all" if rng.random() < 0.3 else "top",
        runs=rng.choice(("packed", "packed", "king-sequences")),
        empty=rng.choice(("king", "king", "any")),
        worrying_back=rng.random() < 0.6,
        stock="deal" if deals else "waste",
        draw=draw,
        passes=passes,
    )
    down = [
        0 if rules.face_up == "all" else rng.randint(0, max(0, len(pile) - 1)) for pile in piles
    ]
    passed = rng.randint(0, passes - 1) if passes else rng.randint(0, 1) * (not deals)
    return Small(rules, floors, piles, down, home, waste, stock, passed)


def everything(state, most):
    """Every position that can be reached, without any shortcut, until one is won.

    Returns the winning line, `[]` where there is none, or None after `most` positions.
    """
    seen = {_key(state)}
    waiting = [list(state.legal_moves)]
    if state.result == 1:
        return ["won"]
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if waiting:
                state.pop()
            continue
        state.push(waiting[-1].pop(0))
        if state.result == 1:
            line = state.move_stack
            for _ in line:
                state.pop()
            return line
        key = _key(state)
        if key in seen:
            state.pop()
            continue
        seen.add(key)
        if len(seen) > most:
            while state.ply:
                state.pop()
            return None
        # Cards for the foundations first: a line is found sooner.
        waiting.append(sorted(state.legal_moves, key=lambda move: not str(move).endswith("f")))
    return []


def _key(state):
    """A position as a value; passes count where there is an end of them."""
    piles, down, home, waste, stock, passed = state.layout()
    limited = state.table.rules.passes > 0
    return (
        tuple(map(tuple, piles)), tuple(down), tuple(home), tuple(waste), tuple(stock),
        passed if limited else 0,
    )  # fmt: skip
