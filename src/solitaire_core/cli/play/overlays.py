"""What is laid over the table: the help, and the end of a game."""

from __future__ import annotations

from solitaire_core.cli.play.canvas import Canvas
from solitaire_core.cli.play.faces import Signs
from solitaire_core.cli.play.geometry import COLUMNS, LINES
from solitaire_core.cli.play.session import Session
from solitaire_core.cli.play.sitting import counted
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.scoring import Run10

__all__ = [
    "AT_THE_END",
    "clock_text",
    "draw_box",
    "draw_buttons",
    "draw_end",
    "draw_help",
    "king_rule",
]

_HELP_WIDTH, _END_WIDTH = 76, 58
_BOTTOM = LINES - 3

_KEYS = (
    ("arrows", "move between {choices} and the stock"),
    ("Enter, space", "take the card, or turn the stock; t turns, too"),
    ("u  r", "undo, redo"),
    ("a  n", "restart this deal (R, too); a new one, which can be won"),
    ("h", "a hint, from what you see"),
    ("H", "can it still be won? That looks at every card"),
    ("b", "back to where it could be won"),
    ("m", "mark cards that fit, or not"),
    ("q", "quit; Ctrl-C quits at once"),
    ("mouse", "click a card, the stock, or the name of a key"),
    ("7H 10D Qs jc", "type a move, then Enter"),
    (":", "begins any line of moves: :as, :turn, :7h 8c turn 9d"),
)


AT_THE_END = [("u", "undo", "undo"), ("a", "restart", "restart"), ("n", "new", "new"),
              ("q", "quit", "quit"), ("Esc", "see the table", "look")]  # fmt: skip
"""The buttons at the end of a game."""


