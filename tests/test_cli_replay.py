"""`replay`, and the pictures of `deal`."""

import json

import pytest

from solitaire_core import Deal, Record, solve, to_svg, write_records
from test_cli import CODE, ok, run

WON = Deal("tripeaks", 3).start()
for MOVE in solve(WON).moves:
    WON.push(MOVE)
GAME = Deal("klondike", 7).start()
GAME.push("TC t5>t6")
RECORDS = [Record.of(WON), Record.of(GAME, scoring="vegas"), Record(GAME, ("turn",))]
ILLEGAL = Record(Deal("golf", 1), ("turn", "KS"))


@pytest.fixture
def file(tmp_path):
    def written(*records):
        path = tmp_path / "games.rec"
        write_records(path, records)
        return path

    return written


def test_every_record_gets_its_line(file):
    assert ok("replay", file(*RECORDS)).splitlines() == [
        f"   1  tripeaks wrap=true sc1:3: legal: {WON.ply} moves, won, score {WON.score}",
        "   2  klondike draw=1 passes=0 sc1:7: legal: 1 move, not ended, score -52",
        "   3  klondike draw=1 passes=0, position as given: legal: 1 move, not ended",
        "3 records, all of them legal",
    ]
    assert ok("replay", file(RECORDS[0])).endswith("\n1 record, all of them legal\n")
    assert ok("replay", file()) == "no records\n"


def test_an_illegal_move_ends_with_1(file):
    path = file(RECORDS[1], ILLEGAL, RECORDS[2])
    code, out, err = run("replay", path)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[1].startswith(
        "   2  golf wrap=false strict=true sc1:1: not legal: move 2: illegal"
    )
    assert lines[3] == "3 records, 1 not legal"
    code, out, err = run("replay", path, "--json")
    assert (code, err) == (1, "")
    objects = [json.loads(line) for line in out.splitlines()]
    assert [one["legal"] for one in objects] == [True, False, True]
    assert objects[0] == {
        "record": 1,
        **Deal("klondike", 7).to_json(),
        "legal": True,
        "ply": 1,
        "reason": "",
        "result": None,
        "score": -52,
    }
    assert (objects[1]["ply"], objects[1]["number"]) == (1, "1")
    assert objects[2]["code"] == RECORDS[2].start.code()


def test_records_from_stdin(file):
    text = file(*RECORDS).read_text(encoding="utf-8")
    assert ok("replay", "-", stdin=text) == ok("replay", file(*RECORDS))


def test_what_is_no_record_ends_with_2(file, tmp_path):
    path = file(*RECORDS)
    with path.open("a", encoding="utf-8") as more:
        more.write('\n[Format "solitaire-record 1"]\n[Game "chess"]\n')
    line = len(path.read_text(encoding="utf-8").splitlines()) - 1
    code, out, err = run("replay", path)
    assert code == 2
    assert len(out.splitlines()) == 3
    assert f"error: record 4: line {line}: the header Numbering is missing" in err
    code, out, err = run("replay", tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere: No such file or directory" in err


def test_a_picture_into_a_file(tmp_path):
    path = tmp_path / "table.svg"
    assert ok("deal", "tripeaks", 7, "--svg", path) == ""
    assert path.read_text(encoding="utf-8") == to_svg(Deal("tripeaks", 7).start())
    ok("deal", "klondike", 7, "--draw", 3, "--svg", path, "--marks")
    assert path.read_text(encoding="utf-8") == to_svg(
        Deal("klondike", 7, draw=3).start(), marks=True
    )
    assert ok("deal", "--code", CODE, "--svg", "-") == to_svg(Deal("tripeaks", 7).start())
    assert [found.name for found in tmp_path.iterdir()] == ["table.svg"]


def test_cards_that_can_be_played_are_marked_in_text():
    out = ok("deal", "tripeaks", 7, "--ascii", "--marks")
    assert "  5S  8C [AH] JD" in out and "  stock  23[##]\n" in out


def test_pictures_that_cannot_be(tmp_path):
    for arguments, message in (
        (("--svg", "-", "--json"), "--svg and --json exclude each other"),
        (("--svg", "-", "--show-all"), "--svg and --show-all exclude each other"),
        (("--svg", "-", "--ascii"), "--svg and --ascii exclude each other"),
        (("--marks", "--json"), "--marks and --json exclude each other"),
        (("--svg", tmp_path / "a" / "b.svg"), "b.svg: No such file or directory"),
    ):
        code, out, err = run("deal", "tripeaks", 7, *arguments)
        assert (code, out) == (2, "")
        assert message in err
