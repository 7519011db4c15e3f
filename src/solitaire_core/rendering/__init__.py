"""What people look at: positions and charts as text, with or without colour."""

from solitaire_core.rendering.bars import bar
from solitaire_core.rendering.text import Kind, Span, draw, spans, spell

__all__ = ["Kind", "Span", "bar", "draw", "spans", "spell"]
