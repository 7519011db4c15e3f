"""The compiled solver of the Klondike family: answers that stay the same, odd positions."""

import sys
import threading
from dataclasses import replace

import pytest

from klondike_boards import board
from klondike_reduced import VARIANTS, deal, state_of
from klondike_solves import (
    BLOCKED,
    DEALS,
    EASY,
    KLONDIKE,
    LONG,
    NODES,
    answer,
    every_deal,
    solve,
)
from solitaire_core import Deal, KlondikeGame, _fast, verify

# The same question has the same answer.


@every_deal
def test_the_same_again(name, number, options):
    game = Deal(name, number, **options).start()
    before = game.code()
    first = answer(game)
    assert game.code() == before
    assert answer(game.copy()) == first
    solve(LONG.start(), nodes=3000)
    assert answer(Deal(name, number, **options).start()) == first
    if first[0] == 1:
        assert verify(game, first[1])


def test_threads_do_not_disturb_each_other():
    games = [Deal(name, number, **options).start() for name, number, options in DEALS]
    alone = [answer(game) for game in games]
    found = [[None] * len(games) for _ in range(2)]
    barrier = threading.Barrier(2)

    def work(part, order):
        barrier.wait(60)
        for i in order:
            # The games are shared.
            found[part][i] = answer(games[i])

    order = range(len(games))
    threads = [
        threading.Thread(target=work, args=(part, order[:: 1 - 2 * part])) for part in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone, alone]


@pytest.mark.parametrize("number, memory", [(16, 4 * 2**20), (16, 2**29), (148, 2**29)])
def test_long_lines_are_straightened(number, memory):
    # As it is found the line has 1,363 or 5,695 moves.
    deal = Deal("small-triangle", number)
    found = []
    verdict, _, _, stats = solve(deal.start(), memory=memory, found=found.append)
    assert verdict == 1
    assert stats["stage"] == "depth-first"
    assert stats["depth"] > 1000
    assert max(map(len, found)) < 200
    for line in found:
        assert verify(deal, [str(move) for move in line])


# So a change of the search shows: verdict, moves, nodes.
PINNED = {
    "klondike 0": (-1, None, 100_058),
    "klondike 5": (1, 200, 2087),
    "klondike 3 draw=3": (1, 141, 5386),
    "klondike 3 passes=1": (-1, None, 100_000),
    "klondike 3 draw=3 passes=3": (-1, None, 100_071),
    "klondike 1 worrying_back=False": (1, 199, 7915),
    "double-klondike 0": (-1, None, 100_000),
    "triple-klondike 0 draw=3": (1, 464, 2403),
    "small-harp 1": (1, 225, 2464),
    "big-harp 1": (-1, None, 100_000),
    "tripleharp 2": (-1, None, 100_112),
    "small-triangle 1": (1, 116, 6066),
    "eternal-triangle 4": (-1, None, 100_004),
    "hypotenuse 1": (1, 202, 39_361),
    "triple-triangle 1": (1, 285, 100_275),
}


@every_deal
def test_what_a_search_looks_at(name, number, options):
    verdict, moves, _, stats = solve(Deal(name, number, **options).start(), nodes=100_000)
    found = verdict, moves and len(moves), stats["nodes"]
    words = " ".join([name, str(number), *(f"{key}={options[key]}" for key in options)])
    assert found == PINNED[words]


# Positions.


@pytest.mark.parametrize("second_hash", [False, True])
def test_won_already(second_hash):
    home = KlondikeGame(KLONDIKE, board(KLONDIKE, [], "KC KD KH KS"))
    told = []
    verdict, moves, reason, stats = solve(home, nodes=0, found=told.append, second_hash=second_hash)
    assert (verdict, moves, reason) == (1, [], "")
    assert (stats["nodes"], stats["stage"]) == (0, "rules")
    assert told == []


def test_no_move_at_all():
    rules = KLONDIKE.with_options({"worrying_back": False})
    piles = ["AC KC", "AD KD", "AH KH", "AS KS", "...", "2C 3C", "2D 3D"]
    lost = KlondikeGame(rules, board(rules, piles))
    for without in ((), ["relaxation"], _fast.KLONDIKE_PRUNINGS):
        assert solve(lost, nodes=10_000, without=without)[:3] == (0, None, "")


