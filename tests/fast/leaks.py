"""Do one thing over and over and print by how many bytes the process grew: `leaks.py NAME`."""

import resource
import sys

import numpy as np

from solitaire_core import GAMES, Deal, PeaksGame, WinTable, decide, deck, solve
from solitaire_core._fast import Covers, Lattice
from solitaire_core.embedding import c_rules
from solitaire_core.envs import SolitaireEnv, SolitaireVectorEnv

RULES = GAMES["one-peak"]
LAYOUT = RULES.layout
GAME = Deal(RULES, 1).start()
BAD_DECKS = np.zeros((300, 52), dtype=np.uint8)
BAD_DECKS[:] = [card.code for card in deck(1)]
BAD_DECKS[299, 51] = 60


def ignoring(error, call):
    try:
        call()
    except error:
        return
    raise AssertionError(f"{error.__name__} did not come")


class Stop(Exception):
    pass


def stop(_):
    raise Stop


def play():
    game = GAME.copy()
    while game.legal_moves:
        game.push(list(game.legal_moves)[-1])
        game.waste, game.move_stack, game.top, game.legal_moves.count()
    ignoring(ValueError, lambda: game.push("turn"))
    while game.move_stack:
        game.pop()


ENVS = SolitaireVectorEnv(4, "klondike", max_episode_steps=3, autoreset_mode="SameStep")
ENVS.reset(seed=1)


# What a leak of one block, or of one object for each turn of a loop, would show at once.
WORK = {
    "lattice": (300, lambda: Lattice(LAYOUT.covers)),
    "lattice refused": (300, lambda: ignoring(OverflowError, lambda: Lattice(LAYOUT.covers, 1400))),
    "covers": (10_000, lambda: Covers(LAYOUT.covered_by)),
    "covers refused": (10_000, lambda: ignoring(ValueError, lambda: Covers([[1], [0]]))),
    "solve": (1000, lambda: solve(GAME)),
    "win table": (1000, lambda: WinTable(GAME).moves(GAME)),
    "decide": (300, lambda: decide(range(3), RULES)),
    "decide refused": (300, lambda: ignoring(ValueError, lambda: decide(BAD_DECKS, RULES))),
    "decide stopped": (300, lambda: ignoring(Stop, lambda: decide(range(9), RULES, progress=stop))),
    "copy": (100_000, lambda: GAME.copy(stack=True)),
    "play": (800, play),
    "deal": (1500, lambda: Deal(RULES, 7).start().packed()),
    "code": (1500, lambda: PeaksGame.from_code(GAME.code()).visible()),
    "perft": (50_000, lambda: GAME.perft(2)),
    "environments": (1000, lambda: SolitaireEnv(RULES).reset(seed=1)),
    "environment steps": (5000, lambda: ENVS.step([92] * 4)),
    "environment refused": (5000, lambda: ignoring(ValueError, lambda: ENVS.step([93] * 4))),
    "rules for C": (3000, lambda: c_rules(RULES)),
}


def main(name):
    times, work = WORK[name]
    for _ in range(times // 3):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        work()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    # In kilobytes, but on macOS in bytes.
    print(grown if sys.platform == "darwin" else grown * 1024)


if __name__ == "__main__":
    main(sys.argv[1])
