"""The whole screen of a game of the Klondike family: stock, waste and foundations over the piles.

Piles are as many lines long as there are from their numbers to the message; `rows` says what
becomes of longer ones.
"""

from __future__ import annotations

from solitaire_core.cards import Card
from solitaire_core.cli.play.canvas import Canvas, Piece, Target
from solitaire_core.cli.play.faces import Signs, pretty
from solitaire_core.cli.play.geometry import COLUMNS, LINES
from solitaire_core.cli.play.klondike.controls import KlondikeControls
from solitaire_core.cli.play.klondike.overlays import draw_end, draw_help, draw_pile, passes_text
from solitaire_core.cli.play.klondike.places import (
    CELL,
    STOCK,
    STOCK_WIDTH,
    WASTE,
    WASTE_CARDS,
    is_foundation,
    is_pile,
)
from solitaire_core.cli.play.klondike.rows import Row, rows_of
from solitaire_core.cli.play.klondike.session import KlondikeSession
from solitaire_core.cli.play.klondike.table import Held
from solitaire_core.cli.play.overlays import clock_text
from solitaire_core.cli.play.screen import MESSAGE, deal_name, draw_key_line, draw_keys, draw_typing
from solitaire_core.cli.play.sitting import counted
from solitaire_core.rendering import spell

__all__ = ["ROOM", "draw_screen"]

_UPPER, _NUMBERS = 1, 4
ROOM = MESSAGE - _NUMBERS - 2
"""How many lines of cards a pile can have: less the lines of its edges."""

_LONGEST_NUMBER = 10
_IDLE = "Arrows and Enter move cards; or type a move: 3>7, {source}>f, QH"
_UPPER_KEYS = (("f", "home", "home"), ("F", "all home", "auto"))


def draw_screen(controls: KlondikeControls, signs: Signs) -> list[list[Piece]]:
    """The screen of a session: 24 lines of 80 columns.

    Parameters
    ----------
    controls : KlondikeControls
        The session and what its player is about to do.
    signs : Signs
        What to draw it with.

    Returns
    -------
    list of list of Piece
        Line by line.
    """
    session = controls.session
    canvas = Canvas(COLUMNS, LINES)
    _draw_title(canvas, session)
    table = _Table(canvas, session, signs)
    table.draw_stock()
    if WASTE in session.places.left:
        table.draw_waste()
    table.draw_foundations()
    for place in session.places.piles:
        table.draw_pile(place)
    message = session.message
    canvas.put(1, MESSAGE, pretty(message.text, signs)[: COLUMNS - 2], f"class:{message.kind}")
    in_play = session.outcome is None
    idle = _IDLE.format(source="w" if WASTE in session.places.left else "3") if in_play else ""
    draw_typing(canvas, controls.asking, controls.typed, idle)
    if in_play and not controls.typed and controls.asking is None:
        draw_keys(canvas, COLUMNS - 19, MESSAGE + 1, _UPPER_KEYS, "class:label")
    draw_key_line(canvas, ("v", "view", "view"))
    if controls.help:
        draw_help(canvas, session, signs)
    elif controls.viewing is not None:
        draw_pile(canvas, session, controls.viewing, signs)
    elif not in_play and not controls.looking:
        draw_end(canvas, session, signs)
    return canvas.pieces()


def _draw_title(canvas: Canvas, session: KlondikeSession) -> None:
    game = session.game
    canvas.fill(0, 0, COLUMNS, 1, "class:title")
    name = game.rules.name.replace("-", " ").title()
    x = canvas.put(1, 0, name, "class:title class:name")
    parts = [deal_name(session.start.deal, _LONGEST_NUMBER)]
    if game.rules.stock == "waste":
        parts.append(f"draw {game.rules.draw}")
    canvas.put(x, 0, "".join(f"  {part}" for part in parts), "class:title")
    marks = f"m marks {'on' if session.marks else 'off'}"
    x = COLUMNS - len(marks) - 1
    canvas.put(x, 0, marks, "class:title", "marks")
    counters = f"  {counted(game.ply, 'move')}  {clock_text(session.seconds)}  "
    canvas.put(x - len(counters), 0, counters, "class:title")


