"""What `benchmarks/compare` hands to other programs and reads from them, without the programs."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import solitaire_core as sc

FOLDER = Path(__file__).parent.parent / "benchmarks" / "compare"

if not FOLDER.is_dir():  # the tests of a wheel are copied without the benchmarks
    pytest.skip("there is no folder benchmarks/compare", allow_module_level=True)

# What pyksolve 0.0.15 answers to our deals.
RECORDED = {
    ("klondike:1", 17): (
        "2D F2 DR7 WD 53 F5 5D F5 W5 W1 DR5 W2 DR1 W6 DR2 W5 DR1 W4 W1 DR4 WC DR2 WD W3 W5 WC "
        "DR2 WH 71 F7 71 F7 7H F7 7S F7 7H F7 51-4 F5 45-2 F4 45 F4 4C F4 4D 7D F7 WD WH 1C 1H "
        "5H 34-3 F3 3C F3 1C 1H NEW DR3 WS WS DR4 WS WS 3S 5S 6S 5D 6D F6 6H F6 5S F5 5C 1C 1H "
        "6C F6 1S 6C F6 WH WD 1H 2S 4C 7D 1C 2D 4H WD DR1 WS 4C 6H F6 6S "
    ),
    ("klondike:3", 11): (
        "37 F3 3C F3 71-2 F7 17-3 51 F5 65 F6 61 F6 DR4 W1 W3 DR1 W7 W5 W3 DR3 NEW DR2 W1 WH 4H "
        "F4 W4 DR2 W3 53-3 F5 W7 WS DR2 WD 7D 6D F6 6C F6 DR1 WD 5D F5 5H F5 5S 7S 7H 76-3 F7 W3 "
        "63 6D 7D F7 72 F7 71 F7 7C F7 2C 7S 2H F2 3S 3H 62-2 F6 W6 W1 W5 WC 4C 4H F4 3C 3D 1C "
        "23-2 2C WC WD W6 W1 WD 4D F4 4S 3S 1S 3H 1H 3S 1S 3H 1H 3C 6S 1C 3H 6D 6C WS 1H 3S 5D "
    ),
}


@pytest.fixture
def module(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module


@pytest.mark.parametrize("game, number", RECORDED)
def test_a_recorded_line_of_klondike_solver_wins(module, game, number):
    deals = module("deals")
    deal = deals.deal_of(game, number)
    line = deals.klondike_solver_line(deal, RECORDED[game, number])
    played = deal.start()
    for move in line:
        played.push(move)
    assert played.outcome().result is sc.Result.WON
    assert line.count("redeal") == 1


def test_a_line_that_is_not_legal_is_refused(module):
    deals = module("deals")
    deal = deals.deal_of("klondike:1", 17)
    with pytest.raises(ValueError, match="no legal move is D2"):
        deals.klondike_solver_line(deal, "2D F2 D2")
    with pytest.raises(ValueError, match="no legal move is 12-3"):
        deals.klondike_solver_line(deal, "12-3")


def piles_of(text):
    root = ElementTree.fromstring(text)
    piles = {
        int(pile.get("index")): [
            (13 * int(card.get("suit")) + int(card.get("value")) - 1, card.get("faceup") == "1")
            for card in pile
        ]
        for pile in root
    }
    return root, piles


@pytest.mark.parametrize("draw", [1, 3])
def test_saved_klondike_of_kpat(module, draw):
    deals = module("deals")
    deal = deals.deal_of(f"klondike:{draw}", 5)
    root, piles = piles_of(deals.kpat_text(deal))
    board = deal.start().board()
    assert (root.get("id"), root.get("options")) == ("18", str(draw))
    assert piles[0] == [(card.code, False) for card in reversed(board.stock)]
    for at in range(7):
        assert [code for code, _ in piles[5 + at]] == [card.code for card in board.piles[at]]
        assert [up for _, up in piles[5 + at]] == [False] * at + [True]
    assert sum(map(len, piles.values())) == 52


def test_saved_golf_of_kpat(module):
    deals = module("deals")
    deal = deals.deal_of("golf", 5)
    root, piles = piles_of(deals.kpat_text(deal))
    assert (root.get("id"), len(piles[0])) == ("12", 16)
    assert piles[8] == [(deal.cards[35].code, True)]
    assert piles[0][-1] == (deal.cards[36].code, False)
    assert [piles[1 + at][-1][0] for at in range(7)] == [card.code for card in deal.cards[28:35]]


def test_board_and_line_of_black_hole_solver(module):
    deals = module("deals")
    deal = deals.deal_of("golf", 10)
    text = deals.black_hole_text(deal).splitlines()
    assert text[0] == f"Foundations: {deal.cards[35]}"
    assert text[1].split()[1:] == [str(card) for card in deal.cards[36:]]
    columns = [line.split() for line in text[2:]]
    assert [len(column) for column in columns] == [5] * 7
    moves = sc.solve(deal).moves
    line = []
    for move in moves:
        at = 7 if move.is_turn else [c[-1] if c else "" for c in columns].index(str(move))
        line.append(str(at))
        if at < 7:
            columns[at].pop()
    assert deals.black_hole_line(deal, " ".join(line)) == [str(move) for move in moves]


def test_contradictions_and_false_lines_are_told(module):
    report = module("report")

    def result(program, verdict, line=""):
        return {
            "program": program, "game": "golf", "deal": "7", "verdict": verdict, "line": line
        }  # fmt: skip

    def told(*results):
        return report.disagreements(results, ["prover"])

    assert told(result("a", 1), result("b", -1), result("c", 1)) == ([], [])
    assert told(result("a", 1), result("b", 0) | {"deal": "8"}) == ([], [])
    accepted = result("a", 1, "accepted")
    refuted = "golf, b: 1 of its losses are won by an accepted line: 7"
    assert told(accepted, result("b", 0), result("c", 1)) == ([], [refuted])
    contradiction = "golf, deal 7: lost by prover; won by a, with an accepted line"
    assert told(accepted, result("prover", 0)) == ([contradiction], [])
    contradiction = "golf, deal 7: lost by b; won by a, without a line to check"
    assert told(result("b", 0), result("a", 1)) == ([contradiction], [])
    told = report.rejected([result("a", 1, "accepted"), result("b", 1, "move 2: illegal")])
    assert told == ["golf, deal 7, b: move 2: illegal"]


@pytest.mark.host
def test_a_run_measures_and_verifies(tmp_path):
    pytest.importorskip("termios")
    pytest.importorskip("rich")
    told = tmp_path / "told.json"
    command = [sys.executable, str(FOLDER / "run.py"), "--games", "golf", "--deals", "10:13"]
    command += ["--programs", "solitaire-core,kpat", "--at", "kpat=/nowhere/kpat"]
    run = subprocess.run(
        [*command, "--json", str(told)], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "kpat: skipped: no program /nowhere/kpat" in run.stdout
    told = json.loads(told.read_text())
    assert [row["deal"] for row in told["results"]] == ["10", "11", "12"]
    assert told["wrong"] == []
    for row in told["results"]:
        assert row["verdict"] == int(
            sc.solve(sc.Deal("golf", int(row["deal"]), strict=False)).verdict
        )
        assert row["line"] == ("accepted" if row["verdict"] else "")
        assert 0 < row["cpu"] < 1.5 and row["peak"] > 1e6
