"""The command line: what commands print, and how every mistake ends."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from inspect import signature
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from solitaire_core import GAMES, Deal, PeaksGame, PeaksMove, __version__, deck, solve, survey
from solitaire_core.cli.program import program
from solitaire_core.games import PEAKS_GAMES
from solitaire_core.rendering import draw

DECK = " ".join(map(str, deck(7)))
CODE = Deal("tripeaks", 7).start().code()
LINE = " ".join(map(str, solve(Deal("tripeaks", 3)).moves))

HIDDEN = PeaksGame(GAMES["tripeaks"], ["??"] * 18 + list(deck(7))[18:]).code()
"""A position whose face-down cards are not known."""

FULL = Path("/dev/full")

windows = sys.platform == "win32"

# Before click 8.2 a test had to ask for a stderr of its own.
RUNNER = CliRunner(
    **{name: False for name in signature(CliRunner).parameters if name == "mix_stderr"}
)


def run(*arguments, stdin=None):
    """A command in this process: its exit code, stdout and stderr."""
    result = RUNNER.invoke(program, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def ok(*arguments, stdin=None):
    """The stdout of a command that has to end with 0 and nothing on stderr."""
    code, out, err = run(*arguments, stdin=stdin)
    assert (code, err) == (0, "")
    return out


def ok_json(*arguments, stdin=None):
    """The one JSON object that is all of a command's stdout."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    out = ok(*arguments, "--json", stdin=stdin)
    assert out.count("\n") == 1
    record = json.loads(out, parse_constant=refuse)
    assert isinstance(record, dict)
    return record


def environment(**changes):
    """The environment of a child, with an ordinary stdout; None takes a variable out."""
    changes = {"PYTHONUNBUFFERED": None, "FORCE_COLOR": None, **changes}
    return {name: value for name, value in {**os.environ, **changes}.items() if value is not None}


def child(*arguments, code="from solitaire_core.cli import main; main()", stdin="", **changes):
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        input=stdin.encode(),
        capture_output=True,
        env=environment(**changes),
        timeout=120,
        check=False,
    )


def watched(code, *arguments):
    """A child whose stderr is a terminal: its exit code, stdout, and what the terminal shows."""
    import pty

    main_end, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=environment(TERM="xterm", COLUMNS="80", PYTHONIOENCODING="utf-8"),
    )
    os.close(terminal)
    shown = b""
    try:
        while data := os.read(main_end, 65536):
            shown += data
    except OSError:  # Linux: the other end is closed
        pass
    os.close(main_end)
    out, _ = process.communicate(timeout=120)
    return process.returncode, out, shown


# ---- deal --------------------------------------------------------------------------------


def test_deal_shows_the_board_below_the_deal():
    game = Deal("tripeaks", 7).start()
    assert ok("deal", "tripeaks", 7) == f"tripeaks wrap=true sc1:7\n\n{draw(game)}\n"
    assert ok("deal", "TriPeaks", 7, "--ascii").endswith(f"\n\n{draw(game, ascii=True)}\n")
    assert ok("deal", "tripeaks", 7, "--show-all").endswith(f"\n\n{draw(game, show_all=True)}\n")


@pytest.mark.parametrize("name", PEAKS_GAMES)
def test_deal_knows_every_game(name):
    assert ok("deal", name, 2**64 - 1).startswith(f"{name} wrap=")
    assert ok("deal", name, 10**30, "--numbering", "pysol").splitlines()[0].endswith(str(10**30))
    assert ok("deal", name, 1, "--numbering", "ms").splitlines()[0].endswith(" ms:1")


@pytest.mark.parametrize(
    ("options", "title"),
    [
        (["tripeaks", "--no-wrap"], "tripeaks wrap=false sc1:7"),
        (["tripeaks", "--open"], "tripeaks wrap=true open=true sc1:7"),
        (["golf"], "golf wrap=false strict=true sc1:7"),
        (["golf", "--no-wrap"], "golf wrap=false strict=true sc1:7"),
        (["golf", "--wrap"], "golf wrap=true sc1:7"),
        (["golf", "--rule", "strict"], "golf wrap=false strict=true sc1:7"),
        (["golf", "--rule", "wrap", "--wrap"], "golf wrap=true sc1:7"),
        (["golf", "--rule", "queens-on-kings"], "golf wrap=false sc1:7"),
        (["golf", "--rule", "queens-on-kings", "--no-wrap"], "golf wrap=false sc1:7"),
        (["golf", "--wrap", "--by-columns"], "golf wrap=true by_columns=true sc1:7"),
    ],
)
def test_options_say_which_game_it_is(options, title):
    assert ok("deal", options[0], 7, *options[1:]).splitlines()[0] == title
    assert str(Deal.from_text(title)) == title


