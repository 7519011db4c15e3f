from collections.abc import Mapping

from solitaire_core._fast.klondike_state import KlondikeState

def judge_klondike(state: KlondikeState, weights: Mapping[str, int]) -> int: ...
