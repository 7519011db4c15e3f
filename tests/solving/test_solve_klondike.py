"""`solve` and `verify` in the Klondike family; all limits are of nodes, so time is no matter."""

import json
from dataclasses import asdict

import pytest

from klondike_boards import board
from solitaire_core import Deal, KlondikeGame, KlondikeMove, Limits, Verdict, _fast, solve, verify
from solitaire_core.games import KLONDIKE_FAMILY
from solitaire_core.solving.klondike import solve_klondike

KLONDIKE = KLONDIKE_FAMILY["klondike"]
EASY = Deal("klondike", 5)
LINE = solve(EASY, nodes=10**6).moves

# The ace lies below its own king's run, which goes nowhere.
LOST = KlondikeGame(
    KLONDIKE.with_options({"worrying_back": False}),
    board(KLONDIKE, ["AC KC", "AD KD", "AH KH", "AS KS", "...", "2C 3C", "2D 3D"]),
)
UNKNOWN = Deal("klondike", 5)


def test_a_deal_that_is_won():
    game = EASY.start()
    before = game.code()
    solution = solve(game, nodes=10**6)
    assert (game.code(), game.ply) == (before, 0)
    assert solution.verdict is Verdict.WINNABLE
    assert solution.winnable
    assert (solution.value, solution.scoring, solution.reason) == (None, None, "")
    assert (solution.objective, solution.fewest_turns) == ("win", None)
    assert all(isinstance(move, KlondikeMove) for move in solution.moves)
    assert verify(game, solution.moves)
    for move in solution.moves:
        game.push(move)
    assert game.outcome().won


def test_a_position_that_is_lost():
    solution = solve(LOST, nodes=10**6)
    assert (solution.verdict, solution.moves) == (Verdict.UNWINNABLE, None)
    assert solution.reason == ""
    assert solve(LOST, nodes=10**6, second_hash=True).verdict is Verdict.UNWINNABLE


def test_limits_end_it_with_their_name():
    solution = solve(UNKNOWN, nodes=0)
    assert (solution.verdict, solution.moves, solution.reason) == (Verdict.UNKNOWN, None, "nodes")
    cancelled = solve(Deal("klondike", 0), limits=Limits(cancel=lambda: True))
    assert (cancelled.verdict, cancelled.reason) == (Verdict.UNKNOWN, "cancelled")


def test_the_middle_of_a_game():
    game = EASY.start()
    for move in LINE[:-10]:
        game.push(move)
    solution = solve(game, nodes=10**6)
    assert solution.winnable
    assert verify(game, solution.moves)
    for move in LINE[-10:]:
        game.push(move)
    assert solve(game, nodes=0).moves == ()


def test_the_same_answer_for_the_same_question():
    first, again = (solve(EASY, nodes=10**6) for _ in range(2))
    assert (first.verdict, first.moves) == (again.verdict, again.moves)
    assert first.stats.nodes == again.stats.nodes


@pytest.mark.parametrize("improve", [False, True])
def test_lines_are_told_as_they_are_found(improve):
    lines = []
    solution = solve(EASY, nodes=200_000, found=lines.append, improve=improve)
    assert lines[-1] == solution.moves
    assert all(verify(EASY, line) for line in lines)
    assert [len(line) for line in lines] == sorted({len(line) for line in lines}, reverse=True)


def test_what_is_raised_while_a_line_is_told_ends_the_search():
    def refuse(line):
        raise LookupError(len(line))

    with pytest.raises(LookupError):
        solve(EASY, nodes=10**6, found=refuse)


def test_what_an_answer_cost():
    solution = solve(EASY, nodes=10**6)
    stats = solution.stats
    assert 0 < stats.nodes <= 10**6
    assert stats.cpu_seconds >= 0
    assert stats.stage
    record = solution.to_json()
    json.dumps(record)
    assert record["stats"] == asdict(stats)
    assert record["cpu_seconds"] == stats.cpu_seconds
    assert (record["verdict"], record["objective"], record["value"]) == ("winnable", "win", None)
    assert verify(EASY, record["moves"])


@pytest.mark.parametrize("name", _fast.KLONDIKE_PRUNINGS)
def test_parts_of_the_search_can_be_left_out(name):
    limits = Limits(nodes=10**6)
    assert solve_klondike(LOST, limits, without=(name,)).verdict is Verdict.UNWINNABLE
    ending = EASY.start()
    for move in LINE[:-25]:
        ending.push(move)
    assert solve_klondike(ending, limits, without=(name,)).winnable


@pytest.mark.parametrize("objective", ["fewest-turns", "best", "count"])
def test_objectives_of_the_other_family_are_refused(objective):
    with pytest.raises(ValueError, match=f"klondike has the objective win, not {objective}"):
        solve(EASY, objective=objective)
    with pytest.raises(ValueError, match="no objective 'shortest'"):
        solve(EASY, objective="shortest")
    with pytest.raises(ValueError, match="klondike has no scoring systems"):
        solve(EASY, scoring="run10")


def test_to_win_is_an_objective_of_every_game():
    won = solve(Deal("tripeaks", 0), objective="win", nodes=1, memory=2**22)
    assert won.winnable
    assert (won.value, won.objective) == (None, "win")
    assert verify(Deal("tripeaks", 0), won.moves)
    assert solve(EASY, objective="win", nodes=10**6).winnable


def test_a_game_of_peaks_tells_its_line_once():
    lines = []
    solution = solve(Deal("tripeaks", 0), found=lines.append)
    assert lines == [solution.moves]
    assert solve(Deal("tripeaks", 2, wrap=False), found=lines.append).moves is None
    assert len(lines) == 1


@pytest.mark.parametrize("answer", ["too short", "illegal", "no line"])
def test_a_wrong_line_never_gets_out(monkeypatch, answer):
    wrong = {
        "too short": list(LINE[:-1]),
        "illegal": [KlondikeMove("KC f>t0"), *LINE],
        "no line": None,
    }[answer]
    figures = asdict(solve(EASY, nodes=0).stats)
    monkeypatch.setattr(_fast, "solve_klondike", lambda *_, **__: (1, wrong, "", figures))
    with pytest.raises(RuntimeError, match="report"):
        solve(EASY)


def test_every_line_that_is_told_is_looked_at(monkeypatch):
    def wrong(state, *, found, **_):
        found(list(LINE[:-1]))

    monkeypatch.setattr(_fast, "solve_klondike", wrong)
    told = []
    with pytest.raises(RuntimeError, match="report: after the last move 1 card is not on the"):
        solve(EASY, found=told.append)
    assert told == []


def test_a_line_in_every_form():
    texts = [str(move) for move in LINE]
    for moves in (LINE, iter(LINE), texts, " ".join(texts), ", ".join(texts)):
        found = verify(EASY, moves)
        assert (found.accepted, found.ply, found.reason) == (True, len(LINE), "")


@pytest.mark.parametrize("move", ["AC f>t0", "deal", "7H", "no move", "", "??"])
def test_the_first_bad_move_is_named(move):
    for at in (0, 7, len(LINE)):
        found = verify(EASY, [*LINE[:at], move, *LINE[at:]])
        assert (found.accepted, found.ply) == (False, at)
        assert found.reason.startswith(f"move {at + 1}: ")


def test_a_line_that_stops_short():
    found = verify(EASY, LINE[:-1])
    assert (found.accepted, found.ply) == (False, len(LINE) - 1)
    assert found.reason == "after the last move 1 card is not on the foundations"
    assert verify(EASY, LINE[:-1], wins=False)
    assert verify(EASY, []).reason == "after the last move 52 cards are not on the foundations"
