"""Rounds of golf: holes, scores, par, and rounds saved while they are played."""

import copy
import json
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solitaire_core.rounds
from play import play_on
from solitaire_core import (
    GAMES,
    Deal,
    GolfRound,
    IllegalMoveError,
    Layout,
    PeaksRules,
    decide,
    deck,
    find_rules,
    solve,
    verify,
)

golf_options = st.sampled_from(
    [{}, {"strict": False}, {"wrap": True}, {"by_columns": True}, {"wrap": True, "open": True}]
)


@st.composite
def golf_deals(draw):
    """Any deal of golf."""
    rules = find_rules("golf", **draw(golf_options))
    kind = draw(st.sampled_from(["sc1", "pysol", "ms", "cards"]))
    if kind == "cards":
        return Deal.from_cards(rules, deck(draw(st.integers(0, 1000))))
    return Deal(rules, draw(st.integers(1, 2**33 - 1)), kind)


@st.composite
def rounds(draw):
    """A round of any kind, at any moment."""
    if draw(st.booleans()):
        holes = draw(st.integers(1, 12))
        round = GolfRound.from_number(draw(st.integers(0, 99_999_999)), holes, **draw(golf_options))
    else:
        round = GolfRound(draw(st.lists(golf_deals(), min_size=1, max_size=5)))
    rng = random.Random(draw(st.integers(0, 1000)))
    finished = draw(st.integers(0, len(round.deals)))
    for _ in range(finished):
        play_on(round.hole, rng, rng.randrange(53))
        round.finish_hole()
    if not round.over:
        play_on(round.hole, rng, draw(st.integers(0, 20)))
    return round


# ---- which deals -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 7, 123, 99_999_999])
@pytest.mark.parametrize("options", [{}, {"wrap": True}, {"strict": False, "by_columns": True}])
def test_the_deals_of_a_round(number, options):
    round = GolfRound.from_number(number, **options)
    assert round.number == number
    assert round.deals == tuple(
        Deal("golf", 100 * number + hole, **options) for hole in range(1, 10)
    )
    assert GolfRound.from_number(number, 18, **options).deals[:9] == round.deals
    assert GolfRound.from_number(number, 99).deals[-1].number == 100 * number + 99


def test_no_deal_is_in_two_rounds():
    found = [d.number for n in range(20) for d in GolfRound.from_number(n, 99).deals]
    assert len(set(found)) == len(found) == 20 * 99


@pytest.mark.parametrize("number", [7, 99_999_999])
def test_holes_that_can_be_cleared(number):
    round = GolfRound.from_number(number, winnable=True)
    assert len(round.deals) == 9
    candidates, expected = [], []
    for hole, deal in enumerate(round.deals, 1):
        passed, last_digits = divmod(deal.number, 10**10)
        assert last_digits == 100 * number + hole
        candidates += [k * 10**10 + last_digits for k in range(passed + 1)]
        expected += [0] * passed + [1]
    assert decide(candidates, GAMES["golf"]).verdict.tolist() == expected
    assert len(candidates) > 18
    assert GolfRound.from_number(number, 3, winnable=True).deals == round.deals[:3]


def test_rounds_never_change():
    numbers = [d.number for d in GolfRound.from_number(7, winnable=True).deals]
    assert numbers == [
        701,
        10000000702,
        80000000703,
        20000000704,
        50000000705,
        706,
        707,
        60000000708,
        10000000709,
    ]
    assert str(GolfRound.from_number(7).deals[2]) == "golf wrap=false strict=true sc1:703"


def test_where_no_hole_can_be_cleared(monkeypatch):
    monkeypatch.setattr(solitaire_core.rounds, "_CANDIDATES", 1)
    assert not solve(Deal("golf", 702)).winnable
    with pytest.raises(ValueError, match="hole 2 of round 7: none of 1 deals of golf wrap=false"):
        GolfRound.from_number(7, winnable=True)


def test_a_round_of_deals():
    deals = [Deal("golf", 5, "ms"), Deal("golf", 3, wrap=True), Deal.from_cards("golf", deck(1))]
    round = GolfRound(iter(deals))
    assert (round.deals, round.number) == (tuple(deals), None)
    assert round.hole == deals[0].start()
    assert round.hole.deal == deals[0]


# ---- play ------------------------------------------------------------------------------------


