"""The solver of the Klondike family on small games that a literal search goes through whole."""

import json
from pathlib import Path

import pytest

from klondike_reduced import (
    SETS,
    VARIANTS,
    Draws,
    bits_of,
    end_game,
    mid_game,
    position_of,
    state_of,
    verdicts_of,
)
from solitaire_core import _fast
from solitaire_core.reference.klondike_search import (
    SmallKlondike,
    after,
    moves,
    replay,
    search,
    winnable_positions,
)

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "klondike_reduced.json").read_text(encoding="utf-8")
)

# Of the deals and mid-games, one in so many is looked at with each pruning left out, or alone.
SHARE = 10
ALONE = 40

every_variant = pytest.mark.parametrize("variant", VARIANTS)
every_set = pytest.mark.parametrize("name", SETS)


def golden(variant, name, numbers=None):
    """Numbers, positions and whether they can be won, of those about which this is known."""
    position, count = SETS[name]
    table = GOLDEN[f"{variant} {name}"]
    verdicts = verdicts_of(table["bits"], count)
    given_up = set(table["given up"])
    for number in range(count) if numbers is None else numbers:
        if number not in given_up:
            yield number, position(variant, number), verdicts[number]


def check(variant, number, position, winnable, without=()):
    """One verdict of the solver, and its line by the rules alone."""
    rules = VARIANTS[variant]
    state = state_of(rules, position)
    verdict, line, reason, _ = _fast.solve_klondike(state, without=without)
    where = f"{variant} {number} without {without}"
    assert verdict == winnable, f"{where}: {verdict} {reason}, and not {winnable}"
    if winnable:
        reached = replay(rules, position, [str(move) for move in line])
        assert reached[-1][3] == rules.full, f"{where}: the line wins nothing"
    else:
        assert line is None, where


# The literal search against the compiled rules and against itself.


@every_variant
def test_moves_are_those_of_the_compiled_core(variant):
    rules = VARIANTS[variant]
    texts = set()
    for number in range(10):
        position = mid_game(variant, number)
        state = state_of(rules, position)
        draws = Draws(f"walk {variant}", number)
        for _ in range(20):
            assert position_of(rules, state) == position
            assert (state.result == 1) == (position[3] == rules.full)
            legal = moves(rules, position)
            assert sorted(legal) == sorted(map(str, state.legal_moves))
            # Both ways to read the rules, on legal moves and on those of other positions.
            texts |= set(legal)
            for text in texts:
                assert after(rules, position, text) == legal.get(text)
            if not legal:
                break
            text = sorted(legal)[draws.below(len(legal))]
            state.push(text)
            position = legal[text]


def test_bits():
    assert bits_of([True, False, False, False, True]) == "88"
    assert verdicts_of("88", 5) == [True, False, False, False, True]