def clock_text(seconds: float) -> str:
    """Seconds as a clock shows them."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def king_rule(rules: PeaksRules) -> str:
    """Which rule for aces and kings is played, by its name."""
    if rules.wrap:
        return "wrap on"
    return "strict kings" if rules.strict else "wrap off"


def draw_help(canvas: Canvas, session: Session, signs: Signs) -> None:
    """Draw the rules and the keys."""
    rules = session.game.rules
    kings = "Aces and kings are neighbours."
    if not rules.wrap:
        kings = "Nothing goes on a king." if rules.strict else "Aces and kings are no neighbours."
    lines = [
        "Take uncovered cards that are one rank above or below the waste,",
        f"of any suit, until all are gone. {kings}",
        "Turn the stock when nothing fits, or whenever you like.",
        _points(session),
        "",
    ]
    choices = "cards that fit" if session.marks else "uncovered cards"
    x, y = draw_box(canvas, _HELP_WIDTH, len(lines) + len(_KEYS) + 4, signs)
    for line in lines:
        canvas.put(x, y, line, "class:box")
        y += 1
    for key, meaning in _KEYS:
        canvas.put(x, y, f"{key:<14}", "class:box class:strong")
        canvas.put(x + 14, y, meaning.format(choices=choices), "class:box")
        y += 1
    canvas.put(x, y + 1, "Any key goes on.", "class:box class:strong")


def _points(session: Session) -> str:
    """The scoring system in one line."""
    scoring = session.game.scoring
    tips = len(session.game.rules.layout.tips)
    first, *more = (scoring.card(k) for k in (1, 2, 3))
    if more == [first, first]:
        parts = [f"each card {first:+}"]
    else:
        parts = [f"chain {first}, {more[0]}, {more[1]}.."]
    peaks = [scoring.tip(number, tips) for number in range(1, tips + 1)]
    if any(peaks):
        words = map(str, peaks) if tips <= 3 else (f"{peaks[0]}..", f"{peaks[-1]}")
        parts.append(f"tips {', '.join(words)}")
    if turn := scoring.turn():
        parts.append(f"turn {turn:+}")
    if spare := scoring.win(1):
        parts.append(f"spare card {spare:+}")
    return f"Score ({scoring.name}): {'; '.join(parts)}"


def draw_end(canvas: Canvas, session: Session, signs: Signs) -> None:
    """Draw how a game ended, what it was worth, and what can be done now."""
    game, outcome = session.game, session.outcome
    assert outcome is not None  # drawn at the end of a game alone
    ladder = _ladder(session)
    timed = isinstance(game.scoring, Run10)
    height = 8 + timed + len(ladder) + (not outcome.won)
    # The cards that are left lie high up: the box of a lost game leaves them in sight.
    x, y = draw_box(canvas, _END_WIDTH, height, signs, low=not outcome.won)
    facts = [
        counted(game.ply, "move"),
        f"best chain {game.best_chain}",
        clock_text(session.seconds),
    ]
    if outcome.won:
        after = canvas.put(x, y, "Won!", "class:box class:won")
        stars = signs.star * session.stars + signs.no_star * (3 - session.stars)
        canvas.put(after + 2, y, " ".join(stars), "class:box class:stars")
        facts.insert(0, f"{counted(game.stock_left, 'stock card')} spare")
    else:
        after = canvas.put(x, y, "Lost", "class:box class:lost")
        canvas.put(after, y, ": no card fits, and the stock is empty.", "class:box")
        facts.insert(0, f"{counted(game.cards_left, 'card')} left")
    y += 1
    canvas.put(x, y, ", ".join(facts), "class:box")
    if isinstance(game.scoring, Run10):
        y += 1
        canvas.put(x, y, _timed_total(session, game.scoring), "class:box")
    y += 2
    canvas.put(x, y, f"Par of this deal ({game.scoring.name})", "class:box class:strong")
    for label, value, own in ladder:
        y += 1
        style = "class:box class:own" if own else "class:box"
        mark = signs.here if own else " "
        canvas.put(x, y, f"{mark} {label:<{_END_WIDTH - 17}}{value:>9}", style)
    y += 2
    draw_buttons(canvas, x, y, AT_THE_END)
    if not outcome.won:
        draw_buttons(canvas, x, y + 1, [("b", "back to where it could be won", "back")])


def _timed_total(session: Session, scoring: Run10) -> str:
    won = session.stars > 0
    bonus = scoring.time_bonus(session.seconds) if won else 0
    text = f"Score {session.game.score:,} + time bonus {bonus:,}"
    if scoring.multiplier > 1:
        text = f"({text}) x {scoring.multiplier}"
    return f"{text} = {session.total:,}"


def _ladder(session: Session) -> list[tuple[str, str, bool]]:
    """The scores to compare with, the best first, and the player's own among them."""
    par = session.par
    wins = f"{par.clear_rate:.0%}"
    entries: list[tuple[str, float | None, bool]] = [
        ("best of any line", par.best_of_any, False),
        ("best that clears the table", par.best, False),
        ("your score", session.game.score, True),
        (f"a casual player, mean (wins {wins})", par.mean, False),
        ("worst that clears the table", par.worst, False),
    ]
    known = [(label, value, own) for label, value, own in entries if value is not None]
    sign = 1 if session.game.scoring.lower_is_better else -1
    known.sort(key=lambda entry: sign * entry[1])
    lines = [(label, f"{round(value):,}", own) for label, value, own in known]
    if par.best is None:
        lines.append(("no line clears the table", "", False))
    return lines


def draw_buttons(canvas: Canvas, x: int, y: int, buttons: list[tuple[str, str, str]]) -> None:
    """Draw keys in a box: each with its name and the command that a click on it means."""
    for key, name, command in buttons:
        x = canvas.put(x, y, key, "class:box class:button", command)
        x = canvas.put(x, y, f" {name}", "class:box", command) + 2


def draw_box(
    canvas: Canvas, width: int, height: int, signs: Signs, *, low: bool = False
) -> tuple[int, int]:
    """Draw an empty box over the table, and return where its text begins."""
    x, y = (COLUMNS - width) // 2, _BOTTOM - height if low else 1
    canvas.fill(x, y, width, height, "class:box")
    canvas.frame(x, y, width, height, signs.plain, "class:box")
    return x + 3, y + 1
