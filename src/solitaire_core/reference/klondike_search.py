"""Small games of the Klondike family, searched through by their rules alone.

A small game has fewer ranks, suits and cards than a real one; the highest rank in play is the
king, the lowest one acts as the ace. A position is a tuple of bytes and every legal move makes
another one. Nothing is pruned and nothing is thought out: the order of the piles, the size of
the waste and the pass belong to the position, cards come back from the foundations where the
rules allow it, runs move in part and to and fro, and the stock is turned or dealt at any time.
What says whether a position can be won is that all positions that follow from it have been
looked at. Nothing is shared with the compiled core.

Moves are text, as in the module `klondike` beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Answer", "SmallKlondike", "after", "moves", "replay", "search", "winnable_positions"]

# The piles from their bottoms to their tops, the waste from its bottom to its top, the stock
# (next card first), for each card code the copies on the foundations, and the passes that are
# over. Cards are codes suit * 13 + rank, FACE_DOWN more where they lie face down.
Position = tuple[tuple[bytes, ...], bytes, bytes, bytes, int]

# The card that lands, where it comes from and goes to, and how many move.
Move = tuple[int, int, int, int]

KING = 12
FACE_DOWN = 64
SUITS = "CDHS"
RANKS = "A23456789TJQK"

WASTE = 90
FOUNDATION = 91
TURN = (-1, 0, 0, 0)
REDEAL = (-2, 0, 0, 0)
DEAL = (-3, 0, 0, 0)
STOCK_MOVES = {TURN: "turn", REDEAL: "redeal", DEAL: "deal"}


def _is_red(code: int) -> bool:
    return SUITS[code // 13] in "DH"


def _goes_on(code: int, lower: int) -> bool:
    """Whether the tableau builds from a card down to another one."""
    return lower % 13 == code % 13 - 1 and _is_red(lower) != _is_red(code)


# For each card those that may be laid on it, for an empty pile those that may fill it.
_TAKES = [bytes(lower for lower in range(52) if _goes_on(code, lower)) for code in range(52)]
_FILLS = {"king": bytes(code for code in range(52) if code % 13 == KING), "any": bytes(range(52))}


@dataclass(frozen=True)
class SmallKlondike:
    """The rules of a small game.

    Attributes
    ----------
    ranks : int
        How many ranks are in play, the highest one being the king.
    suits : str
        The suits in play, some of the letters CDHS.
    decks : int
        How many copies of each card there are.
    piles : tuple of int
        The cards of each pile at the start.
    face_up, runs, empty, worrying_back, stock, draw, passes
        As in `KlondikeRules`.
    """

    ranks: int
    suits: str
    decks: int
    piles: tuple[int, ...]
    face_up: str = "top"
    runs: str = "packed"
    empty: str = "king"
    worrying_back: bool = True
    stock: str = "waste"
    draw: int = 1
    passes: int = 0

    @cached_property
    def codes(self) -> bytes:
        """The codes of the cards in play, each one once."""
        return bytes(
            suit * 13 + rank
            for suit in range(4)
            if SUITS[suit] in self.suits
            for rank in range(13 - self.ranks, 13)
        )

    @cached_property
    def floors(self) -> tuple[int, ...]:
        """For each suit the lowest rank in play, 13 where none is."""
        return tuple(13 - self.ranks if suit in self.suits else 13 for suit in SUITS)

    @cached_property
    def bare(self) -> bytes:
        """Foundations on which no card in play lies: all others are there for good."""
        return bytes(0 if code in self.codes else self.decks for code in range(52))

    @cached_property
    def full(self) -> bytes:
        """Foundations of a game that is won."""
        return bytes([self.decks] * 52)

    def dealt(self, cards: Sequence[int]) -> Position:
        """The position in which cards are dealt out, pile by pile; the rest is the stock."""
        piles, done = [], 0
        for size in self.piles:
            pile = bytearray(cards[done : done + size])
            done += size
            if self.face_up == "top":
                for place in range(size - 1):
                    pile[place] += FACE_DOWN
            piles.append(bytes(pile))
        return tuple(piles), b"", bytes(cards[done:]), self.bare, 0


def _move_text(move: Move) -> str:
    if move in STOCK_MOVES:
        return STOCK_MOVES[move]
    card, source, target, count = move
    places = {WASTE: "w", FOUNDATION: "f"}
    several = f"*{count}" if count > 1 else ""
    source_text, target_text = (places.get(one, f"t{one}") for one in (source, target))
    return f"{RANKS[card % 13]}{SUITS[card // 13]} {source_text}>{target_text}{several}"


def _foundation_takes(rules: SmallKlondike, home: bytes, card: int) -> bool:
    """Whether a foundation of the card's suit has come to the rank below it."""
    lowest = card % 13 == 13 - rules.ranks
    return home[card] < (rules.decks if lowest else home[card - 1])


