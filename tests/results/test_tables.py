"""Tables of deals and of pieces: what is written is read back, in all three formats."""

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import pyarrow.parquet as parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import Limits, Verdict, decide, find_rules, results, solve_deals, survey
from solitaire_core.results import tables

FORMATS = pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])


@pytest.fixture(scope="module")
def peaks(tmp_path_factory):
    path = tmp_path_factory.mktemp("peaks") / "p.jsonl"
    survey("tripeaks", 3, 200, wrap=False, threads=1, chunk=64, deals=True, out=path)
    return path


@pytest.fixture(scope="module")
def klondike(tmp_path_factory):
    path = tmp_path_factory.mktemp("klondike") / "k.jsonl"
    survey("klondike", 0, 12, draw=3, nodes=300, threads=1, chunk=5, deals=True, out=path)
    return path


@FORMATS
def test_deals_of_the_peaks_family(tmp_path, peaks, suffix):
    target = tmp_path / f"deals{suffix}"
    told = []
    assert results.write_deals(peaks, target, progress=told.append) == 200
    assert told[-1] == 200
    deals = list(results.read_deals(target))
    expected = decide(range(3, 203), find_rules("tripeaks", wrap=False)).fewest_turns.tolist()
    assert [deal.number for deal in deals] == list(range(3, 203))
    assert [-1 if d.fewest_turns is None else d.fewest_turns for d in deals] == expected
    for deal in deals:
        assert deal.verdict is (
            Verdict.UNWINNABLE if deal.fewest_turns is None else Verdict.WINNABLE
        )
        assert (deal.game, deal.numbering) == ("tripeaks wrap=false", "sc1")
        assert deal[5:] == (None, None, None, "")


@FORMATS
def test_deals_of_the_klondike_family(tmp_path, klondike, suffix):
    target = tmp_path / f"deals{suffix}"
    results.write_deals(klondike, target)
    deals = list(results.read_deals(target))
    found = solve_deals(range(12), find_rules("klondike", draw=3), limits=Limits(nodes=300))
    assert [deal.verdict for deal in deals] == found.verdict.tolist()
    assert [-1 if d.moves is None else d.moves for d in deals] == found.moves.tolist()
    assert [deal.nodes for deal in deals] == found.nodes.tolist()
    assert Counter(deal.reason for deal in deals)["nodes"] == (found.verdict == -1).sum() > 0
    assert all(deal.seconds >= 0 and deal.fewest_turns is None for deal in deals)


@FORMATS
def test_several_surveys_in_one_table(tmp_path, peaks, klondike, suffix):
    target = tmp_path / f"deals{suffix}"
    assert results.write_deals([peaks, klondike], target) == 212
    games = Counter(deal.game for deal in results.read_deals(target))
    assert games == {"tripeaks wrap=false": 200, "klondike draw=3 passes=0": 12}


@FORMATS
def test_pieces(tmp_path, peaks, klondike, suffix):
    for source in (peaks, klondike):
        target = tmp_path / f"pieces{suffix}"
        pieces = list(results.read_pieces(source))
        assert results.write_pieces(source, target) == len(pieces) > 1
        rows = list(results.read_piece_table(target))
        for row, piece in zip(rows, pieces, strict=True):
            for name in ("first", "count", "winnable", "unwinnable", "unknown", "low", "high"):
                assert row[name] == getattr(piece, name)
            if piece.effort is None:
                assert tuple(row["fewest_turns"]) == piece.fewest_turns
                assert row["median_seconds"] is None
            else:
                assert row["fewest_turns"] is None
                assert row["unknown_by_nodes"] == piece.effort.reasons["nodes"]
                assert row["median_moves"] == piece.effort.median_moves


