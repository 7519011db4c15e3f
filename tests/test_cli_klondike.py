"""The command line's answers in the Klondike family; all limits are of nodes."""

import json

from klondike_boards import board
from solitaire_core import Deal, KlondikeGame, survey, verify
from solitaire_core.games import KLONDIKE_FAMILY
from test_cli import ok, ok_json, run

KLONDIKE = KLONDIKE_FAMILY["klondike"]
EASY = ("klondike", 5, "--nodes", 10**6)


def test_solve_in_json():
    record = ok_json("solve", *EASY)
    assert record["game"] == "klondike"
    assert (record["verdict"], record["objective"], record["reason"]) == ("winnable", "win", "")
    assert verify(Deal("klondike", 5), record["moves"])
    assert 0 < record["stats"]["nodes"] <= 10**6


def test_solve_and_verify():
    line = ok("solve", *EASY, "--moves")
    assert line.count("\n") == 1
    moves = len(ok_json("solve", *EASY)["moves"])
    out = ok("verify", "klondike", 5, "--moves", "-", stdin=line)
    assert out == f"accepted: {moves} moves, and all cards are on the foundations\n"
    assert ok_json("verify", "klondike", 5, "--moves", line)["accepted"] is True
    code, out, err = run("verify", "klondike", 5, "--moves", f"deal {line}")
    assert (code, err) == (1, "")
    assert out.startswith("not accepted: move 1: illegal move deal")


def test_what_solve_shows():
    for more in ((), ("--ascii",)):
        lines = ok("solve", *EASY, *more).splitlines()
        assert lines[0] == "klondike draw=1 passes=0 sc1:5"
        assert lines[2].startswith("  winnable: a line of ")
        assert lines[4].startswith("    1  ")
        assert lines[-3].split()[-1].endswith(">f")
        assert " nodes, " in lines[-1]
        assert max(map(len, lines)) <= 80


def test_the_limit_that_ended_it_is_named():
    lines = ok("solve", "klondike", 5, "--draw", 3, "--nodes", 0).splitlines()
    assert lines[0] == "klondike draw=3 passes=0 sc1:5"
    assert lines[2] == "  unknown: the limit of nodes was reached"
    record = ok_json("solve", "klondike", 5, "--nodes", 0)
    assert (record["verdict"], record["reason"], record["moves"]) == ("unknown", "nodes", None)
    code, out, err = run("solve", "klondike", 5, "--nodes", 0, "--moves")
    assert (code, out, err) == (0, "", "unknown: no line within the limit of nodes\n")


def test_improve():
    record = ok_json("solve", "klondike", 5, "--nodes", 20_000, "--improve")
    assert verify(Deal("klondike", 5), record["moves"])


def test_options_of_the_rules():
    record = ok_json(
        "solve", "klondike", 5, "--nodes", 0, "--draw", 3, "--passes", 3, "--no-worrying-back",
        "--turn-first",
    )  # fmt: skip
    assert record["rules"] == {
        "draw": 3, "passes": 3, "turn_first": True, "worrying_back": False,
    }  # fmt: skip


def test_peaks_take_limits_and_have_an_objective_to_win():
    out = ok("solve", "tripeaks", 3, "--objective", "win", "--nodes", 0, "--seconds", 1)
    assert "  winnable: a line of 41 moves\n" in out


def test_a_survey_in_json():
    record = ok_json("survey", "klondike", "--deals", "0:6", "--nodes", 1500, "--threads", 1)
    assert record["game"] == "klondike"
    (found,) = record["results"]
    expected = survey("klondike", 0, 6, nodes=1500, threads=1).to_json()
    for times in ("cpu_seconds", "median_seconds"):
        assert found.pop(times) >= 0
        expected.pop(times)
    assert found == expected
    memory = ok_json("survey", "klondike", "--deals", "0:1", "--seconds", 1, "--memory", 64)
    assert memory["results"][0]["memory"] == 64 * 2**20
    assert memory["results"][0]["seconds"] == 1.0


def test_a_survey_as_a_table():
    out = ok("survey", "tripleharp", "--deals", "0:2", "--nodes", 0, "--threads", 1)
    lines = out.splitlines()
    assert lines[0] == "tripleharp draw=3 passes=0, sc1 deals 0 to 1  (1 thread)"
    shown = dict(line.strip().split("  ", 1) for line in lines[2:])
    shown = {name: value.strip() for name, value in shown.items()}
    assert shown.pop("deals a second")
    assert shown == {
        "deals": "2",
        "winnable": "0",
        "unwinnable": "0",
        "unknown": "2",
        "by nodes": "2",
        "win rate": "0.0 to 100.0 %",
        "95 % interval": "0.0 to 100.0 %",
        "median seconds": shown["median seconds"],
        "median moves": "none",
        "limits": "0 nodes, 512 MB",
    }
    assert max(map(len, lines)) <= 80
    assert json.dumps(shown)


