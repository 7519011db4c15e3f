"""Do one thing over and over and print by how many bytes the process grew: `leaks.py NAME`."""

import ctypes
import json
import pickle
import resource
import sys

import numpy as np

from solitaire_core import (
    GAMES,
    Deal,
    KlondikeGame,
    Library,
    PeaksGame,
    Record,
    WinTable,
    decide,
    deck,
    hint,
    playouts,
    replay,
    simulate,
    solve,
    to_svg,
    verify,
)  # fmt: skip
from solitaire_core._fast import (
    Covers,
    KlondikeTable,
    Lattice,
    choose_klondike_move,
    choose_peaks_move,
    proves_loss,
    sample_world,
    simulate_klondike,
)  # fmt: skip
from solitaire_core.embedding import c_api, c_rules
from solitaire_core.envs import SolitaireEnv, SolitaireVectorEnv
from solitaire_core.interchange import read_pysol, write_pysol

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


KLONDIKE = Deal("klondike", 7).start()
CODE, PICTURE = KLONDIKE.code(), write_pysol(KLONDIKE.board(), KLONDIKE.rules)
JSON = json.dumps(KLONDIKE.to_json())


def play_klondike():
    game = KLONDIKE.copy()
    for at in range(60):
        game.push(list(game.legal_moves)[at * 7 % len(game.legal_moves)])
        game.peek(), game.board(), game.auto_moves(), game.search_moves(), game.known()
    ignoring(ValueError, lambda: game.push("KH t1>t1"))
    pickle.loads(pickle.dumps(game)).move_stack, game.copy(stack=True)
    while game.move_stack:
        game.pop()
    return game


RECORD = str(Record.of(play_klondike(), comments={0: "a deal"}))


class Last:
    """A policy in Python that is asked for many games at once."""

    name = "last"

    def choose_many(self, turns):
        return turns.legal.shape[1] - 1 - turns.legal[:, ::-1].argmax(axis=1)


class Raising(Last):
    def choose_many(self, turns):
        raise Stop


def refused_simulation():
    rows = np.zeros(3, "u4")
    simulate_klondike(KLONDIKE, [], "random", 1, 0, 9, rows.astype("u8"), 1, rows, rows, rows, rows,
                      rows, rows)  # fmt: skip


class Api(ctypes.Structure):
    """The first members of `solitaire_api`."""

    _fields_ = (
        ("version", ctypes.c_uint32), ("size", ctypes.c_uint32),
        ("deal", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)),
        ("deal_cards", ctypes.c_void_p),
        ("copy", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
        ("end", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("legal_moves", ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p,
                                         ctypes.c_int32)),
        ("make", ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32)),
        ("unmake", ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)),
    )  # fmt: skip


API = Api.from_address(c_api())
C_RULES, C_MOVES = c_rules("klondike"), (ctypes.c_uint32 * 1024)()


def play_in_c():
    game = API.deal(C_RULES.address, 7)
    for _ in range(5):
        API.make(game, C_MOVES[API.legal_moves(game, C_MOVES, 1024) - 1])
    other = API.copy(game)
    API.unmake(other)
    API.end(game)
    API.end(other)


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
    "games in C": (50_000, play_in_c),
    "Klondike": (150, play_klondike),
    "Klondike copies": (100_000, lambda: KLONDIKE.copy(stack=True)),
    "Klondike perft": (50_000, lambda: KLONDIKE.perft(2)),
    "Klondike texts": (800, lambda: (KlondikeGame.from_code(CODE), KlondikeGame.from_json(JSON))),
    "Klondike text refused": (
        1000,
        lambda: ignoring(ValueError, lambda: KlondikeGame.from_code(CODE[:-4])),
    ),
    "Klondike boards": (800, lambda: read_pysol(PICTURE, KLONDIKE.rules)),
    "Klondike table refused": (
        30_000,
        lambda: ignoring(
            ValueError, lambda: KlondikeTable(1, 99, False, False, False, False, 1, 0, ())
        ),
    ),
    "Klondike solver": (1500, lambda: solve(KLONDIKE, nodes=100)),
    "Klondike solver stopped": (
        1500,
        lambda: ignoring(Stop, lambda: solve(Deal("big-harp", 1), cancel=lambda: stop(0))),
    ),
    "relaxation": (1000, lambda: proves_loss(KLONDIKE, 300)),
    "policies": (
        50_000,
        lambda: (
            choose_peaks_move(GAME, "lookahead", 1, 1),
            choose_klondike_move(KLONDIKE, "greedy", 1, 0, 1),
        ),
    ),
    "worlds": (30_000, lambda: sample_world(GAME, 1, 2)),
    "playouts": (5000, lambda: playouts(GAME, 20, "casual")),
    "simulate": (
        1000,
        lambda: (
            simulate("one-peak", range(30), threads=1),
            simulate("klondike", range(3), threads=1, most_moves=50),
        ),
    ),
    "simulate in batches": (
        30,
        lambda: (
            simulate("one-peak", range(9), Last()),
            simulate("small-triangle", range(9), Last(), most_moves=40),
        ),
    ),
    "simulate stopped": (
        150,
        lambda: ignoring(Stop, lambda: simulate("klondike", range(9), Raising(), most_moves=40)),
    ),
    "simulate refused": (30_000, lambda: ignoring((ValueError, TypeError), refused_simulation)),
    "hint": (200, lambda: (hint(GAME, rollouts=20), hint(KLONDIKE))),
    "pictures": (300, lambda: (to_svg(GAME), to_svg(KLONDIKE))),
    "records": (500, lambda: list(replay(Record.from_text(RECORD)))),
    "record refused": (
        500,
        lambda: ignoring(ValueError, lambda: Record.from_text(RECORD + " KH x>y")),
    ),
    "verify": (2000, lambda: verify(KLONDIKE, "turn", wins=False)),
    "library": (20, lambda: Library._read_shipped(GAMES["golf"].with_options({"strict": True}))),
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
