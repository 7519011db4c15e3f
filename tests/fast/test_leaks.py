"""What the compiled layer takes it gives back, also where a call fails."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host

SCRIPT = Path(__file__).with_name("leaks.py")
NAMES = [
    "lattice",
    "lattice refused",
    "covers",
    "covers refused",
    "solve",
    "win table",
    "decide",
    "decide refused",
    "decide stopped",
    "copy",
    "play",
    "deal",
    "code",
    "perft",
    "environments",
    "environment steps",
    "environment refused",
    "rules for C",
    "games in C",
    "Klondike",
    "Klondike copies",
    "Klondike perft",
    "Klondike texts",
    "Klondike text refused",
    "Klondike boards",
    "Klondike table refused",
    "Klondike solver",
    "Klondike solver stopped",
    "relaxation",
    "policies",
    "worlds",
    "playouts",
    "simulate",
    "simulate in batches",
    "simulate stopped",
    "simulate refused",
    "hint",
    "pictures",
    "records",
    "record refused",
    "verify",
    "library",
]


@pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer keeps what is freed"
)
@pytest.mark.skipif(
    importlib.util.find_spec("resource") is None, reason="Windows does not tell the peak"
)
@pytest.mark.parametrize("name", NAMES)
def test_memory_does_not_grow(name):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), name],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 2_000_000
