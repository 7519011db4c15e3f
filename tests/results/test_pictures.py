"""Pictures of surveys: what is drawn is what was found, and it says what it is."""

import datetime
import sys
from dataclasses import replace

import matplotlib.figure
import pytest

from solitaire_core import __version__, results, score_survey, survey, wilson_interval
from solitaire_core.results import Plotted
from solitaire_core.results.plots import _rate

DAY = datetime.date(2026, 12, 1)


@pytest.fixture(scope="module")
def peaks(tmp_path_factory):
    """Both settings, with their pieces."""
    folder = tmp_path_factory.mktemp("peaks")
    found = []
    for name, wrap in (("wrap", True), ("no wrap", False)):
        path = folder / f"{name}.jsonl"
        survey("tripeaks", 7, 400, wrap=wrap, threads=1, chunk=40, out=path)
        found.append(Plotted.of_file(path, name))
    return found


@pytest.fixture(scope="module")
def klondike(tmp_path_factory):
    path = tmp_path_factory.mktemp("klondike") / "k.jsonl"
    survey("klondike", 0, 20, nodes=300, seconds=9, threads=1, chunk=2, out=path)
    return Plotted.of_file(path)


def axes_of(draw, *plotted):
    axes = matplotlib.figure.Figure().add_subplot()
    draw(axes, *plotted)
    return axes


