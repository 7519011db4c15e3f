"""`solitaire-core replay`: play the records of a file through by the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from solitaire_core.cli.options import Command
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.cli.positions import title_of
from solitaire_core.deals import Deal
from solitaire_core.game import rules_to_text
from solitaire_core.records import Record, Replayed, read_records

__all__ = ["replay"]


@click.command(
    cls=Command,
    short_help="Play the records of a file through and check them.",
    arguments=(("FILE", "A file of records; - is stdin."),),
    exit_codes={0: "every record is legal", 1: "one is not"},
    examples=(
        "solitaire-core replay games.rec",
        "solitaire-core replay games.rec --json",
        "cat *.rec | solitaire-core replay -",
    ),
)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a record.")
@click.pass_context
def replay(ctx: click.Context, file: str, as_json: bool) -> None:
    """Play the records of a file through, and say of each whether it is legal.

    A record is legal if every move is, and if its result and its score are those that the game
    ends with. Files of any size are read record by record.
    """
    screen = Screen()
    count = wrong = 0
    for count, record in enumerate(_records(file), 1):
        replayed = record.check()
        wrong += not replayed
        if as_json:
            print_json(_as_json(count, record, replayed))
        else:
            screen.show(f"{count:4}  {_name(record)}: {_verdict(replayed)}")
    if not as_json:
        plural = "" if count == 1 else "s"
        found = "all of them legal" if not wrong else f"{wrong} not legal"
        screen.show(f"{count} record{plural}, {found}" if count else "no records")
    ctx.exit(1 if wrong else 0)


def _records(file: str) -> Iterator[Record]:
    if file != "-":
        return read_records(file)
    if sys.stdin is None:
        raise ValueError("stdin is closed")
    return read_records(sys.stdin.buffer)


def _name(record: Record) -> str:
    if isinstance(record.start, Deal):
        return title_of(record.start)
    return f"{rules_to_text(record.rules)}, position as given"


def _verdict(replayed: Replayed) -> str:
    if not replayed:
        return f"not legal: {replayed.reason}"
    plural = "" if replayed.ply == 1 else "s"
    result = "not ended" if replayed.result is None else replayed.result.value
    score = "" if replayed.score is None else f", score {replayed.score}"
    return f"legal: {replayed.ply} move{plural}, {result}{score}"


def _as_json(number: int, record: Record, replayed: Replayed) -> dict[str, Any]:
    start = record.start
    return {
        "record": number,
        **(start.to_json() if isinstance(start, Deal) else {"code": start.code()}),
        "legal": replayed.legal,
        "ply": replayed.ply,
        "reason": replayed.reason,
        "result": None if replayed.result is None else replayed.result.value,
        "score": replayed.score,
    }
