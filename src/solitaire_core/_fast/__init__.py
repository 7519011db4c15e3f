"""The compiled core. This list is all that the layers above may use."""

from solitaire_core._fast.c_api import CRules, api_address
from solitaire_core._fast.cards import Card
from solitaire_core._fast.checks import whole_number
from solitaire_core._fast.dealing import stream_of_game
from solitaire_core._fast.env_batch import EnvBatch
from solitaire_core._fast.errors import IllegalMoveError
from solitaire_core._fast.klondike_env import KlondikeEnvs
from solitaire_core._fast.klondike_moves import KlondikeMove
from solitaire_core._fast.klondike_outlook import judge_klondike
from solitaire_core._fast.klondike_play import play_klondike
from solitaire_core._fast.klondike_prunings import KLONDIKE_PRUNINGS
from solitaire_core._fast.klondike_relaxation import proves_loss
from solitaire_core._fast.klondike_sampling import plan_klondike, sample_klondike
from solitaire_core._fast.klondike_simulate import choose_klondike_move, simulate_klondike
from solitaire_core._fast.klondike_solver import solve_klondike
from solitaire_core._fast.klondike_state import (
    KlondikeLegalMoves,
    KlondikeState,
    KlondikeTable,
)
from solitaire_core._fast.klondike_turns import see_klondike, step_klondike
from solitaire_core._fast.peaks_batch import decide, kernels
from solitaire_core._fast.peaks_env import PeaksEnvs
from solitaire_core._fast.peaks_lattice import Covers, Lattice
from solitaire_core._fast.peaks_lines import count_lines
from solitaire_core._fast.peaks_moves import PeaksMove
from solitaire_core._fast.peaks_play import play_many, sample_world
from solitaire_core._fast.peaks_scores import best_score
from solitaire_core._fast.peaks_simulate import choose_peaks_move, simulate_peaks
from solitaire_core._fast.peaks_solver import WinTable, solve_state
from solitaire_core._fast.peaks_state import PeaksLegalMoves, PeaksState, PeaksTable
from solitaire_core._fast.peaks_turns import see_peaks, step_peaks
from solitaire_core._fast.peaks_value import peaks_value_weights
from solitaire_core._fast.shuffle import ms, sc1, splitmix64_stream

__all__ = [
    "KLONDIKE_PRUNINGS",
    "CRules",
    "Card",
    "Covers",
    "EnvBatch",
    "IllegalMoveError",
    "KlondikeEnvs",
    "KlondikeLegalMoves",
    "KlondikeMove",
    "KlondikeState",
    "KlondikeTable",
    "Lattice",
    "PeaksEnvs",
    "PeaksLegalMoves",
    "PeaksMove",
    "PeaksState",
    "PeaksTable",
    "WinTable",
    "api_address",
    "best_score",
    "choose_klondike_move",
    "choose_peaks_move",
    "count_lines",
    "decide",
    "judge_klondike",
    "kernels",
    "ms",
    "peaks_value_weights",
    "plan_klondike",
    "play_klondike",
    "play_many",
    "proves_loss",
    "sample_klondike",
    "sample_world",
    "sc1",
    "see_klondike",
    "see_peaks",
    "simulate_klondike",
    "simulate_peaks",
    "solve_klondike",
    "solve_state",
    "splitmix64_stream",
    "step_klondike",
    "step_peaks",
    "stream_of_game",
    "whole_number",
]
