"""Losses proved without a search: against the plain twin, against lines that win, against
everything that can happen in small positions.
"""

import json
import random
from itertools import product

import pytest

from klondike_greedy import greedy_move, play_greedily
from klondike_small import board_of, everything, small_position
from solitaire_core import Card, Deal, _fast
from solitaire_core._fast import KlondikeState, KlondikeTable
from solitaire_core.games import find_rules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike_relaxation import Parking
from solitaire_core.reference.klondike_relaxation import proves_loss as plainly_proves_loss

GAMES = [
    ("klondike", {}),
    ("klondike", {"draw": 3}),
    ("klondike", {"draw": 3, "passes": 3, "worrying_back": False}),
    ("klondike", {"draw": 1, "passes": 1}),
    ("double-klondike", {"draw": 3}),
    ("triple-klondike", {}),
    ("small-harp", {}),
    ("big-harp", {}),
    ("tripleharp", {}),
    ("small-triangle", {}),
    ("eternal-triangle", {}),
    ("hypotenuse", {}),
    ("triple-triangle", {}),
]
IDS = ["-".join([name, *(f"{key}{value}" for key, value in more.items())]) for name, more in GAMES]


# Small positions and everything that can happen in them.


def small_positions(first, count, most_cards=16):
    for seed in range(first, first + count):
        yield seed, small_position(random.Random(seed), most_cards)


def test_no_small_position_that_can_be_won_is_called_lost():
    won = lost = proved = 0
    for seed, small in small_positions(0, 600):
        state = small.state()
        verdict = _fast.proves_loss(state)
        line = everything(state, 2000)
        if not line:
            lost += line == []
            proved += bool(verdict and line == [])
            continue
        won += 1
        assert verdict is False, (seed, small)
        if line == ["won"]:
            continue
        for ply, move in enumerate(line):
            assert _fast.proves_loss(state) is False, (seed, ply, small)
            state.push(move)
    # Both kinds are there, and the proof is worth something.
    assert won > 300
    assert lost > 100
    assert proved > 0.85 * lost


def test_small_positions_agree_with_the_twin():
    for seed, small in small_positions(10_000, 1000, most_cards=20):
        plainly = plainly_proves_loss(small.rules, small.board(), small.floors, most=3000)
        if plainly is not None:
            assert _fast.proves_loss(small.state()) == plainly, (seed, small)


def test_what_is_found_late_helps_what_was_looked_at_before():
    # The ten of the waste can only be put away while the other one still lies on its king.
    small = small_position(random.Random(401_490), 18)
    assert plainly_proves_loss(small.rules, small.board(), small.floors) is False
    assert _fast.proves_loss(small.state()) is False


def test_a_stock_card_that_is_found_takes_no_host_away():
    # With it foundations can take more, some of which has to stay where it is a host.
    state = KlondikeGame.from_code(
        "klondike1 klondike draw=3 passes=3 worrying_back=false"
        " piles=KSQDJSTD/KH|QS/9C|TH/3H|KC/JD6DJH2D|QC/AD9S5D|8H7S6H5S4D3C2H/7H3D7D2C|TS9H8C"
        " foundations=CA/D0/H0/S2 waste=6SAH5C"
        " stock=JC8S4S5H4C3S7C9D8DTCKDQH6C4H pass=3"
    )
    assert plainly_proves_loss(state.rules, state.board()) is True
    assert _fast.proves_loss(state) is True


def test_small_positions_met_in_play_agree_with_the_twin():
    for seed, small in small_positions(20_000, 300):
        rng, state = random.Random(seed), small.state()
        for _ in range(rng.randint(1, 12)):
            moves = list(state.legal_moves)
            if not moves:
                break
            state.push(rng.choice(moves))
        board = board_of(state)
        plainly = plainly_proves_loss(small.rules, board, small.floors, most=3000)
        if plainly is not None:
            assert _fast.proves_loss(state) == plainly, (seed, small, state.move_stack)


def all_heights(most, least):
    """Every way to have so many copies of each rank of a suit on the foundations, or fewer."""
    if not most:
        yield ()
        return
    for count in range(least[0], most[0] + 1):
        for more in all_heights([min(count, m) for m in most[1:]], least[1:]):
            yield (count, *more)


def hangs_by_trying_all(parking, vector):
    """What `can_be` says, from every choice of foundations instead of by lowering them."""
    out = parking.out(vector)
    tops, empty = parking.tops(vector), vector.own.count(0)
    suits = [
        list(
            all_heights(
                [out[card] for card in range(13 * suit, 13 * suit + 13)],
                [parking.never_back[card] for card in range(13 * suit, 13 * suit + 13)],
            )
        )
        for suit in range(4)
    ]
    for heights in product(*suits):
        hung = {
            (rank, red): sum(
                out[13 * s + rank] - heights[s][rank] for s in ((1, 2) if red else (0, 3))
            )
            for rank in range(13)
            for red in (False, True)
        }
        if hung[12, False] + hung[12, True] <= empty and all(
            hung[rank, red] <= hung[rank + 1, not red] + tops[rank + 1, not red]
            for rank in range(12)
            for red in (False, True)
        ):
            return True
    return False


