"""One game as an environment."""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from solitaire_core.cards import Card
from solitaire_core.deals import Deal
from solitaire_core.envs.encoding import (
    Encoding,
    IllegalAction,
    Observe,
    Reward,
    deal_number,
    fresh_seeds,
    one_seed,
)
from solitaire_core.game import Game, Rules
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.rendering import draw
from solitaire_core.rendering.pixels import frame_size, to_pixels

__all__ = ["SolitaireEnv"]

_EVERY = np.ones(1, np.uint8)


class SolitaireEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game as an environment of Gymnasium.

    Parameters
    ----------
    game : str or Rules
        The game, by name or as a rules object.
    observe : str
        What is shown: `visible`, `known` or `all` (see `solitaire_core.envs`).
    reward : str
        `win`: 1 for the move that wins, else 0. `score`: the change of the score; in the peaks
        family by the scoring system (negated where fewer points are better), in the Klondike
        family by the Vegas rule, 5 for each card on the foundations.
    scoring : str or Scoring, optional
        Peaks family: the scoring system; by default the game's own.
    illegal_action : str
        What an illegal action does: `noop`, nothing, but it counts as a step; `terminate`, it
        ends the episode; `raise`, an IllegalMoveError.
    illegal_reward : float
        What an illegal action adds to the reward.
    numbers : range, optional
        The deal numbers (of the numbering sc1) to draw from, in steps of 1; by default all.
    max_episode_steps : int, optional
        After how many steps an episode is truncated; by default never. Environments that
        `gymnasium.make` makes have a limit of their own.
    render_mode : str, optional
        `ansi`: `render` gives the position as text; `rgb_array`: as an array of pixels, of one
        size for all positions of the game, which is what films are recorded from.
    **options
        Options of the game, such as `wrap=False` or `draw=3`.

    Attributes
    ----------
    observation_space : Box of uint8
        What is seen, with true bounds for each entry.
    action_space : Discrete
        The actions.
    fields : dict of str to slice
        The parts of an observation by name.

    Raises
    ------
    ValueError, TypeError
        If there is no such game or option, or a value is not one of those.

    Notes
    -----
    `reset(seed=s)` begins a sequence of deals that depends on the seed alone; each further
    `reset()` takes the next of them. `reset(options={"number": n})` begins deal n, and
    `reset(options={"cards": deck})` a deck given card by card; neither takes one of the
    sequence.

    `info` has `action_mask` (int8, 1 for each legal action), `number` (uint64, the deal
    number; not where the deck was given), `won` and `illegal` (whether the action was).
    An episode terminates where the game is won, or lost by the rules: no move is legal, or
    nothing but the stock can be moved, to no use. Other games go on until the limit.

    Examples
    --------
    >>> import gymnasium, solitaire_core.envs
    >>> env = gymnasium.make("solitaire_core/TriPeaks-v1", wrap=True)
    >>> observation, info = env.reset(options={"number": 7})
    >>> observation.shape, info["action_mask"].nonzero()[0].tolist(), int(info["number"])
    ((106,), [20, 28], 7)
    >>> observation, reward, terminated, truncated, info = env.step(20)
    >>> env.unwrapped.game.top
    Card('AH')
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by Env)
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str | Rules = "tripeaks",
        *,
        observe: Observe = "known",
        reward: Reward = "win",
        scoring: Any = None,
        illegal_action: IllegalAction = "noop",
        illegal_reward: float = 0.0,
        numbers: range | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is ansi, rgb_array or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.encoding = Encoding(game, options, observe, scoring)
        self.observation_space: Box[Any] = self.encoding.observation_space
        self.action_space: Discrete[np.int64] = self.encoding.action_space
        self.fields = self.encoding.fields
        self._core = self.encoding.core(
            1,
            observe=observe,
            reward=reward,
            illegal_action=illegal_action,
            illegal_reward=illegal_reward,
            numbers=numbers,
            max_episode_steps=max_episode_steps,
        )
        self._seeded = self._begun = False
        self._over = True
        self._mask = np.zeros((1, self._core.actions), np.int8)
        self._frame: tuple[int, int] | None = None
        self._game: PeaksGame | KlondikeGame | None = None
        self._cards: tuple[Card, ...] | None = None
        self._number = np.uint64(0)
        # Legal actions that `game` has still to make.
        self._behind: list[int] = []

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.encoding.rules

    @property
    def game(self) -> Game[Any]:
        """The position as a game, a copy: with all its cards, and the moves made.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no game has begun.
        """
        return self._up_to_date().copy(stack=True)

    def _up_to_date(self) -> PeaksGame | KlondikeGame:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset first")
        if self._game is None:
            scoring = self.encoding.scoring
            if self._cards is not None:
                game = self.rules.start(self._cards, None, scoring)
            else:
                game = Deal(self.rules, int(self._number)).start(scoring)
            assert isinstance(game, PeaksGame | KlondikeGame)
            self._game = game
        for action in self._behind:
            self._game.push(self.encoding.move_of(action, self._game))
        self._behind.clear()
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game.

        Parameters
        ----------
        seed : int, optional
            From what this and the deals that follow are drawn.
        options : dict, optional
            `number`, the deal that comes, or `cards`, the deck: card codes, Cards or their
            names, the card dealt first first.

        Returns
        -------
        observation : ndarray of uint8
        info : dict

        Raises
        ------
        ValueError, TypeError
            If an option is unknown, the number is none, or the cards are no deck.
        """
        super().reset(seed=seed)
        wanted = dict(options or {})
        given, cards = "number" in wanted, wanted.pop("cards", None)
        numbers = np.zeros(1, np.uint64)
        if given:
            numbers[0] = deal_number(wanted.pop("number"))
        if wanted or (given and cards is not None):
            raise ValueError(f"options are number or cards, not {', '.join(options or {})}")
        decks = None
        if cards is not None:
            deck = tuple(
                Card(card) for card in (cards.split() if isinstance(cards, str) else cards)
            )
            decks = np.array([[card.code for card in deck]], np.uint8)
        if seed is not None or not self._seeded:
            fresh = fresh_seeds(self.np_random, 1)
            self._core.seed(_EVERY, fresh if seed is None else np.array([one_seed(seed)]))
            self._seeded = True
        observations = np.empty((1, self._core.width), np.uint8)
        masks = np.empty_like(self._mask)
        self._core.reset(_EVERY, observations, masks, numbers, given=given, decks=decks)
        self._cards = None if cards is None else deck
        self._number = numbers[0]
        self._game = None
        self._behind.clear()
        self._begun, self._over = True, False
        self._mask = masks
        return observations[0], self._info(won=False, illegal=False)

    def _info(self, *, won: bool, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask[0].copy(), "won": won, "illegal": illegal}
        if self._cards is None:
            info["number"] = self._number
        return info

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Make the move of an action.

        Parameters
        ----------
        action : int
            One of the action space.

        Returns
        -------
        observation : ndarray of uint8
        reward : float
        terminated, truncated : bool
        info : dict

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the game is over, or none has begun.
        ValueError
            If there is no such action; IllegalMoveError if it is illegal and such actions
            raise. Nothing has changed then.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over, or none has begun: call reset")
        number = index(action)
        if not 0 <= number < self._core.actions:
            raise ValueError(f"action {number}: actions are 0 to {self._core.actions - 1}")
        observations = np.empty((1, self._core.width), np.uint8)
        masks = np.empty_like(self._mask)
        rewards = np.empty(1)
        flags = np.empty((4, 1), np.uint8)
        numbers = np.empty(1, np.uint64)
        self._core.step(np.array([number], np.int64), observations, masks, rewards, flags, numbers)
        terminated, truncated, won, illegal = flags.view(np.bool_)[:, 0].tolist()
        if not illegal:
            self._behind.append(number)
        self._mask = masks
        self._over = terminated or truncated
        info = self._info(won=won, illegal=illegal)
        return observations[0], float(rewards[0]), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, shape (actions,); sb3-contrib's MaskablePPO asks for it."""
        legal: NDArray[np.bool_] = self._mask[0].astype(np.bool_)
        return legal

    def action_of(self, move: Any) -> int:
        """The action of a move in this position, given as an object or as text.

        Raises
        ------
        ValueError
            If the text is no move, or the move takes a card that is not in the tableau.
        """
        return self.encoding.action_of(move, self._up_to_date())

    def move_of(self, action: int) -> Any:
        """The move that a legal action makes in this position.

        Raises
        ------
        ValueError
            If it makes no legal move.
        """
        return self.encoding.move_of(action, self._up_to_date())

    def render(self) -> Any:
        """The position as text or as pixels, by the render mode; face-down cards are not told."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render was called without a render_mode: give 'ansi' or 'rgb_array'"
            )
            return None
        game = self._up_to_date()
        if self.render_mode == "ansi":
            return draw(game)
        if self._frame is None:
            dealt = Deal(self.rules, 0).start()
            assert isinstance(dealt, PeaksGame | KlondikeGame)
            self._frame = frame_size(dealt)
        return to_pixels(game, self._frame)
