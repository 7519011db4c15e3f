"""Rules: options, what they exclude, which rank goes on which, and how games are found."""

import copy
import pickle

import pytest
from hypothesis import given

from play import RULES
from solitaire_core import GAMES, Card, Game, Layout, PeaksRules, Rules, find_rules
from solitaire_core.game import rules_to_text
from solitaire_core.games import PEAKS_GAMES, rules_from_json, rules_from_words
from solitaire_core.games.klondike_games import KLONDIKE_FAMILY
from solitaire_core.reference.peaks import goes_on
from strategies import built_in_rules, made_up_rules

ROW = Layout("row", [[], [], []])
OTHER_WAY = Layout("row", [[], [], []], by_columns=[2, 1, 0])


@given(built_in_rules | made_up_rules)
def test_which_rank_goes_on_which(rules):
    for top in range(13):
        for rank in range(13):
            expected = goes_on(rules, Card(rank), Card(13 + top))
            assert (rules.follows[top] >> rank & 1) == expected, (rank, top)
        assert 0 <= rules.follows[top] < 1 << 13


@given(built_in_rules | made_up_rules)
def test_the_order_of_dealing_is_a_permutation(rules):
    size = rules.layout.cards
    assert sorted(rules.order) == list(range(52))
    assert sorted(rules.order[:size]) == list(range(size))
    assert rules.order[size:] == tuple(range(size, 52))
    if not rules.by_columns:
        assert rules.order == tuple(range(52))


def test_defaults():
    rules = PeaksRules("row", ROW)
    assert (rules.wrap, rules.strict, rules.open, rules.by_columns) == (False,) * 4
    assert rules.decks == 1
    assert rules.options() == {"wrap": False}


def test_wrap_is_always_written_and_the_others_where_they_are_on():
    rules = PeaksRules("row", OTHER_WAY, strict=True, open=True, by_columns=True)
    assert rules.options() == {"wrap": False, "strict": True, "open": True, "by_columns": True}
    assert PeaksRules("row", OTHER_WAY, wrap=True).options() == {"wrap": True}


def test_options_that_exclude_each_other():
    with pytest.raises(ValueError, match="wrap and strict exclude each other"):
        PeaksRules("row", ROW, wrap=True, strict=True)
    with pytest.raises(ValueError, match="wrap and strict exclude each other"):
        GAMES["tripeaks"].with_options({"strict": True})
    with pytest.raises(ValueError, match="the layout row is dealt in one order only"):
        PeaksRules("row", ROW, by_columns=True)


def test_wrap_alone_ends_strictness():
    golf = GAMES["golf"]
    assert golf.strict
    wrap = golf.with_options({"wrap": True})
    assert (wrap.wrap, wrap.strict) == (True, False)
    with pytest.raises(ValueError, match="exclude each other"):
        golf.with_options({"wrap": True, "strict": True})
    assert golf.with_options({"wrap": False}).strict
    assert golf.with_options({}) == golf


@pytest.mark.parametrize("option", ["wrap", "strict", "open", "by_columns"])
@pytest.mark.parametrize("value", [1, 0, None, "true", 1.0, []])
def test_options_are_true_or_false(option, value):
    with pytest.raises(TypeError, match=f"{option} is True or False"):
        PeaksRules("row", OTHER_WAY, **{option: value})
    with pytest.raises(TypeError, match=f"{option} is True or False"):
        PeaksRules("row", OTHER_WAY).with_options({option: value})


@pytest.mark.parametrize("option", ["draw", "", "Wrap", "name", "layout", "wrap "])
def test_unknown_options_are_named(option):
    with pytest.raises(ValueError, match=f"row has no option {option!r}: there are wrap, strict"):
        PeaksRules("row", ROW).with_options({option: True})


@given(built_in_rules | made_up_rules)
def test_equal_rules_pickles_and_copies(rules):
    for other in (
        rules.with_options({}),
        pickle.loads(pickle.dumps(rules)),
        copy.copy(rules),
        copy.deepcopy(rules),
    ):
        assert other == rules
        assert hash(other) == hash(rules)


def test_all_options_count_for_equality():
    different = [
        PeaksRules("row", OTHER_WAY),
        PeaksRules("rows", OTHER_WAY),
        PeaksRules("row", ROW),
        PeaksRules("row", OTHER_WAY, wrap=True),
        PeaksRules("row", OTHER_WAY, strict=True),
        PeaksRules("row", OTHER_WAY, open=True),
        PeaksRules("row", OTHER_WAY, by_columns=True),
    ]
    assert len(set(different)) == len(different)


def test_rules_do_not_change():
    rules = PeaksRules("row", ROW)
    for name in ("name", "wrap", "strict", "layout", "other"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(rules, name, True)


@given(built_in_rules | made_up_rules)
def test_rules_come_back_from_words_and_from_json(rules):
    words = rules_to_text(rules).split()
    own = None if rules.name in GAMES else rules
    assert rules_from_words(words, own) == rules
    assert rules_from_json(rules.name, rules.options(), own) == rules


def test_words_are_for_the_game_that_they_name():
    rules = PeaksRules("row", ROW)
    with pytest.raises(ValueError, match="the game is golf, not row"):
        rules_from_words(["golf", "wrap=false"], rules)
    with pytest.raises(ValueError, match="the name of the game is missing"):
        rules_from_words([])


def test_games_are_found_by_name():
    assert set(PEAKS_GAMES) == {"tripeaks", "golf", "one-peak", "four-peaks"}
    assert list(GAMES) == [*PEAKS_GAMES, *KLONDIKE_FAMILY]
    for name, rules in GAMES.items():
        assert rules.name == name
        assert find_rules(name) is rules
        assert find_rules(name.upper().replace("-", "_")) is rules
        assert find_rules(rules) is rules
    for name, rules in PEAKS_GAMES.items():
        assert find_rules(name, open=True) == rules.with_options({"open": True})


@pytest.mark.parametrize("name", ["", "solitaire", "tripeaks ", "golf\0", "\ud800"])
def test_unknown_games_are_named(name):
    with pytest.raises(ValueError) as error:
        find_rules(name)
    assert str(error.value).startswith(f"no game {name!r}: there are tripeaks, golf, ")


@pytest.mark.parametrize("value", [None, 1, b"golf", ["golf"], object()])
def test_what_is_no_game(value):
    with pytest.raises(TypeError, match="a game is a name or a rules object"):
        find_rules(value)


@pytest.mark.parametrize("name", RULES)
def test_games_keep_the_protocol(name):
    rules = RULES[name]
    assert isinstance(rules, Rules)
    game = rules.start([Card(code) for code in range(52)])
    assert isinstance(game, Game)
    assert game.rules == rules


@pytest.mark.parametrize(
    "name", ["My Game", "spiel-für-zwei", "", "a b", "x\n", "a=b", "a:b", "-a", "a--b"]
)
def test_names_that_have_no_text_form(name):
    with pytest.raises(ValueError, match=r"name is kebab case \(my-game\), not "):
        PeaksRules(name, GAMES["one-peak"].layout)
    with pytest.raises(TypeError, match="name is text, not int"):
        PeaksRules(3, GAMES["one-peak"].layout)