def test_a_round_is_played():
    round = GolfRound.from_number(7, 3)
    assert (round.hole_number, round.scores, round.total, round.over) == (1, (), 0, False)
    first = round.hole
    play_on(first, random.Random(1), 10)
    left = first.cards_left
    assert 25 <= left < 35
    assert round.finish_hole() == left
    assert (round.hole_number, round.scores, round.total) == (2, (left,), left)
    assert round.hole is not first
    # What is done to a finished hole makes no difference any more.
    line = tuple(first.move_stack)
    first.pop()
    assert round.lines == (line,)
    assert round.finish_hole() == 35
    play_on(round.hole, random.Random(1), 60)
    last = round.hole.cards_left
    round.finish_hole()
    assert (round.hole, round.hole_number, round.over) == (None, None, True)
    assert round.scores == (left, 35, last)
    assert round.total == sum(round.scores)
    with pytest.raises(ValueError, match="the round is over: all 3 holes are finished"):
        round.finish_hole()
    assert len(round.scores) == len(round.lines) == 3


def test_moves_can_be_taken_back_until_the_hole_is_finished():
    round = GolfRound.from_number(7)
    before = copy.deepcopy(round)
    round.hole.push("turn")
    assert round != before
    round.hole.pop()
    assert round == before
    with pytest.raises(IllegalMoveError):
        round.hole.push("KS" if "KS" not in map(str, round.hole.legal_moves) else "KD")


@pytest.mark.parametrize("options", [{"wrap": True}, {"strict": False}])
def test_holes_that_are_cleared_score_minus_the_spare_stock(options):
    round = GolfRound.from_number(3, 4, winnable=True, **options)
    expected = []
    while not round.over:
        solution = solve(round.hole)
        for move in solution.moves:
            round.hole.push(move)
        assert round.hole.outcome().won
        expected.append(solution.fewest_turns - 16)
        assert round.finish_hole() == expected[-1]
    assert list(round.scores) == expected
    assert min(expected) < 0


@pytest.mark.parametrize(
    ("number", "options"), [(5, {}), (11, {"wrap": True}), (2, {"strict": False})]
)
def test_a_round_at_par(number, options):
    round = GolfRound.from_number(number, **options)
    par = round.par
    while not round.over:
        solution = solve(round.deals[round.hole_number - 1], objective="best", scoring="golf")
        assert verify(round.hole, solution.moves, wins=False)
        for move in solution.moves:
            round.hole.push(move)
        assert round.finish_hole() == round.par_of(len(round.scores)) == solution.value
    assert round.total == par == round.par
    assert round.total == sum(map(round.par_of, range(1, 10)))


def test_nobody_is_below_par():
    rng = random.Random(5)
    for number in range(3):
        round = GolfRound.from_number(number, 4, wrap=True)
        while not round.over:
            play_on(round.hole, rng, 60, 0.05)
            round.finish_hole()
            assert round.scores[-1] >= round.par_of(len(round.scores))


def test_par_is_looked_for_once_and_when_it_is_asked_for(monkeypatch):
    asked = []

    def count(deal, **arguments):
        asked.append(deal)
        return solve(deal, **arguments)

    monkeypatch.setattr(solitaire_core.rounds, "solve", count)
    round = GolfRound.from_number(7, 3)
    round.finish_hole()
    assert GolfRound.from_json(round.to_json()) == round
    assert asked == []
    assert round.par_of(2) == round.par_of(2)
    assert asked == [round.deals[1]]
    assert round.par == round.par
    assert asked == [round.deals[i] for i in (1, 0, 2)]
    for hole in (0, 4, -1):
        with pytest.raises(ValueError, match=f"hole is 1 to 3, not {hole}"):
            round.par_of(hole)


# ---- rounds that are saved -------------------------------------------------------------------


@settings(max_examples=60)
@given(rounds())
def test_json_comes_back(round):
    record = round.to_json()
    text = json.dumps(record)
    assert json.loads(text) == record
    assert len(record["holes"]) == len(round.deals)
    for other in (GolfRound.from_json(record), GolfRound.from_json(text)):
        assert other == round
        assert other.number == round.number
        assert (other.deals, other.lines) == (round.deals, round.lines)
        assert (other.scores, other.total) == (round.scores, round.total)
        assert (other.hole_number, other.over) == (round.hole_number, round.over)
        if not round.over:
            assert other.hole.move_stack == round.hole.move_stack
            assert other.hole == round.hole
            assert other.hole.score == round.hole.score
        assert other.to_json() == record
        assert repr(other) == repr(round)
    assert json.dumps(record) == text
    for other in (pickle.loads(pickle.dumps(round)), copy.deepcopy(round)):
        assert other == round
        assert other.to_json() == record