def test_an_object_without_a_position_is_harmless():
    bare = _fast.KlondikeState.__new__(_fast.KlondikeState)
    assert solve(bare, nodes=1000)[0] == 0


@every_deal
def test_the_middle_of_a_game(name, number, options):
    game = Deal(name, number, **options).start()
    verdict, moves, _, _ = solve(game, nodes=NODES)
    if verdict != 1:
        return
    for move in moves[: len(moves) // 2]:
        game.push(move)
    verdict, rest, reason, _ = solve(game, nodes=10 * NODES)
    if verdict == -1:
        # Another search from there, with less luck.
        assert reason == "nodes"
        return
    assert verdict == 1
    assert verify(game, rest)


@pytest.mark.parametrize("draw, passes", [(1, 0), (3, 0), (2, 0), (1, 1), (3, 3), (3, 1)])
def test_any_waste_there_may_be(draw, passes):
    rules = KLONDIKE.with_options({"draw": draw, "passes": passes})
    piles = ["KC QD JC TD", "KD QC JD TC", "KH QS JH TS", "KS QH JS TH"]
    rest = [rank + suit for rank in "9876" for suit in "CDHS"]
    for split in range(len(rest) + 1):
        state = board(
            rules, piles, "5C 5D 5H 5S", waste=" ".join(rest[:split]), stock=" ".join(rest[split:])
        )
        game = KlondikeGame(rules, state)
        verdict, moves, reason, _ = solve(game, nodes=NODES)
        assert reason == ""
        if verdict == 1:
            assert verify(game, moves)
        if passes == 0:
            assert verdict == 1


def test_more_passes_win_more():
    won = []
    for number in range(200):
        verdicts = []
        for passes in (1, 2, 3, 0):
            rules = replace(VARIANTS["klondike"], passes=passes)
            verdicts.append(solve(state_of(rules, deal("klondike", number)))[0])
        assert verdicts == sorted(verdicts)
        won.append(verdicts)
    counts = [sum(column) for column in zip(*won, strict=True)]
    assert 0 < counts[0] < counts[1] <= counts[2] <= counts[3] < 200


def test_deep_lines():
    game = Deal("triple-klondike", 1).start()
    verdict, moves, _, stats = solve(game, nodes=300_000)
    assert verdict == 1
    assert verify(game, moves)
    assert stats["depth"] > 200


# The second hash.


@pytest.mark.parametrize(
    "name, number, options",
    [
        ("klondike", 57, {}),
        ("klondike", 34, {"draw": 3}),
        ("klondike", 14, {"passes": 1}),
        ("small-triangle", 6, {}),
        ("small-triangle", 10, {}),
    ],
)
def test_losses_are_losses_by_the_second_hash(name, number, options):
    game = Deal(name, number, **options).start()
    once = answer(game, nodes=200_000)
    twice = answer(game, nodes=400_000, second_hash=True)
    assert once[0] == twice[0] == 0
    assert twice[3] > once[3]


def test_losses_that_no_hash_has_part_in_need_no_second_look():
    once, twice = (answer(BLOCKED, second_hash=second_hash) for second_hash in (False, True))
    assert once == twice
    assert once[0] == 0
    assert once[-1] == "relaxation"


def test_the_second_hash_leaves_wins_alone():
    assert answer(EASY.start(), second_hash=True) == answer(EASY.start())


def test_the_second_look_keeps_to_the_limits():
    game = Deal("klondike", 34, draw=3).start()
    _, _, _, stats = solve(game)
    verdict, moves, reason, _ = solve(game, nodes=stats["nodes"] + 1000, second_hash=True)
    assert (verdict, moves, reason) == (-1, None, "nodes")


@pytest.mark.parametrize("variant", VARIANTS)
def test_small_games_by_the_second_hash(variant):
    lost = 0
    for number in range(0, 5000, 100):
        state = state_of(VARIANTS[variant], deal(variant, number))
        verdicts = {
            solve(state, second_hash=second_hash, without=without)[0]
            for second_hash in (False, True)
            for without in ((), ["relaxation"])
        }
        assert len(verdicts) == 1
        lost += verdicts == {0}
    assert lost > 0


def test_no_reference_is_left_behind():
    cancel, state = (lambda: False), EASY.start()
    before = sys.getrefcount(cancel), sys.getrefcount(state)
    for _ in range(20):
        solve(state, cancel=cancel)
    assert (sys.getrefcount(cancel), sys.getrefcount(state)) == before