def test_lowering_foundations_finds_what_trying_all_finds():
    seen = [0, 0]
    for seed, small in small_positions(30_000, 400, most_cards=14):
        if small.rules.empty == "any":
            continue
        parking = Parking(small.rules, small.board(), small.floors)
        vector = parking.start()
        rng = random.Random(seed)
        for _ in range(8):
            found = parking.can_be(vector)
            assert found == hangs_by_trying_all(parking, vector), (small, vector)
            seen[found] += 1
            steps = list(parking.steps(vector))
            if not steps:
                break
            vector = rng.choice(steps)
    assert min(seen) > 100


# Whole games.


@pytest.mark.parametrize(("name", "options"), GAMES, ids=IDS)
def test_positions_of_whole_games_agree_with_the_twin(name, options):
    compared = 0
    for number in range(30 // find_rules(name).decks):
        rng, state = random.Random(number), Deal(name, number, **options).start()
        for _ in range(rng.randint(0, 200)):
            moves = list(state.legal_moves)
            if not moves:
                break
            usual = greedy_move(state, rng)
            state.push(rng.choice(moves) if usual is None or rng.random() < 0.05 else usual)
        compiled = _fast.proves_loss(state, 20_000)
        if compiled is None:
            continue
        plainly = plainly_proves_loss(state.rules, state.board(), most=200)
        if plainly is not None:
            assert compiled == plainly, state.code()
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize(("name", "options"), GAMES, ids=IDS)
def test_nothing_on_a_line_that_wins_is_called_lost(name, options):
    won = 0
    for number in range(40):
        state = Deal(name, number, **options).start()
        if not play_greedily(state, random.Random(number), 600):
            continue
        won += 1
        while state.ply:
            state.pop()
            assert not _fast.proves_loss(state, 2000), state.code()
        if won == 3:
            break
    if name in ("klondike", "small-harp") and options.get("passes", 0) == 0:
        assert won


def test_draw_3_proves_what_draw_1_proves():
    for number in range(300):
        if _fast.proves_loss(Deal("klondike", number).start()):
            assert _fast.proves_loss(Deal("klondike", number, draw=3).start())


def test_limit():
    state = Deal("eternal-triangle", 1).start()
    rng = random.Random(1)
    while state.stock_left:
        state.push(greedy_move(state, rng))
    assert _fast.proves_loss(state, 0) is None
    for wrong in (-1, 1 << 25):
        with pytest.raises(ValueError, match="most"):
            _fast.proves_loss(state, wrong)
    with pytest.raises(TypeError):
        _fast.proves_loss(state, "many")
    with pytest.raises(TypeError):
        _fast.proves_loss(None)


def clubs(piles):
    """Piles of clubs whose jack is the lowest card; those that are in none are home."""
    kinds = {"J": 10, "Q": 11, "K": 12}
    piles = [[kinds[letter] for letter in pile] for pile in piles]
    home = [int(all(code not in pile for pile in piles)) for code in range(52)]
    table = KlondikeTable(
        1, len(piles), False, False, True, False, 1, 0, (), floors=(10, 13, 13, 13)
    )
    return KlondikeState(table, piles, [0] * len(piles), home, 0, 0)


@pytest.mark.parametrize(
    ("piles", "lost"),
    [
        (["JQK"], True),
        (["JQK", ""], True),  # the king has a place, the queen has not
        (["JKQ", ""], True),
        (["KJ", "Q"], False),
        (["JK", "Q"], True),
        (["JK", "Q", ""], False),
        (["QJ", "K"], False),
        (["", ""], False),  # won already
    ],
)
def test_by_hand(piles, lost):
    assert _fast.proves_loss(clubs(piles)) is lost


# Recorded verdicts.


@pytest.mark.cases
@pytest.mark.parametrize("draw", [1, 3])
def test_recorded_deals(cases, draw):
    found = {}
    rules = find_rules("klondike", draw=draw)
    recorded = json.loads((cases / f"klondike_draw{draw}_decided.json").read_text())
    for deal in recorded["deals"]:
        layout = deal["layout"]
        verdict = lost_at_first(rules, layout["tableau"], layout["stock"][::-1])
        found.setdefault(deal["verdict"], []).append(verdict)
    for line in (cases / f"solved_klondike{draw}.jsonl").read_text().splitlines():
        record = json.loads(line)
        verdict = lost_at_first(rules, record["piles"], record["stock"])
        found.setdefault(record["verdict"], []).append(verdict)
    assert not any(found["solved"])
    assert not any(found["winnable"])
    assert sum(found["unsolvable"]) + sum(found["unwinnable"]) >= 7


def lost_at_first(rules, piles, stock):
    def cards(names):
        return tuple(Card(name.replace("10", "T")) for name in names)

    board = Board(
        tuple(map(cards, piles)),
        tuple(len(pile) - 1 for pile in piles),
        (0,) * 52,
        (),
        cards(stock),
    )
    return _fast.proves_loss(KlondikeGame(rules, board))
