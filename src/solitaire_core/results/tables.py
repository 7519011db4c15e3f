"""Tables as files: JSON lines, CSV or Parquet, by the end of the name."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from solitaire_core.files import replacing
from solitaire_core.json_fields import fields_of, shown
from solitaire_core.results.extras import needed

__all__ = ["FORMATS", "KINDS", "format_of", "read_rows", "write_columns"]

FORMATS = (".jsonl", ".csv", ".parquet")
"""The formats, as names of files end."""

Columns = Mapping[str, list[Any]]
Kinds = Mapping[str, str]

_LONGEST_LINE = 2**20
_ROWS_A_GROUP = 2**17

KINDS: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "whole": (int,),
    "number": (float, int),
    "wholes": (list,),
}
"""What stands in a column, by the name of its kind; None stands in any."""


def format_of(path: Path) -> str:
    """The format of a file by its name.

    Raises
    ------
    ValueError
        If there is none of that name; ImportError where it needs an extra that is missing.
    """
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"{path}: the name of a table ends in {', '.join(FORMATS)}")
    if suffix == ".parquet":
        needed("pyarrow", "arrow", "Parquet files")
    return suffix


def write_columns(path: Path, kinds: Kinds, parts: Iterable[Columns]) -> None:
    """Write a table, part by part, aside; at the end it takes its place.

    Parameters
    ----------
    path : Path
        The file; its format goes by its name.
    kinds : mapping of str to str
        The columns in their order, each with one of `KINDS`.
    parts : iterable of mapping of str to list
        Rows, as one list for each column.

    Raises
    ------
    ValueError
        If there is no such format.
    ImportError
        If it needs an extra that is missing.
    OSError
        If the file cannot be written.
    """
    writer = {".jsonl": _jsonl, ".csv": _csv, ".parquet": _parquet}[format_of(path)]
    with replacing(path) as file, writer(file, kinds) as write:
        for part in parts:
            write(part)


@contextmanager
def _jsonl(file: BinaryIO, kinds: Kinds) -> Iterator[Callable[[Columns], None]]:
    encode = json.JSONEncoder(allow_nan=False).encode

    def write(part: Columns) -> None:
        rows = zip(*(part[name] for name in kinds), strict=True)
        lines = (encode(dict(zip(kinds, row, strict=True))) + "\n" for row in rows)
        file.write("".join(lines).encode())

    yield write


@contextmanager
def _csv(file: BinaryIO, kinds: Kinds) -> Iterator[Callable[[Columns], None]]:
    file.write((",".join(kinds) + "\n").encode())

    def write(part: Columns) -> None:
        text = io.StringIO(newline="")
        columns = [
            [json.dumps(value) for value in part[name]] if kind == "wholes" else part[name]
            for name, kind in kinds.items()
        ]
        csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
        file.write(text.getvalue().encode())

    yield write


@contextmanager
def _parquet(file: BinaryIO, kinds: Kinds) -> Iterator[Callable[[Columns], None]]:
    arrow = needed("pyarrow", "arrow", "Parquet files")
    parquet = needed("pyarrow.parquet", "arrow", "Parquet files")
    types = {
        "text": arrow.string(),
        "whole": arrow.int64(),
        "number": arrow.float64(),
        "wholes": arrow.list_(arrow.int64()),
    }
    schema = arrow.schema([(name, types[kind]) for name, kind in kinds.items()])
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:

        def write(part: Columns) -> None:
            table = arrow.table({name: part[name] for name in kinds}, schema=schema)
            writer.write_table(table, row_group_size=_ROWS_A_GROUP)

        yield write


def read_rows(path: Path, kinds: Kinds) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a table that `write_columns` wrote, each with its place for messages.

    Raises
    ------
    ValueError
        If the file is no such table; the text names the file, the row and the column.
    ImportError
        If it needs an extra that is missing.
    OSError
        If it cannot be read.
    """
    reader = {".jsonl": _read_jsonl, ".csv": _read_csv, ".parquet": _read_parquet}[format_of(path)]
    for where, row in reader(path, kinds):
        for name, kind in kinds.items():
            value = row[name]
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, KINDS[kind])
            ):
                raise ValueError(f"{where}: {name} is {kind}, not {shown(value)}")
        yield where, row


def _read_jsonl(path: Path, kinds: Kinds) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open("rb") as file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            number += 1
            where = f"{path}, line {number}"
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                raise ValueError(f"{where}: no JSON object") from None
            yield where, fields_of(record, where, tuple(kinds))


def _read_csv(path: Path, kinds: Kinds) -> Iterator[tuple[str, dict[str, Any]]]:
    parse: dict[str, Callable[[str], Any]] = {
        "text": str,
        "whole": int,
        "number": float,
        "wholes": json.loads,
    }
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            head = next(reader, None)
            if head != list(kinds):
                raise ValueError(f"{path}, line 1: the columns are {', '.join(kinds)}")
            for row in reader:
                where = f"{path}, line {reader.line_num}"
                if len(row) != len(kinds):
                    raise ValueError(f"{where}: {len(kinds)} fields, not {len(row)}")
                values: dict[str, Any] = {}
                for text, (name, kind) in zip(row, kinds.items(), strict=True):
                    try:
                        values[name] = parse[kind](text) if text else None
                    except (ValueError, RecursionError):
                        raise ValueError(f"{where}: {name} is {kind}, not {shown(text)}") from None
                yield where, values
        except (csv.Error, UnicodeDecodeError) as error:
            raise ValueError(f"{path}, line {max(reader.line_num, 1)}: {error}") from None


def _read_parquet(path: Path, kinds: Kinds) -> Iterator[tuple[str, dict[str, Any]]]:
    arrow = needed("pyarrow", "arrow", "Parquet files")
    parquet = needed("pyarrow.parquet", "arrow", "Parquet files")
    with path.open("rb") as file:
        try:
            table = parquet.ParquetFile(file)
            if table.schema_arrow.names != list(kinds):
                raise ValueError(f"{path}: the columns are {', '.join(kinds)}")
            number = 0
            for batch in table.iter_batches(_ROWS_A_GROUP):
                for row in batch.to_pylist():
                    number += 1
                    yield f"{path}, row {number}", row
        except arrow.ArrowException as error:
            raise ValueError(f"{path}: no Parquet file that can be read: {error}") from None
