"""What a position of three peaks is worth to a player, in plain Python: the twin of the network.

The signs and where their rows begin are those of _fast/peaks_value.h, where their meanings stand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from solitaire_core import _fast
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.games.tripeaks import THREE_PEAKS

__all__ = ["Sight", "has_network", "signs_of_card", "signs_of_position", "value"]

_WON = 2**31 - 1

# Where the rows of each sign begin: of a card ...
_SIDE, _SAME, _UNDER, _FROM_TOP, _CARD_STOCK, _CARD_HIDDEN = 0, 225, 245, 281, 309, 333
_PLACE, _RANK, _NEW, _RUN, _PARTNER = 352, 380, 393, 394, 400
# ... and of a position.
_STOCK, _LEFT, _HIDDEN, _TOP_SIDE, _TURNS_UP = 0, 24, 53, 72, 298
_RANKS_FIT, _UNSEEN_FIT, _IN_SIGHT = 303, 317, 359


@cache
def _weights() -> dict[str, list[list[int]]]:
    return _fast.peaks_value_weights()


def has_network(rules: PeaksRules) -> bool:
    """Whether there is a network for some rules: three peaks, the upper cards face down, wrap."""
    layout = rules.layout
    is_known = layout.covered_by == THREE_PEAKS.covered_by
    is_down = layout.face_down == THREE_PEAKS.face_down and not rules.open
    return is_known and is_down and rules.wrap


class Sight:
    """What a player has before the eyes after a move.

    Parameters
    ----------
    there : collection of int
        The places of the tableau cards that are left.
    known : mapping of int to int
        By place the rank of each card that is in sight; cards that lie free and are not among
        them turn up with the move.
    top : int or None
        The rank on top of the waste; None where a turn of the stock is to come.
    stock : int
        Stock cards left, without one that is to be turned.
    unseen : sequence of int
        The ranks of the cards that have not been seen.
    wrap : bool
        Whether ace and king are neighbours.
    """

    def __init__(
        self,
        there: Collection[int],
        known: Mapping[int, int],
        top: int | None,
        stock: int,
        unseen: Sequence[int],
        wrap: bool,
    ) -> None:
        self.there, self.top, self.stock, self.wrap = there, top, stock, wrap
        self.free = [p for p in sorted(there) if not self.on(p)]
        self.known = {p: known[p] for p in self.free if p in known}
        self.hidden = sum(p in THREE_PEAKS.face_down and p not in self.free for p in there)
        self.unseen = [list(unseen).count(rank) for rank in range(13)]
        self.sight = [list(self.known.values()).count(rank) for rank in range(13)]

    def on(self, place: int) -> list[int]:
        """The cards that lie on one."""
        return [p for p in THREE_PEAKS.covered_by[place] if p in self.there]

    def ranks_from(self, rank: int, step: int) -> list[int]:
        """The ranks on one side of a rank, the next one first."""
        ranks = [rank + step * far for far in range(1, 13)]
        return [r % 13 for r in ranks if self.wrap or 0 <= r < 13]

    def side(self, rank: int, step: int) -> int:
        """What is left of the next two ranks on a side."""
        left = [(self.unseen[r], min(self.sight[r], 2)) for r in self.ranks_from(rank, step)[:2]]
        (near, seen), (next_one, next_seen) = (*left, (0, 0), (0, 0))[:2]
        return ((near * 3 + seen) * 5 + next_one) * 3 + next_seen

    def far(self, a: int, b: int) -> int:
        """How many steps lead from a rank to another."""
        return min(abs(a - b), 13 - abs(a - b)) if self.wrap else abs(a - b)

    def is_led_to(self, rank: int, top: int) -> bool:
        """Whether each rank between two is in sight."""
        far = self.far(rank, top)
        return far < 2 or any(
            all(self.sight[r] for r in ranks[: far - 1])
            for ranks in (self.ranks_from(rank, 1), self.ranks_from(rank, -1))
            if ranks[far - 1 : far] == [top]
        )

    def run(self, rank: int) -> int:
        """How many ranks in a row are in sight, this one among them; 6 at the most."""
        run = 1
        for step in (-1, 1):
            for r in self.ranks_from(rank, step):
                if not self.sight[r]:
                    break
                run += 1
        return min(run, 6)


def signs_of_card(s: Sight, place: int) -> list[int]:
    """The rows that describe a card that lies free."""
    row = sum(place >= begin for begin in (3, 9, 18))
    under = [p for p in s.there if place in THREE_PEAKS.covered_by[p]]
    others = [[q for q in s.on(p) if q != place] for p in under]
    frees = others.count([])
    rows = [
        _UNDER + row * 9 + frees * 3 + len(under) - frees,
        _CARD_STOCK + s.stock,
        _CARD_HIDDEN + s.hidden,
        _PLACE + place,
    ]
    if place not in s.known:
        return [*rows, _NEW]
    rank = s.known[place]
    for other in others:
        if other:
            in_sight = other[0] in s.known
            rows.append(_PARTNER + (min(s.far(s.known[other[0]], rank), 7) if in_sight else 8))
    rows += [_SIDE + s.side(rank, step) for step in (1, -1)]
    rows.append(_SAME + s.unseen[rank] * 4 + s.sight[rank] - 1)
    rows.append(_RUN + s.run(rank) - 1)
    if s.top is None:
        rows.append(_FROM_TOP + 13)
    else:
        rows.append(_FROM_TOP + s.far(rank, s.top) + 14 * s.is_led_to(rank, s.top))
    return rows if s.wrap else [*rows, _RANK + rank]


def signs_of_position(s: Sight) -> list[int]:
    """The rows that describe a position, but for its cards one by one."""
    fit = [r for r in range(13) if any(s.far(r, rank) == 1 for rank in s.known.values())]
    rows = [_IN_SIGHT + place for place in s.free]
    rows += [
        _STOCK + s.stock,
        _LEFT + len(s.there),
        _HIDDEN + s.hidden,
        _RANKS_FIT + len(fit),
        _UNSEEN_FIT + sum(s.unseen[r] for r in fit),
    ]
    if s.top is None:
        return [*rows, _TOP_SIDE + 225, _TURNS_UP + 4]
    turned_up = len(s.free) - len(s.known)
    return [*rows, *(_TOP_SIDE + s.side(s.top, step) for step in (1, -1)), _TURNS_UP + turned_up]


def value(s: Sight) -> int:
    """What the position is worth, at the ends of the scale where the outcome is certain."""
    if not s.there:
        return _WON
    stuck = not any(s.top is not None and s.far(rank, s.top) == 1 for rank in s.known.values())
    if s.top is not None and stuck and s.stock == 0 and len(s.known) == len(s.free):
        return -_WON
    net = _weights()
    pool = [0] * 16
    for place in s.free:
        rows = [net["card"][row] for row in signs_of_card(s, place)]
        for j, column in enumerate(zip(*rows, strict=True)):
            pool[j] += min(max(sum(column), 0), 32 * 256 - 1) >> 2
    rows = [net["bias"][0], *(net["position"][row] for row in signs_of_position(s))]
    units = [64 * sum(column) for column in zip(*rows, strict=True)]
    for j, weights in enumerate(net["mix"]):
        units[j] += sum(total * weight for total, weight in zip(pool, weights, strict=True))
    above = [min(max(unit, 0) >> 8, 2**15 - 1) for unit in units]
    return sum(unit * weight for unit, weight in zip(above, net["out"][0], strict=True))
