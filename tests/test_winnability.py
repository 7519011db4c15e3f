"""The table of win rates is that of the surveys which are kept beside it."""

import importlib.util
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from solitaire_core import wilson_interval
from solitaire_core.cli.program import program

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs" / "winnability.jsonl"
# Documents are not part of what is installed.
LINES = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
KEPT = [json.loads(line) for line in LINES]


def test_the_page_has_the_table_of_the_results():
    if not KEPT:
        assert not (ROOT / "docs").exists()
        return
    path = ROOT / "benchmarks" / "winnability.py"
    spec = importlib.util.spec_from_file_location("winnability", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    page = script.PAGE.read_text(encoding="utf-8")
    assert script.written(page) == page
    assert set(script.kept()) <= set(script.ROWS)


@pytest.mark.parametrize("line", KEPT, ids=lambda line: line["command"])
def test_a_row_adds_up_and_its_command_is_one(line):
    found = line["result"]
    verdicts = found["winnable"], found["unwinnable"], found["unknown"]
    assert sum(verdicts) == found["count"]
    assert found["low"] == wilson_interval(found["winnable"], found["count"])[0]
    words = shlex.split(line["command"])
    words[words.index("--deals") + 1] = "0:4"
    done = CliRunner().invoke(program, ["survey", *words, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    (again,) = told.get("results", [told])
    assert again["rules"] == found["rules"]
    assert (again["game"], again["numbering"]) == (found["game"], found["numbering"])
    assert again["count"] == 4
