"""The games, by name. A game is a rules object and the docstring of its module."""

from collections.abc import Mapping, Sequence
from typing import Any

from solitaire_core.game import Rules
from solitaire_core.games.four_peaks import FOUR_PEAKS
from solitaire_core.games.golf import GOLF
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.games.one_peak import ONE_PEAK
from solitaire_core.games.peaks import PeaksRules
from solitaire_core.games.tripeaks import TRIPEAKS

__all__ = [
    "GAMES",
    "KLONDIKE_FAMILY",
    "PEAKS_GAMES",
    "find_rules",
    "rules_from_json",
    "rules_from_words",
]

PEAKS_GAMES: dict[str, PeaksRules] = {
    rules.name: rules for rules in (TRIPEAKS, GOLF, ONE_PEAK, FOUR_PEAKS)
}
"""The games of the peaks family, by name."""

GAMES: dict[str, Rules] = {**PEAKS_GAMES, **KLONDIKE_FAMILY}
"""The rules of every game that comes with the package, by name."""


def find_rules(game: str | Rules, **options: Any) -> Rules:
    """The rules of a game, with options.

    Parameters
    ----------
    game : str or Rules
        A name out of `GAMES` (`tripeaks`, `golf`, `one-peak`, `four-peaks`), or rules of
        one's own.
    **options
        Options of the game, such as `wrap=False`.

    Returns
    -------
    Rules

    Raises
    ------
    ValueError
        If there is no such game or option, or options exclude each other.
    TypeError
        If the game is neither a name nor a rules object, or a value has the wrong type.

    Examples
    --------
    >>> find_rules("tripeaks", wrap=False).options()
    {'wrap': False}
    """
    if isinstance(game, str):
        found = GAMES.get(game.lower().replace("_", "-"))
        if found is None:
            raise ValueError(f"no game {game!r}: there are {', '.join(GAMES)}")
        game = found
    elif not isinstance(game, Rules):
        raise TypeError(f"a game is a name or a rules object, not {type(game).__name__}")
    return game.with_options(options) if options else game


def rules_from_json(name: str, options: Mapping[str, Any], rules: Rules | None = None) -> Rules:
    """The rules that `options()` of a game described.

    Parameters
    ----------
    name : str
        The game.
    options : mapping
        Its options; those that are left out are off.
    rules : Rules, optional
        The rules of a game that does not come with the package; their name must be `name`.

    Raises
    ------
    ValueError
        If there is no such game or option.
    """
    if rules is None:
        rules = find_rules(name)
    elif rules.name != name:
        raise ValueError(f"the game is {name}, not {rules.name}")
    off = {option: False for option, value in rules.options().items() if value is True}
    return rules.with_options({**off, **options})


def rules_from_words(words: Sequence[str], rules: Rules | None = None) -> Rules:
    """The rules that `rules_to_text` wrote, split at the blanks.

    Raises
    ------
    ValueError
        If there is no such game or option, or a word is no option.
    """
    if not words:
        raise ValueError("the name of the game is missing")
    options: dict[str, Any] = {}
    for word in words[1:]:
        option, equals, value = word.partition("=")
        if not equals or not option:
            raise ValueError(f"no option: {word!r} (an option is written name=value)")
        if option in options:
            raise ValueError(f"the option {option} stands twice")
        if value in ("true", "false"):
            options[option] = value == "true"
        elif value.isascii() and value.isdigit():
            options[option] = int(value)
        else:
            options[option] = value
    try:
        return rules_from_json(words[0], options, rules)
    except TypeError as error:
        raise ValueError(str(error)) from None
