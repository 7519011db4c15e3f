"""Deal libraries: built, resumed, written, read, picked from and checked."""

import hashlib
import json
import zlib
from importlib.resources import files

import numpy as np
import pytest

from solitaire_core import (
    LEVELS,
    Deal,
    Layout,
    Level,
    Library,
    LibraryError,
    Mismatch,
    PeaksRules,
    build_library,
    decide,
    find_rules,
    grade,
    par,
    pick_deal,
    solve,
)
from solitaire_core.library import build
from solitaire_core.library.file import NO_PAR, Columns, write

WRAP = find_rules("tripeaks", wrap=True)
OWN = PeaksRules("pyramid", Layout("pyramid", [[1, 2], [3, 4], [4, 5], [], [], []]), wrap=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A library of some 600 small deals, and its file."""
    path = tmp_path_factory.mktemp("library") / "small.library"
    return build_library(path, "one-peak", 1000, 600, games=40, seed=9, threads=1), path


def same(one, other):
    return (
        one.header == other.header
        and one.sha256 == other.sha256
        and (one.fewest_turns == other.fewest_turns).all()
        and (one.clear_rates == other.clear_rates).all()
        and (one.pars == other.pars).all()
    )


# ---- what it says ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "count"),
    [
        ("tripeaks", {"wrap": True}, 12),
        ("tripeaks", {"wrap": False}, 12),
        ("golf", {}, 4),
        ("one-peak", {"wrap": False}, 30),
        (OWN, {}, 40),
    ],
)
def test_entries_are_what_the_solver_and_the_player_say(tmp_path, game, options, count):
    rules = find_rules(game, **options)
    found = build_library(tmp_path / "x", rules, 5, count, games=100, seed=2, threads=1)
    assert len(found) == count
    assert found.numbers == range(5, 5 + count)
    for entry, number in zip(found, range(5, 5 + count), strict=True):
        deal = Deal(rules, number)
        expected = grade(deal, games=100, seed=2)
        assert entry == found[number]
        assert entry.deal == deal
        assert entry.number == number
        assert entry.winnable is expected.winnable
        assert entry.fewest_turns == expected.fewest_turns
        # 100 games in steps of 1/250, rounded down.
        assert entry.clear_rate == expected.cleared * 250 // 100 / 250
        scores = par(deal, games=1)
        assert entry.par == (scores.best_of_any if rules.name == "golf" else scores.best)
    assert found.header.objective == ("best" if rules.name == "golf" else "best-clear")


def test_another_scoring_and_numbering(tmp_path):
    found = build_library(
        tmp_path / "x", WRAP, 1, 3, games=10, scoring="run10", numbering="ms", threads=1
    )
    for entry in found:
        assert entry.deal == Deal(WRAP, entry.number, "ms")
        solution = solve(entry.deal, objective="best-clear", scoring="run10")
        assert entry.par == solution.value
    assert (found.header.scoring, found.header.numbering) == ("run10", "ms")


def test_numbers_above_63_bits(tmp_path):
    first = 2**64 - 3
    found = build_library(tmp_path / "x", OWN, first, 3, games=10, threads=1)
    again = Library.load(tmp_path / "x", OWN)
    assert same(found, again)
    assert [entry.number for entry in again] == [first, first + 1, first + 2]


@pytest.mark.host
def test_threads_make_no_difference(tmp_path, built):
    path = tmp_path / "threads"
    found = build_library(path, "one-peak", 1000, 600, games=40, seed=9, threads=3)
    assert same(found, built[0])
    assert path.read_bytes() == built[1].read_bytes()


# ---- the file --------------------------------------------------------------------------------


def test_it_is_read_as_it_was_written(tmp_path, built):
    library, path = built
    read = Library.load(path)
    assert same(read, library)
    assert list(read) == list(library)
    assert read.sha256 == hashlib.sha256(path.read_bytes()[:-32]).hexdigest()
    copy = tmp_path / "copy"
    copy.write_bytes(b"something else")
    assert read.save(copy) == read.sha256
    assert copy.read_bytes() == path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["copy"]


def test_nothing_in_it_can_be_changed(built):
    for array in (built[0].fewest_turns, built[0].pars, Library.load(built[1]).pars):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_every_damage_is_noticed(built):
    data = built[1].read_bytes()
    for at in [*range(0, 400), *range(400, len(data), 7), len(data) - 1]:
        damaged = bytearray(data)
        damaged[at] ^= 1 << at % 8
        with pytest.raises(LibraryError, match=r"^x: (damaged|no deal|a library of another)"):
            Library.from_bytes(bytes(damaged), "x")
    for length in [*range(0, 80), *range(80, len(data), 13), len(data) - 1]:
        with pytest.raises(LibraryError):
            Library.from_bytes(data[:length])
    for more in (b"\0", data):
        with pytest.raises(LibraryError):
            Library.from_bytes(data + more)


@pytest.mark.parametrize("data", [b"", b"x", b"PK\3\4" * 100, bytes(10**5), b"\n" * 1000])
def test_foreign_files(tmp_path, data):
    file = tmp_path / "foreign"
    file.write_bytes(data)
    with pytest.raises(LibraryError, match="foreign: no deal library"):
        Library.load(file)
    with pytest.raises(FileNotFoundError):
        Library.load(tmp_path / "nothing")


def forge(data, change=None, columns=None):
    """A file with another header or other columns, and a checksum that agrees."""
    line, header, rest = data[:-32].split(b"\n", 2)
    record = json.loads(header)
    if change is not None:
        change(record)
    if columns is not None:
        rest = columns(rest, record["columns"])
    body = line + b"\n" + json.dumps(record).encode() + b"\n" + rest
    return body + hashlib.sha256(body).digest()


def forge_turns(data, turns):
    """A library with other fewest turns."""

    def columns(rest, sizes):
        packed = zlib.compress(turns)
        first, sizes["fewest_turns"] = sizes["fewest_turns"], len(packed)
        return packed + rest[first:]

    return forge(data, columns=columns)


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("game", "whist", "no game 'whist'"),
        ("game", None, "game is missing or not a str"),
        ("rules", {"size": 3}, "no option 'size'"),
        ("rules", {"wrap": 1}, "wrap is True or False"),
        ("rules", [], "rules is missing or not a dict"),
        ("numbering", 3, "numbering is missing or not a str"),
        ("numbering", "none", "numbering"),
        ("first", "-1", "first is no number"),
        ("first", 1000, "first is missing or not a str"),
        ("first", "9" * 200, "first is no number"),
        ("first", str(2**64 - 1), "numbers"),
        ("count", 601, "is not 601 bytes long"),
        ("count", 599, "is not 599 bytes long"),
        ("count", -1, "count is -1"),
        ("count", 10**9, "count is 1000000000"),
        ("count", True, "count is missing"),
        ("count", 1e3, "count is missing"),
        ("games", 0, "games are 0"),
        ("seed", "x", "seed is no number"),
        ("scoring", "whist", "scoring"),
        ("objective", "worst", "objective"),
        ("made_by", None, "made_by is missing"),
        ("columns", None, "columns are not"),
        ("columns", {"fewest_turns": 1}, "columns are not"),
        ("columns", {"fewest_turns": -1, "cleared": 1, "par": 1}, "no such length as -1"),
        ("columns", {"fewest_turns": 9**9, "cleared": 1, "par": 1}, "no such length as 387420489"),
        ("columns", {"fewest_turns": "1", "cleared": 1, "par": 1}, "no such length as '1'"),
    ],
)  # fmt: skip
def test_headers_that_say_what_is_not_so(built, field, value, text):
    data = forge(built[1].read_bytes(), lambda record: record.update({field: value}))
    with pytest.raises(LibraryError, match=text):
        Library.from_bytes(data)


def test_headers_that_are_none():
    for header in (b"[]", b"{", b"[" * 50_000, b"\xff", b"nan", b"3"):
        body = b"solitaire-core library 1\n" + header + b"\n"
        with pytest.raises(LibraryError, match="header"):
            Library.from_bytes(body + hashlib.sha256(body).digest())
    body = b"solitaire-core library 1\n" + b" " * 70_000 + b"\n"
    with pytest.raises(LibraryError, match="the header does not end"):
        Library.from_bytes(body + hashlib.sha256(body).digest())
    body = b"solitaire-core library 2\n{}\n"
    with pytest.raises(LibraryError, match="a library of another version than 1"):
        Library.from_bytes(body + hashlib.sha256(body).digest())


def test_columns_that_cannot_be(built):
    data = built[1].read_bytes()

    assert Library.from_bytes(forge_turns(data, bytes(600)))[1000].fewest_turns == 0
    with pytest.raises(LibraryError, match="value that cannot be"):
        Library.from_bytes(forge_turns(data, bytes([200]) * 600))
    # A small file that unpacks to a large one.
    with pytest.raises(LibraryError, match="is not 600 bytes long"):
        Library.from_bytes(forge_turns(data, bytes(10**7)))
    with pytest.raises(LibraryError, match="cannot be unpacked"):
        Library.from_bytes(forge(data, columns=lambda rest, sizes: b"\0" * len(rest)))
    with pytest.raises(LibraryError, match="more columns than the header says"):
        Library.from_bytes(forge(data, columns=lambda rest, sizes: rest + b"x"))


def test_a_failing_write_leaves_the_old_file(tmp_path, built, monkeypatch):
    target = tmp_path / "file"
    target.write_bytes(b"old")

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        built[0].save(target)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


# ---- going on --------------------------------------------------------------------------------


class Stop(Exception):
    """What ends a build."""


def stop(_):
    raise Stop


def test_a_build_that_stops_goes_on(tmp_path, built, monkeypatch):
    target = tmp_path / "resumed.library"
    part = tmp_path / "resumed.library.part"
    arguments = {"games": 40, "seed": 9, "threads": 1}
    measured = []
    original = build.measure

    def stopping(header, number, turns):
        if number == 1400:
            raise Stop
        return original(header, number, turns)

    monkeypatch.setattr(build, "measure", stopping)
    with pytest.raises(Stop):
        build_library(target, "one-peak", 1000, 600, **arguments)
    assert not target.exists()
    assert part.exists()
    whole = part.read_bytes()
    assert len(whole) > 256 * 6

    monkeypatch.setattr(
        build, "measure", lambda header, number, turns: (
            measured.append(number), original(header, number, turns))[1],
    )  # fmt: skip
    told = []
    found = build_library(target, "one-peak", 1000, 600, progress=told.append, **arguments)
    assert same(found, built[0])
    assert target.read_bytes() == built[1].read_bytes()
    assert not part.exists()
    assert told[-1] == 600
    assert measured == list(range(1256, 1600))
    # A tail that was cut off, blocks that are damaged: measured anew, and nothing else.
    line = whole.index(b"\n") + 1
    for damaged in (
        whole[:-1], whole[: line + 3], whole[:line], whole[: line - 5], b"",
        whole + whole[line : line + 100], whole[:-20] + b"x" + whole[-19:],
        whole[:line] + b"x" + whole[line + 1 :], whole + b"blk1" + bytes(16),
        whole + bytes(5000),
    ):  # fmt: skip
        part.write_bytes(damaged)
        assert same(build_library(target, "one-peak", 1000, 600, **arguments), built[0]), damaged[
            :100
        ]
        assert not part.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"games": 41}, {"seed": 8}, {"first": 1001}, {"count": 599}, {"scoring": "run10"},
        {"game": "tripeaks"}, {"wrap": False}, {"numbering": "ms"},
    ],
)  # fmt: skip
def test_the_checkpoint_of_another_build_is_refused(tmp_path, changed):
    target = tmp_path / "x"
    arguments = {"game": "one-peak", "first": 1000, "count": 600, "games": 40, "threads": 1}
    with pytest.raises(Stop):
        build_library(target, progress=stop, **arguments)
    before = (tmp_path / "x.part").read_bytes()
    with pytest.raises(LibraryError, match="the checkpoint of another build"):
        build_library(target, **{**arguments, **changed})
    assert (tmp_path / "x.part").read_bytes() == before


def test_an_error_while_measuring_ends_the_build(tmp_path, monkeypatch):
    def fail(header, number, turns):
        raise MemoryError(f"deal {number}")

    monkeypatch.setattr(build, "measure", fail)
    with pytest.raises(MemoryError, match="deal 3"):
        build_library(tmp_path / "x", OWN, 3, 5)
    with pytest.raises(FileNotFoundError):
        build_library(tmp_path / "missing" / "x", OWN, 3, 5)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("whist", 0, 1), ValueError, "no game 'whist'"),
        (("tripeaks", -1, 1), ValueError, "-1"),
        (("tripeaks", 2**64 - 1, 2), ValueError, str(2**64)),
        (("tripeaks", 0, 0), ValueError, "count is 1 to"),
        (("tripeaks", 0, 10**9), ValueError, "count is 1 to"),
        (("tripeaks", 0, 1.5), TypeError, "count"),
        (("tripeaks", 0, 1, {"numbering": "x"}), ValueError, "no numbering 'x'"),
        (("tripeaks", 0, 1, {"scoring": "x"}), ValueError, "no scoring 'x'"),
        (("tripeaks", 0, 1, {"games": 0}), ValueError, "games is 1 to"),
        (("tripeaks", 0, 1, {"seed": -1}), ValueError, "seed is 0 to"),
        (("tripeaks", 0, 1, {"threads": 0}), ValueError, "threads is 1 to"),
        (("tripeaks", 0, 1, {"wrap": 2}), TypeError, "wrap is True or False"),
    ],
)
def test_bad_builds(tmp_path, arguments, error, text):
    *positional, options = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
    with pytest.raises(error, match=text):
        build_library(tmp_path / "x", *positional, **options)
    assert list(tmp_path.iterdir()) == []


# ---- asking and picking ----------------------------------------------------------------------


def test_what_it_contains(built):
    library = built[0]
    assert [library.contains(n) for n in (999, 1000, 1599, 1600)] == [False, True, True, False]
    assert 1000 in library
    assert 1600 not in library
    assert "1000" not in library
    with pytest.raises(KeyError, match="deal 1600 is not in the library: it holds sc1 deals 1000"):
        library[1600]
    with pytest.raises(TypeError):
        library.contains("7")
    assert repr(library) == "<Library of one-peak sc1 deals 1000 to 1599>"


def test_going_through_it(built):
    library = built[0]
    entries = list(library)
    assert list(library.iter(winnable=True)) == [e for e in entries if e.winnable]
    assert list(library.iter(winnable=False)) == [e for e in entries if not e.winnable]
    level = Level("own", library.rules, 0.2, 0.6)
    expected = [e for e in entries if e.winnable and 0.2 <= e.clear_rate < 0.6]
    assert list(library.iter(level)) == expected
    assert list(library.iter(low=0.3, high=0.35)) == [
        e for e in entries if 0.3 <= e.clear_rate < 0.35
    ]
    assert 0 < len(expected) < 600


def test_picking(built):
    library = built[0]
    level = Level("own", library.rules, 0.2, 0.6)
    deals = [entry.deal for entry in library.iter(level)]
    picked = [library.pick(level, seed) for seed in range(400)]
    for seed, deal in enumerate(picked):
        digest = hashlib.sha256(b"solitaire-core pick 1 %d" % seed).digest()
        assert deal == deals[int.from_bytes(digest, "big") % len(deals)]
    assert picked == [library.pick(level, seed) for seed in range(400)]
    assert len(set(picked)) > min(len(deals), 400) / 2
    assert all(library[deal.number].winnable for deal in map(library.pick, [None] * 9, range(9)))


def test_levels_that_it_does_not_have(built):
    library = built[0]
    with pytest.raises(ValueError, match="the level easy is of tripeaks with"):
        library.pick("easy")
    with pytest.raises(ValueError, match="the level hard is of tripeaks with"):
        library.iter("hard")
    with pytest.raises(ValueError, match="is of the level never"):
        library.pick(Level("never", library.rules, 1.5, 2))
    with pytest.raises(ValueError, match="no level 'simple'"):
        library.pick("simple")
    with pytest.raises(ValueError, match="seed is 0 to"):
        library.pick(None, -1)


# ---- checking --------------------------------------------------------------------------------


def test_checking_finds_what_is_wrong(tmp_path, built):
    library = built[0]
    assert library.check(None) == []
    assert library.check(50, seed=4) == library.check(0) == []
    columns = Columns(
        library.fewest_turns.copy(),
        (library.clear_rates * 250).astype(np.uint8),
        library.pars.copy(),
    )
    won = int(np.flatnonzero(columns.fewest_turns != 255)[3])
    lost = int(np.flatnonzero(columns.fewest_turns == 255)[3])
    was = [int(column[won]) for column in (columns.fewest_turns, columns.cleared, columns.par)]
    columns.fewest_turns[won], columns.cleared[won], columns.par[won] = 1, 3, 5
    columns.fewest_turns[lost] = 2
    write(tmp_path / "wrong", library.header, columns)
    wrong = Library.load(tmp_path / "wrong").check(None)
    names = ("fewest_turns", "cleared", "par")
    expected = [
        Mismatch(1000 + won, name, stored, found)
        for name, stored, found in zip(names, (1, 3, 5), was, strict=True)
    ]
    assert sorted(wrong, key=str) == sorted(
        [*expected, Mismatch(1000 + lost, "fewest_turns", 2, 255)], key=str
    )


# ---- those of the package --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "count", "winnable"),
    [
        ("tripeaks", {"wrap": True}, 100_000, 97_029),
        ("tripeaks", {"wrap": False}, 100_000, 74_054),
        ("golf", {}, 10_000, None),
    ],
)
def test_shipped_libraries(game, options, count, winnable):
    library = Library.shipped(game, **options)
    assert library is Library.shipped(find_rules(game, **options))
    assert library.numbers == range(count)
    assert library.header.games == 1000
    found = decide(range(count // 10), library.rules, threads=1)
    turns = library.fewest_turns[: count // 10]
    assert (found.fewest_turns.view(np.uint8) == turns).all()
    if winnable is not None:
        assert (library.fewest_turns != 255).sum() == winnable
        assert ((library.pars == NO_PAR) == (library.fewest_turns == 255)).all()
    assert library.check(20, seed=1) == []
    assert (library.clear_rates[library.fewest_turns == 255] == 0).all()


def test_their_size():
    shipped = [Library.shipped("tripeaks", wrap=wrap) for wrap in (True, False)]
    folder = files("solitaire_core.library")
    sizes = [
        len(folder.joinpath("data", name).read_bytes())
        for name in ("tripeaks-wrap.library", "tripeaks.library")
    ]
    assert sum(sizes) < 1_000_000
    assert len(shipped[0].sha256) == 64


def test_no_library_of_other_games():
    for game, options in (("one-peak", {}), ("golf", {"wrap": True}), ("tripeaks", {"open": True})):
        with pytest.raises(ValueError, match=r"no library of .* comes with the package"):
            Library.shipped(game, **options)
    # Of the same name and options, with another layout.
    other = PeaksRules("tripeaks", OWN.layout, wrap=True)
    with pytest.raises(ValueError, match="with this layout"):
        Library.shipped(other)


@pytest.mark.parametrize("name", LEVELS)
def test_deals_of_a_level(name):
    level = LEVELS[name]
    for seed in range(5):
        deal = pick_deal(name, seed)
        assert deal.rules == level.rules
        found = grade(deal)
        assert found.winnable
        assert level.low <= found.clear_rate < level.high
        assert pick_deal(level, seed) == deal


@pytest.mark.cases
def test_recorded_deals(cases):
    libraries = {wrap: Library.shipped("tripeaks", wrap=wrap) for wrap in (True, False)}
    compared = 0
    for line in (cases / "tripeaks_decided.jsonl").read_text().splitlines():
        record = json.loads(line)
        number = int(record["seed"])
        for wrap, name in ((True, "wrap"), (False, "nowrap")):
            entry = libraries[wrap][number]
            assert entry.winnable is record[name]["win"]
            assert entry.fewest_turns == record[name].get("min_draws")
            compared += 1
    assert compared
