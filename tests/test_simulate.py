"""Many deals played by a policy: what a game depends on, and what it does not."""

import math
import random

import numpy as np
import pytest

from policy_twins import Asked
from solitaire_core import Deal, IllegalMoveError, simulate, simulate_chunks, summary, survey
from solitaire_core.policies import Greedy, Lookahead
from solitaire_core.scoring import Points
from solitaire_core.simulate_run import KLONDIKE_ROW, PEAKS_ROW
from solitaire_core.simulate_summary import Spread, Summary
from solitaire_core.survey_result import wilson_interval
from test_klondike_lockstep import VARIANTS

GAMES = {"tripeaks": 9000, "golf": 5000, "klondike": 600, "eternal-triangle": 300}


class Replay:
    """A policy that plays as another one, and keeps the last position that it was shown."""

    name = "replay"

    def __init__(self):
        self.last = None

    def choose(self, turn):
        self.last = turn
        return Greedy().choose(turn)


# ---- what a row says ---------------------------------------------------------------------------


def test_rows_of_the_peaks_family():
    rows = simulate("tripeaks", range(500), "greedy", scoring="run10")
    assert rows.dtype == PEAKS_ROW
    assert rows.dtype.itemsize == 8
    assert rows.shape == (500,)
    # Every game took or turned with each move; won ones took all 28.
    taken = rows["moves"].astype(int) - rows["turns"]
    assert ((taken == 28) == rows["won"]).all()
    assert (rows["turns"][~rows["won"]] == 23).all()
    assert (rows["longest_chain"] <= taken).all()
    assert (rows["score"][rows["won"]] >= 800).all()


def test_rows_of_the_klondike_family():
    rows = simulate("double-klondike", range(40), "greedy")
    assert rows.dtype == KLONDIKE_ROW
    assert rows.dtype.itemsize == 16
    assert (rows["score"] == 5 * rows["home"].astype(int) - 104).all()
    assert ((rows["home"] == 104) == rows["won"]).all()
    assert (rows["passes"] >= 1).all()
    assert (rows["turns"] <= rows["moves"]).all()


@pytest.mark.parametrize("name", ["tripeaks", "klondike", "small-triangle"])
def test_rows_are_those_of_games_played_by_hand(name):
    """The last position that a policy was shown, and one more move: the row says what it is."""
    for number in range(12):
        policy = Replay()
        (row,) = simulate(name, [number], policy, 4)
        view = policy.last.view
        if name == "tripeaks":
            taken = sum(card is None for card in view.tableau)
            turned = 23 - view.stock_left
            assert (row["moves"] - row["turns"], row["turns"]) in (
                (taken + 1, turned), (taken, turned + 1)
            )  # fmt: skip
            assert row["won"] == (row["moves"] - row["turns"] == 28)
        else:
            assert row["home"] - sum(view.foundations) in (0, 1)
            assert row["passes"] - view.passes in (0, 1)
            assert row["won"] == (row["home"] == 52)
        assert row["moves"] - policy.last.made in (0, 1)


def test_scoring_and_options_go_to_the_game():
    numbers = range(300)
    chain, hogue = (simulate("tripeaks", numbers, scoring=name) for name in ("chain", "hogue"))
    assert (chain["moves"] == hogue["moves"]).all()
    assert (chain["score"] != hogue["score"]).mean() > 0.9
    ones = simulate("tripeaks", numbers, scoring=Points("ones", first=1, step=0))
    assert (ones["score"] == ones["moves"].astype(int) - ones["turns"]).all()
    assert simulate("golf", numbers)["score"].max() <= 35
    wrap = simulate("tripeaks", numbers, wrap=True)
    assert (simulate("tripeaks", numbers) == wrap).all()
    assert simulate("tripeaks", numbers, wrap=False)["won"].sum() < wrap["won"].sum()
    assert (
        simulate("klondike", range(50), draw=3) == simulate(VARIANTS["klondike-3"], range(50))
    ).all()


def test_games_end_at_the_most_moves():
    assert simulate("tripeaks", range(20), most_moves=7)["moves"].max() == 7
    rows = simulate("klondike", range(20), "random", most_moves=333)
    assert rows["moves"].max() == 333
    for policy in ("greedy", "lookahead"):
        # They end by themselves.
        rows = simulate("klondike", range(50), policy, most_moves=10**6)
        assert rows["moves"].max() < 1000


class Liar(int):
    """A number that says that it is equal to anything."""

    __hash__ = int.__hash__

    def __eq__(self, other):
        return True


