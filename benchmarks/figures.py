"""Print what the package costs on this machine beside what it is meant to cost.

    python benchmarks/figures.py

Every figure is the best of five runs, in CPU seconds, on a machine that should do nothing
else; the gain of a second thread is in seconds on the clock. About a minute.
"""

import statistics
import time

from rich.console import Console
from rich.table import Table

import solitaire_core as sc
from solitaire_core import _fast
from solitaire_core.solving import decide, lattice_of, solve

RUNS = 5
TARGET_BATCH = {"avx512": 45, "avx2": 80, "portable": 250}


def best(work, clock=time.process_time, runs=RUNS):
    """The least seconds of several runs."""
    seconds = []
    for _ in range(runs):
        start = clock()
        work()
        seconds.append(clock() - start)
    return min(seconds)


def best_ratio(one, other, clock=time.perf_counter, runs=RUNS):
    """The median over pairs of runs of the seconds of one over the other's."""
    return statistics.median(best(one, clock, 1) / best(other, clock, 1) for _ in range(runs))


def push_and_pop(game, rounds):
    for _ in range(rounds):
        moves = list(game.legal_moves)
        game.push(moves[0])
        game.pop()


def copies(game, rounds):
    for _ in range(rounds):
        game.copy()


def klondike(row):
    """The rows of the Klondike family."""
    for name, deal, target in (
        ("Klondike draw 3", sc.Deal("klondike", 3, draw=3), 10),
        ("Eternal Triangle", sc.Deal("eternal-triangle", 7), 5),
        ("Tripleharp", sc.Deal("tripleharp", 7), 5),
    ):
        game = deal.start()
        lines = [game.perft(1)]
        while lines[-1] < 1_000_000:
            lines.append(game.perft(len(lines) + 1))
        made, depth = sum(lines), len(lines)
        seconds = best(lambda g=game, d=depth: g.perft(d))
        row(f"moves made and unmade, {name}", made / seconds / 1e6, "million/s", target, False)
        moves = int(sc.playouts(game, 500, "random")["moves"].sum())
        seconds = best(lambda g=game: sc.playouts(g, 500, "random"))
        row(f"moves of random play, {name}", moves / seconds / 1e6, "million/s", 5, False)
        seconds = best(lambda g=game: pushes(g, 100_000))
        row(f"push, pop from Python, {name}", 100_000 / seconds, "rounds/s", 500_000, False)


def simulating(row):
    """The rows of games played by policies, dealing included but where it is said."""
    for game, policy, count, target in (
        ("tripeaks", "random", 200_000, 1_000_000),
        ("tripeaks", "greedy", 100_000, 700_000),
        ("tripeaks", "lookahead", 50_000, 250_000),
        ("klondike", "greedy", 10_000, 35_000),
        ("klondike", "lookahead", 1_000, 4_000),
    ):
        seconds = best(lambda g=game, p=policy, c=count: sc.simulate(g, range(c), p, threads=1))
        row(f"simulate {game}, {policy}", count / seconds, "games/s", target, False)
    seconds = best(lambda: sc.simulate("tripeaks", range(2_000), "random", games=100, threads=1))
    row("simulate tripeaks, random, each deal dealt once", 200_000 / seconds, "games/s",
        1_000_000, False)  # fmt: skip
    row(
        "two threads over one in simulate (on the clock)",
        best_ratio(
            lambda: sc.simulate("tripeaks", range(500_000), "random", threads=1),
            lambda: sc.simulate("tripeaks", range(500_000), "random", threads=2),
        ),
        "times",
        1.8,
        at_most=False,
    )


def solving(row):
    """The rows of the solver of the Klondike family."""
    games = [sc.Deal("klondike", number, draw=3).start() for number in (39, 41, 63, 102)]
    runs = [solve(game, nodes=2_000_000).stats for game in games]
    speed = sum(run.nodes for run in runs) / sum(run.cpu_seconds for run in runs)
    row("nodes of the solver, hard deals of Klondike draw 3", speed / 1e6, "million/s", 3, False)
    kept = [run.table_bytes / run.table_entries for run in runs]
    row("bytes a position that is kept, all memory at its peak", max(kept), "bytes", 16)
    for game, target, count in (("eternal-triangle", 15, 100), ("tripleharp", 40, 40)):
        found = [solve(sc.Deal(game, n), nodes=4_000_000) for n in range(count)]
        middle = statistics.median(one.stats.cpu_seconds for one in found)
        row(f"median of {count} deals, {game}", middle * 1e3, "ms", target)
        length = statistics.median(len(one.moves) for one in found if one.moves is not None)
        row(f"median line, {game}", length, "moves", 200 if game == "eternal-triangle" else 700)


