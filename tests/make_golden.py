"""Write the golden tables anew: `python make_golden.py`, the package being importable.

Names of tables on the command line write those only. All of them take a second or two each,
but for `klondike_reduced`, which takes ten minutes.

Everything comes from the plain Python reference, or from the rules of the numberings written
out below. Only the deeper perft counts are the compiled core's, and of those only games whose
shallow counts the reference gave too. A change in these files is a change of what deal numbers
mean or of the rules: it must have a reason.
"""

import json
import random
import sys
from pathlib import Path

from klondike_reduced import MOST_POSITIONS, SETS, VARIANTS, bits_of
from play import RULES
from solitaire_core import Board, Card, KlondikeGame, PeaksGame
from solitaire_core.game import rules_to_text
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.reference.klondike import ReferenceKlondike
from solitaire_core.reference.klondike_search import search
from solitaire_core.reference.peaks import ReferencePeaks
from solitaire_core.reference.shuffle import ms, sc1, splitmix64

GOLDEN = Path(__file__).parent / "golden"

PERFT_DEALS = {
    "sc1:1": lambda: sc1(1),
    "ms:617": lambda: ms(617),
    "pysol:32000": lambda: pysol(32000),
}
MOST_LINES_REFERENCE = 3_000
MOST_LINES_COMPILED = 1_000_000

SC1 = [0, 1, 2, 7, 199, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63, 2**64 - 1]
MS = [1, 2, 617, 11982, 100_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1]
PYSOL = [1, 2, 617, 31_999, 32_000, 2**32, 12_345_678_901_234_567, 2**64, 10**20, 10**100]
SPLITMIX = [0, 1, 1_234_567, 2**63, 2**64 - 1]


def pysol(number, decks=1):
    """The deck of a number in PySolFC's numbering, step by step as its rules are written."""
    start = [suit + rank for _ in range(decks) for suit in "CSHD" for rank in "A23456789TJQK"]
    if number < 32_000:
        if decks == 1:
            start = [suit + rank for rank in "A23456789TJQK" for suit in "CDHS"]
        x = number
    else:
        generator = random.Random(number)
    for i in reversed(range(1, len(start))):
        if number < 32_000:
            x = (x * 214_013 + 2_531_011) % 2**31
            j = (x >> 16 & 0x7FFF) % (i + 1)
        else:
            j = int(generator.random() * (i + 1))
        start[i], start[j] = start[j], start[i]
    # Dealt from the end.
    return bytes(Card(card[1] + card[0]).code for card in reversed(start))


def text(codes):
    return " ".join(str(Card(code)) for code in codes)


def decks():
    """Decks by numbering, count of decks and number."""
    found = {}
    for count in (1, 2, 3):
        found |= {f"sc1 {count} {number}": text(sc1(number, count)) for number in SC1}
        found |= {f"pysol {count} {number}": text(pysol(number, count)) for number in PYSOL}
    return found | {f"ms 1 {number}": text(ms(number)) for number in MS}


def streams():
    """The first outputs of SplitMix64 by state, as text: JSON readers lose large integers."""
    outputs = {}
    for state in SPLITMIX:
        stream = splitmix64(state)
        outputs[str(state)] = [str(next(stream)) for _ in range(20)]
    return outputs


def perft_table(rules, codes):
    """Lines of play by their number of moves, and how many entries the reference counted."""
    cards = [Card(code) for code in codes]
    reference, compiled = ReferencePeaks(rules, cards), PeaksGame(rules, cards)
    lines = []
    while len(lines) < 51 and (not lines or lines[-1] <= MOST_LINES_REFERENCE):
        lines.append(reference.perft(len(lines) + 1))
        if not lines[-1]:
            break
    by_reference = len(lines)
    assert lines == [compiled.perft(depth + 1) for depth in range(by_reference)]
    while lines[-1] and len(lines) < 52 and lines[-1] <= MOST_LINES_COMPILED:
        lines.append(compiled.perft(len(lines) + 1))
    return {"reference": lines[:by_reference], "compiled": lines[by_reference:]}


def perft():
    return {
        f"{name} {deal}": perft_table(rules, cards())
        for name, rules in RULES.items()
        for deal, cards in PERFT_DEALS.items()
    }


def klondike_table(rules, number):
    """As `perft_table`, for a deal of the Klondike family."""
    board = Board.dealt(rules, [Card(code) for code in sc1(number, rules.decks)])
    reference, compiled = ReferenceKlondike(rules, board), KlondikeGame(rules, board)
    lines = []
    while len(lines) < 30 and (not lines or lines[-1] <= MOST_LINES_REFERENCE):
        lines.append(reference.perft(len(lines) + 1))
    by_reference = len(lines)
    assert lines == [compiled.perft(depth + 1) for depth in range(by_reference)]
    while len(lines) < 40 and lines[-1] <= MOST_LINES_COMPILED:
        lines.append(compiled.perft(len(lines) + 1))
    return {"reference": lines[:by_reference], "compiled": lines[by_reference:]}


def klondike_perft():
    """Tables of every game, and of draw 3 and of no worrying back."""
    klondike = KLONDIKE_FAMILY["klondike"]
    games = {
        **KLONDIKE_FAMILY,
        "klondike draw=3": klondike.with_options({"draw": 3}),
        "klondike worrying_back=false": klondike.with_options({"worrying_back": False}),
        "double-klondike draw=3": KLONDIKE_FAMILY["double-klondike"].with_options({"draw": 3}),
    }
    return {
        f"{rules_to_text(rules)} sc1:{number}": klondike_table(rules, number)
        for rules in games.values()
        for number in (1, 2)
    }


def reduced_table(variant, name):
    """Which small games can be won, a bit for each; a search that is given up says nothing."""
    position, count = SETS[name]
    found = [
        search(VARIANTS[variant], position(variant, number), MOST_POSITIONS).winnable
        for number in range(count)
    ]
    return {
        "winnable": found.count(True),
        "unwinnable": found.count(False),
        "given up": [number for number, winnable in enumerate(found) if winnable is None],
        "bits": bits_of([winnable is True for winnable in found]),
    }


def klondike_reduced():
    return {
        f"{variant} {name}": reduced_table(variant, name) for variant in VARIANTS for name in SETS
    }


TABLES = {
    "decks": decks, "splitmix64": streams, "perft": perft, "klondike_perft": klondike_perft,
    "klondike_reduced": klondike_reduced,
}  # fmt: skip


def main():
    for name in sys.argv[1:] or TABLES:
        make = TABLES[name]
        # One entry a line.
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in make().items()]
        found = "{\n" + ",\n".join(lines) + "\n}\n"
        (GOLDEN / f"{name}.json").write_text(found, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
