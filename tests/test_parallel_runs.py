"""Tests of which each runs in four threads at once: what needs no lock shows that it needs none.

    python -m pytest --parallel-threads=4 tests/test_c_api.py ...

On a Python without a GIL the threads run at the same time; with one they take turns.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host

TESTS = Path(__file__).parent
# Quick ones of all layers: kernels, games, C functions, environments, limits.
CHOSEN = (
    "test_peaks_moves.py",
    "test_klondike_rules.py",
    "test_c_api.py",
    "solving/test_limits.py",
    "envs/test_env_vector.py::test_seeds_and_numbers",
    "envs/test_env_vector.py::test_arrays_that_are_used_again",
    "envs/test_env_vector.py::test_steps_that_are_refused",
    "envs/test_env_twins.py::test_actions_are_the_legal_moves_of_the_game",
)


def test_in_four_threads():
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--parallel-threads=4",
            *(str(TESTS / name) for name in CHOSEN),
        ],
        cwd=TESTS.parent,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "items to run in parallel" in done.stdout
    assert "Collected 0 items" not in done.stdout
