"""The table of C functions, called through ctypes: any moves, little room, wrong decks."""

import ctypes

from c_functions import API, U8, U32
from source import Source

import solitaire_core as sc
from solitaire_core.embedding import c_rules
from targets import target

RULES = [c_rules(name) for name in sc.GAMES] + [c_rules("tripeaks", scoring="run10")]
# Behind every buffer that is handed out: nothing may be written there.
GUARD = 0xA5A5A5A5


def facts(game):
    return (API.ply(game), API.result(game), API.cards_left(game), API.score(game), *legal(game))


def legal(game, room=1024):
    moves = (U32 * (room + 4))(*[GUARD] * (room + 4))
    count = API.legal_moves(game, moves, room)
    assert list(moves[room:]) == [GUARD] * 4
    assert count == -3 or 0 <= count <= room
    assert count >= 0 or list(moves[:room]) == [GUARD] * room
    return list(moves[: max(count, 0)])


def started(source):
    rules = source.pick(RULES).address
    if source.below(3):
        return API.deal(rules, source.whole(8))
    size = source.pick((52, 104, 156, 51, 53, 0, 255))
    cards = [at % 52 for at in range(size)]
    for _ in range(10):
        if cards:
            a, b = source.below(size), source.below(size)
            cards[a], cards[b] = cards[b], cards[a]
    if source.once_in(3) and cards:
        cards[source.below(size)] = source.byte()
    return API.deal_cards(rules, (U8 * max(size, 1))(*cards), size)


@target(
    seeds=lambda: [bytes((seed * at * 41 + at) % 256 for at in range(300)) for seed in range(1, 7)]
)
def c_calls(data):
    source = Source(data)
    game = started(source)
    if not game:
        return
    made = []
    try:
        while source:
            kind = source.below(12)
            before = facts(game)
            if kind < 6:
                moves = legal(game)
                move = source.pick(moves) if moves and source.below(5) else source.whole(4)
                if API.make(game, move) == 0:
                    assert move in moves
                    made.append(before)
                else:
                    assert facts(game) == before
            elif kind < 9:
                if API.unmake(game) == 0:
                    assert facts(game) == made.pop()
                else:
                    assert not made
            elif kind == 9:
                copy = API.copy(game)
                assert facts(copy) == before
                API.end(game)
                game = copy
            elif kind == 10:
                legal(game, source.below(12))
            else:
                room = source.below(20)
                text = ctypes.create_string_buffer(b"\xa5" * 24, 24)
                length = API.move_text(game, source.whole(4), text, room)
                assert text.raw[room:] == b"\xa5" * (24 - room)
                assert length == -3 or length < room
    finally:
        API.end(game)
