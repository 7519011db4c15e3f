"""What all tests share: repeatable random cases, the recorded cases, the twins."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The asserts in these modules are read like those of a test.
pytest.register_assert_rewrite(
    "klondike_boards", "klondike_solves", "klondike_traces", "play", "traces", "twins"
)

from twins import TWINS  # noqa: E402 (the line above has to come first)

# Repeatable everywhere, and never red because a machine was slow.
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
# For somebody who looks for new faults: other cases each time, and many more of them.
settings.register_profile(
    "hunt", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")

CASES = "SOLITAIRE_CORE_CASES"


def pytest_configure(config):
    config.addinivalue_line(
        "markers", f"cases: needs the recorded cases that the variable {CASES} names"
    )


def pytest_collection_modifyitems(config, items):
    """Deselect, and not skip, what needs cases that nobody has given."""
    if os.environ.get(CASES):
        return
    without = [item for item in items if item.get_closest_marker("cases")]
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in set(without)]


def pytest_terminal_summary(terminalreporter):
    folder = os.environ.get(CASES)
    terminalreporter.write_line(
        f"The recorded cases ran, from {folder}."
        if folder
        else f"The recorded cases did not run: {CASES} is not set."
    )


@pytest.fixture(scope="session")
def cases():
    """The folder of the recorded cases; a file that it lacks fails the test that wants it."""
    folder = Path(os.environ[CASES])
    assert folder.is_dir(), f"{CASES} names no folder: {folder}"
    return folder


@pytest.fixture(scope="session", params=TWINS, ids=lambda twin: twin.name)
def twin(request):
    """The compiled game and its plain Python twin, each in its turn."""
    return request.param