def _comes_back(home: bytes, card: int) -> bool:
    """Whether a copy of the card is the top of a foundation."""
    return home[card] > (0 if card % 13 == KING else home[card + 1])


def _counted(home: bytes, card: int, change: int) -> bytes:
    counts = bytearray(home)
    counts[card] += change
    return bytes(counts)


def _without(pile: bytes, count: int) -> bytes:
    """A pile that lost its last cards: one that lies face down is turned up at once."""
    left = pile[:-count]
    if left and left[-1] >= FACE_DOWN:
        left = left[:-1] + bytes([left[-1] - FACE_DOWN])
    return left


def _moved(position: Position, move: Move) -> Position:
    """The position after a legal move of cards."""
    old, waste, stock, home, passed = position
    card, source, target, count = move
    piles = list(old)
    if source == WASTE:
        run, waste = waste[-1:], waste[:-1]
    elif source == FOUNDATION:
        run, home = bytes([card]), _counted(home, card, -1)
    else:
        run = piles[source][-count:]
        piles[source] = _without(piles[source], count)
    if target == FOUNDATION:
        home = _counted(home, card, 1)
    else:
        piles[target] += run
    return tuple(piles), waste, stock, home, passed


def _after_stock_move(rules: SmallKlondike, position: Position, move: Move) -> Position:
    """The position after a legal move of the stock."""
    piles, waste, stock, home, passed = position
    if move == TURN:
        return piles, waste + stock[: rules.draw], stock[rules.draw :], home, passed
    if move == REDEAL:
        # As many passes as wanted need no counting.
        return piles, b"", waste, home, passed + 1 if rules.passes else 0
    dealt = [pile + stock[index : index + 1] for index, pile in enumerate(piles)]
    return tuple(dealt), waste, stock[len(piles) :], home, passed


def _stock_moves(rules: SmallKlondike, position: Position) -> list[Move]:
    _, waste, stock, _, passed = position
    if stock:
        return [DEAL if rules.stock == "deal" else TURN]
    if waste and (rules.passes == 0 or passed + 1 < rules.passes):
        return [REDEAL]
    return []


def _legal(rules: SmallKlondike, position: Position) -> list[Move]:
    """Every legal move, those to the foundations last."""
    piles, waste, _, home, _ = position
    found, to_foundations = _stock_moves(rules, position), []
    takes = [_TAKES[pile[-1]] if pile else _FILLS[rules.empty] for pile in piles]
    if rules.worrying_back:
        for card in rules.codes:
            if home[card] and _comes_back(home, card):
                for target, taken in enumerate(takes):
                    if card in taken:
                        found.append((card, FOUNDATION, target, 1))
    for source, pile in enumerate(piles):
        if pile and _foundation_takes(rules, home, pile[-1]):
            to_foundations.append((pile[-1], source, FOUNDATION, 1))
        for count in range(1, len(pile) + 1):
            card = pile[-count]
            if card >= FACE_DOWN or (count > 1 and pile[1 - count] not in _TAKES[card]):
                break
            if count == 1 or rules.runs == "packed":
                for target, taken in enumerate(takes):
                    if card in taken and target != source:
                        found.append((card, source, target, count))
            elif card % 13 == KING:
                for target, taken in enumerate(takes):
                    if card in taken and target != source and not piles[target]:
                        found.append((card, source, target, count))
    if waste:
        card = waste[-1]
        if _foundation_takes(rules, home, card):
            to_foundations.append((card, WASTE, FOUNDATION, 1))
        for target, taken in enumerate(takes):
            if card in taken:
                found.append((card, WASTE, target, 1))
    return found + to_foundations


def _next(rules: SmallKlondike, position: Position, move: Move) -> Position:
    if move in STOCK_MOVES:
        return _after_stock_move(rules, position, move)
    return _moved(position, move)


