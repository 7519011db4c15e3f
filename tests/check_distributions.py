"""Check what a distribution holds: `check_distributions.py FILE...`, sdists and wheels.

Run in the source tree, on the files that would be published; by .ci/run and by the workflow that
builds the wheels.
"""

import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = [path.relative_to(ROOT) for path in (ROOT / "src" / "solitaire_core").rglob("*")
           if path.is_file()]  # fmt: skip
KINDS = {".py", ".pyx", ".pxd", ".pyi", ".h", ".typed", ".library"}
SOURCES = [path for path in PACKAGE if path.suffix in KINDS]
COMPILED = [path.relative_to("src").with_suffix("").as_posix() for path in PACKAGE
            if path.suffix == ".pyx"]  # fmt: skip
LARGEST_WHEEL = 3_000_000
# A wheel without these would install, and fail those who compile against it.
NEEDED = ("_fast/solitaire_core.h", "_fast/__init__.pxd", "_fast/peaks_state.pxd",
          "_fast/peaks_state.pyi", "py.typed")  # fmt: skip
C_PROGRAMS = {"tests/c_example/play.c", "tools/train_peaks_value.c"}
NO_TESTS = ("tests/", "fuzz/", "benchmarks/", "docs/")


def sdist_faults(path):
    """What is wrong with a source distribution."""
    with tarfile.open(path) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    wrong = [f"no {path.as_posix()}" for path in SOURCES if path.as_posix() not in names]
    # One C program is an example, which a test compiles, and one is a tool.
    generated = {name for name in names if name.endswith((".c", ".cpp", ".so", ".pyd"))}
    wrong += [f"generated: {name}" for name in sorted(generated - C_PROGRAMS)]
    return wrong


def wheel_faults(path):
    """What is wrong with a wheel."""
    with zipfile.ZipFile(path) as file:
        names = set(file.namelist())
    wrong = []
    for source in SOURCES:
        name = source.relative_to("src").as_posix()
        if (name in names) == (source.suffix == ".pyx"):
            wrong.append(f"{'holds' if name in names else 'has no'} {name}")
    wrong += [f"has no {name}" for name in NEEDED if f"solitaire_core/{name}" not in names]
    for stem in (*COMPILED, "solitaire_core/_fast/_cyutility"):
        built = [n for n in names if n.startswith(f"{stem}.") and n.endswith((".so", ".pyd"))]
        if len(built) != 1:  # two: of another build, left over
            wrong.append(f"has {len(built)} compiled {stem}, not one")
    wrong += [f"holds {name}" for name in sorted(names)
              if name.endswith((".c", ".cpp", ".pyx", ".pyc")) or name.startswith(NO_TESTS)
              or not name.startswith(("solitaire_core/", "solitaire_core-"))]  # fmt: skip
    if path.stat().st_size > LARGEST_WHEEL:
        wrong.append(f"is {path.stat().st_size:,} bytes: no more than {LARGEST_WHEEL:,} are meant")
    return wrong


def main(*given):
    """Print one line a file; exit with what is wrong, if anything is."""
    wrong = [] if COMPILED and given else ["no .pyx file found, or no file given"]
    for path in map(Path, given):
        found = wheel_faults(path) if path.suffix == ".whl" else sdist_faults(path)
        wrong += [f"{path.name}: {fault}" for fault in found]
        print(f"{path.name}: {path.stat().st_size:,} bytes, {len(found)} faults")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
