"""Environments for learners by the documented numbers alone: the plain twin of the core's.

A game is a plain reference game, an observation a list that is written anew after every step,
and an action is found by giving every legal move its number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from solitaire_core.cards import Card
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.klondike_board import Board
from solitaire_core.peaks import PeaksMove
from solitaire_core.reference.klondike import ReferenceKlondike
from solitaire_core.reference.peaks import ReferencePeaks
from solitaire_core.reference.scores import Standing, replay
from solitaire_core.reference.shuffle import sc1, splitmix64
from solitaire_core.scoring import Scoring

__all__ = ["KlondikeTwin", "PeaksTwin", "Step"]

UNKNOWN, NOTHING, FACE_DOWN = 52, 53, 54


class Step(NamedTuple):
    """What a step tells."""

    observation: list[int]
    mask: list[int]
    reward: float
    terminated: bool
    truncated: bool
    won: bool
    illegal: bool
    number: int


class EnvTwin(ABC):
    """What the environments of both families share: deals, rewards and ends."""

    decks: int

    def __init__(
        self,
        observe: str = "known",
        reward: str = "win",
        illegal_action: str = "noop",
        illegal_reward: float = 0.0,
        numbers: range | None = None,
        most_steps: int | None = None,
    ) -> None:
        self.observe = observe
        self.reward = reward
        self.illegal_action = illegal_action
        self.illegal_reward = illegal_reward
        self.numbers = numbers
        self.most_steps = most_steps

    def seed(self, seed: int) -> None:
        """Set from what the deal numbers to come are drawn."""
        self._draws = splitmix64(next(splitmix64(seed)))

    def _draw(self) -> int:
        if self.numbers is None:
            return next(self._draws)
        size = self.numbers.stop - self.numbers.start
        while True:
            product = next(self._draws) * size
            if product % 2**64 >= 2**64 % size:
                return self.numbers.start + (product >> 64)

    def reset(self, number: int | None = None) -> Step:
        """Begin the next deal, or the one with a number."""
        self.number = self._draw() if number is None else number
        self.steps = 0
        self.deal([Card(code) for code in sc1(self.number, self.decks)])
        return self._told(0.0, illegal=False)

    def step(self, action: int) -> Step:
        """Make the move of an action."""
        self.steps += 1
        legal = action in self.legal()
        points = self.play(self.legal()[action]) if legal else 0
        reward = points if self.reward == "score" else float(self.result() == "won")
        return self._told(reward + (0 if legal else self.illegal_reward), illegal=not legal)

    def _told(self, reward: float, *, illegal: bool) -> Step:
        mask = [0] * self.actions()
        for action in self.legal():
            mask[action] = 1
        ended = illegal and self.illegal_action == "terminate"
        return Step(
            self.look(),
            mask,
            reward,
            ended or self.result() is not None,
            self.most_steps is not None and self.steps >= self.most_steps,
            self.result() == "won",
            illegal,
            self.number,
        )

    @abstractmethod
    def actions(self) -> int:
        """How many actions there are."""

    @abstractmethod
    def deal(self, cards: list[Card]) -> None:
        """Deal a deck out."""

    @abstractmethod
    def legal(self) -> dict[int, str]:
        """The legal moves by the numbers of their actions."""

    @abstractmethod
    def play(self, move: str) -> int:
        """Make a move; the points that it is worth."""

    @abstractmethod
    def result(self) -> str | None:
        """`won`, `lost`, or None."""

    @abstractmethod
    def look(self) -> list[int]:
        """The observation."""


class PeaksTwin(EnvTwin):
    """An environment of the peaks family."""

    decks = 1

    def __init__(self, rules: PeaksRules, scoring: Scoring, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.rules = rules
        self.scoring = scoring

    def actions(self) -> int:
        """One for each place of the tableau, and the turn."""
        return self.rules.layout.cards + 1

    def deal(self, cards: list[Card]) -> None:
        """Deal a deck out."""
        self.game = ReferencePeaks(self.rules, cards)
        self.standing = Standing(self.scoring.start(self.rules.layout.cards))

    def legal(self) -> dict[int, str]:
        """Cards by place, the turn last."""
        places = {card: place for place, card in self.game.tableau.items()}
        return {
            self.rules.layout.cards if move.card is None else places[move.card]: str(move)
            for move in self.game.legal_moves
        }

    def play(self, move: str) -> int:
        """Make a move, scored by the scoring system."""
        before = self.standing
        self.standing = replay(self.game, self.scoring, [move], before)[-1]
        points = self.standing.score - before.score
        return -points if self.scoring.lower_is_better else points

    def result(self) -> str | None:
        """By the rules."""
        return self.game.result()

    def look(self) -> list[int]:
        """Tableau, stock, top of the waste, stock left, chain, cards seen."""
        game, everything = self.game, self.observe == "all"
        tableau, seen = [], {game.top}
        for place, card in enumerate(game.tableau_seen()):
            if card is None:
                tableau.append(NOTHING)
            elif card.is_known:
                tableau.append(card.code)
                seen.add(card)
            else:
                down = FACE_DOWN + game.tableau[place].code
                tableau.append(down if everything else UNKNOWN)
        stock = [FACE_DOWN + card.code if everything else UNKNOWN for card in game.stock]
        if self.observe != "visible":
            seen.update(game.waste)
        if everything:
            seen = {Card(code) for code in range(52)}
        return [
            *tableau,
            *[NOTHING] * game.turned,
            *stock,
            game.top.code,
            len(stock),
            self._chain(),
            *(int(Card(code) in seen) for code in range(52)),
        ]

    def _chain(self) -> int:
        """Cards taken since the last turn."""
        chain = 0
        for move in reversed(self.game.move_stack):
            if PeaksMove(move).is_turn:
                break
            chain += 1
        return chain


class KlondikeTwin(EnvTwin):
    """An environment of the Klondike family."""

    def __init__(self, rules: KlondikeRules, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.rules = rules
        self.decks = rules.decks

    def _sections(self) -> dict[str, int]:
        """Where the actions of each kind begin."""
        piles, ways = len(self.rules.piles), 13 if self.rules.empty == "any" else 1
        sizes = {
            "pile to pile": piles * piles * ways,
            "pile to home": piles,
            "waste to pile": piles,
            "waste to home": 1,
            "home to pile": 4 * ways * piles,
            "stock": 1,
            "end": 0,
        }
        begins, at = {}, 0
        for name, size in sizes.items():
            begins[name] = at
            at += size
        return begins

    def actions(self) -> int:
        """All sections together."""
        return self._sections()["end"]

    def deal(self, cards: list[Card]) -> None:
        """Deal a deck out."""
        self.game = ReferenceKlondike(self.rules, Board.dealt(self.rules, cards))

    def _number(self, text: str) -> int:
        """The action of a move."""
        begins, piles = self._sections(), len(self.rules.piles)
        any_fills = self.rules.empty == "any"
        if text in ("turn", "redeal", "deal"):
            return begins["stock"]
        name, places = text.split()
        places, _, several = places.partition("*")
        source, target = places.split(">")
        to = int(target[1:]) if target != "f" else 0
        if source == "w":
            return begins["waste to home"] if target == "f" else begins["waste to pile"] + to
        if source == "f":
            suit, rank = divmod(Card(name).code, 13)
            kind = suit * 13 + rank if any_fills else suit
            return begins["home to pile"] + kind * piles + to
        pile = int(source[1:])
        if target == "f":
            return begins["pile to home"] + pile
        pair = pile * piles + to
        return pair * 13 + int(several or 1) - 1 if any_fills else pair

    def legal(self) -> dict[int, str]:
        """Every legal move has an action of its own."""
        moves = self.game.legal_moves()
        numbered = {self._number(move): move for move in moves}
        if len(numbered) != len(moves):
            raise AssertionError(f"two moves have one action: {moves}")
        return numbered

    def play(self, move: str) -> int:
        """Make a move; five points for a card on the foundations."""
        before = sum(self.game.board().foundations)
        self.game.push(move)
        return 5 * (sum(self.game.board().foundations) - before)

    def result(self) -> str | None:
        """By the rules."""
        if self.game.is_won():
            return "won"
        return "lost" if self.game.is_lost() else None

    def _height(self) -> int:
        """How many cards a pile can come to have.

        The card dealt last onto it may be a king, on which twelve more are built, and so may
        each card that the stock brings later.
        """
        rules = self.rules
        stock = rules.cards - sum(rules.piles)
        rounds = -(-stock // len(rules.piles)) if rules.stock == "deal" else 0
        return min(max(1, *rules.piles) + 12 + 13 * rounds, rules.cards)

    def look(self) -> list[int]:
        """Piles, foundations, waste and stock, how many of each, passes."""
        board, rules = self.game.board(), self.rules
        everything = self.observe == "all"
        seen: list[int] = []
        for pile, down in zip(board.piles, board.face_down, strict=True):
            hidden = [FACE_DOWN + card.code if everything else UNKNOWN for card in pile[:down]]
            shown = [card.code for card in pile[down:]]
            seen += hidden + shown + [NOTHING] * (self._height() - len(pile))
        for suit in range(4):
            counts = board.foundations[13 * suit : 13 * suit + 13]
            seen += [sum(count > number for count in counts) for number in range(rules.decks)]
        again = self.observe == "known" and board.passes > 1
        talon = [card.code for card in board.waste]
        talon += [FACE_DOWN + card.code if everything or again else UNKNOWN for card in board.stock]
        talon += [NOTHING] * (rules.cards - sum(rules.piles) - len(talon))
        return [*seen, *talon, len(board.waste), len(board.stock), min(board.passes, 255)]
