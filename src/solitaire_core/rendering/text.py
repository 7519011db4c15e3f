"""Positions as lines of text, for any layout of the peaks family; others are passed on.

A card is two characters wide and stands four columns right of its neighbour, so that a
card that lies half over another is drawn two columns beside it. The text says nothing
about colour unless it is asked for; `spans` gives the same text in pieces that say what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from solitaire_core.cards import Card
from solitaire_core.klondike import KlondikeGame, KlondikeView
from solitaire_core.peaks import PeaksGame, PeaksMove, PeaksView
from solitaire_core.rendering.colour import coloured, has_colour
from solitaire_core.rendering.marking import (
    Marks,
    Suggestion,
    klondike_marks,
    klondike_suggestion,
    peaks_marks,
    peaks_suggestion,
)
from solitaire_core.rendering.piles import pile_spans
from solitaire_core.rendering.spelling import HINT, MARK, NO_FRAME, Frame, Kind, Span, framed, spell

__all__ = ["draw", "spans"]

_CARD_WIDTH = 4
_MARGIN = 2
_STOCK_CARDS_A_LINE = 12


Drawable = PeaksGame | PeaksView | KlondikeGame | KlondikeView


def draw(
    position: Drawable,
    *,
    ascii: bool = False,
    show_all: bool = False,
    colour: bool | None = False,
    marks: Marks = False,
    hint: Suggestion = None,
) -> str:
    """A position as it lies on the table.

    Parameters
    ----------
    position : a game or a view
        The position, or what a player sees of it.
    ascii : bool
        Whether to write letters and no suit symbols.
    show_all : bool
        Whether to write face-down cards too, in parentheses, and the stock in the order in
        which it is turned. Only a game knows them, not a view.
    colour : bool, optional
        Whether to colour the text with a terminal's codes; None: if stdout is a terminal and
        the variable `NO_COLOR` is not set.
    marks : bool or iterable of moves
        Whether the cards of the legal moves stand in brackets, `[4H]`; or the moves whose cards
        do. Of cards that move together the first one stands in brackets.
    hint : Hint, move or str, optional
        A move that is suggested: its card is written `>4H<`.

    Returns
    -------
    str
        Lines without blanks at their ends: the rows of the tableau, an empty line, the top
        of the waste and the stock. Rows stay where they are when their cards are gone.

    Raises
    ------
    ValueError
        If the card of a move that is named is not where the move takes it.
    TypeError
        If the position is of another kind, or a view and all is to be shown, or legal moves are
        to be marked in a view that does not say what is legal (`KlondikeView`).

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 7).start()
    >>> for line in draw(game, ascii=True).splitlines():
    ...     print("|" + line)
    |        ##          ##          ##
    |      ##  ##      ##  ##      ##  ##
    |    ##  ##  ##  ##  ##  ##  ##  ##  ##
    |  5S  8C  AH  JD  TC  TH  4H  2C  2H  KD
    |
    |  waste  KC
    |  stock  23 ##
    >>> print(draw(game, ascii=True, marks=True, hint="AH").splitlines()[3])
      5S  8C >AH< JD  TC  TH  4H  2C  2H  KD
    """
    rows = spans(position, ascii=ascii, show_all=show_all, marks=marks, hint=hint)
    if has_colour() if colour is None else colour:
        return "\n".join(map(coloured, rows))
    return "\n".join("".join(text for text, _ in row) for row in rows)


def spans(
    position: Drawable,
    *,
    ascii: bool = False,
    show_all: bool = False,
    marks: Marks = False,
    hint: Suggestion = None,
) -> list[list[Span]]:
    """As `draw`, each line in pieces that say what they are.

    Parameters
    ----------
    position, ascii, show_all, marks, hint
        As for `draw`.

    Returns
    -------
    list of list of (str, str)
        For each line its pieces, from left to right: text, and `red`, `black`, `back`,
        `gone` (an empty place) or `label` (words and blanks). Joined, they are the line.

    Raises
    ------
    ValueError, TypeError
        As for `draw`.

    Examples
    --------
    >>> from solitaire_core import Deal, Layout, PeaksRules
    >>> bridge = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []], face_down=[0]))
    >>> spans(Deal(bridge, 0).start(), ascii=True)[1]
    [('  ', 'label'), ('TH', 'red'), ('  ', 'label'), ('9C', 'black')]
    """
    deck = None
    if isinstance(position, (KlondikeGame, KlondikeView)):
        return pile_spans(
            position,
            ascii=ascii,
            show_all=show_all,
            marks=klondike_marks(position, marks),
            hint=klondike_suggestion(hint),
        )
    if isinstance(position, PeaksGame):
        view = position.visible()
        if show_all:
            deck = position.cards()
    elif not isinstance(position, PeaksView):
        raise TypeError(f"a game or a view is drawn, not {type(position).__name__}")
    elif show_all:
        raise TypeError("a view does not hold the face-down cards: show_all takes a game")
    else:
        view = position
    frames = _frames(view, peaks_marks(view, marks), peaks_suggestion(hint))
    return [
        *_tableau(view, deck, ascii, frames),
        [],
        [("  waste  ", "label"), spell(view.top, ascii=ascii)],
        *_stock(view, deck, ascii, frames.get(None, NO_FRAME)),
    ]


def _frames(
    view: PeaksView, marks: Iterable[PeaksMove], hint: PeaksMove | None
) -> dict[Card | None, Frame]:
    """The frames of cards, and of the stock as None."""
    frames: dict[Card | None, Frame] = {move.card: MARK for move in marks}
    if hint is not None:
        frames[hint.card] = HINT
    for card in frames:
        if card is not None and card not in view.tableau:
            raise ValueError(f"a move takes {card}, which does not lie face up")
    if None in frames and not view.stock_left:
        raise ValueError("a move turns the stock, which is empty")
    return frames


def _tableau(
    view: PeaksView,
    deck: list[Card] | None,
    ascii: bool,
    frames: Mapping[Card | None, Frame],
) -> list[list[Span]]:
    """The rows; with a deck, face-down cards by name."""
    layout = view.rules.layout
    leftmost = min(left for _, left in layout.spots)

    def cell(place: int) -> tuple[int, str, Kind, Frame]:
        column = _MARGIN + round(_CARD_WIDTH * (layout.spots[place][1] - leftmost))
        card = view.tableau[place]
        if card is None:
            return column, " ." if ascii else " ·", "gone", NO_FRAME
        if card.is_known or deck is None:
            return column, *spell(card, ascii=ascii), frames.get(card, NO_FRAME)
        name, _ = spell(deck[view.rules.order[place]], ascii=ascii)
        return column, name, "back", ("(", ")")

    places = sorted(range(layout.cards), key=lambda place: layout.spots[place])
    return [
        _line(cell(place) for place in row)
        for _, row in groupby(places, key=lambda place: layout.spots[place][0])
    ]


def _line(cells: Iterable[tuple[int, str, Kind, Frame]]) -> list[Span]:
    line: list[Span] = []
    end = 0
    for column, text, kind, (before, after) in cells:
        # Cards that lie closer than they can be written are moved to the right.
        gap = 0 if before else 1
        column -= len(before)
        start = max(column, end + gap) if line else column
        if start > end:
            line.append((" " * (start - end), "label"))
        line += framed((text, kind), (before, after))
        end = start + len(before) + len(text) + len(after)
    return line


def _stock(view: PeaksView, deck: list[Card] | None, ascii: bool, frame: Frame) -> list[list[Span]]:
    label: Span = ("  stock  ", "label")
    if not view.stock_left:
        return [[label, ("empty", "gone")]]
    # A frame takes the blank between the count and what follows.
    count: Span = (f"{view.stock_left:2}" if frame[0] else f"{view.stock_left:2} ", "label")
    if deck is None:
        return [[label, count, *framed(("##" if ascii else "▒▒", "back"), frame)]]
    names = [spell(card, ascii=ascii)[0] for card in deck[-view.stock_left :]]
    parts = [
        " ".join(names[first : first + _STOCK_CARDS_A_LINE])
        for first in range(0, len(names), _STOCK_CARDS_A_LINE)
    ]
    indent: Span = (" " * (len(label[0]) + 3), "label")
    first, rest = parts[0][:2], parts[0][2:]
    if frame[0]:
        lines = [[label, count, *framed((first, "back"), frame), (rest[1:], "back")]]
    else:
        lines = [[label, count, (parts[0], "back")]]
    lines += [[indent, (part, "back")] for part in parts[1:]]
    return lines
