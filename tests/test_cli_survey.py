"""The command survey: its files, its pictures, and processes that work for it."""

import subprocess
import sys

import pytest

from solitaire_core import results, survey
from test_cli import environment, ok, ok_json, run, watched, windows

PEAKS = ["survey", "tripeaks", "--deals", "10:210", "--threads", "1"]
NO_WRAP = [*PEAKS, "--no-wrap"]


def plain(record):
    return {**record, "cpu_seconds": 0}


def test_a_file_to_go_on_with(tmp_path):
    path = tmp_path / "s.jsonl"
    expected = survey("tripeaks", 10, 200, wrap=False, threads=1).to_json()
    record = ok_json(*NO_WRAP, "--out", path)
    assert plain(record["results"][0]) == plain(expected)
    assert results.read_survey(path).to_json() == record["results"][0]
    code, out, err = run(*NO_WRAP, "--out", path)
    assert (code, out) == (2, "")
    assert f"{path} is there already: --resume goes on with it" in err
    # Half of it is gone: that half alone is done again.
    before = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(before[0])
    again = ok_json(*NO_WRAP, "--out", path, "--resume")
    assert plain(again["results"][0]) == plain(expected)
    assert "deals a second" not in ok(*NO_WRAP, "--out", path, "--resume")
    assert "deals a second" in ok(*NO_WRAP)


def test_each_rule_has_a_file_of_its_own(tmp_path):
    record = ok_json(*PEAKS, "--out", tmp_path / "s.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s-no-wrap.jsonl", "s-wrap.jsonl"]
    for name, result in zip(("wrap", "no-wrap"), record["results"], strict=True):
        assert results.read_survey(tmp_path / f"s-{name}.jsonl").to_json() == result


def test_the_file_of_another_survey(tmp_path):
    path = tmp_path / "s.jsonl"
    ok(*NO_WRAP, "--out", path)
    code, out, err = run(*PEAKS, "--wrap", "--out", path, "--resume")
    assert (code, out) == (2, "")
    assert "s.jsonl: the file of another survey: its rules is {'wrap': False}" in err


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_table_of_the_deals(tmp_path, suffix):
    path = tmp_path / f"deals{suffix}"
    out = ok(*PEAKS, "--deals-out", path)
    assert out.endswith(f"\n\n  deals in {path}\n")
    deals = list(results.read_deals(path))
    assert [deal.number for deal in deals] == 2 * list(range(10, 210))
    for wrap in (True, False):
        game = f"tripeaks wrap={str(wrap).lower()}"
        won = sum(deal.fewest_turns is not None for deal in deals if deal.game == game)
        assert won == survey("tripeaks", 10, 200, threads=1, wrap=wrap).winnable
    assert list(tmp_path.iterdir()) == [path]


def test_all_files_at_once(tmp_path):
    names = ["s.jsonl", "deals.csv", "picture.png"]
    paths = [tmp_path / name for name in names]
    options = zip(("--out", "--deals-out", "--plot"), paths, strict=True)
    arguments = [word for pair in options for word in pair]
    ok("survey", "klondike", "--deals", "0:10", "--nodes", 300, "--threads", 1, *arguments)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert results.read_survey(paths[0]).count == 10
    assert len(list(results.read_deals(paths[1]))) == 10
    assert paths[2].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("options", [[], ["--scores", "--games", 3]])