@pytest.mark.parametrize("numbering", [None, 7, [], b"sc1", "SC1", Liar(128)])
def test_what_is_no_numbering(numbering):
    for ask in (
        lambda: simulate("tripeaks", [1], numbering=numbering),
        lambda: survey("tripeaks", 1, 1, numbering=numbering),
        lambda: survey("tripeaks", 1, 0, numbering=numbering),
        lambda: Deal("tripeaks", 1, numbering),
    ):
        with pytest.raises(ValueError, match=r"no numbering .*: there are sc1, pysol, ms"):
            ask()


@pytest.mark.parametrize("numbering", ["sc1", "ms", "pysol"])
@pytest.mark.parametrize("name", ["tripeaks", "klondike"])
def test_every_numbering(name, numbering):
    numbers = [1, 2, 31999, 32000, 2**31, 2**33 - 1]
    if numbering == "sc1":
        numbers += [0, 2**63, 2**64 - 1]
    elif numbering == "pysol":
        numbers += [2**64 - 1, 2**64, 10**20, 10**100]
    found = simulate(name, numbers, "greedy", 9, numbering=numbering)
    asked = simulate(name, numbers, Asked(Greedy()), 9, numbering=numbering)
    assert (found == asked).all()
    assert len({row.tobytes() for row in found}) > 4
    # The decks are those of the deals.
    policy = Replay()
    simulate(name, numbers[-1:], policy, numbering=numbering, most_moves=1)
    assert policy.last.view == Deal(name, numbers[-1], numbering).start().known()


def test_pysol_numbers_of_several_decks():
    found = simulate("tripleharp", [5, 32000], "greedy", numbering="pysol", most_moves=60)
    asked = simulate("tripleharp", [5, 32000], Asked(Greedy()), numbering="pysol", most_moves=60)
    assert (found == asked).all()


# ---- what a game depends on, and what not ------------------------------------------------------


@pytest.mark.host
@pytest.mark.parametrize("policy", ["random", "greedy", "lookahead"])
@pytest.mark.parametrize("name", GAMES)
def test_threads_chunks_and_places_make_no_difference(name, policy):
    count = GAMES[name] if policy != "lookahead" else GAMES[name] // 3
    numbers = range(1000, 1000 + count)
    most = 200
    expected = simulate(name, numbers, policy, 3, threads=1, most_moves=most)
    assert (simulate(name, numbers, policy, 3, threads=3, most_moves=most) == expected).all()
    order = random.Random(1).sample(numbers, count)
    places = [number - 1000 for number in order]
    for given in (order, np.array(order), np.array(order, np.uint64), np.array(order, np.int16)):
        mixed = simulate(name, given, policy, 3, most_moves=most)
        assert (mixed == expected[places]).all()
    for chunk in (7, count, 2 * count):
        if count // chunk > 200:
            continue
        parts = list(
            simulate_chunks(name, numbers, policy, 3, chunk=chunk, threads=2, most_moves=most)
        )
        assert [start for start, _ in parts] == list(range(0, count, chunk))
        assert (np.concatenate([rows for _, rows in parts]) == expected).all()
    backwards = simulate(name, numbers[::-1], policy, 3, most_moves=most)
    assert (backwards[::-1] == expected).all()
    other = simulate(name, numbers, policy, 4, most_moves=most)
    assert (other != expected).any()


def test_several_games_of_each_deal():
    numbers = range(50, 90)
    rows = simulate("tripeaks", numbers, "casual", 1, games=5)
    assert rows.shape == (40, 5)
    assert (simulate("tripeaks", numbers, "casual", 1, games=3) == rows[:, :3]).all()
    assert (simulate("tripeaks", numbers, "casual", 1) == rows[:, 0]).all()
    assert simulate("tripeaks", numbers, "casual", 1, games=1).shape == (40, 1)
    assert (rows["moves"].std(axis=1) > 0).any()
    assert (rows[:, 0] != rows[:, 1]).any()
    asked = simulate("tripeaks", numbers[:6], Asked(Greedy()), 1, games=4)
    assert (asked == simulate("tripeaks", numbers[:6], "greedy", 1, games=4)).all()


@pytest.mark.host
def test_policies_in_python_on_several_threads():
    expected = simulate("tripeaks", range(60), "greedy", 2)
    for threads in (1, 3):
        found = simulate("tripeaks", range(60), Asked(Greedy()), 2, threads=threads)
        assert (found == expected).all()


