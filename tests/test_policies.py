"""Policies: the built-in ones against their twins, and that none of them peeks."""

import gc
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, is_large
from policy_twins import TWINS, Asked, in_core, policies_of
from solitaire_core import Board, Deal, KlondikeGame, PeaksGame, deck
from solitaire_core._fast import (
    KlondikeState,
    KlondikeTable,
    PeaksState,
    PeaksTable,
    choose_klondike_move,
    choose_peaks_move,
)
from solitaire_core.policies import (
    BuiltIn,
    Casual,
    Greedy,
    Lookahead,
    Random,
    Turn,
    find_policy,
    name_of,
    plays_in_core,
    turn_of,
)
from solitaire_core.simulate import simulate
from test_klondike_lockstep import VARIANTS
from test_simulation import swapped

PEAKS = {name: rules for name, rules in RULES.items() if not is_large(rules)}
EVERY = {**PEAKS, **VARIANTS}

every_twin = pytest.mark.parametrize("make", TWINS.values(), ids=TWINS)
every_game = pytest.mark.parametrize("name", EVERY)


def played(rules, number, most, rng):
    """A game after some random moves, and how many of the last turned the stock."""
    game = Deal(rules, number).start()
    idle = 0
    for _ in range(rng.randrange(most)):
        moves = list(game.legal_moves)
        if not moves:
            break
        # Cards rather than the stock, or nothing ever happens.
        move = rng.choice(moves[:-1] or moves)
        is_stock = str(move) in ("turn", "redeal")
        idle = idle + 1 if is_stock else 0
        game.push(move)
    return game, idle


def mixed_up(game, rng):
    """The same game for a player, with the cards that nobody has seen changed among themselves."""
    if isinstance(game, PeaksGame):
        return swapped(game, rng)
    board = game.board()
    hidden = [card for pile, down in zip(board.piles, board.face_down, strict=True)
              for card in pile[:down]]  # fmt: skip
    if board.passes == 1:
        hidden += board.stock
    rng.shuffle(hidden)
    cards = iter(hidden)
    piles = tuple(
        (*(next(cards) for _ in range(down)), *pile[down:])
        for pile, down in zip(board.piles, board.face_down, strict=True)
    )
    stock = tuple(cards) if board.passes == 1 else board.stock
    other = Board(piles, board.face_down, board.foundations, board.waste, stock, board.passes)
    return KlondikeGame(game.rules, other)


def choose_in_core(game, name, depth, idle, seed):
    if isinstance(game, PeaksGame):
        return choose_peaks_move(game, name, depth, seed)
    return choose_klondike_move(game, name, depth, idle, seed)


# ---- the twins ---------------------------------------------------------------------------------


@every_game
def test_games_in_the_core_are_those_of_the_twins(name):
    rules = EVERY[name]
    most = {1: 30, 2: 20, 3: 12}[rules.decks] if name in VARIANTS else 1000
    for policy, depth in policies_of(rules):
        found = simulate(rules, range(3), in_core(policy, depth), 5, most_moves=most)
        for make in TWINS.values():
            asked = simulate(rules, range(2), Asked(make(policy, depth)), 5, most_moves=most)
            assert (found[:2] == asked).all(), (policy, depth)


def test_whole_games_of_klondike_are_those_of_the_twins():
    for policy, depth in (("greedy", 1), ("lookahead", 1), ("lookahead", 2)):
        numbers = range(8 if depth == 1 else 3)
        found = simulate("klondike", numbers, in_core(policy, depth), 2)
        assert 0 < found["won"].sum() < len(numbers)
        asked = simulate("klondike", numbers, Asked(TWINS["reference"](policy, depth)), 2)
        assert (found == asked).all()


