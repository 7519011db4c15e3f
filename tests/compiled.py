"""Cython modules of the tests, built on the shipped .pxd and .h files."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from solitaire_core import _fast


def compiled(name, sources, folder):
    """The module `name`, whose setup.py and .pyx lie in `sources` beside this file."""
    for path in (Path(__file__).parent / sources).iterdir():
        if path.suffix in {".py", ".pyx"}:
            shutil.copy(path, folder)
    headers = Path(_fast.__file__).parent
    built = subprocess.run(
        [sys.executable, "setup.py", str(headers), "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        # Optimizing is most of the time that compiling takes.
        env={**os.environ, "CFLAGS": "-O0"} if os.name == "posix" else None,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (module,) = [path for path in folder.iterdir() if path.suffix in {".so", ".pyd"}]
    spec = importlib.util.spec_from_file_location(name, module)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded
