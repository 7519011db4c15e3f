"""Replay games recorded from PySolFC: every legal set, every layout, the end.

For the tests, and by hand for any folder of such files: `python traces.py FOLDER`.
A file holds one game's traces; those of games that this module does not know are passed over.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

from play import places
from solitaire_core import Card, deck, find_rules
from twins import TWINS

# By the key in the file.
RULES = {
    "three-peaks": find_rules("tripeaks"),
    "three-peaks-open": find_rules("tripeaks", open=True),
    "golf": find_rules("golf", strict=False),
    "relaxed-golf": find_rules("golf", wrap=True),
    "dead-king-golf": find_rules("golf"),
}


def load(path):
    """The content of a file of traces."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def files_of(folder, key):
    """The files of one game in a folder: `golf.json.gz`, `golf-more.json.gz`, ..."""
    return [
        path for path in sorted(Path(folder).glob(f"{key}*.json.gz")) if load(path)["key"] == key
    ]


class Board:
    """A game as PySolFC names its piles and moves, held by either twin."""

    def __init__(self, twin, rules, cards):
        self.rules = rules
        self.cards = [str(card) for card in cards]
        self.game = twin.start(rules, [Card(card) for card in cards])
        size = rules.layout.cards
        by_place = [self.cards[i] for i in rules.order]
        self.place_of = {card: place for place, card in enumerate(by_place[:size])}
        # Golf's piles are columns; in a game of peaks each card is a pile.
        columns = 7 if rules.name == "golf" else size
        self.pile_of = [place % columns for place in range(size)]

    def piles(self):
        """Each pile's cards from bottom to top, `#` behind those that lie face down."""
        game, layout = self.game, self.rules.layout
        piles = {f"t{pile}": [] for pile in self.pile_of}
        gone = set(places(game.removed))
        for card, place in self.place_of.items():
            if place not in gone:
                down = game.seen[place] == "??"
                piles[f"t{self.pile_of[place]}"].append(card + "#" * down)
        stock = self.cards[layout.cards + 1 + game.turned :]
        return piles | {
            "waste": game.waste,
            "stock": [card + "#" for card in reversed(stock)],
            "round": 1,
        }

    def text(self):
        """The text whose hash is recorded after each ply."""
        return "|".join(
            f"{name}={pile if name == 'round' else ','.join(pile)}"
            for name, pile in sorted(self.piles().items())
        )

    def hash(self):
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def name_of(self, move):
        """A move of ours in PySolFC's words."""
        return "stock>deal" if move == "turn" else f"t{self.pile_of[self.place_of[move]]}>waste"

    def legal(self):
        """Our move for each legal move in PySolFC's words."""
        moves = {self.name_of(move): move for move in self.game.legal}
        assert len(moves) == len(self.game.legal)
        return moves


def numbering_of(deal):
    """A recorded deal number: `617` is PySolFC's own, `ms617` a Microsoft number."""
    return (int(deal[2:]), "ms") if deal.startswith("ms") else (int(deal), "pysol")


def replay(trace, rules, twin, where):
    """Play one trace through, comparing before and after each ply; the number of plies."""
    number, numbering = numbering_of(trace["deal"])
    cards = trace["deck_in_deal_order"]
    assert cards == [str(card) for card in deck(number, numbering)], where
    board = Board(twin, rules, cards)
    assert board.piles() == trace["initial"], where
    assert board.hash() == trace["initial_hash"], where
    for at, ply in enumerate(trace["plies"]):
        here = f"{where} ply {at}"
        legal = board.legal()
        assert set(legal) == set(ply["legal"].split()), here
        board.game.push(legal[ply["move"].removesuffix("*1")])
        if "layout" in ply:
            assert board.text() == ply["layout"], here
        assert board.hash() == ply["hash"], here
    assert board.piles() == trace["final"], where
    won = board.game.result == "won"
    assert won == trace["final_won"], where
    # PySolFC lets the stock be turned after the last card of the tableau, we do not.
    final = set(trace["final_legal"].split())
    assert set(board.legal()) == (final - {"stock>deal"} if won else final), where
    if "no_moves_after" in trace:
        assert board.game.result == "lost", where
        assert trace["no_moves_after"] == len(trace["plies"]), where
    if "won_after" in trace:
        assert won, where
        assert trace["won_after"] == len(trace["plies"]), where
    for _ in trace["plies"]:
        board.game.pop()
    assert board.hash() == trace["initial_hash"], where
    return len(trace["plies"])


def replay_file(path):
    """Play all traces of a file through with both twins; the number of plies, or None."""
    record = load(path)
    if record["key"] not in RULES:
        return None
    assert record["traces"], f"{path.name} holds no traces"
    return sum(
        replay(trace, RULES[record["key"]], twin, f"{path.name} deal {trace['deal']} {twin.name}")
        for trace in record["traces"]
        for twin in TWINS
    )


def main(folder):
    failed = False
    for path in sorted(Path(folder).glob("*.json.gz")):
        try:
            plies = replay_file(path)
            print(f"{path.name}: {'not a game of ours' if plies is None else f'{plies} plies'}")
        except (AssertionError, KeyError, ValueError) as error:
            failed = True
            print(f"{path.name}: FAILED {error!r}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