class Weights:
    """A model that looks at arrays: a fixed linear one, whose answers are per row."""

    name = "weights"
    sizes: list[int]

    def __init__(self):
        self.sizes = []

    def choose_many(self, turns):
        self.sizes.append(len(turns))
        noise = turns.seed[:, np.newaxis] >> np.arange(turns.legal.shape[1], dtype=np.uint64)
        worth = np.where(turns.legal, (noise % np.uint64(97)).astype(np.int64), -1)
        return worth.argmax(axis=1)


@pytest.mark.parametrize("name", ["tripeaks", "klondike", "eternal-triangle"])
def test_batches_are_full_and_make_no_difference(name, monkeypatch):
    model = Weights()
    expected = simulate(name, range(150), model, 1, most_moves=120)
    assert max(model.sizes) == 150
    monkeypatch.setattr("solitaire_core.simulate_games.BATCH", 16)
    model = Weights()
    assert (simulate(name, range(150), model, 1, most_moves=120) == expected).all()
    assert max(model.sizes) == 16
    # A game that ends makes room for the next.
    assert sum(size == 16 for size in model.sizes) > 0.8 * len(model.sizes)


def test_giving_up():
    class Quitter:
        def choose(self, turn):
            return turn.moves[-1] if turn.made < 3 else None

    class Quitters:
        def choose_many(self, turns):
            return np.where(turns.made < 3, turns.rules.layout.cards, -1)

    for policy in (Quitter(), Quitters()):
        rows = simulate("tripeaks", range(30), policy)
        assert (rows["moves"] == 3).all()
        assert (rows["turns"] == 3).all()


# ---- memory of one's own, progress, the ways out -----------------------------------------------


def test_rows_in_an_array_of_ones_own():
    out = np.zeros(100, PEAKS_ROW)
    assert simulate("tripeaks", range(100), out=out) is out
    assert (out == simulate("tripeaks", range(100))).all()
    out = np.zeros((30, 2), PEAKS_ROW)
    found = []
    for start, rows in simulate_chunks("tripeaks", range(100), chunk=30, games=2, out=out):
        assert np.shares_memory(rows, out)
        found.append((start, rows.copy()))
    assert [start for start, _ in found] == [0, 30, 60, 90]
    whole = simulate("tripeaks", range(100), games=2)
    assert (np.concatenate([rows for _, rows in found]) == whole).all()


def test_no_deals():
    assert simulate("tripeaks", []).shape == (0,)
    assert simulate("klondike", range(0), games=3).shape == (0, 3)
    assert list(simulate_chunks("tripeaks", range(5, 5))) == []
    assert math.isnan(summary(simulate("tripeaks", [])).rate)


@pytest.mark.host
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_counts_deals(threads):
    told = []
    simulate("tripeaks", range(20_000), "random", progress=told.append, threads=threads)
    assert told[-1] == 20_000
    assert told == sorted(told)
    told.clear()
    chunks = simulate_chunks(
        "tripeaks", range(20_000), chunk=9000, progress=told.append, threads=threads
    )
    assert len(list(chunks)) == 3
    assert told[-1] == 20_000
    assert told == sorted(told)


class Stop(Exception):
    """What a test raises to end a run."""


@pytest.mark.host
@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_or_a_policy_raises_ends_the_run(threads):
    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        simulate("tripeaks", range(10**9, 10**9 + 10**6), progress=stop, threads=threads)

    class Failing:
        def choose(self, turn):
            raise Stop

    with pytest.raises(Stop):
        simulate("klondike", range(100), Failing(), threads=threads)


