"""The games of solitaire-core for OpenSpiel, by one class of game and one of state.

`pyspiel.load_game("solitaire_core(game=klondike,deals=1000)")` is one player against chance: a
chance node picks one of the deals 0 to `deals - 1`, the rest is that player's. A state keeps the
deal and the actions and what the environment said last, so that it is copied and compared like any
other value; the environment itself is shared, and goes on from where a state stands.
"""

from functools import cache

import numpy as np
import pyspiel

from solitaire_core.envs import SolitaireEnv

LONGEST = 1000  # steps; those games that go on are lost then
_TYPE = pyspiel.GameType(
    short_name="solitaire_core",
    long_name="Solitaire games of solitaire-core",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "tripeaks", "deals": 1000},
)


class _Table:
    """An environment, and the deal and the actions at which it stands."""

    def __init__(self, name):
        self.env = SolitaireEnv(name, render_mode="ansi")
        self.at = None

    def go_to(self, number, actions):
        """Play up to a position; what the environment says there, and whether it is over."""
        if self.at is None or self.at[0] != number or self.at[1] != actions[: len(self.at[1])]:
            seen, info = self.env.reset(options={"number": number})
            self.at, self.said = (number, ()), (seen, info["action_mask"], False, False)
        for action in actions[len(self.at[1]) :]:
            seen, _, over, _, info = self.env.step(action)
            self.said = seen, info["action_mask"], over, info["won"]
        self.at = number, actions
        return self.said


@cache
def _table(name):
    return _Table(name)


class SolitaireGame(pyspiel.Game):
    """A game of solitaire-core."""

    def __init__(self, params=None):
        given = {"game": "tripeaks", "deals": 1000, **(params or {})}
        self.name, self.deals = given["game"], given["deals"]
        if self.deals < 1:
            raise ValueError(f"deals is 1 or more, not {self.deals}")
        self.actions = int(_table(self.name).env.action_space.n)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=self.deals,
            num_players=1,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self):
        """The chance node that picks the deal."""
        return SolitaireState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What writes observations as arrays and as text."""
        return _Observer(self.name)


class SolitaireState(pyspiel.State):
    """A position, or the chance node before the deal."""

    def __init__(self, game):
        super().__init__(game)
        self.name, self.deals = game.name, game.deals
        self.number, self.actions = None, ()
        self.mask, self.over, self.won = None, False, False

    def current_player(self):
        """Chance deals, then the player plays."""
        if self.number is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.over else 0

    def _legal_actions(self, player):
        return self.mask.nonzero()[0].tolist()

    def chance_outcomes(self):
        """Every deal is as likely."""
        return [(number, 1 / self.deals) for number in range(self.deals)]

    def _apply_action(self, action):
        if self.number is None:
            self.number = action
        else:
            self.actions = (*self.actions, action)
        _, self.mask, over, self.won = self.look()
        self.over = bool(over) or len(self.actions) >= LONGEST

    def look(self):
        """What the environment says of this position."""
        return _table(self.name).go_to(self.number, self.actions)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        self.look()
        return str(_table(self.name).env.move_of(action))

    def is_terminal(self):
        """Whether the game is over."""
        return self.over

    def returns(self):
        """1 for a game that is won."""
        return [float(self.won)]

    def __str__(self):
        return f"{self.name}:{self.number}:{','.join(map(str, self.actions))}"


class _Observer:
    """What a player sees; with perfect recall, as text, what led there too."""

    def __init__(self, name):
        size = _table(name).env.observation_space.shape[0]
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"cards": self.tensor}

    def set_from(self, state, player):
        """Write the codes of the cards as `solitaire_core.envs` lists them."""
        self.tensor[:] = 0 if state.number is None else state.look()[0]

    def string_from(self, state, player):
        """The table as text."""
        if state.number is None:
            return "before the deal"
        state.look()
        return _table(state.name).env.render()


pyspiel.register_game(_TYPE, SolitaireGame)