@settings(max_examples=60)
@given(st.sampled_from(sorted(EVERY)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_every_choice_is_that_of_the_twin(name, number, rng):
    rules = EVERY[name]
    game, idle = played(rules, number, 60, rng)
    if not list(game.legal_moves):
        return
    seed = rng.getrandbits(64)
    turn = turn_of(game, idle=idle, seed=seed)
    for policy, depth in policies_of(rules):
        choices = {make(policy, depth).choose(turn) for make in TWINS.values()}
        choices.add(choose_in_core(game, policy, depth, idle, seed))
        assert len(choices) == 1, (policy, depth, choices)


@every_twin
def test_what_greedy_takes(make):
    turn = turn_of(Deal("klondike", 7).start())
    assert str(make("greedy").choose(turn)) == "TC t5>t6"
    # Where nothing but the stock is left, and has been gone through, it gives up.
    starts = (Deal("klondike", number).start() for number in range(200))
    alone = next(game for game in starts if [str(move) for move in game.legal_moves] == ["turn"])
    waiting = turn_of(alone, idle=10)
    assert str(make("greedy").choose(waiting)) == "turn"
    talon = len(waiting.view.waste) + len(waiting.view.stock)
    for name in ("greedy", "lookahead"):
        assert str(make(name).choose(turn_of(alone, idle=2 * talon + 2))) == "turn"
        assert make(name).choose(turn_of(alone, idle=2 * talon + 3)) is None


@every_twin
def test_lookahead_sees_what_greedy_does_not(make):
    """What is begun with changes where two moves together gain what one does not."""
    found = differing = 0
    for number in range(40):
        game = Deal("klondike", number).start()
        turn = turn_of(game, seed=number)
        one, two = (make("lookahead", depth).choose(turn) for depth in (1, 2))
        found += one is not None
        differing += str(one) != str(two)
    assert found == 40
    assert differing > 5


def test_policies_are_as_strong_as_they_are_said_to_be():
    numbers = range(20_000)
    names = ("random", "greedy", "casual", "lookahead")
    rates = {name: simulate("tripeaks", numbers, name)["won"].mean() for name in names}
    assert rates["random"] < 0.01 < rates["casual"] < rates["greedy"] < rates["lookahead"]
    rates = {
        name: simulate("klondike", range(1000), name)["won"].mean()
        for name in ("random", "greedy", "lookahead")
    }
    assert rates["random"] < 0.05 < rates["greedy"] + 0.05 < rates["lookahead"]


# ---- nobody peeks ------------------------------------------------------------------------------


@settings(max_examples=80)
@given(st.sampled_from(sorted(EVERY)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_hidden_cards_make_no_difference(name, number, rng):
    rules = EVERY[name]
    game, idle = played(rules, number, 50, rng)
    other = mixed_up(game, rng)
    seed = rng.getrandbits(64)
    assert turn_of(game, idle=idle, seed=seed) == turn_of(other, idle=idle, seed=seed)
    if list(game.legal_moves):
        for policy, depth in policies_of(rules):
            choices = [choose_in_core(one, policy, depth, idle, seed) for one in (game, other)]
            assert choices[0] == choices[1], (policy, depth)


class Notes:
    """A policy that writes down what it is shown."""

    name = "notes"

    def __init__(self, policy):
        self.policy = policy
        self.shown = []

    def choose(self, turn):
        self.shown.append(turn)
        return self.policy.choose(turn)


def line_of(game, name, depth):
    """What the core does in a game, move by move, each with what the player was shown."""
    line = []
    for made in range(40):
        turn = turn_of(game, made=made, seed=made)
        if game.outcome() is not None:
            break
        move = choose_in_core(game, name, depth, 0, made)
        line.append((turn, move))
        if move is None:
            break
        game.push(move)
    return line


@every_game
def test_whole_lines_are_the_same_until_something_is_revealed(name):
    """A deal and the same with its hidden cards mixed up: alike up to the first that differs."""
    rules, rng = EVERY[name], random.Random(name)
    compared = 0
    for policy, depth in policies_of(rules):
        start = Deal(rules, 3).start()
        pair = [line_of(game, policy, depth) for game in (start.copy(), mixed_up(start, rng))]
        for (one, first), (other, second) in zip(*pair, strict=False):
            if one != other:
                break
            assert first == second, (policy, depth)
            compared += 1
    assert compared >= len(policies_of(rules))


def reachable(thing):
    """All objects that can be reached from a value, classes and modules left out."""
    seen, todo = {}, [thing]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type) or type(one).__name__ == "module":
            continue
        seen[id(one)] = one
        todo.extend(gc.get_referents(one))
    return seen.values()


@every_game
def test_nothing_leads_from_a_turn_to_the_game(name):
    game, idle = played(EVERY[name], 4, 30, random.Random(1))
    turn = turn_of(game, idle=idle, seed=3)
    hidden = (PeaksState, PeaksTable, KlondikeState, KlondikeTable, Deal)
    found = list(reachable(turn))
    assert not [one for one in found if isinstance(one, hidden)]
    assert len(found) > 20
    # The search finds what it looks for.
    assert [one for one in reachable((turn, [game])) if isinstance(one, hidden)]


class Watching:
    """A batch policy that keeps the arrays that it is shown."""

    def __init__(self):
        self.shown = []

    def choose_many(self, turns):
        self.shown.append(turns)
        return turns.legal.argmax(axis=1)


@every_game
def test_arrays_of_a_batch_show_what_a_turn_shows(name):
    rules = EVERY[name]
    watching, notes = Watching(), Notes(Asked(First()))
    many = simulate(rules, [8], watching, 1, most_moves=40)
    one = simulate(rules, [8], notes, 1, most_moves=40)
    assert (many == one).all()
    assert len(watching.shown) == len(notes.shown)
    for turns, turn in zip(watching.shown, notes.shown, strict=True):
        assert_shows_the_same(turns, turn)


class First:
    name = "first"

    def choose(self, turn):
        return turn.moves[0]


def code(card):
    return 254 if card is None else card.code if card.is_known else 255


def assert_shows_the_same(turns, turn):
    view = turn.view
    assert (turns.made[0], turns.idle[0], turns.seed[0]) == (turn.made, turn.idle, turn.seed)
    if hasattr(view, "tableau"):
        assert turns.tableau[0].tolist() == [code(card) for card in view.tableau]
        assert (turns.top[0], turns.stock_left[0]) == (view.top.code, view.stock_left)
        assert (turns.chain[0], turns.score[0]) == (turn.chain, turn.score)
        assert set(np.flatnonzero(turns.seen[0])) == {card.code for card in view.seen}
        places = {code(card): place for place, card in enumerate(view.tableau)}
        cards = len(view.tableau)
        wanted = {cards if move.is_turn else places[move.card.code] for move in turn.moves}
        assert set(np.flatnonzero(turns.legal[0])) == wanted
        return
    for pile, shown in zip(view.piles, turns.piles[0], strict=True):
        assert shown[: len(pile)].tolist() == [code(card) for card in pile]
        assert (shown[len(pile) :] == 254).all()
    assert turns.foundations[0].tolist() == list(view.foundations)
    for cards, shown in ((view.waste, turns.waste[0]), (view.stock, turns.stock[0])):
        assert shown[: len(cards)].tolist() == [code(card) for card in cards]
        assert (shown[len(cards) :] == 254).all()
    assert turns.passes[0] == view.passes
    assert turns.legal[0].sum() == len(turn.moves)
    places = {**{f"t{n}": n for n in range(13)}, "w": 13, "f": 14}
    for move, row in zip(turn.moves, turns.moves[0], strict=False):
        if move.is_stock:
            assert row[3] == 63
        else:
            wanted = [places[move.source], places[move.to], move.count, move.card.code]
            assert row.tolist() == wanted


# ---- what a policy is --------------------------------------------------------------------------


class Mine(Greedy):
    name = "mine"

    def choose(self, turn):
        return turn.moves[-1]


class Renamed(Greedy):
    name = "renamed"


def test_which_policies_the_core_plays():
    assert plays_in_core(Greedy())
    assert plays_in_core(Renamed())
    assert not plays_in_core(Mine())
    assert not plays_in_core(Asked(Greedy()))
    assert (simulate("tripeaks", range(5), Mine())["turns"] == 23).all()
    assert (simulate("tripeaks", range(5), Renamed()) == simulate("tripeaks", range(5))).all()


def test_finding_policies():
    rules = RULES["tripeaks"]
    assert isinstance(find_policy("lookahead", rules), Lookahead)
    mine = Mine()
    assert find_policy(mine, rules) is mine
    assert (name_of(mine), name_of(First()), name_of(object())) == ("mine", "first", "object")
    with pytest.raises(ValueError, match="no policy 'best': there are random, greedy, casual"):
        find_policy("best", rules)
    for wrong in (None, 3, Greedy, object(), b"greedy"):
        with pytest.raises(TypeError, match="a policy is a name or an object with choose"):
            find_policy(wrong, rules)
    for casual in ("casual", Casual()):
        with pytest.raises(ValueError, match="the policy casual does not play klondike"):
            find_policy(casual, VARIANTS["klondike"])
    with pytest.raises(ValueError, match="does not play klondike"):
        Casual().choose(turn_of(Deal("klondike", 1).start()))


@pytest.mark.parametrize("depth", [0, 7, -1])
def test_bad_depths(depth):
    with pytest.raises(ValueError, match="depth is 1 to 6"):
        Lookahead(depth)
    for deep in (5, 6):
        with pytest.raises(ValueError, match=r"depth \(Klondike family\) is 1 to 4"):
            simulate("klondike", range(1), Lookahead(deep))
    assert repr(Lookahead()) == "Lookahead(depth=None)"
    assert repr(Random()) == "Random()"


def test_turns_of_what_is_no_game():
    with pytest.raises(TypeError, match="turn_of takes a game, not Deal"):
        turn_of(Deal("tripeaks", 1))
    turn = turn_of(Deal("tripeaks", 1).start())
    mixed = Turn(VARIANTS["klondike"], turn.view, turn.moves)
    with pytest.raises(TypeError, match="a view of klondike is no PeaksView"):
        Greedy().choose(mixed)
    assert issubclass(Lookahead, BuiltIn)
    assert len(deck(1)) == 52
