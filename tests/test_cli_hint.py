"""The command line: hints, which give nothing away."""

import random
import re

import pytest

from play import RULES, mid_game, play_on
from solitaire_core import Deal, deck, hint, winning_moves
from test_cli import CODE, DECK, HIDDEN, LINE, ok, ok_json, run
from test_hints import swapped, unseen_cards

FEW = ["--rollouts", 60, "--worlds", 4]
VISIBLE = ["--information", "visible"]
NAMED = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def json_of(game, answer):
    """The JSON object of a hint."""
    return {
        "move": None if answer.move is None else str(answer.move),
        "can_win": answer.can_win,
        "reason": answer.reason.value,
        "text": answer.text,
        "back_to": answer.back_to,
        "estimates": [
            {
                "move": str(e.move),
                "win_rate": e.win_rate,
                "win_rate_error": e.win_rate_error,
                "winnable": e.winnable,
                "winnable_error": e.winnable_error,
            }
            for e in answer.estimates
        ],
        "ply": game.ply,
        "scoring": game.scoring.name,
        "score": game.score,
    }


def after(moves, name="tripeaks", number=7):
    game = Deal(RULES[name], number).start()
    for move in moves.split():
        game.push(move)
    return game


# ---- all cards -------------------------------------------------------------------------------


def test_a_hint():
    assert ok("hint", "tripeaks", 0) == (
        "tripeaks wrap=true sc1:0\n"
        "before the first move: waste TC, chain score 0\n"
        "\n"
        "  move     JH\n"
        "  reason   JH starts a run: another card fits on it\n"
        "  outlook  can still be won\n"
    )


def test_a_hint_after_some_moves():
    assert ok("hint", "tripeaks", 0, "--moves", "JH, QD KH", "--scoring", "run10") == (
        "tripeaks wrap=true sc1:0\n"
        "after 3 moves: waste KH, run10 score 60\n"
        "\n"
        "  move     AC\n"
        "  reason   AC turns a card face up\n"
        "  outlook  can still be won\n"
    )


def test_a_move_too_many():
    out = ok("hint", "tripeaks", 7, "--moves", "turn " * 5, "--scoring", "hogue")
    assert out == (
        "tripeaks wrap=true sc1:7\n"
        "after 5 moves: waste JS, hogue score -25\n"
        "\n"
        "  move     none\n"
        "  reason   the game can no longer be won\n"
        "  outlook  can no longer be won\n"
        "  go back  to ply 4: take back turn\n"
    )
    assert ok("hint", "tripeaks", 7, "--moves", "turn " * 8).endswith(
        "\n  go back  to ply 4: take back 4 moves, the last of them turn\n"
    )


def test_a_deal_that_cannot_be_won():
    out = ok("hint", "tripeaks", 2, "--no-wrap")
    assert out.endswith("\n  outlook  cannot be won\n")
    out = ok("hint", "tripeaks", 2, "--no-wrap", "--moves", "turn")
    assert out.endswith("\n  outlook  cannot be won, and neither could the deal\n")
    code = Deal("tripeaks", 2, wrap=False).start().code()
    assert ok("hint", "--code", code).endswith("\n  outlook  cannot be won\n")
    assert ok("hint", "--code", code, "--moves", "turn").endswith(
        "\n  outlook  cannot be won, and neither could the position as given\n"
    )


def test_a_game_that_is_over():
    out = ok("hint", "tripeaks", 3, "--moves", LINE)
    assert out.endswith(
        "\n  move     none\n  reason   the game is over\n  outlook  won: the tableau is cleared\n"
    )
    ways_back = set()
    for number in range(8):
        game = Deal("tripeaks", number).start()
        play_on(game, random.Random(number), 100, 0.0)
        if game.outcome().won:
            continue
        line = " ".join(map(str, game.move_stack))
        for options in ([], VISIBLE):
            out = ok("hint", "tripeaks", number, "--moves", line, *options)
            lost = "outlook  lost: the stock is empty and no uncovered card fits\n"
            assert f"\n  move     none\n  reason   the game is over\n  {lost}" in out
            back_to = hint(game).back_to if options == [] else None
            assert ("\n  go back  " in out) == (back_to is not None)
            if back_to is not None and game.ply - back_to > 1:
                count = game.ply - back_to
                undone = f"take back {count} moves, the last of them {line.split()[back_to]}\n"
                assert out.endswith(f"\n  go back  to ply {back_to}: {undone}")
            ways_back.add(back_to)
    assert len(ways_back) > 2


