"""Libraries of lines: built, resumed, written, read, picked from and checked."""

import hashlib
import json
import random

import pytest

from solitaire_core import (
    Deal,
    Library,
    LibraryError,
    Limits,
    LineLibrary,
    Verdict,
    build_library,
    build_line_library,
    deck,
    load_library,
    solve_deals,
    verify,
)
from solitaire_core.klondike import KlondikeGame
from solitaire_core.library import build_lines
from solitaire_core.library.line_code import decode_line, encode_line
from solitaire_core.library.line_file import LineColumns, write_lines
from test_klondike_lockstep import VARIANTS, choose
from test_library import forge

NODES = 1500
COUNT = 40


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A library of some deals, and its file."""
    path = tmp_path_factory.mktemp("library") / "lines.library"
    return build_line_library(path, "klondike", 0, COUNT, nodes=NODES, threads=1), path


# ---- lines in few bytes ----------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_any_line_comes_back_as_it_was(name):
    rules = VARIANTS[name]
    rng = random.Random(name)
    game = KlondikeGame.dealt(rules, deck(3, "sc1", rules.decks))
    start = game.copy()
    while game.legal_moves and game.ply < 150:
        game.push(choose(list(game.legal_moves), rng))
    data = encode_line(start, game.move_stack)
    assert len(data) <= 2 * game.ply
    assert decode_line(start, data) == tuple(game.move_stack)
    assert start.ply == 0


def test_what_is_no_line():
    start = Deal("klondike", 5).start()
    with pytest.raises(LibraryError, match="move 1: there is no legal move 127"):
        decode_line(start, b"\x7f")
    with pytest.raises(LibraryError, match="move 1: there is no legal move 32767"):
        decode_line(start, b"\xff\xff")
    with pytest.raises(LibraryError, match="move 1"):
        decode_line(start, b"\xff")
    assert decode_line(start, b"") == ()


# ---- what it says ----------------------------------------------------------------------------


def test_it_holds_exactly_the_winnable_deals(built):
    library, _ = built
    found = solve_deals(range(COUNT), "klondike", limits=Limits(nodes=NODES))
    won = [n for n in range(COUNT) if found.verdict[n] == Verdict.WINNABLE]
    assert 0 < len(won) < COUNT
    assert [entry.number for entry in library] == won
    assert len(library) == len(won)
    assert library.searched == range(COUNT)
    assert library.lengths.tolist() == [int(found.moves[n]) for n in won]
    header = library.header
    assert header.winnable == len(won)
    assert header.unwinnable == (found.verdict == 0).sum()
    assert header.unknown == (found.verdict == -1).sum()
    assert header.limits == Limits(nodes=NODES)
    for number in range(-1, COUNT + 1):
        assert (number in library) is (number in won)
    assert library.contains(won[0])
    assert "5" not in library


def test_an_entry_is_a_deal_with_a_line_that_wins(built):
    library, _ = built
    for entry in library:
        assert entry == library[entry.number]
        assert entry.deal == Deal("klondike", entry.number)
        assert verify(entry.deal, entry.moves)
        record = json.loads(json.dumps(entry.to_json()))
        assert (record["number"], record["verdict"]) == (str(entry.number), "winnable")
        assert verify(entry.deal, record["moves"])
    missing = next(n for n in range(COUNT) if n not in library)
    with pytest.raises(KeyError, match=f"deal {missing} is not in the library"):
        library[missing]


def test_it_picks(built):
    library, _ = built
    picked = {library.pick(seed).number for seed in range(60)}
    assert picked <= {entry.number for entry in library}
    assert len(picked) > 3
    assert library.pick(7) == library.pick(7)
    with pytest.raises(ValueError, match="seed"):
        library.pick(-1)


def test_a_library_in_which_no_deal_can_be_won(tmp_path):
    library = build_line_library(tmp_path / "x", "tripleharp", 7, 3, nodes=0, threads=1)
    assert (len(library), list(library), library.check(None)) == (0, [], [])
    assert library.header.unknown == 3
    with pytest.raises(ValueError, match="no winnable deal of sc1 deals 7 to 9"):
        library.pick()
    assert len(load_library(tmp_path / "x")) == 0


def test_options_and_numberings(tmp_path):
    library = build_line_library(
        tmp_path / "x", "klondike", 1, 12, numbering="ms", nodes=NODES, threads=1, draw=3, passes=9
    )
    again = LineLibrary.load(tmp_path / "x")
    assert again.header == library.header
    assert again.rules.options() == {"draw": 3, "passes": 9}
    for entry in again:
        assert entry.deal.numbering == "ms"
        assert verify(entry.deal, entry.moves)


# ---- the file --------------------------------------------------------------------------------


def test_it_is_read_as_it_was_written(tmp_path, built):
    library, path = built
    read = load_library(path)
    assert isinstance(read, LineLibrary)
    assert read.header == library.header
    assert list(read) == list(library)
    assert read.sha256 == hashlib.sha256(path.read_bytes()[:-32]).hexdigest()
    assert read.save(tmp_path / "copy") == read.sha256
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()
    # Some two bytes a move at the most, and the header.
    assert path.stat().st_size < 1000 + 2 * int(library.lengths.sum())


def test_both_kinds_are_told_apart(tmp_path, built):
    peaks = tmp_path / "peaks.library"
    build_library(peaks, "one-peak", 0, 5, games=5, threads=1)
    assert isinstance(load_library(peaks), Library)
    with pytest.raises(LibraryError, match=r"lines\.library: no deal library"):
        Library.load(built[1])
    with pytest.raises(LibraryError, match=r"peaks\.library: no deal library"):
        LineLibrary.load(peaks)
    with pytest.raises(LibraryError, match="a library of another version than 1"):
        LineLibrary.from_bytes(b"solitaire-core lines 2\n")


def test_every_damage_is_noticed(built):
    data = built[1].read_bytes()
    for at in range(0, len(data), 17):
        damaged = bytearray(data)
        damaged[at] ^= 1 << at % 8
        with pytest.raises(LibraryError):
            LineLibrary.from_bytes(bytes(damaged))
    for length in range(0, len(data), 37):
        with pytest.raises(LibraryError):
            LineLibrary.from_bytes(data[:length])


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("game", "tripeaks", "no option .draw."),
        ("game", "whist", "no game 'whist'"),
        ("rules", {"size": 3}, "no option 'size'"),
        ("numbering", "none", "numbering"),
        ("first", "-1", "first is no number"),
        ("count", COUNT + 1, "do not add up"),
        ("winnable", -1, "do not add up"),
        ("unknown", 0, "do not add up"),
        ("unknown", None, "unknown is missing"),
        ("nodes", -1, "limits"),
        ("seconds", 0, "limits"),
        ("seconds", "1", "limits"),
        ("memory", 0, "limits"),
        ("bytes", -1, "bytes are -1"),
        ("bytes", True, "bytes are True"),
        ("bytes", 2**40, "bytes are"),
        ("bytes", 5, "is not 5 bytes long"),
        ("made_by", 7, "made_by"),
        ("columns", {}, "columns are not"),
    ],
)
def test_headers_that_say_what_is_not_so(built, field, value, text):
    data = forge(built[1].read_bytes(), lambda record: record.update({field: value}))
    with pytest.raises(LibraryError, match=text):
        LineLibrary.from_bytes(data)


def columns_of(library):
    return [
        (entry.number, len(entry.moves), encode_line(entry.deal.start(), entry.moves))
        for entry in library
    ]


@pytest.mark.parametrize("fault", ["twice", "beyond", "before", "shorter"])
def test_columns_that_cannot_be(tmp_path, built, fault):
    library, _ = built
    found = columns_of(library)
    number, length, line = found[-1]
    found[-1] = {
        "twice": (found[-2][0], length, line),
        "beyond": (COUNT, length, line),
        "before": (-1, length, line),
        "shorter": (number, len(line) + 1, line),
    }[fault]
    write_lines(tmp_path / "x", library.header, LineColumns.of(found))
    with pytest.raises(LibraryError, match="a column has a value that cannot be"):
        LineLibrary.load(tmp_path / "x")


def test_lines_that_do_not_win_are_found(tmp_path, built):
    library, _ = built
    assert library.check(None) == []
    found = columns_of(library)
    number, length, line = found[0]
    stops_short = (number, length - 1, line[:-1])
    other = (found[1][0], found[1][1], bytes(len(found[1][2])))
    nonsense = (found[2][0], 1, b"\x7f")
    wrong = LineColumns.of([stops_short, other, nonsense, *found[3:]])
    write_lines(tmp_path / "x", library.header, wrong)
    mismatches = LineLibrary.load(tmp_path / "x").check(None)
    assert [m.number for m in mismatches] == [found[0][0], found[1][0], found[2][0]]
    assert {m.field for m in mismatches} == {"line"}
    assert (mismatches[0].stored, mismatches[0].found) == (length - 1, length - 1)
    assert mismatches[2].found == 0
    assert len(library.check(3, seed=1)) == 0


# ---- going on --------------------------------------------------------------------------------


class Stop(Exception):
    """What ends a build."""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_build_that_stops_goes_on(tmp_path, built, monkeypatch, threads):
    target = tmp_path / "resumed"
    part = tmp_path / "resumed.part"
    original = build_lines.solve_klondike
    searched = []

    def stopping(game, *arguments, **options):
        if game.deal.number == 34:
            raise Stop
        return original(game, *arguments, **options)

    def counting(game, *arguments, **options):
        searched.append(game.deal.number)
        return original(game, *arguments, **options)

    monkeypatch.setattr(build_lines, "solve_klondike", stopping)
    with pytest.raises(Stop):
        build_line_library(target, "klondike", 0, COUNT, nodes=NODES, threads=1)
    assert not target.exists()
    whole = part.read_bytes()
    monkeypatch.setattr(build_lines, "solve_klondike", counting)
    told = []
    build_line_library(
        target, "klondike", 0, COUNT, nodes=NODES, threads=threads, progress=told.append
    )
    assert target.read_bytes() == built[1].read_bytes()
    assert sorted(searched) == list(range(32, COUNT))
    assert told[-1] == COUNT
    assert not part.exists()
    # A block that was not written to its end is searched anew.
    part.write_bytes(whole[:-5])
    build_line_library(target, "klondike", 0, COUNT, nodes=NODES, threads=1)
    assert target.read_bytes() == built[1].read_bytes()


def test_the_checkpoint_of_another_build_is_refused(tmp_path):
    def stop(_):
        raise Stop

    arguments = {"game": "klondike", "first": 0, "count": 17, "nodes": 50, "threads": 1}
    with pytest.raises(Stop):
        build_line_library(tmp_path / "x", progress=stop, **arguments)
    for changed in ({"nodes": 51}, {"first": 1}, {"count": 18}, {"draw": 3}, {"numbering": "ms"}):
        with pytest.raises((LibraryError, ValueError), match=r"another build|ms deal numbers"):
            build_line_library(tmp_path / "x", **{**arguments, **changed})


def test_what_is_refused(tmp_path):
    with pytest.raises(TypeError, match="of the Klondike family, not of tripeaks"):
        build_line_library(tmp_path / "x", "tripeaks", 0, 5)
    with pytest.raises(TypeError, match="of the peaks family, not of klondike"):
        build_library(tmp_path / "x", "klondike", 0, 5)
    with pytest.raises(ValueError, match="count"):
        build_line_library(tmp_path / "x", "klondike", 0, 0)
    assert list(tmp_path.iterdir()) == []
