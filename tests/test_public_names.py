"""What the package offers by name."""

import importlib
import importlib.metadata
import pkgutil

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


def test_names_that_are_imported_when_they_are_asked_for():
    assert set(solitaire_core.__all__) <= set(dir(solitaire_core))
    star = {}
    exec("from solitaire_core import *", star)
    assert set(solitaire_core.__all__) <= set(star)
    with pytest.raises(AttributeError, match="has no attribute 'to_png'"):
        solitaire_core.to_png  # noqa: B018