# ---- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"game": "chess"}, ValueError, "no game 'chess'"),
        ({"game": 3}, TypeError, "a game is a name or a rules object"),
        ({"draw": 3}, ValueError, "tripeaks has no option 'draw'"),
        ({"policy": "best"}, ValueError, "no policy 'best'"),
        ({"policy": None}, TypeError, "a policy is a name or an object"),
        ({"game": "klondike", "policy": "casual"}, ValueError, "casual does not play klondike"),
        ({"game": "klondike", "scoring": "chain"}, ValueError, "klondike has no scoring systems"),
        ({"scoring": "best"}, ValueError, "no scoring 'best'"),
        ({"numbering": "abc"}, ValueError, "no numbering 'abc'"),
        ({"game": "tripleharp", "numbering": "ms"}, ValueError, "ms shuffles one deck, not 3"),
        ({"seed": -1}, ValueError, "seed is 0 to"),
        ({"seed": 2**64}, ValueError, "seed is 0 to"),
        ({"seed": 1.0}, TypeError, "seed is a whole number"),
        ({"games": 0}, ValueError, "games is 1 to"),
        ({"games": True}, TypeError, "games is a whole number"),
        ({"most_moves": 0}, ValueError, "most_moves is 1 to"),
        ({"most_moves": 10**7}, ValueError, "most_moves is 1 to"),
        ({"threads": 0}, ValueError, "threads is 1 to"),
        ({"threads": "2"}, TypeError, "threads is a whole number"),
        ({"progress": 3}, TypeError, "progress is a function"),
        ({"numbers": 3}, TypeError, "numbers is a range, a sequence"),
        ({"numbers": "123"}, TypeError, "numbers is a range, a sequence"),
        ({"numbers": [1, -1]}, ValueError, r"numbers\[1\] is -1: sc1 deal numbers run from 0"),
        ({"numbers": [1, 2**64]}, ValueError, r"numbers\[1\] is 18446744073709551616"),
        ({"numbers": [1, 2.0]}, TypeError, r"numbers\[1\] is 2.0: deal numbers are whole"),
        ({"numbers": [True]}, TypeError, r"numbers\[0\] is True"),
        ({"numbers": range(-1, 3)}, ValueError, "sc1 deal numbers run from 0 to .*, not -1"),
        ({"numbers": range(2**64 - 1, 2**64 + 1)}, ValueError, "sc1 deal numbers run from 0"),
        ({"numbers": range(2**64)}, ValueError, "more than .* deals"),
        ({"numbers": range(3), "numbering": "ms"}, ValueError, "ms deal numbers run from 1"),
        ({"numbers": [2**33], "numbering": "ms"}, ValueError, "ms deal numbers run from 1"),
        ({"numbers": [0], "numbering": "pysol"}, ValueError, "pysol deal numbers run from 1"),
        ({"numbers": [10**101], "numbering": "pysol"}, ValueError, "pysol deal numbers run"),
        ({"numbers": np.array([1.0])}, TypeError, "an array of whole numbers, not of float64"),
        ({"numbers": np.array([[1]])}, ValueError, r"numbers has the shape \(count,\)"),
        ({"numbers": np.array([5, -3])}, ValueError, r"numbers\[1\] is -3"),
        ({"out": [0]}, TypeError, "out is an array of"),
        ({"out": np.zeros(3)}, TypeError, "out is an array of .*, not float64"),
        ({"out": np.zeros(4, PEAKS_ROW)}, ValueError, r"out has the shape \(4,\), not \(3,\)"),
        ({"out": np.zeros(6, PEAKS_ROW)[::2]}, ValueError, "out can be written to"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_bad_arguments(changes, error, text):
    arguments = {"game": "tripeaks", "numbers": range(3), **changes}
    with pytest.raises(error, match=text):
        simulate(**arguments)
    if "out" not in changes:
        # At once, not when the first chunk is asked for.
        with pytest.raises(error, match=text):
            simulate_chunks(**arguments)


def test_bad_arguments_of_chunks():
    for chunk, error in ((0, ValueError), (1.5, TypeError), (2**41, ValueError)):
        with pytest.raises(error, match="chunk is"):
            simulate_chunks("tripeaks", range(3), chunk=chunk)
    with pytest.raises(ValueError, match=r"out has the shape \(3,\), not \(2,\)"):
        simulate_chunks("tripeaks", range(3), chunk=2, out=np.zeros(3, PEAKS_ROW))
    frozen = np.zeros(3, PEAKS_ROW)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="out can be written to"):
        simulate("tripeaks", range(3), out=frozen)


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        ("AC", IllegalMoveError, "policy bad, deal 5, move 1: illegal move AC"),
        ("nonsense", ValueError, "policy bad, deal 5, move 1: no move"),
        (3, TypeError, "policy bad, deal 5, move 1: push takes"),
    ],
)
def test_bad_moves_of_a_policy(answer, error, text):
    class Bad:
        name = "bad"

        def choose(self, turn):
            return answer

    with pytest.raises(error, match=text):
        simulate("tripeaks", [5], Bad())


@pytest.mark.parametrize("name", ["tripeaks", "klondike"])
@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda n: np.zeros(n), TypeError, "whole numbers, not float64"),
        (lambda n: np.zeros(n + 1, int), ValueError, "shown 3 games, and gave choices of the"),
        (lambda n: np.zeros((n, 1), int), ValueError, "choices of the shape"),
        (lambda n: None, TypeError, "whole numbers, not object"),
        (lambda n: np.full(n, -2), IllegalMoveError, r"choices\[0\] is -2"),
        (lambda n: np.full(n, 1000), IllegalMoveError, r"choices\[0\] is 1000"),
        (lambda n: np.full(n, 2**64 - 1, np.uint64), IllegalMoveError, r"choices\[0\] is 4611"),
    ],
)
def test_bad_choices_of_a_batch_policy(name, answer, error, text):
    class Bad:
        name = "bad"

        def choose_many(self, turns):
            return answer(len(turns))

    with pytest.raises(error, match=f"policy bad: .*{text}"):
        simulate(name, range(3), Bad())