def pushes(game, rounds):
    move = next(iter(game.legal_moves))
    for _ in range(rounds):
        game.push(move)
        game.pop()


def main():
    table = Table(title="solitaire-core on this machine", caption="CPU time, best of five runs")
    table.add_column("figure")
    table.add_column("measured", justify="right")
    table.add_column("target", justify="right")

    def row(name, value, unit, target, at_most=True):
        reached = value <= target if at_most else value >= target
        sign = "<=" if at_most else ">="
        table.add_row(
            name,
            f"{value:,.{0 if value >= 100 else 2}f} {unit}",
            f"{sign} {target:,} {unit}",
            style=None if reached else "red",
        )

    wrap, no_wrap = sc.find_rules("tripeaks"), sc.find_rules("tripeaks", wrap=False)
    for rules, name in ((wrap, "three peaks"), (sc.find_rules("golf"), "golf")):
        covered_by = rules.layout.covered_by
        seconds = best(lambda covers=covered_by: _fast.Lattice(_fast.Covers(covers)))
        row(f"build the lattice, {name}", seconds * 1e3, "ms", 100)
    for kernel in _fast.kernels():
        if kernel not in TARGET_BATCH:
            continue
        for rules, name in ((wrap, "wrap"), (no_wrap, "no wrap")):
            seconds = best(lambda r=rules, k=kernel: decide(range(20_000), r, kernel=k))
            row(
                f"decide a TriPeaks deal in a batch, {name}, {kernel}",
                seconds / 20_000 * 1e6,
                "us",
                TARGET_BATCH[kernel],
            )
    for rules, name in ((wrap, "wrap"), (no_wrap, "no wrap")):
        games = [sc.Deal(rules, number).start() for number in range(500)]
        seconds = best(lambda g=games: [solve(game) for game in g])
        row(f"solve one TriPeaks deal with its line, {name}", seconds / 500 * 1e6, "us", 250)
    games = [sc.Deal("tripeaks", n, wrap=wrap).start() for n in range(50) for wrap in (True, False)]
    for objective in ("best", "best-clear", "worst-clear", "count"):
        seconds = best(lambda o=objective: [solve(game, objective=o) for game in games])
        row(f"solve one TriPeaks deal, {objective}", seconds / len(games) * 1e3, "ms", 5)
    seconds = best(lambda: [sc.playouts(game, 200, "casual") for game in games])
    row("casual playouts", len(games) * 200 / seconds, "/s", 200_000, at_most=False)
    seconds = best(lambda: sc.hint(games[0], "visible", rollouts=1000, worlds=100))
    row("hint, 1,000 rollouts and 100 worlds", seconds * 1e3, "ms", 50)
    for name, options in (
        ("strict", {}),
        ("queens on kings", {"strict": False}),
        ("wrap", {"wrap": True}),
    ):
        rules = sc.find_rules("golf", **options)
        lattice_of(rules.layout)
        seconds = best(lambda r=rules: decide(range(2048), r))
        row(f"decide a Golf deal in a batch, {name}", seconds / 2048 * 1e3, "ms", 5)
        games = [sc.Deal(rules, number).start() for number in range(50)]
        seconds = best(lambda g=games: [solve(game) for game in g])
        row(f"solve one Golf deal with its line, {name}", seconds / 50 * 1e3, "ms", 5)
    row(
        "two threads over one (on the clock)",
        best_ratio(
            lambda: decide(range(80_000), wrap), lambda: decide(range(80_000), wrap, threads=2)
        ),
        "times",
        1.8,
        at_most=False,
    )
    row(
        "a survey over its kernels alone (CPU time)",
        best_ratio(
            lambda: sc.survey(wrap, 0, 80_000, threads=2),
            lambda: decide(range(80_000), wrap, threads=2),
            time.process_time,
        ),
        "times",
        1.03,
    )
    game = sc.Deal("tripeaks", 0).start()
    seconds = best(lambda: push_and_pop(game, 200_000))
    row("moves, push, pop from Python", 200_000 / seconds, "rounds/s", 700_000, at_most=False)
    seconds = best(lambda: copies(game, 200_000))
    row("copy", seconds / 200_000 * 1e9, "ns", 200)
    klondike(row)
    simulating(row)
    solving(row)
    Console().print(table)


if __name__ == "__main__":
    main()
