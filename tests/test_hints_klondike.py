"""Hints of the Klondike family: they keep a win, and they give nothing away."""

import random
import re
from dataclasses import replace

import pytest

from klondike_boards import RUNS, board
from solitaire_core import Deal, KlondikeGame, Limits, WinTable, deck, solve
from solitaire_core.games import KLONDIKE_FAMILY
from solitaire_core.hints import Hint, Reason, hint, klondike
from solitaire_core.hints.klondike import last_winnable_ply
from solitaire_core.hints.klondike_moves import reason_of
from solitaire_core.klondike_board import Board
from solitaire_core.solving.limits import Budget
from solitaire_core.solving.solution import Solution, Stats, Verdict
from test_klondike_lockstep import VARIANTS, choose

KLONDIKE = KLONDIKE_FAMILY["klondike"]
FINAL = KLONDIKE.with_options({"worrying_back": False, "passes": 1})
PLENTY = Limits(nodes=10**6)

# The jack has to be played before the queen is turned, which covers it for good.
TRAP = board(FINAL, ["KC"], "TC KD KH KS", stock="JC QC")


def unseen_places(game):
    """Where the cards lie that a player has not seen, as (pile or None for the stock, index)."""
    here = game.board()
    places = [(pile, i) for pile, down in enumerate(here.face_down) for i in range(down)]
    if game.board().passes == 1:
        places += [(None, i) for i in range(len(here.stock))]
    return places


def swapped(game, rng):
    """The same position for a player, with the cards that nobody has seen mixed up."""
    here = game.board()
    piles, stock = [list(pile) for pile in here.piles], list(here.stock)
    places = unseen_places(game)
    cards = [stock[i] if pile is None else piles[pile][i] for pile, i in places]
    rng.shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        (stock if pile is None else piles[pile])[i] = card
    other = replace(here, piles=tuple(map(tuple, piles)), stock=tuple(stock))
    found = KlondikeGame(game.rules, other)
    assert found.known() == game.known()
    return found


def assert_says_nothing_hidden(answer):
    """No card stands in the text but the one that the move takes."""
    named = re.findall(r"\b(?:10|[2-9TJQKA])[CDHS♣♦♥♠]\b", answer.text)
    is_card = answer.move is not None and answer.move.card is not None
    assert named == ([str(answer.move.card)] if is_card and named else [])


# ---- from what is seen -----------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_not_seen_makes_no_difference(name):
    rules = VARIANTS[name]
    rng = random.Random(name)
    reasons = set()
    for number in range(3):
        game = KlondikeGame.dealt(rules, deck(number, "sc1", rules.decks))
        while game.ply < 90 and game.legal_moves:
            answer = hint(game, "visible")
            assert answer.move in game.legal_moves
            assert (answer.can_win, answer.back_to, answer.estimates) == (None, None, ())
            assert_says_nothing_hidden(answer)
            if game.ply % 5 == 0:
                for _ in range(3):
                    assert hint(swapped(game, rng), "visible") == answer
            reasons.add(answer.reason)
            astray = rng.random() < 0.3
            game.push(choose(list(game.legal_moves), rng) if astray else answer.move)
    assert len(reasons) >= 3


def test_that_the_game_is_lost_can_be_told_by_unseen_cards_alone():
    # No card of the stock can ever be played; who has not turned it yet does not know that.
    game = KlondikeGame(FINAL, board(FINAL, ["... | 2S", "3S", "4S"], stock="QS JS"))
    assert not game.outcome().won
    answer = hint(game, "visible")
    assert (str(answer.move), answer.can_win) == ("turn", None)
    assert answer == hint(swapped(game, random.Random(1)), "visible")
    game.push("turn")
    game.push("turn")
    answer = hint(game, "visible")
    assert (answer.move, answer.can_win, answer.reason) == (None, False, Reason.GAME_OVER)


def test_a_game_that_is_won():
    game = KlondikeGame(KLONDIKE, board(KLONDIKE, [], "KC KD KH KS"))
    for information in ("visible", "all"):
        answer = hint(game, information)
        assert (answer.move, answer.can_win) == (None, True)
        assert (answer.reason, answer.text) == (Reason.GAME_OVER, "the game is over")


