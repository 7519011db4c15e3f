"""Bad calls to the kernels that play many deals and that show and make the moves of many games."""

import numpy as np
from bad_calls import RULES, bad, game

from solitaire_core import Deal
from solitaire_core._fast import (
    IllegalMoveError,
    PeaksState,
    choose_klondike_move,
    choose_peaks_move,
    judge_klondike,
    plan_klondike,
    sample_klondike,
    see_klondike,
    see_peaks,
    simulate_klondike,
    simulate_peaks,
    step_klondike,
    step_peaks,
    stream_of_game,
)

ERRORS = (ValueError, TypeError, BufferError, OverflowError)


def klondike():
    return Deal("klondike", 1).start()


def numbers(count=3):
    return np.arange(1, count + 1, dtype=np.uint64)


def empty(*kinds, count=3):
    return [np.zeros(count, kind) for kind in kinds]


PEAKS = [game(), RULES.order, "random", 1, 0, 100, numbers(), 1]
PEAKS_OUT = ["u1", "i4", "u1", "u1", "u1"]
KLONDIKE = [klondike(), klondike().rules.dealt_to, "random", 1, 0, 100, numbers(), 1]
KLONDIKE_OUT = ["u1", "i2", "u1", "u4", "u4", "u4"]

WRONG = {
    0: [None, 3, PeaksState.__new__(PeaksState), "start"],
    1: [None, [], [0] * 52, list(range(51)), [1.5] * 52, [-1] * 28, [300] * 28, 7],
    2: [None, "best", 3, []],
    3: [0, 7, 2**31, None, 1.5, True, 2**40],
    4: [-1, 2**64, None, 0.5],
    5: [0, 10**7, None, "7"],
    6: [None, [1, 2, 3], np.arange(3), np.arange(3.0), np.zeros((3, 1), np.uint64)],
    7: [0, None, 2, 2**41, 2.0],
}
for _name, _call, _arguments, _kinds in (
    ("simulate_peaks", simulate_peaks, PEAKS, PEAKS_OUT),
    ("simulate_klondike", simulate_klondike, KLONDIKE, KLONDIKE_OUT),
):
    for _at, _values in WRONG.items():
        for _number, _value in enumerate(_values):
            _given = [*_arguments[:_at], _value, *_arguments[_at + 1 :]]
            bad(
                f"{_name} {_at} {_number}",
                lambda f=_call, a=_given, k=_kinds: f(*a, *empty(*k)),
                *ERRORS,
            )
    for _at in range(len(_kinds)):
        for _number, _value in enumerate(
            (None, b"abc", np.zeros(2, _kinds[_at]), np.zeros(3), np.zeros((3, 1), _kinds[_at]))
        ):
            _out = [*empty(*_kinds[:_at]), _value, *empty(*_kinds[_at + 1 :])]
            bad(
                f"{_name} out {_at} {_number}",
                lambda f=_call, a=_arguments, o=_out: f(*a, *o),
                *ERRORS,
            )
    for _number, _more in enumerate(
        (
            {"decks": np.zeros((2, 52), np.uint8)},
            {"decks": np.zeros((3, 51), np.uint8)},
            {"decks": np.zeros((3, 52), np.uint8)},
            {"decks": np.full((3, 52), 200, np.uint8)},
            {"decks": np.zeros((3, 52))},
            {"decks": [1]},
            {"numbering": "pysol"},
            {"numbering": None},
            {"check": 3},
        )
    ):
        bad(
            f"{_name} more {_number}",
            lambda f=_call, a=_arguments, k=_kinds, m=_more: f(*a, *empty(*k), **m),
            *ERRORS,
        )
    for _number, _bad in enumerate(([0, 1, 2], [1, 2, 2**33])):
        _given = [*_arguments[:6], np.array(_bad, np.uint64), 1]
        bad(
            f"{_name} ms {_number}",
            lambda f=_call, a=_given, k=_kinds: f(*a, *empty(*k), numbering="ms"),
            ValueError,
        )


def begun(start):
    start.push(next(iter(start.legal_moves)))
    start.push("turn")
    return start


bad(
    "simulate_peaks from a game that has begun",
    lambda: simulate_peaks(begun(game()), *PEAKS[1:], *empty(*PEAKS_OUT)),
    ValueError,
)
for _name, _call, _state in (
    ("choose_peaks_move", choose_peaks_move, game),
    ("choose_klondike_move", lambda s, p, d, x: choose_klondike_move(s, p, d, 0, x), klondike),
):
    for _number, _given in enumerate(
        ((None, "random", 1, 0), (3, "random", 1, 0), ("s", None, 1, 0), ("s", "best", 1, 0),
         ("s", "random", 0, 0), ("s", "random", 9, 0), ("s", "random", 1, -1),
         ("s", "random", 1, 2**64))
    ):  # fmt: skip
        bad(
            f"{_name} {_number}",
            lambda f=_call, s=_state, g=_given: f(s() if g[0] == "s" else g[0], *g[1:]),
            *ERRORS,
        )
bad("choose_klondike_move idle", lambda: choose_klondike_move(klondike(), "greedy", 1, -1, 0),
    ValueError)  # fmt: skip
