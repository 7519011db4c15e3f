"""The whole screen: title, table, message, what is being typed, keys."""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_core.cards import UNKNOWN
from solitaire_core.cli.play.canvas import Canvas, Piece
from solitaire_core.cli.play.controls import Controls
from solitaire_core.cli.play.faces import (
    Signs,
    draw_card,
    draw_empty,
    draw_pointer,
    pretty,
)
from solitaire_core.cli.play.geometry import COLUMNS, LINES, PILE_WIDTH, Geometry, geometry_of
from solitaire_core.cli.play.keyboard import QUESTIONS
from solitaire_core.cli.play.overlays import clock_text, draw_end, draw_help, king_rule
from solitaire_core.cli.play.session import STOCK, Session
from solitaire_core.deals import Deal

__all__ = [
    "MESSAGE",
    "deal_name",
    "draw_key_line",
    "draw_keys",
    "draw_screen",
    "draw_typing",
    "too_small",
]

_NAMES = {
    "tripeaks": "TriPeaks",
    "golf": "Golf",
    "one-peak": "One Peak",
    "four-peaks": "Four Peaks",
}
_IDLE = "Arrows and Enter take a card; or type a move: 7H, 10D, :turn"
_LONGEST_NUMBER = 20
_PAST_STEP = 4

_TITLE, MESSAGE, _TYPING, _KEYS = 0, LINES - 3, LINES - 2, LINES - 1

# Around the one key of a family's own.
_KEYS_BEFORE = (
    ("t", "turn", "turn"),
    ("u", "undo", "undo"),
    ("r", "redo", "redo"),
    ("a", "restart", "restart"),
    ("n", "new", "new"),
    ("h", "hint", "hint"),
)
_KEYS_AFTER = (("?", "help", "help"), ("q", "quit", "quit"))


def draw_screen(controls: Controls, signs: Signs) -> list[list[Piece]]:
    """The screen of a session: 24 lines of 80 columns.

    Parameters
    ----------
    controls : Controls
        The session and what its player is about to do.
    signs : Signs
        What to draw it with.

    Returns
    -------
    list of list of Piece
        Line by line.

    Raises
    ------
    ValueError
        If the layout does not fit the screen.
    """
    session = controls.session
    canvas = Canvas(COLUMNS, LINES)
    geometry = geometry_of(session.game.rules.layout)
    _draw_title(canvas, session, signs)
    _draw_tableau(canvas, geometry, session, signs)
    _draw_piles(canvas, geometry, session, signs)
    _draw_counters(canvas, geometry, session)
    message = session.message
    canvas.put(1, MESSAGE, pretty(message.text, signs), f"class:{message.kind}")
    in_play = session.outcome is None
    draw_typing(canvas, controls.asking, controls.typed, _IDLE if in_play else "")
    draw_key_line(canvas, ("H", "winnable?", "ask"))
    if controls.help:
        draw_help(canvas, session, signs)
    elif session.outcome is not None and not controls.looking:
        draw_end(canvas, session, signs)
    return canvas.pieces()


def too_small(columns: int, lines: int) -> str | None:
    """What to say on a screen of a size that the table does not fit; None if it does."""
    if columns >= COLUMNS and lines >= LINES:
        return None
    return f"Enlarge to {COLUMNS}x{LINES} (now {columns}x{lines})"[:columns]


def _draw_title(canvas: Canvas, session: Session, signs: Signs) -> None:
    canvas.fill(0, _TITLE, COLUMNS, 1, "class:title")
    rules = session.game.rules
    name = _NAMES.get(rules.name, rules.name)
    x = canvas.put(1, _TITLE, name, "class:title class:name")
    rest = [deal_name(session.start.deal), king_rule(rules), f"scoring {session.game.scoring.name}"]
    canvas.put(x, _TITLE, "".join(f"  {part}" for part in rest), "class:title")
    marks = f"m marks {'on' if session.marks else 'off'}"
    canvas.put(COLUMNS - len(marks) - 1, _TITLE, marks, "class:title", "marks")


def deal_name(deal: Deal | None, longest: int = _LONGEST_NUMBER) -> str:
    """Which deal it is, in the title; of a number with more digits than that, its ends."""
    if deal is None:
        return "a position"
    if deal.number is None:
        return "a deck as given"
    number = str(deal.number)
    if len(number) > longest:
        end = longest * 2 // 5
        number = f"{number[:end]}..{number[-end:]}"
    return f"{deal.numbering}:{number}"


