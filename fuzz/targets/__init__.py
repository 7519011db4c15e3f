"""What is fuzzed: one function a target, which may raise the errors that are documented."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["TARGETS", "Target", "load", "target"]

CORPUS = Path(__file__).resolve().parents[1] / "corpus"


@dataclass(frozen=True)
class Target:
    """A function of bytes, what it may raise, and inputs to begin with."""

    name: str
    run: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    made: Callable[[], list[bytes]]

    def __call__(self, data):
        """Run one input; whatever is not documented comes out."""
        with contextlib.suppress(self.errors):
            self.run(data)

    def seeds(self):
        """Inputs of today's formats, and those that the fuzzer has found to go new ways."""
        kept = sorted((CORPUS / self.name).glob("*"))
        return [*self.made(), *(path.read_bytes() for path in kept)]


TARGETS: dict[str, Target] = {}


def target(*errors, seeds=lambda: [b""]):
    """Note a function as the target of its name."""

    def note(run):
        TARGETS[run.__name__] = Target(run.__name__, run, errors, seeds)
        return run

    return note


def load():
    """All targets by name."""
    from targets import batches, c_calls, files, games, kernels, texts  # noqa: F401 (they note)

    return TARGETS