def test_a_picture(tmp_path, options):
    path = tmp_path / "p.svg"
    out = ok("survey", "one-peak", "--deals", "0:60", "--threads", 1, "--plot", path, *options)
    assert out.endswith(f"  picture in {path}\n")
    text = path.read_text(encoding="utf-8")
    assert "Win rate as deals are counted" in text
    assert "n = 60" in text
    assert ("casual player" in text) == bool(options)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "options, message",
    [
        ("--resume", "--resume goes with --out"),
        ("--scores --out x.jsonl", "--out does not go with --scores"),
        ("--scores --deals-out x.csv", "--deals-out does not go with --scores"),
        ("--scores --workers processes", "--workers does not go with --scores"),
        ("--plot x.gif", "x.gif: the name of a picture ends in .png, .svg, .pdf"),
        ("--deals-out x.xlsx", "x.xlsx: the name of a table ends in .jsonl, .csv, .parquet"),
        ("--workers ants", "'ants' is not one of 'threads', 'processes'"),
    ],
)
def test_what_is_refused_before_any_work(tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solitaire_core.cli.survey.run", None)
    monkeypatch.setattr("solitaire_core.cli.survey.run_scores", None)
    code, out, err = run(*PEAKS, *options.split())
    assert (code, out) == (2, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_an_extra_that_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = run(*PEAKS, "--plot", "x.png")
    assert code == 2
    assert "pip install 'solitaire-core[plot]'" in err


@pytest.mark.host
def test_processes(tmp_path):
    out = ok("survey", "one-peak", "--deals", "0:4000", "--threads", 2, "--workers", "processes")
    assert "one-peak, sc1 deals 0 to 3999  (2 processes)" in out
    for wrap in (True, False):
        found = survey("one-peak", 0, 4000, wrap=wrap, threads=1)
        assert f"{found.winnable:,}" in out


INTERRUPTED = """
import os, signal, threading, sys
import solitaire_core.surveying.run as run
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have turned it off
from solitaire_core.surveying.file import SurveyFile
append = SurveyFile.append
def appended(self, chunk):
    append(self, chunk)
    os.kill(os.getpid(), signal.SIGINT)
SurveyFile.append = appended
if __name__ == "__main__":
    from solitaire_core.cli import main
    main()
"""


@pytest.mark.host
@pytest.mark.skipif(windows, reason="os.kill ends a process there, and sends it no signal")
@pytest.mark.parametrize("workers", ["threads", "processes"])
def test_ctrl_c_keeps_what_is_done(tmp_path, workers):
    path, script = tmp_path / "s.jsonl", tmp_path / "program.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    arguments = ["survey", "tripeaks", "--wrap", "--deals", f"0:{2**60}", "--out", str(path)]
    process = subprocess.run(
        [sys.executable, str(script), *arguments, "--workers", workers, "--threads", "2"],
        capture_output=True,
        timeout=120,
        env=environment(),
        check=False,
    )
    assert (process.returncode, process.stdout) == (130, b""), process.stderr
    assert process.stderr == b"interrupted\n"
    assert sum(piece.count for piece in results.read_pieces(path)) > 0


# ---- bars --------------------------------------------------------------------------------


WATCHED = """
from solitaire_core.cli import main, progress
progress._PATIENCE = {patience}
main()
"""


@pytest.mark.host
@pytest.mark.skipif(windows, reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    "arguments, words",
    [
        ("library check --sample 60", ["checking", "/s", "left"]),
        ("solve klondike 5 --improve --seconds 0.5", ["searching", "left at the most"]),
        ("solve klondike 5 --improve --nodes 1000000", ["searching", "0:00:0"]),
        ("hint klondike 0 --draw 3 --nodes 300000", ["searching", "0:00:0"]),
        ("survey one-peak --deals 0:4000 --deals-out DEALS.csv", ["writing DEALS.csv", "left"]),
    ],
)
def test_whatever_takes_its_time_shows_it(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code, out, shown = watched(WATCHED.format(patience=0), *arguments.split())
    assert code == 0
    assert out
    for word in words:
        assert word.encode() in shown
    # The line of the bar is empty in the end.
    assert shown.rindex(b"\x1b[2K") > shown.rindex(words[-1].encode())


@pytest.mark.host
@pytest.mark.skipif(windows, reason="there are no pseudo-terminals")
def test_what_is_quick_shows_no_bar():
    assert watched(WATCHED.format(patience=60), "solve", "klondike", 5)[2] == b""
