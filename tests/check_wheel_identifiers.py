"""Check, without building, that a release would build the wheels it is meant to.

The platforms and architectures are read from the workflow that builds the wheels; for each,
cibuildwheel is asked what it would build with this project's settings. Run by .ci/run.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"

CPYTHON = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
# (platform, architecture) -> the Pythons, and the kinds of wheel wanted for each of them
EXPECTED = {
    ("linux", "x86_64"): (CPYTHON, ("manylinux_x86_64", "musllinux_x86_64")),
    ("linux", "aarch64"): (CPYTHON, ("manylinux_aarch64", "musllinux_aarch64")),
    ("macos", "x86_64"): (CPYTHON, ("macosx_x86_64",)),
    ("macos", "arm64"): (CPYTHON, ("macosx_arm64",)),
    ("windows", "AMD64"): (CPYTHON, ("win_amd64",)),
    ("windows", "ARM64"): (CPYTHON, ("win_arm64",)),
    ("pyodide", "wasm32"): (("cp313", "cp314"), ("pyodide_wasm32",)),
}


def in_workflow():
    """Return the (platform, architecture) pairs of the workflow's matrix."""
    pattern = r"^ *- \{ runner: [\w.-]+, platform: (\w+), archs: (\w+) \}$"
    return re.findall(pattern, WORKFLOW.read_text(encoding="utf-8"), flags=re.MULTILINE)


def identifiers(platform, arch):
    """Return what cibuildwheel would build on one platform for one architecture."""
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    command += ["--platform", platform, "--archs", arch, str(ROOT)]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return set(done.stdout.split())


def main():
    """Print one line a platform; exit with what is wrong, if anything is."""
    wrong = []
    pairs = in_workflow()
    if sorted(pairs) != sorted(EXPECTED):
        wrong.append(f"{WORKFLOW.name} builds for {sorted(pairs)}, not for {sorted(EXPECTED)}")
    for (platform, arch), (pythons, kinds) in EXPECTED.items():
        found = identifiers(platform, arch)
        print(f"{platform} {arch}: {len(found)} wheels")
        wanted = {f"{python}-{kind}" for python in pythons for kind in kinds}
        wrong += [f"{platform} {arch}: no {name}" for name in sorted(wanted - found)]
        other = sorted(found - wanted)
        wrong += [f"{platform} {arch}: {name} is not meant to be built" for name in other]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
