"""The C functions: a program in C and ctypes play as Python does."""

import ctypes
import os
import random
import re
import sysconfig
import threading
from pathlib import Path

import pytest
from c_functions import API, I32, POINTER, U32, U64, Api
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler

from solitaire_core import GAMES, Deal, find_rules
from solitaire_core.embedding import c_api, c_rules, get_include

pytestmark = pytest.mark.host

SOURCE = Path(__file__).with_name("c_example") / "play.c"
# Beside the tests in the source tree; away from it there is nothing to compile.
DOCUMENTS = [
    path for path in [Path(__file__).parents[1] / "docs" / "embedding.md"] if path.is_file()
]
SETTINGS = {
    **{name: (name, {}) for name in GAMES},
    "klondike draw 3": ("klondike", {"draw": 3, "passes": 3}),
    "tripeaks run10": ("tripeaks", {"wrap": False, "scoring": "run10"}),
    "golf by columns": ("golf", {"by_columns": True}),
}
ROOM = 1 << 16
ILLEGAL, NO_ROOM = -1, -3


def rules_of(name):
    game, options = SETTINGS[name]
    return c_rules(game, **options)


def start(name, number):
    game, options = SETTINGS[name]
    rules_options = {key: value for key, value in options.items() if key != "scoring"}
    return Deal(find_rules(game, **rules_options), number).start(options.get("scoring"))


def legal(game, room=1024):
    moves = (U32 * room)()
    count = API.legal_moves(game, moves, room)
    return list(moves[:count])


def text_of(game, move):
    text = ctypes.create_string_buffer(16)
    assert API.move_text(game, move, text, 16) == len(text.value)
    return text.value.decode()


def score_of(game):
    return game.score if hasattr(game, "score") else 5 * game.cards_home


def left_of(game):
    if hasattr(game, "cards_left"):
        return game.cards_left
    return game.rules.cards - game.cards_home


def result_of(game):
    outcome = game.outcome()
    return 0 if outcome is None else 1 if outcome.won else 2


