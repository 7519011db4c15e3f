"""`move_values`: each legal move by itself, equal positions once, within limits."""

import sys

import pytest

from klondike_boards import board
from solitaire_core import Deal, KlondikeGame, Limits, Verdict, move_values, solve, winning_moves
from solitaire_core.games import KLONDIKE_FAMILY

KLONDIKE = KLONDIKE_FAMILY["klondike"]
FINAL = KLONDIKE.with_options({"worrying_back": False, "passes": 1})
PLENTY = Limits(nodes=10**6)

# The jack has to be played before the queen is turned, which covers it for good.
TRAP = board(FINAL, ["KC"], "TC KD KH KS", stock="JC QC")


def after(game, move):
    other = game.copy()
    other.push(move)
    return other


def test_a_trap():
    game = KlondikeGame(FINAL, TRAP)
    game.push("turn")
    code = game.code()
    values = move_values(game, limits=PLENTY)
    assert game.code() == code
    assert list(values) == list(game.legal_moves)
    by_text = {str(move): verdict for move, verdict in values.items()}
    assert by_text["turn"] is Verdict.UNWINNABLE
    assert by_text["JC w>f"] is Verdict.WINNABLE
    assert by_text["KC t0>t5"] is Verdict.WINNABLE
    game.push("turn")
    assert set(move_values(game, limits=PLENTY).values()) == {Verdict.UNWINNABLE}


def test_each_move_as_the_solver_says():
    game = Deal("klondike", 5).start()
    limits = Limits(nodes=3000)
    values = move_values(game, limits=limits)
    assert list(values) == list(game.legal_moves)
    for move, verdict in values.items():
        # Of two equal positions one may be found out within the limit, and the other not.
        alone = solve(after(game, move), limits=limits).verdict
        assert Verdict.UNKNOWN in (alone, verdict) or alone is verdict
    assert Verdict.WINNABLE in values.values()


def count_searches(monkeypatch):
    module = sys.modules["solitaire_core.solving.move_values"]
    original, limits_seen = module.solve_klondike, []

    def counting(game, limits):
        limits_seen.append(limits)
        return original(game, limits)

    monkeypatch.setattr(module, "solve_klondike", counting)
    return limits_seen


def test_equal_positions_are_searched_once(monkeypatch):
    seen = count_searches(monkeypatch)
    # Six empty piles for the king: whichever he goes to, nothing has changed.
    values = move_values(KlondikeGame(FINAL, TRAP), limits=PLENTY)
    assert len(values) == 7
    assert len(seen) == 2
    assert set(values.values()) == {Verdict.WINNABLE}


def test_while_the_stock_is_dealt_the_order_of_the_piles_matters(monkeypatch):
    rules = KLONDIKE_FAMILY["small-triangle"]
    seen = count_searches(monkeypatch)
    here = board(rules, ["KC"], "JC KD KH KS", stock="QC")
    assert len(move_values(KlondikeGame(rules, here), limits=Limits(nodes=0))) == len(seen)
    seen.clear()
    here = board(rules, ["KC", "QC"], "JC KD KH KS")
    assert len(move_values(KlondikeGame(rules, here), limits=Limits(nodes=0))) > len(seen)


def test_limits_are_for_each_or_for_all_together(monkeypatch):
    seen = count_searches(monkeypatch)
    game = Deal("klondike", 0).start()
    limits = Limits(nodes=600, memory=2**24)
    move_values(game, limits=limits)
    assert len(seen) > 1
    assert set(seen) == {limits}
    seen.clear()
    move_values(game, limits=limits, together=True)
    assert seen[0].nodes == 600 // len(seen)
    assert all(each.memory == 2**24 for each in seen)


def test_limits_leave_moves_open():
    values = move_values(Deal("klondike", 0), limits=Limits(nodes=0))
    assert set(values.values()) == {Verdict.UNKNOWN}


def test_the_peaks_family():
    game = Deal("tripeaks", 7).start()
    values = move_values(game, limits=Limits(nodes=0))
    assert {move: bool(verdict) for move, verdict in values.items()} == winning_moves(game)
    assert move_values(Deal("tripeaks", 7)) == values


def test_no_moves():
    assert move_values(KlondikeGame(FINAL, board(FINAL, [], "KC KD KH KS"))) == {}


@pytest.mark.parametrize("value", [None, 7, KLONDIKE])
def test_wrong_types(value):
    with pytest.raises(TypeError, match="move_values takes a game or a deal"):
        move_values(value)