def test_deal_in_json():
    record = ok_json("deal", "tripeaks", 7)
    layout = record.pop("layout")
    assert record == Deal("tripeaks", 7).to_json()
    assert layout == {
        "tableau": ["??"] * 18 + ["5S", "8C", "AH", "JD", "TC", "TH", "4H", "2C", "2H", "KD"],
        "waste": "KC",
        "stock_left": 23,
        "code": CODE,
    }
    layout = ok_json("deal", "tripeaks", 7, "--show-all")["layout"]
    assert layout["tableau"] == [str(card) for card in deck(7)[:28]]


def test_deal_a_position():
    game = Deal("tripeaks", 3).start()
    for move in LINE.split()[:26]:
        game.push(move)
    assert ok("deal", "--code", game.code()).endswith(f"\n\n{draw(game)}\n")
    assert ok("deal", "tripeaks", "--code", "-", stdin=f"{game.code()}\n") == ok(
        "deal", "--code", game.code()
    )
    record = ok_json("deal", "--code", game.code())
    assert set(record) == {"code", "layout"}
    assert record["code"] == record["layout"]["code"] == game.code()
    assert record["layout"]["tableau"][27] is None
    for move in LINE.split()[26:]:
        game.push(move)
    assert ok("deal", "--code", game.code()).endswith("\n  won: the tableau is cleared\n")
    assert "??" not in ok("deal", "--code", HIDDEN, "--show-all")
    assert ok_json("deal", "--code", HIDDEN)["layout"]["tableau"].count("??") == 18


def test_a_deck_instead_of_a_number():
    out = ok("deal", "tripeaks", "--deck", DECK)
    assert out == ok("deal", "tripeaks", 7).replace("sc1:7", "deck as given").replace(
        "true deck", "true, deck"
    )
    assert ok("deal", "tripeaks", "--deck", "-", stdin=f"\ufeff{DECK}\n") == out
    record = ok_json("deal", "tripeaks", "--deck", DECK)
    assert (record["numbering"], record["cards"]) == ("cards", DECK)


# ---- solve -------------------------------------------------------------------------------


TRIPEAKS_10 = (
    "5S 4H 3C 4C 3D 2S AD turn turn 7D 8C 9H 8H 7S 6C 5D turn QS KH AS 2D turn JS QD JD TD 9D "
    "8D turn 4D 5H turn turn turn turn AH 2H"
)
TRIPEAKS_676 = (
    "QC KC QS JC TS JH QD KD AD 2D 3S 4C 5S 6S 5D 6C 7D 8S 9H 8D 9D TH JS QH turn turn turn "
    "AC 2H turn turn 4D 5H"
)


@pytest.fixture
def found(monkeypatch):
    """What makes the solver find a line that is given: of several best ones it may take any."""

    def find(line):
        moves = tuple(map(PeaksMove, line.split()))
        turns = line.split().count("turn")
        solution = replace(solve(Deal("tripeaks", 3)), moves=moves, value=turns)
        monkeypatch.setattr("solitaire_core.cli.solve.find", lambda game, **_: solution)

    return find


def test_solve_writes_the_line_as_it_is_played(found):
    found(TRIPEAKS_10)
    assert ok("solve", "tripeaks", 10, "--ascii") == (
        "tripeaks wrap=true sc1:10\n"
        "\n"
        "  winnable: 9 stock turns at the fewest\n"
        "\n"
        "       waste 6H\n"
        "   1.  take  5S 4H 3C 4C 3D 2S AD  (run of 7)\n"
        "   8.  turn  3H 6D\n"
        "  10.  take  7D 8C 9H 8H 7S 6C 5D  (run of 7)\n"
        "  17.  turn  KD\n"
        "  18.  take  QS KH AS 2D  (run of 4)\n"
        "  22.  turn  TC\n"
        "  23.  take  JS QD JD TD 9D 8D  (run of 6)\n"
        "  29.  turn  5C\n"
        "  30.  take  4D 5H  (run of 2)\n"
        "  32.  turn  7H 9C 9S KS\n"
        "  36.  take  AH 2H  (run of 2)\n"
        "\n"
        "  won with 14 cards left in the stock\n"
    )


def test_a_run_too_long_for_a_line(found):
    found(TRIPEAKS_676)
    lines = ok("solve", "tripeaks", 676).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[5:8] == [
        "   1.  take  Q♣ K♣ Q♠ J♣ T♠ J♥ Q♦ K♦ A♦ 2♦ 3♠ 4♣ 5♠ 6♠ 5♦ 6♣ 7♦ 8♠",
        "             9♥ 8♦ 9♦ T♥ J♠ Q♥  (run of 24)",
        "  25.  turn  4♠ 7♥ K♠",
    ]


