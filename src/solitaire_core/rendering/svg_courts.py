"""Jacks, queens and kings: half figures in a few flat shapes, drawn for this package."""

from __future__ import annotations

__all__ = ["court"]

_GOLD, _GOLD_LINE = "#e9b44c", "#a8771b"
_SKIN, _FEATURES = "#f4d4b4", "#5a3b28"

# By colour of the suit: the robe, its lighter stripe, the ground, the hair.
_CLOTHES = {
    "red": ("#b3262e", "#dc5f5a", "#fbeee6", "#8a5a2b"),
    "black": ("#26415f", "#5c81a8", "#eaf0f4", "#3a2a22"),
}

_FACE = (
    f'<path d="M24.4 22.5C24.4 17.6 26.6 16 30 16S35.6 17.6 35.6 22.5C35.6 27.6 33 30.6 30 30.6'
    f'S24.4 27.6 24.4 22.5Z" fill="{_SKIN}"/>'
    f'<path d="M27.1 22.6H28.5M31.5 22.6H32.9" stroke="{_FEATURES}" stroke-width="1.1"'
    ' stroke-linecap="round"/>'
    f'<path d="M30 23.6V25.4M28.5 27.5Q30 28.5 31.5 27.5" fill="none" stroke="{_FEATURES}"'
    ' stroke-width=".8" stroke-linecap="round"/>'
)


def court(rank: str, colour: str) -> str:
    """The upper half of a court card's picture; turned round it is the lower one.

    Parameters
    ----------
    rank : str
        `J`, `Q` or `K`.
    colour : str
        `red` or `black`.
    """
    robe, stripe, ground, hair = _CLOTHES[colour]
    behind, before = {"J": _JACK, "Q": _QUEEN, "K": _KING}[rank]
    return (
        f'<rect x="13.2" y="11" width="33.6" height="31.3" fill="{ground}"/>'
        + behind.format(hair=hair, robe=robe, stripe=stripe)
        + _robe(robe, stripe)
        + _FACE
        + before.format(hair=hair, robe=robe, stripe=stripe)
    )


def _robe(robe: str, stripe: str) -> str:
    """Shoulders down to the middle of the card, with a collar and a row of stripes.

    A little below the middle, so that no seam is seen between the halves.
    """
    return (
        f'<path fill="{robe}"'
        ' d="M13.6 42.3V36.4C16.6 33 21.4 31.4 26.4 30.4H33.6C38.6 31.4 43.4 33 46.4 36.4V42.3Z"/>'
        f'<path d="M17.3 42.3L21.6 33.1M42.7 42.3L38.4 33.1" stroke="{stripe}" stroke-width="2"/>'
        f'<path d="M24.6 30.2L30 38.6L35.4 30.2L33.4 28.6L30 31.2L26.6 28.6Z" fill="{_GOLD}"'
        f' stroke="{_GOLD_LINE}" stroke-width=".5" stroke-linejoin="round"/>'
        f'<path d="M30 38.6V42.3" stroke="{_GOLD}" stroke-width="1.6"/>'
    )


# What lies behind the face, and what on it.
_JACK = (
    '<path d="M23 28.8C21.8 23 22.6 17.2 30 16.6C37.4 17.2 38.2 23 37 28.8Q34.6 30.4 33.4 28.8'
    'H26.6Q25.4 30.4 23 28.8Z" fill="{hair}"/>',
    '<path d="M37.4 15.2C40.8 11.9 43.6 12.6 44.6 12.2C44.4 16.2 41 18.4 36.4 18Z"'
    f' fill="{_GOLD}" stroke="{_GOLD_LINE}" stroke-width=".4"/>'
    '<path d="M22.2 19.6C22 14.4 26 12.4 30.4 12.6C35.2 12.8 38.2 15.4 37.8 19.6'
    'Q30 16.8 22.2 19.6Z" fill="{robe}"/>'
    f'<path d="M22.2 19.6Q30 16.6 37.8 19.6" fill="none" stroke="{_GOLD}" stroke-width="1.5"'
    ' stroke-linecap="round"/>',
)
_QUEEN = (
    '<path d="M21.4 33.6C20 24 21 16.4 30 16C39 16.4 40 24 38.6 33.6Q35.6 35 33.6 31H26.4'
    'Q24.4 35 21.4 33.6Z" fill="{hair}"/>',
    '<path d="M24.3 22.6C24.4 19.4 27.4 18.6 30 17.6C32.6 18.6 35.6 19.4 35.7 22.6'
    'C36.8 17.2 33.6 15.4 30 15.4S23.2 17.2 24.3 22.6Z" fill="{hair}"/>'
    '<path d="M23.6 17.6L23 13.4L26.4 15.2L30 11.9L33.6 15.2L37 13.4L36.4 17.6Q30 14.9 23.6 17.6Z"'
    f' fill="{_GOLD}" stroke="{_GOLD_LINE}" stroke-width=".5" stroke-linejoin="round"/>'
    '<circle cx="30" cy="14.6" r=".9" fill="{stripe}"/>',
)
_KING = (
    '<path d="M23.2 27C22.2 21 23 16.8 30 16.4C37 16.8 37.8 21 36.8 27Z" fill="{hair}"/>',
    '<path d="M24.2 23.4C24.2 30.6 26.4 34.4 30 34.6C33.6 34.4 35.8 30.6 35.8 23.4'
    'C35 26 33.4 26.4 30 26C26.6 26.4 25 26 24.2 23.4Z" fill="{hair}"/>'
    '<path d="M28.4 28Q30 29 31.6 28" fill="none" stroke="#f4d4b4" stroke-width=".9"'
    ' stroke-linecap="round"/>'
    '<path d="M22.6 18.8L21.6 12.2L25.8 14.8L27.4 12.2L30 14.6L32.6 12.2L34.2 14.8L38.4 12.2'
    'L37.4 18.8Q30 16.4 22.6 18.8Z"'
    f' fill="{_GOLD}" stroke="{_GOLD_LINE}" stroke-width=".5" stroke-linejoin="round"/>'
    '<circle cx="30" cy="16.2" r=".9" fill="{robe}"/><circle cx="25.6" cy="16.7" r=".7"'
    ' fill="{robe}"/><circle cx="34.4" cy="16.7" r=".7" fill="{robe}"/>',
)
