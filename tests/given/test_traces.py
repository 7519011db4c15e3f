"""Games recorded from PySolFC, played through ply by ply."""

import copy

import pytest

import traces

pytestmark = pytest.mark.cases


@pytest.mark.parametrize("key", traces.RULES)
def test_recorded_games(cases, key):
    files = traces.files_of(cases / "traces", key)
    assert files, f"no traces of {key}"
    for path in files:
        assert traces.replay_file(path) > 200


def test_a_trace_with_a_fault_is_refused(cases):
    # The replay itself has to be able to fail.
    record = traces.load(cases / "traces" / "three-peaks.json.gz")
    rules = traces.RULES["three-peaks"]
    good = record["traces"][0]

    def refused(change):
        trace = copy.deepcopy(good)
        change(trace)
        with pytest.raises((AssertionError, KeyError)):
            traces.replay(trace, rules, traces.TWINS[0], "here")

    plies = len(good["plies"])
    assert traces.replay(good, rules, traces.TWINS[0], "here") == plies
    refused(lambda trace: trace["plies"][plies // 2].update(hash="0" * 16))
    refused(lambda trace: trace["plies"][3].update(legal="t99>waste"))
    refused(lambda trace: trace["plies"].pop())
    refused(lambda trace: trace["plies"].pop(2))
    refused(lambda trace: trace.update(deal="2"))
    refused(lambda trace: trace["final"]["waste"].pop())
    refused(lambda trace: trace["initial"]["stock"].reverse())
    refused(lambda trace: trace.update(final_won=True))
    with pytest.raises((AssertionError, KeyError)):
        traces.replay(good, traces.RULES["three-peaks-open"], traces.TWINS[0], "here")
