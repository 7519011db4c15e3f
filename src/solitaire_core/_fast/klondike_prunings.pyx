"""What a search of the Klondike family does without, by name: each can be switched off."""

from libc.string cimport memset

from collections.abc import Iterable

from solitaire_core._fast.klondike_kernel cimport klondike_table
from solitaire_core._fast.klondike_search cimport search_rules

KLONDIKE_PRUNINGS = (
    "safe-moves", "home-first", "stock-in-time", "back-in-time", "whole-runs", "spare-piles",
    "empty-in-time", "waste-sizes", "loose-tails", "dead-ends", "repeated-plays", "swapped-moves",
    "relaxation",
)  # fmt: skip


cdef set prunings_named(without):
    if isinstance(without, str):
        without = [without]
    elif not isinstance(without, Iterable):
        raise TypeError(f"without is names of prunings, not {without!r}")
    names = list(without)
    for name in names:
        if name not in KLONDIKE_PRUNINGS:
            raise ValueError(f"no pruning {name!r}: there are {', '.join(KLONDIKE_PRUNINGS)}")
    return set(names)


cdef void set_rules(search_rules* r, const klondike_table* t, set off) noexcept:
    memset(r, 0, sizeof(search_rules))
    r.t = t
    r.all_turn_up = not t.deals and t.draw == 1 and t.passes == 0
    r.safe_moves = "safe-moves" not in off
    # Cards that feed the foundations need an end to it, which safe moves are.
    r.stock_in_time = (r.safe_moves and r.all_turn_up and not t.any_fills
                       and "stock-in-time" not in off)
    r.back_in_time = "back-in-time" not in off
    # What went home must be able to come back for a purpose, and not go home again at once.
    r.home_first = t.worrying_back and r.back_in_time and "home-first" not in off
    r.whole_runs = "whole-runs" not in off
    r.spare_piles = "spare-piles" not in off
    r.empty_in_time = not t.any_fills and not t.singles and "empty-in-time" not in off
    r.waste_sizes = "waste-sizes" not in off
    r.loose_tails = r.whole_runs and not t.singles and "loose-tails" not in off
    r.dead_ends = "dead-ends" not in off
    r.repeated_plays = "repeated-plays" not in off
    r.swapped_moves = "swapped-moves" not in off
