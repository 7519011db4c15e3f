"""How many positions the Klondike relaxation proves to be lost, and in what time.

    python benchmarks/relaxation_rates.py deals GAME FIRST COUNT [draw=3 ...] [--most N]
    python benchmarks/relaxation_rates.py play GAME FIRST COUNT [--most N]

`deals` looks at the sc1 deals themselves. `play` plays games whose stock is dealt onto the
piles with a simple player that knows all cards, and looks at the positions before and after
each deal. Times are CPU times of one call; where there is much to look at, they include that
its memory is had and cleared.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from pathlib import Path

from solitaire_core import Deal, _fast

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


class Rates:
    """Answers and times by kind of position."""

    def __init__(self, most):
        self.most = most
        self.times = defaultdict(lambda: defaultdict(list))

    def look(self, kind, state):
        begun = time.process_time()
        answer = _fast.proves_loss(state, self.most)
        self.times[kind][answer].append(time.process_time() - begun)

    def report(self):
        for kind, answers in self.times.items():
            total = sum(map(len, answers.values()))
            mean = sum(map(sum, answers.values())) / total
            parts = [
                f"{name} {len(found) / total:.1%} ({1e6 * sum(found) / len(found):.0f} us)"
                for answer, name in ((True, "lost"), (False, "nothing proved"), (None, "limit"))
                if (found := answers.get(answer))
            ]
            print(f"{kind}: {total} positions, {1e6 * mean:.0f} us; {', '.join(parts)}")


def play(rates, state, rng):
    from klondike_greedy import greedy_move

    for _ in range(1000):
        move = greedy_move(state, rng)
        if move is None:
            return
        if move.is_stock:
            rates.look(f"{state.stock_left:3} in the stock, before a deal", state)
        state.push(move)
        if move.is_stock:
            rates.look(f"{state.stock_left:3} in the stock, after a deal", state)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["deals", "play"])
    parser.add_argument("game")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("options", nargs="*", metavar="option=value")
    parser.add_argument("--most", type=int, default=1_000_000)
    given = parser.parse_args()
    options = {name: int(value) for name, value in (one.split("=") for one in given.options)}
    rates = Rates(given.most)
    for number in range(given.first, given.first + given.count):
        state = Deal(given.game, number, **options).start()
        if given.what == "deals":
            rates.look("deals", state)
        else:
            play(rates, state, random.Random(number))
    rates.report()


if __name__ == "__main__":
    main()
