"""Many games of one kind as a vector environment, stepped in the core."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from solitaire_core.envs.encoding import (
    Encoding,
    IllegalAction,
    Observe,
    Reward,
    deal_number,
    fresh_seeds,
    one_seed,
)
from solitaire_core.game import Rules

__all__ = ["SolitaireVectorEnv"]

_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}

Bools = NDArray[np.bool_]


class SolitaireVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind side by side, as a vector environment of Gymnasium.

    Parameters
    ----------
    num_envs : int
        How many, 1 to 2**24.
    game, observe, reward, scoring, illegal_action, illegal_reward, numbers, max_episode_steps
        As for `SolitaireEnv`. Where illegal actions raise, one of them stops the whole step
        before anything has changed.
    autoreset_mode : AutoresetMode or str
        What becomes of a game that is over: `NEXT_STEP` (the default), the next step begins a
        new one, and its action is not looked at; `SAME_STEP`, a new one begins at once, and
        `infos["final_obs"]` and `infos["final_info"]` have the end of the old one; `DISABLED`,
        it has to be reset by `reset(options={"reset_mask": ...})`.
    copy : bool
        Whether every step hands out new arrays; without it, the next step or reset writes over
        those of the last one.
    render_mode : None
        There is no rendering.
    **options
        Options of the game.

    Attributes
    ----------
    single_observation_space, single_action_space : Box, Discrete
        As those of `SolitaireEnv`.
    observation_space, action_space : Box, MultiDiscrete
        Of all together.
    fields : dict of str to slice
        The parts of an observation by name.

    Raises
    ------
    ValueError, TypeError
        As for `SolitaireEnv`.

    Notes
    -----
    Environment i with the seed s + i (of `reset(seed=s)`) plays the same deals as a
    `SolitaireEnv` that is reset with the seed s + i. `reset(options={"number": n})` begins
    deal n in all, or deal n[i] in environment i.

    A step is one call into the core, with the GIL released; about 2 kB are held for each
    environment. Two threads must not step one vector environment without `copy`.

    Examples
    --------
    >>> import gymnasium, solitaire_core.envs
    >>> envs = gymnasium.make_vec("solitaire_core/TriPeaks-v1", num_envs=3)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 106), (3, 29))
    >>> observations, rewards, terminations, truncations, infos = envs.step([28, 28, 28])
    >>> observations[:, envs.fields["stock_left"]].tolist()
    [[22], [22], [22]]
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by VectorEnv)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    _OPTIONS: ClassVar[tuple[str, ...]] = ("number", "reset_mask")

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Rules = "tripeaks",
        *,
        observe: Observe = "known",
        reward: Reward = "win",
        scoring: Any = None,
        illegal_action: IllegalAction = "noop",
        illegal_reward: float = 0.0,
        numbers: range | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"a vector environment draws nothing: render_mode {render_mode!r}")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.encoding = Encoding(game, options, observe, scoring)
        self._core = self.encoding.core(
            num_envs,
            observe=observe,
            reward=reward,
            illegal_action=illegal_action,
            illegal_reward=illegal_reward,
            numbers=numbers,
            max_episode_steps=max_episode_steps,
            autoreset=_MODES[self.autoreset_mode],
        )
        self.fields = self.encoding.fields
        self.single_observation_space: Box[Any] = self.encoding.observation_space
        self.single_action_space: Discrete[np.int64] = self.encoding.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._seeded = np.zeros(num_envs, np.bool_)
        self._begun = False
        self._over = np.ones(num_envs, np.bool_)
        self._buffers = self._new_buffers()
        self._final = (
            self._new_buffers()[:2] if self.autoreset_mode is AutoresetMode.SAME_STEP else ()
        )

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.encoding.rules

    def _new_buffers(self) -> tuple[NDArray[Any], ...]:
        """Observations, masks, rewards, flags and deal numbers."""
        count = self.num_envs
        return (
            np.empty((count, self._core.width), np.uint8),
            np.empty((count, self._core.actions), np.int8),
            np.empty(count),
            np.empty((4, count), np.uint8),
            np.empty(count, np.uint64),
        )

    def reset(
        self,
        *,
        seed: int | Iterable[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin new games.

        Parameters
        ----------
        seed : int or sequence of (int or None), optional
            A number s for the seeds s, s + 1, ...; or a seed for each environment.
        options : dict, optional
            `number`: the deal that comes in all, or one for each environment. `reset_mask`:
            bools, which environments begin anew; by default all.

        Returns
        -------
        observations : ndarray of uint8, shape (num_envs, entries)
        infos : dict

        Raises
        ------
        ValueError, TypeError
            If an option is unknown or has a wrong value, or there are too few seeds.
        """
        super().reset(seed=None if isinstance(seed, Iterable) else seed)
        wanted = dict(options or {})
        which = self._reset_mask(wanted.pop("reset_mask", None))
        given = "number" in wanted
        chosen = self._deal_numbers(wanted.pop("number")) if given else None
        if wanted:
            raise ValueError(f"options are {', '.join(self._OPTIONS)}, not {', '.join(wanted)}")
        buffers = self._new_buffers() if self._copy else self._buffers
        observations, masks, _, flags, numbers = buffers
        if chosen is not None:
            numbers[:] = chosen
        self._seed(seed, which)
        self._core.reset(which.view(np.uint8), observations, masks, numbers, given=given)
        self._buffers = buffers
        self._begun = True
        self._over = self._over & ~which
        flags[:] = 0
        return observations, self._infos(buffers)

    def _reset_mask(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask is an array of bools")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask has the shape ({self.num_envs},) and names at least one environment"
            )
        return np.ascontiguousarray(mask)

    def _deal_numbers(self, number: Any) -> NDArray[np.uint64]:
        if np.ndim(number) == 0:
            return np.full(self.num_envs, deal_number(number))
        if len(number) != self.num_envs:
            raise ValueError(f"number has {len(number)} entries for {self.num_envs} environments")
        return np.array([deal_number(one) for one in number])

    def _seed(self, seed: int | Iterable[int | None] | None, which: Bools) -> None:
        """Set the seeds that were given, and any for environments that never had one."""
        count = self.num_envs
        if seed is None:
            each: list[int | None] = [None] * count
        elif isinstance(seed, Iterable):
            each = list(seed)
            if len(each) != count:
                raise ValueError(f"there are {len(each)} seeds for {count} environments")
        else:
            first = int(one_seed(seed))
            each = [first + number for number in range(count)]
        fresh = which & ~self._seeded & np.array([one is None for one in each])
        seeds = np.array([0 if one is None else one_seed(one) for one in each], np.uint64)
        if fresh.any():
            seeds[fresh] = fresh_seeds(self.np_random, int(fresh.sum()))
        meant = fresh | (which & np.array([one is not None for one in each]))
        self._core.seed(meant.view(np.uint8), seeds)
        self._seeded |= meant

    def step(
        self, actions: NDArray[np.int64] | Iterable[int]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """One step of every environment.

        Parameters
        ----------
        actions : array of int, shape (num_envs,)
            An action for each.

        Returns
        -------
        observations : ndarray of uint8, shape (num_envs, entries)
        rewards : ndarray of float64, shape (num_envs,)
        terminations, truncations : ndarray of bool, shape (num_envs,)
        infos : dict
            `action_mask` (int8, shape (num_envs, actions)), `number`, `won` and `illegal`, as
            for `SolitaireEnv`, each with a mask (`_action_mask` ...) of the environments that
            have it: all.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no game has begun, or one is over and resets are the caller's.
        ValueError, TypeError
            If there are too few actions or one is out of range; IllegalMoveError if one is
            illegal and such actions raise. Nothing has changed then.
        """
        if not self._begun or (self.autoreset_mode is AutoresetMode.DISABLED and self._over.any()):
            raise gymnasium.error.ResetNeeded("a game is over, or none has begun: call reset")
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
            raise TypeError(f"actions are whole numbers in one row, not {chosen.dtype} in"
                            f" the shape {chosen.shape}")  # fmt: skip
        before = self._buffers[4].copy() if self._final else self._buffers[4]
        buffers = self._new_buffers() if self._copy else self._buffers
        self._core.step(np.ascontiguousarray(chosen, np.int64), *buffers, *self._final)
        self._buffers = buffers
        observations, _, rewards, flags, _ = buffers
        terminated, truncated, won, illegal = flags.view(np.bool_)
        self._over = terminated | truncated
        infos = self._infos(buffers)
        if self._final and self._over.any():
            self._add_final(infos, before, won, illegal)
        return observations, rewards, terminated, truncated, infos

    def _infos(self, buffers: tuple[NDArray[Any], ...]) -> dict[str, Any]:
        _, masks, _, flags, numbers = buffers
        won, illegal = flags.view(np.bool_)[2:]
        infos: dict[str, Any] = {
            "action_mask": masks, "number": numbers, "won": won, "illegal": illegal,
        }  # fmt: skip
        for name in tuple(infos):
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_)
        return infos

    def _add_final(
        self, infos: dict[str, Any], numbers: NDArray[np.uint64], won: Bools, illegal: Bools
    ) -> None:
        """How the games ended in whose place new ones have begun."""
        over = self._over
        ends = np.flatnonzero(over)
        final = np.full(self.num_envs, None, object)
        for one in ends:
            final[one] = self._final[0][one].copy()
        masks = np.zeros_like(self._final[1])
        masks[ends] = self._final[1][ends]
        last: dict[str, Any] = {
            "action_mask": masks,
            "number": np.where(over, numbers, np.uint64(0)),
            "won": won & over,
            "illegal": illegal & over,
        }
        for name in tuple(last):
            last[f"_{name}"] = over.copy()
        infos.update(final_obs=final, _final_obs=over.copy(), final_info=last)
        infos["_final_info"] = over.copy()
        # Of the games that have begun anew nothing can be told yet.
        infos["won"], infos["illegal"] = won & ~over, illegal & ~over

    def action_masks(self) -> Bools:
        """Which actions are legal now, shape (num_envs, actions)."""
        if not self._begun:
            return np.zeros((self.num_envs, self._core.actions), np.bool_)
        return self._buffers[1].astype(np.bool_)
