"""What README.md and docs/ tell people to type does what they say.

Python blocks are run, as doctests where they show what comes out. Commands of the program are run
through click, and what is shown below them is what they print. What cannot be run here is listed
in `documents.NOT_RUN`, each with its reason.
"""

import doctest
import importlib
import importlib.util
import io
import re

import pytest

import make_plots
import solitaire_core as sc
from documents import (
    DOCUMENTS,
    NOT_RUN,
    PROGRAM,
    PYTHON,
    ROOT,
    SHELL,
    SHOWN,
    blocks,
    commands,
    doctest_text,
    masked,
    name_of,
    reason,
    run_command,
)

PARSER = doctest.DocTestParser()

pytestmark = pytest.mark.host  # the documents speak of threads, processes and files


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_python_blocks(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language not in PYTHON or reason(path, block.text):
            continue
        if ">>>" in block.text:
            test = PARSER.get_doctest(doctest_text(block), names, path.name, str(path), block.line)
            # What one block makes, the next ones use.
            test.globs = names
            output = io.StringIO()
            runner = doctest.DocTestRunner()
            runner.run(test, out=output.write, clear_globs=False)
            assert runner.failures == 0, output.getvalue()
            assert runner.tries > 0
        else:
            exec(compile("\n" * block.line + block.text, str(path), "exec"), names)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    printed, end = None, 0
    for block in blocks(text):
        between = text[end : block.end].partition("```")[0]
        if block.language == "text" and printed is not None and not between.strip():
            assert masked(printed) == masked(block.text)
        printed = None
        if block.language in SHELL:
            printed, end = run_block(path, block), block.end


def run_block(path, block):
    """Run the commands of a block; what they print, unless one is not run or shows its output."""
    printed = []
    for command, shown in commands(block):
        if reason(path, command):
            continue
        output = run_command(command)
        if shown is None:
            printed.append(output)
        elif shown:
            assert masked(output) == masked(shown), command
    return "".join(printed) or None


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_block_says_what_it_is(path):
    # A block without a language, or with one that nothing here knows, would be run by nobody.
    for block in blocks(path.read_text(encoding="utf-8")):
        assert block.language in PYTHON | SHELL | SHOWN, f"line {block.line}: {block.language!r}"
        if block.language == "text":
            assert not block.text.startswith(("$ ", ">>> ")), block.line
            assert not block.text.startswith(PROGRAM) or reason(path, block.text), block.line
        if block.language == "console":
            assert block.text.startswith("$ "), block.line


@pytest.mark.parametrize("name", NOT_RUN if DOCUMENTS else ())
def test_every_reason_is_needed(name):
    path = ROOT / name
    found = set()
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language in PYTHON | {"text"}:
            found.add(reason(path, block.text))
        elif block.language in SHELL:
            found.update(reason(path, command) for command, _ in commands(block))
    assert set(NOT_RUN[name]) <= found


@pytest.mark.parametrize("kept", [make_plots.PICTURE] if DOCUMENTS else [])
def test_the_plot_says_what_is_so(kept, tmp_path):
    drawn = tmp_path / "win-rate.svg"
    make_plots.draw(drawn, deals=2000, threads=1)
    figure = re.compile(r"[\d.,]+")
    assert [figure.sub("#", text) for text in words_in(drawn)] == [
        figure.sub("#", text) for text in words_in(kept)
    ]
    for name, wrap in (("wrap", True), ("no wrap", False)):
        library = sc.Library.shipped("tripeaks", wrap=wrap)
        won = sum(entry.winnable for entry in library.iter())
        low, high = (100 * end for end in sc.wilson_interval(won, make_plots.DEALS))
        rate = 100 * won / make_plots.DEALS
        assert f"{name}: {rate:.2f} % ({low:.2f} to {high:.2f})" in words_in(kept)


def words_in(picture):
    """The texts of a picture that matplotlib drew, without the digits at its axes."""
    texts = re.findall("<!-- (.*?) -->", picture.read_text(encoding="utf-8"))
    return [text for text in texts if len(text) > 8]


PUBLIC = [
    "embedding", "envs", "interchange", "policies", "records", "rendering", "results", "solving",
    "library", "hints",
]  # fmt: skip


def test_the_reference_has_every_public_name():
    shown = set()
    for path in ROOT.glob("docs/api/*.md"):
        shown.update(re.findall(r"^::: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
    if not shown:
        assert not DOCUMENTS
        return
    found = [value_of(name) for name in shown]
    # Where a function is called as its module is, the name alone would show the module.
    modules = {name for name in shown if is_module(name)}
    assert modules == {"solitaire_core.envs"}
    for module in ("solitaire_core", *(f"solitaire_core.{name}" for name in PUBLIC)):
        names = value_of(module).__all__
        missing = [name for name in names if not in_list(value_of(f"{module}.{name}"), found)]
        assert not missing, module


def value_of(name):
    """What has a dotted name; a module where nothing else has it."""
    package, _, last = name.rpartition(".")
    try:
        above = importlib.import_module(package) if package else None
    except ImportError:
        above = value_of(package)
    return getattr(above, last) if hasattr(above, last) else importlib.import_module(name)


def is_module(name):
    """Whether a module has the dotted name, whatever else has it too."""
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def in_list(value, values):
    """Whether the very same object is among others."""
    return any(value is other for other in values)
