"""Positions as pictures: SVG with vector cards of our own.

The text holds nothing of a card that is not seen: two positions that differ in hidden cards only
give the same picture, letter for letter.
"""

from __future__ import annotations

import math

from solitaire_core.game import rules_to_text
from solitaire_core.klondike import KlondikeGame, KlondikeView
from solitaire_core.peaks import PeaksGame, PeaksView
from solitaire_core.rendering.marking import (
    Marks,
    Suggestion,
    klondike_marks,
    klondike_suggestion,
    peaks_marks,
    peaks_suggestion,
)
from solitaire_core.rendering.svg_peaks import describe_peaks, draw_peaks
from solitaire_core.rendering.svg_piles import describe_piles, draw_piles
from solitaire_core.rendering.svg_scene import Scene
from solitaire_core.rendering.svg_shapes import CARD_WIDTH

__all__ = ["to_svg"]

_WIDEST = 10_000

Picturable = PeaksGame | PeaksView | KlondikeGame | KlondikeView


def to_svg(
    position: Picturable,
    *,
    card_width: float = CARD_WIDTH,
    marks: Marks = False,
    hint: Suggestion = None,
    title: str | None = None,
    background: bool = True,
) -> str:
    """A position as it lies on the table, as an SVG document.

    Parameters
    ----------
    position : a game or a view
        The position, or what a player sees of it. Only what lies face up is drawn of either.
    card_width : float
        How many pixels wide a card is; everything else scales with it.
    marks : bool or iterable of moves
        Whether the cards of the legal moves get a yellow ring; or the moves whose cards get one.
    hint : Hint, move or str, optional
        A move that is suggested: its cards get an orange ring, and the place where they go a
        dashed one. A `Hint` without a move draws nothing.
    title : str, optional
        The picture's title; by default the game and its options.
    background : bool
        Whether to draw the cloth of the table.

    Returns
    -------
    str
        A document of 10 to 80 KB, the same for the same arguments on every platform. Its title
        and description say in words what is seen. Each card is a group with `data-card` (where
        it is face up) and `data-place` (the place in the layout, `t0`, `stock`, `waste`,
        `foundation`), for front ends.

    Raises
    ------
    ValueError
        If the width is not above 0 and at most 10,000, or a move's card is not where the move
        takes it.
    TypeError
        If the position is of another kind, or legal moves are to be marked in a view that does
        not say what is legal (`KlondikeView`).

    Examples
    --------
    >>> from solitaire_core import Deal
    >>> game = Deal("tripeaks", 7).start()
    >>> picture = to_svg(game, marks=True)
    >>> picture.count("<title>ace of hearts</title>"), picture.count('class="mark"')
    (1, 2)
    >>> to_svg(game.visible(), marks=True) == picture
    True
    """
    if isinstance(card_width, bool) or not isinstance(card_width, (int, float)):
        raise TypeError(f"card_width is a number, not {card_width!r}")
    if not (math.isfinite(card_width) and 0 < card_width <= _WIDEST):
        raise ValueError(f"card_width is above 0 and at most {_WIDEST}, not {card_width}")
    scene = Scene()
    if isinstance(position, (PeaksGame, PeaksView)):
        view = position.visible() if isinstance(position, PeaksGame) else position
        draw_peaks(view, peaks_marks(view, marks), peaks_suggestion(hint), scene)
        name, description = rules_to_text(view.rules), describe_peaks(view)
    elif isinstance(position, (KlondikeGame, KlondikeView)):
        piles = position.visible() if isinstance(position, KlondikeGame) else position
        draw_piles(piles, klondike_marks(position, marks), klondike_suggestion(hint), scene)
        name = (
            "a game of the Klondike family" if piles.rules is None else rules_to_text(piles.rules)
        )
        description = describe_piles(piles)
    else:
        raise TypeError(f"a game or a view is drawn, not {type(position).__name__}")
    return scene.picture(name if title is None else title, description, card_width, background)