class _Table:
    """What lies on the table, drawn place by place."""

    def __init__(self, canvas: Canvas, session: KlondikeSession, signs: Signs) -> None:
        self.canvas = canvas
        self.session = session
        self.signs = signs
        self.in_play = session.outcome is None
        self.view = session.game.visible()
        self.options = session.options if self.in_play else {}
        self.aims = session.aims if self.in_play else frozenset()
        self.heights = session.heights

    def _look(self, place: str, count: int) -> tuple[str, str, str]:
        """The style of a card, and the signs at its left and at its right."""
        session, signs = self.session, self.signs
        plain, fits, cursor = signs.plain[3], signs.fits[3], signs.cursor[3]
        held = session.held
        if not self.in_play:
            return "", plain, plain
        if held is not None and held.place == place and count <= held.cards:
            return "class:held", signs.here, cursor if count == held.cards else plain
        if place == session.cursor and count == self._pointed_at(place):
            return "class:cursor", cursor, cursor
        if session.marks and held is not None:
            marked = place in self.aims and count == 1
        else:
            # Cards that could come back from the foundations would nearly always be marked.
            marked = Held(place, count) in self.options and not is_foundation(place)
        if session.marks and marked:
            return "class:fits", fits, fits
        return "", plain, plain

    def _pointed_at(self, place: str) -> int:
        """Which card of a place the cursor is on, as a count from the top."""
        if self.session.held is not None:
            return 1
        counts = [held.cards for held in self.options if held.place == place]
        return max(counts, default=1)

    def draw_stock(self) -> None:
        session, signs, game = self.session, self.signs, self.session.game
        x, y = session.places.left[STOCK], _UPPER
        target: Target = (STOCK, 1)
        style, border = "", signs.plain
        can_turn = self.in_play and any(move.is_stock for move in game.legal_moves)
        if self.in_play and session.cursor == STOCK:
            style, border = "class:cursor", signs.cursor
        elif session.marks and can_turn and not self.options:
            style, border = "class:fits", signs.fits
        left = game.stock_left
        face = f"class:card class:back {style}" if left else f"class:gone {style}"
        self.canvas.fill(x, y, STOCK_WIDTH, 3, face, target)
        self.canvas.frame(x, y, STOCK_WIDTH, 3, border, f"{face} class:edge", target)
        if left:
            self.canvas.put(x + 1, y + 1, signs.back * (STOCK_WIDTH - 2), face, target)
            self.canvas.put(x + 2, y + 1, f"{left:^3}", f"{face} class:count", target)
        else:
            text = "again" if can_turn else "empty"
            self.canvas.put(x + 1, y + 1, text, face, target)
        self.canvas.put(x + 1, y, "stock", f"{face} class:edge", target)

    def draw_waste(self) -> None:
        waste = self.view.waste
        x = self.session.places.left[WASTE]
        shown = waste[-WASTE_CARDS:]
        left = x - CELL * (WASTE_CARDS - 1)
        self._row_box(left, WASTE_CARDS, f"waste {len(waste)}" if waste else "waste", (WASTE, 1))
        self.canvas.put(left + 1, _UPPER + 2, passes_text(self.session.game), "class:gone")
        for number, card in enumerate(shown):
            past = len(shown) - 1 - number
            self._cell(x - CELL * past, card, WASTE, past=past > 0)
        if not waste:
            self._cell(x, None, WASTE)

    def draw_foundations(self) -> None:
        decks = self.session.game.rules.decks
        for suit in range(4):
            places = [f"f{suit * decks + number}" for number in range(decks)]
            self._row_box(self.session.places.left[places[0]], decks, "", (places[0], 1))
            for place in places:
                height = self.heights[int(place[1:])]
                x = self.session.places.left[place]
                if height:
                    self._cell(x, Card(13 * suit + height - 1), place)
                else:
                    self._cell(x, None, place, empty=pretty(f"A{'CDHS'[suit]}", self.signs)[1:])

    def _row_box(self, x: int, cards: int, label: str, target: Target) -> None:
        """The frame of cards that share their edges."""
        width = CELL * cards + 1
        self.canvas.frame(x, _UPPER, width, 3, self.signs.plain, "class:gone", target)
        self.canvas.put(x + 1, _UPPER, label, "class:gone", target)

    def _cell(
        self, x: int, card: Card | None, place: str, *, past: bool = False, empty: str = ""
    ) -> None:
        """A card of the upper row, with its edges."""
        style, left, right = ("", *self.signs.plain[3] * 2) if past else self._look(place, 1)
        target: Target = (place, 1)
        y = _UPPER + 1
        if card is None:
            face = f"class:gone {style}"
            text = f"{empty:^3}"
        else:
            kind = spell(card)[1]
            face = f"class:card class:{kind} {'class:past' if past else style}"
            text = f"{pretty(str(card), self.signs):<3}"
        self.canvas.put(x + 1, y, text, face, target)
        # An edge that is shared belongs to the card that has something to tell.
        for at, sign, before in ((x, left, True), (x + CELL, right, False)):
            if style or not before or past:
                edge = f"{face} class:edge" if style or card is not None else "class:gone"
                self.canvas.put(at, y, sign, edge, target)

    def draw_pile(self, place: str) -> None:
        session, signs = self.session, self.signs
        pile = self.view.piles[int(place[1:])]
        x, width = session.places.left[place], session.places.pile_width
        if not pile:
            self._empty_pile(place, x, width)
            return
        run = session.run(place)
        shown = {self._pointed_at(place)}
        if session.held is not None and session.held.place == place:
            shown.add(session.held.cards)
        rows = rows_of(pile, run, ROOM, shown)
        loose = 1 if session.game.rules.runs == "king-sequences" else run
        for number, row in enumerate(rows):
            self._row(place, row, x, _NUMBERS + 1 + number, width, covered=row.depth > loose)
        first, last = rows[0], rows[-1]
        top, bottom = signs.plain[:3], signs.plain[4:]
        self._edge(x, _NUMBERS, width, top[0], top[1], top[2], place, first)
        self._number(place, x, width, "", first.depth)
        end = _NUMBERS + 1 + len(rows)
        self._edge(x, end, width, bottom[0], signs.plain[1], bottom[1], place, last)
        self._pointer(place, x + width // 2 - 2, end + 1)

    def _number(self, place: str, x: int, width: int, style: str, depth: int) -> None:
        number = place[1:]
        label_x = x + (width - len(number)) // 2
        self.canvas.put(label_x, _NUMBERS, number, f"class:pointer {style}", (place, depth))

    def _edge(
        self, x: int, y: int, width: int, left: str, across: str, right: str, place: str, row: Row
    ) -> None:
        kind = "back" if row.kind == "back" else "black"
        face = f"class:card class:{kind} class:edge"
        text = f"{left}{across * (width - 2)}{right}"
        self.canvas.put(x, y, text, face, (place, row.depth))

    def _row(self, place: str, row: Row, x: int, y: int, width: int, *, covered: bool) -> None:
        signs, inner = self.signs, width - 2
        target: Target = (place, row.depth)
        edge = signs.plain[3]
        if row.kind == "back":
            face = "class:card class:back"
            text = signs.back * inner
            if row.cards > 1:
                text = _number(signs.back, row.cards, inner)
            self.canvas.put(x, y, f"{edge}{text}{edge}", face, target)
            return
        if row.kind == "more":
            face = "class:card class:covered"
            self.canvas.put(x, y, f"{edge}{_number('+', row.cards, inner)}{edge}", face, target)
            return
        style, left, right = self._look(place, row.depth)
        if not style and covered:
            style = "class:covered"
        face = f"class:card class:{spell(row.card)[1]} {style}"
        text = f"{pretty(str(row.card), signs):<{inner}}"
        self.canvas.put(x + 1, y, text, face, target)
        self.canvas.put(x, y, left, f"{face} class:edge", target)
        self.canvas.put(x + width - 1, y, right, f"{face} class:edge", target)

    def _empty_pile(self, place: str, x: int, width: int) -> None:
        signs, target = self.signs, (place, 0)
        style, left, _ = self._look(place, 1)
        face = f"class:gone {style}"
        border = {signs.cursor[3]: signs.cursor, signs.fits[3]: signs.fits}.get(left, signs.plain)
        self.canvas.fill(x, _NUMBERS, width, 3, face, target)
        self.canvas.frame(x, _NUMBERS, width, 3, border, face, target)
        self._number(place, x, width, style, 0)
        if self.session.game.rules.empty == "king":
            self.canvas.put(x + width // 2, _NUMBERS + 1, "K", face, target)
        self._pointer(place, x + width // 2 - 2, _NUMBERS + 3)

    def _pointer(self, place: str, x: int, y: int) -> None:
        """Point at the place under the cursor from below it, if there is room."""
        if self.in_play and place == self.session.cursor and is_pile(place) and y < MESSAGE:
            self.canvas.put(x + 2, y, self.signs.pointer, "class:pointer")


def _number(sign: str, number: int, width: int) -> str:
    """How many cards a line stands for; three figures on a narrow card leave out the sign."""
    text = f"{sign}{number}"
    return f"{text if len(text) <= width else str(number):<{width}}"
