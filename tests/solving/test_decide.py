"""`decide` gives what `solve` gives, with every kernel, count, form of deals and layout."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import RULES, is_large, winnable_numbers
from solitaire_core import (
    Decisions,
    Layout,
    PeaksGame,
    PeaksRules,
    Verdict,
    _fast,
    decide,
    deck,
    find_rules,
    solve,
)
from solitaire_core._fast import kernels
from solitaire_core.reference.peaks import ReferencePeaks, fewest_turns
from solitaire_core.solving.peaks import lattice_of
from strategies import layouts, made_up_rules, rules_of, sc1_numbers

KERNELS = kernels()
ONE_PEAK = RULES["one-peak"]
COUNTS = [0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000]
# Wider than the kernels have a case of their own for.
FREE = PeaksRules("free", Layout("twelve free cards", [[]] * 12))


def deck_array(numbers):
    """Decks as an array of codes."""
    return np.array([[card.code for card in deck(n)] for n in numbers], dtype=np.uint8)


def by_solving(rules, numbers):
    """The fewest turns by number as `solve` says, -1 for none."""
    turns = [solve(PeaksGame(rules, deck(number))).fewest_turns for number in numbers]
    return [-1 if found is None else found for found in turns]


def assert_decided(found, turns):
    assert isinstance(found, Decisions)
    verdict, fewest = found
    assert verdict.dtype == fewest.dtype == np.int8
    assert verdict.shape == fewest.shape == (len(turns),)
    assert fewest.tolist() == list(turns)
    assert verdict.tolist() == [
        int(Verdict.UNWINNABLE if t < 0 else Verdict.WINNABLE) for t in turns
    ]


def test_the_portable_kernels_are_always_there():
    assert set(KERNELS) >= {"portable", "portable512"}
    assert len(set(KERNELS)) == len(KERNELS)
    assert set(KERNELS) <= {"avx512", "avx2", "portable", "portable512"}


@pytest.mark.parametrize("name", [name for name, rules in RULES.items() if not is_large(rules)])
@pytest.mark.parametrize("kernel", KERNELS)
def test_small_games(name, kernel):
    assert_decided(
        decide(range(200), RULES[name], kernel=kernel), by_solving(RULES[name], range(200))
    )


@pytest.mark.parametrize("name", [name for name, rules in RULES.items() if is_large(rules)])
def test_large_games(name):
    # Won and lost deals, by a kernel that is fast with few of them.
    numbers = [*winnable_numbers(RULES[name], 4), *range(1000, 1008)]
    assert_decided(
        decide(numbers, RULES[name], kernel="portable"), by_solving(RULES[name], numbers)
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_large_games_with_every_kernel(kernel):
    # One deal that is won soon: each pass takes long here.
    for name in ("golf-wrap",) if kernel == "portable512" else ("golf-wrap", "four-peaks"):
        numbers = winnable_numbers(RULES[name], 12)
        turns = by_solving(RULES[name], numbers)
        best = min(range(len(numbers)), key=turns.__getitem__)
        assert_decided(decide([numbers[best]], RULES[name], kernel=kernel), [turns[best]])


@pytest.fixture(scope="module")
def thousand():
    return by_solving(ONE_PEAK, range(1000))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("count", COUNTS)
def test_any_count_of_deals(kernel, count, thousand):
    assert_decided(decide(range(count), ONE_PEAK, kernel=kernel), thousand[:count])


@pytest.mark.parametrize("kernel", KERNELS)
def test_lanes_that_take_deal_after_deal(kernel, thousand):
    # Lost deals take all passes, won ones few: lanes run apart, and no deal gets mixed up.
    order = np.argsort([(t * 7919) % 31 for t in thousand], kind="stable")
    found = decide(order, ONE_PEAK, kernel=kernel)
    assert_decided(found, [thousand[i] for i in order])


def forms(start, stop, step):
    """One list of deals in every form."""
    numbers = range(start, stop, step)
    yield numbers
    yield list(numbers)
    yield tuple(numbers)
    yield iter(numbers)
    yield (np.int64(n) for n in numbers)
    for kind in (np.int16, np.int32, np.int64, np.uint16, np.uint64, ">u8", ">i4"):
        yield np.array(numbers, dtype=kind)
    yield np.array([*numbers, *numbers], dtype=np.uint64).reshape(2, -1).T[:, 0]
    yield np.array(list(reversed(numbers)), dtype=np.int64)[::-1]
    yield np.array([[n, 7] for n in numbers], dtype=np.uint64).reshape(-1, 2)[:, 0]
    decks = deck_array(numbers).reshape(-1, 52)
    yield decks
    yield np.asfortranarray(decks)
    yield decks[::-1].copy()[::-1]
    wide = np.full((len(decks), 104), 255, dtype=np.uint8)
    wide[:, ::2] = decks
    yield wide[:, ::2]
    frozen = decks.copy()
    frozen.flags.writeable = False
    yield frozen
    frozen = np.array(numbers, dtype=np.uint64)
    frozen.flags.writeable = False
    yield frozen


@pytest.mark.parametrize("ends", [(0, 150, 1), (7, 700, 13), (699, 6, -9), (5, 6, 1), (3, 3, 1)])
def test_every_form_of_deals(ends, thousand):
    turns = [thousand[n] for n in range(*ends)]
    for deals in forms(*ends):
        assert_decided(decide(deals, ONE_PEAK), turns)


@given(sc1_numbers, st.integers(1, 30), st.integers(-(2**63), 2**63).filter(bool))
def test_ranges_anywhere(first, count, step):
    numbers = range(first, first + count * step, step)
    numbers = [n for n in numbers if 0 <= n < 2**64]
    if not numbers:
        return
    part = range(numbers[0], numbers[0] + len(numbers) * step, step)
    assert_decided(decide(part, ONE_PEAK), by_solving(ONE_PEAK, numbers))
    assert_decided(decide(numbers, ONE_PEAK), decide(part, ONE_PEAK).fewest_turns)


def test_the_last_numbers_of_all():
    last = range(2**64 - 3, 2**64)
    turns = by_solving(ONE_PEAK, last)
    for deals in (last, list(last), np.array(list(last), dtype=np.uint64), deck_array(last)):
        assert_decided(decide(deals, ONE_PEAK), turns)
    assert_decided(decide(last[::-1], ONE_PEAK), turns[::-1])
    assert_decided(decide(range(0, 2**64, 2**63), ONE_PEAK), by_solving(ONE_PEAK, [0, 2**63]))


@settings(max_examples=25)
@given(made_up_rules, st.integers(0, 2**64 - 300), st.integers(0, 200))
def test_made_up_layouts(rules, first, count):
    numbers = range(first, first + count)
    turns = decide(numbers, rules).fewest_turns.tolist()
    assert turns[:30] == by_solving(rules, numbers[:30])
    for kernel in KERNELS:
        assert_decided(decide(numbers, rules, kernel=kernel), turns)
        assert_decided(decide(deck_array(numbers).reshape(-1, 52), rules, kernel=kernel), turns)


@settings(max_examples=25)
@given(layouts(largest=5).flatmap(rules_of), st.integers(0, 2**64 - 9))
def test_small_layouts_by_the_reference(rules, first):
    numbers = range(first, first + 8)
    turns = [fewest_turns(ReferencePeaks(rules, deck(n))) for n in numbers]
    assert_decided(decide(numbers, rules), [-1 if t is None else t for t in turns])


@settings(max_examples=15)
@given(layouts(11, 14, most_covers=1).flatmap(rules_of), st.integers(0, 1000))
def test_layouts_wider_than_ten(rules, first):
    numbers = range(first, first + 10)
    turns = by_solving(rules, numbers)
    for kernel in KERNELS:
        assert_decided(decide(numbers, rules, kernel=kernel), turns)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("cards", [1, 2, 9, 10, 11, 12, 13])
def test_free_cards(kernel, cards):
    rules = PeaksRules("free", Layout("free", [[]] * cards), wrap=True)
    assert_decided(decide(range(40), rules, kernel=kernel), by_solving(rules, range(40)))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("cards", range(2, 13))
def test_free_cards_with_one_way_to_win(kernel, cards):
    # An ace on the waste and a two, a three and so on in any places: each card goes on one
    # other alone, so that no way round a wrong bit leads to the same answer.
    rules = PeaksRules("free", Layout("free", [[]] * cards))
    ace = 13
    rng = random.Random(cards)
    decks = []
    for _ in range(150):
        tableau = rng.sample(range(1, 1 + cards), cards)
        rest = [code for code in range(52) if code not in (*tableau, ace)]
        decks.append([*tableau, ace, *rest])
    assert_decided(decide(np.array(decks, dtype=np.uint8), rules, kernel=kernel), [0] * 150)


@pytest.mark.parametrize("kernel", KERNELS)
def test_layouts_that_leave_no_stock(kernel):
    columns = Layout("columns", [[p + 4] if p + 4 < 51 else [] for p in range(51)])
    chain = Layout("chain", [[p + 1] if p < 50 else [] for p in range(51)])
    for layout in (columns, chain):
        rules = PeaksRules("no-stock", layout, wrap=True)
        # No random deal is won; one in which each card goes on the next one below is.
        order = [51, *(p for c in range(4) for p in reversed(range(c, 51, 4)))]
        if layout is chain:
            order = list(range(51, -1, -1))
        won = np.empty(52, dtype=np.uint8)
        won[order] = range(52)
        decks = np.vstack([deck_array(range(20)), won[None], deck_array(range(3))])
        assert_decided(decide(decks, rules, kernel=kernel), [-1] * 20 + [0] + [-1] * 3)


def test_rules_by_name_and_by_default():
    three_peaks = decide(range(50)).fewest_turns.tolist()
    assert three_peaks == by_solving(RULES["tripeaks"], range(50))
    assert decide(range(50), "tripeaks").fewest_turns.tolist() == three_peaks
    assert decide(range(50), "TriPeaks").fewest_turns.tolist() == three_peaks
    found = decide(range(50), find_rules("tripeaks", wrap=False)).fewest_turns.tolist()
    assert found == by_solving(RULES["tripeaks-no-wrap"], range(50))
    assert decide(range(50), RULES["tripeaks-open"]).fewest_turns.tolist() == three_peaks


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("size", [1, 7, 200, 512, 999])
def test_deals_claimed_bit_by_bit_in_any_order(kernel, size, thousand):
    # Lanes go from one claim into the next; what nobody claims is not decided.
    starts = list(range(0, 1000, size))
    random.Random(size).shuffle(starts)
    left_out, *claimed = starts
    turns = np.full(1000, 77, np.uint8)
    claims = iter([*((first, min(first + size, 1000)) for first in claimed), None])
    _fast.decide(
        lattice_of(ONE_PEAK.layout),
        ONE_PEAK.follows,
        ONE_PEAK.order,
        turns,
        kernel=kernel,
        claim=lambda: next(claims),
    )
    expected = np.array(thousand, dtype=np.int64).astype(np.uint8)
    expected[left_out : left_out + size] = 77
    assert (turns == expected).all()
    assert next(claims, "all asked for") == "all asked for"


@pytest.mark.host
@pytest.mark.parametrize("threads", [2, 3, 40])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 129, 1000])
def test_threads_make_no_difference(threads, count, thousand):
    numbers = range(count)
    for deals in (numbers, list(numbers), deck_array(numbers).reshape(-1, 52)):
        assert_decided(decide(deals, ONE_PEAK, threads=threads), thousand[:count])
    assert_decided(decide(numbers[::-1], ONE_PEAK, threads=threads), thousand[:count][::-1])


@pytest.mark.host
@pytest.mark.parametrize("kernel", KERNELS)
def test_many_parts_in_threads(kernel):
    numbers = range(10**6, 10**6 + 40_000)
    one = decide(numbers, ONE_PEAK, kernel=kernel)
    two = decide(numbers, ONE_PEAK, kernel=kernel, threads=2)
    assert (one.fewest_turns == two.fewest_turns).all()
    assert (one.verdict == two.verdict).all()
    assert 0 < one.verdict.sum() < 40_000


def test_the_results_are_ones_own():
    first, second = decide(range(10), ONE_PEAK), decide(range(10), ONE_PEAK)
    first.fewest_turns[:] = 99
    first.verdict[:] = 99
    assert 99 not in second.fewest_turns
    assert 99 not in second.verdict
