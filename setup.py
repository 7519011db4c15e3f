"""Build the compiled core: each .pyx file in src/solitaire_core/_fast becomes one extension.

Build switches are environment variables: "1" is on; "0", empty or unset is off.

SOLITAIRE_CORE_CHECKS    bounds, view and division checks in Cython, assert() in the C headers
SOLITAIRE_CORE_TRACE     line tracing for coverage and profilers (many times slower); puts the
                         generated C beside the .pyx, where coverage looks for it
SOLITAIRE_CORE_SYMBOLS   debug symbols and frame pointers, at the same optimization, for perf and
                         callgrind: see docs/profiling.md
SOLITAIRE_CORE_ANNOTATE  HTML pages with the C behind every line, under build/cython-annotate
SOLITAIRE_CORE_SANITIZE  address and undefined-behaviour sanitizers; gcc or clang only, and
                         such a build must be run as tools/sanitize.sh does
SOLITAIRE_CORE_ABI3      limited API: one wheel for CPython 3.11 and all later ones, slower to
                         take a memoryview. Not for an editable install, where an older build
                         for just this Python would be imported before it
"""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def switch(name):
    value = os.environ.get(f"SOLITAIRE_CORE_{name}", "")
    if value not in {"", "0", "1"}:
        raise SystemExit(f"SOLITAIRE_CORE_{name} must be 0 or 1, not {value!r}")
    return value == "1"


ON = [
    name for name in ("CHECKS", "TRACE", "SYMBOLS", "ANNOTATE", "SANITIZE", "ABI3") if switch(name)
]
CHECKS, TRACE, SANITIZE, ABI3 = (n in ON for n in ("CHECKS", "TRACE", "SANITIZE", "ABI3"))
FOLDER = Path("src/solitaire_core/_fast")  # relative: setuptools takes no absolute paths
SHARED = "solitaire_core._fast._cyutility"  # Cython's memoryview code: once, not in each module

if ABI3 and sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise SystemExit("SOLITAIRE_CORE_ABI3: a free-threaded Python has no limited API of 3.11")


class BuildExt(build_ext):
    def build_extensions(self):
        msvc = self.compiler.compiler_type == "msvc"
        # No -march: a wheel runs on CPUs that the build machine knows nothing about.
        flags = ["/O2"] if msvc else ["-O3"]
        if not msvc and "-O" in os.environ.get("CFLAGS", ""):
            flags = []  # whoever builds has said how far to optimize
        link_flags = []
        if "SYMBOLS" in ON:
            flags += ["/Zi"] if msvc else ["-g", "-fno-omit-frame-pointer"]
            link_flags = ["/DEBUG"] if msvc else []
        elif not msvc:
            # Python's own flags often ask for debug symbols: three quarters of a wheel.
            flags += ["-g0"]
            link_flags = ["-Wl,-s"] if sys.platform == "linux" else []
        if SANITIZE:
            if msvc:
                raise SystemExit("SOLITAIRE_CORE_SANITIZE needs gcc or clang")
            link_flags = ["-fsanitize=address,undefined"]
            # no-recover: else a fault is printed and the tests still pass. no-wrapv: Python's own
            # flags may ask for wrapping, which would hide an overflow.
            flags = [*link_flags, "-fno-sanitize-recover=undefined", "-fno-wrapv"]
            flags += ["-fno-omit-frame-pointer", "-g", "-O1"]
        for extension in self.extensions:
            extension.extra_compile_args, extension.extra_link_args = flags, link_flags
        # A switch changes no file's date, so what other switches built has to be made anew.
        record = Path(self.build_temp, "switches.txt")
        self.force = self.force or not record.exists() or record.read_text() != str(ON)
        record.unlink(missing_ok=True)
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(str(ON))


sources = {f"solitaire_core._fast.{pyx.stem}": pyx for pyx in sorted(FOLDER.glob("*.pyx"))}
if not sources:
    raise SystemExit(f"no .pyx file in {FOLDER}: the source tree is not complete")
settings = {
    "include_dirs": [FOLDER.as_posix()],
    "depends": [header.as_posix() for header in sorted(FOLDER.glob("*.h"))],
    "define_macros": TRACE * [("CYTHON_TRACE_NOGIL", "1")]
    + ABI3 * [("Py_LIMITED_API", "0x030B0000")],
    "undef_macros": CHECKS * ["NDEBUG"],
    "py_limited_api": ABI3,
}
sources[SHARED] = FOLDER / "_cyutility.c"
directives = {
    "language_level": 3,
    "freethreading_compatible": True,
    # Methods that Python's own descriptors guard: Cython's own functions take whatever is handed in
    # as self, so that PeaksState.pop(None) would be a crash.
    "binding": False,
    "embedsignature": True,
    "embedsignature.format": "clinic",  # what inspect.signature reads of such methods
    "wraparound": False,  # no kernel counts from the end, checked build or not
    **dict.fromkeys(("boundscheck", "initializedcheck"), CHECKS),
    "cdivision": not CHECKS,
    **dict.fromkeys(("linetrace", "profile"), TRACE),
}
modules = cythonize(
    [Extension(name, [path.as_posix()], **settings) for name, path in sources.items()],
    shared_utility_qualified_name=SHARED,
    include_path=["src"],
    # One folder for each set of switches: they change the C, but not the date of the .pyx.
    build_dir=None if TRACE else "-".join(["build/cython", *ON]).lower(),
    force=TRACE or None,
    annotate="ANNOTATE" in ON,
    compiler_directives=directives,
)
options = {"bdist_wheel": {"py_limited_api": "cp311"}} if ABI3 else {}
setup(ext_modules=modules, cmdclass={"build_ext": BuildExt}, options=options)