# ---- why -------------------------------------------------------------------------------------

OTHERS = "... | 9C"


@pytest.mark.parametrize(
    ("here", "move", "reason"),
    [
        (RUNS, "TH t0>t1*4", Reason.TURNS_UP),
        (RUNS, "7C t0>t2", Reason.UNCOVERS),
        (RUNS, "JC t1>t5", Reason.EMPTIES_PILE),
        (RUNS, "KH t4>t6", Reason.FILLS_PILE),
        (RUNS, "AC t3>f", Reason.SAFE_HOME),
        (RUNS, "2H w>f", Reason.SAFE_HOME),
        (RUNS, "turn", Reason.TURN_FIRST),
        (board(KLONDIKE, ["KC"], "QC KD KH KS"), "KC t0>f", Reason.WINS),
        (board(FINAL, [], "QC KD KH KS", stock="KC"), "turn", Reason.ONLY_MOVE),
        (board(KLONDIKE, ["AC 5H", "6S", OTHERS], stock="2D"), "5H t0>t1", Reason.FREES_ACE),
        (board(KLONDIKE, ["2C 5H", "6S", OTHERS], "AC", stock="2D"), "5H t0>t1", Reason.FREES_HOME),
        (board(KLONDIKE, ["3C 5H", "6S", OTHERS], stock="2D"), "5H t0>t1", Reason.JOINS_RUNS),
        (board(KLONDIKE, ["9S 5H", "6S", OTHERS], "4H"), "5H t0>f", Reason.GOES_HOME),
        (board(KLONDIKE, ["9S", "6S", OTHERS], "5H", stock="2D"), "5H f>t1", Reason.BRINGS_BACK),
        (board(KLONDIKE, ["9S", "6S", OTHERS], waste="5H"), "5H w>t1", Reason.USES_WASTE),
        (board(KLONDIKE, ["9S", "6S", OTHERS], waste="KC"), "KC w>t4", Reason.FILLS_PILE),
    ],
)
def test_reasons(here, move, reason):
    rules = FINAL if reason is Reason.ONLY_MOVE else KLONDIKE
    game = KlondikeGame(rules, here)
    found = next(legal for legal in game.legal_moves if str(legal) == move)
    assert reason_of(game, found) is reason


def test_the_words():
    game = KlondikeGame(KLONDIKE, RUNS)
    assert hint(game, "visible").text == "AC from pile 3 home: no card can want it any more"
    game.push("AC t3>f")
    game.push("2H w>f")
    answer = hint(game, "visible")
    assert answer.text == "TH and 3 more from pile 0 to pile 1: it turns a card face up"
    trap = KlondikeGame(FINAL, TRAP)
    assert hint(trap, "visible").text == "turn the stock: nothing in sight is better now"


# ---- knowing every card ----------------------------------------------------------------------


def test_following_the_hints_wins():
    game = Deal("klondike", 5).start()
    line = solve(game, limits=PLENTY).moves
    for move in line[:-30]:
        game.push(move)
    while game.outcome() is None:
        before = game.code()
        answer = hint(game, limits=PLENTY)
        assert game.code() == before
        assert (answer.can_win, answer.back_to) == (True, None)
        assert_says_nothing_hidden(answer)
        # One hint after the other need not come nearer to the end; a line does.
        game.push(answer.move)
        for move in solve(game, limits=PLENTY).moves[:5]:
            game.push(move)
    assert game.outcome().won


def test_a_deal():
    answer = hint(Deal("klondike", 5).start(), limits=PLENTY)
    assert answer == hint(Deal("klondike", 5).start(), limits=PLENTY)
    assert isinstance(answer, Hint)
    assert answer.can_win is True
    game = Deal("klondike", 5).start()
    game.push(answer.move)
    assert solve(game, limits=PLENTY).winnable