def test_solve_without_a_win():
    assert ok("solve", "tripeaks", 2, "--no-wrap") == (
        "tripeaks wrap=false sc1:2\n\n  unwinnable: no line clears the tableau\n"
    )
    code, out, err = run("solve", "tripeaks", 2, "--no-wrap", "--moves")
    assert (code, out, err) == (0, "", "unwinnable: there is no line\n")


def test_solve_in_json():
    record = ok_json("solve", "tripeaks", 3)
    seconds, stats = record.pop("cpu_seconds"), record.pop("stats")
    assert stats["cpu_seconds"] == seconds >= 0
    assert (stats["nodes"], stats["stage"]) == (0, "")
    assert record == {
        **Deal("tripeaks", 3).to_json(),
        "verdict": "winnable",
        "objective": "fewest-turns",
        "value": 13,
        "moves": LINE.split(),
        "reason": "",
    }
    record = ok_json("solve", "tripeaks", 2, "--no-wrap")
    assert (record["verdict"], record["value"], record["moves"]) == ("unwinnable", None, None)


def test_solve_a_position():
    game = Deal("tripeaks", 3).start()
    moves = LINE.split()
    for move in moves[:26]:
        game.push(move)
    record = ok_json("solve", "--code", game.code())
    assert (record["code"], record["moves"]) == (game.code(), moves[26:])
    for move in moves[26:]:
        game.push(move)
    out = ok("solve", "--code", game.code())
    assert out.endswith("\n  winnable: the tableau is cleared\n")
    assert ok("solve", "--code", game.code(), "--moves") == "\n"


@pytest.mark.parametrize("options", [[], ["--moves"], ["--json"]])
def test_a_line_that_does_not_win_is_never_shown(found, options):
    found("turn")
    code, out, err = run("solve", "tripeaks", 3, *options)
    assert (code, out) == (2, "")
    assert err == (
        "solitaire-core: error: the solver's line does not win, please report:"
        " after the last move 28 cards are left in the tableau\n"
    )


# ---- verify ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [["tripeaks", 3], ["golf", 5, "--wrap"], ["four-peaks", 3]])
def test_what_solve_finds_verify_accepts(game):
    moves = ok("solve", *game, "--moves")
    assert moves.count("\n") == 1
    count = len(moves.split())
    accepted = f"accepted: {count} moves, and the tableau is cleared\n"
    assert ok("verify", *game, "--moves", moves) == accepted
    assert ok("verify", *game, "--moves", "-", stdin=moves) == accepted
    assert ok_json("verify", *game, "--moves", moves) == {
        "accepted": True,
        "ply": count,
        "reason": "",
    }


def test_verify_reads_a_file(tmp_path):
    path = tmp_path / "line.txt"
    path.write_text(LINE.replace(" ", ",\n"), encoding="utf-8")
    assert ok("verify", "tripeaks", 3, "--file", path).startswith("accepted: 41 moves")


@pytest.mark.parametrize(
    ("moves", "ply", "reason"),
    [
        ("turn 2C", 1, "move 2: illegal move 2C: "),
        ("QD", 0, "move 1: illegal move QD: it does not go on 8H"),
        ("turn turn", 2, "after the last move 28 cards are left in the tableau"),
        ("", 0, "after the last move 28 cards are left in the tableau"),
        (f"{LINE} turn", 41, "move 42: illegal move turn"),
    ],
)
def test_lines_that_are_not_accepted(moves, ply, reason):
    code, out, err = run("verify", "tripeaks", 3, "--moves", moves)
    assert (code, err) == (1, "")
    assert out.startswith(f"not accepted: {reason}")
    assert out.count("\n") == 1
    code, out, err = run("verify", "tripeaks", 3, "--moves", moves, "--json")
    record = json.loads(out)
    assert (code, err, record["accepted"], record["ply"]) == (1, "", False, ply)
    assert record["reason"].startswith(reason)


# ---- survey ------------------------------------------------------------------------------


