"""The compiled Klondike family against its plain twin, on random play of every game."""

import copy
import json
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike_boards import board
from solitaire_core import Card, Deal, IllegalMoveError, deck
from solitaire_core._fast import KlondikeState, KlondikeTable
from solitaire_core.games import KLONDIKE_FAMILY
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike import ReferenceKlondike

VARIANTS = {
    **KLONDIKE_FAMILY,
    "klondike-3": KLONDIKE_FAMILY["klondike"].with_options({"draw": 3}),
    "klondike-3-passes": KLONDIKE_FAMILY["klondike"].with_options({"draw": 3, "passes": 3}),
    "klondike-final": KLONDIKE_FAMILY["klondike"].with_options({"worrying_back": False}),
    "klondike-turned": KLONDIKE_FAMILY["klondike"].with_options({"draw": 3, "turn_first": True}),
    "double-klondike-3": KLONDIKE_FAMILY["double-klondike"].with_options({"draw": 3}),
    "singles-anywhere": KlondikeRules(
        "singles-anywhere", decks=2, piles=(3, 2, 0, 9, 1, 4, 5), runs="king-sequences",
        empty="any", draw=2, passes=2,
    ),
    "three-decks-dealt": KlondikeRules(
        "three-decks-dealt", decks=3, piles=(20, 0, 30, 12, 11), face_up="all", empty="any",
        stock="deal", draw=0,
    ),
}  # fmt: skip


def choose(moves, rng):
    """Foundations rather often, so that games come to their ends."""
    home = [move for move in moves if str(move).endswith(">f")]
    return rng.choice(home if home and rng.random() < 0.5 else moves)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_lockstep(name, seed):
    rules = VARIANTS[name]
    rng = random.Random(seed)
    cards = deck(seed, "sc1", rules.decks)
    game = KlondikeGame.dealt(rules, cards)
    twin = ReferenceKlondike(rules, Board.dealt(rules, cards))
    before = []
    for _ in range(250):
        legal = list(game.legal_moves)
        texts = [str(move) for move in legal]
        assert sorted(texts) == sorted(twin.legal_moves())
        assert len(set(texts)) == len(texts) == len(game.legal_moves) == game.legal_moves.count()
        assert game.board() == twin.board()
        assert game.status() == ()
        outcome = game.outcome()
        assert (outcome is not None and outcome.won) == twin.is_won()
        assert (outcome is not None and not outcome.won) == twin.is_lost()
        assert all(move in game.legal_moves for move in legal)
        if not legal:
            break
        before.append((game.copy(), game.key(), game.key(ordered=False)))
        move = choose(legal, rng)
        if rng.random() < 0.5:
            game.push(move)
        else:
            game.push(str(move))
        twin.push(str(move))
        assert game.peek() == move
        assert game.ply == len(before)
    assert [str(move) for move in game.move_stack] == list(map(str, twin.move_stack))
    # Back again, to the bit.
    while before:
        earlier, key, unordered = before.pop()
        assert str(game.pop()) == twin.pop()
        assert game._same(earlier)
        assert game == earlier
        assert (game.key(), game.key(ordered=False)) == (key, unordered)
    assert game.board() == twin.board()
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(IndexError):
        game.peek()


# Moves of every kind, to and from places that some games do not have.
PLACES = [*(f"t{index}" for index in range(13)), "w", "f"]
EVERY_MOVE = [
    KlondikeMove(text)
    for text in (
        "turn", "redeal", "deal",
        *(f"{card} {source}>{to}" for card in map(str, map(Card, range(52)))
          for source in PLACES for to in PLACES
          if source != to and to != "w"),
        *(f"{card} t{source}>t{to}*{count}" for card in map(str, map(Card, range(52)))
          for source in range(13) for to in range(13) if source != to for count in (2, 3, 13)),
    )
]  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_a_move_is_legal_if_it_is_among_the_legal_ones(name):
    rules, rng = VARIANTS[name], random.Random(name)
    game = KlondikeGame.dealt(rules, deck(3, "sc1", rules.decks))
    for ply in range(120):
        moves = game.legal_moves
        legal = list(moves)
        if not legal:
            break
        assert all(move in moves for move in legal)
        if ply % 12 == 0:
            assert {move for move in EVERY_MOVE if move in moves} == {
                move for move in legal if move.count in (0, 1, 2, 3, 13)
            }
        game.push(choose(legal, rng))


