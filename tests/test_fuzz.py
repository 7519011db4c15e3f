"""The fuzz targets on a few inputs, the same ones each time; fuzz/run.py goes on from there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

# These lie in the folder fuzz, which pytest is told of.
from mutate import inputs_of
from source import Source
from targets import load
from targets.kernels import CALLS, NOTED

FUZZ = Path(__file__).resolve().parents[1] / "fuzz"


pytestmark = pytest.mark.host

TARGETS = load()
# Targets of which the inputs are texts or files, and not choices.
READERS = [name for name in TARGETS if TARGETS[name].run.__module__.endswith(("texts", "files"))]
# As many as take a second or two.
INPUTS = dict.fromkeys(TARGETS, 300) | {
    "kernels": 2000, "simulations": 40, "decisions": 40, "surveys": 60, "libraries": 100,
    "line_libraries": 100, "games": 100,
}  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_the_documented_errors(name):
    # In a process of its own: a crash of it is a failed test and not the end of all tests.
    done = subprocess.run(
        [sys.executable, str(FUZZ / "plain.py"), str(INPUTS[name]), name],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=900,
        check=False,
        # What is freed is overwritten at once.
        env={"PYTHONMALLOC": "debug"} | os.environ,
    )
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.parametrize("name", READERS)
def test_seeds_are_read(name):
    # Else mutations of them would be refused at the first letter.
    target = TARGETS[name]
    for data in target.made():
        target.run(data)


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_the_right_arguments_are_right(number):
    call = CALLS[number]
    named = {name: make() for name, make in call.named.items()}
    call.function(*(make() for make in call.arguments), **named)


def test_every_entry_point_of_the_core_is_called():
    called = {getattr(call.function, "__name__", None) for call in CALLS}
    called |= {call.function.__qualname__.partition(".")[0] for call in CALLS
               if hasattr(call.function, "__qualname__")}  # fmt: skip
    # No functions, or they take nothing, or made by what is called.
    others = {"IllegalMoveError", "KLONDIKE_PRUNINGS", "kernels", "api_address",
              "peaks_value_weights"}  # fmt: skip
    assert set(NOTED) - others - called == set()


def test_inputs_are_the_same_each_time():
    seeds = [b"AC 2H", b"turn", b""]
    first = list(inputs_of(seeds, 300))
    assert first == list(inputs_of(seeds, 300))
    assert first[:3] == seeds
    assert len(set(first)) > 150
    assert first != list(inputs_of(seeds, 300, seed=1))


def test_choices_out_of_bytes():
    source = Source(bytes([5, 1, 2, 9, 255]))
    assert source.below(4) == 1
    assert source.whole(2) == 0x0201
    assert source.some(3) == b"\xff"  # 9 % 4 = 1 byte
    assert not source
    assert source.byte() == 0
    assert source.rest() == b""


@pytest.mark.parametrize("fault", [RuntimeError, AssertionError, OverflowError, SystemError])
def test_a_fault_is_seen(fault):
    target = TARGETS["cards"]

    def broken(_):
        raise fault

    with pytest.raises(fault):
        type(target)("broken", broken, target.errors, target.made)(b"")


def test_an_input_that_crashes_is_a_failed_run(tmp_path):
    script = (
        "import ctypes, plain, targets\n"
        "targets.target()(lambda data: ctypes.string_at(0))\n"
        "plain.load = lambda: targets.TARGETS\n"
        "plain.main(1)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=FUZZ, stderr=subprocess.PIPE, check=False
    )
    assert done.returncode != 0
    assert b"Segmentation fault" in done.stderr or b"access violation" in done.stderr
