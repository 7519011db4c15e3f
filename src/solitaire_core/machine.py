"""What is known of the machine, for figures that mean little without it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from solitaire_core import _fast
from solitaire_core.workers import processors

__all__ = ["cpu_name", "machine_facts"]


def cpu_name() -> str:
    """What the processor calls itself; where it does not say, the kind of machine."""
    asked = {"linux": _of_linux, "darwin": _of_macos, "win32": _of_windows}.get(sys.platform)
    try:
        name = asked() if asked else ""
    except (OSError, subprocess.SubprocessError):
        name = ""
    return " ".join(name.split()) or platform.processor() or platform.machine() or "unknown"


def _of_linux() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip().lower() in ("model name", "hardware", "cpu model"):
            return value
    return ""


def _of_macos() -> str:
    command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout


def _of_windows() -> str:
    return os.environ.get("PROCESSOR_IDENTIFIER", "")


def machine_facts() -> dict[str, Any]:
    """The machine, the interpreter and the build, as JSON values.

    Returns
    -------
    dict
        `cpu`, `cores` (of the machine), `processors` (that this process may use), `system`,
        `python` (with the implementation), `gil` (whether it is on), `numpy`,
        `solitaire_core`, and `kernels`: those that decide many deals of the peaks family at
        once and that this CPU runs, the one in use first.

    Examples
    --------
    >>> facts = machine_facts()
    >>> "portable" in facts["kernels"], facts["processors"] >= 1
    (True, True)
    """
    gil = getattr(sys, "_is_gil_enabled", None)
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "processors": processors(),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "gil": True if gil is None else bool(gil()),
        "numpy": version("numpy"),
        "solitaire_core": version("solitaire-core"),
        # The last one is there for tests.
        "kernels": [name for name in _fast.kernels() if name != "portable512"],
    }
