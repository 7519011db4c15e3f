"""One way to hold the compiled game and its plain Python twin.

A test written against a `Twin` runs on both: moves and cards are text, places are in bit
masks, so that the answers can be compared as they are.
"""

from solitaire_core import Card, PeaksGame, PeaksMove
from solitaire_core.reference.peaks import ReferencePeaks


class Twin:
    """A game of either kind."""

    name: str

    def __init__(self, game):
        self.game = game

    @classmethod
    def start(cls, rules, cards):
        return cls.at(rules, cards)

    @property
    def legal(self):
        return [str(move) for move in self.game.legal_moves]

    def push(self, move):
        self.game.push(move)

    def pop(self):
        return str(self.game.pop())

    def peek(self):
        return str(self.game.peek())

    @property
    def moves(self):
        return [str(move) for move in self.game.move_stack]

    @property
    def top(self):
        return str(self.game.top)

    @property
    def waste(self):
        return [str(card) for card in self.game.waste]

    @property
    def removed(self):
        return self.game.removed

    @property
    def turned(self):
        return self.game.turned

    def perft(self, depth):
        return self.game.perft(depth)

    def copy(self):
        return type(self)(self.game.copy())

    def facts(self):
        """All that can be asked about the position."""
        return {
            "legal": self.legal,
            "moves": self.moves,
            "top": self.top,
            "waste": self.waste,
            "removed": self.removed,
            "uncovered": self.uncovered,
            "turned": self.turned,
            "stock left": self.stock_left,
            "cards left": self.cards_left,
            "seen": self.seen,
            "result": self.result,
        }


class CompiledTwin(Twin):
    name = "compiled"

    @classmethod
    def at(cls, rules, cards, removed=(), turned=0, top=None):
        return cls(PeaksGame(rules, cards, removed, turned, top))

    @property
    def uncovered(self):
        return self.game.uncovered

    @property
    def stock_left(self):
        return self.game.stock_left

    @property
    def cards_left(self):
        return self.game.cards_left

    @property
    def seen(self):
        return [None if card is None else str(card) for card in self.game.visible().tableau]

    @property
    def result(self):
        outcome = self.game.outcome()
        return None if outcome is None else outcome.result.value

    def accepts(self, move):
        return PeaksMove(move) in self.game.legal_moves


class ReferenceTwin(Twin):
    name = "reference"

    @classmethod
    def at(cls, rules, cards, removed=(), turned=0, top=None):
        return cls(
            ReferencePeaks(
                rules,
                [Card(card) for card in cards],
                set(removed),
                turned,
                None if top is None else Card(top),
            )
        )

    @property
    def uncovered(self):
        return sum(
            1 << place
            for place in range(self.game.rules.layout.cards)
            if self.game.is_uncovered(place)
        )

    @property
    def stock_left(self):
        return len(self.game.stock)

    @property
    def cards_left(self):
        return len(self.game.tableau)

    @property
    def seen(self):
        return [None if card is None else str(card) for card in self.game.tableau_seen()]

    @property
    def result(self):
        return self.game.result()

    def accepts(self, move):
        return PeaksMove(move) in self.game.legal_moves


TWINS = (CompiledTwin, ReferenceTwin)


def lockstep(rules, cards, removed=(), turned=0, top=None):
    """The same position held by both."""
    return [twin.at(rules, cards, removed, turned, top) for twin in TWINS]


def assert_same(pair):
    """Both twins must say the same about everything."""
    compiled, reference = pair
    assert compiled.facts() == reference.facts()