def test_survey_in_json():
    record = ok_json("survey", "tripeaks", "--deals", "0:1000", "--threads", 1)
    assert set(record) == {"game", "results"}
    assert record["game"] == "tripeaks"
    wrap, no_wrap = record["results"]
    assert (wrap["rules"], wrap["first"], wrap["count"]) == ({"wrap": True}, "0", 1000)
    assert (wrap["winnable"], wrap["unwinnable"], wrap["unknown"]) == (969, 31, 0)
    assert (no_wrap["rules"], no_wrap["winnable"]) == ({"wrap": False}, 732)
    assert len(wrap["fewest_turns"]) == 24
    expected = survey("tripeaks", 0, 1000, threads=1).to_json()
    assert {**wrap, "cpu_seconds": 0} == {**expected, "cpu_seconds": 0}


def test_survey_as_a_table():
    out = ok("survey", "tripeaks", "--deals", "0:1000", "--threads", 1)
    lines = out.splitlines()
    words = [line.split() for line in lines]
    assert lines[:8] == [
        "tripeaks, sc1 deals 0 to 999  (1 thread)",
        "",
        "                             wrap          no wrap",
        "  deals                     1,000            1,000",
        "  winnable                    969              732",
        "  unwinnable                   31              268",
        "  win rate                 96.9 %           73.2 %",
        "  95 % interval    95.6 to 97.8 %   70.4 to 75.9 %",
    ]
    assert words[8][:3] == ["deals", "a", "second"]
    assert float(words[8][3].replace(",", "")) > 0
    assert lines[9:13] == [
        "",
        "  fewest stock turns of the winnable deals",
        "",
        "  turns      wrap                              no wrap",
    ]
    tallies = [survey("tripeaks", 0, 1000, threads=1, wrap=w).fewest_turns for w in (True, False)]
    shown = {int(row[0]): row[1:] for row in words[13:]}
    for turns in range(24):
        counts = [word for word in shown.get(turns, "00") if word.isdigit()]
        assert counts == [str(tally[turns]) for tally in tallies]
    longest = max(tallies[0])
    assert f" {longest} {28 * '█'} " in out


def test_a_survey_fits_80_columns():
    for arguments in (["golf", "--deals", "0:20"], ["tripeaks", "--deals", "5:1500"]):
        out = ok("survey", *arguments, "--threads", 1)
        assert max(map(len, out.splitlines())) <= 80
        assert out.splitlines() == [line.rstrip() for line in out.splitlines()]


def test_charts_stand_one_under_the_other_where_they_are_too_wide(monkeypatch):
    found = survey("golf", 0, 3, threads=1, wrap=True)
    many = replace(found, fewest_turns=tuple(n * 10**12 for n in found.fewest_turns))
    monkeypatch.setattr("solitaire_core.cli.survey.run", lambda *_, **__: many)
    lines = ok("survey", "golf", "--deals", "0:3").splitlines()
    assert [line.split()[1] for line in lines if line.startswith("  turns")] == [
        "strict",
        "queens",
        "wrap",
    ]
    assert max(map(len, lines)) <= 80


def test_unknown_deals_are_told(monkeypatch):
    found = replace(survey("tripeaks", 0, 50, threads=1), unwinnable=0, unknown=3, count=53)
    monkeypatch.setattr("solitaire_core.cli.survey.run", lambda *_, **__: found)
    out = ok("survey", "tripeaks", "--deals", "0:53", "--wrap")
    assert ["unknown", "3"] in [line.split() for line in out.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        (["tripeaks"], [{"wrap": True}, {"wrap": False}]),
        (["one-peak", "--wrap"], [{"wrap": True}]),
        (["tripeaks", "--no-wrap"], [{"wrap": False}]),
        (["golf"], [{"wrap": False, "strict": True}, {"wrap": False}, {"wrap": True}]),
        (["golf", "--rule", "queens-on-kings"], [{"wrap": False}]),
        (["golf", "--wrap"], [{"wrap": True}]),
        (["golf", "--no-wrap"], [{"wrap": False, "strict": True}]),
        (["golf", "--rule", "wrap", "--by-columns"], [{"wrap": True, "by_columns": True}]),
    ],
)
def test_which_rules_are_surveyed(arguments, rules):
    record = ok_json("survey", *arguments, "--deals", "0:2", "--threads", 1)
    assert [result["rules"] for result in record["results"]] == rules


def test_the_ends_of_the_numberings():
    record = ok_json(
        "survey", "tripeaks", "--wrap", "--deals", f"{2**64 - 3}:{2**64}", "--threads", 1
    )
    assert record["results"][0]["first"] == str(2**64 - 3)
    assert record["results"][0]["count"] == 3
    out = ok("survey", "one-peak", "--deals", "1:2", "--numbering", "ms", "--threads", 1)
    assert out.startswith("one-peak, ms deals 1  (1 thread)\n")
    deals = f"{10**40}:{10**40 + 2}"
    ok("survey", "one-peak", "--deals", deals, "--numbering", "pysol", "--threads", 1)


