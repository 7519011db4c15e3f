"""Every function of the compiled layer, with some of its arguments replaced.

A call is noted with arguments that are right. The fuzzer chooses which of them give way to
something else; where a number is how much work to do, it is kept small.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import hostile
import numpy as np
from source import Source

import solitaire_core as sc
from solitaire_core import _fast
from solitaire_core.solving import lattice_of
from targets import target

ERRORS = (ValueError, TypeError, IndexError, KeyError, MemoryError, BufferError)
PEAKS, KLONDIKE, DEALT = sc.GAMES["tripeaks"], sc.GAMES["klondike"], sc.GAMES["eternal-triangle"]
ONE = _fast.Covers([[]])
LATTICE, SMALL = lattice_of(PEAKS.layout), _fast.Lattice(ONE)
COUNT = 3


def peaks():
    return sc.Deal(PEAKS, 7).start()


def klondike():
    return sc.Deal(KLONDIKE, 7).start()


def begun(start):
    start.push(next(iter(start.legal_moves)))
    return start


def blank(kind):
    return kind.__new__(kind)


STATES = (
    peaks, klondike, lambda: sc.Deal(DEALT, 1).start(), lambda: begun(peaks()),
    lambda: begun(klondike()), lambda: blank(_fast.PeaksState), lambda: blank(_fast.KlondikeState),
    lambda: blank(sc.PeaksGame), lambda: blank(sc.KlondikeGame),
    lambda: sc.Deal("one-peak", 1).start(), lambda: sc.Deal("tripleharp", 1).start(),
)  # fmt: skip
THINGS = (
    LATTICE, SMALL, ONE, _fast.PeaksMove("turn"), _fast.KlondikeMove("redeal"), sc.Card("7H"),
    _fast.WinTable(peaks(), LATTICE), peaks().table, klondike().table, peaks().legal_moves,
    klondike().legal_moves,
)  # fmt: skip


@dataclass
class Call:
    """A function, makers of its right arguments, and the largest numbers for some of them."""

    function: Callable[..., Any]
    arguments: list[Callable[[], Any]]
    named: dict[str, Callable[[], Any]] = field(default_factory=dict)
    most: dict[Any, int] = field(default_factory=dict)


CALLS: list[Call] = []


def call(function, *arguments, most=None, **named):
    CALLS.append(Call(function, list(map(made, arguments)), {k: made(v) for k, v in named.items()},
                      most or {}))  # fmt: skip


def made(given):
    """A maker of an argument: arrays and lists are new ones for each call."""
    if callable(given) and not isinstance(given, type):
        return given
    if isinstance(given, (np.ndarray, list)):
        return given.copy
    return lambda: given


def out(*kinds, count=COUNT):
    return [np.zeros(count, kind) for kind in kinds]


NUMBERS = np.arange(1, COUNT + 1, dtype=np.uint64)
DECKS = np.tile(np.arange(52, dtype=np.uint8), (COUNT, 1))
FOLLOWS, ORDER, DEALT_TO = list(PEAKS.follows), list(PEAKS.order), list(KLONDIKE.dealt_to)

call(_fast.Card, "7H")
call(_fast.Card, 7)
call(_fast.whole_number, 3, "count", 1, 4)
call(_fast.stream_of_game, 1, 2, 3)
call(_fast.sc1, 1, 1)
call(_fast.ms, 1)
call(_fast.splitmix64_stream, 1, 3, most={1: 1000})
call(_fast.PeaksMove, "turn")
call(_fast.KlondikeMove, "7H t1>t2*3")
call(_fast.Covers, [[1, 2], [], []])
call(_fast.Lattice, _fast.Covers([[1, 2], [], []]), 100)
# For a table of one card: what cards, tips, turns and the stock are worth.
POINTS = ([1] * 52, [0] * 52, 0, [0] * 52)
call(_fast.PeaksTable, ONE, list(range(52)), FOLLOWS, 0, None, None, None, None)
call(_fast.PeaksTable, ONE, list(range(52)), FOLLOWS, 0, points=POINTS)
call(_fast.PeaksState, peaks().table, 0, 0, 3, 0, 0, 0)
call(_fast.KlondikeTable, 1, 2, False, False, True, False, 1, 0, list(range(20)), floors=[0] * 4)
call(_fast.KlondikeState, klondike().table, *klondike().layout()[:3],
     0, len(klondike().layout()[4]), 0)  # fmt: skip
call(_fast.WinTable, peaks, LATTICE)
call(_fast.WinTable.can_win, THINGS[6], peaks)
call(_fast.WinTable.reaches, THINGS[6], peaks)
call(_fast.solve_state, peaks, LATTICE)
call(_fast.count_lines, peaks, LATTICE)
call(_fast.best_score, peaks, LATTICE, "best", False, bounds=True)
call(_fast.best_score, peaks, LATTICE, "best-clear", True)
call(_fast.decide, LATTICE, FOLLOWS, ORDER, np.zeros(COUNT, np.uint8), decks=DECKS)
call(_fast.decide, LATTICE, FOLLOWS, ORDER, np.zeros(COUNT, np.uint8), numbers=NUMBERS,
     kernel=_fast.kernels()[0])  # fmt: skip
call(_fast.decide, SMALL, FOLLOWS, list(range(52)), np.zeros(COUNT, np.uint8), first=1, step=1)
call(_fast.play_many, peaks, "random", 1, *out("u1", "i4", "u1", "u1", "u1"), first_move=None,
     resample=True)  # fmt: skip
call(_fast.sample_world, peaks, 1, 2)
call(_fast.play_klondike, klondike, "greedy", 1, 50, *out("u1", "u1", "u4", "u4"), most={3: 500})
call(_fast.proves_loss, klondike, 500, most={1: 2000})
call(_fast.solve_klondike, klondike, nodes=300, seconds=None, memory=1 << 24, improve=False,
     second_hash=True, without=[], most={"nodes": 1000, "memory": 1 << 24})  # fmt: skip
call(_fast.choose_peaks_move, peaks, "lookahead", 1, 5, most={2: 2})
call(_fast.choose_klondike_move, klondike, "lookahead", 1, 0, 5, most={2: 2})
call(_fast.plan_klondike, klondike, 200, 0, 5, most={1: 500})
call(_fast.sample_klondike, klondike, 5)
call(_fast.judge_klondike, klondike, {"home": 3, "ways": -7, "welcome": 2, "reached": 1})
call(_fast.simulate_peaks, peaks, ORDER, "greedy", 1, 0, 60, NUMBERS, 1,
     *out("u1", "i4", "u1", "u1", "u1"), decks=None, numbering="sc1", check=None,
     most={3: 2, 5: 60})  # fmt: skip
call(_fast.simulate_peaks, peaks, ORDER, "random", 1, 0, 60, NUMBERS, 1,
     *out("u1", "i4", "u1", "u1", "u1"), decks=DECKS, most={3: 2, 5: 60})  # fmt: skip
call(_fast.simulate_klondike, klondike, DEALT_TO, "greedy", 1, 0, 60, NUMBERS, 1,
     *out("u1", "i2", "u1", "u4", "u4", "u4"), decks=None, numbering="ms", check=None,
     most={3: 2, 5: 60})  # fmt: skip
call(_fast.see_peaks, lambda: [peaks(), begun(peaks())], np.zeros((2, 28), "u1"),
     *out("u1", "u1", "u1", "i4", count=2), np.zeros((2, 52), "u1"),
     np.zeros((2, 29), "u1"))  # fmt: skip
call(_fast.see_klondike, lambda: [klondike(), begun(klondike())], np.zeros((2, 7, 19), "u1"),
     np.zeros((2, 52), "u1"), np.zeros((2, 24), "u1"), np.zeros((2, 24), "u1"), *out("u4", count=2),
     np.zeros((2, 9, 4), "u1"), np.zeros((2, 9), "u1"))  # fmt: skip
call(_fast.step_peaks, lambda: [peaks(), peaks()], np.array([28, 28]))
call(_fast.step_klondike, lambda: [klondike(), klondike()], np.array([0, 0]))
call(_fast.PeaksState.perft, peaks, 2, most={1: 3})
call(_fast.KlondikeState.perft, klondike, 2, most={1: 3})
call(_fast.PeaksState.push, peaks, "turn")
call(_fast.KlondikeState.push, klondike, "turn")
call(_fast.KlondikeState.key, klondike, ordered=False)
call(_fast.PeaksState.copy, lambda: begun(peaks()), stack=True)
call(_fast.KlondikeState.copy, lambda: begun(klondike()), stack=True)
call(_fast.PeaksLegalMoves.__contains__, THINGS[9], _fast.PeaksMove("turn"))
call(_fast.KlondikeLegalMoves.__contains__, THINGS[10], _fast.KlondikeMove("turn"))
call(_fast.Lattice.find, LATTICE, 0)
call(_fast.PeaksTable.place_of, peaks().table, "AC")
for _state, _names in (
    (peaks, "pop peek packed faults state_code __copy__"),
    (klondike, "pop peek layout auto_moves search_moves __copy__"),
):
    for _name in _names.split():
        call(getattr(type(_state()).__mro__[-2], _name), lambda make=_state: begun(make()))
call(_fast.CRules, peaks().table, order=ORDER, start=0)
call(_fast.CRules, klondike().table, dealt_to=DEALT_TO, face_up=False, turn_first=True)

NOTED = [name for name in _fast.__all__ if name not in ("PeaksEnvs", "KlondikeEnvs", "EnvBatch")]


def replaced(source, right, most):
    """An argument in another form."""
    if isinstance(right, np.ndarray) and source.below(4):
        return hostile.buffer(source, right)
    kind = source.below(6)
    if kind == 0:
        found = source.pick(STATES)()
    elif kind == 1:
        found = source.pick(THINGS)
    elif kind == 2 and isinstance(right, list):
        found = right[: source.below(len(right) + 2)] + [hostile.value(source)] * source.below(3)
    elif kind == 3 and isinstance(right, list) and right:
        found = right
        found[source.below(len(found))] = hostile.value(source)
    else:
        found = hostile.value(source)
    return found if most is None else hostile.less_work(found, most)


@target(
    *ERRORS, seeds=lambda: [bytes([at, 255 * (at % 2), 3, at]) * 10 for at in range(len(CALLS))]
)
def kernels(data):
    source = Source(data)
    noted = source.pick(CALLS)
    arguments = [make() for make in noted.arguments]
    named = {name: make() for name, make in noted.named.items()}
    for at, right in enumerate(arguments):
        if source.once_in(3):
            arguments[at] = replaced(source, right, noted.most.get(at))
    for name, right in named.items():
        if source.once_in(3):
            named[name] = replaced(source, right, noted.most.get(name))
    arrays = [at for at, value in enumerate(arguments) if isinstance(value, np.ndarray)]
    if len(arrays) > 1 and source.once_in(16):  # two results in the same memory
        arguments[arrays[0]] = arguments[arrays[-1]]
    if source.once_in(16) and arguments:
        arguments.pop()
    noted.function(*arguments, **named)