def compiled(source, folder):
    """A C file as a library, compiled as C and nothing else by the compiler that Python knows."""
    compiler = new_compiler()
    customize_compiler(compiler)
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"] if os.name == "posix" else []
    objects = compiler.compile(
        [str(source)],
        output_dir=str(folder),
        include_dirs=[get_include()],
        extra_postargs=strict,
    )
    library = folder / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    compiler.link_shared_object(objects, str(library))
    return ctypes.CDLL(str(library))


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The example, compiled."""
    program = compiled(SOURCE, tmp_path_factory.mktemp("play"))
    program.perft.restype = U64
    program.perft.argtypes = [POINTER, POINTER, U64, ctypes.c_int]
    program.play.restype = I32
    program.play.argtypes = [POINTER, POINTER, U64, U32, ctypes.c_char_p, I32, POINTER]
    return program


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
@pytest.mark.skipif(os.name == "nt", reason="nothing there exports it from a library")
def test_the_program_of_the_document(document, tmp_path):
    (text,) = re.findall("^```c\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)
    source = tmp_path / "first.c"
    source.write_text(text, encoding="utf-8")
    first_moves = compiled(source, tmp_path).first_moves
    first_moves.argtypes = [POINTER, POINTER, U64, U32]
    rules, game = rules_of("klondike draw 3"), start("klondike draw 3", 7)
    while game.ply < 100 and game.outcome() is None:
        game.push(next(iter(game.legal_moves)))
    assert first_moves(c_api(), rules.address, 7, 100) == left_of(game)


@pytest.mark.parametrize("name", SETTINGS)
def test_lines_counted_in_c(program, name):
    rules = rules_of(name)
    for number in (0, 7, 2**64 - 1):
        for depth in range(4):
            expected = start(name, number).perft(depth)
            assert program.perft(c_api(), rules.address, number, depth) == expected


@pytest.mark.parametrize("name", SETTINGS)
def test_games_played_in_c(program, name):
    rules = rules_of(name)
    for number in range(5):
        text, standing = ctypes.create_string_buffer(ROOM), (I32 * 5)()
        written = program.play(c_api(), rules.address, number, 150, text, ROOM, standing)
        moves = text.value.decode().splitlines()
        assert written == len(text.value)
        game = start(name, number)
        whole = left_of(game)
        for move in moves:
            assert game.outcome() is None
            game.push(move)
        assert list(standing) == [
            result_of(game), left_of(game), score_of(game), len(moves), whole,
        ]  # fmt: skip


@pytest.mark.parametrize("name", SETTINGS)
def test_games_played_by_ctypes(name):
    rng = random.Random(name)
    rules, game = rules_of(name), start(name, 3)
    there = API.deal(rules.address, 3)
    for _ in range(60):
        by_text = {text_of(there, move): move for move in legal(there)}
        assert list(by_text) == [str(move) for move in game.legal_moves]
        if rng.random() < 0.2 and game.move_stack:
            game.pop()
            assert API.unmake(there) == 0
        elif by_text:
            text = rng.choice(sorted(by_text))
            game.push(text)
            assert API.make(there, by_text[text]) == 0
        assert API.ply(there) == len(game.move_stack)
        assert API.result(there) == result_of(game)
        assert (API.cards_left(there), API.score(there)) == (left_of(game), score_of(game))
    API.end(there)


def test_the_struct_is_the_one_of_the_header():
    assert (API.version, API.size) == (1, ctypes.sizeof(Api))
    assert "#define SOLITAIRE_API_VERSION 1\n" in (
        Path(get_include()) / "solitaire_core.h"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["tripeaks", "klondike", "eternal-triangle", "big-harp"])
def test_numbers_that_are_no_legal_moves(name):
    """Every number that a move could be mistaken for: it is legal, or nothing happens."""
    rng = random.Random(1)
    rules = rules_of(name)
    there = API.deal(rules.address, 5)
    for _ in range(30):
        moves = legal(there)
        before = [text_of(there, move) for move in moves]
        tries = {rng.getrandbits(bits) for bits in range(1, 33) for _ in range(40)}
        tries |= {move ^ 1 << bit for move in moves for bit in range(32)}
        for number in tries - set(moves):
            assert API.make(there, number) == ILLEGAL
        assert [text_of(there, move) for move in legal(there)] == before
        if not moves:
            break
        API.make(there, rng.choice(moves))
    API.end(there)


def test_what_cannot_be_done():
    rules = rules_of("klondike")
    deck = bytes(card.code for card in Deal("klondike", 9).cards)
    there = API.deal_cards(rules.address, deck, 52)
    assert [text_of(there, move) for move in legal(there)] == [
        str(move) for move in Deal("klondike", 9).start().legal_moves
    ]
    assert API.unmake(there) == ILLEGAL
    assert API.legal_moves(there, (U32 * 1)(), 0) == NO_ROOM
    assert API.move_text(there, legal(there)[-1], ctypes.create_string_buffer(4), 4) == NO_ROOM
    assert API.move_text(there, 2**32 - 1, ctypes.create_string_buffer(16), 16) == ILLEGAL
    for wrong in (deck[:51], deck + deck, deck[:51] + deck[:1], deck[:51] + b"\x34"):
        assert API.deal_cards(rules.address, wrong, len(wrong)) is None
    API.end(there)
    API.end(None)


def test_threads_play_games_of_their_own():
    rules = rules_of("tripleharp")
    found = [None] * 4

    def play(number):
        there = API.deal(rules.address, number)
        rng = random.Random(number)
        for _ in range(300):
            API.make(there, rng.choice(legal(there)))
        found[number] = [text_of(there, move) for move in legal(there)]
        API.end(there)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = found.copy()
    for number in range(4):
        play(number)
    assert found == together