def test_numbers_beyond_64_bits_stay_what_they_are(tmp_path):
    source = tmp_path / "s.jsonl"
    survey("one-peak", 10**40, 3, numbering="pysol", threads=1, out=source, deals=True)
    for suffix in tables.FORMATS:
        target = tmp_path / f"deals{suffix}"
        results.write_deals(source, target)
        assert [d.number for d in results.read_deals(target)] == [10**40 + n for n in range(3)]
    row = json.loads((tmp_path / "deals.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert row["number"] == str(10**40)


def test_other_programs_read_them(tmp_path, peaks):
    for suffix in tables.FORMATS:
        results.write_deals(peaks, tmp_path / f"deals{suffix}")
    table = parquet.read_table(tmp_path / "deals.parquet")
    assert table.num_rows == 200
    with (tmp_path / "deals.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["fewest_turns"] for row in rows] == [
        "" if turns is None else str(turns) for turns in table["fewest_turns"].to_pylist()
    ]
    lines = (tmp_path / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == table.to_pylist()


def test_a_survey_that_is_not_complete(tmp_path, peaks):
    source = tmp_path / "part.jsonl"
    source.write_bytes(b"".join(peaks.read_bytes().splitlines(keepends=True)[:3]))
    assert results.write_deals(source, tmp_path / "deals.csv") == 128


def test_a_file_without_single_deals(tmp_path):
    source = tmp_path / "s.jsonl"
    survey("one-peak", 0, 5, threads=1, out=source)
    with pytest.raises(ValueError, match="holds no single deals"):
        results.write_deals(source, tmp_path / "deals.csv")
    assert list(tmp_path.iterdir()) == [source]


def test_no_such_format(tmp_path, peaks):
    for work in (results.write_deals, results.write_pieces):
        with pytest.raises(ValueError, match=r"ends in \.jsonl, \.csv, \.parquet"):
            work(peaks, tmp_path / "deals.xlsx")


def test_what_stood_there_stays_where_writing_fails(tmp_path, peaks):
    target = tmp_path / "deals.csv"
    target.write_text("mine", encoding="utf-8")

    def progress(written):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        results.write_deals(peaks, target, progress=progress)
    assert target.read_text(encoding="utf-8") == "mine"
    assert list(tmp_path.iterdir()) == [target]


def test_without_the_extra(tmp_path, peaks, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'solitaire-core\[arrow\]'"):
        results.write_deals(peaks, tmp_path / "deals.parquet")
    results.write_deals(peaks, tmp_path / "deals.csv")


HEAD = "game,numbering,number,verdict,fewest_turns,moves,nodes,seconds,reason\n"
ROW = {
    "game": "g", "numbering": "sc1", "number": "1", "verdict": "winnable", "fewest_turns": 3,
    "moves": None, "nodes": None, "seconds": None, "reason": "",
}  # fmt: skip


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("a.csv", "", "line 1: the columns are game, numbering"),
        ("a.csv", "a,b\n", "line 1: the columns are game, numbering"),
        ("a.csv", HEAD + "g,sc1\n", "line 2: 9 fields, not 2"),
        ("a.csv", HEAD + "g,sc1,x,winnable,1,,,,\n", "line 2: number is a deal number, not 'x'"),
        ("a.csv", HEAD + "g,sc1,1,won,1,,,,\n", "line 2: verdict is unknown, unwinnable"),
        ("a.csv", HEAD + "g,sc1,1,winnable,x,,,,\n", "line 2: fewest_turns is whole, not 'x'"),
        ("a.csv", HEAD + "g,sc1,1,winnable,1,,,,luck\n", "line 2: reason is none"),
        ("a.csv", HEAD + 'g,"sc1', "line 2: unexpected end of data"),
        ("a.jsonl", "{}\n", "line 1 has no field 'game'"),
        ("a.jsonl", "[]\n", "line 1 is a JSON object"),
        ("a.jsonl", "{\n", "line 1: no JSON object"),
        ("a.jsonl", json.dumps({**ROW, "moves": "3"}) + "\n", "moves is whole, not '3'"),
        ("a.jsonl", json.dumps({**ROW, "moves": True}) + "\n", "moves is whole, not True"),
        ("a.parquet", "PAR1 and no more", "no Parquet file"),
    ],
)
def test_tables_of_something_else(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=name) as error:
        list(results.read_deals(path))
    assert message in str(error.value)


@given(st.binary(max_size=300), st.sampled_from(tables.FORMATS), st.booleans())
def test_any_bytes_are_read_or_refused(tmp_path_factory, data, suffix, with_head):
    path = tmp_path_factory.mktemp("bytes") / f"a{suffix}"
    path.write_bytes(HEAD.encode() + data if with_head else data)
    try:
        list(results.read_deals(path))
    except ValueError as error:
        assert str(error).startswith(str(path))


WHOLE = st.none() | st.integers(-(2**62), 2**62)
COLUMNS = st.lists(
    st.tuples(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1),
        WHOLE,
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
        st.none() | st.lists(st.integers(0, 9), max_size=3),
    ),
    max_size=6,
)


@given(COLUMNS, st.sampled_from(tables.FORMATS), st.integers(1, 4))
def test_whatever_is_written_is_read_back(tmp_path_factory, rows, suffix, size):
    path = Path(tmp_path_factory.mktemp("table")) / f"a{suffix}"
    kinds = {"a": "text", "b": "whole", "c": "number", "d": "wholes"}
    parts = [rows[at : at + size] for at in range(0, len(rows), size)]
    columns = [dict(zip(kinds, map(list, zip(*part, strict=True)), strict=True)) for part in parts]
    tables.write_columns(path, kinds, columns)
    assert [tuple(row.values()) for _, row in tables.read_rows(path, kinds)] == rows
