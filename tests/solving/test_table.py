"""The set of positions that searches keep: what is put in is found, in the memory it may take."""

import random

import pytest

from compiled import compiled

pytestmark = pytest.mark.host

NEW, KNOWN, FULL = 0, 1, 2
LINE = 64


@pytest.fixture(scope="module")
def probe(tmp_path_factory):
    return compiled("table_probe", "table_probe", tmp_path_factory.mktemp("table_probe"))


def random_keys(count, seed):
    chance = random.Random(seed)
    return [chance.getrandbits(64) for _ in range(count)]


def crowded_keys(count, seed):
    """Keys of which most have the same few homes, the last lines among them."""
    chance = random.Random(seed)
    ends = [0, 2**63, 2**64 - 2**40, 2**64 - 1]
    return [(chance.choice(ends) + chance.getrandbits(38)) % 2**64 for _ in range(count)]


@pytest.mark.parametrize("lines", [1, 2, 64, 1000])
@pytest.mark.parametrize("keys", [random_keys(60_000, 1), list(range(1, 4000))])
def test_all_keys_and_notes_are_kept_while_it_grows(probe, lines, keys):
    table = probe.Table(lines, 2**30)
    for key in keys:
        assert table.find(key, key % 65_521) == (NEW, 0)
    for key in keys:
        assert table.find(key) == (KNOWN, key % 65_521)
    count, size, peak = table.facts
    assert count == len(keys)
    assert peak == (size + 1) * LINE


def test_sixteen_bytes_a_position_are_enough_at_all_times(probe):
    table = probe.Table(64, 2**30)
    for key in random_keys(200_000, 2):
        table.find(key)
        count, _, peak = table.facts
        if count > 1000:
            assert peak <= 16 * count


@pytest.mark.parametrize("limit", [2**30, 2**23 + 17])
def test_a_large_set_grows_as_a_small_one_does(probe, limit):
    """From 4 MB on it lies in pages of its own, where the system gives any."""
    table = probe.Table(64, limit)
    keys = random_keys(900_000, 6)
    kept = 0
    for key in keys:
        known, _ = table.find(key, key % 65_521)
        if known == FULL:
            break
        assert known == NEW
        kept += 1
    count, size, peak = table.facts
    assert count == kept
    assert peak == (size + 1) * LINE
    assert 2**22 < peak <= min(limit, 16 * kept)
    if limit == 2**30:
        assert kept == len(keys)
        for key in keys:
            assert table.find(key) == (KNOWN, key % 65_521)
    else:
        assert known == FULL
        assert kept >= 0.8 * size * 6


def test_keys_that_crowd_are_told_apart(probe):
    """Should some be forgotten, they are new again, and never taken for known before they are."""
    table = probe.Table(4, 2**30)
    met = set()
    for key in crowded_keys(3_000, 3):
        known, _ = table.find(key)
        assert known == NEW or key in met
        met.add(key)
    assert table.facts[0] <= len(met)


def test_no_key_is_taken_for_another(probe):
    table = probe.Table(8, 2**30)
    keys = random_keys(20_000, 4)
    for key in keys[::2]:
        table.find(key)
    assert [table.find(key)[0] for key in keys[1::2]] == [NEW] * 10_000


@pytest.mark.parametrize("limit", [64 * 100, 64 * 137, 64 * 1000 + 17])
def test_the_limit_is_kept_to_and_what_is_in_it_stays(probe, limit):
    table = probe.Table(64, limit)
    kept = []
    for key in random_keys(10_000, 5):
        known, _ = table.find(key, 7)
        if known == FULL:
            break
        kept.append(key)
    assert known == FULL
    count, size, peak = table.facts
    assert count == len(kept)
    assert peak <= limit
    # Full is full, for keys that are there too.
    assert table.find(kept[0])[0] == FULL
    assert count >= 0.8 * size * 6


def test_zero_is_a_key_like_another(probe):
    table = probe.Table(8, 2**20)
    assert table.find(0)[0] == NEW
    assert table.find(0)[0] == KNOWN
