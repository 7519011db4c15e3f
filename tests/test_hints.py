"""Hints: they keep a win, and they give nothing away."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, hand_made, is_large, mid_game, pick, winnable_numbers
from solitaire_core import Deal, PeaksGame, WinTable, deck, winning_moves
from solitaire_core.hints import Hint, Reason, hint
from strategies import games, made_up_rules

# Few of everything: what is asked here is not how good the estimates are.
QUICK = {"rollouts": 60, "worlds": 4}

SMALL = [name for name in RULES if not is_large(RULES[name])]


def unseen_places(game):
    """The places (and the stock) whose cards a player has not seen yet."""
    layout = game.rules.layout
    down = [
        place
        for place in range(layout.cards)
        if not game.rules.open
        and place in layout.face_down
        and not game.removed >> place & 1
        and not game.uncovered >> place & 1
    ]
    return [*down, *range(layout.cards + game.turned + 1, 52)]


def unseen_cards(game):
    cards = game.cards()
    return {cards[game.rules.order[place]] for place in unseen_places(game)}


def swapped(game, rng):
    """The same position for a player, with the cards that nobody has seen mixed up."""
    hidden = [game.rules.order[place] for place in unseen_places(game)]
    cards = game.cards()
    mixed = [cards[dealt] for dealt in hidden]
    rng.shuffle(mixed)
    for dealt, card in zip(hidden, mixed, strict=True):
        cards[dealt] = card
    gone = [place for place in range(game.rules.layout.cards) if game.removed >> place & 1]
    other = PeaksGame(
        game.rules, cards, gone, game.turned, game.top,
        scoring=game.scoring, chain=game.chain, best_chain=game.best_chain, score=game.score,
    )  # fmt: skip
    assert other.known() == game.known()
    return other


def state_of(game):
    return game.code(), game.move_stack, game.score, game.chain, game.best_chain


def assert_says_nothing_hidden(game, answer):
    """No card stands in the text but the one that the move takes, which lies free."""
    named = re.findall(r"\b(?:10|[2-9TJQKA])[CDHS♣♦♥♠]\b", answer.text)
    expected = [] if answer.move is None or answer.move.is_turn else [str(answer.move)]
    assert named in (expected, [])
    for card in unseen_cards(game):
        assert str(card) not in answer.text
    if answer.move is not None:
        assert answer.move in game.legal_moves


# ---- knowing every card ----------------------------------------------------------------------


def assert_keeps_the_win(game, table=None):
    """The answer of `all`, against which moves keep a win; its reason."""
    before = state_of(game)
    answer = hint(game, table=table)
    assert state_of(game) == before
    assert answer == hint(game)
    assert isinstance(answer, Hint)
    assert answer.estimates == ()
    assert_says_nothing_hidden(game, answer)
    if game.outcome() is not None:
        assert (answer.reason, answer.move) == (Reason.GAME_OVER, None)
        assert answer.can_win == game.outcome().won
        return answer
    keeps = winning_moves(game)
    winning = [move for move, wins in keeps.items() if wins]
    assert answer.can_win == bool(winning)
    if not winning:
        assert (answer.reason, answer.move) == (Reason.NO_WIN_LEFT, None)
        return answer
    assert answer.back_to is None
    assert answer.move in winning
    only = len(winning) == 1 and len(keeps) > 1
    wins_now = game.cards_left == 1 and not answer.move.is_turn
    assert (answer.reason is Reason.ONLY_WINNING_MOVE) == (only and not wins_now)
    assert (answer.reason is Reason.WINS) == wins_now
    return answer


@pytest.mark.parametrize("name", RULES)
def test_the_win_is_kept(name):
    reasons = set()
    for number in range(4 if is_large(RULES[name]) else 60):
        game = mid_game(RULES[name], number, None if number % 2 else number % 25)
        reasons.add(assert_keeps_the_win(game).reason)
    assert len(reasons) >= (3 if "tripeaks" in name else 1)


@settings(max_examples=80)
@given(games(made_up_rules))
def test_the_win_is_kept_in_made_up_games(game):
    assert_keeps_the_win(game)


@pytest.mark.parametrize("name", RULES)
def test_following_the_hints_wins(name):
    number = winnable_numbers(RULES[name], 1)[0]
    game = Deal(RULES[name], number).start()
    table = WinTable(game)
    while game.outcome() is None:
        answer = assert_keeps_the_win(game, table)
        game.push(answer.move)
    assert game.outcome().won
    answer = hint(game)
    assert (answer.reason, answer.can_win, answer.back_to) == (Reason.GAME_OVER, True, None)


def last_winnable(game):
    """The last ply whose position could be won, by tables made one by one."""
    game = game.copy(stack=True)
    while True:
        table = WinTable(game)
        if table.can_win(game):
            return game.ply
        if not game.ply:
            return None
        game.pop()


@pytest.mark.parametrize("name", SMALL)
def test_where_to_go_back_to(name):
    found = []
    for number in range(40):
        rng = random.Random(number)
        game = Deal(RULES[name], number).start()
        for _ in range(rng.randrange(1, 52)):
            if moves := list(game.legal_moves):
                game.push(pick(moves, rng, rng.choice((0.1, 0.5))))
        before = state_of(game)
        answer = hint(game)
        assert state_of(game) == before
        if answer.can_win:
            assert answer.back_to is None
            continue
        assert answer.reason in (Reason.NO_WIN_LEFT, Reason.GAME_OVER)
        assert answer.back_to == last_winnable(game)
        # A table that is lent changes nothing.
        first = game.copy(stack=True)
        while first.ply:
            first.pop()
        assert hint(game, table=WinTable(first)) == answer
        found.append(answer.back_to)
        if answer.back_to is not None:
            while game.ply > answer.back_to:
                assert not hint(game).can_win
                game.pop()
            assert hint(game).can_win
    assert len(found) >= 5
    assert None in found or name == "tripeaks"
    if "strict" not in name and name != "one-peak":
        assert set(found) - {None}


def test_where_to_go_back_to_in_golf():
    for name in ("golf-wrap", "golf"):
        number = winnable_numbers(RULES[name], 1)[0]
        game = Deal(RULES[name], number).start()
        while game.stock_left:
            game.push("turn")
        answer = hint(game)
        assert not answer.can_win
        assert answer.back_to == last_winnable(game)
        assert answer.back_to >= 0


def test_where_to_go_back_to_in_a_position_by_hand():
    # Plies are those of the moves that are on its stack.
    for number in range(30):
        game = hand_made(RULES["tripeaks"], number, 4, 5)
        while game.stock_left:
            game.push("turn")
        answer = hint(game)
        if not answer.can_win:
            assert answer.back_to == last_winnable(game)


# ---- what the words may rest on --------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_reasons_rest_on_what_lies_face_up(name):
    # The same move in a position that looks the same is called good for the same reason, but
    # for those that speak of winning.
    of_the_win = {Reason.ONLY_WINNING_MOVE, Reason.NO_WIN_LEFT}
    compared = 0
    for number in range(60):
        rng = random.Random(number)
        game = mid_game(RULES[name], number, number % 30)
        answer = hint(game)
        if answer.move is None or answer.reason in of_the_win:
            continue
        for _ in range(6):
            other = hint(swapped(game, rng))
            if other.move == answer.move and other.reason not in of_the_win:
                assert (other.reason, other.text) == (answer.reason, answer.text)
                compared += 1
    assert compared > 10 or "one-peak" in name


def test_reasons():
    """What the reasons say, by the rules of the layout."""
    seen = set()
    for name in ("tripeaks", "tripeaks-open", "one-peak"):
        for number in range(80):
            game = mid_game(RULES[name], number, number % 30)
            answer = hint(game, "visible", rollouts=20, worlds=0)
            move, reason = answer.move, answer.reason
            seen.add(reason)
            if reason is Reason.GAME_OVER:
                continue
            takes = [other for other in game.legal_moves if not other.is_turn]
            if move.is_turn:
                assert reason is (Reason.TURN_FIRST if takes else Reason.NOTHING_FITS)
                continue
            after = game.copy()
            after.push(move)
            freed = after.uncovered & ~game.uncovered
            down = any(
                freed >> place & 1 and not game.rules.open for place in game.rules.layout.face_down
            )
            if not after.cards_left:
                assert reason is Reason.WINS
            elif len(game.legal_moves) == 1:
                assert reason is Reason.ONLY_MOVE
            elif freed.bit_count() > 1:
                assert reason is Reason.FREES_TWO
            elif freed:
                assert reason is (Reason.TURNS_UP if down else Reason.FREES_ONE)
            elif any(not other.is_turn for other in after.legal_moves):
                assert reason is (Reason.LENGTHENS_RUN if game.chain else Reason.STARTS_RUN)
            else:
                assert reason is Reason.SAVES_STOCK
            assert str(move) in answer.text
    assert len(seen) >= 7


# ---- knowing what a player knows -------------------------------------------------------------


@pytest.mark.parametrize("policy", ["greedy", "casual", "random"])
@pytest.mark.parametrize("name", SMALL)
def test_unseen_cards_make_no_difference(name, policy):
    for number in range(12):
        rng = random.Random(number)
        game = mid_game(RULES[name], number, number * 2)
        before = state_of(game)
        answer = hint(game, "visible", seed=number, policy=policy, **QUICK)
        assert state_of(game) == before
        assert_says_nothing_hidden(game, answer)
        for _ in range(3):
            other = swapped(game, rng)
            assert hint(other, "visible", seed=number, policy=policy, **QUICK) == answer


@pytest.mark.parametrize("name", ["golf", "golf-wrap-columns", "four-peaks"])
def test_unseen_cards_make_no_difference_in_large_games(name):
    for number in range(2):
        game = mid_game(RULES[name], number, 8)
        answer = hint(game, "visible", rollouts=40, worlds=1)
        assert_says_nothing_hidden(game, answer)
        assert hint(swapped(game, random.Random(1)), "visible", rollouts=40, worlds=1) == answer


@settings(max_examples=60)
@given(games(made_up_rules), st.integers(0, 2**64 - 1), st.integers(0, 10**6))
def test_unseen_cards_make_no_difference_in_made_up_games(game, seed, number):
    answer = hint(game, "visible", seed=seed, **QUICK)
    other = swapped(game, random.Random(number))
    assert hint(other, "visible", seed=seed, **QUICK) == answer


def test_unseen_cards_need_not_be_known():
    for number in range(10):
        game = mid_game(RULES["tripeaks"], number, number * 2)
        hidden = [game.rules.order[place] for place in unseen_places(game)]
        cards = ["??" if i in hidden else card for i, card in enumerate(game.cards())]
        gone = [place for place in range(28) if game.removed >> place & 1]
        blind = PeaksGame(
            game.rules, cards, gone, game.turned, game.top, chain=game.chain, score=game.score
        )
        if game.outcome() is None:
            assert hint(blind, "visible", **QUICK) == hint(game, "visible", **QUICK)
            with pytest.raises(ValueError, match="unknown"):
                hint(blind)


@pytest.mark.parametrize("name", ["tripeaks", "one-peak", "golf-wrap"])
def test_the_same_seed_gives_the_same_hint(name):
    game = mid_game(RULES[name], 4, 6)
    figures = {"rollouts": 200, "worlds": 1 if name == "golf-wrap" else 10}
    first = hint(game, "visible", seed=7, **figures)
    assert hint(game, "visible", seed=7, **figures) == first
    assert hint(game.copy(), "visible", seed=7, **figures) == first
    others = [hint(game, "visible", seed=seed, rollouts=200, worlds=0) for seed in range(8)]
    assert len({tuple(e.win_rate for e in other.estimates) for other in others}) > 1


@settings(max_examples=60)
@given(games(st.sampled_from([RULES[name] for name in SMALL]) | made_up_rules))
def test_estimates(game):
    answer = hint(game, "visible", rollouts=50, worlds=5)
    if game.outcome() is not None:
        assert (answer.reason, answer.move, answer.estimates) == (Reason.GAME_OVER, None, ())
        assert answer.can_win == game.outcome().won
        return
    assert answer.can_win is None
    assert answer.back_to is None
    assert answer.move == answer.estimates[0].move
    assert {e.move for e in answer.estimates} == set(game.legal_moves)
    assert len(answer.estimates) == len(game.legal_moves)
    rates = [e.win_rate for e in answer.estimates]
    assert rates == sorted(rates, reverse=True)
    for estimate in answer.estimates:
        assert 0 <= estimate.win_rate <= 1
        assert 0 < estimate.win_rate_error <= 0.5
        assert 0 <= estimate.winnable <= 1
        assert 0 < estimate.winnable_error <= 0.5
        assert estimate.winnable * 5 == pytest.approx(round(estimate.winnable * 5))
    without = hint(game, "visible", rollouts=50, worlds=0)
    assert {e.winnable for e in without.estimates} == {None}
    assert {e.winnable_error for e in without.estimates} == {None}


def test_where_nothing_is_hidden_the_estimates_are_exact():
    # With an empty stock and all cards in sight there is one world only.
    checked = 0
    for number in range(80):
        game = hand_made(RULES["tripeaks"], number, 1 + number % 3, 0)
        if unseen_places(game) or game.outcome() is not None:
            continue
        keeps = winning_moves(game)
        answer = hint(game, "visible", rollouts=20, worlds=3)
        assert {e.move: e.winnable for e in answer.estimates} == keeps
        checked += 1
    assert checked >= 5


def test_visible_knows_what_was_seen_before():
    # Cards that went to the waste do not come again: the last one hidden is known.
    game = hand_made(RULES["tripeaks"], 3, 2, 1)
    worlds = hint(game, "visible", rollouts=10, worlds=20).estimates
    if len(unseen_places(game)) == 1:
        assert {e.winnable for e in worlds} <= {0.0, 1.0}


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("game", [None, Deal("tripeaks", 1), "tripeaks", 5])
def test_wrong_types(game):
    with pytest.raises(TypeError, match="hint takes a PeaksGame"):
        hint(game)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"information": "some"}, "information is all or visible, not 'some'"),
        ({"information": None}, "information is all or visible"),
        ({"information": "visible", "rollouts": 0}, "rollouts is 1 to"),
        ({"information": "visible", "rollouts": -5}, "rollouts is 1 to"),
        ({"information": "visible", "worlds": -1}, "worlds is 0 to"),
        ({"information": "visible", "policy": "wise"}, "policy is one of"),
        ({"information": "visible", "seed": -1}, "seed is 0 to"),
        ({"information": "visible", "seed": 2**64}, "seed is 0 to"),
    ],
)
def test_bad_arguments(arguments, text):
    with pytest.raises(ValueError, match=text):
        hint(Deal("tripeaks", 1).start(), **arguments)


@pytest.mark.parametrize("name", ["rollouts", "worlds", "seed"])
@pytest.mark.parametrize("value", ["1", None, pytest.param(1.5, id="one and a half")])
def test_figures_that_are_no_whole_numbers(name, value, request):
    with pytest.raises(TypeError):
        hint(Deal("tripeaks", 1).start(), "visible", **{name: value})


def test_a_table_of_another_deal():
    with pytest.raises(ValueError):
        hint(Deal("tripeaks", 1).start(), table=WinTable(Deal("tripeaks", 2).start()))


def test_unknown_cards():
    cards = deck(1)
    game = PeaksGame(RULES["tripeaks"], [*cards[:5], "??", *cards[6:]])
    with pytest.raises(ValueError, match="place 5 is unknown"):
        hint(game)
    # A card that was face up and has been forgotten cannot be told from those unseen.
    blind = PeaksGame(RULES["tripeaks"], [*cards[:29], "??", *cards[30:]], [], 2, cards[30])
    with pytest.raises(ValueError, match="has been face up is unknown"):
        hint(blind, "visible")
