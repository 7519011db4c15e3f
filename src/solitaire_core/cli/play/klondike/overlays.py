"""What is laid over the table: the help, all cards of a pile, and the end of a game."""

from __future__ import annotations

from solitaire_core.cli.play.canvas import Canvas
from solitaire_core.cli.play.faces import Signs, pretty
from solitaire_core.cli.play.klondike.session import KlondikeSession
from solitaire_core.cli.play.overlays import AT_THE_END, clock_text, draw_box, draw_buttons
from solitaire_core.cli.play.sitting import counted
from solitaire_core.klondike import KlondikeGame

__all__ = ["draw_end", "draw_help", "draw_pile", "passes_text"]

_HELP_WIDTH, _END_WIDTH, _PILE_WIDTH = 76, 58, 70
# A whole run. A pile made by hand may have all cards of three decks: twelve lines.
_CARDS_A_LINE = 13

_KEYS = (
    ("arrows", "go to a place; on cards in hand, up and down: more, fewer"),
    ("Enter, space", "pick up (again: fewer) and put down; on the stock: {stock}"),
    ("t  f  F", "{stock}; this card home; all cards home that are safe"),
    ("u  r", "undo, redo"),
    ("a  n", "restart this deal (R, too); a new one, at random"),
    ("h  H", "a hint, from what you see; can it still be won?"),
    ("m  v", "mark what can move, or not; view all cards of a pile"),
    ("Esc  q", "put back what is in hand; quit (Ctrl-C quits at once)"),
    ("mouse", "click a card, then its aim; twice: home, or to a pile"),
    ("3>7 {source}>f QH", "type a move, then Enter: from pile 3 to 7, home, a card"),
    ("QH t3>t7*4", "the queen and the three on it, from pile 3 to 7"),
    (":", "begins any line of moves: :as, :{stock}, :t3>t7 3>f"),
)


def passes_text(game: KlondikeGame) -> str:
    """Which pass through the stock this is, of how many."""
    passes = game.visible().passes
    return f"pass {passes}/{game.rules.passes}" if game.rules.passes else f"pass {passes}"


def draw_help(canvas: Canvas, session: KlondikeSession, signs: Signs) -> None:
    """Draw the rules and the keys."""
    rules = session.game.rules
    moves = "Packed runs of any length move together."
    if rules.runs == "king-sequences":
        moves = "Cards move one by one, but kings with all on them to empty piles."
    fills = (
        "A king fills an empty pile." if rules.empty == "king" else "Any card fills an empty pile."
    )
    if rules.stock == "deal":
        stock, source = "deal", "3"
        of_stock = "The stock is dealt out, a card on each pile at a time."
    else:
        stock, source = "turn", "w"
        cards = "a card" if rules.draw == 1 else f"{rules.draw} cards"
        if not rules.passes:
            passes = "as often as you like"
        elif rules.passes == 1:
            passes = "once"
        else:
            passes = f"{rules.passes} times"
        of_stock = f"The stock is turned {cards} at a time, {passes}."
    lines = [
        "Bring all cards home: up in suit, from the ace to the king.",
        f"Piles go down in alternating colours. {fills}",
        moves,
        of_stock,
        "",
    ]
    x, y = draw_box(canvas, _HELP_WIDTH, len(lines) + len(_KEYS) + 4, signs)
    for line in lines:
        canvas.put(x, y, line, "class:box")
        y += 1
    for key, meaning in _KEYS:
        canvas.put(x, y, f"{key.format(source=source):<14}", "class:box class:strong")
        canvas.put(x + 14, y, meaning.format(stock=stock), "class:box")
        y += 1
    canvas.put(x, y + 1, "Any key goes on.", "class:box class:strong")


def draw_pile(canvas: Canvas, session: KlondikeSession, place: str, signs: Signs) -> None:
    """Draw all face-up cards of a pile, also those that its column has no room for."""
    pile = session.game.visible().piles[int(place[1:])]
    up = [card for card in pile if card.is_known]
    lines = [up[i : i + _CARDS_A_LINE] for i in range(0, len(up), _CARDS_A_LINE)]
    x, y = draw_box(canvas, _PILE_WIDTH, len(lines) + 5, signs)
    down = len(pile) - len(up)
    title = f"Pile {place[1:]}: {down} face down, then" if down else f"Pile {place[1:]}:"
    canvas.put(x, y, title if pile else f"Pile {place[1:]} is empty.", "class:box class:strong")
    for line in lines:
        y += 1
        for number, card in enumerate(line):
            colour = "class:own-red" if card.is_red else "class:own"
            text = pretty(str(card), signs)
            canvas.put(x + 5 * number, y, text, f"class:box {colour}")
    canvas.put(x, y + 2, "Any key goes on.", "class:box class:strong")


def draw_end(canvas: Canvas, session: KlondikeSession, signs: Signs) -> None:
    """Draw how a game ended, and what can be done now."""
    game, outcome = session.game, session.outcome
    assert outcome is not None  # drawn at the end of a game alone
    facts = [counted(game.ply, "move"), clock_text(session.seconds)]
    if game.rules.stock == "waste":
        facts.insert(1, passes_text(game))
    vegas = game.rules.name == "klondike"
    x, y = draw_box(canvas, _END_WIDTH, 6 + vegas, signs, low=not outcome.won)
    if outcome.won:
        canvas.put(x, y, "Won!", "class:box class:won")
    else:
        after = canvas.put(x, y, "Lost", "class:box class:lost")
        canvas.put(after, y, f": {outcome.reason}.", "class:box")
        facts.insert(0, f"{game.cards_home} of {game.rules.cards} cards home")
    y += 1
    canvas.put(x, y, ", ".join(facts), "class:box")
    if vegas:
        y += 1
        sign = "-" if game.vegas_score < 0 else ""
        canvas.put(x, y, f"Vegas: {sign}${abs(game.vegas_score)}", "class:box")
    draw_buttons(canvas, x, y + 2, AT_THE_END)
