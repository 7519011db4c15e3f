"""Positions as values: equality, hashes, pickles, and the text that comes back."""

import pickle
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from play import RULES, mid_game, places
from solitaire_core import GAMES, Deal, Layout, PeaksGame, PeaksRules, deck
from strategies import ODD_LETTERS, decks, games, made_up_rules, odd_text


def rebuilt(game):
    """The same position made by hand."""
    return PeaksGame(game.rules, game.cards(), places(game.removed), game.turned, game.top)


@given(games())
def test_how_a_position_came_about_makes_no_difference(game):
    other = rebuilt(game)
    assert other == game
    assert (other != game) is False
    assert hash(other) == hash(game)
    assert len({other, game, game.copy()}) == 1
    assert other.legal_moves.count() == game.legal_moves.count()
    assert other.uncovered == game.uncovered
    assert game.status() == ()


@given(games(), st.randoms(use_true_random=False))
def test_which_cards_are_gone_makes_no_difference(game, rng):
    # The gone ones change places; the one on top of the waste has to be among them.
    size = game.rules.layout.cards
    order = game.rules.order
    gone = [*places(game.removed), *range(size, size + game.turned + 1)]
    cards = game.cards()
    other = list(cards)
    mixed = rng.sample(gone, len(gone))
    for to, source in zip(gone, mixed, strict=True):
        other[order[to]] = cards[order[source]]
    swapped = PeaksGame(game.rules, other, places(game.removed), game.turned, game.top)
    assert swapped == game
    assert hash(swapped) == hash(game)
    assert [str(move) for move in swapped.legal_moves] == [str(m) for m in game.legal_moves]


@given(games(), st.data())
def test_any_card_still_to_come_makes_a_difference(game, data):
    size = game.rules.layout.cards
    there = [p for p in range(size) if not game.removed >> p & 1]
    there += range(size + game.turned + 1, 52)
    if len(there) < 2:
        return
    a, b = data.draw(st.lists(st.sampled_from(there), min_size=2, max_size=2, unique=True))
    cards = game.cards()
    i, j = game.rules.order[a], game.rules.order[b]
    cards[i], cards[j] = cards[j], cards[i]
    assert PeaksGame(game.rules, cards, places(game.removed), game.turned, game.top) != game


def test_all_of_a_position_counts():
    deal = Deal("tripeaks", 1)
    start = deal.start()
    turned, taken = start.copy(), start.copy()
    turned.push("turn")
    taken.push("5S")
    different = [
        start,
        turned,
        taken,
        PeaksGame(deal.rules, deal.cards, [], 0, "AC"),
        Deal("tripeaks", 2).start(),
        Deal("tripeaks", 1, wrap=False).start(),
        Deal("tripeaks", 1, open=True).start(),
        Deal("one-peak", 1).start(),
    ]
    for i, game in enumerate(different):
        assert [game == other for other in different] == [i == j for j in range(len(different))]
    for other in (None, 1, start.code(), start.packed(), start.legal_moves):
        assert start != other


def test_a_position_with_and_without_its_deal_is_the_same():
    deal = Deal("tripeaks", 1)
    assert deal.start() == PeaksGame(deal.rules, deal.cards)


@given(games())
def test_pickles_take_the_moves_along(game):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        other = pickle.loads(pickle.dumps(game, protocol))
        assert other == game
        assert other.move_stack == game.move_stack
        assert other.waste == game.waste
        assert other.deal == game.deal
        while other.move_stack:
            other.pop()
        assert other == game.deal.start()


def test_pickles_of_positions_by_hand():
    cards = deck(1)
    cards[3] = "??"
    game = PeaksGame(RULES["tripeaks"], cards, [18, 19], 4, "??")
    game.push("turn")
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.code() == game.code()
    assert other.waste == game.waste


@given(games())
def test_code_comes_back(game):
    code = game.code()
    assert "\n" not in code
    own = None if game.rules.name in GAMES else game.rules
    other = PeaksGame.from_code(code, own)
    assert other == game
    assert other.rules == game.rules
    assert other.code() == code
    assert other.move_stack == []
    assert code in repr(game)
    assert PeaksGame.from_code(f" {code}\n", own) == game


@given(made_up_rules | st.sampled_from(list(RULES.values())), decks, st.data())
def test_code_of_any_position_by_hand_comes_back(rules, cards, data):
    size = rules.layout.cards
    hidden = data.draw(st.sets(st.integers(0, 51)))
    game = PeaksGame(
        rules,
        ["??" if i in hidden else card for i, card in enumerate(cards)],
        data.draw(st.sets(st.integers(0, size - 1))),
        data.draw(st.integers(0, 51 - size)),
        data.draw(st.sampled_from([*cards, "??"])),
    )
    other = PeaksGame.from_code(game.code(), rules)
    assert (other, other.cards(), other.code()) == (game, game.cards(), game.code())


def test_code_as_documented():
    game = Deal("tripeaks", 1, wrap=False).start()
    game.push("turn")
    letters = "".join(map(str, deck(1)))
    assert game.code() == (
        f"peaks1 tripeaks wrap=false cards={letters} removed=0 turned=1 top={deck(1)[29]}"
    )


