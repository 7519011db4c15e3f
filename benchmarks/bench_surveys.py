"""What a survey costs beside its kernels: benchmarks/figures.py has the ratio of the two."""

import pytest

import solitaire_core as sc
from solitaire_core.solving import decide, lattice_of

DEALS = 100_000


@pytest.fixture(params=[True, False], ids=["wrap", "no-wrap"])
def rules(request):
    found = sc.find_rules("tripeaks", wrap=request.param)
    lattice_of(found.layout)
    return found


def test_kernels_alone(benchmark, rules):
    benchmark.extra_info["deals"] = DEALS
    benchmark.pedantic(decide, (range(DEALS), rules), rounds=3, iterations=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_survey(benchmark, rules, threads):
    benchmark.extra_info["deals"] = DEALS
    benchmark.pedantic(sc.survey, (rules, 0, DEALS), {"threads": threads}, rounds=3, iterations=1)


def test_survey_into_a_file(benchmark, rules, tmp_path):
    paths = (tmp_path / f"{number}.jsonl" for number in range(10**6))
    benchmark.extra_info["deals"] = DEALS
    benchmark.pedantic(
        lambda: sc.survey(rules, 0, DEALS, threads=1, out=next(paths), deals=True),
        rounds=3,
        iterations=1,
    )


def test_search_one_by_one(benchmark):
    limits = sc.Limits(nodes=2000)
    benchmark.pedantic(
        sc.solve_deals, (range(200), "klondike"), {"limits": limits}, rounds=3, iterations=1
    )


def test_survey_by_search(benchmark):
    benchmark.pedantic(
        sc.survey, ("klondike", 0, 200), {"nodes": 2000, "threads": 1}, rounds=3, iterations=1
    )
