"""What `decide` refuses, by index and value, and what its progress calls may do."""

import numpy as np
import pytest

from play import RULES
from solitaire_core import Card, Layout, PeaksRules, decide, deck
from solitaire_core._fast import kernels

ONE_PEAK = RULES["one-peak"]
threads = pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.host)])


def decks(count=3):
    return np.array([[card.code for card in deck(n)] for n in range(count)], dtype=np.uint8)


LAST = 2**64 - 1
RUN = f"sc1 deal numbers run from 0 to {LAST}"


@pytest.mark.parametrize(
    "deals, message",
    [
        (range(-1, 3), f"{RUN}, not -1 to 2"),
        (range(3, -2, -1), f"{RUN}, not 3 to -1"),
        (range(2**64 - 1, 2**64 + 1), f"{RUN}, not {LAST} to {LAST + 1}"),
        (range(2**64 + 1, 2**64 - 2, -1), f"{RUN}, not {LAST + 2} to {LAST}"),
        (range(0, 2**65, 2**64), f"{RUN}, not 0 to {2**64}"),
        ([0, 1, -1], f"deals[2] is -1: {RUN}"),
        ([0, 2**64], f"deals[1] is {2**64}: {RUN}"),
        ((5, 10**30), f"deals[1] is {10**30}: {RUN}"),
        (np.array([0, 5, -7, -8]), "deals[2] is -7: sc1 deal numbers are not negative"),
        (np.array([-1], dtype=np.int8), "deals[0] is -1: sc1 deal numbers are not negative"),
        (np.zeros((3, 51), dtype=np.uint8), "decks have the shape (count, 52), not (3, 51)"),
        (np.zeros((52, 3), dtype=np.uint8), "decks have the shape (count, 52), not (52, 3)"),
        (np.zeros((0, 0), dtype=np.uint8), "decks have the shape (count, 52), not (0, 0)"),
        (np.zeros((1, 1, 52), dtype=np.uint8), "deals have the shape (count,) or (count, 52)"),
        (np.array(3), "deals have the shape (count,) or (count, 52), not ()"),
    ],
    ids=range(15),
)
@threads
def test_values_out_of_range_are_named(deals, message, threads):
    with pytest.raises(ValueError) as error:
        decide(deals, ONE_PEAK, threads=threads)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    "deals, message",
    [
        ([0, 1.0], "deals[1] is 1.0"),
        ([0, "1"], "deals[1] is '1'"),
        ([0, None], "deals[1] is None"),
        ([True], "deals[0] is True"),
        ([np.float64(3)], "deals[0] is "),
        ([deck(1)], "deals[0] is "),
        ([[0, 1]], "deals[0] is [0, 1]"),
        ("123", "deals are numbers or decks, not str"),
        (b"123", "deals are numbers or decks, not bytes"),
        (np.array([1.0]), "deal numbers are an array of whole numbers, not of float64"),
        (np.array([1, 2], dtype=object), "deal numbers are an array of whole numbers"),
        (np.array([True]), "deal numbers are an array of whole numbers, not of bool"),
        (np.array(["1"]), "deal numbers are an array of whole numbers"),
        (np.array([1], dtype="M8[s]"), "deal numbers are an array of whole numbers"),
        (np.array([], dtype=float), "deal numbers are an array of whole numbers"),
        (decks().astype(np.int64), "decks are an array of uint8, not of int64"),
        (decks().astype(np.int8), "decks are an array of uint8, not of int8"),
        (decks().astype(float), "decks are an array of uint8, not of float64"),
        (decks().astype(object), "decks are an array of uint8, not of object"),
        (decks().astype(bool), "decks are an array of uint8, not of bool"),
        (None, ""),
        (7, ""),
        (7.0, ""),
    ],
    ids=range(23),
)
def test_wrong_types_are_named(deals, message):
    with pytest.raises(TypeError) as error:
        decide(deals, ONE_PEAK)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("row", [0, 1, 300, 700, 999])
@pytest.mark.parametrize("place", [0, 28, 51])
@pytest.mark.parametrize("order", ["C", "F"])
@threads
def test_a_card_that_stands_twice_is_named_with_its_row(row, place, order, threads):
    found = decks(1000)
    found[row, place] = found[row, place - 1]
    # The first of the two places at which the card is a second one.
    place = max(place, (place - 1) % 52)
    with pytest.raises(ValueError) as error:
        decide(np.asarray(found, order=order), ONE_PEAK, threads=threads)
    assert str(error.value) == (
        f"decks[{row}, {place}]: {Card(found[row, place])} stands twice in the deck"
    )


@pytest.mark.parametrize("row", [0, 499, 500, 999])
@pytest.mark.parametrize("code", [52, 53, 254, 255])
@threads
def test_a_code_that_is_no_card_is_named_with_its_row(row, code, threads):
    found = decks(1000)
    found[row, 17] = code
    with pytest.raises(ValueError) as error:
        decide(found, ONE_PEAK, threads=threads)
    assert str(error.value).startswith(f"decks[{row}, 17] is {code}: card codes are 0 to 51")


