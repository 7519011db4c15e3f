"""What importing the package costs on top of numpy, in CPU milliseconds: the median of many."""

import statistics
import subprocess
import sys

ROUNDS = 21
CODE = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def cost(modules):
    """CPU milliseconds of an import, in a Python of its own."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(modules)], capture_output=True, text=True, check=True
    )
    return 1000 * float(done.stdout)


def main():
    cost("numpy, solitaire_core")  # so that all files are compiled and read once
    # In turns, so that a machine that is busy for a while slows both down.
    pairs = [(cost("numpy"), cost("numpy, solitaire_core")) for _ in range(ROUNDS)]
    numpy = statistics.median(first for first, _ in pairs)
    more = statistics.median(second - first for first, second in pairs)
    print(f"numpy {numpy:.1f} ms, solitaire_core {more:.1f} ms more")


if __name__ == "__main__":
    main()
