"""What the peaks family costs, in CPU time.

    python -m pytest benchmarks -o python_files='bench_*.py' --benchmark-timer=time.process_time

Nothing here is asserted: `benchmarks/figures.py` prints the same figures beside the targets.
"""

import itertools

import pytest

import solitaire_core as sc
from solitaire_core import _fast
from solitaire_core.policies import Sampling
from solitaire_core.solving import decide, lattice_of, solve
from solitaire_core.solving.peaks import WinTable

SETTINGS = {
    "tripeaks-wrap": sc.find_rules("tripeaks"),
    "tripeaks-no-wrap": sc.find_rules("tripeaks", wrap=False),
    "golf-strict": sc.find_rules("golf"),
    "golf-queens-on-kings": sc.find_rules("golf", strict=False),
    "golf-wrap": sc.find_rules("golf", wrap=True),
}


def in_turn(items):
    """A function without arguments that goes through the items again and again."""
    return itertools.cycle(items).__next__


@pytest.mark.parametrize("kernel", [k for k in _fast.kernels() if k != "portable512"])
@pytest.mark.parametrize("setting", ["tripeaks-wrap", "tripeaks-no-wrap"])
def test_decide_batch(benchmark, setting, kernel):
    deals = 20_000
    decide(range(256), SETTINGS[setting], kernel=kernel)
    benchmark.extra_info["deals"] = deals
    benchmark.pedantic(
        decide, (range(deals), SETTINGS[setting]), {"kernel": kernel}, rounds=5, iterations=1
    )


@pytest.mark.parametrize("setting", ["golf-strict", "golf-queens-on-kings", "golf-wrap"])
def test_decide_batch_golf(benchmark, setting):
    deals = 1024
    benchmark.extra_info["deals"] = deals
    lattice_of(SETTINGS[setting].layout)
    benchmark.pedantic(decide, (range(deals), SETTINGS[setting]), rounds=3, iterations=1)


@pytest.mark.parametrize("setting", SETTINGS)
def test_solve_one_deal(benchmark, setting):
    games = [sc.Deal(SETTINGS[setting], number).start() for number in range(40)]
    solve(games[0])
    game = in_turn(games)
    benchmark.pedantic(lambda: solve(game()), rounds=10, iterations=40)


@pytest.mark.parametrize("scoring", ["chain", "run10", "hogue", "collection"])
@pytest.mark.parametrize("objective", ["best", "best-clear", "worst-clear"])
@pytest.mark.parametrize("setting", ["tripeaks-wrap", "tripeaks-no-wrap"])
def test_solve_score(benchmark, setting, objective, scoring):
    games = [sc.Deal(SETTINGS[setting], number).start(scoring) for number in range(40)]
    solve(games[0])
    game = in_turn(games)
    benchmark.pedantic(lambda: solve(game(), objective=objective), rounds=5, iterations=40)


@pytest.mark.parametrize("setting", ["tripeaks-wrap", "tripeaks-no-wrap"])
def test_count_lines(benchmark, setting):
    games = [sc.Deal(SETTINGS[setting], number).start() for number in range(40)]
    solve(games[0])
    game = in_turn(games)
    benchmark.pedantic(lambda: solve(game(), objective="count"), rounds=5, iterations=40)


@pytest.mark.parametrize("policy", ["random", "greedy", "casual"])
def test_playouts(benchmark, policy):
    game = sc.Deal("tripeaks", 0).start()
    benchmark.extra_info["games"] = 10_000
    benchmark.pedantic(sc.playouts, (game, 10_000, policy), rounds=5, iterations=1)


@pytest.mark.parametrize("policy", ["random", "greedy", "casual", "lookahead"])
@pytest.mark.parametrize("setting", ["tripeaks-wrap", "golf-strict"])
def test_simulate(benchmark, setting, policy):
    """Games a second, each deal dealt and played once."""
    benchmark.extra_info["games"] = 20_000
    benchmark.pedantic(
        sc.simulate,
        (SETTINGS[setting], range(20_000), policy),
        {"threads": 1},
        rounds=5,
        iterations=1,
    )


def test_simulate_sampling(benchmark):
    """Games a second of the player that tries its moves, 1,000 tries a decision."""
    benchmark.extra_info["games"] = 10
    benchmark.pedantic(
        sc.simulate,
        ("tripeaks", range(10), Sampling(1000)),
        {"threads": 1},
        rounds=3,
        iterations=1,
    )


def test_simulate_deals_alone(benchmark):
    """What of it is the dealing: games of one move."""
    benchmark.extra_info["games"] = 20_000
    benchmark.pedantic(
        sc.simulate,
        ("tripeaks", range(20_000), "random"),
        {"threads": 1, "most_moves": 1},
        rounds=5,
        iterations=1,
    )


def test_visible_hint(benchmark):
    game = sc.Deal("tripeaks", 0).start()
    sc.hint(game, "visible")
    benchmark.pedantic(sc.hint, (game, "visible"), rounds=5, iterations=1)


@pytest.mark.parametrize("setting", ["tripeaks-wrap", "golf-strict"])
def test_win_table(benchmark, setting):
    games = [sc.Deal(SETTINGS[setting], number).start() for number in range(20)]
    WinTable(games[0])
    game = in_turn(games)
    benchmark.pedantic(lambda: WinTable(game()), rounds=10, iterations=20)


@pytest.mark.parametrize("setting", ["tripeaks-wrap", "golf-strict"])
def test_build_lattice(benchmark, setting):
    covered_by = SETTINGS[setting].layout.covered_by
    benchmark.pedantic(lambda: _fast.Lattice(_fast.Covers(covered_by)), rounds=5, iterations=1)


def test_push_and_pop(benchmark):
    game = sc.Deal("tripeaks", 0).start()

    def rounds(count):
        for _ in range(count):
            moves = list(game.legal_moves)
            game.push(moves[0])
            game.pop()

    benchmark.pedantic(rounds, (10_000,), rounds=10, iterations=1)


def test_copy(benchmark):
    game = sc.Deal("tripeaks", 0).start()

    def copies(count):
        for _ in range(count):
            game.copy()

    benchmark.pedantic(copies, (10_000,), rounds=10, iterations=1)


def test_perft(benchmark):
    game = sc.Deal("tripeaks", 1).start()
    benchmark.extra_info["lines"] = game.perft(18)
    benchmark.pedantic(game.perft, (18,), rounds=3, iterations=1)


def test_deal_and_start(benchmark):
    numbers = itertools.count()
    benchmark.pedantic(
        lambda: sc.Deal("tripeaks", next(numbers)).start(), rounds=10, iterations=200
    )