def _draw_tableau(canvas: Canvas, geometry: Geometry, session: Session, signs: Signs) -> None:
    tableau = session.game.visible().tableau
    spots = session.game.rules.layout.spots
    uncovered, fitting = session.uncovered, session.fitting
    # Rows from the top down: a card lies on those of the row above it.
    for place in sorted(range(len(tableau)), key=lambda place: spots[place]):
        card = tableau[place]
        if card is None:
            continue
        style, border = "", None
        if place == session.cursor and session.outcome is None:
            style, border = "class:cursor", signs.cursor
        elif session.marks and place in fitting:
            style, border = "class:fits", signs.fits
        elif card.is_known and place not in uncovered:
            style = "class:covered"
        x, y = geometry.spots[place]
        draw_card(
            canvas, x, y, geometry.card_width, card, signs, style=style, border=border, target=place
        )
        if place == session.cursor and session.outcome is None:
            draw_pointer(canvas, x, y, geometry.card_width, signs)


def _draw_piles(canvas: Canvas, geometry: Geometry, session: Session, signs: Signs) -> None:
    game = session.game
    x, y = geometry.stock
    if game.stock_left:
        style, border = "", None
        if session.outcome is None:
            if session.cursor == STOCK:
                style, border = "class:cursor", signs.cursor
            elif session.marks and not session.fitting:
                style, border = "class:fits", signs.fits
        draw_card(
            canvas, x, y, PILE_WIDTH, UNKNOWN, signs, style=style, border=border,
            label=str(game.stock_left), target=STOCK,
        )  # fmt: skip
    else:
        draw_empty(canvas, x, y, PILE_WIDTH, signs, "empty")
    x, y = geometry.waste
    past = game.waste[:-1][::-1][: geometry.past]
    for number in range(len(past), 0, -1):
        draw_card(
            canvas, x + number * _PAST_STEP, y, PILE_WIDTH, past[number - 1], signs,
            style="class:past", behind=True,
        )  # fmt: skip
    draw_card(canvas, x, y, PILE_WIDTH, game.top, signs)


def _draw_counters(canvas: Canvas, geometry: Geometry, session: Session) -> None:
    game = session.game
    time = clock_text(session.seconds)
    if session.time_limit is not None:
        time += f"/{clock_text(session.time_limit)}"
    counters = (
        ("Score", f"{game.score:,}"),
        ("Chain", str(game.chain)),
        ("Best chain", str(game.best_chain)),
        ("Stock left", str(game.stock_left)),
        ("Cards left", str(game.cards_left)),
        ("Time", time),
    )
    x, y = geometry.counters
    rows = -(-len(counters) // geometry.counter_columns)
    for number, (name, value) in enumerate(counters):
        column, row = divmod(number, rows)
        left = x + 19 * column
        canvas.put(left, y + row, f"{name:<11}", "class:label")
        canvas.put(left + 11, y + row, value, "class:value")


def draw_typing(canvas: Canvas, asking: str | None, typed: str, idle: str) -> None:
    """Draw the question that is asked, or the move that is being typed, or what else to say."""
    if asking is not None:
        canvas.put(1, _TYPING, QUESTIONS[asking], "class:question")
    elif typed:
        hint = "  Enter plays it, Esc clears it"
        room = COLUMNS - 5 - len(hint)
        x = canvas.put(1, _TYPING, f"> {typed[-room:]}", "class:value")
        x = canvas.put(x, _TYPING, "_", "class:pointer")
        canvas.put(x, _TYPING, hint, "class:label")
    else:
        canvas.put(1, _TYPING, idle, "class:label")


def draw_key_line(canvas: Canvas, own: tuple[str, str, str]) -> None:
    """Draw the lowest line: the keys of every family, and one of this family's own."""
    canvas.fill(0, _KEYS, COLUMNS, 1, "class:title")
    draw_keys(canvas, 1, _KEYS, (*_KEYS_BEFORE, own, *_KEYS_AFTER))


def draw_keys(
    canvas: Canvas, x: int, y: int, keys: Sequence[tuple[str, str, str]], style: str = "class:title"
) -> None:
    """Draw keys side by side: each with its name and the command that a click on it means."""
    for key, name, command in keys:
        x = canvas.put(x, y, key, f"{style} class:key", command)
        x = canvas.put(x, y, f" {name}", style, command) + 2
