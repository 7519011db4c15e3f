"""`solitaire-core daily`: the deal of a day."""

from __future__ import annotations

import datetime

import click

from solitaire_core.cli.deal import layout_of, show_position
from solitaire_core.cli.options import (
    GAME,
    Command,
    json_option,
    optional_game_options,
    read_bytes,
    with_rules,
)
from solitaire_core.cli.output import print_json
from solitaire_core.cli.positions import (
    position_of,
)
from solitaire_core.daily import daily as find

__all__ = ["daily"]

_GAME = "tripeaks"


@click.command(
    cls=Command,
    short_help="Show the deal of a day.",
    arguments=((GAME[0], f"{GAME[1]}.  [default: {_GAME}]"),),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core daily",
        "solitaire-core daily golf --date 2026-11-30 --json",
        "solitaire-core daily tripeaks --key-file secret.key",
    ),
)
@optional_game_options(_GAME)
@click.option("--date", metavar="YYYY-MM-DD", help="The day.  [default: today, where you are]")
@click.option(
    "--key-file",
    metavar="FILE",
    help="A file that holds the key of a competition, at least 16 bytes; - is stdin. One line "
    "end at its end does not count. A key cannot be an argument: others can see those.",
)
@click.option("--ascii", is_flag=True, help="Write letters (TH) and no suit symbols.")
@json_option
def daily(
    game: str,
    wrap: bool | None,
    rule: str | None,
    by_columns: bool,
    date: str | None,
    key_file: str | None,
    ascii: bool,
    as_json: bool,
) -> None:
    """Show the deal of a day: one for each date, the same for everybody.

    It can be won under its rules. With a key, nobody without it can work out the deals of
    days to come.
    """
    rules = with_rules(game, wrap, rule, by_columns)
    if date is None:
        date = datetime.date.today().isoformat()
    key = None if key_file is None else _key(key_file)
    deal = find(date, rules, key=key)
    position = position_of(deal)
    if as_json:
        print_json(
            {
                "date": date,
                "scheme": 1,
                "keyed": key is not None,
                **position.identity,
                "text": str(deal),
                "layout": layout_of(position.game),
            }
        )
    else:
        note = f"{date}, with a key" if key is not None else date
        show_position(position, ascii=ascii, show_all=False, note=note)


def _key(path: str) -> bytes:
    """The key in a file; editors end it with a line end that nobody means."""
    data = read_bytes(path)
    return data[:-2] if data.endswith(b"\r\n") else data.removesuffix(b"\n")
