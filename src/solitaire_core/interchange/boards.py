"""What the formats share: places in texts, heights of foundations, checks of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.json_fields import shown
from solitaire_core.klondike_board import Board

__all__ = [
    "HEIGHTS",
    "MOST_CHARACTERS",
    "MOST_PASSES",
    "SUITS",
    "accepted",
    "checked_text",
    "counts_of",
    "decoded",
    "expressible",
    "family_rules",
    "heights_of",
    "misread",
    "place_of",
    "with_option",
]

MOST_CHARACTERS = 1_000_000
# A pass of more digits than nine was never reached by play: such a number is a mistake.
MOST_PASSES = 999_999_999

SUITS = "CDHS"
"""The suits in the order of the card codes."""

HEIGHTS = "0A23456789TJQK"
"""How high a foundation is built, as one letter: `0` where it is vacant."""


def checked_text(text: object) -> str:
    """The text, if it is one and not too long.

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it has more than a million characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is read from text, not from {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"line 1, column 1: expected a text of at most {MOST_CHARACTERS} characters,"
            f" found {len(text)}"
        )
    return text


def decoded(data: str | bytes) -> str:
    """The text, of which bytes are the UTF-8; a byte order mark before it is passed over.

    Raises
    ------
    ValueError
        If the bytes are not UTF-8; the text names the first that is not.
    """
    if not isinstance(data, bytes):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text (byte {error.start + 1})") from None


def place_of(text: str, at: int, first_line: int = 1) -> str:
    """Where in a text a character stands, in words: `line 2, column 7`."""
    line = text.count("\n", 0, at) + first_line
    column = at - text.rfind("\n", 0, at)
    return f"line {line}, column {column}"


def misread(
    text: str, at: int, expected: str, found: str | None = None, first_line: int = 1
) -> ValueError:
    """The error that says where a text is not of the form, and what was expected there.

    Parameters
    ----------
    text : str
        The text.
    at : int
        Where in it, from 0.
    expected : str
        What should stand there.
    found : str, optional
        What stands there; by default the next character, or that the line or the text ends.
    first_line : int
        The number of the text's first line.
    """
    if found:
        what = shown(found)
    elif at >= len(text):
        what = "the end of the text"
    else:
        what = "the end of the line" if text[at] in "\r\n" else shown(text[at])
    return ValueError(f"{place_of(text, at, first_line)}: expected {expected}, found {what}")


def heights_of(counts: Sequence[int], decks: int) -> list[list[int]]:
    """How high each foundation of each suit is built, the highest of a suit first."""
    return [
        [sum(count > copy for count in counts[suit * 13 : suit * 13 + 13]) for copy in range(decks)]
        for suit in range(4)
    ]


def counts_of(heights: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """The counts of a `Board` for foundations built so high, suit by suit."""
    counts = [0] * 52
    for suit, of_suit in enumerate(heights):
        for height in of_suit:
            for rank in range(height):
                counts[suit * 13 + rank] += 1
    return tuple(counts)


def accepted(board: Board, rules: KlondikeRules, strict: bool) -> Board:
    """The board, if it has no faults or faults do not matter.

    Raises
    ------
    ValueError
        If it has, and they do; the text names them all.
    """
    faults = board.faults(rules) if strict else ()
    if faults:
        raise ValueError(f"no position of {rules.name}: {'; '.join(faults)}")
    return board


def expressible(board: Board, rules: KlondikeRules, *, unknown: bool = False) -> None:
    """Refuse what no format can say.

    Every format gives, for each pile, its cards and which of them are face down, and how high
    the foundations are built. A board made by hand may be none of this.

    Parameters
    ----------
    board : Board
        The board.
    rules : KlondikeRules
        Its rules.
    unknown : bool
        Whether the format has a word for unknown cards.

    Raises
    ------
    ValueError
        If the board cannot be written; the text says why.
    """
    if not board.piles:
        raise ValueError("a board without piles cannot be written")
    if len(board.face_down) != len(board.piles):
        raise ValueError(
            f"face_down has {len(board.face_down)} numbers for {len(board.piles)} piles"
        )
    for index, (pile, down) in enumerate(zip(board.piles, board.face_down, strict=True)):
        if not 0 <= down <= len(pile):
            raise ValueError(f"t{index}: {down} of {len(pile)} cards lie face down")
    if len(board.foundations) != 52:
        raise ValueError(f"foundations are 52 numbers, not {len(board.foundations)}")
    if counts_of(heights_of(board.foundations, rules.decks)) != tuple(board.foundations):
        raise ValueError(
            f"the foundations are not {rules.decks} of each suit, built up without gaps"
        )
    if not 1 <= board.passes <= MOST_PASSES:
        raise ValueError(f"passes is 1 to {MOST_PASSES}, not {board.passes}")
    if not unknown:
        for cards in (*board.piles, board.waste, board.stock):
            if not all(card.is_known for card in cards):
                raise ValueError("an unknown card (??) cannot be written in this format")


def family_rules(name: str, rules: KlondikeRules | None) -> KlondikeRules:
    """The rules of a game as a text without options means them.

    Parameters
    ----------
    name : str
        The game's name.
    rules : KlondikeRules, optional
        The rules of a game that does not come with the package.

    Raises
    ------
    ValueError
        If there is no such game, or the rules are of another; the text says what was expected.
    """
    if rules is None:
        found = KLONDIKE_FAMILY.get(name)
        if found is None:
            raise ValueError(f"a game ({', '.join(KLONDIKE_FAMILY)})")
        return found
    if name != rules.name:
        raise ValueError(f"the game {rules.name}")
    # A text names these two only where they are not as usual.
    return rules.with_options({"worrying_back": True, "turn_first": False})


def with_option(rules: KlondikeRules, option: str, value: Any) -> KlondikeRules:
    """The rules with one more option.

    Raises
    ------
    ValueError
        If there is no such option or it has no such value.
    """
    try:
        return rules.with_options({option: value})
    except TypeError as error:
        raise ValueError(str(error)) from None
