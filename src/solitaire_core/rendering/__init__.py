"""What people look at: positions and charts as text, with or without colour."""

from solitaire_core.rendering.bars import bar
from solitaire_core.rendering.spelling import Kind, Span, spell
from solitaire_core.rendering.text import draw, spans

__all__ = ["Kind", "Span", "bar", "draw", "spans", "spell"]
