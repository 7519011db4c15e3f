"""Readers of files: libraries, surveys, checkpoints and tables of results.

A checksum would keep every changed byte out, so most inputs are put under a right one: what is
fuzzed then is what another program may have written.
"""

import contextlib
import functools
import hashlib
import json
import tempfile
import zlib
from pathlib import Path

from source import Source

import solitaire_core as sc
from solitaire_core.library import LineLibrary
from solitaire_core.library.checkpoint import Checkpoint
from solitaire_core.results import (
    read_deals,
    read_piece_table,
    read_pieces,
    read_survey,
    write_deals,
    write_pieces,
)
from solitaire_core.surveying.file import _begin
from targets import target


@functools.cache
def folder():
    """A folder of this process, which goes with it."""
    kept = tempfile.TemporaryDirectory(prefix="solitaire-fuzz-")
    folder.kept = kept
    return Path(kept.name)


def with_file(data, suffix, *calls):
    """Call functions with a file of these bytes; each may refuse it."""
    path = folder() / f"input{suffix}"
    path.write_bytes(data)
    for call in calls:
        with contextlib.suppress(ValueError):
            call(path)


def small_library(game, lines):
    path = folder() / "made.library"
    if lines:
        sc.build_line_library(path, game, 0, 12, nodes=2000, threads=1)
    else:
        sc.build_library(path, game, 0, 12, games=20, threads=1)
    return path.read_bytes()


def with_columns_in_the_open(data):
    """A library's two lines of text, and its columns unpacked: what a mutation can change."""
    kind, header, rest = data[:-32].split(b"\n", 2)
    record, columns = json.loads(header), []
    for size in record["columns"].values():
        columns.append(zlib.decompress(rest[:size]))
        rest = rest[size:]
    return b"\n".join((b"U", kind, header, *(column.hex().encode() for column in columns)))


def packed_again(data):
    """A library file out of such lines, with the right lengths and checksum."""
    kind, header, *columns = data[2:].split(b"\n")
    packed = [zlib.compress(bytes.fromhex(column.decode())) for column in columns]
    try:
        record = json.loads(header)
        sizes = dict(zip(record["columns"], map(len, packed), strict=True))
        header = json.dumps({**record, "columns": sizes}).encode()
    except (LookupError, RecursionError, TypeError, ValueError):
        pass  # then the header goes in as it is
    return with_checksum(b"\n".join((kind, header, b"".join(packed))))


def with_checksum(body):
    return body + hashlib.sha256(body).digest()


def library_bytes(data):
    if data.startswith(b"U\n"):
        return packed_again(data)
    return data if data.startswith(b"R") else with_checksum(data)


def library_seeds(game, lines):
    data = small_library(game, lines)
    return [data[:-32], with_columns_in_the_open(data)]


@target(ValueError, seeds=lambda: library_seeds("one-peak", False))
def libraries(data):
    data = library_bytes(data)
    library = sc.Library.from_bytes(data)
    for entry in list(library)[:3]:
        entry.to_json()
        library.check(sample=1)
    with_file(data, ".library", sc.load_library)


@target(ValueError, seeds=lambda: library_seeds("small-triangle", True))
def line_libraries(data):
    data = library_bytes(data)
    library = LineLibrary.from_bytes(data)
    for entry in list(library)[:3]:
        entry.to_json()
    library.check(sample=2)
    with_file(data, ".library", sc.load_library)


def survey_file(game, deals, **more):
    path = folder() / "made.survey"
    path.unlink(missing_ok=True)
    sc.survey(game, 0, 40, chunk=20, threads=1, out=path, deals=deals, **more)
    return path.read_bytes()


def under_right_sums(data):
    """Every line that begins as a survey's does, under the right CRC-32."""
    lines = []
    for line in data.splitlines(keepends=True):
        text = line[len(_begin(b"")) :]
        lines.append(_begin(text) + text if line[:3] == _begin(b"")[:3] else line)
    return b"".join(lines)


@target(
    ValueError,
    seeds=lambda: [survey_file("one-peak", True), survey_file("golf", False),
                   survey_file("small-triangle", True, nodes=50)],
)  # fmt: skip
def surveys(data):
    if not data.startswith(b"R"):
        data = under_right_sums(data)
    with_file(
        data,
        ".survey",
        read_survey,
        lambda path: list(read_pieces(path)),
        lambda path: write_deals(path, folder() / "out.csv"),
        lambda path: write_pieces(path, folder() / "out.jsonl"),
        lambda path: sc.survey("one-peak", 0, 40, chunk=20, threads=1, out=path, resume=True),
    )


def tables(suffix):
    survey_file("small-triangle", True, nodes=50)
    source, found = folder() / "made.survey", []
    for write in (write_deals, write_pieces):
        write(source, folder() / f"table{suffix}")
        found.append((folder() / f"table{suffix}").read_bytes())
    return found


def read_tables(path):
    for read in (read_deals, read_piece_table):
        try:
            for row in read(path):
                repr(row)
        except ValueError:
            pass


@target(seeds=lambda: tables(".jsonl"))
def jsonl_tables(data):
    with_file(data, ".jsonl", read_tables)


@target(seeds=lambda: tables(".csv"))
def csv_tables(data):
    with_file(data, ".csv", read_tables)


@target(ValueError, seeds=lambda: [checkpoint_file()])
def checkpoints(data):
    path = folder() / "input.checkpoint"
    path.write_bytes(data)
    blocks = []
    with open_checkpoint(path, blocks) as checkpoint:
        done = set(checkpoint.done)
        checkpoint.append(77, 3, b"abc")
    read = list(blocks)
    blocks.clear()
    with open_checkpoint(path, blocks) as checkpoint:
        assert checkpoint.done == done | {77}
    assert blocks == [*read, (77, 3, b"abc")]


def open_checkpoint(path, blocks):
    return Checkpoint(
        path, {"of": "nothing"}, b"BLOC", lambda begin, extent: extent if extent < 1000 else None,
        lambda *block: blocks.append(block),
    )  # fmt: skip


def checkpoint_file():
    path = folder() / "made.checkpoint"
    path.unlink(missing_ok=True)
    with open_checkpoint(path, []) as checkpoint:
        for at in range(3):
            checkpoint.append(at, 5 * at, bytes(range(5 * at)))
    return path.read_bytes()


@target(ValueError, seeds=lambda: [bytes(range(64))])
def histograms(data):
    source = Source(data)
    kinds = [0, 1, -1, 2**31, 2**63, 2**64, 10**40, 1.5, None, True, "3", []]
    pairs = [
        [source.pick(kinds) if source.once_in(4) else source.whole(2) for _ in range(2)]
        for _ in range(source.below(6))
    ]
    found = sc.Histogram.from_json(pairs, "the histogram")
    assert sc.Histogram.from_json(found.to_json(), "it") == found
    found.median, found.quantile(0.3), found.bins
