"""Environments by the thousand, and simulations: many games in one call."""

import contextlib

import hostile
import numpy as np
from source import Source

import solitaire_core as sc
from solitaire_core import _fast
from targets import target
from targets.games import NAMES, made_up_rules

ERRORS = (ValueError, TypeError, MemoryError, BufferError)
OPTIONS = {
    "observe": ("known", "visible"),
    "reward": ("win", "score"),
    "illegal_action": ("noop", "terminate"),
    "autoreset": ("next-step", "same-step", "disabled"),
}
PEAKS, KLONDIKE = sc.Deal("tripeaks", 1).start(), sc.Deal("klondike", 1).start()
SEEDS = [bytes((seed * at * 37 + at) % 256 for at in range(240)) for seed in range(1, 7)]


def batch(source):
    """Environments of either family, some of them with an option that is none."""
    options = {name: source.pick(values) for name, values in OPTIONS.items()}
    options |= {"illegal_reward": -1.0, "max_episode_steps": source.below(4), "first": 0, "size": 0}
    if source.once_in(8):
        options[source.pick(list(options))] = hostile.value(source)
    count = source.below(5) if source.below(8) else hostile.number(source)
    if isinstance(count, int) and 5 < count < 2**40:
        count %= 6  # how many there are room for is a question to the machine's memory
    rules = sc.GAMES[source.pick(NAMES)]
    table = sc.Deal(rules, 0).start().table
    if isinstance(rules, sc.PeaksRules):
        return _fast.PeaksEnvs(table, rules.order, count, **options)
    return _fast.KlondikeEnvs(
        table, rules.dealt_to, count, face_up=rules.face_up == "all",
        turn_first=rules.turn_first, **options,
    )  # fmt: skip


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


def with_a_fault(source, given):
    if source.once_in(4):
        name = source.pick(list(given))
        right = given[name]
        given[name] = (
            hostile.buffer(source, right)
            if isinstance(right, np.ndarray) and source.below(4)
            else hostile.value(source)
        )
    return given


def attempt(call, *arguments, **named):
    """A call that may be refused; what comes after it goes on from there."""
    with contextlib.suppress(ERRORS):
        call(*arguments, **named)


@target(*ERRORS, seeds=lambda: SEEDS)
def environments(data):
    source = Source(data)
    envs = batch(source)
    while source:
        made = buffers(envs)
        kind = source.below(8)
        if kind == 0:
            which = np.array([source.below(3) for _ in range(envs.count)], np.uint8)
            seeds = np.array([source.whole(8) for _ in range(envs.count)], np.uint64)
            given = with_a_fault(source, {"which": which, "seeds": seeds})
            attempt(envs.seed, given["which"], given["seeds"])
        elif kind == 1:
            given = {name: made[name] for name in ("observations", "masks", "numbers")}
            given["which"] = np.array([source.below(2) for _ in range(envs.count)], np.uint8)
            given["numbers"][:] = source.whole(8)
            if source.once_in(3):
                given["decks"] = np.tile(np.arange(envs.cards, dtype=np.uint8), (envs.count, 1))
            given = with_a_fault(source, given)
            attempt(envs.reset, **given, given=source.pick((False, True)))
        else:
            actions = np.array(
                [source.below(envs.actions) if source.below(6) else hostile.number(source) % 2**63
                 for _ in range(envs.count)], np.int64,
            )  # fmt: skip
            if masks := source.below(2):  # mostly what is legal
                legal = buffers(envs)
                attempt(envs.step, np.zeros(envs.count, np.int64), *list(legal.values())[:5])
                for at in range(envs.count):
                    found = np.flatnonzero(legal["masks"][at] == 1)
                    if len(found):
                        actions[at] = found[masks * at % len(found)]
            attempt(envs.step, **with_a_fault(source, {"actions": actions, **made}))


@target(*ERRORS, seeds=lambda: SEEDS)
def simulations(data):
    source = Source(data)
    rules = made_up_rules(source) if source.once_in(3) else sc.GAMES[source.pick(NAMES)]
    given = {
        "numbers": source.pick((range(3), [5, 1], np.arange(2, dtype=np.uint32), [2**63 + 5], [])),
        "policy": source.pick(("random", "greedy", "casual", "lookahead")),
        "seed": source.whole(8),
        "numbering": source.pick(("sc1", "pysol", "ms")),
        "games": source.pick((None, 1, 2)),
        "most_moves": 1 + source.below(60),
        "threads": 1 + source.below(2),
    }
    kept_small = {"games": 3, "most_moves": 60, "threads": 3}
    if hostile_one := source.once_in(2):
        name = source.pick(list(given))
        found = hostile.value(source)
        if name in kept_small:
            found = hostile.less_work(found, kept_small[name], refused=2**21)
        given[name] = found
    rows = sc.simulate(rules, **given)
    if not hostile_one:  # which may be another number each time that it is asked
        assert sc.simulate(rules, **given).tobytes() == rows.tobytes()
    if rows.size:
        sc.summary(rows)
    out = hostile.buffer(source, rows.view(np.uint8).reshape(-1)) if source.below(2) else rows
    if isinstance(out, np.ndarray) and out.dtype == np.uint8 and out.nbytes == rows.nbytes:
        out = out.view(rows.dtype) if out.flags.c_contiguous else out
    attempt(sc.simulate, rules, **given, out=out)


@target(*ERRORS, seeds=lambda: SEEDS)
def decisions(data):
    """`decide` and `playouts`: decks as arrays, ranges and all that is neither."""
    source = Source(data)
    decks = np.tile(np.arange(52, dtype=np.uint8), (1 + source.below(3), 1))
    for deck in decks:
        for _ in range(8):
            a, b = source.below(52), source.below(52)
            deck[[a, b]] = deck[[b, a]]
    given = source.pick((decks, range(source.below(5)), hostile.buffer(source, decks)))
    if source.once_in(8):
        given = hostile.value(source)
    if isinstance(given, int):
        return
    attempt(sc.decide, given, source.pick(("tripeaks", "golf", "one-peak", "klondike")),
            threads=1 + source.below(2))  # fmt: skip
    game = sc.Deal("one-peak", source.whole(2)).start()
    attempt(sc.playouts, game, source.below(20), source.pick(("random", "casual", "none")),
            seed=source.whole(8))  # fmt: skip
