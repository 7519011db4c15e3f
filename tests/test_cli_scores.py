"""The command line: surveys of scores."""

import json

import pytest

from solitaire_core import SCORINGS, score_survey
from test_cli import child, ok, ok_json, run, watched, windows

TRIPEAKS = ("survey", "tripeaks", "--deals", "0:30", "--scores", "--threads", 1)

NONE_WON = 685
"""Four deals of TriPeaks in a row that cannot be won without the wrap begin here."""


def without_time(record):
    """A result without its CPU time."""
    assert record["cpu_seconds"] >= 0
    return {**record, "cpu_seconds": 0}


def expected(*arguments, **options):
    """What the library says, as `without_time`."""
    return without_time(score_survey(*arguments, threads=1, **options).to_json())


def rows_of(text, head):
    """The words of the lines of a table under its head, up to an empty line."""
    lines = text.splitlines()
    begin = lines.index(next(line for line in lines if line.startswith(head)))
    end = lines.index("", begin)
    return [line.split() for line in lines[begin + 1 : end]]


def test_json():
    record = ok_json(*TRIPEAKS)
    assert set(record) == {"game", "results"}
    assert record["game"] == "tripeaks"
    wrap, no_wrap = map(without_time, record["results"])
    assert wrap == expected("tripeaks", 0, 30)
    assert no_wrap == expected("tripeaks", 0, 30, wrap=False)
    assert (wrap["first"], wrap["count"], wrap["unknown"]) == ("0", 30, 0)
    scores = wrap["scores"]
    assert (scores["scoring"], scores["games"], scores["seed"]) == ("chain", 1000, "0")
    assert scores["best"]["count"] == scores["casual_mean"]["count"] == 30


def test_the_options_are_handed_on():
    options = ["--scoring", "hogue", "--games", 7, "--seed", 2**64 - 1, "--no-wrap"]
    (result,) = ok_json(*TRIPEAKS, *options)["results"]
    assert without_time(result) == expected(
        "tripeaks", 0, 30, scoring="hogue", games=7, seed=2**64 - 1, wrap=False
    )
    options = ["--deals", "5:9", "--numbering", "pysol", "--games", 0, "--wrap"]
    (result,) = ok_json("survey", "one-peak", "--scores", "--threads", 1, *options)["results"]
    assert without_time(result) == expected("one-peak", 5, 4, numbering="pysol", games=0)
    assert result["scores"]["casual_mean"] is None


def test_the_three_rules_of_golf():
    options = ["--deals", "0:2", "--games", 5, "--by-columns", "--threads", 1]
    record = ok_json("survey", "golf", "--scores", *options)
    rules = [{"wrap": False, "strict": True}, {"wrap": False, "strict": False}, {"wrap": True}]
    assert list(map(without_time, record["results"])) == [
        expected("golf", 0, 2, games=5, by_columns=True, **rule) for rule in rules
    ]


def test_the_figures():
    out = ok(*TRIPEAKS)
    lines = out.splitlines()
    assert lines[0] == "tripeaks, sc1 deals 0 to 29, chain scores  (1 thread)"
    assert lines[3].split() == ["deals", "30", "30"]
    heads = [line for line in lines if "worst clear" in line]
    assert heads == [
        "  wrap             worst clear   casual mean    best clear   best of any",
        "  no wrap          worst clear   casual mean    best clear   best of any",
    ]
    for head, wrap in zip(heads, (True, False), strict=True):
        found = score_survey("tripeaks", 0, 30, threads=1, wrap=wrap)
        rows = {" ".join(row[:-4]): row[-4:] for row in rows_of(out, head)}
        columns = [found.distribution(figure) for figure in found.figures]
        assert rows["deals"] == [str(column.count) for column in columns]
        for label, values in {
            "mean": [column.mean for column in columns],
            "standard error": [column.mean_error for column in columns],
            "deviation": [column.standard_deviation for column in columns],
            "lowest": [column.min for column in columns],
            "5 % below": [column.quantiles[0] for column in columns],
            "25 % below": [column.quantiles[1] for column in columns],
            "median": [column.quantiles[2] for column in columns],
            "75 % below": [column.quantiles[3] for column in columns],
            "95 % below": [column.quantiles[4] for column in columns],
            "highest": [column.max for column in columns],
        }.items():
            for shown, value in zip(rows[label], values, strict=True):
                digits = len(shown.partition(".")[2])
                assert float(shown) == pytest.approx(value, abs=0.5000001 * 10**-digits)
        # Two digits of the standard error, and as many places of the mean.
        for mean, error in zip(rows["mean"], rows["standard error"], strict=True):
            assert len(error.replace(".", "").lstrip("0")) == 2
            assert len(mean.partition(".")[2]) == len(error.partition(".")[2])
        # Scores are whole numbers.
        for label in ("lowest", "median", "highest"):
            assert [word.isdigit() for word in rows[label]] == [True, False, True, True]