def test_a_survey_in_which_nothing_can_be_won():
    unwinnable = next(n for n in range(100) if not solve(Deal("one-peak", n)).winnable)
    out = ok("survey", "one-peak", "--wrap", "--deals", f"{unwinnable}:{unwinnable + 1}")
    assert out.endswith("\n  none can be won\n")


# ---- perft -------------------------------------------------------------------------------


def test_perft():
    game = Deal("tripeaks", 7).start()
    counts = [game.perft(depth) for depth in range(11)]
    assert counts[10] > 999
    lines = [line.split() for line in ok("perft", "tripeaks", 7, "--depth", 10).splitlines()]
    assert lines[2] == ["depth", "lines", "of", "play"]
    assert lines[3:14] == [[str(depth), f"{count:,}"] for depth, count in enumerate(counts)]
    assert lines[15][-3:] == ["nodes", "a", "second"]
    record = ok_json("perft", "tripeaks", 7, "--depth", 10)
    assert (record["depth"], record["counts"], record["number"]) == (10, counts, "7")
    assert record["nodes_per_second"] > 0
    assert ok_json("perft", "tripeaks", 7, "--depth", 0)["counts"] == [1]


# ---- help, and mistakes ------------------------------------------------------------------


def complaint(*arguments):
    """The one line of an error."""
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def test_a_group_without_a_command_shows_its_help():
    for words in ((), ("library",)):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert err == ok(*words, "--help")


def test_the_list_of_commands_is_not_cut_short():
    assert "..." not in ok("--help").partition("Commands:")[2]
    assert "..." not in ok("library", "--help").partition("Commands:")[2]


def test_what_is_no_number():
    for words, what in (
        (("perft", "tripeaks", 7, "--depth", "x"), "'x' is not a whole number"),
        (("bench", "--seconds", "x"), "'x' is not a number"),
    ):
        assert what in complaint(*words)


@pytest.mark.skipif(not FULL.is_char_device(), reason="no device that can be written to")
def test_a_device_is_not_replaced(tmp_path):
    device = tmp_path / "device"
    device.symlink_to(FULL)
    assert f"{device}: not a file" in complaint("deal", "tripeaks", 7, "--svg", device)
    assert device.is_char_device()
    build = ("library", "build", "tripeaks", "--deals", "0:2", "--games", "5")
    assert f"{device}: not a file" in complaint(*build, "--output", device)
    assert device.is_char_device() and list(tmp_path.iterdir()) == [device]


def test_version_and_help():
    assert ok("--version") == f"solitaire-core {__version__}\n"
    out = ok("--help")
    for command in program.commands:
        assert f"\n  {command}" in out
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: solitaire-core ")


def commands(group=program, words=""):
    """Every command that does something, by its words."""
    found = {}
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found |= commands(command, f"{words}{name} ")
        else:
            found[words + name] = command
    return found


@pytest.mark.parametrize("name", commands())
def test_every_command_documents_itself(name):
    command = commands()[name]
    out = ok(*name.split(), "--help")
    assert max(map(len, out.splitlines())) <= 80
    takes = any(isinstance(parameter, click.Argument) for parameter in command.params)
    for heading in (*(["Arguments:"] if takes else []), "Options:", "Exit codes:", "Examples:"):
        assert f"\n{heading}\n" in out
    assert f"\n  solitaire-core {name} " in out
    for parameter in command.params:
        assert parameter.opts[-1].upper() in out.upper()


