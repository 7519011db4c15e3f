"""From the text of a record to the record."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from typing import Any

from solitaire_core.cards import parse_cards
from solitaire_core.deals import NUMBERINGS, Deal, parse_number
from solitaire_core.game import Result, Rules
from solitaire_core.games.klondike_family import KlondikeRules
from solitaire_core.interchange.boards import decoded
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.records.record import RESERVED, Record
from solitaire_core.records.starts import game_from_code, scored, start_score
from solitaire_core.records.text import RESULTS, Parsed, Token, parse
from solitaire_core.scoring import SCORINGS

__all__ = ["read"]

_SCORE = re.compile("-?[0-9]{1,18}")
_CHAIN = re.compile("[0-9]{1,2}")
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BY_DEAL = ("Game", "Rules", "Numbering", "Number", "Cards")
_BY_POSITION = ("Position", "Chain", "BestChain", "StartScore")


def read(text: str | bytes, rules: Rules | None = None, first_line: int = 1) -> Record:
    """Read one record; `Record.from_text` says more.

    Parameters
    ----------
    text : str or bytes
        The record.
    rules : Rules, optional
        The rules of a game that does not come with the package.
    first_line : int
        The number of its first line in its file.
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a record is read from text, not from {type(text).__name__}")
    return _Reading(parse(decoded(text), first_line), rules).record()


class _Reading:
    """One record that is being read."""

    def __init__(self, parsed: Parsed, rules: Rules | None) -> None:
        self.parsed = parsed
        self.headers = parsed.headers
        self.rules = rules

    def record(self) -> Record:
        """The record."""
        scoring = self.value("Scoring")
        start = self.position(scoring) if "Position" in self.headers else self.deal()
        moves, comments, end = self.moves(isinstance(start.rules, KlondikeRules))
        result = self.needed("Result")
        if result not in RESULTS:
            raise self.wrong("Result", "won, lost or *")
        if result != end.text:
            raise self.parsed.wrong(end.at, f"{result} at the end, as the header says", end.text)
        score = self.matching("Score", _SCORE, "a whole number of at most 18 digits")
        return Record(
            start,
            tuple(moves),
            comments,
            None if result == "*" else Result(result),
            self.date(),
            scoring,
            None if score is None else int(score),
            {name: value for name, (value, _) in self.headers.items() if name not in RESERVED},
        )

    def value(self, name: str) -> str | None:
        """What a header says, or None where there is none of that name."""
        return self.headers[name][0] if name in self.headers else None

    def needed(self, name: str) -> str:
        """What a header says that has to be there."""
        if name not in self.headers:
            raise ValueError(f"line {self.parsed.first_line}: the header {name} is missing")
        return self.headers[name][0]

    def wrong(self, name: str, expected: str) -> ValueError:
        """The error that says what a header should have said."""
        value, at = self.headers[name]
        return self.parsed.wrong(at, f"{name}: {expected}", value)

    def named(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` makes of a header; its errors say where that stands."""
        try:
            return make()
        except (ValueError, TypeError) as error:
            line = self.parsed.line_of(self.headers[name][1])
            raise ValueError(f"line {line}: {name}: {error}") from None

    def matching(self, name: str, form: re.Pattern[str], expected: str) -> str | None:
        """What a header says, which has to be of a form."""
        value = self.value(name)
        if value is not None and not form.fullmatch(value):
            raise self.wrong(name, expected)
        return value

    def none_of(self, names: tuple[str, ...], beside: str) -> None:
        """Refuse headers that do not go with another."""
        for name in names:
            if name in self.headers:
                raise self.wrong(name, f"no such header beside {beside}")

    def deal(self) -> Deal:
        """Where a game begins that was dealt."""
        self.none_of(_BY_POSITION, "Game")
        game, numbering = self.needed("Game"), self.needed("Numbering")
        if len(game.split()) != 1:
            raise self.wrong("Game", "one word")
        by_cards = numbering == "cards"
        name, other = ("Cards", "Number") if by_cards else ("Number", "Cards")
        self.none_of((other,), f"Numbering {numbering}")
        identity = self.needed(name)
        if by_cards:
            cards = self.named(name, lambda: parse_cards(identity))
            identity = "".join(map(str, cards))
        else:
            self.named(name, lambda: parse_number(identity))
            if numbering not in NUMBERINGS:
                raise self.wrong("Numbering", f"{', '.join(NUMBERINGS)} or cards")
        line = f"{game} {self.value('Rules') or ''} {numbering}:{identity}"
        found: Deal = self.named("Game", lambda: Deal.from_text(line, self.rules_of(game)))
        return found

    def position(self, scoring: str | None) -> PeaksGame | KlondikeGame:
        """Where a game begins that was made by hand."""
        self.none_of(_BY_DEAL, "Position")
        code = self.needed("Position")
        name = next(iter(code.split()[1:]), "")
        game = self.named("Position", lambda: game_from_code(code, self.rules_of(name)))
        if isinstance(game, KlondikeGame):
            self.none_of(_BY_POSITION[1:], "a position of the Klondike family")
            return game
        assert isinstance(game, PeaksGame)
        faults = game.status()
        if faults:
            line = self.parsed.line_of(self.headers["Position"][1])
            raise ValueError(f"line {line}: Position: it cannot occur: {'; '.join(faults)}")
        chain, best = (
            int(self.matching(header, _CHAIN, "a number of at most 2 digits") or 0)
            for header in ("Chain", "BestChain")
        )
        score = self.matching("StartScore", _SCORE, "a whole number of at most 18 digits")
        system = None if scoring is None else SCORINGS.get(scoring)
        begin = start_score(game.rules, scoring) if score is None else int(score)
        found: PeaksGame = self.named("Position", lambda: scored(game, system, chain, best, begin))
        return found

    def rules_of(self, name: str) -> Rules | None:
        """The rules that the caller gave, if they are of that game."""
        return self.rules if self.rules is not None and self.rules.name == name else None

    def date(self) -> datetime.date | None:
        """When the game was played."""
        value = self.matching("Date", _DATE, "a date such as 2026-12-31")
        if value is None:
            return None
        found: datetime.date = self.named("Date", lambda: datetime.date.fromisoformat(value))
        return found

    def moves(self, is_klondike: bool) -> tuple[list[Any], dict[int, str], Token]:
        """The moves, the comments, and the word at the end."""
        kind: Any = KlondikeMove if is_klondike else PeaksMove
        moves: list[Any] = []
        comments: dict[int, str] = {}
        tokens = iter(self.parsed.tokens)
        for token in tokens:
            if token.is_comment:
                if len(moves) in comments:
                    raise self.parsed.wrong(token.at, "one comment behind a move, not two")
                comments[len(moves)] = token.text
            elif token.text in RESULTS:
                for after in tokens:
                    raise self.parsed.wrong(after.at, "the end of the record", after.text)
                return moves, comments, token
            else:
                moves.append(self.move(kind, token, tokens if is_klondike else iter(())))
        raise self.parsed.wrong(len(self.parsed.text), "won, lost or * at the end")

    def move(self, kind: Any, token: Token, tokens: Iterator[Token]) -> Any:
        """A move: one word, or in the Klondike family a card and the places behind it."""
        text = token.text
        if text.lower() not in ("turn", "deal", "redeal"):
            places = next(tokens, None)
            if places is not None:
                if places.is_comment or places.text in RESULTS:
                    raise self.parsed.wrong(places.at, f"the places behind {text}", places.text)
                text = f"{text} {places.text}"
        try:
            return kind(text)
        except ValueError:
            raise self.parsed.wrong(token.at, "a move", text) from None
