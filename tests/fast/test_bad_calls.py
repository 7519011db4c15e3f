"""Bad calls into the compiled layer end in an exception of Python, never in a crash."""

import json
import os
import subprocess
import sys

import pytest
import run_bad_calls

CALLS = run_bad_calls.CALLS

pytestmark = pytest.mark.host


@pytest.fixture(scope="module")
def results():
    """What came of every call: a process goes through them, another one from where it died."""
    found = {}
    first = 0
    while first < len(CALLS):
        process = subprocess.run(
            [sys.executable, run_bad_calls.__file__, str(first)],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
            # What is freed is overwritten at once, so that nobody can go on with it unseen.
            env={"PYTHONMALLOC": "debug"} | os.environ,
        )
        last = first
        for line in process.stdout.splitlines():
            record = json.loads(line)
            last = record["number"]
            found[last] = record
        death = {"died": process.returncode, "stderr": process.stderr[-3000:]}
        if len(found[last]) == 1:
            found[last] |= death
        elif process.returncode or last + 1 < len(CALLS):
            # Between two calls or at the end of the process: an earlier call broke something.
            found.setdefault("later", []).append(death)
        first = last + 1
    return found


def test_there_are_calls():
    names = [name for name, _, _ in CALLS]
    assert len(set(names)) == len(names) > 400


def test_nothing_breaks_later_on(results):
    assert "later" not in results


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda n: CALLS[n][0])
def test_bad_call(results, number):
    _, _, errors = CALLS[number]
    result = results[number]
    assert "died" not in result, result["stderr"]
    if errors:
        assert "raised" in result, result
        assert {error.__name__ for error in errors} & set(result["raised"]), result
    elif "raised" in result:
        # Ours to raise is what says that the call was wrong.
        assert "Exception" in result["raised"]
        assert not {"SystemError", "AssertionError", "RecursionError"} & set(result["raised"]), (
            result
        )
