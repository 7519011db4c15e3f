"""A game of the peaks family as it is being played: moves, a cursor, scores and hints.

Nothing here draws or reads keys, and the rules are those of `PeaksGame`.
"""

from __future__ import annotations

from solitaire_core.cli.play.cursor import STOCK, Direction, moved, nearest
from solitaire_core.cli.play.sitting import Message, Sitting, counted, sentence
from solitaire_core.game import IllegalMoveError
from solitaire_core.grading import Par, par
from solitaire_core.hints import hint
from solitaire_core.peaks import PeaksGame, PeaksMove
from solitaire_core.scoring import RUN10, Run10
from solitaire_core.solving import WinTable

__all__ = ["STOCK", "Direction", "Session"]

_TURN = PeaksMove("turn")
# Golf and four peaks take 10 ms a world.
_WORLDS = 20


class Session(Sitting[PeaksGame]):
    """A player at a table; all cards that are still to come must be known. See `Sitting`.

    Attributes
    ----------
    cursor : int
        The place of the card under the cursor, or STOCK.
    """

    _NEW = "A new deal, which can be won."

    def _begin(self, start: PeaksGame) -> None:
        super()._begin(start)
        self._par: Par | None = None
        self._table: WinTable | None = None
        self.cursor = self._home()

    # ---- what there is to see --------------------------------------------------------------

    @property
    def uncovered(self) -> frozenset[int]:
        """The places of the cards on which nothing lies."""
        free = self.game.uncovered & ~self.game.removed
        return frozenset(p for p in range(self.game.rules.layout.cards) if free >> p & 1)

    @property
    def fitting(self) -> frozenset[int]:
        """The places of the cards that can be taken."""
        places = (self.game.place_of(move) for move in self.game.legal_moves)
        return frozenset(place for place in places if place is not None)

    @property
    def time_limit(self) -> int | None:
        """The seconds within which a win earns a bonus; None where the scoring has none."""
        scoring = self.game.scoring
        return scoring.time_limit if isinstance(scoring, Run10) else None

    @property
    def total(self) -> int:
        """The score with what the end of a game adds: the time bonus and the level."""
        scoring, outcome = self.game.scoring, self.outcome
        if outcome is None or not isinstance(scoring, Run10):
            return self.game.score
        return scoring.final(self.game.score, won=outcome.won, seconds=self.seconds)

    @property
    def stars(self) -> int:
        """0 to 3 stars, by the stock cards that a win left over, whatever the scoring."""
        outcome = self.outcome
        won = outcome is not None and outcome.won
        return RUN10.stars(won=won, stock_left=self.game.stock_left)

    @property
    def par(self) -> Par:
        """What the start allows; worked out when first asked for."""
        if self._par is None:
            self._par = par(self._start)
        return self._par

    # ---- moves -------------------------------------------------------------------------------

    def take(self, place: int) -> bool:
        """Take the card at a place; what cannot be taken is told and nothing changes."""
        card = self.game.visible().tableau[place]
        if card is None:
            return self._refuse("That card is gone.")
        if not card.is_known:
            return self._refuse("That card lies face down.")
        return self._make(PeaksMove(card))

    def turn(self) -> bool:
        """Turn the stock."""
        return self._make(_TURN)

    def play(self, text: str) -> bool:
        """Make a move that is written as text, such as `7H` or `turn`."""
        try:
            move = self.game.parse_move(text)
        except ValueError:
            move = None
        if move is None or (move.card is not None and not move.card.is_known):
            return self._refuse(f"'{text[:20]}' is no move: write a card, such as 7H, or turn.")
        # Whether a card that is not in sight lies face down, in the stock or in the waste is
        # nobody's business: the answer is the same for all three.
        if move.card is not None and move.card not in self.game.visible().tableau:
            return self._refuse(f"There is no {move} face up in the tableau.")
        return self._make(move)

    def _make(self, move: PeaksMove) -> bool:
        before, place = self.game.score, self.game.place_of(move)
        try:
            self.game.push(move)
        except IllegalMoveError as error:
            why = str(error).removeprefix("illegal move ").removeprefix("turn: ")
            return self._refuse(sentence(why))
        self._undone.clear()
        self._stand(self.cursor if place is None else place)
        self.message = self._after(move, self.game.score - before)
        return True

    def _after(self, move: PeaksMove, points: int) -> Message:
        if move.is_turn:
            cost = f" ({points:+,})" if points else ""
            return Message(f"Turned {self.game.top}{cost}.")
        chain = self.game.chain
        row = f", {chain} in a row" if chain > 1 else ""
        return Message(f"Took {move} ({points:+,}){row}.")

    def _stand(self, near: int = STOCK) -> None:
        """Bring clock and cursor in line with a position that has just come about."""
        self._settle_clock()
        self.cursor = self._home(near)

    def _settle(self, move: PeaksMove, *, back: bool) -> None:
        place = self.game.place_of(move) if back else None
        self._stand(STOCK if place is None else place)

    def _spoken(self, move: PeaksMove) -> str:
        return str(move)

    # ---- back, restart -----------------------------------------------------------------------

    def back(self) -> bool:
        """Undo the moves since the game could last be won."""
        ply = self.game.ply
        to = ply if self._can_win() else self._last_winnable()
        if to is None:
            return self._refuse("This deal could not be won from its start on.")
        if to == ply:
            self.message = Message("The game can still be won from here.", "good")
            return False
        for _ in range(ply - to):
            self._undone.append(self.game.pop())
        self._stand()
        self.message = Message(f"Back by {counted(ply - to, 'move')}: here it can be won.", "good")
        return True

    def restart(self) -> None:
        """Begin the same game anew, with the clock at zero."""
        par, table = self._par, self._table
        super().restart()
        self._par, self._table = par, table

    # ---- hints -------------------------------------------------------------------------------

    def hint(self) -> None:
        """Name a good move, from what the player sees alone, and put the cursor on it."""
        if self.outcome is not None:
            self._refuse("The game is over.")
            return
        found = hint(self.game, "visible", worlds=_WORLDS)
        self._point(found.move)
        self.message = Message(sentence(found.text))

    def ask(self) -> None:
        """Say whether the game can still be won, and if not, how far back it could."""
        if self.outcome is not None and self.outcome.won:
            self.message = Message("The game is won.", "good")
            return
        if self._can_win():
            found = hint(self.game, "all", table=self._win_table())
            self._point(found.move)
            self.message = Message(f"It can still be won: {found.text}.", "good")
            return
        to = self._last_winnable()
        if to is None:
            self._refuse("It cannot be won: this deal could not be won from its start on.")
            return
        what = "It cannot be won any more; it could"
        if self.outcome is not None:
            what = "It is lost; it could be won"
        when = f"after move {to}" if to else "at the start"
        self._refuse(f"{what} {when} (b goes back {counted(self.game.ply - to, 'move')}).")

    def _can_win(self) -> bool:
        return self._win_table().can_win(self.game)

    def _last_winnable(self) -> int | None:
        return hint(self.game, "all", table=self._win_table()).back_to

    def _win_table(self) -> WinTable:
        if self._table is None:
            self._table = WinTable(self._start)
        return self._table

    def toggle_marks(self) -> None:
        """Mark cards that fit, or stop doing so."""
        self.marks = not self.marks
        self.cursor = self._home(self.cursor)
        self.message = Message(f"Cards that fit are {'' if self.marks else 'not '}marked.")

    # ---- the cursor --------------------------------------------------------------------------

    def _choices(self) -> frozenset[int]:
        """The cards that the cursor can go to."""
        return self.fitting if self.marks else self.uncovered

    def _home(self, near: int = STOCK) -> int:
        """Where the cursor goes by itself."""
        return nearest(self.game.rules.layout.spots, self._choices(), near)

    def _point(self, move: PeaksMove | None) -> None:
        if move is not None:
            place = self.game.place_of(move)
            self.cursor = STOCK if place is None else place

    def move_cursor(self, direction: Direction) -> None:
        """Move the cursor: left and right through cards and stock, up and down by rows."""
        spots = self.game.rules.layout.spots
        self.cursor = moved(spots, self._choices(), self.cursor, direction)

    def act(self) -> bool:
        """Take the card under the cursor, or turn the stock."""
        return self.turn() if self.cursor == STOCK else self.take(self.cursor)

    # ---- at the end --------------------------------------------------------------------------

    def summary(self) -> str:
        """The game in one line, with the deal, so that it can be played again."""
        game, outcome = self.game, self.outcome
        how = "stopped" if outcome is None else outcome.result.value
        left = counted(game.cards_left, "card")
        parts = [
            f"{how} after {counted(game.ply, 'move')}",
            f"score {self.total:,}",
            f"{left} left" if game.cards_left else f"{game.stock_left} left in the stock",
        ]
        deal = self._start.deal
        return f"{', '.join(parts)}: {self._start.code() if deal is None else deal}"