@every_variant
@every_set
def test_golden_verdicts_are_what_the_search_says(variant, name):
    count = SETS[name][1]
    table = GOLDEN[f"{variant} {name}"]
    assert table["winnable"] + table["unwinnable"] + len(table["given up"]) == count
    assert sum(verdicts_of(table["bits"], count)) == table["winnable"]
    assert len(table["bits"]) == -(-count // 4)
    # Both answers are there, and few searches were given up.
    assert min(table["winnable"], table["unwinnable"]) >= count / 40
    assert len(table["given up"]) <= count / 40
    rules = VARIANTS[variant]
    for _, position, winnable in golden(variant, name, range(0, count, count // 10)):
        answer = search(rules, position)
        assert answer.winnable is winnable
        if winnable:
            assert replay(rules, position, answer.line)[-1][3] == rules.full


@every_variant
def test_both_searches_agree(variant):
    rules = VARIANTS[variant]
    for number in range(6):
        position = mid_game(variant, number)
        found = winnable_positions(rules, position, 2_000)
        if found is None:
            continue
        for here in list(found)[:: len(found) // 4 + 1]:
            assert search(rules, here).winnable is found[here]


@every_variant
def test_the_moves_for_a_search_are_enough(variant):
    rules = VARIANTS[variant]
    for number in range(6):
        start = mid_game(variant, number)
        everything = winnable_positions(rules, start, 1_000)
        if everything is None:
            continue
        reached, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for move in state_of(rules, here).search_moves():
                following = after(rules, here, str(move))
                if following not in reached:
                    reached.add(following)
                    waiting.append(following)
        assert any(position[3] == rules.full for position in reached) is everything[start]


# The solver.


@every_variant
@every_set
def test_verdicts(variant, name):
    for number, position, winnable in golden(variant, name):
        check(variant, number, position, winnable)


@every_variant
def test_verdicts_with_prunings_left_out(variant):
    prunings = _fast.KLONDIKE_PRUNINGS
    # Other deals for each pruning.
    for part, without in enumerate([*([name] for name in prunings), prunings]):
        for name, (_, count) in SETS.items():
            numbers = range(part % SHARE, count, SHARE)
            for number, position, winnable in golden(variant, name, numbers):
                check(variant, number, position, winnable, tuple(without))


@every_variant
def test_verdicts_with_one_pruning_alone(variant):
    prunings = _fast.KLONDIKE_PRUNINGS
    for part, name in enumerate(prunings):
        others = tuple(one for one in prunings if one != name)
        for kind, (_, count) in SETS.items():
            numbers = range(part, count, ALONE)
            for number, position, winnable in golden(variant, kind, numbers):
                check(variant, number, position, winnable, others)


@every_variant
def test_positions_on_winning_lines_are_winnable(variant):
    rules = VARIANTS[variant]
    for number, start, winnable in golden(variant, "deals", range(200)):
        if not winnable:
            continue
        _, line, _, _ = _fast.solve_klondike(state_of(rules, start))
        on_lines = replay(rules, start, [str(move) for move in line])
        if number < 20:
            # The line of the literal search strays where no solver would go.
            strayed = replay(rules, start, search(rules, start).line)
            on_lines += strayed[:: len(strayed) // 40 + 1]
        for position in on_lines:
            verdict, _, reason, _ = _fast.solve_klondike(state_of(rules, position))
            assert verdict == 1, f"{variant} {number} {position}: {verdict} {reason}"


# Cards that come back from the foundations, where most are. A literal search would go through
# hundreds of thousands of positions here; the solver without any pruning stands for it.


@pytest.mark.parametrize("part", range(4))
def test_ends_of_games_are_lost_without_any_pruning_too(part):
    lost = 0
    for number in range(part, 6000, 4):
        found = end_game(number)
        if found is None:
            continue
        state = state_of(*found)
        if _fast.solve_klondike(state, nodes=20_000)[0] == 0:
            lost += 1
            plain = _fast.solve_klondike(state, nodes=100_000, without=_fast.KLONDIKE_PRUNINGS)
            assert plain[0] != 1, (number, *found)
    assert lost > 50


def test_a_king_on_the_foundations_may_need_an_empty_pile():
    rules = SmallKlondike(5, "CDHS", 1, (1,) * 5)
    names = {f"{r}{s}": 13 * i + k for i, s in enumerate("CDHS") for k, r in enumerate("9TJQK", 8)}
    piles = ("KC QH JS", "KH QS JH TS", "TH", "", "9S 9H 9C TC QC JC")
    home = bytearray(rules.bare)
    for code in range(13 + 8, 26):
        home[code] = 1
    position = (
        tuple(bytes(names[card] for card in pile.split()) for pile in piles),
        b"", bytes([names["KS"]]), bytes(home), 0,
    )  # fmt: skip
    assert search(rules, position).winnable
    verdict, line, _, _ = _fast.solve_klondike(state_of(rules, position))
    assert verdict == 1
    assert replay(rules, position, [str(move) for move in line])[-1][3] == rules.full
