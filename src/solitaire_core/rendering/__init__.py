"""What people look at: positions as text and as pictures, charts as text."""

from solitaire_core.rendering.bars import bar
from solitaire_core.rendering.colour import coloured, has_colour
from solitaire_core.rendering.spelling import Kind, Span, spell
from solitaire_core.rendering.svg import to_svg
from solitaire_core.rendering.svg_sheet import card_sheet
from solitaire_core.rendering.text import draw, spans

__all__ = [
    "Kind",
    "Span",
    "bar",
    "card_sheet",
    "coloured",
    "draw",
    "has_colour",
    "spans",
    "spell",
    "to_svg",
]
