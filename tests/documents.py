"""The fenced blocks of README.md and docs/, and how those of a shell are run."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from solitaire_core.cli.program import program

# Beside the tests in the source tree; away from it there is nothing to check.
ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    path for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))) if path.is_file()
]

PYTHON = frozenset({"python"})
SHELL = frozenset({"bash", "console"})
# Shown, not run. What of it is code, other tests compile.
SHOWN = frozenset({"text", "c", "cython", "json"})

PROGRAM = "solitaire-core"

# Blocks and commands that are not run, by document: how they begin, and why.
NOT_RUN = {
    "README.md": {
        "python -m pip install -e": "it is what runs these tests, and .ci/run takes it from here",
        "python -m pip install": "it installs the package that is being tested",
        "python -m pytest": "it is this test run",
    },
    "docs/clusters.md": {
        "solitaire-core survey tripeaks --deals 0:1000000000": "hours of work",
        "solitaire-core survey klondike": "half an hour of work",
        "from distributed import": "it needs a cluster, see tests/surveying",
        "# mpiexec": "it needs MPI",
        "from concurrent.futures import Executor\n\nimport ray": "it needs a Ray cluster",
    },
    "docs/daily.md": {
        "solitaire-core daily 1": "the text that is hashed, and no command",
    },
    "docs/figures.md": {
        "python ": "minutes of measuring; .ci/run runs every benchmark",
        "solitaire-core bench": "half a minute of measuring, see test_bench.py",
    },
    "docs/guides/million-deals.md": {
        "solitaire-core survey tripeaks --deals 0:1000000": "a million deals take half a minute",
    },
    "docs/profiling.md": {
        "SOLITAIRE_CORE_": "it builds the core anew",
        "callgrind_annotate ": "a tool of Linux",
        "coverage ": "it needs a build with line tracing",
        "from line_profiler": "it needs a build with line tracing",
        "perf ": "a tool of Linux",
        "pip install": "it installs",
        "py-spy ": "it looks into another process",
        "python lines.py": "it needs a build with line tracing",
        "valgrind ": "a tool of Linux",
    },
    "docs/sampling-peaks.md": {
        "cc -O3": "minutes of training, see test_peaks_value.py",
        "./train": "minutes of training, see test_peaks_value.py",
    },
    "docs/start.md": {
        "pip install": "it installs",
        "solitaire-core play": "it takes a whole terminal, see test_play_terminal.py",
    },
    "docs/training.md": {
        "from sb3_contrib": "it needs PyTorch, which takes gigabytes",
    },
}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, the line of its first row, and where it ends."""

    language: str
    text: str
    line: int
    end: int


def blocks(text):
    """The fenced blocks of a document, in order."""
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield Block(match[1].strip(), match[2], text[: match.start(2)].count("\n"), match.end())


def name_of(path):
    """A document's name among `NOT_RUN`."""
    return path.relative_to(ROOT).as_posix()


def reason(path, text):
    """How a block or a command that is not run begins, or None."""
    begins = NOT_RUN.get(name_of(path), {})
    return next((begin for begin in begins if text.startswith(begin)), None)


def commands(block):
    """The commands of a block of a shell, each with the output that it shows, or None."""
    text = re.sub(r"\\\n\s*", "", block.text)
    if block.language == "console":
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output
        return
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            for command in line.split(" && "):
                yield command.strip(), None


def doctest_text(block):
    """A Python block for doctest, which wants blank lines of output marked; readers do not."""
    return re.sub(r"^(?=\n+(?!>>> )[^\n])", "<BLANKLINE>", block.text, flags=re.MULTILINE)


def run_command(command):
    """Run the program in this process, from the folder that is the current one; its output."""
    words = shlex.split(command, comments=True)
    assert words[0] == PROGRAM, f"not run, and no reason is given: {command}"
    path = None
    if ">" in words:
        words, path = words[: words.index(">")], words[words.index(">") + 1]
    assert "|" not in words, command
    result = CliRunner().invoke(program, words[1:])
    assert result.exit_code == 0, f"{command}: {result.output}"
    if path is None:
        return result.stdout
    Path(path).write_text(result.stdout, encoding="utf-8")
    return ""


# What is another figure in every run.
_MASKS = (
    (r"\(\d+ threads?\)", "(# threads)"),
    (r"(?<=a second)( +[\d,.]+)+", " #"),
)


def masked(output):
    """Output without what differs from run to run, and without blanks at the ends of lines."""
    for pattern, sign in _MASKS:
        output = re.sub(pattern, sign, output)
    return "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
