"""The plain Klondike by hand-made positions: each rule, and each option both ways."""

import random
from dataclasses import replace

import pytest

from klondike_boards import board
from klondike_twins import MAKERS, legal_texts
from solitaire_core import Card, IllegalMoveError, deck
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.klondike_board import Board
from solitaire_core.reference.klondike import ReferenceKlondike
from test_klondike_rules import GAMES

KLONDIKE = GAMES["klondike"]
TRIANGLE = GAMES["small-triangle"]
# Four piles are enough for most of what there is to show.
FOUR = KlondikeRules("four", piles=(1, 2, 3, 4))
OPEN = replace(FOUR, name="open", face_up="all")
SEQUENCES = replace(FOUR, name="sequences", runs="king-sequences")


@pytest.fixture(params=MAKERS)
def make(request):
    return MAKERS[request.param]


def moves(make, rules, *args, **kwargs):
    """The legal moves of a position made by hand, as a set."""
    found = legal_texts(make(rules, board(rules, *args, **kwargs)))
    assert len(set(found)) == len(found)
    return set(found)


def after(make, rules, position, *line):
    """The board after some moves; taking them back must lead where they began."""
    game = make(rules, position)
    for move in line:
        game.push(move)
    found = game.board()
    assert found.faults(rules) == ()
    assert [str(move) for move in game.move_stack] == list(line)
    assert [str(game.pop()) for _ in line] == list(line)[::-1]
    assert game.board() == position
    assert not game.move_stack
    return found


def pile(position, index):
    """A pile as text, `|` behind what lies face down."""
    words = [str(card) for card in position.piles[index]]
    words.insert(position.face_down[index], "|")
    return " ".join(words)


# The tableau.


def test_down_by_one_in_the_other_colour(make):
    # On the 8C go the red sevens, and nothing else here goes anywhere.
    assert moves(make, FOUR, ["... | 8C", "3C | 7D", "4C | 7H", "5C | 9C"]) == {
        "7D t1>t0",
        "7H t2>t0",
    }
    assert moves(make, FOUR, ["... | 8C", "3D | 7S", "4C | 9S", "5C | 6C"]) == set()


def test_no_wrap_and_nothing_on_an_ace(make):
    # The deuces would go on aces by colour, the kings on them by a wrap.
    on_aces = ["... | AC", "9C | 2D", "8C | KH", "7C | QD"]
    assert moves(make, FOUR, on_aces) == {"AC t0>t1", "AC t0>f"}


def test_the_waste_goes_where_a_card_of_the_tableau_goes(make):
    piles = ["... | 8C", "3C | 8S", "4C | 6H", "5C | TC"]
    # The last card of the waste is its top.
    assert moves(make, FOUR, piles, waste="9D 7D") == {"7D w>t0", "7D w>t1", "redeal"}
    assert moves(make, FOUR, piles, waste="7D 9D") == {"9D w>t3", "redeal"}


def test_any_packed_tail_moves(make):
    piles = ["... | 9C", "2C | JD TC 9H 8S 7D", "3C | 8D", "4C | 9S"]
    assert moves(make, FOUR, piles) == {"8D t2>t0", "8D t2>t3"}
    piles = ["... | TS", "2C | JD TC 9H 8S 7D", "3C | 8C", "4C | 9D"]
    assert moves(make, FOUR, piles) == {
        "9H t1>t0*3",
        "9D t3>t0",
        "8S t1>t3*2",
        "7D t1>t2",
        "8C t2>t3",
    }


def test_what_is_not_packed_does_not_move_together(make):
    # The same colour, and a gap: the tens that would go on the jack are held.
    assert moves(make, FOUR, ["... | JC", "2C | TD 9D", "3C | TH 7S", "5C | 6C"]) == set()
    # A rising pair is held as well, a falling one is not.
    assert moves(make, FOUR, ["... | JC", "2C | TD JS", "3C | TH 9C", "4C | 6C"]) == {
        "TH t2>t0*2",
        "TH t2>t1*2",
    }


def test_face_down_cards_do_not_move(make):
    # The jack and ten are packed, but the jack lies face down.
    assert moves(make, FOUR, ["... | QC", "JH | TC", "2C | JD", "4C | 6C"]) == {
        "JD t2>t0",
        "TC t1>t2",
    }


