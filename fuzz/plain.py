"""Run targets on the same inputs every time: `plain.py COUNT [TARGET...]`.

No fuzzer is needed: the inputs are the seeds, and mutations of them by a fixed generator. This is
what the tests run. What goes wrong is raised, with the input before it; a crash or an input that
takes longer than a minute ends the process with the input printed.
"""

import faulthandler
import sys

from mutate import inputs_of
from targets import load

SECONDS_AN_INPUT = 60


def run(target, count, seed=0):
    """Run one target on so many inputs."""
    for number, data in enumerate(inputs_of(target.seeds(), count, seed)):
        faulthandler.dump_traceback_later(SECONDS_AN_INPUT, exit=True)
        try:
            target(data)
        except BaseException as error:
            error.add_note(f"{target.name}, input {number} of seed {seed}: {data!r}")
            raise
    faulthandler.cancel_dump_traceback_later()


def main(count, *names):
    faulthandler.enable()
    targets = load()
    for name in names or targets:
        run(targets[name], int(count))
        print(name, count, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
