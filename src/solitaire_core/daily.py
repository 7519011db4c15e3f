"""The deal of a day: one for each date, the same for everybody, and it can be won.

Scheme 1
--------
Candidates `k = 0, 1, 2, ...` are tried until one can be won. The text of a candidate is, in
ASCII and with one blank between words::

    solitaire-core daily 1 <game> <options> [<layout>] <date> <k>

<game>
    The game's name: `tripeaks`.
<options>
    `wrap=true` or `wrap=false`; then, where they are on, `strict=true`, `open=true` and
    `by_columns=true`, in this order.
<layout>
    Only for games that do not come with the package:
    `covers=<...> down=<...>`, then `order=<...>` where `by_columns` is on. `covers` has for
    each place the places that lie directly on it, `down` the places that are dealt face
    down, `order` for each place the number of its dealt card. Numbers rise but for `order`;
    they are parted by commas, the places of `covers` by semicolons.
<date>
    `YYYY-MM-DD`, four digits for every year.
<k>
    In decimal digits.

Such as `solitaire-core daily 1 tripeaks wrap=true 2026-11-30 0`. The first 8 bytes of the
text's SHA-256 digest, read as a big-endian number and taken modulo 1,000,000,000, are the sc1
deal number of the candidate. With a key, HMAC-SHA256 with that key takes the place of
SHA-256. The first candidate that can be won under exactly these rules is the deal.

2**64 is no multiple of a billion, so some numbers are likelier than others: by one part in
18 billion, which no count of days will ever show. Nine digits are a number that people can
tell each other.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator

from solitaire_core.deals import Deal
from solitaire_core.game import Rules, rules_to_text
from solitaire_core.games import GAMES, find_rules
from solitaire_core.games.layout import Layout
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.solving.decide import decide
from solitaire_core.solving.solve import solve

__all__ = ["daily"]

_SCHEMES = (1,)
_DEALS = 1_000_000_000
_CANDIDATES = 10_000
_SHORTEST_KEY = 16
# `decide` is the faster one for many deals, `solve` for few.
_ONE_BY_ONE = 32


def daily(
    date: datetime.date | str,
    game: str | Rules = "tripeaks",
    *,
    key: bytes | str | None = None,
    scheme: int = 1,
    **options: bool,
) -> Deal:
    """The deal of a day: the same for everybody, and proved to be winnable.

    Parameters
    ----------
    date : datetime.date or str
        The day, of the years 1 to 9999; as text `YYYY-MM-DD`. Which day it is where the
        player is, is for the caller to say: a `datetime` is refused.
    game : str or PeaksRules
        The game, by name or as a rules object, one's own too.
    key : bytes or str, optional
        A secret of at least 16 bytes (text counts as UTF-8), for competitions: without it
        nobody can work out the deals of days to come. Make it at random
        (`secrets.token_bytes(32)`).
    scheme : int
        How dates become deals. There is one way so far, 1; it never changes.
    **options
        Options of the game, such as `wrap=False`. Other options are another deal.

    Returns
    -------
    Deal
        An sc1 deal of at most nine digits. It depends on the arguments alone: not on the
        clock, the time zone, the locale or the machine.

    Raises
    ------
    ValueError
        If the text is no date, the key is too short, there is no such game, option or
        scheme, the name of a game of one's own has no text form, or none of the first
        10,000 candidates can be won; the text says which.
    TypeError
        If the date is neither a date nor text (a `datetime` is neither), or another
        argument has the wrong type.

    Notes
    -----
    The scheme is written down in the docstring of `solitaire_core.daily` and in
    `docs/daily.md`, so that other programs can follow it.

    A game of one's own is told by its name, its options and its layout (what covers what,
    what lies face down); how it is drawn and scored makes no difference.

    Examples
    --------
    >>> str(daily("2026-11-30"))
    'tripeaks wrap=true sc1:932331127'
    >>> daily("2026-11-30", "golf", wrap=True).number
    335727354
    >>> daily("2026-11-30", key="not so secret: it stands in the manual").number
    185310916
    """
    if isinstance(scheme, bool) or not isinstance(scheme, int):
        raise TypeError(f"scheme is a whole number, not {type(scheme).__name__} ({scheme!r})")
    if scheme not in _SCHEMES:
        raise ValueError(f"scheme is {' or '.join(map(str, _SCHEMES))}, not {scheme}")
    day = _day(date)
    secret = _secret(key)
    rules = find_rules(game, **options)
    if not isinstance(rules, PeaksRules):
        raise TypeError(f"game is one of the peaks family, not {rules.name}")
    for numbers in _batches(f"solitaire-core daily {scheme} {_identity(rules)} {day}", secret):
        found = _first_winnable(numbers, rules)
        if found is not None:
            return Deal(rules, found)
    raise ValueError(
        f"game: none of the first {_CANDIDATES:,} candidates of {rules_to_text(rules)}"
        f" for {day} can be won"
    )


def _day(date: datetime.date | str) -> str:
    """The date as ten characters."""
    if isinstance(date, datetime.datetime):
        raise TypeError(
            "date is a datetime.date or text, not datetime: which day a moment is depends on"
            " the time zone (take its .date() where the player is)"
        )
    if isinstance(date, datetime.date):
        return f"{date.year:04d}-{date.month:02d}-{date.day:02d}"
    if not isinstance(date, str):
        raise TypeError(f"date is a datetime.date or text, not {type(date).__name__} ({date!r})")
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
        raise ValueError(f"date is YYYY-MM-DD, not {date[:40]!r}")
    try:
        datetime.date(*map(int, date.split("-")))
    except ValueError as error:
        raise ValueError(f"date {date}: {error}") from None
    return date


def _secret(key: bytes | str | None) -> bytes | None:
    # No message shows the key.
    if key is None:
        return None
    if isinstance(key, str):
        try:
            key = key.encode()
        except UnicodeEncodeError:
            raise ValueError("key is text that UTF-8 cannot write") from None
    elif not isinstance(key, bytes):
        raise TypeError(f"key is bytes or text, not {type(key).__name__}")
    if len(key) < _SHORTEST_KEY:
        raise ValueError(f"key has at least {_SHORTEST_KEY} bytes, not {len(key)}")
    return key


def _identity(rules: PeaksRules) -> str:
    """A game in words that are the same wherever its rules are the same."""
    known = GAMES.get(rules.name)
    if isinstance(known, PeaksRules) and _plays_alike(known.layout, rules.layout):
        return rules_to_text(rules)
    layout = rules.layout
    words = [
        rules_to_text(rules),
        f"covers={';'.join(_numbers(sorted(on)) for on in layout.covered_by)}",
        f"down={_numbers(layout.face_down)}",
    ]
    if rules.by_columns:
        words.append(f"order={_numbers(layout.by_columns or ())}")
    return " ".join(words)


def _plays_alike(one: Layout, other: Layout) -> bool:
    return (one.covered_by, one.face_down, one.by_columns) == (
        other.covered_by,
        other.face_down,
        other.by_columns,
    )


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _batches(text: str, secret: bytes | None) -> Iterator[list[int]]:
    """The deal numbers of the candidates: one alone as long as that is faster, then many."""
    first, size = 0, 1
    while first < _CANDIDATES:
        numbers = range(first, min(first + size, _CANDIDATES))
        yield [_candidate(f"{text} {k}".encode("ascii"), secret) for k in numbers]
        first += size
        if first >= _ONE_BY_ONE:
            size = first


def _candidate(text: bytes, secret: bytes | None) -> int:
    if secret is None:
        digest = hashlib.sha256(text).digest()
    else:
        digest = hmac.digest(secret, text, "sha256")
    return int.from_bytes(digest[:8], "big") % _DEALS


def _first_winnable(numbers: list[int], rules: PeaksRules) -> int | None:
    """The first of some deals that can be won; None if none can."""
    if len(numbers) == 1:
        return numbers[0] if solve(Deal(rules, numbers[0])).winnable else None
    won = decide(numbers, rules).verdict
    return numbers[int(won.argmax())] if won.any() else None
