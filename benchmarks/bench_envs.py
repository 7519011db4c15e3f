"""What a step of the environments for learners costs, in CPU time.

    python -m pytest benchmarks/bench_envs.py --benchmark-timer=time.process_time

A round is one step of 1,024 environments, with observations and masks in new arrays; the
actions, which are legal ones by chance, are chosen outside of what is timed. `steps` in
`extra_info` is how many steps of one environment a round takes. Nothing here is asserted: run
as a program, it prints steps a CPU second.
"""

import time

import numpy as np
import pytest

from solitaire_core.envs import SolitaireEnv, SolitaireVectorEnv

COUNT = 1024
GAMES = ("tripeaks", "golf", "klondike", "eternal-triangle", "tripleharp")


class Player:
    """Legal actions by chance, the same for the same seed."""

    def __init__(self, envs):
        self.envs = envs
        self.rng = np.random.default_rng(0)
        _, self.infos = envs.reset(seed=0)

    def actions(self):
        mask = self.infos["action_mask"]
        return (self.rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)

    def step(self, actions):
        *_, self.infos = self.envs.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_vector_step(benchmark, game):
    player = Player(SolitaireVectorEnv(COUNT, game, max_episode_steps=1000))
    benchmark.extra_info["steps"] = COUNT
    benchmark.pedantic(player.step, setup=lambda: ((player.actions(),), {}), rounds=200)


@pytest.mark.parametrize("game", GAMES)
def test_single_step(benchmark, game):
    env = SolitaireEnv(game, max_episode_steps=1000)
    env.reset(seed=0)
    rng = np.random.default_rng(0)

    def next_action():
        legal = env.action_masks().nonzero()[0]
        return ((int(rng.choice(legal)),), {})

    def step(action):
        if any(env.step(action)[2:4]):
            env.reset()

    benchmark.extra_info["steps"] = 1
    benchmark.pedantic(step, setup=next_action, rounds=2000)


def steps_a_second(game, rounds=400):
    """Steps of one environment a CPU second, among 1,024 of a game."""
    player = Player(SolitaireVectorEnv(COUNT, game, max_episode_steps=1000))
    spent = 0.0
    for _ in range(rounds):
        actions = player.actions()
        begun = time.process_time()
        player.step(actions)
        spent += time.process_time() - begun
    return rounds * COUNT / spent


if __name__ == "__main__":
    for name in GAMES:
        print(f"{name:18} {steps_a_second(name) / 1e6:6.2f} million steps a CPU second")