GOOD = Deal("golf", 1).start().code()
LETTERS = GOOD.partition("cards=")[2][:104]


@pytest.mark.parametrize(
    "old, new, message",
    [
        (GOOD, "", "does not begin with peaks1"),
        ("peaks1", "peaks2", "does not begin with peaks1"),
        ("peaks1 ", "", "does not begin with peaks1"),
        ("golf", "patience", "no game 'patience'"),
        ("golf ", "", "no game 'wrap=false'"),
        ("strict=true", "strict=maybe", "strict is True or False"),
        ("strict=true", "strict", "no option: 'strict'"),
        ("strict=true", "draw=true", "golf has no option 'draw'"),
        ("wrap=false", "wrap=true", "wrap and strict exclude each other"),
        ("wrap=false", "wrap=false wrap=false", "the option wrap stands twice"),
        (f"cards={LETTERS} ", "", "cards=... is missing in its place"),
        (LETTERS, LETTERS[:-2], "a deck has 52 cards, not 51"),
        (LETTERS, LETTERS[:-1], "half a card"),
        (LETTERS, LETTERS[:-2] + LETTERS[:2], "stands twice in the deck"),
        (LETTERS, LETTERS[:-2] + "1X", "card 52: no card: '1X'"),
        (" removed=0", "", "removed=... is missing in its place"),
        ("removed=0", "removed=", "removed is no hexadecimal mask: ''"),
        ("removed=0", "removed=x", "removed is no hexadecimal mask: 'x'"),
        ("removed=0", "removed=-1", "removed is"),
        ("removed=0", "removed=800000000", "removed is a mask of 35 places, not 800000000"),
        ("removed=0", "removed=" + "f" * 5000, "removed is "),
        (" turned=0", "", "turned=... is missing in its place"),
        ("turned=0", "turned=", "turned is no number: ''"),
        ("turned=0", "turned=-1", "turned is no number: '-1'"),
        ("turned=0", "turned=1.0", "turned is no number"),
        ("turned=0", "turned=\u0667", "turned is no number"),
        ("turned=0", "turned=17", "turned is 0 to 16, not 17"),
        (GOOD[GOOD.index(" top=") :], "", "top=... is missing in its place"),
        (GOOD[GOOD.index(" top=") :], " top=", "no card: ''"),
        (GOOD[GOOD.index(" top=") :], " top=1X", "no card: '1X'"),
        ("turned=0", "turned=0 turned=0", "removed=... is missing in its place"),
    ],
)
def test_codes_with_a_fault_are_refused_by_name(old, new, message):
    assert old in GOOD
    with pytest.raises(ValueError) as error:
        PeaksGame.from_code(GOOD.replace(old, new, 1))
    assert message in str(error.value)


@pytest.mark.parametrize("mask", ["0x0", "+0", "-0", "0_0", "\u0660", "\uff10"], ids=ascii)
def test_a_mask_is_written_in_plain_hexadecimal_digits(mask):
    with pytest.raises(ValueError, match="removed is no hexadecimal mask"):
        PeaksGame.from_code(GOOD.replace("removed=0", f"removed={mask}"))


def test_the_rules_given_must_be_those_of_the_line():
    with pytest.raises(ValueError, match="the game is golf, not tripeaks"):
        PeaksGame.from_code(GOOD, GAMES["tripeaks"])


@pytest.mark.parametrize("value", [None, 1, GOOD.encode(), [GOOD]])
def test_a_position_is_read_from_text(value):
    with pytest.raises(TypeError):
        PeaksGame.from_code(value)


@given(odd_text())
@example("peaks1")
@example("peaks1 golf")
@example("peaks1 golf cards= removed= turned= top=")
def test_any_text_is_refused_with_a_value_error(text):
    for code in (text, f"peaks1 {text}"):
        with pytest.raises(ValueError):
            PeaksGame.from_code(code)


@settings(max_examples=200)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 30), st.randoms(use_true_random=False))
def test_codes_with_any_fault_give_a_position_or_a_value_error(name, number, rng: random.Random):
    code = mid_game(RULES[name], number).code()
    for _ in range(rng.randrange(1, 4)):
        start = rng.randrange(len(code) + 1)
        end = min(len(code), start + rng.choice((0, 1, 1, 2, 10)))
        piece = rng.choice(("", rng.choice(ODD_LETTERS), code[start:end] * 2, "f" * 20, "=", " "))
        code = code[:start] + piece + code[end:]
    try:
        game = PeaksGame.from_code(code)
    except ValueError:
        return
    # Whatever came out is a position that can be used.
    assert PeaksGame.from_code(game.code()) == game
    for move in game.legal_moves:
        game.push(move)
        game.pop()
    game.status()
    game.outcome()
    game.visible()
    game.perft(3)


def test_a_game_of_ones_own_needs_its_rules_to_be_read():
    rules = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]))
    code = Deal(rules, 1).start().code()
    with pytest.raises(ValueError, match="no game 'bridge'"):
        PeaksGame.from_code(code)
    assert PeaksGame.from_code(code, rules) == Deal(rules, 1).start()