MISTAKES = [
    ("foo", "no such command 'foo'"),
    ("--foo", "no such option"),
    ("deal", "missing argument GAME"),
    ("solve whist 3", "'whist' is not one of 'tripeaks', 'golf', 'one-peak', 'four-peaks', 'klond"),
    ("solve klondike 3 --wrap", "--wrap goes with the peaks family"),
    ("solve klondike 3 --objective count", "klondike has the objective win, not count"),
    ("solve klondike 3 --scoring run10", "klondike has no scoring systems"),
    ("solve klondike 3 --improve", "--improve goes with --seconds or --nodes"),
    ("solve klondike 3 --seconds 0", "--seconds"),
    ("solve klondike 3 --seconds nan", "seconds is more than 0, not nan"),
    ("solve klondike 3 --nodes -1", "--nodes"),
    ("solve klondike 3 --memory 0", "--memory"),
    ("solve tripeaks 3 --turn-first", "--turn-first goes with the Klondike family, not with trip"),
    ("solve hypotenuse 3 --turn-first", "--turn-first does not go with hypotenuse, which has no"),
    ("verify klondike 3 --moves 7H", "move 1: "),
    ("survey klondike --deals 0:5 --scores", "--scores goes with the peaks family"),
    ("survey klondike --deals 0:5 --no-wrap", "--no-wrap goes with the peaks family"),
    ("survey golf --deals 0:5 --draw 3", "--draw goes with the Klondike family, not with golf"),
    ("deal klondike 3 --wrap", "--wrap goes with the peaks family"),
    ("deal klondike 3 --open", "--open goes with the peaks family"),
    ("deal eternal-triangle 3 --draw 1", "--draw does not go with eternal-triangle"),
    ("deal golf 3 --draw 1", "--draw goes with the Klondike family, not with golf"),
    ("perft klondike --depth 3", "which deal? NUMBER, --deck or --code is missing"),
    ("deal klondike 3 --draw 4", "4 is not in the range"),
    ("deal golf --code klondike1", "line 1, column "),
    ("deal tripeaks", "which deal? NUMBER, --deck or --code is missing"),
    ("deal tripeaks abc", "no deal number: 'abc'"),
    ("deal tripeaks 1.5", "no deal number: '1.5'"),
    ("deal tripeaks ٣", "no deal number: '٣'"),
    ("deal tripeaks -5", "a deal number cannot be negative"),
    ("deal tripeaks -- -5", "no deal number: '-5'"),
    (f"deal tripeaks {2**64}", "sc1 deal numbers run from 0 to 18446744073709551615, not "),
    (f"deal tripeaks {'9' * 200}", "no deal number: "),
    ("deal tripeaks 0 --numbering ms", "ms deal numbers run from 1 to 8589934591, not 0"),
    ("deal tripeaks 0 --numbering pysol", "pysol deal numbers run from 1"),
    ("deal tripeaks 0 --numbering foo", "'foo' is not one of 'sc1', 'pysol', 'ms'"),
    ("deal tripeaks 1 2", "unexpected extra argument"),
    ("deal tripeaks --numbering ms --deck DECK", "--numbering goes with NUMBER"),
    ("deal tripeaks --deck FIRST51", "a deck has 52 cards, not 51; missing: 8D"),
    ("deal tripeaks --deck TWICE", "card 52: KC stands twice in the deck, first as card 29"),
    ("deal tripeaks --deck ♠♥♦♣", "card 1: no card: '♠♥'"),
    ("deal tripeaks --deck -", "a deck has 52 cards, not 0"),
    ("deal tripeaks 7 --deck DECK", "NUMBER and --deck exclude each other"),
    ("solve tripeaks 7 --code CODE", "NUMBER and --code exclude each other"),
    ("perft tripeaks --code CODE --deck DECK --depth 1", "--deck and --code exclude each other"),
    ("deal --deck DECK", "missing argument GAME"),
    ("deal --code foo", "no position: the line does not begin with peaks1"),
    ("deal golf --code CODE", "the code is of tripeaks, not of golf"),
    ("deal --code CODE --no-wrap", "--code names its own options: --no-wrap cannot be given"),
    ("deal --code CODE --open", "--code names its own options: --open cannot be given"),
    ("solve --code COVERED", "the position cannot occur: the card at place 0 is gone while "),
    ("deal --code COVERED", "the position cannot occur: the card at place 0 is gone while "),
    ("solve --code HIDDEN", "the tableau card at place 0 is unknown"),
    ("solve tripeaks 7 --rule wrap", "--rule does not go with tripeaks"),
    ("solve tripeaks 7 --by-columns", "--by-columns does not go with tripeaks"),
    ("solve golf 7 --rule wrap --no-wrap", "--no-wrap and --rule wrap exclude each other"),
    ("solve golf 7 --rule strict --wrap", "--wrap and --rule strict exclude each other"),
    ("solve golf 7 --rule foo", "'foo' is not one of 'strict', 'queens-on-kings', 'wrap'"),
    ("solve tripeaks 7 --moves --json", "--moves and --json exclude each other"),
    ("survey", "missing argument 'GAME'"),
    ("survey tripeaks", "missing option '--deals'"),
    ("survey tripeaks --deals 5:5", "--deals 5:5: there is no deal from 5 up to 5"),
    ("survey tripeaks --deals 7:3", "--deals 7:3: there is no deal from 7 up to 3"),
    ("survey tripeaks --deals a:b", "--deals is a range A:B, such as 0:1000: no deal number: 'a'"),
    ("survey tripeaks --deals 7", "--deals is a range A:B, such as 0:1000, not '7'"),
    ("survey tripeaks --deals -1:5", "no deal number: '-1'"),
    ("survey tripeaks --deals 1:2:3", "no deal number: '2:3'"),
    (f"survey tripeaks --deals 0:{2**64 + 1}", "sc1 deal numbers run from 0 to "),
    ("survey tripeaks --deals 0:5 --numbering ms", "ms deal numbers run from 1"),
    ("survey tripeaks --deals 0:5 --threads 0", "0 is not in the range 1<=x<=1024"),
    ("survey tripeaks --deals 0:5 --rule wrap", "--rule does not go with tripeaks"),
    ("survey golf --deals 0:5 --wrap --rule strict", "--wrap and --rule strict exclude each"),
    ("perft tripeaks 7", "missing option '--depth'"),
    ("perft tripeaks 7 --depth -1", "-1 is not in the range 0<=x<=52"),
    ("perft tripeaks 7 --depth 53", "53 is not in the range 0<=x<=52"),
    ("verify tripeaks 7", "which line? --moves or --file is missing"),
    ("verify tripeaks 7 --moves turn --file x", "--moves and --file exclude each other"),
    ("verify tripeaks 7 --moves XX", "move 1: no move: 'XX'"),
    ("verify tripeaks 7 --moves turn,??", "move 2: no move: ??"),
    ("verify tripeaks 7 --file no-such-file", "no-such-file: No such file or directory"),
    ("verify tripeaks --deck - --moves -", "only one option can read stdin"),
    ("deal tripeaks \x1b[2J\n\udcff", r"no deal number: '\x1b[2J\n\udcff'"),
    ("verify tripeaks 7 --file no\n\x1bfile", r"no \x1bfile: "),
    (f"verify tripeaks 7 --moves {'♥' * 5000}", "move 1: no move: '♥♥♥"),
]

