"""All cards in one SVG document, for front ends that lay the table out themselves."""

from __future__ import annotations

from functools import cache

from solitaire_core.cards import Card
from solitaire_core.rendering.svg_shapes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    INKS,
    SUITS,
    back,
    court_half,
    face,
    glyph,
    paper,
    suit_mark,
    suit_shape,
)

__all__ = ["card_sheet"]


@cache
def card_sheet() -> str:
    """Drawings of all cards, each under an id, to be put to use by a page.

    Returns
    -------
    str
        An SVG document of about 85 KB that shows nothing by itself. It defines, in units in
        which a card is 60 wide and 84 high:

        ============  ==============================================================
        `sc-TH`       a face, as `to_svg` draws it
        `sc-jumbo-TH` the same card with a big index, to be read on a small screen and
                      where only its upper quarter is seen
        `sc-back`     a card's back
        `sc-suit-H`   a suit, 10 high around the origin, in the colour of what it stands in
        ============  ==============================================================

        The text is always the same.

    Notes
    -----
    The ids mean the same drawings as those in the documents of `to_svg`, so both may stand in
    one page.

    Examples
    --------
    >>> sheet = card_sheet()
    >>> sheet.count('<g id="sc-jumbo-'), '<g id="sc-back">' in sheet
    (52, True)
    """
    deck = [Card(code) for code in range(52)]
    drawings = [
        back(),
        *map(suit_shape, SUITS),
        *(court_half(f"{rank}-{colour}") for rank in "JQK" for colour in INKS),
        *map(face, deck),
        *map(_jumbo, deck),
    ]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">',
            "<defs>",
            *drawings,
            "</defs>",
            "</svg>",
            "",
        ]
    )


def _jumbo(card: Card) -> str:
    """A face with nothing but a big rank beside its suit, and the suit once more below."""
    text = str(card)
    ink = INKS["red" if card.is_red else "black"]
    return (
        f'<g id="sc-jumbo-{text}" fill="{ink}">{paper("#fffdf8")}'
        f"{glyph(text[0], 6, 5.5, 19, ink, 2.7)}"
        f"{suit_mark(text[1], 43, 15, 1.9)}{suit_mark(text[1], 30, 54, 3.8)}</g>"
    )
