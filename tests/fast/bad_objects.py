"""Wrong arguments, and objects that their constructor never saw."""

import copyreg
import importlib
import pickle
import pkgutil

from bad_calls import NEIGHBOURS, NO_NEIGHBOURS, ONE, RULES, bad, game, table, three_peaks_lattice

from solitaire_core import PeaksGame, _fast, deck
from solitaire_core._fast import (
    Card,
    Covers,
    Lattice,
    PeaksLegalMoves,
    PeaksMove,
    PeaksState,
    PeaksTable,
    WinTable,
    decide,
    ms,
    sc1,
    solve_state,
    splitmix64_stream,
    whole_number,
)
from solitaire_core._fast.memory import Block

MODULES = [info.name for info in pkgutil.iter_modules(_fast.__path__, f"{_fast.__name__}.")]

# ---- what is called with nothing, None, or something else ------------------------------------


class Thing:
    """Nothing in particular, with a name that is the same in every process."""

    def __repr__(self):
        return "a thing"


WRONG = [None, "x", b"x", 1.5, [], {}, Thing(), int, 2**31, -(2**31) - 1, 2**63, 2**64, -1, 10**30]
CONSTRUCTORS = {
    "Card": (Card, ["AC"]),
    "PeaksMove": (PeaksMove, ["turn"]),
    "Covers": (Covers, [[[]]]),
    "Lattice": (Lattice, [ONE, 5]),
    "PeaksTable": (PeaksTable, [ONE, list(range(52)), NO_NEIGHBOURS, 0]),
    "PeaksState": (PeaksState, [table(), 0, 0, 0]),
    "WinTable": (WinTable, [game(), three_peaks_lattice()]),
    "Block": (Block, [8]),
    "whole_number": (whole_number, [3, "count", 1, 4]),
    "sc1": (sc1, [1, 1]),
    "ms": (ms, [1]),
    "splitmix64_stream": (splitmix64_stream, [1, 1]),
    "solve_state": (solve_state, [game(), three_peaks_lattice()]),
    "decide": (decide, [Lattice(ONE), NEIGHBOURS, range(52), bytearray(2)]),
}

for _name, (_make, _good) in CONSTRUCTORS.items():
    bad(f"{_name}()", lambda make=_make: make(), TypeError)
    for _at in range(len(_good)):
        for _value in WRONG:
            if _name == "Block" and isinstance(_value, int) and 0 < _value < 2**62:
                continue  # a block that may be had, and would fill the memory
            _arguments = [*_good[:_at], _value, *_good[_at + 1 :]]
            bad(f"{_name} {_at} {_value!r:.30}", lambda f=_make, a=_arguments: f(*a))
    if isinstance(_make, type) and _make is not PeaksState:
        bad(f"{_name}.__new__", lambda make=_make: make.__new__(make), TypeError)
        bad(f"newobj {_name}", lambda make=_make: copyreg.__newobj__(make), TypeError)

for _kind in (Card, PeaksMove, Covers, Lattice, PeaksTable, PeaksLegalMoves, WinTable, PeaksState):
    bad(f"object.__new__ {_kind.__name__}", lambda kind=_kind: object.__new__(kind), TypeError)
for _kind in (Card, PeaksMove, Covers, Lattice, PeaksTable, PeaksLegalMoves, WinTable):
    bad(f"subclass {_kind.__name__}", lambda kind=_kind: type("Sub", (kind,), {}), TypeError)

# A method of one class, called with an object of another one or with none: nothing of it may be
# touched. Special methods too; `object` has some of them, and those may answer.


def of_another_kind(kind, name):
    method = getattr(kind, name)
    for self in (None, 3, "x", Thing(), ONE, game(), deck(1)[0]):
        for more in ((), (1,), ("turn", 2)):
            if not isinstance(self, kind):
                try:
                    method(self, *more)
                except TypeError:
                    continue
                assert hasattr(object, name), f"{name} of {self!r}"
    raise TypeError("all were refused")


for _module in map(importlib.import_module, MODULES):
    for _kind in vars(_module).values():
        if isinstance(_kind, type) and _kind.__module__ == _module.__name__:
            for _name, _method in vars(_kind).items():
                if callable(_method) and not isinstance(_method, (type, staticmethod)):
                    bad(f"{_kind.__name__}.{_name} of another kind",
                        lambda kind=_kind, name=_name: of_another_kind(kind, name),
                        TypeError)  # fmt: skip

for _value in (2**62, 2**63, 2**64 - 1, 2**64 - 64):
    bad(f"Block {_value}", lambda v=_value: Block(v), MemoryError)
    bad(f"Block {_value} not zeroed", lambda v=_value: Block(v, False), MemoryError)

# ---- objects made without their constructor --------------------------------------------------


class NoInit(PeaksGame):
    def __init__(self):
        pass


