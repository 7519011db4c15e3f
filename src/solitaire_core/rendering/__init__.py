"""What people look at: positions as text, with or without colour."""

from solitaire_core.rendering.text import Kind, Span, draw, spans, spell

__all__ = ["Kind", "Span", "draw", "spans", "spell"]