@pytest.mark.parametrize("name", VARIANTS)
def test_long_walks_back_and_forth(name):
    rng = random.Random(7)
    game = KlondikeGame.dealt(VARIANTS[name], deck(11, "sc1", VARIANTS[name].decks))
    stack = [game.copy()]
    for _ in range(3000):
        legal = list(game.legal_moves)
        if legal and rng.random() < 0.7:
            game.push(choose(legal, rng))
            stack.append(game.copy())
        elif game.ply:
            game.pop()
            stack.pop()
        assert game._same(stack[-1])
    # The position made anew from its cards is the same, whichever copies lie where.
    again = KlondikeGame(game.rules, game.board())
    assert again == game
    assert hash(again) == hash(game)
    assert sorted(map(str, again.legal_moves)) == sorted(map(str, game.legal_moves))


def test_twins_see_a_difference():
    game = Deal("klondike", 1).start()
    other = game.copy()
    assert game._same(other)
    other.push("turn")
    assert not game._same(other)
    assert game != other
    assert game.key() != other.key()


@pytest.mark.parametrize("name", VARIANTS)
def test_perft(name):
    rules = VARIANTS[name]
    cards = deck(5, "sc1", rules.decks)
    game = KlondikeGame.dealt(rules, cards)
    twin = ReferenceKlondike(rules, Board.dealt(rules, cards))
    for depth in range(4):
        assert game.perft(depth) == twin.perft(depth)
    assert game.ply == 0


GOLDEN = json.loads(
    Path(__file__).with_name("golden").joinpath("klondike_perft.json").read_text(encoding="utf-8")
)


def test_every_game_has_its_tables():
    assert {key.split()[0] for key in GOLDEN} == set(KLONDIKE_FAMILY)


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_tables(key):
    table = GOLDEN[key]
    assert len(table["reference"]) >= 3
    assert table["compiled"]
    deal = Deal.from_text(key)
    game = deal.start()
    twin = ReferenceKlondike(deal.rules, Board.dealt(deal.rules, deal.cards))
    for depth, lines in enumerate(table["reference"] + table["compiled"], 1):
        assert game.perft(depth) == lines, depth
        if lines <= 250:
            assert twin.perft(depth) == lines, depth


def test_perft_of_a_game_that_ends():
    rules = KLONDIKE_FAMILY["klondike"].with_options({"worrying_back": False})
    position = board(rules, ["KS", "QS"], "KC KD KH JS")
    game = KlondikeGame(rules, position)
    assert [game.perft(depth) for depth in range(5)] == [
        ReferenceKlondike(rules, position).perft(depth) for depth in range(5)
    ]


def test_keys_do_not_look_at_copies_or_at_the_order_of_piles():
    rules = KLONDIKE_FAMILY["eternal-triangle"]
    cards = deck(3, "sc1", 2)
    one = KlondikeGame.dealt(rules, cards)
    seen = one.board()
    other = KlondikeGame(rules, Board(
        seen.piles[::-1], seen.face_down[::-1], seen.foundations, (), seen.stock,
    ))  # fmt: skip
    assert one.key() != other.key()
    assert one.key(ordered=False) == other.key(ordered=False)
    # The two sixes of hearts changed for each other.
    assert KlondikeGame(rules, seen).key() == one.key()


def test_copies_and_pickles():
    game = Deal("tripleharp", 5).start()
    rng = random.Random(1)
    for _ in range(60):
        game.push(rng.choice(list(game.legal_moves)))
    for other in (
        game.copy(stack=True), copy.copy(game), copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):  # fmt: skip
        assert other == game
        assert other.move_stack == game.move_stack
        assert other.deal == game.deal
        while other.ply:
            other.pop()
        assert other == Deal("tripleharp", 5).start()
    assert game.copy().move_stack == []
    assert game.ply == 60


