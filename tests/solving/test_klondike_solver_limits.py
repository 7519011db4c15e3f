"""The compiled solver of the Klondike family at its limits: nodes, memory, time, callbacks."""

import itertools

import pytest

from klondike_reduced import VARIANTS, deal, state_of
from klondike_solves import (
    BLOCKED,
    EASY,
    LEAST,
    LONG,
    NODES,
    answer,
    every_deal,
    solve,
)
from solitaire_core import Deal, _fast, verify


@every_deal
def test_no_positions_and_one(name, number, options):
    game = Deal(name, number, **options).start()
    verdict, line, reason, nodes, entries, size, depth, stage = answer(game, nodes=0)
    assert (verdict, line, reason, nodes) == (-1, None, "nodes", 0)
    assert (entries, size, depth, stage) == (0, 0, 0, "")
    verdict, line, reason, *_ = answer(game, nodes=1)
    assert (verdict, line, reason) == (-1, None, "nodes")


@every_deal
@pytest.mark.parametrize("memory", [LEAST, LEAST + 1, 8 * 2**20, 64 * 2**20])
def test_memory_is_kept_to(name, number, options, memory):
    game = Deal(name, number, **options).start()
    verdict, moves, reason, stats = solve(game, nodes=300_000, memory=memory)
    assert 0 < stats["table_bytes"] <= memory
    assert reason in {"", "nodes", "memory"}
    if verdict == 1:
        assert verify(game, moves)


def test_memory_is_kept_to_while_lines_are_made_shorter():
    game = EASY.start()
    _, moves, _, stats = solve(game, nodes=500_000, memory=LEAST, improve=True)
    assert stats["table_bytes"] <= LEAST
    assert verify(game, moves)


def test_memory_is_kept_to_by_many_rounds_of_few_positions():
    verdict, _, _, stats = solve(BLOCKED, memory=LEAST, without=["relaxation"])
    assert verdict == 0
    assert stats["table_bytes"] <= LEAST


def test_little_memory_never_makes_an_answer_wrong():
    for variant in VARIANTS:
        for number in range(20):
            state = state_of(VARIANTS[variant], deal(variant, number))
            assert solve(state, memory=LEAST)[0] == solve(state)[0]


@pytest.mark.parametrize("seconds", [1e-9, 5e-324])
def test_no_time_at_all(seconds):
    assert answer(LONG.start(), nodes=None, seconds=seconds)[:3] == (-1, None, "seconds")


@pytest.mark.parametrize("seconds", [1e308, 10**400, 1, 2**64])
def test_all_the_time_in_the_world(seconds):
    assert answer(EASY.start(), seconds=seconds) == answer(EASY.start())
    assert answer(EASY.start(), nodes=2**63 - 1) == answer(EASY.start())


@pytest.mark.parametrize(
    "field, value, error, text",
    [
        ("nodes", -1, ValueError, "nodes is 0 to 9223372036854775807, not -1"),
        ("nodes", 2**63, ValueError, "nodes is 0 to 9223372036854775807, not 9223372036854775808"),
        ("nodes", 1.0, TypeError, r"nodes is a whole number, not float \(1.0\)"),
        ("nodes", True, TypeError, "nodes is a whole number, not bool"),
        ("nodes", "1", TypeError, "nodes is a whole number, not str"),
        ("seconds", 0, ValueError, "seconds is more than 0, not 0"),
        ("seconds", -1.5, ValueError, "seconds is more than 0, not -1.5"),
        ("seconds", float("nan"), ValueError, "seconds is more than 0, not nan"),
        ("seconds", float("inf"), ValueError, "seconds is more than 0, not inf"),
        ("seconds", True, TypeError, "seconds is a number, not True"),
        ("seconds", "1", TypeError, "seconds is a number, not '1'"),
        ("memory", LEAST - 1, ValueError, "memory is 4194304 to 1099511627776, not 4194303"),
        ("memory", 2**40 + 1, ValueError, "memory is 4194304 to 1099511627776, not"),
        ("memory", None, TypeError, "memory is a whole number, not NoneType"),
        ("memory", 5e6, TypeError, "memory is a whole number, not float"),
        ("cancel", 1, TypeError, "cancel is callable, not int"),
        ("found", [], TypeError, "found is callable, not list"),
        ("without", ["safe"], ValueError, "no pruning 'safe': there are safe-moves, home-first"),
        ("without", "safe", ValueError, "no pruning 'safe'"),
        ("without", [[]], ValueError, r"no pruning \[\]"),
        ("without", b"a", ValueError, "no pruning 97"),
        ("without", 5, TypeError, "without is names of prunings, not 5"),
        ("without", None, TypeError, "without is names of prunings, not None"),
        ("improve", True, ValueError, "improve goes on until a limit: set nodes, seconds or"),
    ],
)
def test_bad_values_are_named(field, value, error, text):
    with pytest.raises(error, match=f"^{text}"):
        solve(EASY.start(), **{field: value})


