"""What the package offers by name."""

import importlib
import importlib.metadata
import pkgutil
import subprocess
import sys

import pytest

import solitaire_core
from solitaire_core import _fast

MODULES = [
    "solitaire_core",
    *(
        info.name
        for info in pkgutil.walk_packages(solitaire_core.__path__, "solitaire_core.")
        if not info.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_every_name_that_is_promised_is_there(name):
    module = importlib.import_module(name)
    names = getattr(module, "__all__", [])
    assert len(set(names)) == len(names)
    for promised in names:
        assert hasattr(module, promised), promised


def test_everything_public_is_documented():
    for name in solitaire_core.__all__:
        value = getattr(solitaire_core, name)
        if callable(value):
            assert value.__doc__, name


def test_version_of_the_installed_package():
    assert solitaire_core.__version__ == importlib.metadata.version("solitaire-core")


def test_the_layers_above_use_the_one_list_of_the_core():
    assert set(_fast.__all__) <= set(dir(_fast))
    for name in ("Card", "PeaksState", "PeaksTable", "Lattice", "WinTable", "decide", "sc1"):
        assert name in _fast.__all__


def outcome(code):
    """What a Python of its own prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.host
def test_what_a_game_does_not_need_is_imported_later():
    heavy = ["solving", "survey", "library", "grading", "hints", "daily", "envs"]
    code = (
        "import sys, solitaire_core as sc\n"
        "sc.Deal('tripeaks', 1).start().push('turn'), sc.Deal('klondike', 1).start()\n"
        f"names = ['solitaire_core.' + name for name in {heavy}]\n"
        "names += ['importlib.metadata', 'concurrent.futures', 'gymnasium', 'email']\n"
        "print(*[name for name in names if name in sys.modules])\n"
    )
    assert outcome(code) == []


@pytest.mark.host
@pytest.mark.parametrize("name", ["daily", "survey", "score_survey"])
def test_a_function_keeps_its_name_from_its_module(name):
    code = (
        f"import solitaire_core as sc, solitaire_core.{name}\n"
        f"print(callable(sc.{name}), sc.{name}.__name__)\n"
        f"from solitaire_core import {name}\nprint(callable({name}))\n"
    )
    assert outcome(code) == ["True", name, "True"]


@pytest.mark.host
def test_everything_can_be_asked_for_first():
    code = (
        "import sys\nfrom solitaire_core import __all__\n"
        "import solitaire_core as sc\n"
        "assert set(__all__) < set(dir(sc))\n"
        "assert all(getattr(sc, name) is not None for name in __all__)\n"
        "print(sc.solving.__name__, sc.library.__name__)\n"
    )
    assert outcome(code) == ["solitaire_core.solving", "solitaire_core.library"]


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = solitaire_core.nothing
