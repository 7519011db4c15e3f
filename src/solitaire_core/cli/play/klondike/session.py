"""A game of the Klondike family as it is being played: moves, undoing, a cursor, cards in hand.

Nothing here draws or reads keys, and the rules are those of `KlondikeGame`.
"""

from __future__ import annotations

from solitaire_core.cards import Card
from solitaire_core.cli.play.cursor import Direction
from solitaire_core.cli.play.klondike.places import (
    STOCK,
    WASTE,
    is_foundation,
    is_pile,
    places_of,
)
from solitaire_core.cli.play.klondike.reading import read_move, told_of, why_not
from solitaire_core.cli.play.klondike.table import (
    Held,
    card_of,
    heights_of,
    home_of,
    options_of,
    run_of,
)
from solitaire_core.cli.play.sitting import Message, Sitting, counted, sentence
from solitaire_core.game import IllegalMoveError
from solitaire_core.hints import hint
from solitaire_core.hints.klondike_moves import spoken
from solitaire_core.klondike import KlondikeGame, KlondikeMove
from solitaire_core.solving import Limits

__all__ = ["LIMITS", "KlondikeSession"]

LIMITS = Limits(nodes=1_000_000)
"""How far it is searched whether a game can still be won: for a second at the most."""


class KlondikeSession(Sitting[KlondikeGame]):
    """A player at a table. See `Sitting`.

    Attributes
    ----------
    cursor : str
        The place under the cursor. With marks and cards in hand, it goes to where these can go.
    held : Held or None
        The cards that are picked up; they lie where they were until they are put down.
    """

    _NEW = "A new deal, at random: nobody knows whether it can be won."

    def _begin(self, start: KlondikeGame) -> None:
        super()._begin(start)
        self.places = places_of(start.rules)
        self.held: Held | None = None
        self.cursor = self.places.nearest(self.choices, "t0")

    # ---- what there is to see --------------------------------------------------------------

    @property
    def heights(self) -> tuple[int, ...]:
        """By foundation, suit by suit and the highest first: how many cards lie there."""
        return heights_of(self.game)

    @property
    def options(self) -> dict[Held, dict[str, KlondikeMove]]:
        """What can be moved where; see `options_of`."""
        return options_of(self.game)

    @property
    def aims(self) -> frozenset[str]:
        """Where the cards in hand can go."""
        return frozenset(self.options.get(self.held, ())) if self.held else frozenset()

    def run(self, place: str) -> int:
        """How many cards on the top of a pile are packed, the top one counted."""
        return run_of(self.game.visible().piles[int(place[1:])])

    def card_at(self, place: str, count: int = 1) -> Card | None:
        """The card at a place that so many cards from the top begin with; None if none does."""
        return card_of(self.game, place, count)

    # ---- picking up and putting down -------------------------------------------------------

    def pick(self, place: str, count: int | None = None) -> bool:
        """Pick cards up; without a count the longest run that can go somewhere."""
        self.held = None
        if place == STOCK:
            return self.turn()
        card = self.card_at(place, count or 1)
        if card is None:
            return self._refuse("There is no card.")
        if not card.is_known:
            return self._refuse("That card lies face down.")
        counts = [held.cards for held in self.options if held.place == place]
        if count is None:
            if not counts:
                return self._refuse(f"{card} goes nowhere.")
            count = max(counts)
            card = self.card_at(place, count)
        elif is_pile(place) and count > self.run(place):
            return self._refuse(f"{card} and the cards on it are not in sequence.")
        elif count not in counts:
            return self._refuse(f"{card} goes nowhere{' with those on it' * (count > 1)}.")
        self._hold(place, count)
        return True

    def _hold(self, place: str, count: int) -> None:
        self.held, self.cursor = Held(place, count), place
        card = self.card_at(place, count)
        rest = f" and {counted(count - 1, 'card')} on it" if count > 1 else ""
        self.message = Message(f"{card}{rest} in hand: where to? Esc puts back.")

    def release(self) -> None:
        """Put the cards in hand back."""
        if self.held is not None:
            self.held = None
            self.message = Message("Put back.")
            self.cursor = self.places.nearest(self.choices, self.cursor)

    def drop(self, place: str) -> bool:
        """Put the cards in hand down."""
        if self.held is None:
            return self.pick(place)
        source, count = self.held
        if place == WASTE:
            return self._refuse("Nothing goes on the waste.")
        if is_foundation(place) and is_foundation(source):
            return self._refuse("No card goes from a foundation to another.")
        if is_foundation(place) and count > 1:
            return self._refuse("Cards go to the foundations one at a time.")
        to = "f" if is_foundation(place) else place
        origin = "f" if is_foundation(source) else source
        return self._make(KlondikeMove(f"{self.card_at(source, count)} {origin}>{to}*{count}"))

    def act(self) -> bool:
        """Pick up what is under the cursor, or put down there; turn the stock.

        On the cards in hand themselves, fewer are held, and at last none.
        """
        if self.cursor == STOCK:
            return self.turn()
        if self.held is None or self.held.place != self.cursor:
            return self.drop(self.cursor)
        held = self.held
        fewer = [o.cards for o in self.options if o.place == held.place and o.cards < held.cards]
        if fewer:
            self._hold(held.place, max(fewer))
            return True
        self.release()
        return False

    def click(self, place: str, count: int) -> bool:
        """Do what a click on a card means, which begins a pile of so many cards from the top.

        It picks the cards up, or puts down those in hand; on the same card again, these go to
        the foundations, or to the first pile that takes them.
        """
        held = self.held
        if place == STOCK:
            return self.turn()
        if held == (place, count):
            return self.send(place, count)
        if held is None or held.place == place or (
            place not in self.aims and Held(place, count) in self.options
        ):  # fmt: skip
            return self.pick(place, count)
        return self.drop(place)

    def send(self, place: str, count: int) -> bool:
        """Send cards to the foundations, or to the first pile that takes them."""
        aims = self.options.get(Held(place, count), {})
        filled = [to for to in aims if is_foundation(to) or self.card_at(to) is not None]
        for to in sorted(filled or aims, key=lambda to: (not is_foundation(to), int(to[1:]))):
            return self._make(aims[to])
        return self._refuse("That goes nowhere.")

    def home(self) -> bool:
        """Send the card under the cursor to the foundations; on the stock, that of the waste."""
        place = self.cursor if self.held is None else self.held.place
        if place == STOCK:
            place = WASTE
        card = self.card_at(place) if place in self.places.left else None
        if is_foundation(place) or card is None:
            return self._refuse("There is no card here to send to the foundations.")
        return self._make(KlondikeMove(f"{card} {place}>f"))

    # ---- moves -----------------------------------------------------------------------------

    def turn(self) -> bool:
        """Turn the stock, deal from it, or turn the waste over: whichever the game has next."""
        if self.game.rules.stock == "deal":
            return self._make(KlondikeMove("deal"))
        can_redeal = self.game.stock_left == 0 and bool(self.game.visible().waste)
        return self._make(KlondikeMove("redeal" if can_redeal else "turn"))

    def play(self, text: str) -> bool:
        """Make a move that is written as text; `reading` says how."""
        try:
            move = read_move(text, self.game)
        except ValueError as error:
            return self._refuse(str(error))
        return self._make(move)

    def auto(self) -> bool:
        """Make all safe moves to the foundations."""
        made = 0
        while moves := self.game.auto_moves():
            if not self._make(moves[0]):
                break
            made += 1
        if made == 0:
            return self._refuse("There is no card that can safely go to the foundations.")
        self.message = Message(f"{counted(made, 'card')} went to the foundations.", "good")
        return True

    def _make(self, move: KlondikeMove) -> bool:
        down = sum(self.game.board().face_down)
        try:
            self.game.push(move)
        except IllegalMoveError as error:
            return self._refuse(why_not(move, error))
        self._undone.clear()
        self._stand(self.cursor if move.to == "f" else move.to)
        turned = sum(self.game.board().face_down) < down
        self.message = Message(told_of(move, self.game, turned_up=turned))
        return True

    def _stand(self, near: str) -> None:
        """Bring clock, hand and cursor in line with a position that has just come about."""
        self.held = None
        self._settle_clock()
        # The aim of a stock move is no place.
        near = near if near in self.places.left and near != WASTE else self.cursor
        self.cursor = self.places.nearest(self.choices, near)

    def _settle(self, move: KlondikeMove, *, back: bool) -> None:
        self._stand(move.source if back else move.to)

    def _spoken(self, move: KlondikeMove) -> str:
        return spoken(move)

    # ---- going back ------------------------------------------------------------------------

    def moment(self) -> tuple[int, list[KlondikeMove]]:
        """What `go_back` wants, so that moves made from now on leave no trace."""
        return self.game.ply, list(self._undone)

    def go_back(self, moment: tuple[int, list[KlondikeMove]]) -> None:
        """Take back what was done since a moment, as if it had not been."""
        ply, undone = moment
        while self.game.ply > ply:
            self.game.pop()
        self._undone = undone
        self._stand(self.cursor)
        self.message = Message("")

    # ---- hints -----------------------------------------------------------------------------

    def hint(self) -> None:
        """Name a move by simple rules and from what the player sees, and point at it."""
        found = None if self.outcome is not None else hint(self.game, "visible")
        if found is None or found.move is None:
            self._refuse("The game is over.")
            return
        self._point(found.move)
        self.message = Message(sentence(found.text))

    def _point(self, move: KlondikeMove) -> None:
        self.held = None
        self.cursor = STOCK
        if move.card is not None:
            from_home = move.source == "f"
            self.cursor = home_of(self.game, move.card, top=True) if from_home else move.source

    def ask(self) -> None:
        """Say whether the game can still be won, if that is found out within a second or so."""
        if self.outcome is not None and self.outcome.won:
            self.message = Message("The game is won.", "good")
            return
        found = hint(self.game, "all", limits=LIMITS)
        if found.can_win and found.move is not None:
            self._point(found.move)
            self.message = Message(f"It can still be won: {spoken(found.move)}.", "good")
        elif found.can_win is None:
            self._refuse("Whether it can still be won was not found out.")
        elif found.back_to is None:
            self._refuse("It cannot be won, and no earlier position is known that could.")
        else:
            what = "It is lost; it could be won" if self.outcome else "It cannot be won; it could"
            when = f"after move {found.back_to}" if found.back_to else "at the start"
            undone = counted(self.game.ply - found.back_to, "move")
            self._refuse(f"{what} {when} ({undone} back).")

    def toggle_marks(self) -> None:
        """Mark cards that can move, or stop doing so."""
        self.marks = not self.marks
        self.cursor = self.places.nearest(self.choices, self.cursor)
        self.message = Message(f"Cards that can move are {'' if self.marks else 'not '}marked.")

    # ---- the cursor ------------------------------------------------------------------------

    @property
    def choices(self) -> frozenset[str]:
        """The places that the cursor can go to."""
        if not self.marks:
            return frozenset(self.places.all)
        if self.held is not None:
            return self.aims | {self.held.place}
        return frozenset(held.place for held in self.options) | {STOCK}

    def move_cursor(self, direction: Direction) -> None:
        """Move the cursor; up and down on the pile of the cards in hand, hold more or fewer."""
        held = self.held
        if held is not None and held.place == self.cursor and is_pile(held.place):
            count = held.cards + {"up": 1, "down": -1}.get(direction, 0)
            if count != held.cards and 1 <= count <= self.run(held.place):
                self._hold(held.place, count)
                return
        self.cursor = self.places.moved(self.choices, self.cursor, direction)

    # ---- at the end ------------------------------------------------------------------------

    def summary(self) -> str:
        """The game in one line, with the deal, so that it can be played again."""
        game, outcome, deal = self.game, self.outcome, self._start.deal
        how = "stopped" if outcome is None else outcome.result.value
        home = f"{game.cards_home} of {game.rules.cards} cards home"
        which = self._start.code() if deal is None else deal
        return f"{how} after {counted(game.ply, 'move')}, {home}: {which}"
