"""Positions of the Klondike family as lines of text.

Stock, waste and foundations stand above the piles, which run down the page from their bottoms
to their tops, four columns apart; the number of each pile stands above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from solitaire_core.cards import Card
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView
from solitaire_core.rendering.spelling import HINT, MARK, NO_FRAME, Frame, Kind, Span, framed, spell

__all__ = ["pile_spans"]

_WASTE_CARDS = 3
_STOCK_CARDS_A_LINE = 17
_SUITS = tuple(Card(13 * suit) for suit in range(4))


def pile_spans(
    position: KlondikeGame | KlondikeView,
    *,
    ascii: bool = False,
    show_all: bool = False,
    marks: Iterable[KlondikeMove] = (),
    hint: KlondikeMove | None = None,
) -> list[list[Span]]:
    """A position in pieces that say what they are; `spans` says more.

    Raises
    ------
    ValueError
        If the card of a move is not where the move takes it.
    TypeError
        If a view is to be shown with all its cards.
    """
    view = position.visible() if isinstance(position, KlondikeGame) else position
    board = None
    if show_all:
        if not isinstance(position, KlondikeGame):
            raise TypeError("a view does not hold the face-down cards: show_all takes a game")
        board = position.board()
    frames = {_source(view, move): MARK for move in marks}
    if hint is not None:
        frames[_source(view, hint)] = HINT
    lines = [_stock(view, ascii, frames), _foundations(view, ascii, frames), []]
    lines.append([("".join(f"  {number:2}" for number in range(len(view.piles))), "label")])
    for row in range(max(1, *(len(pile) for pile in view.piles))):
        line: list[Span] = []
        lead = "  "
        for number, pile in enumerate(view.piles):
            text: str = "  "
            kind: Kind = "gone"
            if row < len(pile):
                text, kind = spell(pile[row], ascii=ascii)
            elif not pile and row == 0:
                text = " ." if ascii else " ·"
            frame = frames.get((f"t{number}", row), NO_FRAME)
            if board is not None and row < len(pile) and not pile[row].is_known:
                # The parenthesis that closes takes a blank of the next pile.
                name, _ = spell(board.piles[number][row], ascii=ascii)
                line += [(lead[1:], "label"), (f"({name})", "back")]
                lead = " "
            elif frame[0]:
                line += [(lead[1:], "label"), *framed((text, kind), frame)]
                lead = " "
            else:
                line += [(lead, "label"), (text, kind)]
                lead = "  "
        lines.append(_without_end(line))
    if board is not None and board.stock:
        lines.append([])
        names = [spell(card, ascii=ascii)[0] for card in board.stock]
        for first in range(0, len(names), _STOCK_CARDS_A_LINE):
            label = "  stock  " if first == 0 else "         "
            part = " ".join(names[first : first + _STOCK_CARDS_A_LINE])
            lines.append([(label, "label"), (part, "back")])
    return lines


def _source(view: KlondikeView, move: KlondikeMove) -> tuple[str, int]:
    """What a move takes up: the place, and the card's number in it."""
    if move.is_stock:
        return "s", 0
    if move.source == "w":
        if view.waste and view.waste[-1] == move.card:
            return "w", len(view.waste) - 1
    elif move.source == "f":
        for index, card in enumerate(_tops(view)):
            if card is not None and card == move.card:
                return "f", index
    else:
        number = int(move.source[1:])
        pile = view.piles[number] if number < len(view.piles) else ()
        row = len(pile) - move.count
        if row >= 0 and pile[row] == move.card:
            return move.source, row
    raise ValueError(f"{move}: {move.card} does not lie there")


def _tops(view: KlondikeView) -> list[Card | None]:
    """The top cards of the foundations, suit by suit, the highest of a suit first."""
    tops: list[Card | None] = []
    for suit in range(4):
        counts = view.foundations[13 * suit : 13 * suit + 13]
        for number in range(view.decks):
            # The ranks that more than `number` copies have reached.
            height = sum(1 for count in counts if count > number)
            tops.append(Card(13 * suit + height - 1) if height else None)
    return tops


def _without_end(line: list[Span]) -> list[Span]:
    """The line without blanks at its end."""
    while line and not line[-1][0].strip():
        line.pop()
    return line


_Frames = Mapping[tuple[str, int], Frame]


def _row(cells: Iterable[tuple[int, Span, Frame]]) -> list[Span]:
    """Cards, each with the blanks before it; a frame takes one of those on either side."""
    line: list[Span] = []
    taken = 0
    for blanks, span, frame in cells:
        blanks -= taken + len(frame[0])
        if blanks > 0:
            line.append((" " * blanks, "label"))
        line += framed(span, frame)
        taken = len(frame[1])
    return line


def _stock(view: KlondikeView, ascii: bool, frames: _Frames) -> list[Span]:
    frame = frames.get(("s", 0), NO_FRAME)
    line: list[Span] = [("  stock ", "label")]
    if view.stock:
        line += [(f" {len(view.stock):2}", "label")]
        line += _row([(1, ("##" if ascii else "▒▒", "back"), frame)])
    else:
        line += _row([(1, ("empty", "gone"), frame)])
    if view.waste:
        shown = view.waste[-_WASTE_CARDS:]
        begin = len(view.waste) - len(shown)
        blanks = " " * (3 - len(frame[1]))
        line += [(f"{blanks}waste {len(view.waste):2}", "label")]
        line += _row(
            (2 if at == 0 else 1, spell(card, ascii=ascii), frames.get(("w", begin + at), NO_FRAME))
            for at, card in enumerate(shown)
        )
    if view.passes > 1:
        line += [(f"   pass {view.passes}", "label")]
    return line


def _foundations(view: KlondikeView, ascii: bool, frames: _Frames) -> list[Span]:
    """The top cards of the foundations, suit by suit; an empty one as a dot and its suit."""
    cells: list[tuple[int, Span, Frame]] = []
    for index, top in enumerate(_tops(view)):
        suit, number = divmod(index, view.decks)
        blanks = 2 if number == 0 else 1
        if top is None:
            text, _ = spell(_SUITS[suit], ascii=ascii)
            cells.append((blanks, (("." if ascii else "·") + text[1], "gone"), NO_FRAME))
        else:
            cells.append((blanks, spell(top, ascii=ascii), frames.get(("f", index), NO_FRAME)))
    return [("  home ", "label"), *_row(cells)]
