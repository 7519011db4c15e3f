"""The games that the page offers, and where their deals come from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import solitaire_core as sc

__all__ = ["CATALOGUE", "Offer", "facts", "pick", "todays"]

# What a search for a deal of the Klondike family may cost: about 40 ms each.
_NODES = 100_000
_MOST_CANDIDATES = 30


@dataclass(frozen=True)
class Offer:
    """A game under the name that it has in addresses, with its options."""

    slug: str
    title: str
    rules: sc.Rules
    levels: tuple[str, ...]
    aim: str
    has_daily: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_daily", isinstance(self.rules, sc.PeaksRules))

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.slug,
            "title": self.title,
            "levels": list(self.levels),
            "daily": self.has_daily,
            "aim": self.aim,
        }


_PEAKS = "Take cards one rank above or below the top of the waste until none is left."
_PILES = "Build down in alternating colours, and bring every suit home from ace to king."

CATALOGUE = {
    offer.slug: offer
    for offer in (
        Offer(
            "tripeaks",
            "TriPeaks",
            sc.find_rules("tripeaks"),
            ("easy", "medium", "winnable"),
            f"{_PEAKS} Ace and king are neighbours.",
        ),
        Offer(
            "tripeaks-no-wrap",
            "TriPeaks, no wrap",
            sc.find_rules("tripeaks", wrap=False),
            ("hard", "winnable"),
            f"{_PEAKS} Nothing joins ace and king.",
        ),
        Offer(
            "golf",
            "Golf",
            sc.find_rules("golf"),
            ("winnable",),
            f"{_PEAKS} Nothing goes on a king.",
        ),
        Offer(
            "eternal-triangle",
            "Eternal Triangle",
            sc.find_rules("eternal-triangle"),
            ("winnable",),
            f"{_PILES} The stock deals a card onto every pile.",
        ),
        Offer(
            "tripleharp", "Tripleharp", sc.find_rules("tripleharp"), ("winnable",),
            f"{_PILES} Cards move one at a time.",
        ),
        Offer(
            "klondike", "Klondike", sc.find_rules("klondike"), ("winnable",),
            f"{_PILES} The stock turns one card.",
        ),
        Offer(
            "klondike-draw-3", "Klondike, draw 3", sc.find_rules("klondike", draw=3),
            ("winnable",), f"{_PILES} The stock turns three cards.",
        ),
    )
}  # fmt: skip


def pick(offer: Offer, level: str, seed: int) -> sc.Deal | None:
    """A deal of a level: the same seed picks the same one; None if the search found none.

    Raises
    ------
    ValueError
        If the game has no such level, or the seed is out of range.
    """
    if level not in offer.levels:
        raise ValueError(f"{offer.slug} has no level {level!r}: {', '.join(offer.levels)}")
    if level != "winnable":
        return sc.pick_deal(level, seed=seed)
    if isinstance(offer.rules, sc.PeaksRules):
        return sc.Library.shipped(offer.rules).pick(seed=seed)
    limits = sc.Limits(nodes=_NODES)
    for candidate in range(_MOST_CANDIDATES):
        digest = hashlib.sha256(f"winnable {offer.slug} {seed} {candidate}".encode()).digest()
        deal = sc.Deal(offer.rules, int.from_bytes(digest[:8], "big") % 10**9)
        if sc.solve(deal, limits=limits).verdict is sc.Verdict.WINNABLE:
            return deal
    return None


def todays(offer: Offer, date: str) -> sc.Deal:
    """The deal of a date; ValueError where the game has none or the date is not one."""
    if not offer.has_daily:
        raise ValueError(f"{offer.slug} has no daily deal")
    return sc.daily(date, offer.rules)


def facts(offer: Offer, number: int) -> dict[str, Any]:
    """What is known of a deal as a whole, for when its game is over.

    `winnable` is None where the search ended at its limit; `best` is the best score of a line
    that clears.
    """
    deal = sc.Deal(offer.rules, number)
    if not isinstance(offer.rules, sc.PeaksRules):
        verdict = sc.solve(deal, limits=sc.Limits(nodes=_NODES)).verdict
        won = None if verdict is sc.Verdict.UNKNOWN else verdict is sc.Verdict.WINNABLE
        return {"winnable": won, "best": None, "fewest_turns": None}
    solution = sc.solve(deal)
    best = sc.solve(deal, objective="best-clear").value if solution.winnable else None
    return {
        "winnable": solution.winnable,
        "best": best,
        "fewest_turns": solution.fewest_turns,
    }
