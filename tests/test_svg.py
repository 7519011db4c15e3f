"""Pictures: what is in them, what is not, and those that are kept."""

import random
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import make_pictures
from play import play_on
from solitaire_core import (
    GAMES,
    Board,
    Card,
    Deal,
    KlondikeGame,
    KlondikeView,
    Layout,
    PeaksGame,
    PeaksRules,
    hint,
    to_svg,
)
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.rendering import card_sheet
from strategies import games

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def played(deal, plies, seed=0):
    """The position after so many moves of a player who picks any."""
    game = deal.start()
    play_on(game, random.Random(seed), plies)
    return game


def checked(picture):
    """The picture as a tree; whatever it puts to use is defined in it, once."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(names)) == len(names)
    used = {element.get(HREF)[1:] for element in root.iter(f"{SVG}use")}
    assert used <= set(names)
    # Letters would need a font.
    assert not list(root.iter(f"{SVG}text"))
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    return root


def shown_cards(root):
    """The cards that lie face up in a picture, in order."""
    return [group.get("data-card") for group in root.iter(f"{SVG}g") if group.get("data-card")]


def rings(root, kind):
    """The corners of the rings of a kind."""
    found = [ring for ring in root.iter(f"{SVG}rect") if ring.get("class") == kind]
    return [(float(ring.get("x")), float(ring.get("y"))) for ring in found]


def corner(root, card, place=None):
    """Where a card lies that is shown once."""
    (group,) = (
        g for g in root.iter(f"{SVG}g")
        if g.get("data-card") == card and place in (None, g.get("data-place"))
    )  # fmt: skip
    use = group.find(f"{SVG}use")
    assert use.get(HREF) == f"#sc-{card}"
    return float(use.get("x")), float(use.get("y"))


PICTURES = make_pictures.pictures()


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_kept_pictures_are_what_is_drawn(path):
    if path.parent == make_pictures.DOCUMENTS and not path.parent.parent.is_dir():
        # Away from the source tree there are no documents to check.
        return
    assert path.read_text(encoding="utf-8") == PICTURES[path]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 5, 20, 60])
def test_every_game_at_any_moment(name, plies):
    game = played(Deal(name, 7), plies)
    root = checked(to_svg(game, marks=True))
    view = game.visible()
    if isinstance(game, PeaksGame):
        up = [card for card in view.tableau if card is not None and card.is_known]
        assert sorted(shown_cards(root)) == sorted(map(str, [*up, view.top]))
        expected = len(game.legal_moves)
        assert len(rings(root, "mark")) == expected
        assert to_svg(view, marks=True) == to_svg(game, marks=True)
    else:
        piles = [str(card) for pile in view.piles for card in pile if card.is_known]
        tops = [
            str(Card(13 * suit + height - 1))
            for suit in range(4)
            for copy in range(view.decks)
            if (height := sum(n > copy for n in view.foundations[13 * suit : 13 * suit + 13]))
        ]
        waste = list(map(str, view.waste[-3:]))
        assert sorted(shown_cards(root)) == sorted([*piles, *tops, *waste])
        sources = {(m.source, m.count, str(m.card)) for m in game.legal_moves}
        assert len(rings(root, "mark")) == len(sources)
    assert game._repr_svg_() == to_svg(game) == to_svg(view) == view._repr_svg_()
    assert root.find(f"{SVG}title").text.split()[0] == name


def other_hidden_cards(game, seed):
    """The same for a player, but with the hidden cards in another order."""
    mix = random.Random(seed)
    if isinstance(game, PeaksGame):
        deck, tableau = game.cards(), game.visible().tableau
        hidden = [
            game.rules.order[place]
            for place, card in enumerate(tableau)
            if card is not None and not card.is_known
        ]
        hidden += range(52 - game.stock_left, 52)
        cards = [deck[i] for i in hidden]
        mix.shuffle(cards)
        for i, card in zip(hidden, cards, strict=True):
            deck[i] = card
        removed = [place for place, card in enumerate(tableau) if card is None]
        return PeaksGame(game.rules, deck, removed, game.turned, game.top)
    board = game.board()
    hidden = [
        card
        for pile, down in zip(board.piles, board.face_down, strict=True)
        for card in pile[:down]
    ]
    cards = [*hidden, *board.stock]
    mix.shuffle(cards)
    piles = []
    for pile, down in zip(board.piles, board.face_down, strict=True):
        piles.append((*cards[:down], *pile[down:]))
        cards = cards[down:]
    other = Board(
        tuple(piles), board.face_down, board.foundations, board.waste, tuple(cards), board.passes
    )
    return KlondikeGame(game.rules, other)


@given(st.sampled_from(list(GAMES)), st.integers(0, 1000), st.integers(0, 40), st.integers(0, 99))
def test_a_picture_does_not_depend_on_hidden_cards(name, number, plies, seed):
    game = played(Deal(name, number), plies, seed)
    other = other_hidden_cards(game, seed)
    for marks in (False, True):
        assert to_svg(game, marks=marks) == to_svg(other, marks=marks)


@given(games())
def test_every_layout_and_every_position(game):
    root = checked(to_svg(game, marks=True))
    assert len(rings(root, "mark")) == len(game.legal_moves)
    view = game.visible()
    assert len([c for c in view.tableau if c is not None and c.is_known]) + 1 == len(
        shown_cards(root)
    )


def test_cards_are_put_down_in_the_order_in_which_they_lie():
    # Places and rows say nothing about it here: 0 lies on 1, which lies on 2.
    layout = Layout("stairs", [[], [0], [1]], spots=[(0, 0), (1, 0.5), (2, 1)])
    root = checked(to_svg(Deal(PeaksRules("stairs", layout), 0).start()))
    places = [g.get("data-place") for g in root.iter(f"{SVG}g") if g.get("data-place")]
    assert places[:3] == ["2", "1", "0"]


def test_sizes_scale():
    game = Deal("tripeaks", 7).start()
    small, large = (ElementTree.fromstring(to_svg(game, card_width=w)) for w in (30, 120))
    assert float(large.get("width")) == 4 * float(small.get("width"))
    assert float(large.get("height")) == 4 * float(small.get("height"))
    assert small.get("viewBox") == large.get("viewBox")


def test_a_picture_does_not_jump_when_cards_go():
    game = Deal("tripeaks", 0).start()
    before = ElementTree.fromstring(to_svg(game)).get("viewBox")
    for move in ("JH", "QD"):
        game.push(move)
    assert ElementTree.fromstring(to_svg(game)).get("viewBox") == before


def test_hints_of_the_peaks_family():
    game = Deal("tripeaks", 0).start()
    root = checked(to_svg(game, hint="JH"))
    assert rings(root, "hint") == [corner(root, "JH")]
    assert rings(root, "target") == [corner(root, str(game.top), "waste")]
    assert to_svg(game, hint=hint(game)) == to_svg(game, hint=hint(game).move)
    root = checked(to_svg(game, hint="turn"))
    assert len(rings(root, "hint")) == 1
    assert rings(root, "target") == []
    lost = hint(Deal("tripeaks", 2, wrap=False).start())
    assert lost.move is None
    assert not rings(checked(to_svg(game, hint=lost)), "hint")


def test_hints_of_the_klondike_family():
    game = Deal("klondike", 7).start()
    root = checked(to_svg(game, hint="TC t5>t6"))
    assert rings(root, "hint") == [corner(root, "TC")]
    assert rings(root, "target") == [corner(root, "JD")]
    # A move to a foundation and one to an empty pile.
    game = make_pictures.played(
        Deal("eternal-triangle", 11), make_pictures.ETERNAL_TRIANGLE.rpartition(", KH")[0]
    )
    root = checked(to_svg(game, hint="KH t1>t8", marks=["KH t1>t8"]))
    assert rings(root, "hint") == rings(root, "mark") == [corner(root, "KH", "t1")]
    assert len(rings(root, "target")) == 1
    for move in game.legal_moves:
        checked(to_svg(game, hint=move))


def test_rings_go_round_what_is_seen_of_a_foundation():
    """Three decks: the foundations of a suit lie over one another."""
    game = Deal("triple-triangle", 7).start()
    mix = random.Random(40)
    for _ in range(40):
        home = [move for move in game.legal_moves if move.to == "f"]
        game.push(mix.choice(home or list(game.legal_moves)))
    heights = [sum(n > copy for n in game.visible().foundations[:13]) for copy in range(3)]
    assert heights == [2, 1, 0]
    moves = [move for move in game.legal_moves if move.source == "f" and str(move.card)[1] == "C"]
    assert {str(move.card) for move in moves} == {"2C", "AC"}
    root = checked(to_svg(game, marks=moves))
    widths = [
        float(ring.get("width")) for ring in root.iter(f"{SVG}rect") if ring.get("class") == "mark"
    ]
    assert len(widths) == 2 and widths[0] < 20 and widths[1] > 50


@pytest.mark.parametrize("name", KLONDIKE_FAMILY)
def test_every_legal_move_can_be_a_hint(name):
    for plies in (0, 15, 60, 150):
        game = played(Deal(name, 3), plies, seed=plies)
        for move in game.legal_moves:
            root = checked(to_svg(game, hint=move))
            assert len(rings(root, "hint")) == 1
            assert len(rings(root, "target")) == (not move.is_stock)


def test_moves_that_are_not_there():
    game = Deal("tripeaks", 0).start()
    hidden = str(game.cards()[0])
    with pytest.raises(ValueError, match=f"takes {hidden}, which does not lie face up"):
        to_svg(game, hint=hidden)
    with pytest.raises(ValueError, match="no move"):
        to_svg(game, marks=["XX"])
    golf = Deal("golf", 1).start()
    for _ in range(16):
        golf.push("turn")
    with pytest.raises(ValueError, match="the stock, which is empty"):
        to_svg(golf, hint="turn")
    game = Deal("klondike", 7).start()
    for move, why in (
        ("KS t5>t6", "KS does not lie there"),
        ("TC t5>t12", "there are 7 piles"),
        ("TC t5>f", "no foundation waits for TC"),
        ("TC t12>t1", "does not lie there"),
        ("TC w>t1", "does not lie there"),
        ("AC f>t1", "does not lie there"),
    ):
        with pytest.raises(ValueError, match=why):
            to_svg(game, hint=move)


def test_views_without_rules():
    view = Deal("klondike", 7).start().visible()
    bare = KlondikeView(
        view.piles, view.foundations, view.waste, view.stock, view.passes, view.decks
    )
    assert checked(to_svg(bare)).find(f"{SVG}title").text == "a game of the Klondike family"
    assert to_svg(bare, title="x") == to_svg(view, title="x")
    with pytest.raises(TypeError, match="name the moves to mark"):
        to_svg(view, marks=True)
    assert len(rings(checked(to_svg(view, marks=["turn"])), "mark")) == 1


def test_what_is_not_drawn():
    game = Deal("tripeaks", 7).start()
    for width in (0, -1, float("nan"), float("inf"), 10_001):
        with pytest.raises(ValueError, match="card_width is above 0"):
            to_svg(game, card_width=width)
    for width in ("60", True, None):
        with pytest.raises(TypeError, match="card_width is a number"):
            to_svg(game, card_width=width)
    with pytest.raises(TypeError, match="a game or a view is drawn, not str"):
        to_svg("tripeaks")


def test_titles_and_grounds():
    game = Deal("tripeaks", 7).start()
    root = checked(to_svg(game, title='<&> "title"'))
    assert root.find(f"{SVG}title").text == '<&> "title"'
    odd = checked(to_svg(game, title="a\x00b\ud800c\x1b"))
    assert odd.find(f"{SVG}title").text == "a\ufffdb\ufffdc\ufffd"
    assert "18 face down" in root.find(f"{SVG}desc").text
    assert "#1e6b4c" in to_svg(game)
    assert "#1e6b4c" not in to_svg(game, background=False)


def test_counts_are_drawn():
    # The digits of the stock's count, and the numbers of the piles.
    for name, piles in (("tripeaks", 0), ("klondike", 7), ("triple-klondike", 13)):
        picture = to_svg(Deal(name, 7).start())
        strokes = re.findall(r'stroke="#(?:fff|e8f5ee)" stroke-width="2.1"', picture)
        assert len(strokes) == 2 + sum(len(str(pile)) for pile in range(piles))


def test_the_sheet_has_every_card_in_both_sizes():
    root = ElementTree.fromstring(card_sheet())
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(names)) == len(names)
    used = {element.get(HREF)[1:] for element in root.iter(f"{SVG}use")}
    assert used <= set(names)
    deck = [str(Card(code)) for code in range(52)]
    for name in deck:
        assert {f"sc-{name}", f"sc-jumbo-{name}"} <= set(names)
    assert {"sc-back", *(f"sc-suit-{suit}" for suit in "CDHS")} <= set(names)
    # Nothing is shown but what a page puts to use.
    assert [child.tag for child in root] == [f"{SVG}defs"]
    assert not list(root.iter(f"{SVG}text"))


def test_the_sheet_draws_what_pictures_draw():
    """The same id is the same drawing, so that both may stand in one page."""
    defined = {line for line in card_sheet().splitlines() if " id=" in line}
    for name in ("tripeaks", "klondike"):
        picture = to_svg(played(Deal(name, 3), 9))
        drawings = [
            line for line in picture.splitlines() if line.startswith(("<g id=", "<path id="))
        ]
        assert drawings and set(drawings) <= defined