class HalfInit(PeaksGame):
    def __init__(self):
        super().__init__(RULES, deck(1), [99])


def half():
    made = HalfInit.__new__(HalfInit)
    try:
        made.__init__()
    except ValueError:
        return made
    raise AssertionError("place 99 was accepted")


RAW = {
    "state": lambda: PeaksState.__new__(PeaksState),
    "game": lambda: PeaksGame.__new__(PeaksGame),
    "game with arguments": lambda: PeaksGame.__new__(PeaksGame, 1, 2, three=4),
    "no init": NoInit,
    "half init": half,
    "reconstructed": lambda: copyreg.__newobj__(PeaksGame),
}
USES = {
    "list moves": lambda g: list(g.legal_moves),
    "count moves": lambda g: (len(g.legal_moves), g.legal_moves.count(), bool(g.legal_moves)),
    "ask for moves": lambda g: [PeaksMove(m) in g.legal_moves for m in ("turn", "AC", "KS")],
    "repr of moves": lambda g: repr(g.legal_moves),
    "push turn": lambda g: g.push("turn"),
    "push cards": lambda g: [g.push(str(Card(code))) for code in range(52)],
    "push AC": lambda g: g.push("AC"),
    "push 2C": lambda g: g.push("2C"),
    "pop": lambda g: g.pop(),
    "peek": lambda g: g.peek(),
    "stack": lambda g: (g.move_stack, g.ply, g.waste),
    "copy": lambda g: g.copy().copy(stack=True).waste,
    "figures": lambda g: (g.removed, g.uncovered, g.turned, g.stock_left, g.cards_left, g.top),
    "table": lambda g: (g.table.codes(), g.table.rules, g.table.covers.covered_by()),
    "state_code": lambda g: g.state_code(),
    "faults": lambda g: g.faults(),
    "packed": lambda g: g.packed(),
    "hash": lambda g: (hash(g), g == g.copy(), g != game()),
    "repr": repr,
    "pickle": pickle.dumps,
    "perft": lambda g: [g.perft(depth) for depth in (0, 1, 5, 52)],
    "solve": lambda g: solve_state(g, three_peaks_lattice()),
    "solve small": lambda g: solve_state(g, Lattice(ONE)),
    "win table": lambda g: WinTable(g, Lattice(ONE)).can_win(g),
    "asked of a table": lambda g: WinTable(game(), three_peaks_lattice()).can_win(g),
    "outcome": lambda g: g.outcome(),
    "status": lambda g: g.status(),
    "visible": lambda g: g.visible(),
    "known": lambda g: g.known(),
    "code": lambda g: g.code(),
    "rules": lambda g: (g.rules, g.deal),
    "cards": lambda g: g.cards(),
    "place_of": lambda g: g.place_of("AC"),
}
for _name, _make in RAW.items():
    for _use, _call in USES.items():
        bad(f"{_name}: {_use}", lambda make=_make, call=_call: call(make()))

MOVES = {
    "list": list,
    "len": len,
    "bool": bool,
    "count": lambda m: m.count(),
    "in": lambda m: PeaksMove("turn") in m,
    "repr": repr,
    "pickle": pickle.dumps,
}
for _use, _call in MOVES.items():
    bad(f"PeaksLegalMoves() {_use}", lambda call=_call: call(PeaksLegalMoves()))
    bad(
        f"PeaksLegalMoves.__new__ {_use}",
        lambda call=_call: call(PeaksLegalMoves.__new__(PeaksLegalMoves)),
    )


def state_of_moves(value):
    moves = game().legal_moves
    moves.__setstate_cython__((value,))
    return list(moves)


for _value in (None, 1, object()):
    bad(f"state of legal moves {_value!r:.10}", lambda v=_value: state_of_moves(v))

# ---- subclasses that hand out something else -------------------------------------------------


def copy_of_odd(answer):
    class Odd(PeaksGame):
        def __new__(cls, *arguments):
            return super().__new__(cls) if arguments else answer(cls)

    return Odd(RULES, deck(1)).copy(stack=True).code()


for _name, _answer in {
    "text": lambda cls: "a text longer than a pointer" * 10,
    "None": lambda cls: None,
    "number": lambda cls: 5,
    "class": lambda cls: cls,
    "move": lambda cls: PeaksMove("turn"),
    "table": lambda cls: table(),
}.items():
    bad(f"copy when __new__ gives a {_name}", lambda a=_answer: copy_of_odd(a), TypeError)
bad(
    "copy when __new__ gives a base",
    lambda: copy_of_odd(lambda cls: PeaksState.__new__(PeaksState)),
)
bad("copy when __new__ gives a game", lambda: copy_of_odd(lambda cls: game()))
bad("copy when __new__ raises", lambda: copy_of_odd(lambda cls: 1 // 0), ZeroDivisionError)
