"""A compiled core for solitaire card games: deals, rules, exact solvers, surveys.

The shortest way in:

>>> import solitaire_core as sc
>>> game = sc.Deal("tripeaks", 7).start()
>>> game.legal_moves.count()
2
>>> sc.solve(game).verdict.name
'WINNABLE'
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

from solitaire_core.cards import UNKNOWN, Card, Rank, Suit, parse_cards, parse_deck
from solitaire_core.daily import daily
from solitaire_core.deals import NUMBERINGS, Deal, deck
from solitaire_core.distributions import Bins, Distribution
from solitaire_core.game import Game, IllegalMoveError, Outcome, Result, Rules
from solitaire_core.games import GAMES, find_rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.grading import LEVELS, Grade, Level, Par, find_level, grade, par
from solitaire_core.hints import Hint, Reason, hint
from solitaire_core.klondike import KlondikeGame, KlondikeMove, KlondikeView
from solitaire_core.klondike_board import Board
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
from solitaire_core.peaks import PeaksGame, PeaksMove, PeaksView
from solitaire_core.rounds import GolfRound
from solitaire_core.score_survey import ScoreSurvey, score_survey
from solitaire_core.scoring import SCORINGS, Points, Run10, Scoring, find_scoring
from solitaire_core.simulation import playouts
from solitaire_core.solving import (
    Answers,
    Decisions,
    Limits,
    Solution,
    Stats,
    Verdict,
    Verification,
    WinTable,
    count_lines,
    decide,
    move_values,
    solve,
    solve_deals,
    verify,
    winning_moves,
)
from solitaire_core.survey import Effort, Survey, survey, wilson_interval

if TYPE_CHECKING:
    from solitaire_core.records import Record, read_records, replay, write_records
    from solitaire_core.rendering import to_svg

__version__ = _version("solitaire-core")

__all__ = [
    "GAMES",
    "LEVELS",
    "NUMBERINGS",
    "SCORINGS",
    "UNKNOWN",
    "Answers",
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
    "Survey",
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
    "solve",
    "solve_deals",
    "survey",
    "to_svg",
    "verify",
    "wilson_interval",
    "winning_moves",
    "write_records",
]

# What sits on top of the rest is imported when it is asked for.
_ON_TOP = {
    "Record": "records",
    "read_records": "records",
    "replay": "records",
    "to_svg": "rendering",
    "write_records": "records",
}


def __getattr__(name: str) -> Any:
    if name not in _ON_TOP:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(f"{__name__}.{_ON_TOP[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
