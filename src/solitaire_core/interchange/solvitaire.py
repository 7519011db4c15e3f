"""Solvitaire's JSON: a position as the solver Solvitaire reads it.

An object::

    {
      "tableau piles": [["7D"], ["10h", "9D"], ["2h", "5c", "5D"], ...],
      "foundations": ["AS", "AH", "2H"],
      "stock": ["QC", "3D", ..., "KD"],
      "waste": ["7C", "10S"]
    }

Facts of that program, read in its sources (versions up to 0.10) and seen in its output:

- All lists run from the bottom of a pile to its top. The LAST card of the stock is dealt next, the
  last card of the waste is its top. (In a `Board` the stock begins with the card that is next.)
- A card is its rank and its suit. Ranks: `A`, `2` to `10`, `J`, `Q`, `K`; `1`, `11`, `12`, `13` are
  read too, and small letters. There the ten is never `T`; we read it all the same.
- In the tableau a SMALL letter for the suit means that the card lies face down (`10h`), whatever
  the rank's letter is. Games that are dealt face up ignore this, and so do all other piles.
- `foundations` is one list of cards; each is put on a foundation of its suit. Early versions had a
  list of lists, which we read as well. Left out, as the other lists but the tableau may be, it is
  empty.
- Fields of other games (`cells`, `reserve`, `hole`, `sequences`, `accordion`) have no place here.

Solvitaire plays one or two decks, and puts all cards of a suit on one foundation, so it does not
read positions of two decks with cards on more of them. The form can say them, and positions of
three decks too, and we write them.

The form does not say which pass through the stock this is: the reader gives the first. The writer
refuses a later pass in a game whose passes are counted, and leaves it out where they are not.
The rules are not in it either.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.interchange.boards import accepted, expressible, heights_of
from solitaire_core.interchange.json_values import Value, read_json
from solitaire_core.klondike_board import Board

__all__ = ["read_solvitaire", "write_solvitaire"]

_CARD = re.compile("(10|1[123]?|[2-9AJQKTajqkt])([CDHScdhs])")
_OTHER_RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_A_CARD = "a card (such as 10H; 10h where it lies face down)"


def read_solvitaire(text: str, rules: KlondikeRules, *, strict: bool = True) -> Board:
    """Read a position from Solvitaire's JSON.

    Parameters
    ----------
    text : str
        The JSON text.
    rules : KlondikeRules
        The game that it is a position of.
    strict : bool
        Whether a position with faults is refused.

    Returns
    -------
    Board

    Raises
    ------
    ValueError
        If the text is not of the form; it names line and column and what was expected. If the
        position has faults and `strict` is on; it names them all.

    Examples
    --------
    >>> from solitaire_core.games.klondike import KLONDIKE
    >>> text = '{"tableau piles": [["10h", "9D"]], "stock": ["AC", "2C"]}'
    >>> board = read_solvitaire(text, KLONDIKE, strict=False)
    >>> board.piles, board.face_down, board.stock
    (((Card('TH'), Card('9D')),), (1,), (Card('2C'), Card('AC')))
    """
    fields = read_json(text).fields(("tableau piles",), ("foundations", "stock", "waste"))
    piles, downs = [], []
    for pile in fields["tableau piles"].items():
        cards, down = _pile(pile, hidden=rules.face_up != "all")
        piles.append(cards)
        downs.append(down)
    if not piles:
        raise fields["tableau piles"].misread("piles", "none")
    counts = [0] * 52
    for item in fields["foundations"].items() if "foundations" in fields else ():
        for one in item.items() if isinstance(item.raw, list) else (item,):
            counts[_card(one)[0].code] += 1
    stock, waste = (
        [_card(item)[0] for item in fields[name].items()] if name in fields else []
        for name in ("stock", "waste")
    )
    board = Board(tuple(piles), tuple(downs), tuple(counts), tuple(waste), tuple(reversed(stock)))
    return accepted(board, rules, strict)


def write_solvitaire(board: Board, rules: KlondikeRules) -> str:
    """Write a position as Solvitaire's JSON.

    Parameters
    ----------
    board : Board
        The position; it may have faults, as long as the form can say them.
    rules : KlondikeRules
        Its rules.

    Returns
    -------
    str
        JSON text of several lines.

    Raises
    ------
    ValueError
        If the form cannot say the position: a later pass where passes are counted, face-down
        cards in a game that is dealt face up, an unknown card, foundations with gaps or more of
        them than there are.
    """
    expressible(board, rules)
    if rules.passes and board.passes != 1:
        raise ValueError(f"pass {board.passes} of {rules.passes} cannot be written in this format")
    if rules.face_up == "all" and any(board.face_down):
        raise ValueError(f"face-down cards cannot be written in this format for {rules.name}")
    piles = [
        [_word(card, hidden=place < down) for place, card in enumerate(pile)]
        for pile, down in zip(board.piles, board.face_down, strict=True)
    ]
    foundations = [
        _word(Card(suit * 13 + rank))
        for suit, heights in enumerate(heights_of(board.foundations, rules.decks))
        for height in heights
        for rank in range(height)
    ]
    rows = ",\n".join(f"    {json.dumps(pile)}" for pile in piles)
    parts = [f'  "tableau piles": [\n{rows}\n  ]']
    # Lists that are empty are left out: versions differ in what an empty one looks like.
    for name, words in (
        ("foundations", foundations),
        ("stock", _words(reversed(board.stock))),
        ("waste", _words(board.waste)),
    ):
        if words:
            parts.append(f'  "{name}": {json.dumps(words)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _card(value: Value) -> tuple[Card, bool]:
    """A card, and whether its suit is a small letter."""
    match = _CARD.fullmatch(value.string(_A_CARD))
    if match is None:
        raise value.misread(_A_CARD)
    rank, suit = match[1], match[2]
    return Card(f"{_OTHER_RANKS.get(rank, rank)}{suit}"), suit.islower()


def _pile(value: Value, *, hidden: bool) -> tuple[tuple[Card, ...], int]:
    """A pile, and how many of its cards lie face down."""
    cards: list[Card] = []
    down = 0
    for item in value.items():
        card, small = _card(item)
        if small and hidden:
            # A `Board` counts the face-down cards from the bottom, so these cannot be told.
            if down < len(cards):
                raise item.misread("a face-up card, as below it")
            down += 1
        cards.append(card)
    return tuple(cards), down


def _word(card: Card, *, hidden: bool = False) -> str:
    text = str(card)
    suit = text[1].lower() if hidden else text[1]
    return f"{'10' if text[0] == 'T' else text[0]}{suit}"


def _words(cards: Iterable[Card]) -> list[str]:
    return [_word(card) for card in cards]
