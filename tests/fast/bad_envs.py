"""Bad calls to the environments, and to what C is handed: options, shapes, buffers, liars."""

import functools

import numpy as np
from bad_calls import ERRORS, bad, table
from bad_values import Liar

from solitaire_core import GAMES, Deal
from solitaire_core._fast import CRules, EnvBatch, KlondikeEnvs, PeaksEnvs

COUNT = 3
OPTIONS = {
    "observe": "known",
    "reward": "win",
    "illegal_action": "noop",
    "illegal_reward": 0.0,
    "autoreset": "same-step",
    "max_episode_steps": 0,
    "first": 0,
    "size": 0,
}
PEAKS = Deal("tripeaks", 1).start()
KLONDIKE = Deal("klondike", 1).start()
ORDER = GAMES["tripeaks"].order
DEALT_TO = GAMES["klondike"].dealt_to


def peaks(order=ORDER, count=COUNT, sign=1, **changed):
    return PeaksEnvs(PEAKS.table, order, count, sign, **OPTIONS | changed)


def klondike(dealt_to=DEALT_TO, count=COUNT, **changed):
    return KlondikeEnvs(
        KLONDIKE.table, dealt_to, count, face_up=False, turn_first=False, **OPTIONS | changed
    )


def buffers(envs):
    return {
        "observations": np.zeros((envs.count, envs.width), np.uint8),
        "masks": np.zeros((envs.count, envs.actions), np.int8),
        "rewards": np.zeros(envs.count),
        "flags": np.zeros((4, envs.count), np.uint8),
        "numbers": np.zeros(envs.count, np.uint64),
        "final_observations": np.zeros((envs.count, envs.width), np.uint8),
        "final_masks": np.zeros((envs.count, envs.actions), np.int8),
    }


def step(make, **changed):
    envs = make()
    given = {"actions": np.zeros(envs.count, np.int64), **buffers(envs), **changed}
    return envs.step(**given)


def reset(make, **changed):
    envs = make()
    found = buffers(envs)
    given = {name: found[name] for name in ("observations", "masks", "numbers")}
    given["which"] = np.ones(envs.count, np.uint8)
    return envs.reset(**given | changed)


for make in (peaks, klondike):
    name = make.__name__
    for option in OPTIONS:
        for value in ("nothing", None, -1, 2**64, [], b"known", 1e400):
            if option == "illegal_reward" and isinstance(value, (int, float)):
                continue
            bad(f"{name}({option}={value!r:.20})",
                functools.partial(make, **{option: value}), *ERRORS)  # fmt: skip
    for count in (0, -1, 2**24 + 1, 2**70, 1.0, None, "3", Liar(-5), Liar(2**30)):
        bad(f"{name}(count={count!r})", functools.partial(make, count=count), *ERRORS)
    bad(f"{name}(an option too many)", functools.partial(make, nothing=1), *ERRORS)
    bad(
        f"{name}(a range that runs over)", functools.partial(make, first=5, size=2**64 - 1), *ERRORS
    )
    for name_of, array in buffers(make()).items():
        wrong = {
            "none": None,
            "empty": array[:0],
            "one too few": np.ascontiguousarray(array[..., :-1]),
            "one too many": np.zeros(tuple(np.array(array.shape) + 1), array.dtype),
            "other numbers": array.astype(np.float32),
            "in steps": np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)[..., ::2],
            "flat": np.zeros(array.size * (array.ndim > 1), array.dtype),
            "bytes": bytes(array),
        }
        for what, value in wrong.items():
            bad(f"{name}.step({name_of} {what})",
                functools.partial(step, make, **{name_of: value}), *ERRORS)  # fmt: skip
            if name_of in ("observations", "masks", "numbers"):
                bad(f"{name}.reset({name_of} {what})",
                    functools.partial(reset, make, **{name_of: value}), *ERRORS)  # fmt: skip
        locked = array.copy()
        locked.flags.writeable = False
        bad(f"{name}.step({name_of} locked)",
            functools.partial(step, make, **{name_of: locked}), *ERRORS)  # fmt: skip
    for action in (-1, 2**31, 2**63 - 1, -(2**63), 10_000):
        bad(f"{name}.step(action {action})",
            functools.partial(step, make, actions=np.full(COUNT, action)), *ERRORS)  # fmt: skip
    for code in (52, 255, 0):
        bad(f"{name}.reset(a deck of {code})",
            functools.partial(reset, make, decks=np.full((COUNT, 52), code, np.uint8)),
            *ERRORS)  # fmt: skip
    bad(f"{name}.reset(short decks)",
        functools.partial(reset, make, decks=np.zeros((COUNT, 51), np.uint8)), *ERRORS)  # fmt: skip
    for which in (np.ones(2, np.uint8), np.ones(COUNT), None, b"\x01\x01"):
        bad(f"{name}.reset(which={which!r:.30})",
            functools.partial(reset, make, which=which), *ERRORS)  # fmt: skip
    bad(
        f"{name}.seed(short)",
        lambda make=make: make().seed(np.ones(3, np.uint8), np.zeros(2, np.uint64)),
        *ERRORS,
    )
    bad(f"{name} set up twice", lambda make=make: make().__init__(
        *((PEAKS.table, ORDER, 3) if make is peaks else (KLONDIKE.table, DEALT_TO, 3)),
        **OPTIONS, **({} if make is peaks else {"face_up": False, "turn_first": False})),
        *ERRORS)  # fmt: skip
    # Before the first reset there is nothing to step on, but nothing may break.
    bad(f"{name}.step(before a reset)", functools.partial(step, make))