def test_single_cards_only(make):
    piles = ["... | TS", "2C | JD TC 9H 8S 7D", "3C | 8C", "4C | 9D"]
    assert moves(make, SEQUENCES, piles) == {"9D t3>t0", "7D t1>t2", "8C t2>t3"}


# Empty piles.


def test_kings_and_what_they_head_fill_empty_piles(make):
    piles = ["... | KH QC JD", "3C | KS", "4C | QD", ""]
    expected = {"KH t0>t3*3", "KS t1>t3", "QD t2>t1"}
    assert moves(make, FOUR, piles) == expected
    assert moves(make, SEQUENCES, piles) == expected
    any_card = {"JD t0>t3", "QC t0>t3*2", "QD t2>t3"}
    assert moves(make, replace(FOUR, empty="any"), piles) == expected | any_card
    # Where single cards move, a run goes into an empty pile only if a king heads it.
    by_ones = expected | {"JD t0>t3", "QD t2>t3"}
    assert moves(make, replace(SEQUENCES, empty="any"), piles) == by_ones


def test_a_king_sequence_moves_whole_and_is_what_lies_packed_on_the_king(make):
    # The jack on the king's queen is of her colour, so no king heads it.
    piles = ["... | KH QC JC", "3C | 5D", "4C | 7D", ""]
    for rules in (FOUR, SEQUENCES):
        assert moves(make, rules, piles) == set()
    # Face down, a king heads nothing.
    piles = ["... KH | QC", "3C | 5D", "4C | 7D", ""]
    for rules in (FOUR, SEQUENCES):
        assert moves(make, rules, piles) == set()


def test_a_king_sequence_does_not_go_on_a_card(make):
    piles = ["... | AH", "3C | KH QC", "4C | AC", "5C | AD"]
    for rules in (FOUR, SEQUENCES):
        assert not any("KH" in move for move in moves(make, rules, piles))


def test_pointless_moves_are_moves(make):
    # Whole piles from one empty place to another, each place on its own.
    six = KlondikeRules("six", piles=(1,) * 6)
    piles = ["... | 4C", "KD QS", "KC", "7C"]
    expected = {
        "KD t1>t4*2",
        "KD t1>t5*2",
        "KC t2>t4",
        "KC t2>t5",
    }
    assert moves(make, six, piles) == expected
    assert moves(make, replace(six, runs="king-sequences"), piles) == expected


def test_the_waste_fills_an_empty_pile(make):
    piles = ["... | 4C", "6C | 8C", "2C | TC", ""]
    assert moves(make, FOUR, piles, waste="KD") == {"KD w>t3", "redeal"}
    assert moves(make, FOUR, piles, waste="QD") == {"redeal"}
    # With any card the tops of the piles go there as well.
    found = moves(make, replace(FOUR, empty="any"), piles, waste="QD")
    assert found == {"QD w>t3", "4C t0>t3", "8C t1>t3", "TC t2>t3", "redeal"}


# Foundations.


def test_up_in_suit_from_the_ace(make):
    piles = ["... | AC", "3C | 4S", "4C | 3H", "5C | 6S"]
    # The 3S is there and the 2H is not.
    assert moves(make, FOUR, piles, "3S") == {"AC t0>f", "4S t1>f", "3H t2>t1"}
    assert moves(make, FOUR, piles, "3S AH") == {"AC t0>f", "4S t1>f", "3H t2>t1"}
    # Now it is.
    assert moves(make, FOUR, piles, "3S 2H") == {"AC t0>f", "4S t1>f", "3H t2>t1", "3H t2>f"}


def test_the_waste_goes_to_the_foundations(make):
    piles = ["... | 4C", "6C | 8C", "2C | TC", "3C | QC"]
    assert moves(make, FOUR, piles, "5H", waste="7H 6H") == {"6H w>f", "redeal"}
    assert moves(make, FOUR, piles, "5H", waste="6H 9H") == {"9H w>t2", "redeal"}


def test_runs_do_not_go_to_the_foundations(make):
    # Of 2D on 3C only the 2D may go, and only when its ace is there.
    piles = ["... | 8C", "5C | 3C 2D", "6C | TC", "7C | QC"]
    assert moves(make, FOUR, piles, "2C AD") == {"2D t1>f"}
    assert moves(make, FOUR, piles, "2C") == set()