@settings(max_examples=30)
@given(rounds(), st.integers(0, 1000))
def test_a_saved_round_goes_on_as_it_would_have(round, seed):
    other = GolfRound.from_json(json.dumps(round.to_json()))
    for one in (round, other):
        rng = random.Random(seed)
        while not one.over:
            play_on(one.hole, rng, 60, 0.1)
            one.finish_hole()
    assert other == round
    assert other.scores == round.scores


def test_the_form_as_documented():
    round = GolfRound.from_number(7, 3)
    round.hole.push("turn")
    round.finish_hole()
    round.hole.push("turn")
    deals = [deal.to_json() for deal in round.deals]
    assert round.to_json() == {
        "format": "golf-round",
        "version": 1,
        "number": "7",
        "holes": [
            {"deal": deals[0], "moves": ["turn"], "score": 35},
            {"deal": deals[1], "moves": ["turn"], "score": None},
            {"deal": deals[2], "moves": [], "score": None},
        ],
    }
    assert GolfRound(round.deals).to_json()["number"] is None


def saved(change):
    """A round in play as a record, with a change made to it."""
    round = GolfRound.from_number(7, 4)
    round.hole.push("turn")
    round.finish_hole()
    play_on(round.hole, random.Random(3), 4)
    round.finish_hole()
    round.hole.push("turn")
    record = round.to_json()
    change(record)
    return record


def put(*path):
    """A change that puts the last of some words where the others lead."""

    def change(record):
        for name in path[:-2]:
            record = record[name]
        record[path[-2]] = path[-1]

    return change


def drop(*path):
    def change(record):
        for name in path[:-1]:
            record = record[name]
        del record[path[-1]]

    return change


TRIPEAKS = Deal("tripeaks", 1).to_json()

