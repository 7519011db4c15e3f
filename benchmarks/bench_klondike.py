"""What the Klondike family costs, in CPU time.

    python -m pytest benchmarks -o python_files='bench_*.py' --benchmark-timer=time.process_time

Nothing here is asserted: `benchmarks/figures.py` prints the same figures beside the targets.
"""

import pytest

import solitaire_core as sc
from solitaire_core import _fast

GAMES = {
    "klondike-draw3": (sc.Deal("klondike", 3, draw=3), 9),
    "eternal-triangle": (sc.Deal("eternal-triangle", 7), 7),
    "tripleharp": (sc.Deal("tripleharp", 7), 6),
}


@pytest.mark.parametrize("name", GAMES)
def test_perft(benchmark, name):
    deal, depth = GAMES[name]
    game = deal.start()
    # Every line of a depth takes its last move; those above them were made once each.
    benchmark.extra_info["moves"] = sum(game.perft(d) for d in range(1, depth + 1))
    benchmark(game.perft, depth)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_playouts(benchmark, name, policy):
    deal, _ = GAMES[name]
    game = deal.start()
    benchmark.extra_info["moves"] = int(sc.playouts(game, 200, policy)["moves"].sum())
    benchmark(sc.playouts, game, 200, policy)


@pytest.mark.parametrize("policy", ["random", "greedy", "lookahead"])
@pytest.mark.parametrize("name", GAMES)
def test_simulate(benchmark, name, policy):
    """Games a second, each deal dealt and played once."""
    numbers = range(100 if policy == "lookahead" else 1000)
    benchmark.extra_info["games"] = len(numbers)
    benchmark.pedantic(
        sc.simulate, (GAMES[name][0].rules, numbers, policy), {"threads": 1}, rounds=3, iterations=1
    )


@pytest.mark.parametrize("name", GAMES)
def test_push_and_pop(benchmark, name):
    game = GAMES[name][0].start()
    move = next(iter(game.legal_moves))

    def rounds():
        for _ in range(1000):
            game.push(move)
            game.pop()

    benchmark(rounds)


@pytest.mark.parametrize("name", GAMES)
def test_copy(benchmark, name):
    benchmark(GAMES[name][0].start().copy)


@pytest.mark.parametrize("name", GAMES)
def test_solve(benchmark, name):
    """Ten deals, each up to so many nodes; the nodes of all of them are in `extra_info`."""
    rules = GAMES[name][0].rules
    games = [sc.Deal(rules, number).start() for number in range(10)]

    def solve_all():
        return sum(sc.solve(game, nodes=300_000).stats.nodes for game in games)

    benchmark.extra_info["nodes"] = solve_all()
    benchmark(solve_all)


def test_relaxation(benchmark):
    games = [sc.Deal("klondike", number, draw=3).start() for number in range(100)]
    benchmark(lambda: [_fast.proves_loss(game) for game in games])
