"""A compiled core for solitaire card games: deals, rules, exact solvers, surveys.

The shortest way in:

>>> import solitaire_core as sc
>>> game = sc.Deal("tripeaks", 7).start()
>>> game.legal_moves.count()
2
>>> sc.solve(game).verdict.name
'WINNABLE'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from solitaire_core.cards import UNKNOWN, Card, Rank, Suit, parse_cards, parse_deck
from solitaire_core.deals import NUMBERINGS, Deal, deck
from solitaire_core.game import Game, IllegalMoveError, Outcome, Result, Rules
from solitaire_core.games import GAMES, find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView
from solitaire_core.klondike_board import Board
from solitaire_core.peaks import PeaksGame, PeaksMove, PeaksView
from solitaire_core.scoring import SCORINGS, Points, Run10, Scoring, find_scoring

if TYPE_CHECKING:
    from solitaire_core.daily import daily
    from solitaire_core.distributions import Bins, Distribution
    from solitaire_core.grading import LEVELS, Grade, Level, Par, find_level, grade, par
    from solitaire_core.hints import Hint, Reason
    from solitaire_core.hints.hint import hint
    from solitaire_core.histograms import Histogram
    from solitaire_core.library import (
        Entry,
        Library,
        LibraryError,
        LineEntry,
        LineLibrary,
        Mismatch,
        build_library,
        build_line_library,
        load_library,
        pick_deal,
    )
    from solitaire_core.policies import POLICIES, BatchPolicy, Policy, Turn
    from solitaire_core.records import Record, read_records, replay, write_records
    from solitaire_core.rendering import to_svg
    from solitaire_core.rounds import GolfRound
    from solitaire_core.score_survey import ScoreSurvey, score_survey
    from solitaire_core.simulate import simulate, simulate_chunks
    from solitaire_core.simulate_summary import Summary, summary
    from solitaire_core.simulation import playouts
    from solitaire_core.solving.batch import Answers, solve_deals
    from solitaire_core.solving.decide import Decisions, decide
    from solitaire_core.solving.limits import Limits
    from solitaire_core.solving.move_values import move_values
    from solitaire_core.solving.peaks import WinTable, count_lines, winning_moves
    from solitaire_core.solving.solution import Solution, Stats, Verdict
    from solitaire_core.solving.solve import solve
    from solitaire_core.solving.verify import Verification, verify
    from solitaire_core.survey import Effort, Survey, survey, wilson_interval

    __version__: str

__all__ = [
    "GAMES",
    "LEVELS",
    "NUMBERINGS",
    "POLICIES",
    "SCORINGS",
    "UNKNOWN",
    "Answers",
    "BatchPolicy",
    "Bins",
    "Board",
    "Card",
    "Deal",
    "Decisions",
    "Distribution",
    "Effort",
    "Entry",
    "Game",
    "GolfRound",
    "Grade",
    "Hint",
    "Histogram",
    "IllegalMoveError",
    "KlondikeGame",
    "KlondikeMove",
    "KlondikeRules",
    "KlondikeView",
    "Layout",
    "Level",
    "Library",
    "LibraryError",
    "Limits",
    "LineEntry",
    "LineLibrary",
    "Mismatch",
    "Outcome",
    "Par",
    "PeaksGame",
    "PeaksMove",
    "PeaksRules",
    "PeaksView",
    "Points",
    "Policy",
    "Rank",
    "Reason",
    "Record",
    "Result",
    "Rules",
    "Run10",
    "ScoreSurvey",
    "Scoring",
    "Solution",
    "Stats",
    "Suit",
    "Summary",
    "Survey",
    "Turn",
    "Verdict",
    "Verification",
    "WinTable",
    "build_library",
    "build_line_library",
    "count_lines",
    "daily",
    "decide",
    "deck",
    "find_level",
    "find_rules",
    "find_scoring",
    "grade",
    "hint",
    "load_library",
    "move_values",
    "par",
    "parse_cards",
    "parse_deck",
    "pick_deal",
    "playouts",
    "read_records",
    "replay",
    "score_survey",
    "simulate",
    "simulate_chunks",
    "solve",
    "solve_deals",
    "summary",
    "survey",
    "to_svg",
    "verify",
    "wilson_interval",
    "winning_moves",
    "write_records",
]

# What is imported when it is first asked for, by module: who deals and plays a game need not
# wait for solvers, surveys and libraries to be imported.
_LATER = {
    "daily": ["daily"],
    "distributions": ["Bins", "Distribution"],
    "grading": ["LEVELS", "Grade", "Level", "Par", "find_level", "grade", "par"],
    "hints": ["Hint", "Reason", "hint"],
    "histograms": ["Histogram"],
    "library": [
        "Entry", "Library", "LibraryError", "LineEntry", "LineLibrary", "Mismatch",
        "build_library", "build_line_library", "load_library", "pick_deal",
    ],
    "policies": ["POLICIES", "BatchPolicy", "Policy", "Turn"],
    "records": ["Record", "read_records", "replay", "write_records"],
    "rendering": ["to_svg"],
    "rounds": ["GolfRound"],
    "score_survey": ["ScoreSurvey", "score_survey"],
    "simulate": ["simulate", "simulate_chunks"],
    "simulate_summary": ["Summary", "summary"],
    "simulation": ["playouts"],
    "solving": [
        "Answers", "Decisions", "Limits", "Solution", "Stats", "Verdict", "Verification",
        "WinTable", "count_lines", "decide", "move_values", "solve", "solve_deals", "verify",
        "winning_moves",
    ],
    "survey": ["Effort", "Survey", "survey", "wilson_interval"],
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> object:
    """What is imported when it is first asked for."""
    value: object
    if name in _MODULE_OF:
        value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    elif name in _LATER:
        value = import_module(f"{__name__}.{name}")
    elif name == "__version__":
        from importlib.metadata import version

        value = version("solitaire-core")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names, those that have not been asked for yet among them."""
    return sorted({*globals(), *__all__, *_LATER, "__version__"})


class _Package(ModuleType):
    """Keeps a function under its name, where an import would put its module: `survey`."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and _MODULE_OF.get(name) == name:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
