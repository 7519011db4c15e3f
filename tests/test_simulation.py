"""Playouts: the policies against exact chances, the unseen cards dealt anew."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, mid_game
from solitaire_core import Card, Deal, PeaksGame, PeaksMove, _fast, deck
from solitaire_core.scoring import Points
from solitaire_core.simulation import PLAYOUT, POLICIES, playouts
from strategies import games

every_policy = pytest.mark.parametrize("policy", POLICIES)

SMALL = [name for name in RULES if not is_large(RULES[name])]


def unseen_places(game):
    """The places (and the stock) whose cards a player has not seen yet."""
    layout = game.rules.layout
    down = [
        place
        for place in range(layout.cards)
        if not game.rules.open
        and place in layout.face_down
        and not game.removed >> place & 1
        and not game.uncovered >> place & 1
    ]
    return [*down, *range(layout.cards + game.turned + 1, 52)]


def with_cards(game, cards, **figures):
    """The same position with other cards, in deal order."""
    gone = [place for place in range(game.rules.layout.cards) if game.removed >> place & 1]
    figures = {
        "scoring": game.scoring,
        "chain": game.chain,
        "best_chain": game.best_chain,
        "score": game.score,
        **figures,
    }
    return PeaksGame(game.rules, cards, gone, game.turned, game.top, **figures)


def swapped(game, rng):
    """The same position for a player, with the cards that nobody has seen mixed up."""
    hidden = [game.rules.order[place] for place in unseen_places(game)]
    cards = game.cards()
    mixed = [cards[dealt] for dealt in hidden]
    rng.shuffle(mixed)
    for dealt, card in zip(hidden, mixed, strict=True):
        cards[dealt] = card
    return with_cards(game, cards)


def same(one, other):
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


# ---- the policies, in chances ----------------------------------------------------------------


def greedy_chances(game, takes):
    """A card that frees most; of equals one after which another in sight fits; any of these."""
    worths = {}
    for move in takes:
        others = game.uncovered & ~(1 << game.place_of(move))
        after = game.copy()
        after.push(move)
        freed = (after.uncovered & ~game.uncovered).bit_count()
        goes_on = any(
            not then.is_turn and others >> after.place_of(then) & 1 for then in after.legal_moves
        )
        worths[move] = (freed, goes_on)
    best = [move for move, worth in worths.items() if worth == max(worths.values())]
    return dict.fromkeys(best, 1 / len(best))


def casual_chances(game, takes, can_turn):
    """Overlooks one card in ten; of what it sees, seven times in ten as greedy, else any."""
    overlooks, thinks = 102 / 1024, 717 / 1024
    chances = {}
    for flags in itertools.product((True, False), repeat=len(takes)):
        weight = math.prod(1 - overlooks if flag else overlooks for flag in flags)
        seen = list(itertools.compress(takes, flags))
        if not seen and can_turn:
            chances[PeaksMove("turn")] = weight
            continue
        # With an empty stock it looks again.
        seen = seen or takes
        for move, chance in greedy_chances(game, seen).items():
            chances[move] = chances.get(move, 0) + weight * thinks * chance
        for move in seen:
            chances[move] = chances.get(move, 0) + weight * (1 - thinks) / len(seen)
    return chances


def chances_of(game, policy):
    """By move, how likely a policy makes it."""
    moves = list(game.legal_moves)
    takes = [move for move in moves if not move.is_turn]
    if not takes or policy == "random":
        return dict.fromkeys(moves, 1 / len(moves)) if moves else {}
    if policy == "greedy":
        return greedy_chances(game, takes)
    return casual_chances(game, takes, len(moves) > len(takes))


def outcomes(game, policy):
    """How likely each end is: by (won, cards turned in all, moves still to make)."""
    known = {}

    def look():
        key = game.removed, game.turned, game.top
        if key not in known:
            chances = chances_of(game, policy)
            assert not chances or sum(chances.values()) == pytest.approx(1)
            ends = {} if chances else {(not game.cards_left, game.turned, 0): 1.0}
            for move, chance in chances.items():
                game.push(move)
                for (won, turned, moves), then in look().items():
                    end = won, turned, moves + 1
                    ends[end] = ends.get(end, 0) + chance * then
                game.pop()
            known[key] = ends
        return known[key]

    return look()


def assert_as_likely(counts, chances, total):
    """Counts of what has known chances; a chi-square that is out once in a million."""
    assert set(counts) <= set(chances)
    assert sum(chances.values()) == pytest.approx(1)
    rare, rare_count, square, freedom = 0.0, 0, 0.0, -1
    for end, chance in chances.items():
        if chance * total < 8:
            rare += chance * total
            rare_count += counts.get(end, 0)
            continue
        square += (counts.get(end, 0) - chance * total) ** 2 / (chance * total)
        freedom += 1
    if rare >= 8:
        square += (rare_count - rare) ** 2 / rare
        freedom += 1
    else:
        assert rare_count <= rare + 6 * math.sqrt(rare) + 6
    # Wilson and Hilferty: the cube root is close to normal.
    if freedom > 0:
        spread = 2 / (9 * freedom)
        assert ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) < 4.9


@every_policy
@pytest.mark.parametrize("name", RULES)
def test_policies_play_as_they_are_described(name, policy):
    count = 4000
    sizes = set()
    for number in range(6):
        game = hand_made(RULES[name], number, 3 + number, 2 + number % 4)
        chances = outcomes(game, policy)
        found = playouts(game, count, policy, seed=number)
        counts = {}
        for end in zip(*(found[f].tolist() for f in ("won", "turned", "moves")), strict=True):
            counts[end] = counts.get(end, 0) + 1
        assert_as_likely(counts, chances, count)
        sizes.add(len(chances))
    assert max(sizes) > 1 or policy == "greedy"


@every_policy
def test_the_first_choice_of_real_positions(policy):
    # After one move the ends differ by what is free then: played as `first_move`, each move
    # on its own, they make up the whole in the right shares.
    for number in range(5):
        game = mid_game(RULES["tripeaks"], number, number * 4)
        chances = chances_of(game, policy)
        if len(chances) < 2:
            continue
        count = 20_000
        whole = playouts(game, count, policy, seed=1)["moves"].mean()
        parts = sum(
            chance * playouts(game, count, policy, seed=2, first_move=move)["moves"].mean()
            for move, chance in chances.items()
        )
        assert whole == pytest.approx(parts, abs=0.4)


def test_greedy_turns_only_where_nothing_fits():
    # Moves that turn are worth a point here: none is made that could have been a take.
    for number in range(40):
        game = hand_made(RULES["tripeaks"], number, 10, 0)
        takes = [move for move in game.legal_moves if not move.is_turn]
        found = playouts(game, 20, "greedy", seed=number)
        assert (found["moves"] > 0).all() == bool(takes)
    for number in range(40):
        game = hand_made(RULES["tripeaks"], number, 4, 9)
        if len(game.legal_moves) > 1:
            found = playouts(game, 20, "greedy", seed=number)
            # The chain of the first takes cannot be empty.
            assert (found["best_chain"] >= 1).all()


def test_greedy_on_the_first_deals():
    shares = {}
    for wrap in (True, False):
        won = [
            playouts(Deal("tripeaks", number, wrap=wrap), 25, "greedy", seed=0)["won"].mean()
            for number in range(400)
        ]
        shares[wrap] = sum(won) / 400
    assert 0.44 < shares[True] < 0.56
    assert 0.15 < shares[False] < 0.25


def test_policies_by_strength():
    won = {
        policy: sum(
            playouts(Deal("tripeaks", number), 25, policy)["won"].sum() for number in range(100)
        )
        for policy in POLICIES
    }
    assert won["random"] < won["casual"] < won["greedy"]


# ---- what is known of a game -----------------------------------------------------------------


def assert_consistent(game, found):
    layout = game.rules.layout
    assert found.dtype == PLAYOUT
    turns = found["turned"].astype(int) - game.turned
    takes = found["moves"].astype(int) - turns
    assert (turns >= 0).all()
    assert (takes >= 0).all()
    assert (found["won"] == (takes == game.cards_left)).all()
    # A game that is not won ends with an empty stock.
    assert (found["won"] | (found["turned"] == layout.stock)).all()
    assert (takes <= game.cards_left).all()
    assert (found["turned"] <= layout.stock).all()
    assert (found["best_chain"] >= game.best_chain).all()
    assert (found["best_chain"] <= np.maximum(game.best_chain, game.chain + takes)).all()
    # So many cards in so many chains: one of them is not shorter than their share.
    chains = turns + 1
    assert (found["best_chain"] * chains >= takes).all()
    return turns, takes


@every_policy
@settings(max_examples=60)
@given(game=games(), resample=st.booleans(), seed=st.integers(0, 2**64 - 1))
def test_fields(policy, game, resample, seed):
    before = game.code(), game.move_stack, game.score, game.chain, game.best_chain
    found = playouts(game, 20, policy, seed, resample=resample)
    assert found.shape == (20,)
    turns, takes = assert_consistent(game, found)
    assert (game.code(), game.move_stack, game.score, game.chain, game.best_chain) == before
    for points, counted in (
        (Points("turns", first=0, step=0, turned=1), game.turned + turns),
        (Points("takes", first=1, step=0), game.removed.bit_count() + takes),
    ):
        # Scored from the deal on, by the moves that are on the stack.
        again = playouts(game.with_scoring(points), 20, policy, seed, resample=resample)
        assert (again["score"] == counted).all()
        for name in ("won", "turned", "best_chain", "moves"):
            assert (again[name] == found[name]).all()


@every_policy
@pytest.mark.parametrize("name", ["golf", "golf-wrap", "golf-queens"])
def test_golf_scores(name, policy):
    for number in range(10):
        game = mid_game(RULES[name], number, number)
        found = playouts(game, 200, policy, seed=number)
        turns, takes = assert_consistent(game, found)
        left = game.cards_left - takes
        assert (found["score"] == np.where(found["won"], turns - game.stock_left, left)).all()


@every_policy
def test_games_that_are_over(policy):
    lost = hand_made(RULES["tripeaks"], 1, 5, 0)
    while moves := list(lost.legal_moves):
        lost.push(moves[0])
    won = PeaksGame(RULES["golf"], deck(1), range(35), 3, deck(1)[38], score=77)
    for game in (won, lost):
        found = playouts(game, 5, policy)
        assert (found["won"] == game.outcome().won).all()
        assert (found["score"] == game.score).all()
        assert (found["moves"] == 0).all()
        assert (found["turned"] == game.turned).all()


def test_a_deal_is_its_first_position():
    deal = Deal("tripeaks", 9)
    assert same(playouts(deal, 50, seed=3), playouts(deal.start(), 50, seed=3))
    assert same(playouts(deal, 50, seed=3), playouts(deal, 50, "casual", 3))


# ---- the same games again --------------------------------------------------------------------


@every_policy
@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("name", ["tripeaks", "golf-wrap", "one-peak"])
def test_game_i_depends_on_nothing_else(name, policy, resample):
    game = mid_game(RULES[name], 4, 5)
    found = playouts(game, 1000, policy, 12, resample=resample)
    assert same(playouts(game, 1000, policy, 12, resample=resample), found)
    for count in (0, 1, 2, 17, 999):
        assert same(playouts(game, count, policy, 12, resample=resample), found[:count])
    # Of the deal itself, greedy may know no more than one line.
    if policy != "greedy" or resample:
        assert not same(playouts(game, 1000, policy, 13, resample=resample), found)


@every_policy
def test_seeds_at_the_ends_of_the_range(policy):
    deal = Deal("tripeaks", 2)
    ends = [playouts(deal, 300, policy, seed) for seed in (0, 1, 2**63, 2**64 - 1)]
    for one, other in itertools.combinations(ends, 2):
        assert not same(one, other)


def test_games_of_neighbouring_numbers_and_seeds_are_not_alike():
    # Neither shifted by one nor correlated.
    one, other = (playouts(Deal("tripeaks", 1), 4000, "random", seed) for seed in (5, 6))
    turned = one["best_chain"].astype(float)
    for shift in (1, 2, 3):
        assert abs(np.corrcoef(turned[shift:], turned[:-shift])[0, 1]) < 0.08
        assert abs(np.corrcoef(turned[shift:], other["best_chain"][:-shift])[0, 1]) < 0.08
    assert abs(np.corrcoef(turned, other["best_chain"])[0, 1]) < 0.08


@every_policy
@pytest.mark.parametrize("resample", [False, True])
def test_first_moves(policy, resample):
    for number in range(5):
        game = mid_game(RULES["tripeaks"], number, 6)
        for move in game.legal_moves:
            found = playouts(game, 300, policy, 4, first_move=move, resample=resample)
            assert_consistent(game, found)
            assert (found["moves"] >= 1).all()
            if move.is_turn:
                assert (found["turned"] > game.turned).all()
            if not resample:
                after = game.copy()
                after.push(move)
                then = playouts(after, 300, policy, 4)
                for name in ("won", "score", "turned", "best_chain"):
                    assert (then[name] == found[name]).all()
                assert (then["moves"] + 1 == found["moves"]).all()


# ---- worlds ----------------------------------------------------------------------------------


def world_cards(game, seed, number):
    """The cards of a world by place."""
    return _fast.sample_world(game, seed, number).table.codes()


@settings(max_examples=100)
@given(games(), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_worlds_look_the_same(game, seed, number):
    world = _fast.sample_world(game, seed, number)
    codes, new = game.table.codes(), world.table.codes()
    assert sorted(new) == list(range(52))
    hidden = unseen_places(game)
    for place in set(range(52)) - set(hidden):
        assert new[place] == codes[place]
    for name in (
        "removed", "uncovered", "turned", "stock_left", "cards_left", "top",
        "chain", "best_chain", "score",
    ):  # fmt: skip
        assert getattr(world, name) == getattr(game, name)
    # It plays as a game with these cards does.
    cards = [None] * 52
    for place, dealt in enumerate(game.rules.order):
        cards[dealt] = Card(new[place])
    twin = with_cards(game, cards)
    assert twin.known() == game.known()
    rng = random.Random(number)
    while moves := list(twin.legal_moves):
        assert list(world.legal_moves) == moves
        move = rng.choice(moves)
        twin.push(move)
        world.push(move)
        assert (world.score, world.chain, world.top) == (twin.score, twin.chain, twin.top)
    assert not world.legal_moves


@settings(max_examples=60)
@given(games(), st.integers(0, 2**64 - 1), st.sampled_from(POLICIES), st.integers(0, 10**6))
def test_what_the_unseen_cards_are_makes_no_difference(game, seed, policy, number):
    other = swapped(game, random.Random(number))
    assert same(
        playouts(other, 10, policy, seed, resample=True),
        playouts(game, 10, policy, seed, resample=True),
    )
    for i in range(3):
        assert world_cards(other, seed, i) == world_cards(game, seed, i)


def test_unseen_cards_need_not_be_known():
    for number in range(20):
        game = mid_game(RULES["tripeaks"], number, number)
        hidden = {game.rules.order[place] for place in unseen_places(game)}
        cards = ["??" if i in hidden else card for i, card in enumerate(game.cards())]
        blind = with_cards(game, cards)
        assert same(
            playouts(blind, 20, seed=1, resample=True), playouts(game, 20, seed=1, resample=True)
        )
        if hidden:
            with pytest.raises(ValueError, match="unknown"):
                playouts(blind, 20)


@pytest.mark.parametrize(("name", "moves"), [("tripeaks", 0), ("tripeaks", 25), ("golf", 10)])
def test_every_unseen_card_is_as_likely_at_every_unseen_place(name, moves):
    game = mid_game(RULES[name], 8, moves)
    hidden = unseen_places(game)
    size = len(hidden)
    assert size > 5
    index = {game.table.codes()[place]: i for i, place in enumerate(hidden)}
    worlds = 4000
    counts = np.zeros((size, size))
    follows = np.zeros((size, size))
    for number in range(worlds):
        codes = world_cards(game, 3, number)
        laid = [index[codes[place]] for place in hidden]
        counts[range(size), laid] += 1
        follows[laid[:-1], laid[1:]] += 1
    # By place and card, and by card and the card after it: about normal, with these spreads.
    for table, cells, freedom in (
        (counts, size * size, (size - 1) ** 2),
        (follows, size * (size - 1), (size - 1) ** 2 - size),
    ):
        expected = table.sum() / cells
        off = ~np.eye(size, dtype=bool) if cells != size * size else np.ones((size, size), bool)
        square = float((((table - expected) ** 2) / expected)[off].sum())
        assert abs(square - freedom) < 6 * math.sqrt(2 * freedom) + 2 * size
    assert (follows.diagonal() == 0).all()


def test_the_orders_of_few_unseen_cards_are_equally_likely():
    game = hand_made(RULES["tripeaks-open"], 5, 3, 4)
    hidden = unseen_places(game)
    assert len(hidden) == 4
    counts = {}
    for number in range(4800):
        codes = world_cards(game, 0, number)
        order = tuple(codes[place] for place in hidden)
        counts[order] = counts.get(order, 0) + 1
    orders = itertools.permutations(sorted(game.table.codes()[place] for place in hidden))
    assert_as_likely(counts, dict.fromkeys(orders, 1 / 24), 4800)


def test_game_i_is_played_in_world_i():
    # With one card left, greedy turns until a card comes that it goes on.
    played = 0
    for number in range(30):
        game = hand_made(RULES["tripeaks"], number, 1, 12)
        if len(game.legal_moves) > 1:
            continue
        found = playouts(game, 40, "greedy", seed=number, resample=True)
        for i in range(40):
            world = _fast.sample_world(game, number, i)
            while world.cards_left and world.legal_moves:
                world.push(next(iter(world.legal_moves)))
            assert found["won"][i] == (world.cards_left == 0)
            assert found["turned"][i] == world.turned
            assert found["moves"][i] == world.ply
        played += 1
    assert played > 10


def test_where_everything_is_seen_nothing_is_dealt_anew():
    game = hand_made(RULES["tripeaks-open"], 3, 9, 0)
    assert unseen_places(game) == []
    assert same(playouts(game, 50, seed=2, resample=True), playouts(game, 50, seed=2))
    assert world_cards(game, 0, 0) == game.table.codes()


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, "tripeaks", 5, RULES["golf"], deck(1)])
def test_wrong_types(value):
    with pytest.raises(TypeError, match="playouts takes a game or a deal"):
        playouts(value, 1)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"count": -1}, "count is 0 to .*not -1"),
        ({"policy": "wise"}, "policy is one of random, greedy, casual, not 'wise'"),
        ({"policy": "Greedy"}, "policy is one of"),
        ({"seed": -1}, "seed is 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed is 0 to"),
        ({"first_move": PeaksMove("KC")}, "first_move KC is not legal"),
    ],
)
def test_bad_arguments(arguments, text):
    with pytest.raises(ValueError, match=text):
        playouts(Deal("tripeaks", 1), **{"count": 3, **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"count": 2.0},
        {"count": "3"},
        {"count": None},
        {"seed": "1"},
        {"seed": None},
        {"first_move": "turn"},
        {"first_move": 5},
        {"seed": 1.5},
    ],
)
def test_arguments_of_wrong_types(arguments):
    with pytest.raises(TypeError):
        playouts(Deal("tripeaks", 1), **{"count": 3, **arguments})


def test_unhashable_policies():
    with pytest.raises((TypeError, ValueError)):
        playouts(Deal("tripeaks", 1), 3, ["greedy"])


def test_cards_that_must_be_known():
    cards = deck(1)
    with pytest.raises(ValueError, match="place 5 is unknown"):
        playouts(PeaksGame(RULES["tripeaks"], [*cards[:5], "??", *cards[6:]]), 1)
    seen_before = PeaksGame(RULES["tripeaks"], [*cards[:29], "??", *cards[30:]], [], 2, cards[30])
    playouts(seen_before, 1)
    with pytest.raises(ValueError, match="has been face up is unknown"):
        playouts(seen_before, 1, resample=True)
    with pytest.raises(ValueError, match="has been face up is unknown"):
        _fast.sample_world(seen_before, 0, 0)


def test_buffers_of_other_lengths():
    game = Deal("tripeaks", 1).start()
    columns = {
        name: np.zeros(5, dtype=np.int32 if name == "score" else np.uint8) for name in PLAYOUT.names
    }
    _fast.play_many(game, "greedy", 0, **columns)
    for name in ("score", "turned", "best_chain", "moves"):
        wrong = {**columns, name: columns[name][:4]}
        with pytest.raises(ValueError, match=f"{name} has 4 entries, won has 5"):
            _fast.play_many(game, "greedy", 0, **wrong)
