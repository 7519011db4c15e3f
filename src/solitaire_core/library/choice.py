"""Which deals of a library a seed means."""

from __future__ import annotations

import hashlib

import numpy as np

from solitaire_core._fast import whole_number

__all__ = ["number_of_pick", "sample_of"]


def number_of_pick(seed: int, count: int) -> int:
    """Which of so many deals, in order of number, a seed picks; see `Library.pick`."""
    digest = hashlib.sha256(f"solitaire-core pick 1 {seed}".encode("ascii")).digest()
    return int.from_bytes(digest, "big") % count


def sample_of(count: int, sample: int | None, seed: int) -> list[int]:
    """Indices of so many deals, chosen at random, or all of them, in order.

    Raises
    ------
    ValueError
        If a figure is out of range.
    """
    if sample is None:
        return list(range(count))
    sample = whole_number(sample, "sample", 0, 10**9)
    seed = whole_number(seed, "seed", 0, 2**64 - 1)
    if sample >= count:
        return list(range(count))
    indices = np.random.default_rng(seed).choice(count, sample, replace=False)
    return sorted(indices.tolist())
