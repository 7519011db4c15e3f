"""What `solitaire-core library` shows of libraries of lines, and builds."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.text import Text

from solitaire_core.cli.any_game import position_from
from solitaire_core.cli.deal import show_position
from solitaire_core.cli.output import Screen, print_json
from solitaire_core.game import rules_to_text
from solitaire_core.library import LineLibrary

__all__ = ["show_line_library", "show_pick_of_lines"]

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def show_line_library(found: LineLibrary, name: str, as_json: bool) -> None:
    """What a library of lines holds."""
    header = found.header
    lengths = np.quantile(found.lengths, _QUANTILES) if len(found) else None
    if as_json:
        quantiles = None
        if lengths is not None:
            quantiles = {
                f"{100 * q:g} %": float(v) for q, v in zip(_QUANTILES, lengths, strict=True)
            }
        print_json({**header.to_json(), "sha256": found.sha256, "moves": quantiles})
        return
    lines: list[Any] = [
        Text(
            f"{rules_to_text(found.rules)}, {header.numbering} deals {header.first} to"
            f" {header.first + header.count - 1}",
            "bold",
        ).append(f"  ({name})", "not bold dim"),
        Text(),
        f"  searched      {header.count:,}",
        f"  winnable      {header.winnable:,}, with a line each",
        f"  unwinnable    {header.unwinnable:,}",
        f"  unknown       {header.unknown:,}",
    ]
    if lengths is not None:
        row = "".join(f"{value:9,.0f}" for value in lengths)
        lines += [
            "",
            "                   5 %     25 %     50 %     75 %     95 %",
            f"  moves      {row}",
        ]
    lines += [
        "",
        f"  limits        {_limits(found)}",
        f"  made by       {header.made_by}",
        f"  sha-256       {found.sha256}",
    ]
    Screen().show(*lines)


def _limits(found: LineLibrary) -> str:
    header = found.header
    words = []
    for name, limit in (("seconds", header.seconds), ("nodes", header.nodes)):
        if limit is not None:
            words.append(f"{limit:,} {name}")
    return ", ".join([*words, f"{header.memory / 2**20:,.4g} MB"])


def show_pick_of_lines(found: LineLibrary, seed: int, *, ascii: bool, as_json: bool) -> None:
    """A deal out of a library of lines, whose line is not given away."""
    deal = found.pick(seed)
    assert deal.number is not None  # a library is of a range of numbers
    moves = len(found[deal.number].moves)
    if as_json:
        record = found[deal.number].to_json()
        print_json({**record, "moves": moves, "seed": str(seed)})
        return
    note = f"a line of {moves:,} moves wins it"
    show_position(position_from(deal), ascii=ascii, show_all=False, note=note)
