"""Cards as they are drawn: two characters, and what they are."""

from __future__ import annotations

from typing import Literal

from solitaire_core.cards import Card

__all__ = ["HINT", "MARK", "NO_FRAME", "Frame", "Kind", "Span", "framed", "spell"]

Kind = Literal["red", "black", "back", "gone", "label"]
"""What a piece of text is: a face-up card, a face-down one, an empty place, or a word."""

Span = tuple[str, Kind]
"""A piece of text and what it is."""

Frame = tuple[str, str]
"""What stands right before and right after a card."""

NO_FRAME: Frame = ("", "")
MARK: Frame = ("[", "]")
HINT: Frame = (">", "<")


def framed(span: Span, frame: Frame) -> list[Span]:
    """A card within its frame, if it has one.

    Examples
    --------
    >>> framed(("4H", "red"), MARK)
    [('[', 'label'), ('4H', 'red'), (']', 'label')]
    >>> framed(("4H", "red"), NO_FRAME)
    [('4H', 'red')]
    """
    before, after = frame
    if not before:
        return [span]
    if span[1] == "back" and before == "(":
        return [(f"({span[0]})", "back")]
    return [(before, "label"), span, (after, "label")]


def spell(card: Card, *, ascii: bool = False) -> Span:
    """A card as it is drawn.

    Parameters
    ----------
    card : Card
        The card; `??` is drawn as a back.
    ascii : bool
        Whether to write letters (`TH`, back `##`) and no suit symbols.

    Returns
    -------
    text : str
        Two characters.
    kind : str
        `red`, `black` or `back`.

    Examples
    --------
    >>> spell(Card("TH")), spell(Card("??"), ascii=True)
    (('T♥', 'red'), ('##', 'back'))
    """
    if not card.is_known:
        return "##" if ascii else "▒▒", "back"
    return str(card) if ascii else card.symbol, "red" if card.is_red else "black"