@pytest.mark.parametrize("state", [None, 5, EASY])
def test_what_is_no_position(state):
    with pytest.raises(TypeError, match="state"):
        solve(state)


def test_one_name_of_a_pruning_is_enough():
    assert answer(EASY.start(), without="home-first") == answer(
        EASY.start(), without=["home-first"]
    )


# Cancel and found.


def test_cancelled_at_once():
    assert answer(LONG.start(), nodes=None, cancel=lambda: 1)[:4] == (-1, None, "cancelled", 0)


def test_cancelled_after_some_questions():
    nodes = []
    for most in (1, 3, 10):
        asked = itertools.count()
        found = solve(LONG.start(), cancel=lambda: next(asked) == most)  # noqa: B023
        assert next(asked) == most + 1
        assert (found[0], found[1], found[2]) == (-1, None, "cancelled")
        nodes.append(found[3]["nodes"])
    assert 0 < nodes[0] < nodes[1] < nodes[2]


def test_what_cancel_raises_comes_out():
    asked = itertools.count()

    def refuse():
        if next(asked) == 2:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        solve(LONG.start(), cancel=refuse)


class Undecided:
    def __bool__(self):
        raise LookupError("neither")


def test_an_answer_of_cancel_that_is_neither():
    with pytest.raises(LookupError, match="neither"):
        solve(LONG.start(), cancel=Undecided)


@pytest.mark.parametrize("most", [1, 2])
def test_what_found_raises_comes_out(most):
    told = []

    def refuse(line):
        told.append(line)
        if len(told) == most:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        solve(EASY.start(), nodes=500_000, improve=True, found=refuse)
    assert len(told) == most


@every_deal
@pytest.mark.parametrize("improve", [False, True])
def test_lines_get_shorter_and_win(name, number, options, improve):
    game = Deal(name, number, **options).start()
    told = []
    verdict, moves, _, _ = solve(game, nodes=NODES, improve=improve, found=told.append)
    assert bool(told) == (verdict == 1)
    for line in told:
        assert verify(game, line)
    sizes = [len(line) for line in told]
    assert sizes == sorted(set(sizes), reverse=True)
    if told:
        assert told[-1] == moves


def test_lines_that_were_told_may_be_changed():
    def spoil(line):
        line.clear()

    assert answer(EASY.start(), found=spoil) == answer(EASY.start())


def test_improving_goes_on_until_it_is_cancelled():
    asked = itertools.count()
    usual = answer(EASY.start())
    verdict, moves, reason, stats = solve(
        EASY.start(), improve=True, cancel=lambda: next(asked) > 40
    )
    assert (verdict, reason) == (1, "")
    assert len(moves) <= len(usual[1])
    assert stats["nodes"] > usual[3]


def test_a_solve_within_a_solve():
    inner = []

    def again():
        if not inner:
            inner.append(answer(EASY.start()))

    outer = answer(LONG.start(), cancel=again)
    assert inner == [answer(EASY.start())]
    assert outer == answer(LONG.start())


def test_the_position_may_change_meanwhile():
    game = Deal("klondike", 0).start()
    before = answer(game, without=["relaxation"])
    other = state_of(VARIANTS["klondike"], deal("klondike", 0))
    changed = []

    def change():
        if not changed:
            game.push(next(iter(game.legal_moves)))
            # A table of its own, that nothing else keeps.
            piles, down, home, waste, stock, _ = other.layout()
            table = _fast.KlondikeTable(
                1, 3, False, False, True, False, 1, 0, waste + stock, floors=(9,) * 4
            )
            _fast.KlondikeState.__init__(game, table, piles, down, home, len(waste), len(stock))
            changed.append(True)

    assert answer(game, cancel=change, without=["relaxation"]) == before
    assert changed