@pytest.mark.parametrize("name", ["tripeaks", "one-peak", "golf-wrap"])
def test_in_json(name):
    options = {"golf-wrap": ["--wrap"]}.get(name, [])
    game_name = RULES[name].name
    rng = random.Random(1)
    for number in range(6):
        game = Deal(RULES[name], number).start()
        for _ in range(rng.randrange(20)):
            if moves := list(game.legal_moves):
                game.push(rng.choice(moves))
        line = " ".join(map(str, game.move_stack))
        arguments = ["hint", game_name, number, *options, "--moves", line]
        assert ok_json(*arguments) == json_of(game, hint(game))
        answer = hint(game, "visible", rollouts=60, worlds=4)
        assert ok_json(*arguments, *VISIBLE, *FEW) == json_of(game, answer)


def test_the_fields_of_json():
    record = ok_json("hint", "tripeaks", 7)
    assert list(record)[:6] == ["move", "can_win", "reason", "text", "back_to", "estimates"]
    assert (record["can_win"], record["back_to"], record["estimates"]) == (True, None, [])
    assert record["move"] in {str(m) for m, keeps in winning_moves(after("")).items() if keeps}


def test_the_same_position_in_other_words():
    line = "AH"
    code = after(line).code()
    expected = ok("hint", "tripeaks", 7, "--moves", line).splitlines()[2:]
    assert ok("hint", "tripeaks", "--deck", DECK, "--moves", line).splitlines()[2:] == expected
    assert (
        ok("hint", "tripeaks", "--deck", "-", "--moves", line, stdin=DECK).splitlines()[2:]
        == expected
    )
    assert ok("hint", "tripeaks", 7, "--moves", "-", stdin=f"{line}\n").splitlines()[2:] == expected
    assert ok("hint", "--code", code).splitlines()[2:] == expected
    assert ok("hint", "--code", "-", stdin=code).splitlines()[2:] == expected


# ---- what a player sees ----------------------------------------------------------------------


def test_the_table_of_moves():
    arguments = ["hint", "tripeaks", 7, "--moves", "AH turn", *VISIBLE]
    out = ok(*arguments, "--seed", 3)
    lines = out.splitlines()
    answer = hint(after("AH turn"), "visible", seed=3)
    assert lines[:2] == [
        "tripeaks wrap=true sc1:7",
        f"after 2 moves: waste {after('AH turn').top}, chain score 1",
    ]
    assert lines[3:6] == [
        f"  move     {answer.move}",
        f"  reason   {answer.text}",
        "  outlook  not looked at: the hint rests on what the player has seen",
    ]
    assert lines[7] == "  move   won by greedy play   std. error   can be won   std. error"
    assert len(lines) == 8 + len(answer.estimates)
    for line, estimate in zip(lines[8:], answer.estimates, strict=True):
        move, won, _, won_error, share, _, share_error = line.split()
        assert move == str(estimate.move)
        assert float(won) == round(100 * estimate.win_rate)
        assert float(won_error) == round(100 * estimate.win_rate_error)
        assert float(share) == round(100 * estimate.winnable)
        assert float(share_error) == round(100 * estimate.winnable_error)
    assert max(map(len, lines)) <= 80
    assert lines == [line.rstrip() for line in lines]


def test_as_many_digits_as_the_errors_are_worth():
    arguments = ["hint", "one-peak", 7, *VISIBLE, "--rollouts", 200_000, "--worlds", 3]
    line = ok(*arguments, "--policy", "casual").splitlines()[-1]
    assert re.fullmatch(r"  turn +\d+\.\d\d % +\d\.\d\d +\d+ % +\d+", line)


def test_without_worlds_there_is_one_figure():
    out = ok("hint", "tripeaks", 7, *VISIBLE, "--worlds", 0, "--policy", "casual")
    assert "  move   won by casual play   std. error\n" in out
    assert {
        e["winnable"] for e in ok_json("hint", "tripeaks", 7, *VISIBLE, "--worlds", 0)["estimates"]
    } == {None}


def test_figures_are_handed_on():
    base = ok_json("hint", "tripeaks", 7, *VISIBLE, *FEW)
    for options in (["--seed", 1], ["--policy", "random"], ["--rollouts", 80], ["--worlds", 7]):
        assert ok_json("hint", "tripeaks", 7, *VISIBLE, *FEW, *options) != base
    same = ["--seed", 0, "--policy", "greedy"]
    assert ok_json("hint", "tripeaks", 7, *VISIBLE, *FEW, *same) == base


# ---- nothing is given away -------------------------------------------------------------------


def deck_of(game):
    return " ".join(map(str, game.cards()))


def played(game, moves):
    """The game's deck from its deal on, with these moves made."""
    first = Deal.from_cards(game.rules, game.cards()).start()
    for move in moves:
        first.push(move)
    return first


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_unseen_cards_make_no_difference_to_what_a_player_can_know(options):
    for number in range(12):
        rng = random.Random(number)
        game = mid_game(RULES["tripeaks"], number, number * 2)
        line = " ".join(map(str, game.move_stack))
        outputs = {
            run(
                "hint",
                "tripeaks",
                "--deck",
                deck_of(other),
                "--moves",
                line,
                *VISIBLE,
                *FEW,
                *options,
            )
            for other in (game, *(swapped(game, rng) for _ in range(3)))
        }
        assert len(outputs) == 1
        assert outputs.pop()[0] == 0


