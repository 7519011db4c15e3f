"""Our own JSON for a position of the Klondike family.

An object with exactly these fields::

    {
      "format": "klondike1",
      "game": "klondike",
      "rules": {"draw": 3, "passes": 0},
      "piles": [["7D"], ["TH", "9D"], ["2H", "5C", "5D"], ...],
      "face_down": [0, 1, 2, ...],
      "foundations": {"C": [0], "D": [0], "H": [2], "S": [1]},
      "waste": ["7C", "TS"],
      "stock": ["KD", "5H", "KH", ...],
      "pass": 1
    }

- `format`: the form and its version.
- `game` and `rules`: the game's name, and the options that its `options()` gives. `worrying_back`
  and `turn_first` are as usual where they are not named, other options as in the game.
- `piles`: the piles left to right, each from its bottom to its top. `face_down`: how many cards at
  the bottom of each lie face down.
- `foundations`: for each suit how high its foundations are built, one number (0 to 13) for each
  deck; written the highest first, read in any order.
- `waste`: from the bottom to the top. `stock`: the card that comes next first.
- `pass`: which pass through the stock this is, from 1.

Cards are text as `Card` reads it, written `TH`; `??` is an unknown one. Numbers are numbers.
"""

from __future__ import annotations

from typing import Any

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.interchange.boards import (
    MOST_PASSES,
    SUITS,
    accepted,
    counts_of,
    expressible,
    family_rules,
    heights_of,
    with_option,
)
from solitaire_core.interchange.json_values import Value, read_json
from solitaire_core.interchange.klondike_code import VERSION
from solitaire_core.klondike_board import Board

__all__ = ["from_json", "to_json"]

_FIELDS = (
    "format", "game", "rules", "piles", "face_down", "foundations", "waste", "stock", "pass",
)  # fmt: skip
_A_CARD = "a card (such as TH)"


def to_json(board: Board, rules: KlondikeRules) -> dict[str, Any]:
    """A position as JSON values.

    Parameters
    ----------
    board : Board
        The position; it may have faults, as long as the form can say them.
    rules : KlondikeRules
        Its rules.

    Raises
    ------
    ValueError
        If the form cannot say the position: no piles, foundations with gaps or more of them than
        there are, more or fewer face-down cards than a pile has.

    Examples
    --------
    >>> from solitaire_core import deck
    >>> from solitaire_core.games.klondike import KLONDIKE
    >>> to_json(Board.dealt(KLONDIKE, deck(0)), KLONDIKE)["piles"][:2]
    [['QD'], ['JS', '8S']]
    """
    expressible(board, rules, unknown=True)
    return {
        "format": VERSION,
        "game": rules.name,
        "rules": rules.options(),
        "piles": [list(map(str, pile)) for pile in board.piles],
        "face_down": list(board.face_down),
        "foundations": dict(zip(SUITS, heights_of(board.foundations, rules.decks), strict=True)),
        "waste": list(map(str, board.waste)),
        "stock": list(map(str, board.stock)),
        "pass": board.passes,
    }


def from_json(
    record: str | dict[str, Any], rules: KlondikeRules | None = None, *, strict: bool = True
) -> tuple[KlondikeRules, Board]:
    """Read what `to_json` wrote, as JSON text or as the object that it holds.

    Parameters
    ----------
    record : str or dict
        The text, or the object.
    rules : KlondikeRules, optional
        The rules, for a game that does not come with the package; their name must be that of
        the record. The options are taken from the record.
    strict : bool
        Whether a position with faults is refused.

    Returns
    -------
    tuple of KlondikeRules and Board

    Raises
    ------
    ValueError
        If the record is not of the form; the error names the field, for text line and column
        too, and what was expected. If the position has faults and `strict` is on; it names them
        all.
    """
    value = read_json(record) if isinstance(record, str) else Value(record)
    fields = value.fields(_FIELDS)
    if fields["format"].raw != VERSION:
        raise fields["format"].misread(repr(VERSION))
    name = fields["game"].string("the name of a game")
    try:
        found = family_rules(name, rules)
    except ValueError as error:
        raise fields["game"].misread(str(error)) from None
    for option, chosen in fields["rules"].entries().items():
        if type(chosen.raw) is not bool:
            chosen.whole(0, MOST_PASSES)
        try:
            found = with_option(found, option, chosen.raw)
        except ValueError as error:
            raise chosen.misread(f"an option of the game ({error})") from None
    piles = tuple(_cards(pile) for pile in fields["piles"].items())
    downs = fields["face_down"].items()
    if len(downs) != len(piles):
        raise fields["face_down"].misread(f"{len(piles)} numbers, one a pile", str(len(downs)))
    if not piles:
        raise fields["piles"].misread("piles", "none")
    board = Board(
        piles,
        tuple(down.whole(0, len(pile)) for down, pile in zip(downs, piles, strict=True)),
        counts_of(_heights(fields["foundations"], found.decks)),
        _cards(fields["waste"]),
        _cards(fields["stock"]),
        fields["pass"].whole(1, MOST_PASSES),
    )
    return found, accepted(board, found, strict)


def _cards(value: Value) -> tuple[Card, ...]:
    cards = []
    for item in value.items():
        word = item.string(_A_CARD)
        try:
            cards.append(Card(word))
        except ValueError:
            raise item.misread(_A_CARD) from None
    return tuple(cards)


def _heights(value: Value, decks: int) -> list[list[int]]:
    found = []
    suits = value.fields(SUITS)
    for suit in (suits[letter] for letter in SUITS):
        heights = [height.whole(0, 13) for height in suit.items()]
        if len(heights) != decks:
            raise suit.misread(f"the heights of {decks} foundations", str(len(heights)))
        found.append(heights)
    return found
