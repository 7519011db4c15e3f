"""`bench`: what the core does a second on this machine."""

import sys

import pytest

from solitaire_core import bench_work, machine
from solitaire_core.bench import Bench, Measure, Rate, bench, measure
from solitaire_core.bench_work import TASKS, Task
from solitaire_core.cli.bench import _short
from test_cli import ok, ok_json, run


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_piece_is_the_same_work_every_time(task):
    # Deals and games are fixed, so that a figure of one machine can be held against another's.
    found = [task.prepare()() for _ in range(2)]
    assert found[0] == found[1] > 100


def test_fixed_deals_reach_the_limit():
    # Else the figure would be that of short searches, most of which is their beginning.
    nodes = next(task for task in TASKS if task.name == "Klondike draw 3: solve").prepare()()
    assert nodes == len(bench_work._HARD_KLONDIKE) * bench_work._NODES


def test_work_and_time_are_counted():
    calls = []

    def piece():
        calls.append(1)
        return 5

    # Long enough for a second piece, even where other programs have the processor for a while.
    rate = measure(Task("nothing", "calls", lambda: piece), 0.25)
    assert rate.amount == 5 * len(calls) > 5
    assert rate.threads == 1
    assert rate.seconds >= 0.25
    assert rate.a_second == rate.amount / rate.seconds
    assert rate.a_cpu_second == rate.amount / rate.cpu_seconds


def test_every_piece_is_done_once_at_least():
    assert measure(Task("nothing", "calls", lambda: lambda: 1), 1e-9).amount == 1


@pytest.mark.host
def test_all_threads_work_at_once():
    prepared = []

    def prepare():
        prepared.append(1)
        return lambda: 1

    rate = measure(Task("nothing", "calls", prepare), 0.01, threads=3)
    assert (rate.threads, len(prepared)) == (3, 3)
    # Seconds are those of all threads, so what one did in a second is a third of the whole.
    assert rate.seconds >= 0.03
    assert rate.a_second > rate.amount / rate.seconds


@pytest.mark.host
def test_what_a_thread_raises_ends_the_run():
    def fails():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        measure(Task("nothing", "calls", lambda: fails), 10, threads=2)


@pytest.mark.host
def test_ratio_and_json():
    seen = []
    found = bench(0.02, threads=2, tasks=TASKS[:1], progress=lambda *told: seen.append(told))
    assert seen == [(TASKS[0].name, 0), ("", 1)]
    (only,) = found.measures
    assert only.ratio == only.all.a_second / only.one.a_second
    record = found.to_json()
    assert record["machine"] == machine.machine_facts()
    assert record["measures"][0]["all"]["threads"] == record["threads"] == 2
    assert bench(0.02, threads=1, tasks=TASKS[:1]).measures[0].ratio is None


def test_busy_is_the_share_of_time_at_work():
    rate = Rate(threads=2, amount=8, seconds=4.0, cpu_seconds=3.0, a_second=4.0)
    assert Bench({}, 2, (Measure("x", "deals", rate, rate),), {}).busy == 0.75
    assert Bench({}, 2, (), {}).busy == 1


def test_what_needs_an_extra_is_left_out():
    def prepare():
        raise ImportError("environments need the extra rl")

    found = bench(0.01, threads=1, tasks=(Task("environments", "steps", prepare),))
    assert found.left_out == {"environments": "environments need the extra rl"}
    assert found.measures == ()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_seconds_are_above_0(seconds):
    with pytest.raises(ValueError, match="seconds is a number above 0"):
        bench(seconds)


@pytest.mark.parametrize("threads", [0, 1025])
def test_threads_are_counted(threads):
    with pytest.raises(ValueError, match="threads"):
        bench(1, threads=threads)


def test_the_cpu_has_a_name(monkeypatch):
    assert machine.cpu_name().strip()
    monkeypatch.setattr(machine, "_of_linux", lambda: "A  CPU\n")
    monkeypatch.setattr(sys, "platform", "linux")
    assert machine.cpu_name() == "A CPU"

    def fails():
        raise FileNotFoundError

    monkeypatch.setattr(machine, "_of_linux", fails)
    assert machine.cpu_name().strip()


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.50"), (9.99, "9.99"), (9.996, "10.0"), (99.96, "100"), (999.6, "1.00 k"),
     (16_700_000, "16.7 M"), (2.5e9, "2.50 G"), (4e12, "4000 G")],
)  # fmt: skip
def test_short_figures(value, text):
    assert _short(value) == text


def test_command_as_a_table():
    out = ok("bench", "--seconds", "0.01", "--threads", 1)
    lines = out.splitlines()
    assert lines[0].startswith("cpu")
    assert f"kernel    {machine.machine_facts()['kernels'][0]}" in out
    rows = [line for line in lines if any(line.startswith(task.name) for task in TASKS)]
    assert len(rows) == len(TASKS)
    assert max(map(len, map(str.rstrip, rows))) <= 80


@pytest.mark.host
def test_command_in_json():
    record = ok_json("bench", "--seconds", "0.01", "--threads", 2)
    assert [found["name"] for found in record["measures"]] == [task.name for task in TASKS]
    assert all(found["ratio"] > 0 for found in record["measures"])


def test_command_helps():
    out = ok("bench", "--help")
    assert out.startswith("Usage: solitaire-core bench [OPTIONS]\n")
    assert "Arguments" not in out


@pytest.mark.parametrize("arguments", [("--seconds", "0"), ("--threads", "0"), ("tripeaks",)])
def test_command_refuses(arguments):
    code, out, err = run("bench", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("solitaire-core: error: ")
