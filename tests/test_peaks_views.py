"""What a player sees and knows: never a face-down card, never the stock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import RULES, mid_game, places
from solitaire_core import UNKNOWN, Card, Deal, PeaksGame, deck
from strategies import games


def face_down_places(game):
    """The places whose cards lie face down now, and those of the stock."""
    rules = game.rules
    down = [
        place
        for place in rules.layout.face_down
        if not rules.open
        and not game.removed >> place & 1
        and any(not game.removed >> above & 1 for above in rules.layout.covered_by[place])
    ]
    return down, list(range(rules.layout.cards + game.turned + 1, 52))


@given(games())
def test_views_against_the_layout(game):
    rules, cards = game.rules, game.cards()
    by_place = [cards[i] for i in rules.order]
    down, stock = face_down_places(game)
    size = rules.layout.cards
    gone = places(game.removed)
    up = [place for place in range(size) if place not in down and place not in gone]
    view, known = game.visible(), game.known()
    for seen in (view, known):
        assert seen.rules == rules
        assert seen.top == game.top
        assert seen.stock_left == game.stock_left
        assert seen.tableau == tuple(
            None if place in gone else UNKNOWN if place in down else by_place[place]
            for place in range(size)
        )
        # Sorted by code, and with `seen` one full deck.
        assert sorted([*seen.seen, *seen.unseen]) == [Card(code) for code in range(52)]
        assert list(seen.unseen) == sorted(seen.unseen)
    assert view.seen == {by_place[place] for place in up} | {game.top}
    assert known.seen == {by_place[p] for p in range(52) if p not in down and p not in stock}
    assert known.seen == view.seen.union(game.waste, (by_place[place] for place in gone))


@given(games(), st.randoms(use_true_random=False))
def test_cards_that_nobody_sees_can_change_places_unseen(game, rng):
    # Face-down cards and the stock hold whatever they like: the views stay the same.
    down, stock = face_down_places(game)
    hidden = [*down, *stock]
    order, cards = game.rules.order, game.cards()
    other = list(cards)
    for to, source in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
        other[order[to]] = cards[order[source]]
    mixed = PeaksGame(game.rules, other, places(game.removed), game.turned, game.top)
    assert mixed.visible() == game.visible()
    assert mixed.known() == game.known()
    assert hash(mixed.known()) == hash(game.known())


@given(games())
def test_hiding_what_nobody_sees_changes_no_view(game):
    down, stock = face_down_places(game)
    cards = game.cards()
    for place in (*down, *stock):
        cards[game.rules.order[place]] = UNKNOWN
    blind = PeaksGame(game.rules, cards, places(game.removed), game.turned, game.top)
    assert blind.visible() == game.visible()
    assert blind.known() == game.known()
    assert list(blind.legal_moves) == list(game.legal_moves)
    assert blind.outcome() == game.outcome()


@given(games())
def test_what_was_seen_stays_known(game):
    known = game.known().seen
    while game.move_stack:
        game.pop()
        earlier = game.known().seen
        assert earlier <= known
        known = earlier


@pytest.mark.parametrize("name", [name for name in RULES if "open" in name or "golf" in name])
def test_open_games_show_the_tableau(name):
    for number in range(10):
        game = mid_game(RULES[name], number)
        assert UNKNOWN not in game.visible().tableau


def test_the_start_of_three_peaks():
    view = Deal("tripeaks", 1).start().visible()
    assert view.tableau[:18] == (UNKNOWN,) * 18
    assert view.tableau[18:] == tuple(deck(1)[18:28])
    assert view.seen == set(deck(1)[18:29])
    assert len(view.unseen) == 41
    assert view == Deal("tripeaks", 1).start().known()


def test_views_are_values():
    view = Deal("tripeaks", 1).start().visible()
    assert view == Deal("tripeaks", 1).start().visible()
    assert view != Deal("tripeaks", 1, open=True).start().visible()
    assert view != Deal("tripeaks", 2).start().visible()
    with pytest.raises(AttributeError):
        view.top = UNKNOWN


def test_unknown_cards_are_not_among_the_seen():
    cards = deck(1)
    cards[20] = cards[28] = UNKNOWN
    game = PeaksGame(RULES["tripeaks"], cards, [], 0, "??")
    assert UNKNOWN not in game.visible().seen
    assert UNKNOWN not in game.known().seen
    assert game.visible().tableau[20] == UNKNOWN
    assert game.visible().top == UNKNOWN
