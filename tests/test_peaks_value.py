"""The network of the sampling player: its sums fit, and its trainer writes such tables."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler

from solitaire_core import Deal, PeaksRules, simulate
from solitaire_core._fast import peaks_value_weights
from solitaire_core.games.tripeaks import THREE_PEAKS
from solitaire_core.policies import Sampling
from solitaire_core.reference.peaks_value import Sight, signs_of_card, signs_of_position

ROOT = Path(__file__).parents[1]
TRAINER = ROOT / "tools" / "train_peaks_value.c"
HEADERS = ROOT / "src" / "solitaire_core" / "_fast"
SHAPES = {"card": (409, 16), "mix": (32, 16), "position": (387, 32), "bias": (1, 32),
          "out": (1, 32)}  # fmt: skip
# Where the signs begin, and how often each is there at the most.
CARD = [0, 225, 245, 281, 309, 333, 352, 380, 393, 394, 400, 409], [2, *[1] * 9, 2]
POSITION = [0, 24, 53, 72, 298, 303, 317, 359], [1, 1, 1, 2, 1, 1, 1]
PLACES = [*range(359, 388)], [1] * 28

both = pytest.mark.parametrize("wrap", [True, False])


def weights():
    return {name: np.array(table) for name, table in peaks_value_weights().items()}


def most(table, signs):
    """By unit: no sum of rows, as many of each sign as there can be, is farther from 0."""
    begins, times = signs
    parts = [table[begin:end] for begin, end in pairwise(begins)]
    ends = [
        sum(
            many * np.maximum((sign * part).max(axis=0), 0)
            for part, many in zip(parts, times, strict=True)
        )
        for sign in (1, -1)
    ]
    return np.maximum(*ends)


def test_no_sum_overflows():
    net = weights()
    assert {name: table.shape for name, table in net.items()} == SHAPES
    assert most(net["card"], CARD).max() < 2**15
    others, places = (
        most(net["position"], POSITION) + abs(net["bias"][0]),
        most(net["position"], PLACES),
    )
    assert max(others.max(), places.max()) < 2**15
    pool = 16 * (32 * 256 // 4)
    assert pool <= 2**15
    assert (64 * (others + places) + pool * abs(net["mix"]).sum(axis=1)).max() < 2**31
    assert 2**15 * abs(net["out"]).sum() < 2**31


@both
def test_signs_are_rows_of_the_tables(wrap):
    """Of the positions that games begin with."""
    for number in range(20):
        view = Deal("tripeaks", number).start().visible()
        known = {p: card.rank for p, card in enumerate(view.tableau) if p >= 18}
        unseen = [card.rank for card in view.unseen]
        sight = Sight(range(28), known, view.top.rank, view.stock_left, unseen, wrap)
        for place in sight.free:
            rows = signs_of_card(sight, place)
            assert 0 <= min(rows) <= max(rows) < SHAPES["card"][0]
            assert len(rows) <= 16
        rows = signs_of_position(sight)
        assert 0 <= min(rows) <= max(rows) < SHAPES["position"][0]


def test_other_rules_have_their_games_played_on_without_it():
    """Cards that are face up from the start, or a layout of one's own: another fast player."""
    rules = PeaksRules("mine", THREE_PEAKS, wrap=True)
    twin = simulate("tripeaks", range(10), Sampling(20))
    assert (simulate(rules, range(10), Sampling(20)) == twin).all()
    is_open = PeaksRules("mine", THREE_PEAKS, wrap=True, open=True)
    assert (simulate(is_open, range(10), Sampling(20)) != twin).any()


@pytest.mark.host
@pytest.mark.skipif(not TRAINER.is_file(), reason="away from the source tree")
@pytest.mark.skipif(sys.platform == "win32", reason="the trainer is for POSIX compilers")
@both
def test_the_trainer_writes_tables(wrap, tmp_path):
    compiler = new_compiler()
    customize_compiler(compiler)
    objects = compiler.compile(
        [str(TRAINER.relative_to(ROOT))] if Path.cwd() == ROOT else [str(TRAINER)],
        output_dir=str(tmp_path),
        include_dirs=[str(HEADERS)],
    )
    compiler.link_executable(objects, "train", output_dir=str(tmp_path), libraries=["m"])

    def train(*words):
        command = [tmp_path / "train", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    kind, net = int(wrap), tmp_path / "some.net"
    train("learn", kind, 200, 0.001, "-", net)
    before = net.read_bytes()
    train("improve", kind, 500, 0.001, net, net)
    assert net.read_bytes() != before
    assert train("play", kind, 50, net).endswith("of 50\n")
    table = train("table", "VALUE", net)
    assert table.startswith("static const value_net VALUE = {")
    digits = table.split("=", 1)[1].replace("{", " ").replace("}", " ").replace(";", " ")
    numbers = [int(word) for word in digits.replace(",", " ").split()]
    assert len(numbers) == sum(rows * columns for rows, columns in SHAPES.values())
    assert max(map(abs, numbers)) < 2**15
