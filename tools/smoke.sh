#!/usr/bin/env bash
# Installs a wheel into an empty environment of every CPython from 3.11 on that is here, and runs a
# few quick tests on it: tools/smoke.sh FILE.whl [PYTEST ARGUMENT...]
# A wheel of one Python version alone goes to that version. More arguments take the place of the
# quick tests: `tools/smoke.sh FILE.whl -q` runs all of them.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
wheel=$(readlink -f "$1")
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1
cp -R "$root"/{tests,fuzz,pyproject.toml} "$scratch"

# Kernels, games, what is read and written: each of these is a matter of seconds.
quick=(tests/test_cards.py tests/test_numberings.py tests/test_peaks_moves.py tests/test_klondike_rules.py
    tests/test_deal_text.py tests/solving/test_verify.py)
tests=("$@")
extras=test
if (($# == 0)); then
    tests=(-q "${quick[@]}")
    extras=
fi

# What pyenv has, and what the path names; the same Python under two names counts once.
found=()
declare -A seen
for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python python3 python3.{11..30} python3.{13..30}t; do
    python=$(command -v "$python") || continue
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11) or hasattr(sys, "pypy_version_info"))' || continue
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2] + getattr(sys, "abiflags", ""))')
    [[ -z ${seen[$version]:-} ]] || continue
    seen[$version]=1
    found+=("$python")
done
((${#found[@]})) || { echo "tools/smoke.sh: no CPython from 3.11 on is here" >&2; exit 1; }

cd "$scratch"
runs=0
for python in "${found[@]}"; do
    rm -rf venv
    "$python" -m venv venv
    if ! venv/bin/python -m pip install --quiet --no-deps "$wheel" 2>"$scratch/refused"; then
        grep -q "not a supported wheel" "$scratch/refused" || { cat "$scratch/refused" >&2; exit 1; }
        continue
    fi
    echo "$("$python" --version), $(basename "$wheel")"
    if [[ $extras ]]; then
        venv/bin/python -m pip install --quiet "$wheel[cli,test]"
    else
        venv/bin/python -m pip install --quiet numpy pytest hypothesis
    fi
    venv/bin/python -I -c 'import solitaire_core as sc; assert sc.solve(sc.Deal("tripeaks", 7).start())'
    venv/bin/python -m pytest -p no:cacheprovider "${tests[@]}"
    runs=$((runs + 1))
done
((runs)) || { echo "tools/smoke.sh: no Python that is here takes $(basename "$wheel")" >&2; exit 1; }
