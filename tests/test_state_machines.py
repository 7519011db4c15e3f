"""Every game in any order of calls, the compiled one beside its plain twin.

A machine holds the game, its twin, and copies that were put aside on the way with what their twins
said then. After each call the game and the twin have to say the same, and nothing that was put
aside may have changed.
"""

import copy
import pickle

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from solitaire_core import GAMES, Card, Deal, KlondikeGame, Outcome, PeaksGame, Result, deck
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike import ReferenceKlondike
from solitaire_core.reference.peaks import ReferencePeaks

VARIANTS = {
    **GAMES,
    "golf-strict": GAMES["golf"].with_options({"strict": True}),
    "tripeaks-open": GAMES["tripeaks"].with_options({"wrap": False, "open": True}),
    "klondike-3": GAMES["klondike"].with_options({"draw": 3, "passes": 2}),
    "klondike-final": GAMES["klondike"].with_options({"worrying_back": False}),
}
PLACES = [*(f"t{pile}" for pile in range(13)), "w", "f"]
CARDS = [str(Card(code)) for code in range(52)]
# Any moves, of either family: most of them are illegal at any time.
texts_of_moves = (
    st.sampled_from(["turn", "deal", "redeal", *CARDS])
    | st.builds("{} {}>{}".format, *map(st.sampled_from, (CARDS, PLACES, PLACES)))
    | st.builds("{} {}>{}*{}".format, *map(st.sampled_from, (CARDS, PLACES, PLACES, [2, 3, 13])))
)


class Peaks:
    """What a machine asks the peaks family."""

    kind = PeaksGame

    @staticmethod
    def twin(rules, cards):
        return ReferencePeaks(rules, cards)

    @staticmethod
    def alone(twin):
        return twin.copy()

    @staticmethod
    def legal(twin):
        return [str(move) for move in twin.legal_moves]

    @staticmethod
    def key(game):
        return game.removed, game.turned, str(game.top)

    @staticmethod
    def result(twin):
        return twin.result()


class Klondike:
    """What a machine asks the Klondike family."""

    kind = KlondikeGame

    @staticmethod
    def twin(rules, cards):
        return ReferenceKlondike(rules, Board.dealt(rules, cards))

    @staticmethod
    def alone(twin):
        return ReferenceKlondike(twin.rules, twin.board())

    @staticmethod
    def legal(twin):
        return twin.legal_moves()

    @staticmethod
    def key(game):
        return game.board()

    @staticmethod
    def result(twin):
        return "won" if twin.is_won() else "lost" if twin.is_lost() else None


def with_moves(twin):
    """A twin of its own, with the moves made."""
    new = copy.copy(twin)
    for name, value in vars(new).items():
        if isinstance(value, list | dict):
            setattr(new, name, value.copy())
    return new


WITH_MOVES = [
    copy.copy, copy.deepcopy,
    lambda game: game.copy(stack=True),
    lambda game: pickle.loads(pickle.dumps(game)),
]  # fmt: skip