WRONG = [
    (put("format", "golf"), "format is 'golf-round', not 'golf'"),
    (put("version", 2), "version is 1, not 2"),
    (put("version", True), "version is 1, not True"),
    (put("version", "1"), "version is 1, not '1'"),
    (put("version", 1.0), "version is 1, not 1.0"),
    (put("number", 7), "number is a string, not 7"),
    (put("number", "x"), "number: no deal number: 'x'"),
    (put("number", "100000000"), "number is 0 to 99999999, not 100000000"),
    (put("number", "8"), r"holes\[0\].deal is not hole 1 of round 8: golf .* sc1:701"),
    (put("holes", {}), "holes is a list, not {}"),
    (put("holes", []), "a round has 1 to 99 holes, not 0"),
    (put("holes", 2, "hole"), r"holes\[2\] is a JSON object, not 'hole'"),
    (put("more", 1), "the record has the unknown field 'more'"),
    (put("holes", 1, "par", 3), r"holes\[1\] has the unknown field 'par'"),
    (drop("number"), "the record has no field 'number'"),
    (drop("holes"), "the record has no field 'holes'"),
    (drop("holes", 3, "moves"), r"holes\[3\] has no field 'moves'"),
    (put("holes", 1, "deal", None), r"holes\[1\].deal is a JSON object, not None"),
    (put("holes", 1, "deal", json.dumps(TRIPEAKS)), r"holes\[1\].deal is a JSON object, not '"),
    (put("holes", 1, "deal", TRIPEAKS), r"holes\[1\].deal is a deal of golf, not of tripeaks"),
    (put("holes", 1, "deal", "number", 702), r"holes\[1\].deal: .*number is missing or not a str"),
    (put("holes", 1, "deal", "numbering", "ms"), r"holes\[1\].deal is not hole 2 of round 7"),
    (put("holes", 1, "moves", "turn"), r"holes\[1\].moves is a list, not 'turn'"),
    (put("holes", 0, "moves", ["turn", 5]), r"holes\[0\].moves\[1\] is text, not 5"),
    (put("holes", 0, "moves", ["turn", "XX"]), r"holes\[0\].moves\[1\]: no move: 'XX'"),
    (put("holes", 2, "moves", ["turn"] * 17), r"holes\[2\].moves\[16\]: illegal move turn: the st"),
    (put("holes", 0, "score", 34), r"holes\[0\].score is 34, but its moves give 35"),
    (put("holes", 0, "score", 35.0), r"holes\[0\].score is 35.0, but its moves give 35"),
    (put("holes", 0, "score", "35"), r"holes\[0\].score is '35', but its moves give 35"),
    (put("holes", 0, "score", False), r"holes\[0\].score is False, but its moves give 35"),
    (put("holes", 0, "score", None), r"holes\[1\].moves: hole 1 is not finished"),
    (put("holes", 3, "score", 35), r"holes\[3\].score: hole 3 is not finished"),
    (put("holes", 3, "moves", ["turn"]), r"holes\[3\].moves: hole 3 is not finished"),
    (put("holes", 3, "moves", {}), r"holes\[3\].moves is a list, not {}"),
    (put("holes", 0, "score", "x" * 10_000), r"holes\[0\].score is 'xxx"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[text[:40] for _, text in WRONG])
def test_records_that_are_wrong(change, message):
    record = saved(change)
    for form in (record, json.dumps(record)):
        with pytest.raises(ValueError, match=f"^no round: {message}") as caught:
            GolfRound.from_json(form)
        assert len(str(caught.value)) < 300


def test_the_record_that_is_changed_is_right():
    GolfRound.from_json(saved(lambda record: None))


@pytest.mark.parametrize(
    "text", ["", "{", "null", "7", '"golf"', "[]", "[" * 100_000, '{"format": "golf-round"}']
)
def test_text_that_is_no_record(text):
    with pytest.raises(ValueError, match=r"^no round: ") as caught:
        GolfRound.from_json(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("record", [None, 7, [], b"{}"])
def test_what_is_no_record(record):
    with pytest.raises(ValueError, match="no round: the record is a JSON object, not "):
        GolfRound.from_json(record)


# ---- values, and what is refused -------------------------------------------------------------


def test_equality():
    one, other = GolfRound.from_number(7, 2), GolfRound.from_number(7, 2)
    assert one == other == GolfRound([Deal("golf", 701), Deal("golf", 702)])
    assert one != GolfRound.from_number(8, 2)
    assert one != GolfRound.from_number(7, 2, wrap=True)
    assert one != GolfRound.from_number(7, 3)
    assert one != 7
    one.finish_hole()
    assert one != other
    # The same score by other moves.
    other.hole.push("turn")
    other.finish_hole()
    assert one.scores == other.scores
    assert one != other
    with pytest.raises(TypeError):
        hash(one)


def test_repr():
    round = GolfRound.from_number(7, 2)
    assert repr(round) == "<GolfRound 7: 0 of 2 holes finished, total 0>"
    round.finish_hole()
    round.finish_hole()
    assert repr(round) == "<GolfRound 7: 2 of 2 holes finished, total 70>"
    assert repr(GolfRound(round.deals)) == "<GolfRound: 0 of 2 holes finished, total 0>"


@pytest.mark.parametrize(
    ("arguments", "options", "error", "text"),
    [
        ((-1,), {}, ValueError, "number is 0 to 99999999, not -1"),
        ((10**8,), {}, ValueError, "number is 0 to 99999999, not 100000000"),
        (("7",), {}, TypeError, "number is a whole number, not str"),
        ((True,), {}, TypeError, "number is a whole number, not bool"),
        ((7, 0), {}, ValueError, "holes is 1 to 99, not 0"),
        ((7, 100), {}, ValueError, "holes is 1 to 99, not 100"),
        ((7, 9.0), {}, TypeError, "holes is a whole number, not float"),
        ((7,), {"winnable": 1}, TypeError, "winnable is True or False, not 1"),
        ((7,), {"jokers": True}, ValueError, "golf has no option 'jokers'"),
        ((7,), {"wrap": 1}, TypeError, "wrap is True or False, not 1"),
    ],
)
def test_numbers_that_are_refused(arguments, options, error, text):
    with pytest.raises(error, match=text):
        GolfRound.from_number(*arguments, **options)


def test_deals_that_are_refused():
    with pytest.raises(ValueError, match="a round has 1 to 99 holes, not 0"):
        GolfRound([])
    with pytest.raises(ValueError, match="a round has 1 to 99 holes, not 100"):
        GolfRound([Deal("golf", 1)] * 100)
    with pytest.raises(ValueError, match="hole 2 is a deal of golf, not of tripeaks"):
        GolfRound([Deal("golf", 1), Deal("tripeaks", 1)])
    with pytest.raises(TypeError, match="hole 1 is a Deal, not str"):
        GolfRound(["golf"])
    for rules in (
        PeaksRules("golf", Layout("seven", [[]] * 7)),
        PeaksRules("mine", GAMES["golf"].layout),
    ):
        with pytest.raises(ValueError, match=f"hole 1 is a deal of golf, not of {rules.name}"):
            GolfRound([Deal(rules, 1)])
