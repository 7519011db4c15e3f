"""What stands in a survey's file: its header and its pieces, as JSON values, checked."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from typing import Any, NamedTuple

from solitaire_core.deals import NUMBERINGS, check_range, parse_number
from solitaire_core.game import Rules
from solitaire_core.games import rules_from_json
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.histograms import Histogram
from solitaire_core.json_fields import fields_of, shown
from solitaire_core.solving.batch import REASONS
from solitaire_core.solving.limits import Limits
from solitaire_core.surveying.chunk import Chunk, Task
from solitaire_core.surveying.deal_columns import unpack_deals

__all__ = [
    "Range",
    "check_same",
    "chunk_from_json",
    "chunk_to_json",
    "header_from_json",
    "header_to_json",
]

_HEADER = (
    "survey", "version", "game", "rules", "definition", "numbering", "first", "count", "nodes",
    "seconds", "memory", "deals",
)  # fmt: skip
_CHUNK = ("first", "count", "winnable", "unwinnable", "unknown", "cpu_ns")
_EXACT = (*_CHUNK, "fewest_turns")
_SEARCHED = (*_CHUNK, "unknown_by_reason", "microseconds", "moves")


class Range(NamedTuple):
    """The deals of a survey: so many from the first one on."""

    first: int
    size: int


def _definition(rules: Rules) -> str:
    """A short hash of all that a deal of the game depends on, its layout too."""
    if isinstance(rules, PeaksRules):
        data: Any = [rules.layout.covered_by, rules.order, rules.follows]
    else:
        assert isinstance(rules, KlondikeRules)
        data = asdict(rules)
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def header_to_json(task: Task, deals: Range) -> dict[str, Any]:
    """What says which survey it is, as JSON values."""
    limits = task.limits
    return {
        "survey": 1,
        "version": version("solitaire-core"),
        "game": task.rules.name,
        "rules": task.rules.options(),
        "definition": _definition(task.rules),
        "numbering": task.numbering,
        "first": str(deals.first),
        "count": deals.size,
        "nodes": None if task.is_exact else limits.nodes,
        "seconds": None if task.is_exact else limits.seconds,
        "memory": None if task.is_exact else limits.memory,
        "deals": task.deals,
    }


def header_from_json(record: dict[str, Any], rules: Rules | None) -> tuple[Task, Range]:
    """The survey that a header describes.

    Raises
    ------
    ValueError, TypeError
        If it describes none; the text names the field.
    """
    fields_of(record, "the header", _HEADER)
    found = rules_from_json(record["game"], record["rules"], rules)
    first, count = _number(record, "first"), _count(record, "count")
    if record["numbering"] not in NUMBERINGS:
        raise ValueError(f"no numbering {shown(record['numbering'])}")
    check_range(first, count, record["numbering"], found.decks)
    if record["definition"] != _definition(found):
        raise ValueError(f"the game {found.name} has another layout there: name its rules")
    memory = {} if record["memory"] is None else {"memory": record["memory"]}
    limits = Limits(record["nodes"], record["seconds"], **memory)
    return Task(found, record["numbering"], limits, record["deals"] is True), Range(first, count)


def check_same(record: dict[str, Any], header: dict[str, Any]) -> None:
    """Refuse the header of another survey.

    Raises
    ------
    ValueError
        The text names the field that is another one.
    """
    fields_of(record, "the header", _HEADER)
    # What is exact is the same in every version; what a search decides is not.
    fields = [field for field in _HEADER if field != "version" or header["memory"] is not None]
    for field in fields:
        if record[field] != header[field]:
            raise ValueError(
                f"the file of another survey: its {field} is {shown(record[field])}, not"
                f" {shown(header[field])}"
            )


def chunk_to_json(chunk: Chunk) -> dict[str, Any]:
    """A piece as JSON values; `chunk_from_json` reads them."""
    record: dict[str, Any] = {
        "first": str(chunk.first),
        "count": chunk.count,
        "winnable": chunk.winnable,
        "unwinnable": chunk.unwinnable,
        "unknown": chunk.unknown,
        "cpu_ns": chunk.cpu_ns,
    }
    if chunk.microseconds is None or chunk.moves is None:
        record["fewest_turns"] = list(chunk.fewest_turns or ())
    else:
        record["unknown_by_reason"] = dict(zip(REASONS[1:], chunk.reasons, strict=True))
        record["microseconds"] = chunk.microseconds.to_json()
        record["moves"] = chunk.moves.to_json()
    if chunk.deals:
        record["deals"] = base64.b64encode(chunk.deals).decode()
    return record


def chunk_from_json(record: dict[str, Any], task: Task, deals: Range) -> Chunk:
    """The piece of a survey that a record holds.

    Raises
    ------
    ValueError
        If it is none, or its figures do not agree; the text names the field.
    """
    names = _EXACT if task.is_exact else _SEARCHED
    fields_of(record, "the piece", (*names, "deals") if task.deals else names)
    return _checked(_chunk_from(record, task), deals)


def _chunk_from(record: dict[str, Any], task: Task) -> Chunk:
    parts: dict[str, Any] = {name: _count(record, name) for name in _CHUNK[1:]}
    if isinstance(task.rules, PeaksRules):
        turns = _counts(record["fewest_turns"], "fewest_turns", task.rules.layout.stock + 1)
        parts["fewest_turns"] = turns
    else:
        reasons = fields_of(record["unknown_by_reason"], "unknown_by_reason", REASONS[1:])
        parts["reasons"] = tuple(_count(reasons, name) for name in REASONS[1:])
        for name in ("microseconds", "moves"):
            parts[name] = Histogram.from_json(record[name], name)
    if task.deals:
        try:
            parts["deals"] = base64.b64decode(record["deals"], validate=True)
        except (TypeError, ValueError):
            raise ValueError(f"deals is base64 text, not {shown(record['deals'])}") from None
    return Chunk(_number(record, "first"), **parts)


def _checked(chunk: Chunk, deals: Range) -> Chunk:
    """A piece whose figures agree."""
    if chunk.count < 1 or chunk.first < deals.first or chunk.end > deals.first + deals.size:
        raise ValueError(
            f"the deals {chunk.first} to {chunk.end - 1} are not of this survey, which is of"
            f" {deals.first} to {deals.first + deals.size - 1}"
        )
    sums = [("count", chunk.count, chunk.winnable + chunk.unwinnable + chunk.unknown)]
    if chunk.microseconds is None or chunk.moves is None:
        sums += [("fewest_turns", chunk.winnable, sum(chunk.fewest_turns or ()))]
        sums += [("unknown", 0, chunk.unknown)]
    else:
        sums += [("unknown_by_reason", chunk.unknown, sum(chunk.reasons))]
        sums += [("microseconds", chunk.count, chunk.microseconds.total)]
        sums += [("moves", chunk.winnable, chunk.moves.total)]
    for field, expected, found in sums:
        if expected != found:
            raise ValueError(f"{field} does not add up: {found}, not {expected}")
    if chunk.deals:
        columns = unpack_deals(chunk.deals, chunk.count, is_exact=chunk.microseconds is None)
        if int((columns.verdict == 1).sum()) != chunk.winnable:
            raise ValueError("deals do not add up to the winnable ones")
    return chunk


def _number(record: dict[str, Any], field: str) -> int:
    try:
        return parse_number(record[field])
    except ValueError:
        raise ValueError(f"{field} is a deal number as text, not {shown(record[field])}") from None


def _count(record: dict[str, Any], field: str) -> int:
    value = record[field]
    if type(value) is not int or value < 0:
        raise ValueError(f"{field} is a whole number, not {shown(value)}")
    return value


def _counts(value: Any, field: str, size: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != size:
        raise ValueError(f"{field} is a list of {size} numbers, not {shown(value)}")
    for one in value:
        if type(one) is not int or one < 0:
            raise ValueError(f"{field} holds whole numbers, not {shown(one)}")
    return tuple(value)