def test_the_charts():
    lines = ok(*TRIPEAKS, "--games", 3).splitlines()
    titles = {
        "worst_clear": "  the worst score of the lines that clear, by deals",
        "casual_mean": "  a casual player's mean score in 3 games, by deals",
        "best_clear": "  the best score of the lines that clear, by deals",
        "best": "  the best score at any moment of any line, by deals",
    }
    surveys = [
        score_survey("tripeaks", 0, 30, games=3, threads=1, wrap=wrap) for wrap in (True, False)
    ]
    for figure, title in titles.items():
        begin = lines.index(title) + 2
        assert lines[begin].split() == ["from", "wrap", "no", "wrap"]
        end = lines.index("", begin) if "" in lines[begin:] else len(lines)
        rows = [
            [int(word) for word in line.split() if word.isdigit()]
            for line in lines[begin + 1 : end]
        ]
        starts, *columns = map(list, zip(*rows, strict=True))
        assert 2 <= len(starts) <= 12
        width = starts[1] - starts[0]
        for survey, column in zip(surveys, columns, strict=True):
            values = survey.values(figure)
            assert sum(column) == len(values)
            assert column == [((values >= s) & (values < s + width)).sum() for s in starts]


def test_how_often_the_best_line_does_not_clear():
    out = ok("survey", "tripeaks", "--deals", "0:200", "--scores", "--games", 0, "--threads", 1)
    assert [line for line in out.splitlines() if "does not clear" in line] == [
        "  the best line does not clear: 45.6 % of the winnable deals (38.8 to 52.6 %)",
        "  the best line does not clear: 66.7 % of the winnable deals (58.9 to 73.6 %)",
    ]


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("game", ["tripeaks", "golf", "one-peak"])
def test_it_fits_80_columns(game, scoring):
    options = ["--deals", "0:5", "--scoring", scoring, "--games", 2, "--threads", 1]
    lines = ok("survey", game, "--scores", *options).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines == [line.rstrip() for line in lines]
    assert not any("-0" in line.replace("-0.", "").split() for line in lines)


@pytest.mark.host
def test_an_encoding_without_blocks():
    result = child(*TRIPEAKS, "--games", 2, PYTHONIOENCODING="ascii", COLUMNS="20")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b" 1 #" in result.stdout
    assert result.stdout.isascii()


def test_without_games():
    out = ok(*TRIPEAKS, "--games", 0)
    assert "casual" not in out
    assert "  wrap             worst clear    best clear   best of any\n" in out


def test_deals_of_which_none_can_be_won():
    deals = f"{NONE_WON}:{NONE_WON + 4}"
    options = ["survey", "tripeaks", "--deals", deals, "--scores", "--games", 1, "--threads", 1]
    out = ok(*options, "--no-wrap")
    rows = {" ".join(row[:-4]): row[-4:] for row in rows_of(out, "  no wrap     ")}
    assert rows["deals"] == ["0", "4", "0", "4"]
    assert [cell == "-" for cell in rows["mean"]] == [True, False, True, False]
    assert out.count("\n  none can be won\n") == 2
    assert "\n  the best line does not clear: no deal can be won\n" in out
    # Beside another setting under which some can be won, there is a chart.
    assert "none can be won" not in ok(*options)


def test_a_single_deal():
    out = ok("survey", "one-peak", "--deals", "3:4", "--scores", "--wrap", "--threads", 1)
    rows = {" ".join(row[:-4]): row[-4:] for row in rows_of(out, "  wrap     ")}
    assert rows["standard error"] == rows["deviation"] == ["-"] * 4
    assert rows["mean"] == rows["median"] == rows["highest"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scoring", "chain"], "--scoring goes with --scores"),
        (["--games", "10"], "--games goes with --scores"),
        (["--games", "0"], "--games goes with --scores"),
        (["--seed", "0"], "--seed goes with --scores"),
        (["--scores", "--scoring", "points"], "'points' is not one of 'chain', 'run10', "),
        (["--scores", "--games", "-1"], "-1 is not in the range 0<=x<=100000"),
        (["--scores", "--games", "100001"], "100001 is not in the range 0<=x<=100000"),
        (["--scores", "--seed", "-1"], "-1 is not in the range 0<=x<=18446744073709551615"),
        (["--scores", "--rule", "wrap"], "--rule does not go with tripeaks"),
        (
            ["--scores", "--deals", "0:10000001"],
            "--scores takes 10,000,000 deals at most, not 10,000,001",
        ),
    ],
)
def test_what_is_refused(options, message):
    code, out, err = run("survey", "tripeaks", "--deals", "0:5", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert err.startswith("solitaire-core: error: ")
    assert err.endswith(" (see solitaire-core survey --help)\n")


def test_help_says_how():
    out = ok("survey", "--help")
    for word in ("--scores", "--scoring", "--games N", "--seed N", "--scores --scoring run10"):
        assert word in out
    assert max(map(len, out.splitlines())) <= 80


INTERRUPTED = """
import os, signal, threading
import solitaire_core.cli.survey as module
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have turned it off
run = module.run_scores
def soon(*arguments, **options):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    return run(*arguments, **options)
module.run_scores = soon
from solitaire_core.cli import main
main()
"""


@pytest.mark.host
@pytest.mark.skipif(windows, reason="os.kill ends a process there, and sends it no signal")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c(threads, options):
    options = ["--deals", "0:10000000", "--threads", threads, *options]
    result = child("survey", "tripeaks", "--scores", *options, code=INTERRUPTED)
    assert (result.returncode, result.stdout) == (130, b"")
    assert result.stderr == b"interrupted\n"


@pytest.mark.host
@pytest.mark.skipif(windows, reason="there are no pseudo-terminals")
def test_the_progress_bar_is_on_stderr_alone():
    main = "from solitaire_core.cli import main; main()"
    code, out, shown = watched(main, *TRIPEAKS, "--json")
    assert code == 0
    assert [result["count"] for result in json.loads(out)["results"]] == [30, 30]
    assert b"100%" in shown
    assert shown.rindex(b"\x1b[2K") > shown.rindex(b" left")
