"""The command line: the deal of a day."""

import datetime
import json
import os

import pytest

from solitaire_core import Deal, daily
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.rendering import draw
from test_cli import child, ok, ok_json, run

KEY = b"a key for a test"


@pytest.mark.parametrize(
    ("options", "deal"),
    [
        ([], daily("2026-11-30")),
        (["tripeaks"], daily("2026-11-30")),
        (["TriPeaks", "--wrap"], daily("2026-11-30")),
        (["--no-wrap"], daily("2026-11-30", wrap=False)),
        (["golf"], daily("2026-11-30", "golf")),
        (["golf", "--rule", "queens-on-kings"], daily("2026-11-30", "golf", strict=False)),
        (["golf", "--wrap"], daily("2026-11-30", "golf", wrap=True)),
        (["golf", "--by-columns"], daily("2026-11-30", "golf", by_columns=True)),
    ],
    ids=str,
)
def test_a_day(options, deal):
    out = ok("daily", *options, "--date", "2026-11-30")
    assert out == f"{deal}  (2026-11-30)\n\n{draw(deal.start())}\n"
    assert max(map(len, out.splitlines())) <= 80
    out = ok("daily", *options, "--date", "2026-11-30", "--ascii")
    assert out.endswith(f"\n\n{draw(deal.start(), ascii=True)}\n")


@pytest.mark.parametrize("game", PEAKS_GAMES)
def test_a_day_in_json(game):
    record = ok_json("daily", game, "--date", "2028-02-29")
    deal = daily("2028-02-29", game)
    view = deal.start().visible()
    assert record.pop("layout") == {
        "tableau": [str(card) for card in view.tableau],
        "waste": str(view.top),
        "stock_left": view.stock_left,
        "code": deal.start().code(),
    }
    expected = {"date": "2028-02-29", "scheme": 1, "keyed": False, "text": str(deal)}
    assert record == {**expected, **deal.to_json()}
    assert record["number"] == str(deal.number)
    assert Deal.from_text(record["text"]) == deal


def test_today(monkeypatch):
    class Clock(datetime.date):
        @classmethod
        def today(cls):
            return cls(2031, 7, 4)

    monkeypatch.setattr("solitaire_core.cli.daily.datetime.date", Clock)
    record = ok_json("daily")
    assert (record["date"], record["number"]) == ("2031-07-04", str(daily("2031-07-04").number))


@pytest.mark.host
def test_today_is_where_the_player_is():
    # Twenty-six hours lie between these two: never the same day.
    dates = [
        json.loads(child("daily", "one-peak", "--json", TZ=zone).stdout)["date"]
        for zone in ("UTC-14", "UTC+12")
    ]
    if hasattr(os, "uname"):  # elsewhere TZ is read in other ways
        assert dates[0] > dates[1]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_key(tmp_path, end):
    path = tmp_path / "secret.key"
    path.write_bytes(KEY + end)
    deal = daily("2026-11-30", key=KEY)
    assert deal != daily("2026-11-30")
    out = ok("daily", "--date", "2026-11-30", "--key-file", path)
    assert out.startswith(f"{deal}  (2026-11-30, with a key)\n")
    assert ok("daily", "--date", "2026-11-30", "--key-file", "-", stdin=KEY + end) == out
    record = ok_json("daily", "--date", "2026-11-30", "--key-file", path)
    assert (record["keyed"], record["number"]) == (True, str(deal.number))
    assert KEY.decode() not in out + json.dumps(record)


@pytest.mark.parametrize(
    "key", [KEY + b"\n\n", KEY + b" ", b"\xff\x00" * 8, KEY + b"\n\r", b"\n" * 20]
)
def test_keys_are_bytes(tmp_path, key):
    path = tmp_path / "secret.key"
    path.write_bytes(key)
    expected = daily("2026-11-30", key=key[:-1] if key.endswith(b"\n") else key)
    record = ok_json("daily", "--date", "2026-11-30", "--key-file", path)
    assert record["number"] == str(expected.number)


def test_the_help_says_where_keys_belong():
    out = " ".join(ok("daily", "--help").split())
    assert "A key cannot be an argument: others can see those." in out
    assert "[default: today, where you are]" in out


MISTAKES = [
    ("daily klondike", "'klondike' is not one of 'tripeaks', 'golf', 'one-peak', 'four-peaks'"),
    ("daily tripeaks 7", "unexpected extra argument"),
    ("daily --date today", "date is YYYY-MM-DD, not 'today'"),
    ("daily --date 2026-02-29", "date 2026-02-29: day "),
    ("daily --date 20261130", "date is YYYY-MM-DD, not '20261130'"),
    ("daily --rule wrap", "--rule does not go with tripeaks"),
    ("daily --by-columns", "--by-columns does not go with tripeaks"),
    ("daily golf --rule strict --wrap", "--wrap and --rule strict exclude each other"),
    ("daily --key-file no-such-file", "no-such-file: No such file or directory"),
    ("daily --key-file -", "key has at least 16 bytes, not 0"),
    ("daily --key secret", "no such option"),
]


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_mistakes_end_in_one_line_and_code_2(line, message):
    code, out, err = run(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("solitaire-core: error: ")
    assert message in err
    assert "secret" not in err


def test_keys_that_are_too_short_or_too_long(tmp_path):
    path = tmp_path / "secret.key"
    for data, message in (
        (b"secret", "key has at least 16 bytes, not 6"),
        (b"secret and more\n", "key has at least 16 bytes, not 15"),
        (b"s" * 1_000_001, f"{path}: more than 1,000,000 bytes"),
    ):
        path.write_bytes(data)
        code, out, err = run("daily", "--key-file", path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err.replace(str(path), str(path))
        assert "secret and" not in err
    assert run("daily", "--key-file", tmp_path)[0] == 2