for _number, _given in enumerate(
    ((None, 10, 0, 0), (3, 10, 0, 0), ("s", 0, 0, 0), ("s", 2**41, 0, 0), ("s", 1.5, 0, 0),
     ("s", None, 0, 0), ("s", 10, -1, 0), ("s", 10, 2**31, 0), ("s", 10, 0, -1),
     ("s", 10, 0, 2**64))
):  # fmt: skip
    bad(
        f"plan_klondike {_number}",
        lambda g=_given: plan_klondike(klondike() if g[0] == "s" else g[0], *g[1:]),
        *ERRORS,
    )
for _number, _given in enumerate(((None, 0), ("s", -1), ("s", 2**64), ("s", None))):
    bad(
        f"sample_klondike {_number}",
        lambda g=_given: sample_klondike(klondike() if g[0] == "s" else g[0], *g[1:]),
        *ERRORS,
    )
for _number, _given in enumerate(
    ((None, {}), (3, {}), ("s", None), ("s", 3), ("s", {"home": 10_001}), ("s", {"home": None}),
     ("s", {"luck": 1}), ("s", {3: 1}))
):  # fmt: skip
    bad(
        f"judge_klondike {_number}",
        lambda g=_given: judge_klondike(klondike() if g[0] == "s" else g[0], *g[1:]),
        *ERRORS,
    )
bad("choose in a blank state", lambda: choose_peaks_move(PeaksState.__new__(PeaksState), "greedy",
                                                         1, 0))  # fmt: skip
for _number, _given in enumerate(((-1, 0, 0), (0, 2**64, 0), (0, 0, None), (1.5, 0, 0))):
    bad(f"stream_of_game {_number}", lambda g=_given: stream_of_game(*g), *ERRORS)


def seen(count=2, cards=28, **changes):
    out = {
        "tableau": np.zeros((count, cards), "u1"), "top": np.zeros(count, "u1"),
        "stock_left": np.zeros(count, "u1"), "chain": np.zeros(count, "u1"),
        "score": np.zeros(count, "i4"), "seen": np.zeros((count, 52), "u1"),
        "legal": np.zeros((count, cards + 1), "u1"),
    }  # fmt: skip
    see_peaks([game(), game()], **{**out, **changes})


def known(count=2, **changes):
    out = {
        "piles": np.zeros((count, 7, 19), "u1"), "foundations": np.zeros((count, 52), "u1"),
        "waste": np.zeros((count, 24), "u1"), "stock": np.zeros((count, 24), "u1"),
        "passes": np.zeros(count, "u4"), "moves": np.zeros((count, 9, 4), "u1"),
        "legal": np.zeros((count, 9), "u1"),
    }  # fmt: skip
    see_klondike([klondike(), klondike()], **{**out, **changes})


for _show, _shapes in (
    (seen, {"tableau": 2, "top": 1, "stock_left": 1, "chain": 1, "score": 1, "seen": 2,
            "legal": 2}),
    (known, {"piles": 3, "foundations": 2, "waste": 2, "stock": 2, "passes": 1, "moves": 3,
             "legal": 2}),
):  # fmt: skip
    bad(f"{_show.__name__} too few", lambda f=_show: f(1), ValueError)
    bad(f"{_show.__name__} too many", lambda f=_show: f(3), ValueError)
    for _column, _ndim in _shapes.items():
        for _number, _value in enumerate(
            (None, b"abc", np.zeros((2,) * _ndim, "u1"), np.zeros((2,) * _ndim, "f8"))
        ):
            if _ndim == 1 and _number == 2 and _column not in ("score", "passes"):
                continue  # that is a good one
            bad(
                f"{_show.__name__} {_column} {_number}",
                lambda f=_show, c=_column, v=_value: f(**{c: v}),
                *ERRORS,
            )
bad("see_peaks of another layout", lambda: seen(cards=35), ValueError)
for _name, _see in (("see_peaks", see_peaks), ("see_klondike", see_klondike)):
    bad(f"{_name}()", lambda f=_see: f(), TypeError)
    bad(f"{_name} of None", lambda f=_see: f(*[None] * 8), TypeError)
bad("see_peaks of things", lambda: see_peaks(
    [3], np.zeros((1, 28), "u1"), *empty("u1", "u1", "u1", "i4", count=1),
    np.zeros((1, 52), "u1"), np.zeros((1, 29), "u1")), TypeError)  # fmt: skip

for _name, _step, _state in (
    ("step_peaks", step_peaks, game),
    ("step_klondike", step_klondike, klondike),
):
    for _number, _choices in enumerate(
        (None, [0], np.zeros(1), np.zeros(2, int), np.zeros(0, int), np.zeros((1, 1), int))
    ):
        bad(f"{_name} {_number}", lambda f=_step, s=_state, c=_choices: f([s()], c), *ERRORS)
    for _choice in (-2, 29, 2**62, -(2**63)):
        bad(
            f"{_name} choice {_choice}",
            lambda f=_step, s=_state, c=_choice: f([s()], np.array([c])),
            IllegalMoveError,
        )
    bad(f"{_name} of a thing", lambda f=_step: f([3], np.zeros(1, int)), TypeError)
    bad(f"{_name} of no list", lambda f=_step: f((), np.zeros(0, int)), TypeError)
bad("step_peaks, a card that lies face down", lambda: step_peaks([game()], np.zeros(1, int)),
    IllegalMoveError)  # fmt: skip
bad("step_peaks in a blank state", lambda: step_peaks([PeaksState.__new__(PeaksState)],
                                                      np.ones(1, int)))  # fmt: skip
