"""Fuzz the readers and the compiled layer with atheris: `run.py --seconds N [TARGET...]`.

Each target runs in a process of its own for that long. Its inputs begin with those of
corpus/TARGET and with texts of today's formats; what atheris finds is kept in --work, so that
another run goes on there. Python code is instrumented, so inputs that go new ways in it are found;
the compiled core is not, there the inputs are blind. The exit status is 1 if any target failed;
the inputs that did it lie in --work/crashes/TARGET, and `run.py TARGET --input FILE` runs one
again.

Needs `pip install atheris` (Linux, Python 3.11 to 3.13). `tools/sanitize.sh --fuzz INPUTS` runs the
same targets on a build with the address and undefined-behaviour sanitizers, by plain.py.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS_AN_INPUT = 30
LONGEST = 4096


def parsed(given):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="by default all of them")
    parser.add_argument("--seconds", type=int, default=60, help="how long to run each target")
    parser.add_argument("--work", type=Path, help="where inputs are kept; by default nowhere")
    parser.add_argument("--input", type=Path, help="run this one input, and nothing else")
    parser.add_argument(
        "--smaller", action="store_true", help="make corpus/TARGET anew from --work"
    )
    parser.add_argument("--only", help=argparse.SUPPRESS)  # in the process of a target
    return parser.parse_args(given)


def fuzz(name, options):
    """Run one target in this process; libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["solitaire_core"]):
        from targets import load

        target = load()[name]
    atheris.Setup([sys.argv[0], *options], target)
    atheris.Fuzz()


def run(name, work, seconds):
    """Run a target in a process; whether nothing was found."""
    from targets import load

    found, crashes = work / name, work / "crashes" / name
    for folder in (found, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(load()[name].seeds()):
        (found / f"seed-{number}").write_bytes(data)
    options = [
        f"-max_total_time={seconds}", f"-timeout={SECONDS_AN_INPUT}", f"-max_len={LONGEST}",
        f"-artifact_prefix={crashes}/", "-rss_limit_mb=4096", "-print_final_stats=1", str(found),
    ]  # fmt: skip
    print(f"==> {name}, {seconds} s", flush=True)
    command = [sys.executable, __file__, "--only", name, "--", *options]
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    lines = done.stderr.splitlines()
    shown = [line for line in lines if line.startswith("stat::number_of_executed_units")]
    print("\n".join(shown if done.returncode == 0 else lines[-60:]), flush=True)
    return done.returncode == 0


def main(given):
    if given[:1] == ["--only"]:
        fuzz(given[1], given[3:])
        return 0
    options = parsed(given)
    from targets import load

    targets = load()
    names = options.targets or list(targets)
    if wrong := [name for name in names if name not in targets]:
        sys.exit(f"no target {', '.join(wrong)}: there are {', '.join(targets)}")
    if options.input:
        for name in names:
            targets[name](options.input.read_bytes())
        return 0
    with tempfile.TemporaryDirectory(prefix="solitaire-fuzz-") as scratch:
        work = options.work or Path(scratch)
        failed = [name for name in names if not run(name, work, options.seconds)]
        if options.smaller:
            for name in names:
                keep(name, work / name, targets[name])
    print(f"failed: {', '.join(failed)}" if failed else "no target failed")
    return 1 if failed else 0


MOST_KEPT = 4096


def keep(name, found, target):
    """Put into corpus/NAME the shortest inputs found that are of use, a few KB in all."""
    folder = HERE / "corpus" / name
    with tempfile.TemporaryDirectory(prefix="solitaire-fuzz-") as scratch:
        command = [sys.executable, __file__, "--only", name, "--", "-merge=1", scratch, str(found)]
        subprocess.run(command, stderr=subprocess.DEVNULL, check=True)
        inputs = sorted((path.read_bytes() for path in Path(scratch).iterdir()), key=len)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    made, size = set(target.made()), 0
    for data in inputs:
        size += len(data)
        if size > MOST_KEPT:
            break
        if data not in made:
            from hashlib import sha1

            (folder / sha1(data).hexdigest()[:12]).write_bytes(data)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