def test_a_library_of_lines(tmp_path):
    path = tmp_path / "k.library"
    build = ("library", "build", "klondike", "--deals", "2:12", "--nodes", 1500, "--threads", 1)
    out = ok(*build, "--output", path)
    assert out.startswith("klondike draw=1 passes=0, sc1 deals 2 to 11  (")
    assert max(map(len, out.splitlines()[1:-1])) <= 80
    again = ok_json(*build, "--output", tmp_path / "again")
    record = ok_json("library", "info", "--file", path)
    assert record == again
    assert record["winnable"] + record["unwinnable"] + record["unknown"] == record["count"] == 10
    assert record["winnable"] > 0
    assert ok("library", "info", "--file", path).startswith("klondike draw=1")
    winnable = record["winnable"]
    accepted = f"  accepted: {winnable} of {winnable} lines of k.library replayed, all win\n"
    assert ok("library", "check", "--file", path, "--all") == accepted
    picked = ok_json("library", "pick", "--file", path, "--seed", 3)
    line = ok("library", "line", picked["number"], "--file", path)
    assert ok_json("verify", "klondike", picked["number"], "--moves", line)["accepted"]
    moves = ok_json("library", "line", picked["number"], "--file", path)["moves"]
    assert len(moves) == picked["moves"]
    shown = ok("library", "pick", "--file", path, "--seed", 3)
    assert f"(a line of {len(moves)} moves wins it)" in shown


def test_mistakes_about_libraries_of_lines(tmp_path):
    path = tmp_path / "k.library"
    build = ("library", "build", "klondike", "--deals", "0:2", "--nodes", 0)
    ok(*build, "--output", path)
    for arguments, message in (
        ((*build, "--output", path, "--games", 5), "--games goes with the peaks family"),
        ((*build, "--output", path, "--scoring", "run10"), "--scoring goes with the peaks"),
        (("library", "pick", "--file", path), "has no winnable deal"),
        (("library", "pick", "--file", path, "--level", "easy"), "--level goes with libraries"),
        (("library", "line", 0, "--file", path), "has no line of deal 0"),
        (("library", "info", "klondike"), "no library of klondike draw=1 comes with"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert message in err


def test_hints():
    record = ok_json("hint", *EASY)
    assert set(record) == {"move", "can_win", "reason", "text", "back_to", "ply", "cards_home"}
    assert (record["can_win"], record["back_to"], record["ply"]) == (True, None, 0)
    lines = ok("hint", *EASY).splitlines()
    assert lines[1] == "before the first move: 0 of 52 cards home"
    assert lines[3:] == [
        f"  move     {record['move']}",
        f"  reason   {record['text']}",
        "  outlook  can still be won",
    ]
    visible = ok_json("hint", "klondike", 5, "--information", "visible")
    assert visible["can_win"] is None
    out = ok("hint", "klondike", 5, "--information", "visible")
    assert out.endswith("outlook  not looked at: the hint rests on what the player has seen\n")
    out = ok("hint", "klondike", 5, "--moves", "turn, turn", "--nodes", 0)
    assert out.splitlines()[1].startswith("after 2 moves: ")
    assert out.endswith("outlook  not found out within the limits\n")


def test_a_hint_that_leads_back():
    final = KLONDIKE.with_options({"worrying_back": False, "passes": 1})
    here = KlondikeGame(final, board(final, ["KC"], "TC KD KH KS", stock="JC QC"))
    out = ok("hint", "--code", here.code(), "--moves", "turn turn")
    assert "  outlook  can no longer be won\n" in out
    assert out.endswith("  go back  to ply 1: take back turn\n")
    out = ok("hint", "--code", here.code(), "--moves", "turn turn KC t0>t1")
    assert out.endswith("  go back  to ply 1: take back 2 moves, the last of them turn\n")
    record = ok_json("hint", "--code", here.code(), "--moves", "turn turn")
    assert (record["move"], record["can_win"], record["back_to"]) == (None, False, 1)


def test_mistakes_about_hints():
    for arguments, message in (
        (("--moves", "deal"), "move 1: illegal move deal"),
        (("--moves", "7H"), "move 1: "),
        (("--scoring", "run10"), "--scoring goes with the peaks family"),
        (("--information", "visible", "--worlds", 3), "--worlds goes with the peaks family"),
    ):
        code, out, err = run("hint", "klondike", 5, *arguments)
        assert (code, out) == (2, "")
        assert message in err
