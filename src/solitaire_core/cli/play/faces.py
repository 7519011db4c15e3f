"""Cards and piles as boxes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solitaire_core.cards import Card
from solitaire_core.cli.play.canvas import Canvas, Target
from solitaire_core.cli.play.geometry import CARD_HEIGHT
from solitaire_core.rendering import spell

__all__ = [
    "ASCII",
    "SYMBOLS",
    "UNICODE",
    "Signs",
    "draw_card",
    "draw_empty",
    "draw_pointer",
    "pretty",
]

_PIP_WIDTH = 7


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs that a table is drawn with; borders as for `Canvas.frame`.

    Attributes
    ----------
    plain, fits, cursor : str
        The borders of a card, of one that fits, and of the one under the cursor: they are
        told apart without colours too.
    back : str
        What a face-down card is filled with.
    pointer, star, no_star, here : str
        Under the cursor's card; won and missed stars; the player's own line in a list.
    ascii : bool
        Whether all of them are ASCII.
    """

    plain: str
    fits: str
    cursor: str
    back: str
    pointer: str
    star: str
    no_star: str
    here: str
    ascii: bool


UNICODE = Signs("╭─╮│╰╯", "╔═╗║╚╝", "┏━┓┃┗┛", "░", "▲", "★", "☆", "▶", ascii=False)
ASCII = Signs("+-+|++", "#=####", "******", ":", "^", "*", "-", ">", ascii=True)

SYMBOLS = "♣♦♥♠╭─╮│╰╯╔═╗║╚╝┏━┓┃┗┛░▲★☆▶"
"""What an encoding has to have for UNICODE."""


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    card: Card,
    signs: Signs,
    *,
    style: str = "",
    border: str | None = None,
    label: str = "",
    behind: bool = False,
    target: Target = None,
) -> None:
    """Draw a card.

    Parameters
    ----------
    canvas, x, y, width : Canvas and int
        Where, and how wide.
    card : Card
        The card; `??` is drawn as a back.
    signs : Signs
        What to draw it with.
    style : str
        More style classes: `class:fits` and the like.
    border : str, optional
        Another border than the plain one.
    label : str
        What stands in the middle of a back.
    behind : bool
        Whether only the card's right edge is going to be seen: then its lower index is
        drawn alone.
    target : Target
        What a click on it means.
    """
    _, kind = spell(card)
    face = " ".join(filter(None, (f"class:card class:{kind}", style)))
    canvas.fill(x, y, width, CARD_HEIGHT, face, target)
    edge = f"{face} class:edge"
    canvas.frame(x, y, width, CARD_HEIGHT, border or signs.plain, edge, target)
    inner = width - 2
    if card.is_known:
        index = pretty(str(card), signs)
        if not behind:
            canvas.put(x + 1, y + 1, index, face, target)
            if width >= _PIP_WIDTH:
                canvas.put(x + width // 2, y + 2, index[-1], face, target)
        canvas.put(x + 1, y + CARD_HEIGHT - 2, f"{index:>{inner}}", face, target)
        return
    for line in range(y + 1, y + CARD_HEIGHT - 1):
        canvas.put(x + 1, line, signs.back * inner, face, target)
    if label:
        canvas.put(x + 1, y + 2, f"{label:^{inner}}", f"{face} class:count", target)


def draw_empty(canvas: Canvas, x: int, y: int, width: int, signs: Signs, text: str) -> None:
    """Draw the place of a pile that is used up."""
    canvas.frame(x, y, width, CARD_HEIGHT, signs.plain, "class:gone")
    canvas.put(x + 1, y + 2, f"{text:^{width - 2}}", "class:gone")


def draw_pointer(canvas: Canvas, x: int, y: int, width: int, signs: Signs) -> None:
    """Point at a card from below it."""
    canvas.put(x + width // 2, y + CARD_HEIGHT, signs.pointer, "class:pointer")


_CARD = re.compile(r"\b([2-9TJQKA])([CDHS])\b")


def pretty(text: str, signs: Signs) -> str:
    """A text with its cards as they stand on their faces: `10♥`, in ASCII `10H`."""

    def face(match: re.Match[str]) -> str:
        suit = match[2] if signs.ascii else spell(Card(match[0]))[0][-1]
        return f"{'10' if match[1] == 'T' else match[1]}{suit}"

    return _CARD.sub(face, text)
