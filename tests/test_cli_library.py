"""`solitaire-core library`: build, info, pick, check."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from solitaire_core import LEVELS, Library, build_library, grade, pick_deal
from test_cli import environment, ok, ok_json, run
from test_library import forge_turns

windows = sys.platform == "win32"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    found = tmp_path_factory.mktemp("library") / "small.library"
    build_library(found, "one-peak", 0, 50, games=20, threads=1)
    return found


def test_build(tmp_path):
    target = tmp_path / "new.library"
    arguments = ("build", "one-peak", "--deals", "100:160", "--output", target, "--games", 30)
    out = ok("library", *arguments, "--no-wrap", "--threads", 1)
    built = Library.load(target)
    assert built.numbers == range(100, 160)
    assert built.header.games == 30
    assert not built.rules.wrap
    assert out.startswith("one-peak wrap=false, sc1 deals 100 to 159  (")
    assert f"sha-256       {built.sha256}\n" in out
    assert list(tmp_path.iterdir()) == [target]
    # The same again, as JSON, over the first one.
    record = ok_json("library", *arguments, "--no-wrap", "--threads", 1)
    assert record["sha256"] == built.sha256
    assert (record["first"], record["count"]) == ("100", 60)


@pytest.mark.host
@pytest.mark.skipif(windows, reason="signals are of another kind there")
def test_a_build_that_is_interrupted_goes_on(tmp_path):
    target = tmp_path / "new.library"
    command = [
        sys.executable, "-c", "from solitaire_core.cli import main; main()", "library", "build",
        "one-peak", "--deals", "0:40000", "--output", str(target), "--games", "300",
        "--threads", "1",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    part = tmp_path / "new.library.part"
    deadline = time.monotonic() + 300  # which a busy machine may need
    while not (part.exists() and part.stat().st_size > 2000):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (130, b"", b"interrupted\n")
    assert not target.exists()
    size = part.stat().st_size
    assert size > 2000
    # Another range is another build.
    code, out, err = run(
        "library", "build", "one-peak", "--deals", "0:10", "--output", target, "--games", 300
    )
    assert (code, out) == (2, "")
    assert "the checkpoint of another build" in err
    assert part.stat().st_size == size


def test_info_of_a_file(path):
    out = ok("library", "info", "--file", path)
    assert "one-peak wrap=true, sc1 deals 0 to 49  (small.library)" in out
    assert max(map(len, out.splitlines())) <= 80
    record = ok_json("library", "info", "--file", path)
    library = Library.load(path)
    assert record["winnable"] == sum(1 for _ in library.iter(winnable=True))
    assert record["game"] == "one-peak"
    assert record["levels"] == {}
    assert (
        set(record["clear_rate"]) == set(record["par"]) == {"5 %", "25 %", "50 %", "75 %", "95 %"}
    )


@pytest.mark.parametrize("wrap", [True, False])
def test_info_of_the_package(wrap):
    out = ok("library", "info", "tripeaks", "--wrap" if wrap else "--no-wrap")
    assert f"winnable      {97_029 if wrap else 74_054:,}\n" in out
    assert max(map(len, out.splitlines())) <= 80
    record = ok_json("library", "info", *([] if wrap else ["--no-wrap"]))
    assert set(record["levels"]) == {
        name for name, level in LEVELS.items() if level.rules.wrap is wrap
    }
    assert all(count > 10_000 for count in record["levels"].values())


@pytest.mark.parametrize("level", LEVELS)
def test_pick(level):
    record = ok_json("library", "pick", "--level", level, "--seed", 5)
    deal = pick_deal(level, 5)
    assert record["deal"] == str(deal)
    assert record["number"] == str(deal.number)
    assert (record["level"], record["seed"], record["verdict"]) == (level, "5", "winnable")
    assert record["clear_rate"] == grade(deal).cleared // 4 / 250
    out = ok("library", "pick", "--level", level, "--seed", 5, "--ascii")
    assert out.startswith(f"{deal}  (a casual player clears it ")
    assert "waste" in out
    assert out.isascii()


def test_pick_from_a_file(path):
    record = ok_json("library", "pick", "--file", path, "--seed", 3)
    assert record["deal"] == str(Library.load(path).pick(None, 3))


def test_check(path, tmp_path):
    out = ok("library", "check", "--file", path, "--all")
    assert out == "  accepted: 50 of 50 deals of small.library measured anew, all alike\n"
    record = ok_json("library", "check", "--no-wrap", "--sample", 5, "--seed", 3)
    assert record["ok"] is True
    assert (record["checked"], record["mismatches"]) == (5, [])
    damaged = tmp_path / "damaged"
    data = bytearray(path.read_bytes())
    data[-40] ^= 1
    damaged.write_bytes(data)
    code, out, err = run("library", "check", "--file", damaged)
    assert (code, err) == (1, "")
    assert out == f"  not accepted: {damaged}: damaged: its checksum does not agree\n"
    code, out, err = run("library", "check", "--file", damaged, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["ok"] is False
    for command in ("info", "pick"):
        code, out, err = run("library", command, "--file", damaged)
        assert (code, out) == (2, "")
        assert err == f"solitaire-core: error: {damaged}: damaged: its checksum does not agree\n"


def test_check_names_what_is_wrong(path, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_bytes(forge_turns(path.read_bytes(), bytes(50)))
    code, out, err = run("library", "check", "--file", wrong, "--all")
    assert (code, err) == (1, "")
    assert out.startswith("  not accepted: 50 of 50 deals of wrong measured anew\n  deal ")
    assert ", the library says 0\n" in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("info golf --rule wrap", "no library of golf wrap comes with the package"),
        ("info one-peak", "no library of one-peak"),
        ("pick golf --level easy", "the level easy is of tripeaks with"),
        ("pick tripeaks --wrap --level hard", "the level hard is of tripeaks with"),
        ("pick --level simple", "'simple' is not one of"),
        ("pick --seed -1", "-1 is not in the range"),
        ("info --file nothing.library", "nothing.library: No such file or directory"),
        ("info golf --file nothing.library", "--file says of what game it is"),
        ("info --wrap --file nothing.library", "--file says of what game it is"),
        ("build tripeaks --deals 0:5", "missing option '--output'"),
        ("build tripeaks --output x", "missing option '--deals'"),
        ("build tripeaks --deals 5:5 --output x", "there is no deal from 5 up to 5"),
        ("build tripeaks --deals 5 --output x", "--deals is a range A:B"),
        ("build tripeaks --deals 0:5 --output /", "/"),
        ("check --sample x", "'x' is not a whole number"),
    ],
)
def test_mistakes(arguments, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("library", *arguments.split())
    assert (code, out) == (2, "")
    assert text in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []  # noqa: PTH208