for order in (
    (),
    ORDER[:51],
    [0] * 52,
    [*ORDER[:51], 52],
    [*ORDER[:51], Liar(200)],
    None,
    "x" * 52,
):
    bad(f"peaks(order={str(order)[:20]}...{str(order)[-9:]})", functools.partial(peaks, order),
        *ERRORS)  # fmt: skip
for dealt_to in ((), DEALT_TO[:27], [7] * 28, [-1] * 28, [Liar(200)] * 28, [0] * 200, None):
    bad(f"klondike(dealt_to={str(dealt_to)[:20]})", functools.partial(klondike, dealt_to), *ERRORS)
bad("peaks(sign=2)", lambda: peaks(sign=2), *ERRORS)
bad("peaks(no table)", lambda: PeaksEnvs(None, ORDER, 3, **OPTIONS), *ERRORS)
bad("peaks(the table of a game of one card)",
    lambda: PeaksEnvs(table(), ORDER, 3, **OPTIONS).actions)  # fmt: skip
bad("klondike(a peaks table)", lambda: KlondikeEnvs(PEAKS.table, DEALT_TO, 3, face_up=False,
    turn_first=False, **OPTIONS), *ERRORS)  # fmt: skip
bad("EnvBatch()", EnvBatch, *ERRORS)
for kind in (EnvBatch, PeaksEnvs, KlondikeEnvs):
    blank = kind.__new__(kind)
    bad(f"{kind.__name__} without __init__: step", lambda blank=blank: blank.step(
        np.zeros(0, np.int64), *list(buffers(blank).values())[:5]))  # fmt: skip
    bad(
        f"{kind.__name__} without __init__: reset",
        lambda blank=blank: blank.reset(
            np.zeros(0, np.uint8),
            *[buffers(blank)[n] for n in ("observations", "masks", "numbers")],
        ),
    )
    bad(f"{kind.__name__} without __init__: seed", lambda blank=blank: blank.seed(
        np.zeros(0, np.uint8), np.zeros(0, np.uint64)))  # fmt: skip
    bad(f"{kind.__name__} without __init__: step of three", lambda blank=blank: blank.step(
        np.zeros(3, np.int64), *list(buffers(blank).values())[:5]), *ERRORS)  # fmt: skip

for what in (None, PEAKS, "tripeaks", 7):
    bad(f"CRules({what!r:.12})", functools.partial(CRules, what, order=ORDER), *ERRORS)
bad("CRules(no order)", lambda: CRules(PEAKS.table), *ERRORS)
bad("CRules(a wrong order)", lambda: CRules(PEAKS.table, order=[Liar(200)] * 52), *ERRORS)
bad("CRules(a wrong start)", lambda: CRules(PEAKS.table, order=ORDER, start=2**31), *ERRORS)
bad("CRules(no piles)", lambda: CRules(KLONDIKE.table), *ERRORS)
bad("CRules(wrong piles)", lambda: CRules(KLONDIKE.table, dealt_to=[Liar(99)] * 28), *ERRORS)
bad("CRules without __init__", lambda: CRules.__new__(CRules).address, *ERRORS)
TWICE = CRules(PEAKS.table, order=ORDER)
bad("CRules made twice", lambda: TWICE.__init__(PEAKS.table, order=ORDER), *ERRORS)
