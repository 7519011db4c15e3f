"""Draw the pictures of the documents and the golden ones anew: `python make_pictures.py`.

The package has to be importable. Lines of play stand here in full, so that a picture changes only
where the drawing does; look at each that has changed.
"""

import hashlib
from pathlib import Path

from solitaire_core import GAMES, Deal, to_svg
from solitaire_core.rendering import draw

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden" / "pictures"
DOCUMENTS = ROOT / "docs" / "pictures"

TRIPEAKS = "4D, 5D, 4S, turn, 4H, turn, turn, 9S, 8S, turn, turn, TD, JS"
ETERNAL_TRIANGLE = (
    "AS t6>f, 6C t2>t3, AH t2>f, 8S t3>t1*3, 5D t9>t1, 5S t8>t9, 6D t9>t6*2, 2S t8>f, AH t8>f, "
    "deal, AC t7>f, TH t0>t2, 3H t8>t3, 9S t8>t2, 7C t7>t8, 4S t3>t7*2, 2C t3>t7, 8H t8>t2*2, "
    "3H t8>t3, JC t8>t0, 2C t7>f, 3S t8>f, 3C t8>f, KH t1>t8, 9H t1>t5*5, 4C t3>t5*2"
)
KLONDIKE = (
    "TC t5>t6, turn, turn, turn, turn, turn, turn, 9S w>t4, turn, turn, 8D w>t4, AC w>f, 2C t2>f, "
    "7S w>t4, redeal, turn, turn, turn, turn, turn, turn, QC w>t0, JD t6>t0*2, AH t6>f"
)
TRIPLEHARP = (
    "4S t9>t1, 4H t6>t7, turn, 3C w>t6, 3H w>t1, 2S t10>t1, turn, turn, turn, turn, turn, turn, "
    "turn, 3D w>t3, 2S t8>t3, turn, turn, AH w>f, AS w>f, 2S t1>f, turn, turn, AC w>f, turn, "
    "7S w>t8, turn, turn, turn, AD w>f, 7C w>t10, 3S w>f, turn, turn, 6D w>t8, 2D w>f, turn, "
    "2C w>f, 3C t6>f, 4C t5>f, turn, 2C w>t1, 6D w>t10, JS w>t2, TH t11>t2, turn, 9C w>t2, "
    "8D t11>t2, AS t11>f, 9C t11>t5, 8H w>t5, 2S t3>f, 3D t3>f, 4D t6>f, 4S t3>f, turn, AH w>f"
)
GOLF = "2H, AC, 2S, AH, turn, 7S, 8D, 9C, TH, JD"


def played(deal, line=""):
    """The position of a deal after a line of play."""
    game = deal.start()
    for move in filter(None, line.split(", ")):
        game.push(move)
    return game


def boards():
    """Every game as text after a few moves, with marks and a hint, and a digest of its picture."""
    parts = []
    for name in GAMES:
        game = Deal(name, 7).start()
        for ply in range(12):
            moves = [str(move) for move in game.legal_moves]
            if moves:
                game.push(moves[5 * ply % len(moves)])
        moves = [str(move) for move in game.legal_moves]
        given = {"marks": True, "hint": moves[0] if moves else None}
        digest = hashlib.sha256(to_svg(game, **given).encode()).hexdigest()
        parts += [f"{name}  {digest[:16]}", draw(game, **given), draw(game, ascii=True), ""]
    return "\n\n".join(parts)


def pictures():
    """For each file its picture."""
    golden = {
        "tripeaks-hint": to_svg(Deal("tripeaks", 0).start(), hint="JH"),
        "golf": to_svg(played(Deal("golf", 617), GOLF), marks=True),
        "klondike": to_svg(
            played(Deal("klondike", 7, draw=3), KLONDIKE), marks=True, hint="4H t3>t6"
        ),
        "tripleharp": to_svg(played(Deal("tripleharp", 4), TRIPLEHARP), hint="7S w>t5"),
        "four-peaks": to_svg(Deal("four-peaks", 3).start(), background=False, card_width=40),
    }
    documents = {
        "tripeaks": to_svg(played(Deal("tripeaks", 2026), TRIPEAKS), marks=True),
        "eternal-triangle": to_svg(
            played(Deal("eternal-triangle", 11), ETERNAL_TRIANGLE), marks=True
        ),
    }
    return {
        GOLDEN / "boards.txt": boards(),
        **{GOLDEN / f"{name}.svg": text for name, text in golden.items()},
        **{DOCUMENTS / f"{name}.svg": text for name, text in documents.items()},
    }


if __name__ == "__main__":
    for path, text in pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)
