"""Replay games of the Klondike family recorded from PySolFC: legal sets, layouts, the end.

For the tests, and by hand for any folder of such files: `python klondike_traces.py FOLDER`.
A file holds one game's traces; those of games that this module does not know are passed over.
"""

import functools
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

from klondike_twins import MAKERS, legal_texts
from solitaire_core import Card, deck
from solitaire_core.games.big_harp import BIG_HARP
from solitaire_core.games.double_klondike import DOUBLE_KLONDIKE
from solitaire_core.games.eternal_triangle import ETERNAL_TRIANGLE
from solitaire_core.games.hypotenuse import HYPOTENUSE
from solitaire_core.games.klondike import KLONDIKE
from solitaire_core.games.small_harp import SMALL_HARP
from solitaire_core.games.small_triangle import SMALL_TRIANGLE
from solitaire_core.games.triple_klondike import TRIPLE_KLONDIKE
from solitaire_core.games.triple_triangle import TRIPLE_TRIANGLE
from solitaire_core.games.tripleharp import TRIPLEHARP
from solitaire_core.klondike_board import Board
from traces import numbering_of

# By the key in the file, or by the game's title in kebab case; `-draw1` or `-draw3` behind
# either sets the draw.
GAMES = {
    "klondike": KLONDIKE,
    "vegas-klondike": KLONDIKE.with_options({"passes": 1}),
    "casino-klondike": KLONDIKE.with_options({"draw": 3, "passes": 3}),
    "double-klondike": DOUBLE_KLONDIKE,
    "triple-klondike": TRIPLE_KLONDIKE,
    "small-harp": SMALL_HARP,
    "big-harp": BIG_HARP,
    "eternal-triangle": ETERNAL_TRIANGLE,
    "hypotenuse": HYPOTENUSE,
    "small-triangle": SMALL_TRIANGLE,
    "triple-triangle": TRIPLE_TRIANGLE,
    "tripleharp": TRIPLEHARP,
    "composed-triple-harp-seed": TRIPLEHARP,
}
# The first three cards of its waste are no part of the game: its traces begin with a position.
LOADED = {TRIPLEHARP}

# PySolFC's order of the foundations: with d decks the first d places are for clubs, and so on.
SUITS = "CSHD"
RANKS = "A23456789TJQK"


def rules_of(record):
    """The rules of a file of traces; None if its game is not one of ours."""
    for text in (record["key"], record["game"]):
        words = re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")
        words = words.removesuffix("-greedy").replace("-draw-", "-draw")
        name, _, draw = words.partition("-draw")
        if name in GAMES:
            return GAMES[name].with_options({"draw": int(draw)} if draw else {})
    return None