def test_two_decks_have_two_foundations_of_a_suit(make):
    two = KlondikeRules("two", decks=2, piles=(9,) * 5)
    # Spades have come to the five and to the three.
    found = moves(make, two, ["...", "4S", "5S", "6S"], "5S 3S")
    assert {"4S t1>f", "6S t3>f"} <= found
    assert "5S t2>f" not in found
    # Now to the five and not at all: another ace, and nothing on the four that is covered.
    found = moves(make, two, ["...", "AS", "4S", "5S", "6S"], "5S")
    assert {"AS t1>f", "6S t4>f"} <= found
    assert not {"4S t2>f", "5S t3>f"} & found
    # To the five twice: no six is kept out.
    found = moves(make, two, ["...", "6S", "6S", "7S", "9S"], "5S 5S")
    assert {"6S t1>f", "6S t2>f"} <= found
    position = board(two, ["...", "6S", "6S", "7S", "9S"], "5S 5S")
    twice = after(make, two, position, "6S t1>f", "6S t2>f", "7S t3>f")
    assert [twice.foundations[Card(card).code] for card in ("5S", "6S", "7S", "8S")] == [2, 2, 1, 0]


def test_worrying_back(make):
    piles = ["... | 6H", "7C | 6D", "8C | 4D", "9C | 7S"]
    found = moves(make, FOUR, piles, "5S 3C")
    assert found == {"5S f>t0", "5S f>t1", "3C f>t2", "6H t0>t3", "6D t1>t3"}
    off = replace(FOUR, worrying_back=False)
    assert moves(make, off, piles, "5S 3C") == {"6H t0>t3", "6D t1>t3"}
    position = board(FOUR, piles, "5S 3C")
    back = after(make, FOUR, position, "5S f>t0", "4D t2>t0")
    assert pile(back, 0).endswith("| 6H 5S 4D")
    assert [back.foundations[Card(card).code] for card in ("4S", "5S")] == [1, 0]


def test_only_tops_come_back_and_each_card_once(make):
    two = KlondikeRules("two", decks=2, piles=(9,) * 5)
    piles = ["...", "6H", "5D", "4H", "TC"]

    def back(foundations):
        return {move for move in moves(make, two, piles, foundations) if " f>" in move}

    assert back("5S 3S") == {"5S f>t1", "3S f>t3"}
    assert back("5S 4S") == {"5S f>t1", "4S f>t2"}
    assert back("5S 5S") == {"5S f>t1"}
    assert back("4S 5C") == {"4S f>t2", "5C f>t1"}
    assert back("AS") == set()


def test_what_comes_back_into_an_empty_pile(make):
    piles = ["... | 4C", "6C | 8C", "", ""]
    kings = {"KH f>t2", "KH f>t3"}
    assert moves(make, FOUR, piles, "KH 9D") == kings
    found = moves(make, replace(FOUR, empty="any"), piles, "KH 9D")
    nines = {"9D f>t2", "9D f>t3"}
    assert found == kings | nines | {f"{top}>t{i}" for top in ("4C t0", "8C t1") for i in (2, 3)}
    off = replace(FOUR, worrying_back=False)
    assert moves(make, off, piles, "KH 9D") == set()
    # With two decks a king's copies are all tops.
    two = KlondikeRules("two", decks=2, piles=(9,) * 3)
    assert {"KH f>t1", "KH f>t2"} <= moves(make, two, ["..."], "KH KH")


# Turning up.


def test_a_face_down_card_is_turned_up_at_once(make):
    piles = ["... | 9C", "6D 5H | 8D", "7C | 4D", "TC | 8H 7S"]
    position = board(FOUR, piles, "3D")
    found = after(make, FOUR, position, "8D t1>t0")
    assert pile(found, 1) == "6D | 5H"
    assert pile(found, 0).endswith("| 9C 8D")
    # By a move to the foundations, too, and the last card of a pile leaves it empty.
    found = after(make, FOUR, position, "4D t2>f", "7C t2>t1")
    assert pile(found, 2) == "|"
    assert pile(found, 1) == "6D 5H | 8D 7C"
    # Nothing is turned up while another card lies face up.
    found = after(make, FOUR, position, "7S t3>t1")
    assert pile(found, 3) == "TC | 8H"


def test_where_all_lie_face_up_nothing_is_turned(make):
    position = board(OPEN, ["... 9C", "6D 5H 8D", "7C 4D", "TC 8H"])
    found = after(make, OPEN, position, "8D t1>t0")
    assert pile(found, 1) == "| 6D 5H"


# The stock to a waste.

