"""The deal of a day: the same for ever, and it can be won."""

import datetime
import hashlib
import hmac
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_core import (
    GAMES,
    SCORINGS,
    Deal,
    Layout,
    PeaksRules,
    daily,
    decide,
    find_rules,
    solve,
    verify,
)
from strategies import layouts, rules_of

KEY = b"sixteen bytes ok"
LONG_KEY = "a key that is longer than one block of the hash, which is sixty-four bytes: ♠"

BRIDGE = PeaksRules("bridge", Layout("bridge", [[3, 2], [3, 4], [], [], []], [1, 0]), wrap=True)
BRIDGE_TEXT = "bridge wrap=true covers=2,3;3,4;;; down=0,1"


def number_of(game, date, k, key=None):
    """The number of a candidate, as `docs/daily.md` has it."""
    text = f"solitaire-core daily 1 {game} {date} {k}".encode("ascii")
    if key is None:
        digest = hashlib.sha256(text).digest()
    else:
        digest = hmac.new(key, text, hashlib.sha256).digest()
    number = 0
    for byte in digest[:8]:
        number = number * 256 + byte
    return number % 1_000_000_000


def scheme_1(game, date, rules, key=None):
    """The deal of a day, found in another way; and how many candidates were passed over."""
    numbers = [number_of(game, date, k, key) for k in range(60)]
    k = int(decide(numbers, rules).verdict.argmax())
    return numbers[k], k


# ---- for ever --------------------------------------------------------------------------------

TRIPEAKS = "tripeaks wrap=true"
NO_WRAP = "tripeaks wrap=false"
GOLF = "golf wrap=false strict=true"

GOLDEN = [
    ("0001-01-01", NO_WRAP, None, 418841364),
    ("0001-01-01", TRIPEAKS, None, 521664974),
    ("0001-01-01", NO_WRAP, KEY, 569505482),
    ("1582-10-15", GOLF, None, 411406580),
    ("1582-10-15", TRIPEAKS, None, 784645530),
    ("1900-02-28", "golf wrap=false", None, 621489086),
    ("1900-02-28", TRIPEAKS, None, 550462492),
    ("1970-01-01", "golf wrap=true", None, 915687026),
    ("1970-01-01", TRIPEAKS, None, 94781814),
    ("2000-02-29", "golf wrap=true by_columns=true", None, 629591648),
    ("2000-02-29", TRIPEAKS, None, 469589393),
    ("2024-12-31", "one-peak wrap=true", None, 574986945),
    ("2024-12-31", TRIPEAKS, None, 604336124),
    ("2026-11-29", "four-peaks wrap=true", None, 32290763),
    ("2026-11-29", TRIPEAKS, None, 126853418),
    ("2026-11-30", GOLF, None, 144812203),
    ("2026-11-30", TRIPEAKS, None, 932331127),
    ("2026-11-30", "tripeaks wrap=true open=true", None, 872768057),
    ("2026-11-30", TRIPEAKS, KEY, 542402682),
    ("2026-11-30", TRIPEAKS, LONG_KEY, 673522396),
    ("2026-12-01", NO_WRAP, None, 406428999),
    ("2026-12-01", TRIPEAKS, None, 353360506),
    ("2026-12-01", TRIPEAKS, KEY, 717533790),
    ("2028-02-29", GOLF, None, 105537918),
    ("2028-02-29", TRIPEAKS, None, 80701235),
    ("2028-02-29", GOLF, KEY, 298415749),
    ("2099-06-15", "golf wrap=false", None, 123080932),
    ("2099-06-15", TRIPEAKS, None, 732000340),
    ("9999-12-31", "golf wrap=true", None, 905196272),
    ("9999-12-31", TRIPEAKS, None, 429327111),
    ("9999-12-31", "golf wrap=true", LONG_KEY, 698773696),
]


