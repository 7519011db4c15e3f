"""Positions of the Klondike family as lines of text.

Stock, waste and foundations stand above the piles, which run down the page from their bottoms
to their tops, four columns apart; the number of each pile stands above it.
"""

from __future__ import annotations

from solitaire_core.cards import Card
from solitaire_core.klondike import KlondikeGame, KlondikeView
from solitaire_core.rendering.spelling import Kind, Span, spell

__all__ = ["pile_spans"]

_WASTE_CARDS = 3
_STOCK_CARDS_A_LINE = 17
_SUITS = tuple(Card(13 * suit) for suit in range(4))


def pile_spans(
    position: KlondikeGame | KlondikeView, *, ascii: bool = False, show_all: bool = False
) -> list[list[Span]]:
    """A position in pieces that say what they are; `spans` says more.

    Raises
    ------
    TypeError
        If a view is to be shown with all its cards.
    """
    view = position.visible() if isinstance(position, KlondikeGame) else position
    board = None
    if show_all:
        if not isinstance(position, KlondikeGame):
            raise TypeError("a view does not hold the face-down cards: show_all takes a game")
        board = position.board()
    lines = [_stock(view, ascii), _foundations(view, ascii), []]
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
            if board is not None and row < len(pile) and not pile[row].is_known:
                # The parenthesis that closes takes a blank of the next pile.
                name, _ = spell(board.piles[number][row], ascii=ascii)
                line += [(lead[1:], "label"), (f"({name})", "back")]
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


def _without_end(line: list[Span]) -> list[Span]:
    """The line without blanks at its end."""
    while line and not line[-1][0].strip():
        line.pop()
    return line


def _stock(view: KlondikeView, ascii: bool) -> list[Span]:
    line: list[Span] = [("  stock  ", "label")]
    if view.stock:
        line += [(f"{len(view.stock):2} ", "label"), ("##" if ascii else "▒▒", "back")]
    else:
        line += [("empty", "gone")]
    if view.waste:
        shown = view.waste[-_WASTE_CARDS:]
        line += [(f"   waste {len(view.waste):2} ", "label")]
        for card in shown:
            line += [(" ", "label"), spell(card, ascii=ascii)]
    if view.passes > 1:
        line += [(f"   pass {view.passes}", "label")]
    return line


def _foundations(view: KlondikeView, ascii: bool) -> list[Span]:
    """The top cards of the foundations, suit by suit; an empty one as a dot and its suit."""
    line: list[Span] = [("  home ", "label")]
    for suit in range(4):
        counts = view.foundations[13 * suit : 13 * suit + 13]
        for number in range(view.decks):
            # The ranks that more than `number` copies have reached.
            height = sum(1 for count in counts if count > number)
            line.append(("  " if number == 0 else " ", "label"))
            if height:
                line.append(spell(Card(13 * suit + height - 1), ascii=ascii))
            else:
                text, _ = spell(_SUITS[suit], ascii=ascii)
                line.append((("." if ascii else "·") + text[1], "gone"))
    return line
