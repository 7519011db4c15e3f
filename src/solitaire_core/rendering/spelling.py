"""Cards as they are drawn: two characters, and what they are."""

from __future__ import annotations

from typing import Literal

from solitaire_core.cards import Card

__all__ = ["Kind", "Span", "spell"]

Kind = Literal["red", "black", "back", "gone", "label"]
"""What a piece of text is: a face-up card, a face-down one, an empty place, or a word."""

Span = tuple[str, Kind]
"""A piece of text and what it is."""


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