@pytest.mark.parametrize(("date", "game", "key", "number"), GOLDEN)
def test_days_never_change(date, game, key, number):
    rules = Deal.from_text(f"{game} sc1:0").rules
    secret = key.encode() if isinstance(key, str) else key
    assert scheme_1(game, date, rules, secret)[0] == number
    deal = daily(date, rules, key=key)
    assert deal == Deal(rules, number)
    assert str(deal) == f"{game} sc1:{number}"
    assert daily(datetime.date.fromisoformat(date), rules, key=key, scheme=1) == deal


def test_the_golden_days_pass_candidates_over():
    # Or they would not tell which candidate is taken.
    passed = {
        [number_of(game, date, k, key and key.encode()) for k in range(60)].index(number)
        for date, game, key, number in GOLDEN
        if not isinstance(key, bytes)
    }
    assert {0, 1, 2} <= passed
    assert max(passed) >= 4


def test_candidates_without_luck():
    """Far more candidates than are tried one by one."""
    # A column of 14 cards: one in a hundred can be won.
    layout = Layout("column", [[place + 1] for place in range(13)] + [[]])
    rules = PeaksRules("column", layout, strict=True)
    covers = ";".join(map(str, range(1, 14))) + ";"
    text = f"column wrap=false strict=true covers={covers} down="
    found = set()
    for day in range(1, 6):
        date = f"2026-11-{day:02}"
        numbers = [number_of(text, date, k) for k in range(10_000)]
        k = int(decide(numbers, rules).verdict.argmax())
        assert daily(date, rules).number == numbers[k]
        found.add(k)
    assert max(found) > 64
    assert len(found) == 5


def test_keys_as_text_and_as_bytes():
    assert daily("2026-11-30", key=LONG_KEY) == daily("2026-11-30", key=LONG_KEY.encode())
    deals = {daily("2026-11-30", key=key) for key in (None, KEY, KEY + b"\n", LONG_KEY)}
    assert len(deals) == 4


def test_options_are_given_as_in_a_deal():
    assert daily("2026-11-30", "TriPeaks", wrap=False) == daily(
        "2026-11-30", find_rules("tripeaks", wrap=False)
    )
    assert daily("2026-11-30") == daily("2026-11-30", GAMES["tripeaks"])
    games = {
        (deal.rules.name, deal.number)
        for deal in (
            daily("2026-11-30", game, **options)
            for game, options in (
                ("tripeaks", {}),
                ("tripeaks", {"wrap": False}),
                ("tripeaks", {"open": True}),
                ("golf", {}),
                ("golf", {"strict": False}),
                ("golf", {"wrap": True}),
                ("golf", {"by_columns": True}),
                ("one-peak", {}),
                ("four-peaks", {}),
            )
        )
    }
    assert len(games) == len({number for _, number in games}) == 9


def test_days_differ():
    first = datetime.date(2026, 1, 1)
    deals = {daily(first + datetime.timedelta(days)) for days in range(365)}
    assert len(deals) == 365


@pytest.mark.host
def test_nothing_around_the_program_matters():
    code = f"""
import contextlib, datetime, locale
from solitaire_core import daily
with contextlib.suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
print(daily("2026-11-30"))
print(daily(datetime.date(2026, 11, 30), "golf"))
print(daily("2026-11-30", key={LONG_KEY!a}))
"""
    expected = [daily("2026-11-30"), daily("2026-11-30", "golf"), daily("2026-11-30", key=LONG_KEY)]
    for changes in (
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Adak", "PYTHONUTF8": "1"},
    ):
        out = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **changes},
            capture_output=True,
            timeout=120,
            check=True,
        ).stdout
        assert out.decode().splitlines() == list(map(str, expected))


# ---- it can be won ---------------------------------------------------------------------------

keys = (
    st.none()
    | st.binary(min_size=16, max_size=80)
    | st.text(min_size=16, max_size=20).filter(lambda text: text.isascii())
)
games = st.sampled_from(
    [
        GAMES["tripeaks"],
        find_rules("tripeaks", wrap=False),
        find_rules("tripeaks", wrap=False, strict=True),
        find_rules("tripeaks", open=True),
        GAMES["one-peak"],
        GAMES["golf"],
        find_rules("golf", wrap=True, by_columns=True),
    ]
)