def moves(rules: SmallKlondike, position: Position) -> dict[str, Position]:
    """Every legal move and the position to which it leads."""
    return {_move_text(move): _next(rules, position, move) for move in _legal(rules, position)}


def after(rules: SmallKlondike, position: Position, text: str) -> Position | None:
    """The position after a move, or None where the move is illegal.

    Looks at this one move and not at the others: the second reading of the rules.
    """
    piles, waste, _, home, _ = position
    for move in _stock_moves(rules, position):
        if STOCK_MOVES[move] == text:
            return _after_stock_move(rules, position, move)
    name, _, places = text.partition(" ")
    source, _, rest = places.partition(">")
    target, _, number = rest.partition("*")
    if not target:
        return None
    card, count = SUITS.index(name[1]) * 13 + RANKS.index(name[0]), int(number or 1)
    if source == "w":
        start, run = WASTE, waste[-1:]
    elif source == "f":
        if card not in rules.codes or not rules.worrying_back or not _comes_back(home, card):
            return None
        start, run = FOUNDATION, bytes([card])
    else:
        start = int(source[1:])
        run = piles[start][-count:]
        if len(piles[start]) < count:
            return None
    if len(run) != count or run[0] != card:
        return None
    if any(not _goes_on(one, other) for one, other in pairwise(run)):
        return None
    if target == "f":
        if count > 1 or start == FOUNDATION or not _foundation_takes(rules, home, card):
            return None
        return _moved(position, (card, start, FOUNDATION, 1))
    end = int(target[1:])
    pile = piles[end]
    if end == start or not (_goes_on(pile[-1], card) if pile else card in _FILLS[rules.empty]):
        return None
    if count > 1 and rules.runs == "king-sequences" and (pile or card % 13 != KING):
        return None
    return _moved(position, (card, start, end, count))


def replay(rules: SmallKlondike, start: Position, line: Sequence[str]) -> list[Position]:
    """The positions of a line of play, the first one too.

    Raises
    ------
    ValueError
        If a move is illegal.
    """
    found = [start]
    for number, text in enumerate(line):
        reached = after(rules, found[-1], text)
        if reached is None:
            raise ValueError(f"move {number}, {text}, is illegal")
        found.append(reached)
    return found


class Answer(NamedTuple):
    """What a search found.

    Attributes
    ----------
    winnable : bool or None
        None where the search was given up.
    line : tuple of str
        The moves of a win, if there is one; not the shortest.
    positions : int
        How many positions were reached.
    """

    winnable: bool | None
    line: tuple[str, ...]
    positions: int


def search(rules: SmallKlondike, start: Position, most: int | None = None) -> Answer:
    """Whether a position can be won: look at all that follow from it, up to the first win.

    Parameters
    ----------
    rules : SmallKlondike
        The game.
    start : tuple
        The position.
    most : int, optional
        Give up when so many positions have been reached.
    """
    before: dict[Position, tuple[Position, Move] | None] = {start: None}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here[3] == rules.full:
            line = []
            step = before[here]
            while step is not None:
                line.append(_move_text(step[1]))
                step = before[step[0]]
            return Answer(True, tuple(line[::-1]), len(before))
        if most is not None and len(before) >= most:
            return Answer(None, (), len(before))
        for move in _legal(rules, here):
            reached = _next(rules, here, move)
            if reached not in before:
                before[reached] = here, move
                waiting.append(reached)
    return Answer(False, (), len(before))


def winnable_positions(
    rules: SmallKlondike, start: Position, most: int | None = None
) -> dict[Position, bool] | None:
    """Every position that can be reached, and whether a win is still possible from it.

    Parameters
    ----------
    rules : SmallKlondike
        The game.
    start : tuple
        The position to begin with.
    most : int, optional
        Give up, and return None, when so many positions have been reached.
    """
    before: dict[Position, list[Position]] = {start: []}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if most is not None and len(before) >= most:
            return None
        for move in _legal(rules, here):
            reached = _next(rules, here, move)
            if reached in before:
                before[reached].append(here)
            else:
                before[reached] = [here]
                waiting.append(reached)
    winnable = dict.fromkeys(before, False)
    waiting = [position for position in before if position[3] == rules.full]
    for position in waiting:
        winnable[position] = True
    while waiting:
        for earlier in before[waiting.pop()]:
            if not winnable[earlier]:
                winnable[earlier] = True
                waiting.append(earlier)
    return winnable
