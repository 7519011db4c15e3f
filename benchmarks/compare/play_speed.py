"""Random play of Klondike, three cards a turn: OpenSpiel's `solitaire` beside ours.

    python benchmarks/compare/play_speed.py --at PYTHON --seconds 5

PYTHON is the Python that has open_spiel. What is compared is what a move costs, chosen and made
one at a time from Python. OpenSpiel offers Python no whole games played in compiled code; ours
are shown beside it. The deals are not the same, and OpenSpiel's game ends after 150 moves and
chance events together.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time

MOST_MOVES = 150


def timed(games, seconds):
    """Games and moves a CPU second; `games()` plays some and gives (games, moves)."""
    total = moves = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        played, made = games()
        total += played
        moves += made
    return {"games": total / used, "moves": moves / used}


def openspiel(seconds):
    """Figures of OpenSpiel."""
    try:
        import pyspiel
    except ImportError as error:
        return {"missing": str(error)}
    from importlib.metadata import version

    game = pyspiel.load_game("solitaire")
    chooser = random.Random(0)

    def from_python():
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            # What lies face down is drawn when it is turned up: no move of the player.
            moves += not state.is_chance_node()
            state.apply_action(chooser.choice(state.legal_actions()))
        return 1, moves

    return {"version": version("open_spiel"), "python": timed(from_python, seconds)}


def solitaire_core(seconds):
    """Our figures."""
    import solitaire_core as sc

    game = sc.Deal("klondike", 0, draw=3).start()
    chooser = random.Random(0)
    numbers = iter(range(10**9))

    def from_python():
        state, moves = sc.Deal("klondike", next(numbers), draw=3).start(), 0
        while moves < MOST_MOVES and (legal := list(state.legal_moves)):
            state.push(chooser.choice(legal))
            moves += 1
        return 1, moves

    def compiled():
        rows = sc.playouts(game, 500, "random", seed=next(numbers), most_moves=MOST_MOVES)
        return 500, int(rows["moves"].sum())

    return {
        "version": sc.__version__,
        "python": timed(from_python, seconds),
        "compiled": timed(compiled, seconds),
    }


SIDES = {"open_spiel": openspiel, "solitaire-core": solitaire_core}


def main():
    """Run each side in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--at", default=sys.executable, help="the Python that has open_spiel")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds a figure")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        print(json.dumps(SIDES[options.side](options.seconds)))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    shown = Table(caption="random play of Klondike, draw 3; a CPU second of one thread")
    for heading in ("program", "way", "games/s", "moves/s"):
        shown.add_column(heading, justify="right" if "/" in heading else "left")
    for side, python in zip(SIDES, (options.at, sys.executable), strict=True):
        command = [python, __file__, "--side", side, "--seconds", str(options.seconds)]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        said = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
        told = json.loads(said)
        if "missing" in told:
            console.print(f"{side}: skipped: {told['missing']}", markup=False)
            continue
        for way in ("python", "compiled"):
            if way not in told:
                continue
            figures = told[way]
            shown.add_row(
                f"{side} {told['version']}",
                way,
                f"{figures['games']:,.0f}",
                f"{figures['moves']:,.0f}",
            )
    console.print(shown)


if __name__ == "__main__":
    main()