def labels(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_the_win_rate_as_it_settles(peaks):
    axes = axes_of(results.draw_win_rate, peaks)
    lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
    for line, one in zip(lines, peaks, strict=True):
        counts = [40 * n for n in range(1, 11)]
        won = [sum(piece.winnable for piece in one.pieces[:n]) for n in range(1, 11)]
        assert line.get_xdata().tolist() == counts
        assert line.get_ydata().tolist() == pytest.approx(
            [100 * w / c for w, c in zip(won, counts, strict=True)]
        )
    band = axes.collections[1].get_paths()[0].vertices
    low, high = wilson_interval(peaks[1].survey.winnable, 400)
    at_end = sorted(y for x, y in band if x == 400)
    assert (at_end[0], at_end[-1]) == (pytest.approx(100 * low), pytest.approx(100 * high))
    assert labels(axes)[0].startswith(f"wrap: {100 * peaks[0].survey.rate:.1f}")
    assert axes.get_xlabel() == "deals counted"
    assert axes.get_ylabel() == "winnable deals (%)"


def test_the_win_rate_with_unknown_deals(klondike):
    axes = axes_of(results.draw_win_rate, [klondike])
    lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
    if_won, known = lines[0].get_ydata(), lines[1].get_ydata()
    assert (if_won >= known).all()
    assert known[-1] == pytest.approx(100 * klondike.survey.rate)
    assert if_won[-1] == pytest.approx(100 * klondike.survey.rate_if_unknown_won)
    band = axes.collections[0].get_paths()[0].vertices
    at_end = sorted(y for x, y in band if x == 20)
    assert at_end[0] == pytest.approx(100 * klondike.survey.low)
    assert at_end[-1] == pytest.approx(100 * klondike.survey.high)
    assert "if all unknown are won" in labels(axes)


def test_without_pieces_it_is_a_point(peaks):
    axes = axes_of(results.draw_win_rate, [replace(peaks[0], pieces=())])
    assert {tuple(line.get_xdata()) for line in axes.lines} == {(400,)}


def test_fewest_turns(peaks):
    axes = axes_of(results.draw_fewest_turns, peaks)
    for bars, one in zip(axes.containers, peaks, strict=True):
        heights = [bar.get_height() for bar in bars]
        assert heights == pytest.approx([n / 4 for n in one.survey.fewest_turns])
    lost = 100 * peaks[1].survey.unwinnable / 400
    assert labels(axes)[1] == f"no wrap: {lost:.1f} % cannot be won"


def test_times_and_lines(klondike):
    effort = klondike.survey.effort
    axes = axes_of(results.draw_seconds, [klondike])
    assert axes.patches[0].get_data().values.sum() == pytest.approx(100)
    assert axes.get_xscale() == "log"
    assert [9.0, 9.0] in [list(line.get_xdata()) for line in axes.lines]  # the limit
    axes = axes_of(results.draw_moves, [klondike])
    assert axes.patches[0].get_data().values.sum() == pytest.approx(100)
    assert labels(axes) == [f"median {effort.median_moves:,.0f} moves"]


def test_nothing_known_to_be_winnable():
    none = Plotted("", survey("tripleharp", 0, 4, nodes=0, threads=1))
    axes = axes_of(results.draw_moves, [none])
    assert labels(axes) == ["no line"]
    results.draw_survey(none)


def test_scores():
    found = score_survey("tripeaks", 0, 40, games=5, threads=1)
    one = Plotted("", found.survey, scores=found)
    axes = axes_of(results.draw_scores, one)
    for stairs, name in zip(axes.patches[::2], found.figures, strict=True):
        share = 100 * found.values(name).size / 40
        assert stairs.get_data().values.sum() == pytest.approx(share)
    assert axes.get_title() == "Scores (chain)"
    figure = results.draw_survey(one)
    assert len(figure.axes) == 3


@pytest.mark.parametrize(
    "suffix, begin", [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_a_picture_and_its_caption(tmp_path, peaks, suffix, begin):
    figure = results.draw_survey(peaks, date=DAY)
    caption = figure.get_supxlabel()
    assert "sc1 deals 7 to 406 (n = 400) each" in caption
    assert f"solitaire-core {__version__}, 2026-12-01" in caption
    assert "Wilson, 95 %" in caption
    wrap, no_wrap, turns = figure.axes
    assert [bool(axes.get_xlabel()) for axes in figure.axes] == [False, True, True]
    assert all(axes.get_ylabel().endswith("(%)") for axes in figure.axes)
    for axes, one in ((wrap, peaks[0]), (no_wrap, peaks[1])):
        assert labels(axes) == [f"{one.name}: {_rate(one.survey)}"]
        low, high = axes.get_ylim()
        assert low < 100 * one.survey.low < 100 * one.survey.high <= high
    assert len(turns.containers) == 2
    path = tmp_path / f"p.{suffix}"
    results.save_figure(figure, path)
    assert path.read_bytes().startswith(begin)
    assert list(tmp_path.iterdir()) == [path]


def test_the_caption_names_limits_and_unknown_deals(klondike):
    caption = results.draw_survey(klondike, date=DAY).get_supxlabel()
    assert "Limits of a deal: 9 CPU s, 300 nodes, 512 MB" in caption
    assert f"unknown deals: {klondike.survey.unknown}" in caption
    assert "from unknown = lost to unknown = won" in caption


def test_what_is_not_drawn_together(peaks, klondike):
    with pytest.raises(ValueError, match="one family and one range"):
        results.draw_survey([peaks[0], klondike])
    with pytest.raises(ValueError, match="no deals to draw"):
        results.draw_survey([])
    with pytest.raises(ValueError, match="no deals to draw"):
        results.draw_survey(Plotted("", survey("one-peak", 0, 0, threads=1)))
    with pytest.raises(ValueError, match="no fewest turns"):
        axes_of(results.draw_fewest_turns, [klondike])
    with pytest.raises(ValueError, match="no effort"):
        axes_of(results.draw_seconds, peaks)
    with pytest.raises(ValueError, match="without scores"):
        axes_of(results.draw_scores, klondike)


def test_no_such_format(tmp_path, peaks):
    with pytest.raises(ValueError, match=r"ends in \.png, \.svg, \.pdf"):
        results.save_figure(results.draw_survey(peaks), tmp_path / "p.gif")


def test_without_the_extra(peaks, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'solitaire-core\[plot\]'"):
        results.draw_survey(peaks)