WORDS = {
    "DECK": DECK,
    "FIRST51": DECK[:-3],
    "TWICE": f"{DECK[:-3]} KC",
    "CODE": CODE,
    "HIDDEN": HIDDEN,
    "COVERED": CODE.replace("removed=0", "removed=1").replace("top=KC", "top=9H"),
}


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[line[:60] for line, _ in MISTAKES])
def test_mistakes_end_in_one_line_and_code_2(line, message):
    code, out, err = run(*(WORDS.get(word, word) for word in line.split(" ")))
    assert (code, out) == (2, "")
    assert err.startswith("solitaire-core: error: ")
    assert message in err
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert len(err) < 450


def test_bytes_that_are_no_text(tmp_path):
    for data, message in (
        (b"turn \xff", "not UTF-8 text (byte 6)"),
        (b" " * 1_000_001, "1,000,000"),
    ):
        path = tmp_path / "line.txt"
        path.write_bytes(data)
        code, out, err = run("verify", "tripeaks", 7, "--file", path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err
        code, out, err = run("verify", "tripeaks", 7, "--moves", "-", stdin=data)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"stdin: {message}" in err or f"stdin: more than {message}" in err


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (MemoryError(), 2, "solitaire-core: error: out of memory\n"),
        (
            OSError(28, "No space left on device"),
            2,
            "solitaire-core: error: no space left on device\n",
        ),
        (
            RuntimeError("can't start new thread"),
            2,
            "solitaire-core: error: can't start new thread\n",
        ),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
)
def test_what_goes_wrong_inside(monkeypatch, error, code, line):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("solitaire_core.cli.survey.run", fail)
    assert run("survey", "tripeaks", "--deals", "0:5") == (code, "", line)


# ---- processes ---------------------------------------------------------------------------


@pytest.mark.host
def test_as_a_module():
    result = subprocess.run(
        [sys.executable, "-m", "solitaire_core", "--version"], capture_output=True, check=True
    )
    assert result.stdout.split() == [b"solitaire-core", __version__.encode()]


@pytest.mark.host
@pytest.mark.parametrize("name", ["click", "rich"])
def test_without_click_or_rich(name):
    block = f"""
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Block())
from solitaire_core.cli import main
main()
"""
    result = child("deal", "tripeaks", 7, code=block)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1
    assert b'python -m pip install "solitaire-core[cli]"' in result.stderr


@pytest.mark.host
def test_nothing_below_imports_what_sits_on_top():
    code = (
        "import sys, solitaire_core; top = {'click', 'rich', 'solitaire_core.cli',"
        " 'solitaire_core.records', 'solitaire_core.rendering'};"
        " sys.exit(bool(top & set(sys.modules)))"
    )
    assert child(code=code).returncode == 0
    code = "import sys, solitaire_core.rendering; sys.exit('rich' in sys.modules)"
    assert child(code=code).returncode == 0


