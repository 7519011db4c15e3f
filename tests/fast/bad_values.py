"""Numbers that lie, objects that change during a call, and buffers of the wrong kind."""

import array
import functools
import sys
import threading

import numpy as np
from bad_calls import (
    ERRORS,
    NEIGHBOURS,
    NO_NEIGHBOURS,
    ONE,
    bad,
    game,
    table,
)
from bad_objects import USES

from solitaire_core import GAMES, PeaksGame, deck
from solitaire_core._fast import (
    Card,
    Covers,
    Lattice,
    PeaksState,
    decide,
    ms,
    sc1,
    solve_state,
    splitmix64_stream,
)


class Liar(int):
    """A whole number that says yes to every comparison."""

    __hash__ = int.__hash__

    def _yes(self, other):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = _yes


class Yes:
    """No number at all, but what compares as one."""

    __hash__ = None

    def _yes(self, other):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = _yes


# ---- numbers that are not what they say ------------------------------------------------------


def with_liar(value):
    lie = Liar(value)
    yield "Covers", lambda: Covers([[lie], []])
    yield "Covers, later", lambda: Covers([[], [0], [lie, 1]])
    yield "codes", lambda: table(codes=[lie, *range(1, 52)]).codes()
    yield "follows", lambda: table(follows=[lie] * 13)
    yield "face_down", lambda: table(face_down=lie)
    for at, name in enumerate(("removed", "turned", "top")):
        figures = [0, 0, 0]
        figures[at] = lie
        yield name, lambda figures=figures: use(PeaksState(table(), *figures))
    yield "limit", lambda: Lattice(Covers([[]] * 22), lie)
    yield "perft", lambda: game().perft(lie)
    yield "decks", lambda: sc1(1, lie)
    yield "ms", lambda: ms(lie)
    yield "count", lambda: splitmix64_stream(1, lie)
    yield "Card", lambda: Card(lie)
    for at in range(3):
        arguments = [NEIGHBOURS, list(range(52)), 0]
        arguments[at] = lie if at == 2 else [lie, *arguments[at][1:]]
        yield (
            f"decide {at}",
            lambda a=arguments: decide(Lattice(ONE), *a[:2], bytearray(2), first=a[2]),
        )
    yield "decide step", lambda: decide(Lattice(ONE), NEIGHBOURS, range(52), bytearray(2), step=lie)


def use(state):
    """Have a state looked at from all sides."""
    for call in USES.values():
        try:
            call(state)
        except Exception:
            continue


REFUSED = {"Covers", "Covers, later", "codes", "removed", "turned", "top", "perft", "ms"}
for _value in (64, 200, 255, 256, 2**31, 2**40, 2**63, 2**64, -1, -(2**70)):
    for _name, _call in with_liar(_value):
        # 255 is the code of the unknown card, and 200 is a Microsoft number.
        fine = (_name in ("codes", "top") and _value == 255) or (_name == "ms" and _value > 0)
        bad(f"liar {_value}: {_name}", _call, *(ERRORS if _name in REFUSED and not fine else ()))

for _name, _call in {
    "Covers": lambda: Covers([[Yes()], []]),
    "codes": lambda: table(codes=[Yes(), *range(1, 52)]),
    "follows": lambda: table(follows=[Yes()] * 13),
    "face_down": lambda: table(face_down=Yes()),
    "removed": lambda: PeaksState(table(), Yes(), 0, 0),
    "turned": lambda: PeaksState(table(), 0, Yes(), 0),
    "top": lambda: PeaksState(table(), 0, 0, Yes()),
    "follows of decide": lambda: decide(Lattice(ONE), [Yes()] * 13, range(52), bytearray(2)),
    "first of decide": lambda: decide(
        Lattice(ONE), NEIGHBOURS, range(52), bytearray(2), first=Yes()
    ),
}.items():
    bad(f"no number: {_name}", _call, TypeError)