STILL = ["2C", "4C", "6C", "8C", "TC", "QC", "... | KC"]
"""Seven piles that leave nothing to be moved: all tops are black, even or the king."""


@pytest.mark.parametrize("draw", [1, 2, 3])
def test_a_turn(make, draw):
    rules = KLONDIKE.with_options({"draw": draw})
    position = board(rules, STILL, waste="2D", stock="4D 6D 8D TD")
    found = after(make, rules, position, "turn")
    dealt = ["4D", "6D", "8D", "TD"]
    # One by one: the card that came last lies on top.
    assert [str(card) for card in found.waste] == ["2D", *dealt[:draw]]
    assert [str(card) for card in found.stock] == dealt[draw:]
    assert found.passes == 1
    # Less than a turn's worth: what is left.
    turns = -(-4 // draw)
    found = after(make, rules, position, *["turn"] * turns)
    assert [str(card) for card in found.waste] == ["2D", *dealt]
    assert found.stock == ()
    with pytest.raises(IllegalMoveError):
        after(make, rules, position, *["turn"] * (turns + 1))


@pytest.mark.parametrize("draw", [1, 3])
def test_a_redeal_keeps_the_order_and_turns_no_card(make, draw):
    rules = KLONDIKE.with_options({"draw": draw})
    position = board(rules, STILL, waste="4D 6D 8D TD")
    assert legal_texts(make(rules, position)) == ["redeal"]
    found = after(make, rules, position, "redeal")
    assert [str(card) for card in found.stock] == ["4D", "6D", "8D", "TD"]
    assert (found.waste, found.passes) == ((), 2)


def test_no_redeal_while_stock_remains_nor_of_an_empty_waste(make):
    assert moves(make, KLONDIKE, STILL, waste="4D", stock="6D") == {"turn"}
    assert moves(make, KLONDIKE, STILL, stock="6D") == {"turn"}
    assert moves(make, KLONDIKE, STILL) == set()


@pytest.mark.parametrize(
    "passes, now, redeal",
    [(0, 1, True), (0, 300, True), (1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)],
)
def test_passes(make, passes, now, redeal):
    rules = KLONDIKE.with_options({"passes": passes})
    found = moves(make, rules, STILL, waste="4D", passes=now)
    assert found == ({"redeal"} if redeal else set())
    # The last pass may be played to its end.
    assert moves(make, rules, STILL, stock="4D", passes=now) == {"turn"}


def test_three_passes_are_two_redeals(make):
    rules = KLONDIKE.with_options({"passes": 3})
    position = board(rules, STILL, stock="4D")
    found = after(make, rules, position, "turn", "redeal", "turn", "redeal", "turn")
    assert found.passes == 3
    assert legal_texts(make(rules, found)) == []


# The stock dealt onto the piles.


def test_deal(make):
    position = board(TRIANGLE, [*STILL[:3], "", *STILL[4:]], stock="2D 4D 6D 8D TD 3S 5S AD 3D")
    found = after(make, TRIANGLE, position, "deal")
    tops = [str(pile[-1]) for pile in found.piles]
    assert tops == ["2D", "4D", "6D", "8D", "TD", "3S", "5S"]
    # Left to right, the empty pile included; nothing that lies there is turned.
    assert pile(found, 3) == "| 8D"
    assert pile(found, 0) == "| 2C 2D"
    assert found.face_down == position.face_down
    assert [str(card) for card in found.stock] == ["AD", "3D"]
    # The last deal goes as far as the cards do.
    found = after(make, TRIANGLE, position, "deal", "deal")
    tops = [str(pile[-1]) for pile in found.piles]
    assert tops == ["AD", "3D", "6D", "8D", "TD", "3S", "5S"]
    assert found.stock == ()
    assert "deal" not in legal_texts(make(TRIANGLE, found))


def test_deal_at_any_time_and_nothing_else_of_the_stock(make):
    # Moves are left, and a pile is empty.
    piles = ["... | 8C", "3C | 7D", "4C | 7H", ""]
    rules = replace(FOUR, stock="deal", draw=0)
    assert moves(make, rules, piles, stock="2C 6C") == {"7D t1>t0", "7H t2>t0", "deal"}
    assert moves(make, rules, piles) == {"7D t1>t0", "7H t2>t0"}


def test_the_rounds_of_the_triangles(make):
    for name, rounds in (
        ("eternal-triangle", [10] * 4 + [9]),
        ("hypotenuse", [10] * 4 + [9]),
        ("small-triangle", [7] * 3 + [3]),
        ("triple-triangle", [13] * 5),
    ):
        rules = GAMES[name]
        game = make(rules, Board.dealt(rules, deck(7, "pysol", rules.decks)))
        for dealt in rounds:
            before = game.board()
            game.push("deal")
            grown = [
                len(new) - len(old)
                for old, new in zip(before.piles, game.board().piles, strict=True)
            ]
            assert grown == [1] * dealt + [0] * (len(grown) - dealt), name
        assert not game.board().stock


# Making and taking back.

ILLEGAL = [
    "", "7D", "redeal", "deal", "7D t1>t3",
    "7D t0>t1", "7H t1>t0", "7D t2>t0", "8C t0>t0", "7D t1>t9", "7D w>t0", "7D f>t0", "7D t1>f",
    "AS f>f", "9C t3>f*2", "3C t1>t0*2",
]  # fmt: skip


@pytest.mark.parametrize("text", ILLEGAL)
def test_what_is_not_legal_is_refused_and_changes_nothing(make, text):
    position = board(FOUR, ["... | 8C", "3C | 7D", "4C | 7H", "5C | 9C"], stock="2D")
    game = make(FOUR, position)
    game.push("7D t1>t0")
    game.pop()
    with pytest.raises(ValueError):
        game.push(text)
    assert game.board() == position
    assert not game.move_stack


def test_an_illegal_move_has_an_error_of_its_own():
    game = ReferenceKlondike(FOUR, board(FOUR, ["... | 8C", "3C | 7D", "4C | 7H", "5C | 9C"]))
    with pytest.raises(IllegalMoveError, match="illegal move 7H t1>t0"):
        game.push("7H t1>t0")


def test_nothing_to_take_back(make):
    game = make(FOUR, board(FOUR, ["..."]))
    with pytest.raises(IndexError):
        game.pop()


# Every game of the list, and every option against its usual value.
WALKS = {
    **GAMES,
    "klondike-draw3": KLONDIKE.with_options({"draw": 3, "passes": 3, "turn_first": True}),
    "klondike-vegas": KLONDIKE.with_options({"passes": 1}),
    "klondike-no-worrying": KLONDIKE.with_options({"worrying_back": False}),
    "triangle-no-worrying": GAMES["eternal-triangle"].with_options({"worrying_back": False}),
    "big-harp-sequences": replace(GAMES["big-harp"], runs="king-sequences", draw=2, passes=4),
    "tripleharp-any": replace(GAMES["tripleharp"], empty="any"),
    "open-klondike": replace(KLONDIKE, face_up="all", draw=3),
}


@pytest.mark.parametrize("name", WALKS)
def test_long_lines_come_back_exactly(make, name):
    rules = WALKS[name]
    rng = random.Random(name)
    game = make(rules, Board.dealt(rules, deck(rng.randrange(10**6), decks=rules.decks)))
    seen, made, turned_up = [game.board()], [], 0
    while len(made) < 250 and (legal := legal_texts(game)):
        # To the foundations more often than not, so that lines get somewhere; back seldom.
        by_liking = [m for m in legal if m.endswith(">f")] if rng.random() < 0.7 else []
        by_liking = by_liking or [m for m in legal if " f>" not in m or rng.random() < 0.1]
        made.append(rng.choice(by_liking or legal))
        game.push(made[-1])
        seen.append(game.board())
        assert seen[-1].faults(rules) == ()
        turned_up += sum(seen[-2].face_down) - sum(seen[-1].face_down)
        if rng.random() < 0.2:
            # Back a few plies, and the same again.
            back = made[-rng.randrange(1, 6) :]
            assert [str(game.pop()) for _ in back] == back[::-1]
            assert game.board() == seen[-1 - len(back)]
            for move in back:
                game.push(move)
            assert game.board() == seen[-1]
    assert len(made) > 12
    assert [str(move) for move in game.move_stack] == made
    assert rules.face_up == "all" or turned_up
    for move, position in zip(made[::-1], seen[-2::-1], strict=True):
        assert str(game.pop()) == move
        assert game.board() == position
    assert not game.move_stack


# Won and lost.


def test_won():
    for decks in (1, 2, 3):
        rules = KlondikeRules("last", decks=decks, piles=(20 * decks,) * 2)
        tops = " ".join(f"K{suit}" for suit in "CDHS" for _ in range(decks)).split()
        game = ReferenceKlondike(rules, board(rules, ["KS"], " ".join([*tops[:-1], "QS"])))
        assert not game.is_won()
        assert not game.is_lost()
        game.push("KS t0>f")
        assert game.is_won()
        assert not game.is_lost()
        assert game.board().foundations == (decks,) * 52
        # A front end may still worry back a king, where the rules have it.
        kings = {f"K{suit} f>t{i}" for suit in "CDHS" for i in (0, 1)}
        assert set(game.legal_moves()) == kings
        game.pop()
        assert not game.is_won()
        off = ReferenceKlondike(rules.with_options({"worrying_back": False}), game.board())
        off.push("KS t0>f")
        assert off.is_won()
        assert off.legal_moves() == []
        assert not off.is_lost()


def test_not_lost_while_a_card_can_be_played():
    # Even if all that is left is a run that goes to and fro, or a card that worries back.
    shuttle = ["2C", "4C", "JC", "8C 7D", "8S", "QC", "... | KC"]
    game = ReferenceKlondike(KLONDIKE, board(KLONDIKE, shuttle))
    assert game.legal_moves() == ["7D t3>t4"]
    assert not game.is_lost()
    worrying = ["8D", "4C", "6C", "8C", "TC", "QC", "... | KC"]
    position = board(KLONDIKE, worrying, "7S 2C")
    assert ReferenceKlondike(KLONDIKE, position).legal_moves() == ["7S f>t0"]
    assert not ReferenceKlondike(KLONDIKE, position).is_lost()
    off = KLONDIKE.with_options({"worrying_back": False})
    assert ReferenceKlondike(off, position).is_lost()


# The 3D goes on the 4C, and nothing else of these goes anywhere.
LOST = [
    # draw, passes, the pass this is; waste, stock; lost?
    (1, 0, 1, "", "", True),
    (1, 1, 1, "", "2D 4D 6D", True),
    (1, 0, 1, "2D 4D 6D", "", True),
    (1, 0, 1, "2D 4D", "6D 8D", True),
    (1, 0, 1, "2D 3D", "4D", False),
    (1, 1, 1, "", "2D 4D 3D", False),
    (1, 1, 1, "", "2D 3D 4D", False),
    # One that has gone by comes again only in another pass.
    (1, 1, 1, "3D 2D", "4D", True),
    (1, 0, 1, "3D 2D", "4D", False),
    (1, 2, 1, "3D 2D", "4D", False),
    (1, 2, 2, "3D 2D", "4D", True),
    (1, 2, 2, "3D 2D", "", True),
    (1, 3, 2, "3D 2D", "", False),
    # Three at a time: the third of each three shows, and the last.
    (3, 0, 1, "", "2D 4D 3D", False),
    (3, 0, 1, "", "3D 2D 4D", True),
    (3, 0, 1, "", "2D 3D 4D", True),
    (3, 0, 1, "", "2D 4D 6D 3D", False),
    (3, 0, 1, "", "2D 4D 6D 3D 8D", True),
    (3, 0, 1, "", "2D 4D 6D 8D 3D", False),
    # The first pass goes by threes from where it stands, the next ones from the start.
    (3, 0, 1, "2D", "4D 3D 6D", False),
    (3, 1, 1, "2D", "4D 3D 6D", True),
    (3, 2, 1, "2D", "4D 3D 6D", False),
    (3, 3, 2, "2D", "4D 3D 6D", False),
    (3, 3, 3, "2D", "4D 3D 6D", True),
    (3, 0, 7, "2D", "3D 4D 6D", True),
    (3, 0, 1, "2D", "4D 6D 3D", False),
    (3, 1, 1, "2D", "4D 6D 3D", False),
    (3, 0, 1, "2D 3D 4D", "6D 8D", True),
    (2, 0, 1, "3D 2D 4D", "6D 8D", True),
    (2, 0, 1, "2D 3D 4D", "6D 8D", False),
    (2, 1, 1, "2D 3D 4D", "6D 8D", True),
]


@pytest.mark.parametrize("draw, passes, now, waste, stock, lost", LOST)
def test_lost_when_no_turn_and_no_redeal_brings_a_card_that_goes(
    draw, passes, now, waste, stock, lost
):
    rules = KLONDIKE.with_options({"draw": draw, "passes": passes})
    position = board(rules, STILL, waste=waste, stock=stock, passes=now)
    game = ReferenceKlondike(rules, position)
    assert game.is_lost() == lost
    if lost:
        assert set(game.legal_moves()) <= {"turn", "redeal"}
    # The question leaves the game alone.
    assert (game.board(), game.move_stack) == (position, [])


def test_a_stock_that_is_dealt_is_never_lost_before_its_end():
    game = ReferenceKlondike(TRIANGLE, board(TRIANGLE, STILL, stock="2D"))
    assert game.legal_moves() == ["deal"]
    assert not game.is_lost()
    game.push("deal")
    assert game.legal_moves() == []
    assert game.is_lost()
    game.pop()
    assert not game.is_lost()
    # With moves left after the last deal it is not lost either.
    game = ReferenceKlondike(TRIANGLE, board(TRIANGLE, STILL, stock="3D"))
    game.push("deal")
    assert game.legal_moves() == ["3D t0>t1"]
    assert not game.is_lost()


@pytest.mark.parametrize("draw, passes", [(1, 0), (1, 1), (3, 0), (3, 2)])
def test_lost_is_what_turning_on_and_on_shows(draw, passes):
    # Without worrying back, and card by card, or hardly a line comes to an end.
    options = {"draw": draw, "passes": passes, "worrying_back": False}
    rules = replace(KLONDIKE.with_options(options), runs="king-sequences")
    rng = random.Random(draw)
    found = set()
    for number in range(40):
        game = ReferenceKlondike(rules, Board.dealt(rules, deck(number)))
        for _ in range(120):
            legal = game.legal_moves()
            if not legal:
                break
            plays = [m for m in legal if m not in ("turn", "redeal")]
            game.push(rng.choice(plays if plays and rng.random() < 0.95 else legal))
            if not rng.randrange(15):
                found.add(lost_by_turning(game))
                assert game.is_lost() == lost_by_turning(game)
        found.add(lost_by_turning(game))
        assert game.is_lost() == lost_by_turning(game)
    assert found == {True, False}


def lost_by_turning(game):
    """Whether 60 moves of the stock, two passes and more, bring nothing that can be played."""
    made, lost = 0, True
    for _ in range(60):
        legal = set(game.legal_moves())
        if legal - {"turn", "redeal"}:
            lost = False
            break
        if not legal:
            break
        game.push(legal.pop())
        made += 1
    for _ in range(made):
        game.pop()
    return lost


# Counts of lines, and what cannot be played.


def test_perft():
    position = board(KLONDIKE, STILL, stock="2D 4D")
    rules = KLONDIKE.with_options({"passes": 1})
    game = ReferenceKlondike(rules, position)
    assert [game.perft(depth) for depth in range(4)] == [1, 1, 1, 0]
    game = ReferenceKlondike(KLONDIKE, position)
    assert [game.perft(depth) for depth in range(8)] == [1] * 8
    # The 7D to and fro between two eights, a turn before, between or after.
    shuttle = ["2C", "4C", "JC", "8C 7D", "8S", "QC", "... | KC"]
    game = ReferenceKlondike(rules, board(rules, shuttle, stock="2D"))
    assert [game.perft(depth) for depth in range(6)] == [1, 2, 3, 4, 5, 6]
    assert game.move_stack == []


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_those_of_the_moves_together(name):
    rules = GAMES[name]
    start = Board.dealt(rules, deck(3, decks=rules.decks))
    game = ReferenceKlondike(rules, start)
    assert game.perft(1) == len(game.legal_moves())
    total = 0
    for move in game.legal_moves():
        next_game = ReferenceKlondike(rules, start)
        next_game.push(move)
        total += ReferenceKlondike(rules, next_game.board()).perft(1)
    assert game.perft(2) == total
    assert game.board() == start


def test_boards_with_faults_are_refused():
    start = Board.dealt(KLONDIKE, deck(1))
    unknown = replace(start, stock=(Card("??"), *start.stock[1:]))
    with pytest.raises(ValueError, match=r"1 cards are unknown \(\?\?\)"):
        ReferenceKlondike(KLONDIKE, unknown)
    with pytest.raises(ValueError, match="there are 51 cards, not 52"):
        ReferenceKlondike(KLONDIKE, replace(start, stock=start.stock[1:]))
    with pytest.raises(ValueError, match="there are 7 piles, not 10"):
        ReferenceKlondike(GAMES["big-harp"], start)