@settings(max_examples=120)
@given(st.dates(), games, keys)
def test_every_day_can_be_won(date, rules, key):
    deal = daily(date, rules, key=key)
    assert (deal.rules, deal.numbering) == (rules, "sc1")
    assert 0 <= deal.number <= 999_999_999
    solution = solve(deal)
    assert solution.winnable
    assert verify(deal, solution.moves)
    assert daily(date.isoformat(), rules, key=key) == deal


@settings(max_examples=30)
@given(st.dates(), layouts(largest=6).flatmap(rules_of))
def test_games_of_ones_own_can_be_won(date, rules):
    try:
        deal = daily(date, rules)
    except ValueError as error:
        assert "none of the first 10,000 candidates of made-up wrap=" in str(error)
        assert not decide(range(3000), rules).verdict.any()
    else:
        assert verify(deal, solve(deal).moves)


# ---- games of one's own ----------------------------------------------------------------------


def test_a_game_of_ones_own():
    number, _ = scheme_1(BRIDGE_TEXT, "2026-11-30", BRIDGE)
    assert daily("2026-11-30", BRIDGE) == Deal(BRIDGE, number)
    # What is drawn and scored makes no difference.
    layout = Layout(
        "viaduct", BRIDGE.layout.covered_by, [0, 1], spots=[(p, float(p)) for p in range(5)]
    )
    other = PeaksRules("bridge", layout, wrap=True, scoring=SCORINGS["run10"])
    assert daily("2026-11-30", other).number == number


def test_a_game_of_ones_own_dealt_in_another_order():
    layout = Layout("steps", [[1], [], []], [0], by_columns=[2, 0, 1])
    rules = PeaksRules("steps", layout, by_columns=True)
    text = "steps wrap=false by_columns=true covers=1;; down=0 order=2,0,1"
    assert daily("2026-11-30", rules).number == scheme_1(text, "2026-11-30", rules)[0]


def test_every_part_of_a_layout_tells():
    variants = [
        BRIDGE,
        PeaksRules("bridge", BRIDGE.layout),
        PeaksRules("viaduct", BRIDGE.layout, wrap=True),
        PeaksRules("bridge", Layout("bridge", BRIDGE.layout.covered_by, [0]), wrap=True),
        PeaksRules("bridge", Layout("bridge", [[2], [3, 4], [], [], []], [0, 1]), wrap=True),
        # The name of a game of the package, and another layout.
        PeaksRules("tripeaks", BRIDGE.layout, wrap=True),
        PeaksRules("tripeaks", Layout("three", GAMES["tripeaks"].layout.covered_by), wrap=True),
        GAMES["tripeaks"],
    ]
    numbers = [daily("2026-11-30", rules).number for rules in variants]
    assert len(set(numbers)) == len(variants)


def test_the_same_layout_made_once_more_is_the_packages_game():
    layout = GAMES["tripeaks"].layout
    mine = Layout("mine", [list(on)[::-1] for on in layout.covered_by], layout.face_down)
    rules = PeaksRules("tripeaks", mine, wrap=True)
    assert daily("2026-11-30", rules).number == daily("2026-11-30").number


def test_a_layout_that_nobody_can_win(monkeypatch):
    tried = []

    def unwinnable(deal):
        tried.append(deal.number)
        return solve(deal)

    def none_winnable(numbers, rules):
        tried.extend(numbers)
        return decide(numbers, rules)

    # The function of the package hides the module of the same name.
    module = sys.modules["solitaire_core.daily"]
    monkeypatch.setattr(module, "solve", unwinnable)
    monkeypatch.setattr(module, "decide", none_winnable)
    column = Layout("column", [*([place + 1] for place in range(50)), []])
    with pytest.raises(
        ValueError,
        match="none of the first 10,000 candidates of column wrap=true for 2026-11-30 can be won",
    ):
        daily("2026-11-30", PeaksRules("column", column, wrap=True))
    covers = ";".join(map(str, range(1, 51))) + ";"
    text = f"column wrap=true covers={covers} down="
    assert tried == [number_of(text, "2026-11-30", k) for k in range(10_000)]


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "text"),
    [
        (datetime.datetime(2026, 11, 30), "depends on the time zone"),
        (datetime.datetime(2026, 11, 30, tzinfo=datetime.UTC), "depends on the time zone"),
        (20261130, r"date is a datetime.date or text, not int \(20261130\)"),
        (None, "date is a datetime.date or text, not NoneType"),
        (b"2026-11-30", "date is a datetime.date or text, not bytes"),
        ((2026, 11, 30), "date is a datetime.date or text, not tuple"),
        (datetime.time(1), "date is a datetime.date or text, not time"),
    ],
    ids=str,
)
def test_dates_of_the_wrong_type(date, text):
    with pytest.raises(TypeError, match=text):
        daily(date)