def set_up_anew(*figures):
    """A constructor that fails halfway must leave the object as it was."""
    state = game()
    for move in ("turn", "turn", "turn"):
        state.push(move)
    before = state.packed(), state.move_stack, state.waste
    try:
        PeaksState.__init__(state, table(Covers([[]] * 51), [255] * 52), *figures)
    except TypeError:
        assert (state.packed(), state.move_stack, state.waste) == before
        state.pop()
        raise


for _at in range(3):
    _figures = [0, 0, 0]
    _figures[_at] = Yes()
    bad(f"set up anew, failing at {_at}", lambda f=_figures: set_up_anew(*f), TypeError)

# ---- games that change under the hands of a call -----------------------------------------------


def while_set_up_anew(answer, times):
    """Ask for something over and over while another thread sets the game up anew.

    Which deal is answered for is open, but it has to be one of them.
    """
    rules = GAMES["golf"].with_options({"wrap": True})
    decks = [deck(number) for number in range(10)]
    answers = [answer(PeaksGame(rules, cards)) for cards in decks]
    state = PeaksGame(rules, decks[0])
    done = threading.Event()
    junk = []

    def set_up():
        while not done.is_set():
            for cards in decks:
                state.__init__(rules, cards)
                # What was let go too early is soon something else.
                junk[:] = [byte * 2000 for byte in (b"\0", b"\xff") for _ in range(20)]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread = threading.Thread(target=set_up)
    thread.start()
    try:
        for _ in range(times):
            assert answer(state) in answers
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


@functools.cache
def golf_lattice():
    return Lattice(GAMES["golf"].layout.covers)


bad(
    "solve while it is set up anew",
    lambda: while_set_up_anew(lambda state: solve_state(state, golf_lattice()), 100),
)
bad("perft while it is set up anew", lambda: while_set_up_anew(lambda state: state.perft(16), 100))
bad(
    "copy while it is set up anew",
    lambda: while_set_up_anew(lambda state: state.copy(stack=True).packed(), 20_000),
)

# ---- buffers ---------------------------------------------------------------------------------

LATTICE = Lattice(ONE)


def decide_one(turns, **more):
    decide(LATTICE, NEIGHBOURS, range(52), turns, **more)
    return bytes(turns)