@functools.cache
def load(path):
    """The content of a file of traces."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def files_in(folder):
    """The files of games of this family in a folder."""
    paths = sorted(Path(folder).glob("*.json.gz"))
    return [path for path in paths if rules_of(load(path)) is not None]


def board_of(initial):
    """The recorded layout, from which nothing has gone to the foundations, as a Board."""
    piles = [initial[f"t{index}"] for index in range(sum(name[0] == "t" for name in initial))]
    assert not any(cards for name, cards in initial.items() if name[0] == "f")
    return Board(
        tuple(tuple(Card(card.rstrip("#")) for card in pile) for pile in piles),
        tuple(sum(card.endswith("#") for card in pile) for pile in piles),
        (0,) * 52,
        tuple(Card(card) for card in initial.get("waste", ())),
        tuple(Card(card.rstrip("#")) for card in reversed(initial["stock"])),
        initial["round"],
    )


class Table:
    """A game as PySolFC names its piles and moves, with a book of its foundation places."""

    def __init__(self, rules, game):
        self.rules = rules
        self.game = game
        # Places are ours to keep: the game knows only how many of a card are there.
        self.book = {f"f{place}": [] for place in range(4 * rules.decks)}

    def piles(self):
        """Each pile's cards from bottom to top, `#` behind those that lie face down."""
        board = self.game.board()
        self._check_book(board)
        piles = {name: list(cards) for name, cards in self.book.items()}
        for index, (pile, down) in enumerate(zip(board.piles, board.face_down, strict=True)):
            piles[f"t{index}"] = [f"{card}{'#' * (at < down)}" for at, card in enumerate(pile)]
        if self.rules.stock == "waste":
            piles["waste"] = [str(card) for card in board.waste]
        else:
            assert not board.waste
        piles["stock"] = [f"{card}#" for card in reversed(board.stock)]
        return piles | {"round": board.passes}

    def _check_book(self, board):
        """The book and the counts must tell of the same cards."""
        on_places = [0] * 52
        for name, cards in self.book.items():
            suit = SUITS[int(name[1:]) // self.rules.decks]
            assert cards == [rank + suit for rank in RANKS[: len(cards)]]
            for card in cards:
                on_places[Card(card).code] += 1
        assert list(board.foundations) == on_places

    def text(self):
        """The text whose hash is recorded after each ply."""
        return "|".join(
            f"{name}={pile if name == 'round' else ','.join(pile)}"
            for name, pile in sorted(self.piles().items())
        )

    def hash(self):
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def in_our_words(self, recorded, piles):
        """A recorded move in our words; None for one between foundations."""
        if recorded == "stock>deal":
            if self.rules.stock == "deal":
                return "deal"
            return "turn" if piles["stock"] else "redeal"
        move, _, count = recorded.partition("*")
        source, _, target = move.partition(">")
        count = int(count or 1)
        if source[0] == target[0] == "f":
            return None
        # `f7` is a place of a suit, `waste` is our `w`.
        ours = [place if place[0] == "t" else place[0] for place in (source, target)]
        several = f"*{count}" if count > 1 else ""
        return f"{piles[source][-count]} {ours[0]}>{ours[1]}{several}"

    def push(self, recorded):
        """Make a recorded move, in the game and in the book."""
        move = self.in_our_words(recorded, self.piles())
        if recorded != "stock>deal":
            source, _, target = recorded.partition("*")[0].partition(">")
            piles = self.piles()
            card = piles[source][-1]
            if source[0] == "f":
                assert self.book[source].pop() == card
            if target[0] == "f":
                self.book[target].append(card)
        if move is not None:
            self.game.push(move)

    def check_legal(self, recorded, where):
        """Our legal moves must be the recorded ones, given as one text."""
        piles = self.piles()
        theirs = {self.in_our_words(move, piles) for move in recorded.split()} - {None}
        ours = legal_texts(self.game)
        assert len(set(ours)) == len(ours), where
        assert set(ours) == theirs, where


def replay(trace, rules, make, where):
    """Play one trace through, comparing before and after each ply; the number of plies."""
    cards = trace["deck_in_deal_order"]
    number, numbering = numbering_of(trace["deal"])
    assert cards == [str(card) for card in deck(number, numbering, rules.decks)], where
    initial = trace["initial"]
    board = board_of(initial)
    first = bool(initial.get("waste"))
    dealt = rules.with_options({"turn_first": True}) if first else rules
    assert Board.dealt(dealt, [Card(card) for card in cards]) == board, where
    table = Table(rules, make(rules if rules in LOADED else dealt, board))
    assert table.piles() == initial, where
    assert table.hash() == trace["initial_hash"], where
    for at, ply in enumerate(trace["plies"]):
        here = f"{where} ply {at}"
        table.check_legal(ply["legal"], here)
        assert ply["move"].removesuffix("*1") in ply["legal"].split(), here
        table.push(ply["move"])
        if "layout" in ply:
            assert table.text() == ply["layout"], here
        assert table.hash() == ply["hash"], here
    assert table.piles() == trace["final"], where
    table.check_legal(trace["final_legal"], where)
    won = sum(table.game.board().foundations) == rules.cards
    assert won == trace["final_won"], where
    if "won_after" in trace:
        assert won, where
        assert trace["won_after"] == len(trace["plies"]), where
    if "no_moves_after" in trace:
        assert not legal_texts(table.game), where
        assert trace["no_moves_after"] == len(trace["plies"]), where
    return len(trace["plies"])


def replay_file(path, make):
    """Play all traces of a file through; the number of plies, None if not a game of ours."""
    record = load(path)
    rules = rules_of(record)
    if rules is None:
        return None
    assert record["traces"], f"{path.name} holds no traces"
    return sum(
        replay(trace, rules, make, f"{path.name} deal {trace['deal']}")
        for trace in record["traces"]
    )


def main(folder):
    failed = False
    for path in sorted(Path(folder).glob("*.json.gz")):
        for name, make in MAKERS.items():
            try:
                plies = replay_file(path, make)
                found = "not a game of ours" if plies is None else f"{plies} plies"
            except (AssertionError, KeyError, ValueError) as error:
                failed = True
                found = f"FAILED {error!r}"
            print(f"{path.name} {name}: {found}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