def test_unseen_cards_need_not_be_known():
    out = ok("hint", "--code", HIDDEN, *VISIBLE, *FEW)
    assert out.splitlines()[2:] == ok("hint", "tripeaks", 7, *VISIBLE, *FEW).splitlines()[2:]


def test_words_name_no_unseen_card():
    compared = shared = 0
    for number in range(40):
        outputs = {}
        rng = random.Random(number)
        game = mid_game(RULES["tripeaks"], number, number)
        line = " ".join(map(str, game.move_stack))
        for other in (game, *(swapped(game, rng) for _ in range(2))):
            arguments = ["hint", "tripeaks", "--deck", deck_of(other), "--moves", line]
            unseen = {str(card) for card in unseen_cards(other)}
            for out in (ok(*arguments), ok(*arguments, "--json")):
                assert not unseen & set(NAMED.findall(out))
                compared += bool(unseen)
            # Where the solver's answer is the same, so is every word.
            outputs.setdefault(hint(played(other, game.move_stack)), set()).add(ok(*arguments))
        assert {len(words) for words in outputs.values()} == {1}
        shared += len(outputs) < 3
    assert compared > 100
    assert shared > 10


def test_an_illegal_move_does_not_say_where_an_unseen_card_lies():
    game = Deal("tripeaks", 7).start()
    unseen = sorted(map(str, unseen_cards(game)))
    errors = set()
    for card in unseen:
        for options in ([], VISIBLE):
            code, out, err = run("hint", "tripeaks", 7, "--moves", f"turn {card}", *options)
            assert (code, out) == (2, "")
            errors.add(err.replace(card, "XX"))
    # One of them is the card that was turned: it is seen, and not in the tableau.
    assert errors == {
        "solitaire-core: error: move 2: illegal move XX: the card does not lie face up\n",
        "solitaire-core: error: move 2: illegal move XX: the card is not in the tableau\n",
    }


# ---- mistakes --------------------------------------------------------------------------------

MISTAKES = [
    ("hint", "missing argument GAME"),
    ("hint tripeaks", "which deal? NUMBER, --deck or --code is missing"),
    ("hint tripeaks 7 --moves AH,QH", "move 2: illegal move QH: "),
    ("hint tripeaks 7 --moves KD", "move 1: illegal move KD: it does not go on KC"),
    ("hint tripeaks 7 --moves turn,XX", "move 2: no move: 'XX'"),
    ("hint tripeaks 7 --moves turn,??", "move 2: no move: ??"),
    ("hint tripeaks 7 --information some", "'some' is not one of 'all', 'visible'"),
    ("hint tripeaks 7 --seed 1", "--seed goes with --information visible"),
    ("hint tripeaks 7 --rollouts 1", "--rollouts goes with --information visible"),
    ("hint tripeaks 7 --worlds 0", "--worlds goes with --information visible"),
    ("hint tripeaks 7 --policy greedy", "--policy goes with --information visible"),
    ("hint tripeaks 7 --information visible --rollouts 0", "0 is not in the range 1<=x<="),
    ("hint tripeaks 7 --information visible --worlds -1", "-1 is not in the range 0<=x<="),
    ("hint tripeaks 7 --information visible --seed x", "'x' is not a whole number"),
    ("hint tripeaks 7 --information visible --policy wise", "'wise' is not one of 'random', "),
    ("hint tripeaks 7 --scoring best", "'best' is not one of 'chain', 'run10'"),
    ("hint --code CODE --no-wrap", "--code names its own options: --no-wrap cannot be given"),
    ("hint --code HIDDEN", "the tableau card at place 0 is unknown"),
    ("hint golf --code CODE", "the code is of tripeaks, not of golf"),
    ("hint tripeaks --deck - --moves -", "only one option can read stdin"),
]


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[line[:60] for line, _ in MISTAKES])
def test_mistakes_end_in_one_line_and_code_2(line, message):
    words = {"CODE": CODE, "HIDDEN": HIDDEN}
    code, out, err = run(*(words.get(word, word) for word in line.split()))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("solitaire-core: error: ")
    assert message in err


def test_a_whole_game_by_hints():
    game = Deal("tripeaks", 3).start()
    while not game.outcome():
        line = " ".join(map(str, game.move_stack))
        game.push(ok_json("hint", "tripeaks", 3, "--moves", line)["move"])
    assert game.outcome().won
    assert deck(3) == game.cards()