@given(st.integers(0, 2**32))
def test_auto_moves_are_safe_by_the_rule(seed):
    rng = random.Random(seed)
    name = rng.choice(list(KLONDIKE_FAMILY))
    game = Deal(name, seed % 50).start()
    for _ in range(rng.randrange(80)):
        legal = list(game.legal_moves)
        if legal:
            game.push(choose(legal, rng))
    decks, home = game.rules.decks, game.board().foundations

    def height(suit):
        """The rank up to which all copies of a suit are home."""
        return sum(1 for rank in range(13) if home[13 * suit + rank] == decks)

    expected = []
    for move in game.legal_moves:
        if not str(move).endswith(">f"):
            continue
        suit, rank = divmod(move.card.code, 13)
        rank += 1
        red = suit in (1, 2)
        least = {
            other: rank - 1 if other == suit else rank - 3 if (other in (1, 2)) == red else rank - 2
            for other in range(4)
        }
        waits = str(move).endswith("w>f") and game.rules.draw > 1 and game.stock_left > 0
        if all(height(other) >= bound for other, bound in least.items()) and not waits:
            expected.append(move)
    assert game.auto_moves() == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_search_moves_leave_out_only_what_changes_nothing(name):
    rng = random.Random(3)
    left_out = 0
    for seed in range(6):
        game = KlondikeGame.dealt(VARIANTS[name], deck(seed, "sc1", VARIANTS[name].decks))
        for _ in range(250):
            legal, searched = list(game.legal_moves), game.search_moves()
            ordered = game.rules.stock == "deal" and game.stock_left > 0

            def after(move, game=game, ordered=ordered):
                game.push(move)
                key = game.key(ordered=ordered)
                game.pop()
                return key

            assert set(searched) <= set(legal)
            keys = {after(move) for move in searched}
            if ordered:
                assert searched == legal
            else:
                here = game.key(ordered=False)
                assert {after(move) for move in legal} - {here} == keys - {here}
                assert here not in keys
                left_out += len(legal) - len(searched)
            if not legal:
                break
            game.push(choose(legal, rng))
    assert left_out or game.rules.stock == "deal"


def test_a_position_of_three_decks_takes_512_bytes():
    assert Deal("tripleharp", 1).start().position_bytes <= 512


# ---- moves as text ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["QH t3>t7*4", "7C w>t4", "AH t3>f", "KS f>t12", "turn", "redeal", "deal", "2D w>f"],
)  # fmt: skip
def test_moves_are_read_as_they_are_written(text):
    move = KlondikeMove(text)
    assert str(move) == text
    assert repr(move) == f"KlondikeMove({text!r})"
    assert KlondikeMove(text.lower()) == KlondikeMove(move) == move
    assert hash(KlondikeMove(text)) == hash(move)
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == copy.copy(move) == move
    assert move != text
    if " " in text:
        card, places = text.split()
        assert move.card == Card(card)
        assert f"{move.source}>{move.to}" == places.partition("*")[0]
        assert not move.is_stock
    else:
        assert (move.card, move.count, move.is_stock) == (None, 0, True)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "QH", "QH t3", "QH t3>", "QH >t3", "QH t3>t3", "QH t3>t13", "QH t13>t3",
        "QH t3>w", "QH w>w", "QH f>f", "QH f>w", "?? t3>t4", "1H t3>t4", "QH t3>t4*", "QH t3>t4*0",
        "QH t3>t4*14", "QH t3>t4*-1", "QH t3>t4*99999999999", "QH t3>f*2", "QH w>t3*2",
        "QH t3>t4*²", "QH t3 > t4", "QH stock>t3", "turn turn", "QH t3>t4 x", "\0", "t3>t4",
    ],
)  # fmt: skip
def test_what_is_no_move(text):
    with pytest.raises(ValueError, match="no move: "):
        KlondikeMove(text)
    game = Deal("klondike", 1).start()
    with pytest.raises(ValueError, match="no move: "):
        game.push(text)
    with pytest.raises(ValueError, match="no move: "):
        _ = text in game.legal_moves


@given(st.text() | st.from_regex(r"[A2-9TJQKCDHS?]{1,3} [twf0-9]{1,3}>[twf0-9]{1,3}(\*[0-9]+)?"))
def test_any_text_is_a_move_or_none(text):
    try:
        move = KlondikeMove(text)
    except ValueError as error:
        assert str(error).startswith("no move: ")
    else:
        assert KlondikeMove(str(move)) == move


