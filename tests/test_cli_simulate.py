"""`solitaire-core simulate`."""

import pytest

from solitaire_core import simulate, summary
from solitaire_core.policies import Lookahead
from test_cli import ok, ok_json, run


def test_simulate_in_json():
    record = ok_json("simulate", "tripeaks", "--deals", "5:305", "--no-wrap", "--seed", 3)
    found = summary(simulate("tripeaks", range(5, 305), "greedy", 3, games=1, wrap=False))
    cpu_seconds = record.pop("cpu_seconds")
    assert cpu_seconds >= 0
    assert record == {
        "game": "tripeaks",
        "rules": {"wrap": False},
        "numbering": "sc1",
        "first": "5",
        "policy": "greedy",
        "seed": "3",
        **found.to_json(),
    }
    assert (record["count"], record["games"]) == (300, 1)
    assert set(record) >= {"score", "moves", "turns", "longest_chain"}


@pytest.mark.host
def test_options_of_simulate(monkeypatch):
    # Chunks of a few deals add up to the whole.
    monkeypatch.setattr("solitaire_core.cli.simulate._CHUNK", 64)
    arguments = ("klondike", "--deals", "1:40", "--draw", 3, "--policy", "lookahead")
    more = ("--depth", 1, "--games", 3, "--numbering", "ms", "--most-moves", 90, "--threads", 2)
    record = ok_json("simulate", *arguments, *more)
    rows = simulate(
        "klondike", range(1, 40), Lookahead(1), games=3, numbering="ms", most_moves=90, draw=3
    )
    assert {name: record[name] for name in summary(rows).to_json()} == summary(rows).to_json()
    assert (record["depth"], record["numbering"]) == (1, "ms")
    assert record["moves"]["quantiles"]["95"] <= 90
    scored = ok_json("simulate", "golf", "--deals", "0:20", "--scoring", "hogue")
    rows = simulate("golf", range(20), scoring="hogue")
    assert scored["score"]["mean"] == rows["score"].mean()
    assert "depth" not in scored


def test_large_deal_numbers_are_text():
    record = ok_json("simulate", "tripeaks", "--deals", f"{2**64 - 3}:{2**64}")
    assert (record["first"], record["count"]) == (str(2**64 - 3), 3)


def test_simulate_as_a_table():
    out = ok("simulate", "tripeaks", "--deals", "0:1000", "--policy", "casual", "--threads", 1)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "tripeaks wrap=true, sc1 deals 0 to 999, casual (1 thread)"
    rows = simulate("tripeaks", range(1000), "casual")
    assert f"won {rows['won'].sum():,}" in lines
    assert any(line.startswith("win rate ") and line.endswith(" %") for line in lines)
    assert "mean 5 % 25 % 50 % 75 % 95 %" in lines
    assert any(line.startswith("longest chain ") for line in lines)
    assert max(map(len, out.splitlines())) <= 80
    out = ok("simulate", "klondike", "--deals", "7:8", "--games", 2)
    assert out.startswith("klondike draw=1 passes=0, sc1 deals 7, greedy")
    assert "games of each" in out
    assert "cards at home" in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("tripeaks",), "--deals"),
        (("tripeaks", "--deals", "5"), "--deals is a range A:B"),
        (("tripeaks", "--deals", "5:5"), "there is no deal from 5 up to 5"),
        (("tripeaks", "--deals", f"0:{2**64 + 1}"), "sc1 deal numbers run from 0"),
        (("tripeaks", "--deals", "0:3", "--numbering", "ms"), "ms deal numbers run from 1"),
        (("tripeaks", "--deals", "0:3", "--policy", "best"), "'best' is not one of"),
        (("tripeaks", "--deals", "0:3", "--depth", "2"), "--depth goes with --policy lookahead"),
        (("klondike", "--deals", "0:3", "--policy", "casual"), "casual does not play klondike"),
        (("klondike", "--deals", "0:3", "--scoring", "chain"), "klondike has no scoring systems"),
        (("klondike", "--deals", "0:3", "--wrap"), "--wrap goes with the peaks family"),
        (("tripeaks", "--deals", "0:3", "--draw", "3"), "--draw goes with the Klondike family"),
        (("tripeaks", "--deals", "0:3", "--games", "0"), "--games"),
        (("tripeaks", "--deals", "0:3", "--seed", "-1"), "--seed"),
        (("chess", "--deals", "0:3"), "'chess' is not one of"),
    ],
)
def test_bad_usage(arguments, text):
    code, out, err = run("simulate", *arguments)
    assert (code, out) == (2, "")
    assert text in err
    assert err.count("\n") == 1
