"""Games of the Klondike family recorded from PySolFC, played through ply by ply."""

import copy
import json
from dataclasses import replace

import pytest

import klondike_traces as traces
from klondike_twins import MAKERS
from solitaire_core import Card
from solitaire_core.klondike_board import Board

pytestmark = pytest.mark.cases

# Each must be there; further files of these games are replayed as well.
FILES = [
    "big-harp",
    "big-harp-greedy",
    "double-klondike",
    "double-klondike-draw3",
    "double-klondike-greedy",
    "eternal-triangle",
    "eternal-triangle-greedy",
    "hypotenuse",
    "hypotenuse-greedy",
    "klondike-draw1",
    "klondike-draw1-greedy",
    "klondike-draw3",
    "klondike-draw3-greedy",
    "small-harp",
    "small-harp-greedy",
    "small-triangle",
    "small-triangle-greedy",
    "triple-klondike",
    "triple-klondike-draw3",
    "triple-klondike-draw3-greedy",
    "tripleharp",
    "tripleharp-greedy",
    "vegas-klondike",
]


@pytest.fixture(params=MAKERS)
def make(request):
    return MAKERS[request.param]


def record_of(cases, name):
    return traces.load(cases / "traces" / f"{name}.json.gz")


@pytest.mark.parametrize("name", FILES)
def test_recorded_games(cases, make, name):
    path = cases / "traces" / f"{name}.json.gz"
    plies = traces.replay_file(path, make)
    assert plies is not None
    assert plies > 500


def test_further_files(cases, make):
    for path in traces.files_in(cases / "traces"):
        if path.name.removesuffix(".json.gz") not in FILES:
            assert traces.replay_file(path, make) > 0


def test_which_game_a_file_is_of(cases):
    assert traces.rules_of(record_of(cases, "golf")) is None
    assert traces.rules_of(record_of(cases, "klondike-draw1")) == traces.KLONDIKE
    three = traces.KLONDIKE.with_options({"draw": 3})
    assert traces.rules_of(record_of(cases, "klondike-draw3-greedy")) == three
    assert traces.rules_of(record_of(cases, "vegas-klondike")).passes == 1
    assert traces.rules_of(record_of(cases, "tripleharp")) == traces.TRIPLEHARP
    # By the title, where the key says nothing to us.
    record = {"key": "k274", "game": "Triple Klondike (Draw 3)"}
    assert traces.rules_of(record) == traces.TRIPLE_KLONDIKE.with_options({"draw": 3})
    assert traces.rules_of({"key": "spider", "game": "Spider"}) is None


def test_a_trace_with_a_fault_is_refused(cases, make):
    # The replay itself has to be able to fail.
    record = record_of(cases, "small-triangle")
    rules = traces.rules_of(record)
    good = record["traces"][2]
    plies = len(good["plies"])
    assert traces.replay(good, rules, make, "here") == plies == good["no_moves_after"]

    def refused(change):
        trace = copy.deepcopy(good)
        change(trace)
        with pytest.raises((AssertionError, KeyError, ValueError)):
            traces.replay(trace, rules, make, "here")

    middle = good["plies"][plies // 2]
    words = middle["legal"].split()
    refused(lambda trace: trace["plies"][plies // 2].update(hash="0" * 16))
    refused(lambda trace: trace["plies"][plies // 2].update(legal=" ".join(words[1:])))
    refused(lambda trace: trace["plies"][plies // 2].update(legal=" ".join([*words, "t0>t1*2"])))
    refused(lambda trace: trace["plies"][0].update(layout="round=1"))
    refused(lambda trace: trace["plies"].pop())
    refused(lambda trace: trace["plies"].pop(2))
    refused(lambda trace: trace.update(deal="2"))
    refused(lambda trace: trace.update(initial_hash="0" * 16))
    refused(lambda trace: trace["initial"]["stock"].reverse())
    refused(lambda trace: trace["final"]["t0"].append("AS"))
    refused(lambda trace: trace.update(final_legal="stock>deal"))
    refused(lambda trace: trace.update(final_won=True))
    refused(lambda trace: trace.update(no_moves_after=plies - 1))
    refused(lambda trace: trace.update(won_after=plies))


def test_recorded_layouts(cases, make):
    # Further deals, by what is dealt alone.
    text = cases.joinpath("pysol_decks.json").read_text(encoding="utf-8")
    games = 0
    for key, deals in json.loads(text)["games"].items():
        rules = traces.rules_of({"key": key, "game": key})
        if rules is None:
            continue
        games += 1
        for deal in deals:
            layout = deal["layout"]
            if layout.get("waste"):
                rules = rules.with_options({"turn_first": True})
            cards = [Card(card) for card in deal["deck_in_deal_order"].split()]
            piles = traces.Table(rules, make(rules, Board.dealt(rules, cards))).piles()
            found = {
                name: pile if name == "round" else " ".join(pile) for name, pile in piles.items()
            }
            assert found == layout, (key, deal["deal"])
    assert games >= 6


# What a trace shows would be other moves or other layouts under each of these.
OTHER_RULES = [
    ("klondike-draw1", {"draw": 3}),
    ("klondike-draw1", {"passes": 1}),
    ("klondike-draw1", {"worrying_back": False}),
    ("klondike-draw1", {"empty": "any"}),
    ("klondike-draw1", {"runs": "king-sequences"}),
    ("klondike-draw1", {"dealing": "left-to-right"}),
    ("vegas-klondike", {"passes": 2}),
    ("small-harp", {"dealing": "left-to-right"}),
    ("big-harp", {"empty": "king"}),
    ("hypotenuse", {"face_up": "all"}),
    ("eternal-triangle", {"face_up": "top"}),
    ("tripleharp", {"runs": "packed"}),
    ("tripleharp", {"empty": "any"}),
    ("tripleharp", {"draw": 1}),
]


@pytest.mark.parametrize("name, other", OTHER_RULES)
def test_traces_tell_the_rules_apart(cases, make, name, other):
    record = record_of(cases, name)
    rules = replace(traces.rules_of(record), **other)

    def refused(trace):
        try:
            traces.replay(trace, rules, make, "here")
        except (AssertionError, KeyError, ValueError):
            return True
        return False

    assert any(map(refused, record["traces"]))
