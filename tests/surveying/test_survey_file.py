"""The file of a survey: what was done is not done again, and nothing is lost or counted twice."""

import json
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_core import Layout, Limits, PeaksRules, results, survey
from solitaire_core.surveying import chunk as chunks
from solitaire_core.surveying import run

COUNT = 300
PEAKS = {"threads": 1, "chunk": 50}
NODES = {"threads": 1, "chunk": 4, "nodes": 300}


def same(one, other):
    """Whether two surveys agree in all that does not depend on the machine's speed."""
    found = []
    for each in (one, other):
        record = each.to_json()
        record.pop("cpu_seconds")
        record.pop("median_seconds", None)
        found.append((record, each.effort and (each.effort.moves, each.effort.microseconds.total)))
    return found[0] == found[1]


@pytest.fixture(scope="module")
def whole():
    return survey("tripeaks", 5, COUNT, threads=1)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The bytes of the file of a whole survey."""
    path = tmp_path_factory.mktemp("written") / "s.jsonl"
    survey("tripeaks", 5, COUNT, out=path, deals=True, **PEAKS)
    return path.read_bytes()


def resumed(path, **options):
    return survey("tripeaks", 5, COUNT, out=path, deals=True, **{**PEAKS, **options})


@pytest.fixture
def measured(monkeypatch):
    """The ranges of deals that were looked at."""
    found = []

    def measure(task, first, count, *more):
        found.append((first, count))
        return chunks.measure(task, first, count, *more)

    monkeypatch.setattr(run, "measure", measure)
    return found


def test_the_same_with_and_without_a_file(tmp_path, whole):
    path = tmp_path / "s.jsonl"
    found = survey("tripeaks", 5, COUNT, out=path, **PEAKS)
    assert same(found, whole)
    assert results.read_survey(path) == found
    pieces = list(results.read_pieces(path))
    assert [piece.count for piece in pieces] == [50] * 6
    total = pieces[0]
    for piece in pieces[1:]:
        total += piece
    assert same(total, whole)


def test_of_the_klondike_family(tmp_path):
    path = tmp_path / "k.jsonl"
    found = survey("klondike", 0, 14, out=path, **NODES)
    assert same(found, survey("klondike", 0, 14, nodes=300, threads=1))
    assert found.unknown
    assert results.read_survey(path) == found
    pieces = list(results.read_pieces(path))
    assert len(pieces) > 1
    total = pieces[0]
    for piece in pieces[1:]:
        total += piece
    assert same(total, found)
    assert total.effort.median_seconds == found.effort.median_seconds


def test_what_is_done_is_not_done_again(tmp_path, written, whole, measured):
    path = tmp_path / "s.jsonl"
    path.write_bytes(written)
    told = []
    assert same(resumed(path, progress=told.append), whole)
    assert (measured, told) == ([], [COUNT])
    assert path.read_bytes() == written


def test_only_what_is_missing_is_done(tmp_path, written, whole, measured):
    path = tmp_path / "s.jsonl"
    lines = written.splitlines(keepends=True)
    # Without the third and the last piece, and in another order.
    path.write_bytes(b"".join([lines[0], lines[5], lines[1], lines[4], lines[2]]))
    told = []
    assert same(resumed(path, progress=told.append), whole)
    assert measured == [(105, 50), (255, 50)]
    assert told[0] >= 200
    assert told == sorted(told)
    assert told[-1] == COUNT
    assert same(results.read_survey(path), whole)


def test_other_pieces_than_before_fill_the_gaps(tmp_path, written, whole, measured):
    path = tmp_path / "s.jsonl"
    lines = written.splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[6]]))
    assert same(resumed(path, chunk=70), whole)
    assert measured == [(5, 50), (105, 70), (175, 70), (245, 10)]


@pytest.mark.parametrize("left", [0, 1, 10, -1])
@pytest.mark.parametrize("line", [0, 1, 3])
def test_a_torn_last_line_is_mended(tmp_path, written, whole, line, left):
    path = tmp_path / "s.jsonl"
    lines = written.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:line]) + lines[line][:left])
    assert same(resumed(path), whole)
    assert same(results.read_survey(path), whole)
    for one in path.read_bytes().splitlines():
        json.loads(one)


def test_a_last_line_of_zeros_is_mended(tmp_path, written, whole):
    # As a file system may leave it after a power cut.
    path = tmp_path / "s.jsonl"
    lines = written.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + bytes(len(lines[4])))
    assert same(resumed(path), whole)


def test_a_torn_line_behind_a_whole_survey_is_cut_off(tmp_path, written, whole):
    path = tmp_path / "s.jsonl"
    path.write_bytes(written + written.splitlines()[3])
    assert same(resumed(path), whole)
    assert path.read_bytes() == written


def test_a_file_that_must_not_be_there(tmp_path, written):
    path = tmp_path / "s.jsonl"
    resumed(path, resume=False)
    with pytest.raises(FileExistsError):
        resumed(path, resume=False)


@pytest.mark.parametrize(
    "field, game, first, count, options",
    [
        ("game is 'tripeaks', not 'golf'", "golf", 5, COUNT, {}),
        ("rules is {'wrap': True}, not {'wrap': False}", "tripeaks", 5, COUNT, {"wrap": False}),
        ("first is '5', not '6'", "tripeaks", 6, COUNT, {}),
        ("count is 300, not 301", "tripeaks", 5, COUNT + 1, {}),
        ("numbering is 'sc1', not 'ms'", "tripeaks", 5, COUNT, {"numbering": "ms"}),
        ("deals is True, not False", "tripeaks", 5, COUNT, {"deals": False}),
    ],
)
def test_the_file_of_another_survey(tmp_path, written, field, game, first, count, options):
    path = tmp_path / "s.jsonl"
    path.write_bytes(written)
    with pytest.raises(ValueError) as error:
        survey(game, first, count, out=path, **{**PEAKS, "deals": True, **options})
    assert str(error.value) == f"{path}: the file of another survey: its {field}"
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    "field, options",
    [
        ("nodes is 300, not 301", {"nodes": 301}),
        ("seconds is None, not 9.0", {"seconds": 9.0}),
        ("memory is 536870912, not 4194304", {"memory": 2**22}),
        ("rules is ", {"draw": 3}),
    ],
)
def test_the_file_of_other_limits(tmp_path, field, options):
    path = tmp_path / "k.jsonl"
    survey("klondike", 0, 4, out=path, **NODES)
    with pytest.raises(ValueError, match=f"its {field}"):
        survey("klondike", 0, 4, out=path, **{**NODES, **options})


def test_another_version_may_search_otherwise(tmp_path, monkeypatch):
    peaks, klondike = tmp_path / "p.jsonl", tmp_path / "k.jsonl"
    found = survey("tripeaks", 0, 60, out=peaks, **PEAKS)
    survey("klondike", 0, 4, out=klondike, **NODES)
    monkeypatch.setattr("solitaire_core.surveying.records.version", lambda _: "9.9")
    assert survey("tripeaks", 0, 60, out=peaks, **PEAKS) == found
    with pytest.raises(ValueError, match=r"its version is .*, not '9\.9'"):
        survey("klondike", 0, 4, out=klondike, **NODES)


def test_a_game_of_the_same_name_with_another_layout(tmp_path):
    path = tmp_path / "mine.jsonl"
    bridge = PeaksRules("mine", Layout("bridge", [[1, 2], [], []]))
    found = survey(bridge, 0, 60, out=path, **PEAKS)
    with pytest.raises(ValueError, match="its definition is"):
        survey(PeaksRules("mine", Layout("tower", [[1], [2], []])), 0, 60, out=path, **PEAKS)
    assert results.read_survey(path, bridge) == found
    with pytest.raises(ValueError, match="no game 'mine'"):
        results.read_survey(path)
    with pytest.raises(ValueError, match="another layout"):
        results.read_survey(path, PeaksRules("mine", Layout("tower", [[1], [2], []])))


def test_numbers_beyond_64_bits(tmp_path):
    path = tmp_path / "far.jsonl"
    options = {"out": path, "numbering": "pysol", "deals": True, "threads": 1, "chunk": 4}
    found = survey("one-peak", 10**30, 9, **options)
    assert results.read_survey(path) == found
    assert [piece.first for piece in results.read_pieces(path)] == [10**30 + n for n in (0, 4, 8)]


def line_of(record):
    text = json.dumps(record).encode()[1:] + b"\n"
    return b'{"crc32":"%08x",' % zlib.crc32(text) + text


def with_record(written, at, **fields):
    """The file with fields of one line changed, and the CRC-32 that goes with them."""
    lines = written.splitlines(keepends=True)
    record = json.loads(lines[at])
    del record["crc32"]
    lines[at] = line_of({**record, **fields})
    return b"".join(lines)


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"first": "4"}, "the deals 4 to 53 are not of this survey, which is of 5 to 304"),
        ({"first": "300"}, "the deals 300 to 349 are not of this survey"),
        ({"first": "5"}, "deal 5 is there already"),
        ({"first": 105}, "first is a deal number as text, not 105"),
        ({"first": "1" * 200}, "first is a deal number as text"),
        ({"count": 49}, "count does not add up: 50, not 49"),
        ({"count": -1}, "count is a whole number, not -1"),
        ({"count": True}, "count is a whole number, not True"),
        ({"winnable": 0}, "count does not add up"),
        ({"unknown": None}, "unknown is a whole number, not None"),
        ({"fewest_turns": [1]}, "fewest_turns is a list of 24 numbers"),
        ({"fewest_turns": [0] * 24}, "fewest_turns does not add up: 0, not"),
        ({"fewest_turns": [0.5] * 24}, "fewest_turns holds whole numbers, not 0.5"),
        ({"deals": "!"}, "deals is base64 text, not '!'"),
        ({"deals": "AAAA"}, "the deals cannot be unpacked"),
        ({"more": 1}, "the piece has the unknown field 'more'"),
    ],
)
def test_a_line_that_cannot_be(tmp_path, written, fields, message):
    path = tmp_path / "s.jsonl"
    path.write_bytes(with_record(written, 2, **fields))
    for read in (resumed, lambda path: list(results.read_pieces(path))):
        with pytest.raises(ValueError) as error:
            read(path)
        # A piece that is there twice is seen where it comes the second time.
        assert str(error.value).startswith(f"{path}, line 3: {message}")


@pytest.mark.parametrize(
    "damage, message",
    [
        (lambda line: line.replace(b'"count":50', b'"count":51'), "its CRC-32 is another one"),
        (lambda line: b"\n", "no line of a survey's file"),
        (lambda line: line + line, "deal 55 is there already"),
        (lambda line: line[:40] + b"\n", "its CRC-32 is another one"),
        (lambda line: line[:-1], "its CRC-32 is another one"),
    ],
)
def test_a_damaged_line_in_the_middle(tmp_path, written, damage, message):
    path = tmp_path / "s.jsonl"
    lines = written.splitlines(keepends=True)
    lines[2] = damage(lines[2])
    data = b"".join(lines)
    path.write_bytes(data)
    with pytest.raises(ValueError) as error:
        resumed(path)
    number = 4 if "already" in message else 3
    assert str(error.value).startswith(f"{path}, line {number}: ")
    assert message in str(error.value)
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"my diary\n", b"my diary", b"{}\n", b'{"crc32":"x\n', b"\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path, data):
    path = tmp_path / "diary"
    path.write_bytes(data)
    for read in (resumed, results.read_survey):
        with pytest.raises(ValueError, match="diary"):
            read(path)
    assert path.read_bytes() == data


def test_a_survey_that_is_not_complete(tmp_path, written):
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(written.splitlines(keepends=True)[:4]))
    with pytest.raises(ValueError, match="150 of 300 deals are missing"):
        results.read_survey(path)
    assert sum(piece.count for piece in results.read_pieces(path)) == 150


@given(st.data())
def test_bytes_in_a_survey_or_a_clear_error_out(tmp_path_factory, written, whole, data):
    path = tmp_path_factory.mktemp("fuzz") / "s.jsonl"
    changed = bytearray(written)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(changed)))
        kind = data.draw(st.sampled_from(["flip", "cut", "insert", "drop"]))
        some = data.draw(st.binary(min_size=1, max_size=20))
        if kind == "flip":
            changed[at : at + 1] = some[:1]
        elif kind == "cut":
            del changed[at:]
        elif kind == "insert":
            changed[at:at] = some
        else:
            del changed[at : at + len(some) * 10]
    path.write_bytes(changed)
    try:
        found = resumed(path)
    except ValueError as error:
        assert str(error).startswith(str(path))
        assert path.read_bytes() == changed
    else:
        assert same(found, whole)
        assert same(results.read_survey(path), whole)


@given(st.binary(max_size=200))
def test_any_bytes(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("bytes") / "s.jsonl"
    path.write_bytes(data)
    for read in (results.read_survey, lambda path: list(results.read_pieces(path))):
        with pytest.raises(ValueError):
            read(path)


def test_lines_in_any_order(tmp_path, written, whole):
    head, *lines = written.splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    path = tmp_path / "s.jsonl"
    path.write_bytes(head + b"".join(lines))
    assert same(resumed(path), whole)
    firsts = [piece.first for piece in results.read_pieces(path)]
    assert firsts == sorted(firsts)


def test_what_does_not_go_together(tmp_path):
    with pytest.raises(ValueError, match="deals goes with out"):
        survey("tripeaks", 0, 1, deals=True)
    with pytest.raises(ValueError, match="cancel goes neither"):
        limits = Limits(nodes=1, cancel=lambda: False)
        survey("klondike", 0, 1, limits=limits, out=tmp_path / "s")
    with pytest.raises(ValueError, match="chunk is 1 "):
        survey("tripeaks", 0, 1, chunk=0)
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_writing_ends_the_survey_and_spoils_nothing(tmp_path, monkeypatch, whole):
    path = tmp_path / "s.jsonl"
    synced = []

    def sync(file):
        synced.append(file)
        file.flush()
        if len(synced) == 4:
            raise OSError(28, "no space left on device")

    monkeypatch.setattr("solitaire_core.files._sync", sync)
    with pytest.raises(OSError, match="no space"):
        resumed(path)
    assert same(resumed(path), whole)
    assert len(synced) > 4


def test_what_progress_raises_leaves_a_file_to_go_on_with(tmp_path, whole):
    path = tmp_path / "s.jsonl"

    def progress(done):
        if done >= 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resumed(path, progress=progress)
    done = sum(piece.count for piece in results.read_pieces(path))
    assert 0 < done < COUNT
    assert same(resumed(path), whole)


@pytest.mark.host
def test_in_threads(tmp_path, whole):
    path = tmp_path / "s.jsonl"
    assert same(resumed(path, threads=3), whole)
    assert same(results.read_survey(path), whole)
