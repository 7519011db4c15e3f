"""What `solitaire-core solve` shows of the Klondike family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from solitaire_core.cli.output import Screen, styled
from solitaire_core.klondike import KlondikeMove
from solitaire_core.rendering import spell
from solitaire_core.solving import Solution, Verdict

__all__ = ["show_solution"]

_WIDTH = 78
_LEAD = 7
_REASONS = {
    "nodes": "the limit of nodes was reached",
    "seconds": "the limit of seconds was reached",
    "memory": "the limit of memory was reached",
    "cancelled": "it was called off",
}
_STYLES = {Verdict.WINNABLE: "green", Verdict.UNWINNABLE: "red", Verdict.UNKNOWN: "yellow"}


def show_solution(title: str, solution: Solution, *, ascii: bool) -> None:
    """Print the verdict, the line that wins, and what they cost."""
    screen = Screen()
    style = f"bold {_STYLES[solution.verdict]}"
    verdict = Text.assemble("  ", (solution.verdict.name.lower(), style), f": {_words(solution)}")
    screen.show(Text(title, "bold"), "", verdict)
    if solution.moves:
        screen.show("", *_rows(solution.moves, ascii=ascii))
    screen.show("", Text(f"  {_cost(solution)}", "dim"))


def _words(solution: Solution) -> str:
    if solution.moves is not None:
        moves = len(solution.moves)
        if not moves:
            return "all cards are on the foundations"
        return f"a line of {moves:,} move{'' if moves == 1 else 's'}"
    if solution.verdict is Verdict.UNWINNABLE:
        return "no line wins"
    return _REASONS.get(solution.reason, solution.reason)


def _rows(moves: tuple[KlondikeMove, ...], *, ascii: bool) -> Iterator[Text]:
    """The line, as many moves in a row as there is room for; turns in a row are one."""
    row: Text | None = None
    number = 1
    for step, count in _steps(moves, ascii=ascii):
        if row is not None and row.cell_len + 3 + step.cell_len > _WIDTH:
            yield row
            row = None
        if row is None:
            row = Text.assemble((f"{number:>{_LEAD - 2}}  ", "dim"))
        else:
            row.append("   ")
        row.append_text(step)
        number += count
    if row is not None:
        yield row


def _steps(moves: tuple[KlondikeMove, ...], *, ascii: bool) -> Iterator[tuple[Text, int]]:
    """Each move, or several turns, and how many moves that is."""
    for is_turn, group in groupby(moves, key=lambda move: str(move) == "turn"):
        if is_turn:
            count = len(list(group))
            yield Text("turn" if count == 1 else f"turn x{count}"), count
            continue
        for move in group:
            yield _step(move, ascii=ascii), 1


def _step(move: KlondikeMove, *, ascii: bool) -> Text:
    if move.card is None:
        return Text(str(move))
    several = f"*{move.count}" if move.count > 1 else ""
    step = styled([spell(move.card, ascii=ascii)])
    style = "bold" if move.to == "f" else ""
    return step.append(f" {move.source}>{move.to}{several}", style)


def _cost(solution: Solution) -> str:
    stats = solution.stats
    decided = solution.verdict is not Verdict.UNKNOWN and stats.stage
    parts = [f"{stats.nodes:,} nodes", f"{stats.cpu_seconds:.3g} CPU seconds"]
    if stats.table_entries:
        parts.append(f"{stats.table_entries:,} positions kept in {_size(stats.table_bytes)}")
    return f"{f'{stats.stage}: ' if decided else ''}{', '.join(parts)}"


def _size(size: int) -> str:
    for unit in ("bytes", "kB"):
        if size < 2**10:
            return f"{size} {unit}"
        size >>= 10
    return f"{size:,} MB"
