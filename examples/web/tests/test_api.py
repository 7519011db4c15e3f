"""What the service answers: what can be seen, what is wrong, and never a hidden card."""

import json
import random
import re
from pathlib import Path

import pytest
from solitaire_web.answers import Replay, hint_of, position_of
from solitaire_web.app import MOST_MOVES
from solitaire_web.catalogue import CATALOGUE
from solitaire_web.limits import MOST_BYTES, Buckets, Refusal

import solitaire_core as sc

STATIC = Path(__file__).parents[1] / "solitaire_web" / "static"
CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def ask(client, path="/api/position", **body):
    # With escapes, so that texts that UTF-8 cannot write arrive as well.
    kind = {"content-type": "application/json"}
    answer = client.post(path, content=json.dumps(body), headers=kind)
    return answer.status_code, answer.json()


def played(deal, plies, seed):
    """A game after moves at random, of its replay."""
    replay = Replay(deal.start())
    choice = random.Random(seed)
    while replay.ply < plies and replay.game.outcome() is None:
        replay.play([str(choice.choice(list(replay.game.legal_moves)))])
    return replay


def in_sight(replay):
    """The cards that a player sees, or has seen on the waste."""
    view = replay.game.visible()
    if isinstance(view, sc.PeaksView):
        return {str(card) for card in view.seen} | set(replay.waste)
    piles = {str(card) for pile in (*view.piles, view.waste) for card in pile}
    homes = {str(sc.Card(code)) for code, count in enumerate(view.foundations) if count}
    return piles | homes


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("plies", [0, 1, 9, 40])
def test_answers_name_no_hidden_card(client, slug, plies):
    deal = sc.Deal(CATALOGUE[slug].rules, 20 + plies)
    replay = played(deal, plies, seed=plies)
    moves = [str(move) for move in replay.game.move_stack]
    body = {"game": slug, "number": str(deal.number), "moves": moves}
    status, found = ask(client, **body)
    assert status == 200 and found["ply"] == len(moves)
    assert set(CARD.findall(json.dumps(found))) <= in_sight(replay)
    status, hint = ask(client, "/api/hint", **body)
    assert status == 200
    assert set(CARD.findall(json.dumps(hint))) <= in_sight(replay)


@pytest.mark.parametrize("slug", ["tripeaks", "tripeaks-no-wrap", "klondike", "klondike-draw-3"])
@pytest.mark.parametrize("plies", [0, 3, 12])
def test_answers_do_not_depend_on_hidden_cards(slug, plies):
    rules = CATALOGUE[slug].rules
    replay = played(sc.Deal(rules, 5), plies, seed=1)
    deck = list(replay.game.deal.cards)
    hidden = [place for place, card in enumerate(deck) if str(card) not in in_sight(replay)]
    others = hidden[:]
    random.Random(3).shuffle(others)
    assert others != hidden
    other_deck = deck[:]
    for place, source in zip(hidden, others, strict=True):
        other_deck[place] = deck[source]
    other = Replay(sc.Deal.from_cards(rules, other_deck).start())
    other.play([str(move) for move in replay.game.move_stack])
    assert position_of(other) == position_of(replay)
    assert hint_of(other.game) == hint_of(replay.game)


def test_illegal_moves_say_nothing_of_hidden_cards():
    game = sc.Deal("tripeaks", 7).start()
    hidden = sorted(set(map(str, game.cards())) - {str(card) for card in game.visible().seen})
    said = set()
    for card in hidden:
        with pytest.raises(sc.IllegalMoveError) as caught:
            game.push(card)
        said.add(str(caught.value).replace(card, "?"))
    assert len(said) == 1, "the error tells cards of the tableau from cards of the stock"


def test_whole_lines_are_replayed(client):
    for slug, number in (("tripeaks", 7), ("eternal-triangle", 7), ("golf", 5840)):
        line = [str(move) for move in sc.solve(sc.Deal(CATALOGUE[slug].rules, number)).moves]
        status, found = ask(client, game=slug, number=str(number), moves=line)
        assert status == 200, found
        assert found["outcome"]["result"] == "won" and found["legal"] == []
        assert found["left"] == 0


