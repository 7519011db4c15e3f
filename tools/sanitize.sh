#!/usr/bin/env bash
# Runs the tests on a build with the address and undefined-behaviour sanitizers of gcc (Linux).
# Arguments go on to pytest: tools/sanitize.sh tests/test_shuffle.py -k stream
# or, after --fuzz, to the fuzz targets: tools/sanitize.sh --fuzz INPUTS [TARGET...] runs so many
# inputs of each, the same ones every time (fuzz/plain.py); no atheris is needed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CC=${CC:-gcc} PIP_DISABLE_PIP_VERSION_CHECK=1

# Python itself is not built with the sanitizers, so their runtimes have to be in the process
# first; libstdc++ too, or exceptions thrown by other extensions are intercepted half-way.
preload=()
for library in libasan.so libubsan.so libstdc++.so; do
    path=$("$CC" -print-file-name="$library")
    [[ $path == /* ]] || { echo "tools/sanitize.sh: $CC has no $library" >&2; exit 1; }
    preload+=("$(readlink -f "$path")")
done

# An environment and a wheel of its own: an editable install in this tree stays as it is.
"${PYTHON:-python3}" -m venv "$scratch/venv"
PATH=$scratch/venv/bin:$PATH
python -m pip install --quiet build
SOLITAIRE_CORE_SANITIZE=1 python -m build --outdir "$scratch/dist" "$root"
python -m pip install --quiet "$(echo "$scratch"/dist/*.whl)[cli,test]"

# PYTHONMALLOC: the small-object allocator would hide overruns of Python's own blocks.
# Leaks: the interpreter frees little at exit, so a leak report would be noise. Memory that is
# not to be had: the core raises MemoryError, which the tests look at.
# faulthandler would take the crash before the sanitizer, and output captured at the file
# descriptor is lost when the process is ended. The hypothesis profile has no deadlines.
cd "$root"
run=(python -m pytest -p no:faulthandler --capture=sys --hypothesis-profile=ci "$@")
if [[ ${1:-} == --fuzz ]]; then
    shift
    run=(python fuzz/plain.py "${@:-2000}")
fi
LD_PRELOAD="${preload[*]}" PYTHONMALLOC=malloc \
    ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}" \
    UBSAN_OPTIONS="print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}" \
    "${run[@]}"