@pytest.mark.parametrize(
    ("game", "options", "move", "why"),
    [
        ("klondike", {}, "AS t0>f", "it does not lie there on t0"),
        ("klondike", {}, "deal", "the stock is turned to a waste"),
        ("klondike", {}, "redeal", "the stock is not empty"),
        ("eternal-triangle", {}, "turn", "there is no waste"),
        ("eternal-triangle", {}, "redeal", "there is no waste"),
        ("klondike", {}, "KD t0>t9", "there are piles t0 to t6"),
        ("klondike", {}, "KD t9>t0", "there are piles t0 to t6"),
        ("klondike", {}, "KD t0>t1", "it does not go on "),
        ("klondike", {}, "KD t0>f", "no foundation waits for it"),
        ("klondike", {}, "AS w>f", "it is not the top card of the waste"),
        ("klondike", {}, "AS f>t0", "it is not the top card of a foundation"),
        ("klondike", {"worrying_back": False}, "AS f>t0", "no card comes back"),
        ("klondike", {}, "KD t0>t1*2", "t0 has no 2 cards face up"),
        ("eternal-triangle", {}, "JC t9>t8*3", ""),
    ],
)
def test_illegal_moves_say_why(game, options, move, why):
    position = Deal(game, 7, **options).start()
    before = position.copy()
    with pytest.raises(IllegalMoveError, match=f"^illegal move {move.replace('*', '.')}: {why}"):
        position.push(move)
    assert position._same(before)
    assert position.ply == 0


# ---- the compiled layer refuses what cannot be -----------------------------------------------


def table(**changes):
    given = {
        "decks": 1, "piles": 2, "any_fills": False, "singles": False, "worrying_back": True,
        "deals": False, "draw": 1, "passes": 0, "talon": range(40), **changes,
    }  # fmt: skip
    return KlondikeTable(**given)


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": 0}, {"decks": 4}, {"decks": "1"}, {"decks": 1.0}, {"decks": 2**70},
        {"piles": 0}, {"piles": 14}, {"piles": None}, {"draw": 0}, {"draw": 4}, {"draw": -1},
        {"passes": -1}, {"passes": 256}, {"talon": range(97)}, {"talon": [52]}, {"talon": [-1]},
        {"talon": [0, 0]}, {"talon": ["AC"]}, {"talon": 3}, {"talon": [2**70]},
        {"decks": 2, "talon": [3, 3, 3]},
    ],
)  # fmt: skip
def test_tables_that_cannot_be(changes):
    with pytest.raises((ValueError, TypeError)):
        table(**changes)


REST = [list(range(40, 46)), list(range(46, 52))]


@pytest.mark.parametrize(
    "changes",
    [
        {"piles": [[]]}, {"piles": [[], [], []]}, {"piles": None}, {"piles": [[40], [46]]},
        {"piles": [[0, *REST[0]], REST[1]]}, {"piles": [[*REST[0], 60], REST[1]]},
        {"piles": [["AC"], []]}, {"piles": [[0] * 300, []]}, {"down": [6, 0]}, {"down": [-1, 0]},
        {"down": [0]}, {"down": ["x", 0]}, {"home": [0] * 51}, {"home": [1] + [0] * 51},
        {"home": [0] * 51 + [1]}, {"home": [-1] + [0] * 51}, {"home": None}, {"waste": 41},
        {"waste": -1}, {"stock": 39}, {"stock": 41}, {"waste": 3, "stock": 40}, {"passed": -1},
        {"passed": 2**31}, {"table": None}, {"table": 3},
    ],
)  # fmt: skip
def test_positions_that_cannot_be(changes):
    good = {
        "table": table(), "piles": REST, "down": [0, 5], "home": [0] * 52, "waste": 0, "stock": 40,
    }  # fmt: skip
    assert len(KlondikeState(**good).legal_moves) > 0
    with pytest.raises((ValueError, TypeError)):
        KlondikeState(**{**good, **changes})


def test_an_object_made_without_init_is_harmless():
    state = KlondikeState.__new__(KlondikeState)
    assert list(state.legal_moves) == []
    assert state.layout()[0] == [[]]
    assert state.perft(3) == 0
    assert state.copy(stack=True).move_stack == []
    with pytest.raises(IllegalMoveError):
        state.push("turn")


def test_hand_made_positions_name_their_faults():
    rules = KLONDIKE_FAMILY["klondike"]
    with pytest.raises(ValueError, match=r"the position cannot occur: .*KC is there 0 times"):
        KlondikeGame(rules, Board(((),) * 7, (0,) * 7, (0,) * 52))
    with pytest.raises(ValueError, match="piles"):
        KlondikeGame(rules, Board((), (), (0,) * 52))