def test_every_legal_move_points_at_a_card(client):
    for number in range(6):
        deal = sc.Deal("tripleharp", number)
        found = position_of(played(deal, 60, seed=number))
        for move in found["legal"]:
            if move["from"] == "stock":
                continue
            card = move["move"][:2]
            if move["from"] == "waste":
                assert found["waste"][move["index"]] == card
            elif move["from"][0] == "f":
                suit, height = found["foundations"][int(move["from"][1:])]
                assert card == f"{'A23456789TJQK'[height - 1]}{suit}"
            else:
                assert found["piles"][int(move["from"][1:])][move["index"]] == card
            if move["to"][0] == "f":
                suit, height = found["foundations"][int(move["to"][1:])]
                assert card == f"{'A23456789TJQK'[height]}{suit}"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"game": "bridge", "number": "7"}, 400, "game"),
        ({"number": "7"}, 400, "game"),
        ({"game": ["tripeaks"], "number": "7"}, 400, "game"),
        ({"game": "tripeaks"}, 400, "number"),
        ({"game": "tripeaks", "number": 7}, 400, "number"),
        ({"game": "tripeaks", "number": "-1"}, 400, "number"),
        ({"game": "tripeaks", "number": "٣"}, 400, "number"),
        ({"game": "tripeaks", "number": str(2**64)}, 400, "number"),
        ({"game": "tripeaks", "number": "9" * 5000}, 400, "number"),
        ({"game": "tripeaks", "number": "7", "moves": "AH"}, 400, "moves"),
        ({"game": "tripeaks", "number": "7", "moves": ["AH", 3]}, 400, "moves[1]"),
        ({"game": "tripeaks", "number": "7", "moves": ["A" * 99]}, 400, "moves[0]"),
        ({"game": "tripeaks", "number": "7", "moves": ["x"] * (MOST_MOVES + 1)}, 400, "moves"),
        ({"game": "tripeaks", "number": "7", "moves": ["AH", "2C", "9C"]}, 422, "moves[2]"),
        ({"game": "tripeaks", "number": "7", "moves": ["\ud800"]}, 422, "moves[0]"),
        ({"game": "tripeaks", "number": "7", "moves": ["turn"] * 24}, 422, "moves[23]"),
        ({"game": "klondike", "number": "7", "moves": ["TC t5>t99"]}, 422, "moves[0]"),
        ({"game": "tripeaks", "number": "7", "wrap": True}, 400, "wrap"),
        ({"game": "tripeaks", "number": "7", "\ud800": 1}, 400, "\\ud800"),
    ],
)
@pytest.mark.parametrize("path", ["/api/position", "/api/hint"])
def test_bad_games_are_refused_by_name(client, path, body, status, field):
    got, found = ask(client, path, **body)
    assert (got, found["error"]["field"]) == (status, field)
    assert found["error"]["message"]


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "[" * 60_000, '"tripeaks"', "\xff", "NaN"])
def test_bodies_that_are_no_object(client, body):
    answer = client.post(
        "/api/position",
        content=body.encode("latin-1"),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 400 and "body" in answer.json()["error"]["message"]


def test_large_bodies_and_other_types(client):
    large = b'{"moves": "' + b"x" * MOST_BYTES + b'"}'
    kind = {"content-type": "application/json"}
    assert client.post("/api/position", content=large, headers=kind).status_code == 413
    chunks = (b"x" * 1000 for _ in range(200))
    assert client.post("/api/position", content=chunks, headers=kind).status_code == 413
    assert client.post("/api/position", data={"game": "tripeaks"}).status_code == 415


@pytest.mark.parametrize(
    ("path", "status", "field"),
    [
        ("/api/pick?game=tripeaks&level=hard&seed=1", 400, "level"),
        ("/api/pick?game=tripeaks&level=easy&seed=x", 400, "seed"),
        ("/api/pick?game=tripeaks&level=easy", 400, "seed"),
        ("/api/daily?game=klondike&date=2026-12-01", 400, "game"),
        ("/api/daily?game=tripeaks&date=2026-13-01", 400, "date"),
        ("/api/daily?game=tripeaks", 400, "date"),
        ("/api/facts?game=tripeaks&number=1e3", 400, "number"),
        ("/api/hint", 405, None),
        ("/api/nothing", 404, None),
        ("/static/../app.py", 404, None),
    ],
)
def test_bad_questions(client, path, status, field):
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.json()["error"]["field"] == field


def test_deals_of_the_day_and_of_levels(client):
    found = client.get("/api/daily?game=tripeaks&date=2026-11-30").json()
    assert found["number"] == str(sc.daily("2026-11-30").number)
    levels = {offer.slug: offer.levels for offer in CATALOGUE.values()}
    for slug, names in levels.items():
        for level in names:
            path = f"/api/pick?game={slug}&level={level}&seed=3"
            found = client.get(path).json()
            assert found == client.get(path).json()
            deal = sc.Deal(CATALOGUE[slug].rules, int(found["number"]))
            assert sc.solve(deal, limits=sc.Limits(nodes=200_000)).verdict.name == "WINNABLE"


def test_facts_of_a_deal(client):
    assert client.get("/api/facts?game=tripeaks&number=7").json() == {
        "winnable": True,
        "best": 94,
        "fewest_turns": 23,
    }
    assert client.get("/api/facts?game=golf&number=7").json()["winnable"] is False


def test_headers_are_on_every_answer(client):
    for path in ("/", "/tripeaks/7", "/bridge/7", "/cards.svg", "/static/app.js", "/api/x"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"]


def test_the_modules_of_the_page(client):
    """Each imports only what stands before it, and is asked for before it is needed."""
    order = re.findall(r'rel="modulepreload" href="/static/(\w+)\.js"', client.get("/").text)
    assert sorted(order) == sorted(path.stem for path in STATIC.glob("*.js") if path.stem != "app")
    for place, name in enumerate(order):
        text = client.get(f"/static/{name}.js").text
        assert set(re.findall(r'from "\./(\w+)\.js"', text)) <= set(order[:place]), name


def test_cards_are_cached(client):
    first = client.get("/cards.svg")
    again = client.get("/cards.svg", headers={"if-none-match": first.headers["etag"]})
    assert first.headers["content-encoding"] == "gzip"
    assert again.status_code == 304 and not again.content


def test_a_client_has_a_budget():
    now = [0.0]
    buckets = Buckets(2, 0.5, clients=3, clock=lambda: now[0])
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(Refusal) as caught:
        buckets.take("a")
    assert caught.value.status == 429 and caught.value.retry_after >= 2
    buckets.take("b")
    now[0] = 2.0
    buckets.take("a")
    with pytest.raises(Refusal):
        buckets.take("a")
    for client in "cdef":
        buckets.take(client)
    assert len(buckets._seen) == 3