@pytest.mark.parametrize(
    "date",
    [
        *("", "today", "2026-11-3", "26-11-30", "2026/11/30", "20261130", "2026-W49-1"),
        *("2026-11-30T00:00", " 2026-11-30", "2026-11-30\n", "12026-11-30", "-2026-11-30"),
        *("\uff12\uff10\uff12\uff16-11-30", "2026-11-30 ", "2026–11–30", "x" * 1000),
    ],
    ids=lambda date: ascii(date)[:20],
)
def test_text_that_is_no_date(date):
    with pytest.raises(ValueError, match="date is YYYY-MM-DD, not '") as caught:
        daily(date)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("date", ["2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01"])
def test_days_that_there_are_not(date):
    with pytest.raises(ValueError, match=f"date {date}: "):
        daily(date)


@pytest.mark.parametrize("key", ["", b"", "fifteen letters", b"fifteen letters", "ü" * 7])
def test_keys_that_are_too_short(key):
    size = len(key.encode() if isinstance(key, str) else key)
    with pytest.raises(ValueError, match=f"key has at least 16 bytes, not {size}"):
        daily("2026-11-30", key=key)
    daily("2026-11-30", key=key * 16 if key else "ü" * 8)


@pytest.mark.parametrize("key", [bytearray(KEY), memoryview(KEY), 12345678901234567890, [KEY]])
def test_keys_of_the_wrong_type(key):
    with pytest.raises(TypeError, match=f"key is bytes or text, not {type(key).__name__}"):
        daily("2026-11-30", key=key)


def test_keys_that_utf_8_cannot_write():
    with pytest.raises(ValueError, match="key is text that UTF-8 cannot write"):
        daily("2026-11-30", key="\ud800" * 16)


def test_a_message_never_shows_the_key():
    for key in ("secret", "secret \ud800 secret secret", ["secret"]):
        with pytest.raises((ValueError, TypeError)) as caught:
            daily("2026-11-30", key=key)
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("scheme", [0, 2, -1, 10**30])
def test_schemes_that_there_are_not(scheme):
    with pytest.raises(ValueError, match=f"scheme is 1, not {scheme}"):
        daily("2026-11-30", scheme=scheme)


@pytest.mark.parametrize("scheme", ["1", None, 1.0, True])
def test_schemes_of_the_wrong_type(scheme):
    with pytest.raises(TypeError, match="scheme is a whole number, not "):
        daily("2026-11-30", scheme=scheme)


def test_games_that_there_are_not():
    with pytest.raises(ValueError, match="no game 'whist'"):
        daily("2026-11-30", "whist")
    with pytest.raises(ValueError, match="no option 'jokers'"):
        daily("2026-11-30", jokers=True)
    with pytest.raises(TypeError, match="a game is a name or a rules object"):
        daily("2026-11-30", 7)
    with pytest.raises(TypeError, match="klondike"):
        daily("2026-11-30", "klondike")


def test_golden_days_are_of_many_kinds():
    dates = {date for date, *_ in GOLDEN}
    assert len(dates) >= 12
    assert {"0001-01-01", "9999-12-31", "2028-02-29"} <= dates
    assert len({game for _, game, *_ in GOLDEN}) >= 8
    assert len({key for *_, key, _ in GOLDEN}) == 3