class Machine(RuleBasedStateMachine):
    """A game and its twin."""

    game_rules = None
    family = None

    @initialize(number=st.integers(0, 2**64 - 1), as_text=st.booleans())
    def deal(self, number, as_text):
        deal = Deal(self.game_rules, number)
        self.game = (Deal.from_text(str(deal)) if as_text else deal).start()
        self.twin = self.family.twin(self.game_rules, deck(number, "sc1", self.game_rules.decks))
        self.aside = []

    @rule(choice=st.integers(0, 400), as_text=st.booleans())
    def push(self, choice, as_text):
        moves = list(self.game.legal_moves)
        if moves:
            move = moves[choice % len(moves)]
            assert move in self.game.legal_moves
            self.game.push(str(move) if as_text else move)
            self.twin.push(str(move))

    @rule(text=texts_of_moves)
    def push_any(self, text):
        if text in self.family.legal(self.twin):
            self.game.push(text)
            self.twin.push(text)
            return
        with pytest.raises(ValueError):
            self.game.push(text)
        with pytest.raises(ValueError):
            self.twin.push(text)

    @rule()
    def pop(self):
        if self.twin.move_stack:
            assert str(self.game.pop()) == str(self.twin.pop())
        else:
            with pytest.raises(IndexError):
                self.game.pop()

    @rule()
    def peek(self):
        if self.twin.move_stack:
            assert str(self.game.peek()) == str(self.twin.move_stack[-1])
        else:
            with pytest.raises(IndexError):
                self.game.peek()

    def replace(self, game, twin):
        self.put_aside()
        self.game, self.twin = game, twin

    @rule()
    def copy_position(self):
        self.replace(self.game.copy(), self.family.alone(self.twin))

    @rule(how=st.sampled_from(WITH_MOVES))
    def copy_with_moves(self, how):
        self.replace(how(self.game), with_moves(self.twin))

    @rule()
    def code(self):
        found = self.family.kind.from_code(self.game.code(), self.game_rules)
        assert found.code() == self.game.code()
        self.replace(found, self.family.alone(self.twin))

    @rule()
    def put_aside(self):
        self.aside.append((self.game.copy(stack=True), with_moves(self.twin)))

    @precondition(lambda self: self.aside)
    @rule(choice=st.integers(0, 50))
    def go_back_to(self, choice):
        game, twin = self.aside[choice % len(self.aside)]
        self.replace(game.copy(stack=True), with_moves(twin))

    @precondition(lambda self: self.aside)
    @rule(choice=st.integers(0, 50))
    def compare(self, choice):
        other, its_twin = self.aside[choice % len(self.aside)]
        self.assert_same(other, its_twin)
        same = self.family.key(self.twin) == self.family.key(its_twin)
        assert (self.game == other) is same
        assert (self.game != other) is not same
        assert not same or hash(self.game) == hash(other)

    @invariant()
    def same(self):
        self.assert_same(self.game, self.twin)

    def assert_same(self, game, twin):
        assert self.family.key(game) == self.family.key(twin)
        assert [str(move) for move in game.move_stack] == [str(move) for move in twin.move_stack]
        assert game.ply == len(game.move_stack)
        legal = [str(move) for move in game.legal_moves]
        assert sorted(legal) == sorted(self.family.legal(twin))
        assert len(legal) == len(game.legal_moves) == game.legal_moves.count()
        assert bool(game.legal_moves) == bool(legal)
        outcome = game.outcome()
        assert (None if outcome is None else outcome.result.value) == self.family.result(twin)
        assert not game.status()


def machine_of(name):
    rules = VARIANTS[name]
    family = Peaks if isinstance(rules, PeaksRules) else Klondike
    return type(name, (Machine,), {"game_rules": rules, "family": family})


@pytest.mark.parametrize("name", VARIANTS)
def test_any_order_of_calls(name):
    run_machine(machine_of(name), settings=settings(max_examples=12, stateful_step_count=40))


def broken_copy(self, *, stack=False):
    return self  # and so what was put aside changes


def broken_equality(self, other):
    return self.ply == other.ply


def broken_hash(self):
    return id(self)


def broken_pop(self):
    move = super(type(self), self).pop()
    if self.ply > 2:
        super(type(self), self).pop()
    return move


CODES = {kind: kind.code for kind in (PeaksGame, KlondikeGame)}


def broken_code(self):  # the code of the position before the last move
    before = self.copy(stack=True)
    if before.ply:
        before.pop()
    return CODES[type(self)](before)


FAULTS = {
    "copy": broken_copy, "__eq__": broken_equality, "__hash__": broken_hash, "pop": broken_pop,
    "code": broken_code,
    "outcome": lambda self: Outcome(Result.LOST, "no reason"),
    "push": lambda self, move: None,
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", ["one-peak", "klondike"])
def test_a_fault_is_seen(name, fault, monkeypatch):
    machine = machine_of(name)
    monkeypatch.setattr(machine.family.kind, fault, FAULTS[fault])
    # Only found, and not made small; so it ends with the first one, mostly after a few examples.
    only = settings(max_examples=5000, phases=[Phase.generate], report_multiple_bugs=False)
    with pytest.raises((AssertionError, ValueError, IndexError, pytest.fail.Exception)):
        run_machine(machine, settings=only)
