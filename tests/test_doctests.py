"""Every example in a docstring does what it says, in compiled modules too."""

import doctest
import importlib
import inspect
import io
import pkgutil
from pathlib import Path

import pytest

import solitaire_core
from solitaire_core import _fast

PARSER = doctest.DocTestParser()


def modules():
    """Every module of the package but those that are programs."""
    infos = pkgutil.walk_packages(solitaire_core.__path__, "solitaire_core.")
    names = [info.name for info in infos if not info.name.endswith("__main__")]
    return [solitaire_core, *map(importlib.import_module, names)]


def docstrings(module):
    """The docstrings of a module and of all that it defines, by name.

    Found by looking at the objects, since doctest's own finder passes over most of what is
    compiled.
    """
    found = {module.__name__: module.__doc__}

    def look(name, value):
        target = inspect.unwrap(value) if callable(value) else value
        found[name] = inspect.getdoc(target)
        if inspect.isclass(value):
            for attribute, member in vars(value).items():
                inner = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if inspect.isclass(inner) or callable(inner) or inspect.isdatadescriptor(inner):
                    text = getattr(inner, "__doc__", None)
                    if isinstance(text, str):
                        found[f"{name}.{attribute}"] = text

    for name, value in vars(module).items():
        if getattr(value, "__module__", None) == module.__name__:
            look(f"{module.__name__}.{name}", value)
    return {name: text for name, text in found.items() if text and ">>>" in text}


EXAMPLES = [
    pytest.param(module, name, text, id=name)
    for module in modules()
    for name, text in docstrings(module).items()
]


def run(test):
    output = io.StringIO()
    runner = doctest.DocTestRunner()
    runner.run(test, out=output.write)
    assert runner.failures == 0, output.getvalue()
    return runner.tries


@pytest.mark.parametrize("module, name, text", EXAMPLES)
def test_docstring(module, name, text):
    test = PARSER.get_doctest(text, dict(vars(module)), name, None, None)
    assert run(test) == len(test.examples) > 0


def test_examples_are_found_where_they_stand():
    names = [parameter.values[1] for parameter in EXAMPLES]
    for name in (
        "solitaire_core",
        "solitaire_core.deals.Deal",
        "solitaire_core.solving.solve.solve",
    ):
        assert name in names
    compiled = [name for name in names if name.startswith("solitaire_core._fast.")]
    assert "solitaire_core._fast.cards.Card" in compiled
    assert "solitaire_core._fast.peaks_moves.PeaksMove" in compiled


def test_the_core_is_compiled():
    # All of these tests would mean little if something else had been imported in its place.
    for name in ("cards", "shuffle", "peaks_lattice", "peaks_state", "peaks_solver", "peaks_batch"):
        module = importlib.import_module(f"{_fast.__name__}.{name}")
        assert Path(module.__file__).suffix in {".so", ".pyd"}, module.__file__
