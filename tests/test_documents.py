"""What README.md and docs/ tell people to type does what they say.

Python blocks are run, as doctests where they show what comes out. Commands of the program are run
through click, and what is shown below them is what they print. What cannot be run here is listed
in `documents.NOT_RUN`, each with its reason.
"""

import doctest
import io
import re

import make_plots
import pytest

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
            test = PARSER.get_doctest(block.text, names, path.name, str(path), block.line)
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
    make_plots.draw(drawn)
    # Rates, intervals, range; not the digits at the axes, which are for matplotlib to choose.
    assert words_in(drawn) == words_in(kept)
    assert any("97.03" in words for words in words_in(kept))


def words_in(picture):
    """The texts of a picture that matplotlib drew."""
    texts = re.findall("<!-- (.*?) -->", picture.read_text(encoding="utf-8"))
    return [text for text in texts if len(text) > 8]