@pytest.mark.host
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["deal", "tripeaks", 3, "--show-all"],
        ["daily", "golf", "--date", "2026-11-30"],
        ["solve", "tripeaks", 3],
        ["hint", "tripeaks", 7, "--information", "visible"],
        ["survey", "tripeaks", "--deals", "0:300"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_an_encoding_without_suits(encoding, arguments):
    result = child(*arguments, PYTHONIOENCODING=encoding, COLUMNS="20")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    assert result.stdout.count(b"\n") > 8
    if arguments[0] == "deal":
        assert b"(4D)" in result.stdout


@pytest.mark.host
def test_mistakes_are_told_in_any_encoding():
    result = child("deal", "tripeaks", "--deck", "♥♥", PYTHONIOENCODING="ascii")
    assert result.returncode == 2
    assert result.stderr.split(b": ", 1)[1].startswith(rb"error: card 1: no card: '\u2665\u2665'")


@pytest.mark.host
def test_colours():
    plain = child("deal", "tripeaks", 7, PYTHONIOENCODING="utf-8").stdout.decode()
    assert "\x1b" not in plain
    both = {"PYTHONIOENCODING": "utf-8", "FORCE_COLOR": "1", "TERM": "xterm", "NO_COLOR": None}
    coloured = child("deal", "tripeaks", 7, **both).stdout.decode()
    assert "\x1b[31mK♦\x1b[0m" in coloured
    assert "\x1b[31mK♣" not in coloured
    without = child("deal", "tripeaks", 7, **{**both, "NO_COLOR": "1"}).stdout.decode()
    assert "\x1b[31m" not in without


@pytest.mark.host
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["deal", "tripeaks", 7], 0),
        (["deal", "tripeaks", 7, "--json"], 0),
        (["daily", "tripeaks", "--ascii"], 0),
        (["daily", "golf", "--json"], 0),
        (["solve", "tripeaks", 3], 0),
        (["solve", "tripeaks", 3, "--moves"], 0),
        (["hint", "tripeaks", 3, "--information", "visible"], 0),
        (["hint", "tripeaks", 3, "--json"], 0),
        (["survey", "one-peak", "--deals", "0:100"], 0),
        (["perft", "tripeaks", 7, "--depth", 52], 0),
        (["verify", "tripeaks", 7, "--moves", "turn"], 1),
        (["verify", "tripeaks", 7, "--moves", "turn", "--json"], 1),
        (["--help"], 0),
    ],
    ids=lambda value: "-".join(map(str, value[::3])) if isinstance(value, list) else None,
)
def test_a_pipe_that_nobody_reads(arguments, code):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "solitaire_core", *map(str, arguments)],
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=120,
            check=False,
        )
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (code, b"")


@pytest.mark.host
@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_full_disk(options):
    with FULL.open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "solitaire_core", "deal", "tripeaks", "7", *options],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=120,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr == b"solitaire-core: error: no space left on device\n"


INTERRUPTED = """
import os, signal, threading
import solitaire_core.cli.survey as module
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have turned it off
run = module.run
def soon(*arguments, **options):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    return run(*arguments, **options)
module.run = soon
from solitaire_core.cli import main
main()
"""


@pytest.mark.host
@pytest.mark.skipif(windows, reason="os.kill ends a process there, and sends it no signal")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("game", [("tripeaks", 2**63), ("tripleharp", 10**8)])
def test_ctrl_c_ends_a_survey(threads, options, game):
    name, deals = game
    result = child(
        *["survey", name, "--deals", f"0:{deals}", "--threads", threads, *options],
        code=INTERRUPTED,
    )
    assert (result.returncode, result.stdout) == (130, b"")
    assert result.stderr == b"interrupted\n"


@pytest.mark.host
@pytest.mark.skipif(windows, reason="there are no pseudo-terminals")
@pytest.mark.parametrize("interrupted", [False, True])
def test_the_progress_bar_is_on_stderr_alone(interrupted):
    code = INTERRUPTED if interrupted else "from solitaire_core.cli import main; main()"
    deals = f"0:{2**63}" if interrupted else "0:6000"
    exit_code, out, shown = watched(code, "survey", "tripeaks", "--deals", deals, "--json")
    assert b"%" in shown
    assert b" left" in shown
    # The cursor is back, and the line of the bar is empty.
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert shown.rindex(b"\x1b[2K") > shown.rindex(b" left")
    if interrupted:
        assert (exit_code, out) == (130, b"")
        assert shown.endswith(b"\rinterrupted\r\n")
    else:
        assert exit_code == 0
        assert [result["count"] for result in json.loads(out)["results"]] == [6000, 6000]