def test_a_choice_that_is_not_legal_names_no_hidden_card():
    class Bad:
        def choose_many(self, turns):
            return np.zeros(len(turns), int)  # a tip, face down and covered

    with pytest.raises(IllegalMoveError, match=r"choices\[0\] is 0: that move is not legal"):
        simulate("tripeaks", range(3), Bad())


# ---- summaries ---------------------------------------------------------------------------------


def test_summary_against_plain_figures():
    rows = simulate("tripeaks", range(2000), "greedy")
    found = summary(rows)
    won = int(rows["won"].sum())
    assert (found.deals, found.games, found.won) == (2000, 1, won)
    assert found.rate == won / 2000
    assert found.interval == wilson_interval(won, 2000)
    assert found.score_mean == pytest.approx(rows["score"].mean())
    assert found.score_error == pytest.approx(rows["score"].std(ddof=1) / math.sqrt(2000))
    for name in ("score", "moves", "turns", "longest_chain"):
        values = np.sort(rows[name])
        spread = found.spreads[name]
        assert spread.mean == pytest.approx(values.mean())
        assert (spread.quantile(0), spread.quantile(100)) == (values[0], values[-1])
        for percent, value in spread.quantiles.items():
            assert value == np.quantile(values, percent / 100, method="inverted_cdf")
    record = found.to_json()
    assert (record["count"], record["won"], record["low"]) == (2000, won, found.interval[0])


@pytest.mark.parametrize("games", [None, 4])
def test_summaries_of_chunks_add_up(games):
    options = {"games": games, "most_moves": 200}
    whole = summary(simulate("klondike", range(300), "greedy", **options))
    parts = [
        summary(rows)
        for _, rows in simulate_chunks("klondike", range(300), "greedy", chunk=70, **options)
    ]
    total = parts[0]
    for part in parts[1:]:
        total += part
    assert total == whole
    assert set(whole.spreads) == {"score", "home", "moves", "turns", "passes"}


def test_intervals_of_several_games_a_deal():
    rows = simulate("tripeaks", range(400), "casual", games=50)
    found = summary(rows)
    low, high = found.interval
    # Deals differ more than games of a deal: wider than if all games were independent, and no
    # wider than if each deal had had one game.
    one_by_one = wilson_interval(found.won, 20_000)
    each_deal = wilson_interval(round(found.rate * 400), 400)
    assert one_by_one[1] - one_by_one[0] < high - low < each_deal[1] - each_deal[0]
    means = rows["won"].mean(axis=1)
    half = 1.96 * means.std(ddof=1) / math.sqrt(400)
    assert (high - low) / 2 == pytest.approx(half, rel=0.05)
    scores = rows["score"].mean(axis=1)
    assert found.score_error == pytest.approx(scores.std(ddof=1) / math.sqrt(400))


def test_summaries_of_little():
    one = summary(simulate("tripeaks", [3]))
    assert math.isnan(one.score_error)
    assert one.to_json()["score"]["error"] is None
    none = summary(simulate("tripeaks", []))
    assert none.interval == (0.0, 1.0)
    assert none.to_json()["rate"] is None
    assert none + one == one
    with pytest.raises(ValueError, match="no numbers"):
        Spread().quantile(50)
    with pytest.raises(ValueError, match="percent is 0 to 100"):
        Spread((1,), (1,)).quantile(101)
    for wrong in (np.zeros(3), [1], None):
        with pytest.raises(TypeError, match="rows that simulate returns"):
            summary(wrong)
    klondike = summary(simulate("klondike", [3]))
    with pytest.raises(ValueError, match="one family"):
        klondike + one
    assert isinstance(one, Summary)


def test_a_lookahead_of_a_depth_of_ones_own():
    shallow = simulate("tripeaks", range(500), Lookahead(1))
    assert (shallow != simulate("tripeaks", range(500), Lookahead(6))).any()
    six = simulate("tripeaks", range(500), "lookahead")
    assert (six == simulate("tripeaks", range(500), Lookahead(6))).all()