DECKS = np.array([[card.code for card in deck(n)] for n in range(3)], dtype=np.uint8)
for _name, _turns, _more, _errors in [
    ("read-only", bytes(3), {}, (ValueError, BufferError, TypeError)),
    ("read-only array", np.zeros(3, np.uint8)[:0].tobytes() + b"123", {}, ERRORS),
    ("none", None, {}, (TypeError,)),
    ("list", [0, 0, 0], {}, (TypeError,)),
    ("16 bits", array.array("H", [0] * 3), {}, (ValueError,)),
    ("signed", array.array("b", [0] * 3), {}, (ValueError,)),
    ("floats", np.zeros(3), {}, (ValueError,)),
    ("two dimensions", np.zeros((3, 1), np.uint8), {}, (ValueError,)),
    ("every second", np.zeros(6, np.uint8)[::2], {}, (ValueError,)),
    ("backwards", np.zeros(3, np.uint8)[::-1], {}, (ValueError,)),
    ("short decks", bytearray(3), {"decks": DECKS[:2]}, (ValueError,)),
    ("long decks", bytearray(2), {"decks": DECKS}, (ValueError,)),
    ("no decks", bytearray(3), {"decks": DECKS[:0]}, (ValueError,)),
    ("narrow decks", bytearray(3), {"decks": DECKS[:, :51].copy()}, (ValueError,)),
    ("sliced decks", bytearray(3), {"decks": DECKS[:, :51]}, (ValueError,)),
    ("wide decks", bytearray(3), {"decks": np.zeros((3, 53), np.uint8)}, (ValueError,)),
    ("Fortran decks", bytearray(3), {"decks": np.asfortranarray(DECKS)}, (ValueError,)),
    ("flat decks", bytearray(3), {"decks": DECKS.ravel()}, (ValueError,)),
    ("64-bit decks", bytearray(3), {"decks": DECKS.astype(np.int64)}, (ValueError,)),
    ("objects", bytearray(3), {"decks": DECKS.astype(object)}, (ValueError,)),
    ("signed numbers", bytearray(3), {"numbers": np.arange(3)}, (ValueError,)),
    ("short numbers", bytearray(3), {"numbers": np.arange(2, dtype=np.uint64)}, (ValueError,)),
    ("no numbers", bytearray(3), {"numbers": np.arange(0, dtype=np.uint64)}, (ValueError,)),
    ("narrow numbers", bytearray(3), {"numbers": np.arange(3, dtype=np.uint32)}, (ValueError,)),
    ("swapped numbers", bytearray(3), {"numbers": np.arange(3, dtype=">u8")}, (ValueError,)),
    ("list of numbers", bytearray(3), {"numbers": [1, 2, 3]}, (TypeError,)),
    ("first too low", bytearray(3), {"first": -1}, (ValueError,)),
    ("first too high", bytearray(3), {"first": 2**64 - 2}, (ValueError,)),
    ("last too low", bytearray(3), {"first": 1, "step": -1}, (ValueError,)),
    ("last too high", bytearray(3), {"step": 2**63}, (ValueError,)),
    ("huge step", bytearray(3), {"step": 10**30}, (ValueError,)),
    ("float first", bytearray(3), {"first": 0.5}, (TypeError,)),
    ("float step", bytearray(3), {"step": 0.5}, (TypeError,)),
    ("text first", bytearray(3), {"first": "1"}, (TypeError,)),
    ("no kernel", bytearray(3), {"kernel": "mmx"}, (ValueError,)),
    ("kernel no text", bytearray(3), {"kernel": 1}, (ValueError, TypeError)),
    ("kernel a list", bytearray(3), {"kernel": []}, (ValueError, TypeError)),
    ("progress no function", bytearray(3), {"progress": 1}, (TypeError,)),
    ("claim no function", bytearray(3), {"claim": 1}, (TypeError,)),
    ("claim one number", bytearray(3), {"claim": lambda: 1}, (TypeError,)),
    ("claim three numbers", bytearray(3), {"claim": lambda: (0, 1, 2)}, (ValueError,)),
    ("claim nothing", bytearray(3), {"claim": lambda: (1, 1)}, (ValueError,)),
    ("claim backwards", bytearray(3), {"claim": lambda: (2, 1)}, (ValueError,)),
    ("claim too low", bytearray(3), {"claim": lambda: (-1, 1)}, (ValueError,)),
    ("claim too high", bytearray(3), {"claim": lambda: (0, 4)}, (ValueError,)),
    ("claim huge", bytearray(3), {"claim": lambda: (2**64, 2**64 + 1)}, (ValueError,)),
    ("claim floats", bytearray(3), {"claim": lambda: (0.0, 1.0)}, (ValueError,)),
]:
    bad(f"buffer: {_name}", lambda t=_turns, m=_more: decide_one(t, **m), *_errors)


def resized():
    turns = bytearray(3000)

    def progress(_):
        turns.clear()

    return decide_one(turns, progress=progress)


bad("buffer: resized during the run", resized, BufferError)

for _name, _follows, _order in [
    ("short follows", [0] * 12, range(52)),
    ("long follows", [0] * 14, range(52)),
    ("negative follows", [-1] * 13, range(52)),
    ("large follows", [1 << 13] * 13, range(52)),
    ("short order", NO_NEIGHBOURS, range(51)),
    ("long order", NO_NEIGHBOURS, range(53)),
    ("double order", NO_NEIGHBOURS, [0, *range(51)]),
    ("order out of range", NO_NEIGHBOURS, [*range(51), 200]),
    ("negative order", NO_NEIGHBOURS, [*range(51), -1]),
]:
    bad(
        f"rules: {_name}",
        lambda f=_follows, o=_order: decide(LATTICE, f, o, bytearray(3)),
        ValueError,
    )