@pytest.mark.parametrize("kernel", kernels())
def test_the_first_bad_deck_is_named(kernel):
    found = decks(600)
    found[[590, 310, 550], 3] = 60
    with pytest.raises(ValueError, match=r"decks\[310, 3\] is 60"):
        decide(found, ONE_PEAK, kernel=kernel)


def test_threads_are_a_whole_number_from_one():
    for number in (0, -1, 10**9, -(10**30)):
        with pytest.raises(ValueError, match=f"threads is 1 .*not {number}"):
            decide(range(3), ONE_PEAK, threads=number)
    for value in (1.0, "2", None, True):
        with pytest.raises(TypeError, match="threads is a whole number"):
            decide(range(3), ONE_PEAK, threads=value)


def test_kernels_that_there_are_not():
    for name in ("", "AVX2", "sse", 3):
        with pytest.raises(ValueError, match="kernel is one of"):
            decide(range(3), ONE_PEAK, kernel=name)
    for name in {"avx512", "avx2"} - set(kernels()):
        with pytest.raises(ValueError, match=f"this machine does not run the kernel '{name}'"):
            decide(range(3), ONE_PEAK, kernel=name)


@pytest.mark.parametrize("rules", [None, 7, Layout("x", [[]])])
def test_rules_of_wrong_types(rules):
    with pytest.raises(TypeError, match="a game is a name or a rules object"):
        decide(range(3), rules)


def test_games_of_other_families_are_refused():
    class Other:
        name = "other"
        decks = 1

        def options(self):
            return {}

        def with_options(self, options):
            return self

        def start(self, cards, deal=None):
            return None

    with pytest.raises(TypeError, match="decide takes a game of the peaks family, not other"):
        decide(range(3), Other())


def test_a_layout_that_is_too_large():
    rules = PeaksRules("free", Layout("free", [[]] * 21))
    with pytest.raises(ValueError, match="the layout free has 2,097,152 removed sets"):
        decide(range(3), rules)


@pytest.mark.parametrize("kernel", kernels())
@pytest.mark.parametrize("count", [1, 2, 128, 129, 5000])
@threads
def test_progress_rises_to_the_count(kernel, count, threads):
    told = []
    decide(range(count), ONE_PEAK, kernel=kernel, threads=threads, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == count
    assert told[0] >= 0


def test_progress_without_deals():
    told = []
    decide([], ONE_PEAK, progress=told.append)
    assert set(told) <= {0}


@threads
def test_progress_is_told_in_between(threads):
    told = []
    # The slowest kernel, so that several tenths of a second pass on any machine.
    numbers = range(400_000)
    decide(numbers, ONE_PEAK, threads=threads, kernel="portable512", progress=told.append)
    assert len(set(told)) > 2


@pytest.mark.host
def test_progress_comes_from_the_thread_that_called():
    import threading

    seen = set()
    decide(
        range(5000), ONE_PEAK, threads=2, progress=lambda _: seen.add(threading.current_thread())
    )
    assert seen == {threading.current_thread()}


class Stop(BaseException):
    """No subclass of Exception: nobody may swallow it."""


@pytest.mark.parametrize("error", [Stop, KeyboardInterrupt, ValueError, SystemExit, StopIteration])
@threads
def test_what_progress_raises_ends_the_run(error, threads):
    told = []

    def progress(count):
        told.append(count)
        raise error("enough")

    # So many deals that the test would not end if the run went on.
    with pytest.raises(error, match="enough"):
        decide(
            range(10**9 if threads == 1 else 10**7), ONE_PEAK, threads=threads, progress=progress
        )
    assert len(told) == 1
    # The next run knows nothing of it.
    assert decide(range(10), ONE_PEAK, threads=threads).verdict.shape == (10,)


@threads
def test_progress_that_cannot_be_called(threads):
    with pytest.raises(TypeError):
        decide(range(3000), ONE_PEAK, threads=threads, progress=7)


@threads
def test_deciding_inside_a_progress_call(threads):
    inner = []

    def progress(_):
        inner.append(decide(range(5), RULES["tripeaks"]).fewest_turns.tolist())

    found = decide(range(3000), ONE_PEAK, threads=threads, progress=progress)
    assert (found.fewest_turns == decide(range(3000), ONE_PEAK).fewest_turns).all()
    assert all(turns == [9, 15, 7, 6, 6] or turns == inner[0] for turns in inner)


@threads
def test_decks_that_change_during_the_run(threads):
    # No answer is promised for them, but a deck is read once and checked as it was read.
    found = decks(3000)

    def progress(_):
        found[:] = 255

    try:
        turns = decide(found, ONE_PEAK, threads=threads, progress=progress).fewest_turns
    except ValueError as error:
        assert "card codes are 0 to 51" in str(error)
    else:
        assert turns.max() <= 23


def test_the_callers_arrays_are_left_alone():
    found, numbers = decks(50), np.arange(50)
    before = found.copy()
    decide(found, ONE_PEAK)
    decide(numbers, ONE_PEAK)
    assert (found == before).all()
    assert (numbers == np.arange(50)).all()
