"""Readers of text. What is read is written and read again, and must be the same."""

import contextlib
import datetime
import io
import json

from source import Source

import solitaire_core as sc
from solitaire_core import interchange as ic
from solitaire_core.interchange.json_values import read_json
from solitaire_core.lines import parse_line
from solitaire_core.records import read_position
from solitaire_core.records.starts import game_from_code
from targets import target

PEAKS = [name for name, rules in sc.GAMES.items() if isinstance(rules, sc.PeaksRules)]
KLONDIKES = [name for name in sc.GAMES if name not in PEAKS]


def text_of(data):
    """Text with halves of surrogate pairs where the bytes are no UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def played(name, number=1, moves=12, **options):
    """A position some moves into a game."""
    game = sc.Deal(sc.find_rules(name, **options), number).start()
    for at in range(moves):
        legal = list(game.legal_moves)
        if not legal:
            break
        game.push(legal[at * 7 % len(legal)])
    return game


def look_at(game):
    """Ask a game that was read all there is to ask."""
    game.legal_moves.count(), game.outcome(), game.status(), game.visible(), game.known()
    assert game == game.copy()
    hash(game), repr(game), str(game)
    for at in range(3):
        legal = list(game.legal_moves)
        if not legal:
            break
        game.push(legal[(at + 1) * 5 % len(legal)])
    while game.move_stack:
        game.pop()


def encoded(*texts):
    return [text.encode("utf-8", "surrogateescape") for text in texts]


@target(
    ValueError, seeds=lambda: encoded("AC", "10h", "??", " ".join(map(str, sc.deck(5))), "♠A k♥")
)
def cards(data):
    text = text_of(data)
    try:
        card = sc.Card(text)
        assert sc.Card(str(card)) == card
    except ValueError:
        pass
    with contextlib.suppress(ValueError):
        found = sc.parse_cards(text)
        assert sc.parse_cards(" ".join(map(str, found))) == found
    with contextlib.suppress(ValueError):
        sc.parse_deck(text, unknown=True)


@target(
    ValueError,
    seeds=lambda: encoded("turn", "7H", "AC t3>f", "KH t12>t2*4", "QD w>t1", "redeal", "deal",
                          "3H f>t2", "turn turn 5C", "TC t5>t6, turn"),
)  # fmt: skip
def moves(data):
    text = text_of(data)
    for kind in (sc.PeaksMove, sc.KlondikeMove):
        try:
            move = kind(text)
        except ValueError:
            continue
        assert kind(str(move)) == move
        assert hash(kind(str(move))) == hash(move)
    for name in ("tripeaks", "klondike", "eternal-triangle"):
        game = sc.Deal(name, 7).start()
        before = game.copy()
        with contextlib.suppress(ValueError):
            parse_line(game, text)
        try:
            game.push(text)
            game.pop()
        except ValueError:
            pass
        assert game == before


@target(ValueError, seeds=lambda: encoded(*(played(name).code() for name in PEAKS)))
def peaks_codes(data):
    game = sc.PeaksGame.from_code(text_of(data))
    assert sc.PeaksGame.from_code(game.code()) == game
    look_at(game)


@target(
    ValueError,
    seeds=lambda: encoded(*(played(name).code() for name in KLONDIKES),
                          played("klondike", draw=3, passes=3).code()),
)  # fmt: skip
def klondike_codes(data):
    text = text_of(data)
    try:
        rules, board = ic.from_code(text, strict=False)
        board.faults(rules)
        assert ic.from_code(ic.code(board, rules), strict=False) == (rules, board)
    except ValueError:
        pass
    game = sc.KlondikeGame.from_code(text)
    assert sc.KlondikeGame.from_code(game.code()) == game
    look_at(game)
    game_from_code(text)


@target(
    ValueError,
    seeds=lambda: encoded(*(str(sc.Deal(name, 9)) for name in ("golf", "klondike")),
                          *(json.dumps(sc.Deal(name, 9).to_json()) for name in sc.GAMES),
                          str(sc.Deal("klondike", 10**19, "pysol", draw=3)),
                          json.dumps(sc.Deal.from_cards("tripeaks", sc.deck(1)).to_json()),
                          str(sc.Deal.from_cards("tripeaks", sc.deck(1)))),
)  # fmt: skip
def deals(data):
    text = text_of(data)
    for read, write in (
        (sc.Deal.from_text, str),
        (sc.Deal.from_json, lambda deal: json.dumps(deal.to_json())),
    ):
        try:
            deal = read(text)
        except ValueError:
            continue
        assert read(write(deal)) == deal
        deal.start()


@target(
    ValueError,
    seeds=lambda: encoded(*(json.dumps(played(name).to_json()) for name in KLONDIKES),),
)  # fmt: skip
def klondike_json(data):
    text = text_of(data)
    with contextlib.suppress(ValueError):
        read_json(text)
    try:
        rules, board = ic.from_json(text, strict=False)
        board.faults(rules)
    except ValueError:
        pass
    game = sc.KlondikeGame.from_json(text)
    assert sc.KlondikeGame.from_json(game.to_json()) == game
    look_at(game)


def board_seeds(write):
    found = []
    for at, name in enumerate(KLONDIKES):
        game = played(name)
        try:
            found.append(bytes([at]) + write(game.board(), game.rules).encode())
        except ValueError:
            continue
    return found


def read_board(data, read, write):
    """The first byte says of which game it is."""
    rules = sc.GAMES[Source(data[:1]).pick(KLONDIKES)]
    text = text_of(data[1:])
    with contextlib.suppress(ValueError):
        read(text, rules, strict=False).faults(rules)
    board = read(text, rules)
    look_at(sc.KlondikeGame(rules, board))
    assert read(write(board, rules), rules) == board


@target(ValueError, seeds=lambda: board_seeds(ic.write_pysol))
def pysol(data):
    read_board(data, ic.read_pysol, ic.write_pysol)


@target(ValueError, seeds=lambda: board_seeds(ic.write_solvitaire))
def solvitaire(data):
    read_board(data, ic.read_solvitaire, ic.write_solvitaire)


@target(ValueError, seeds=lambda: encoded(ic.write_klondike_solver(sc.deck(3))))
def klondike_solver(data):
    cards = ic.read_klondike_solver(text_of(data))
    assert ic.read_klondike_solver(ic.write_klondike_solver(cards)) == cards


@target(ValueError, seeds=lambda: encoded(ic.write_tripeaks(sc.Deal("tripeaks", 7).start())))
def tripeaks_rows(data):
    game = ic.read_tripeaks(data)
    assert ic.read_tripeaks(ic.write_tripeaks(game)) == game
    look_at(game)
    read_position(data, "tripeaks")


def record_texts():
    found = []
    for name in ("tripeaks", "golf", "klondike", "eternal-triangle"):
        game = played(name)
        found.append(
            str(sc.Record.of(game, comments={2: "why not"}, date=datetime.date(2026, 5, 1)))
        )
        start = played(name).copy()
        start.push(next(iter(start.legal_moves)))
        found.append(str(sc.Record.of(start)))
    return encoded(*found, "\n\n".join(found))


@target(ValueError, seeds=record_texts)
def records(data):
    for value in (data, text_of(data)):
        try:
            record = sc.Record.from_text(value)
        except ValueError:
            continue
        assert sc.Record.from_text(str(record)) == record
        try:
            for game in sc.replay(record):
                game.outcome()
        except ValueError:
            pass
    for record in sc.read_records(io.BytesIO(data)):
        record.check()


def round_texts():
    game = sc.GolfRound.from_number(5, holes=3)
    while game.hole is not None and not game.hole.outcome():
        game.hole.push(next(iter(game.hole.legal_moves)))
    return encoded(json.dumps(game.to_json()), json.dumps(sc.GolfRound.from_number(1).to_json()))


@target(ValueError, seeds=round_texts)
def rounds(data):
    found = sc.GolfRound.from_json(text_of(data))
    assert sc.GolfRound.from_json(found.to_json()) == found
    assert found.total == sum(found.scores)
    repr(found.lines)