def test_back_to_where_it_could_be_won():
    game = KlondikeGame(FINAL, TRAP)
    assert hint(game).can_win is True
    game.push("KC t0>t3")
    game.push("turn")
    assert hint(game).can_win is True
    game.push("turn")
    for moves in range(4):
        answer = hint(game)
        assert (answer.move, answer.can_win, answer.back_to) == (None, False, 2)
        assert (answer.reason, answer.text) == (
            Reason.NO_WIN_LEFT, "the game can no longer be won",
        )  # fmt: skip
        game.push(f"KC t{3 - moves}>t{2 - moves}" if moves < 3 else "KC t0>t1")


def test_it_could_never_be_won():
    lost = KlondikeGame(FINAL, replace(TRAP, waste=TRAP.stock, stock=()))
    lost.push("KC t0>t1")
    answer = hint(lost)
    assert (answer.can_win, answer.back_to) == (False, None)


def test_a_game_lost_by_the_rules():
    game = KlondikeGame(FINAL, board(FINAL, ["... | 2S", "3S", "4S"], stock="QS JS"))
    answer = hint(game, limits=PLENTY)
    assert (answer.move, answer.can_win, answer.reason) == (None, False, Reason.GAME_OVER)
    assert answer.back_to is None


def test_limits_leave_it_open():
    game = Deal("klondike", 5).start()
    answer = hint(game, limits=Limits(nodes=0))
    assert (answer.can_win, answer.back_to) == (None, None)
    assert answer.move == hint(game, "visible").move
    assert answer.reason is hint(game, "visible").reason
    assert answer.text.endswith(" (whether the game can still be won was not found out)")


# ---- how far back, with searches that end too early --------------------------------------------


def fake_search(monkeypatch, verdicts, cost=10):
    """Let searches find those verdicts, by the number of cards turned from the stock."""
    asked = []

    def solve_klondike(game, limits):
        ply = game.ply
        asked.append((ply, limits.nodes))
        verdict = {"w": Verdict.WINNABLE, "l": Verdict.UNWINNABLE, "?": Verdict.UNKNOWN}[
            verdicts[ply]
        ]
        return Solution(verdict, None, None, "win", None, "", Stats(0.0, 0, nodes=cost))

    monkeypatch.setattr(klondike, "solve_klondike", solve_klondike)
    return asked


def turned(times):
    game = Deal("klondike", 5).start()
    for _ in range(times):
        game.push("turn")
    return game


@pytest.mark.parametrize(
    ("verdicts", "ply"),
    [
        ("wwwwwwwwl", 7),
        ("wlllllll", 0),
        ("llllllll", None),
        ("wwww????l", 3),
        ("????????l", None),
        ("ww??wwl?l", 5),
        ("w?l", 0),
        ("?l", None),
        ("l", None),
    ],
)
def test_the_last_ply_from_which_it_is_known_to_be_winnable(monkeypatch, verdicts, ply):
    asked = fake_search(monkeypatch, verdicts)
    game = turned(len(verdicts) - 1)
    assert last_winnable_ply(game, Budget(Limits())) == ply
    assert len({at for at, _ in asked}) == len(asked) < len(verdicts)
    assert game.ply == len(verdicts) - 1


def test_long_games_take_few_searches(monkeypatch):
    asked = fake_search(monkeypatch, "w" * 17 + "l" * 8)
    assert last_winnable_ply(turned(24), Budget(Limits())) == 16
    assert len(asked) <= 5


def test_the_searches_share_a_budget(monkeypatch):
    asked = fake_search(monkeypatch, "?" * 20 + "l", cost=100)
    assert last_winnable_ply(turned(20), Budget(Limits(nodes=350))) is None
    assert len(asked) == 4
    assert sum(nodes for _, nodes in asked) <= 350
    asked.clear()
    assert last_winnable_ply(turned(20), Budget(Limits(nodes=0))) is None
    assert asked == []


# ---- what is refused ---------------------------------------------------------------------------


def test_what_is_refused():
    game = Deal("klondike", 5).start()
    with pytest.raises(ValueError, match="information is all or visible"):
        hint(game, "some")
    with pytest.raises(ValueError, match="a table goes with the peaks family"):
        hint(game, table=WinTable(Deal("tripeaks", 1).start()))
    with pytest.raises(TypeError, match="takes a PeaksGame or a KlondikeGame, not Board"):
        hint(Board.dealt(KLONDIKE, deck(5)))
