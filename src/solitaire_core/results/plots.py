"""Charts of surveys, each drawn on axes that the caller has (extra `plot`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solitaire_core.distributions import Bins
from solitaire_core.game import Rules
from solitaire_core.histograms import Histogram
from solitaire_core.results.extras import needed
from solitaire_core.results.surveys import read_pieces, read_survey
from solitaire_core.score_survey import ScoreSurvey
from solitaire_core.survey_result import Survey, wilson_interval

__all__ = [
    "COLOURS",
    "Plotted",
    "draw_fewest_turns",
    "draw_moves",
    "draw_scores",
    "draw_seconds",
    "draw_win_rate",
]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
"""A colour for each survey: of the palette of M. Okabe and K. Ito, which all can tell apart."""

_BAND = 0.18
_MOST_POINTS = 400
_BINS_A_DECADE = 8
_MOST_BARS = 40

_SCORES = {
    "worst_clear": "worst that clears",
    "casual_mean": "casual player's mean",
    "best_clear": "best that clears",
    "best": "best of any line",
}


@dataclass(frozen=True, slots=True)
class Plotted:
    """A survey to draw, and what it is called beside others.

    Attributes
    ----------
    name : str
        What the legend calls it; empty where there is but one.
    survey : Survey
        The survey.
    pieces : sequence of Survey
        Its pieces in the order of their numbers (`read_pieces`), for the win rate over the
        range. Without them it is one point.
    scores : ScoreSurvey or None
        What was found of the deals' scores.
    """

    name: str
    survey: Survey
    pieces: Sequence[Survey] = ()
    scores: ScoreSurvey | None = None

    @classmethod
    def of_file(
        cls, path: str | PathLike[str], name: str = "", rules: Rules | None = None
    ) -> Plotted:
        """The survey that a file holds, and its pieces.

        Raises
        ------
        ValueError, OSError
            As `read_survey`.
        """
        survey = read_survey(path, rules)
        # What single deals cost is in the whole; here it would take memory for each piece.
        pieces = [replace(piece, effort=None) for piece in read_pieces(path, rules)]
        return cls(name, survey, pieces)


def draw_win_rate(axes: Any, plotted: Sequence[Plotted], *, first_colour: int = 0) -> None:
    """Draw how the win rate settles as deals are counted, with its 95 % interval.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw.
    plotted : sequence of Plotted
        The surveys. Where their rates are far apart, axes for each show more.
    first_colour : int
        The place in `COLOURS` of the first survey's colour.

    Raises
    ------
    ValueError
        If there are no deals.

    Notes
    -----
    A line for the share of the deals counted so far that can be won, in a band: Wilson's
    interval for so many deals, at each point by itself. Where deals are unknown there are two
    lines, one as if all of them were lost and one as if all of them were won; the interval
    runs from the lower end of the first to the upper end of the second.
    """
    low_end, high_end, labels_unknown = 100.0, 0.0, False
    for colour, one in _coloured(plotted, first_colour):
        counts, won, unknown = _running(one)
        rate, if_won = 100 * won / counts, 100 * (won + unknown) / counts
        low = np.array([100 * wilson_interval(*pair)[0] for pair in _pairs(won, counts)])
        high = np.array([100 * wilson_interval(*pair)[1] for pair in _pairs(won + unknown, counts)])
        label = f"{one.name}: {_rate(one.survey)}" if one.name else _rate(one.survey)
        axes.fill_between(counts, low, high, color=colour, alpha=_BAND, linewidth=0)
        if unknown.any():
            axes.fill_between(counts, rate, if_won, color=colour, alpha=_BAND, linewidth=0)
            axes.plot(counts, if_won, color=colour, linewidth=1, linestyle="--")
            labels_unknown = True
        axes.plot(counts, rate, color=colour, linewidth=1.8, label=label, solid_capstyle="butt")
        axes.plot(counts[-1:], rate[-1:], color=colour, marker="o", markersize=4, clip_on=False)
        # What the first few deals say would flatten everything else.
        settled = counts >= counts[-1] / 20
        low_end, high_end = min(low_end, low[settled].min()), max(high_end, high[settled].max())
    room = max(0.06 * (high_end - low_end), 0.01)
    axes.set_ylim(max(0, low_end - room), min(100, high_end + room))
    axes.set_xlim(0, max(one.survey.count for one in plotted))
    axes.set_title("Win rate as deals are counted")
    axes.set_xlabel("deals counted")
    axes.set_ylabel("winnable deals (%)")
    _whole_ticks(axes, "x")
    if labels_unknown:
        axes.plot([], [], color="0.35", linewidth=1, linestyle="--", label="if all unknown are won")
    _legend(axes, title="share that can be won; shaded: 95 % interval")


def draw_fewest_turns(axes: Any, plotted: Sequence[Plotted]) -> None:
    """Draw how many stock turns the best line of the winnable deals takes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw.
    plotted : sequence of Plotted
        Surveys of the peaks family.

    Raises
    ------
    ValueError
        If one of them has no fewest turns.
    """
    tallies = []
    for one in plotted:
        if one.survey.fewest_turns is None:
            raise ValueError(f"a survey of {one.survey.rules.name} has no fewest turns")
        tallies.append(np.array(one.survey.fewest_turns))
    seen = [turns for tally in tallies for turns in np.flatnonzero(tally).tolist()]
    width = 0.86 / len(plotted)
    for at, (colour, one) in enumerate(_coloured(plotted)):
        shares = 100 * tallies[at] / max(one.survey.count, 1)
        places = np.arange(len(shares)) + (at - (len(plotted) - 1) / 2) * width
        lost = f"{100 - shares.sum():.1f} % cannot be won"
        axes.bar(places, shares, width, color=colour, label=_named(one.name, lost))
    if seen:
        axes.set_xlim(min(seen) - 0.7, max(seen) + 0.7)
    axes.set_title("Fewest stock turns that win")
    axes.set_xlabel("stock turns of the best line")
    axes.set_ylabel("share of all deals (%)")
    _whole_ticks(axes, "x")
    _legend(axes)


def draw_seconds(axes: Any, plotted: Sequence[Plotted]) -> None:
    """Draw what the deals cost, with the median.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw.
    plotted : sequence of Plotted
        Surveys of the Klondike family.

    Raises
    ------
    ValueError
        If one of them has no times.
    """
    efforts = [_effort(one) for one in plotted]
    edges = _decades([effort.microseconds for effort in efforts]) / 1e6
    for (colour, one), effort in zip(_coloured(plotted), efforts, strict=True):
        median = effort.median_seconds
        label = _named(one.name, "no deals" if median is None else f"median {_duration(median)}")
        _steps(axes, _shares(effort.microseconds, edges * 1e6), edges, colour, label, median)
        if effort.seconds is not None:
            axes.axvline(effort.seconds, color="0.35", linewidth=1, linestyle="--")
    if any(effort.seconds is not None for effort in efforts):
        axes.plot([], [], color="0.35", linewidth=1, linestyle="--", label="limit of a deal")
    axes.set_xscale("log")
    axes.set_title("What a deal costs")
    axes.set_xlabel(f"CPU seconds a deal (logarithmic, {_BINS_A_DECADE} bins a decade)")
    axes.set_ylabel("share of the deals (%)")
    _legend(axes)


def draw_moves(axes: Any, plotted: Sequence[Plotted]) -> None:
    """Draw how long the lines are that were found, with the median.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw.
    plotted : sequence of Plotted
        Surveys of the Klondike family.

    Raises
    ------
    ValueError
        If one of them has no lines.
    """
    efforts = [_effort(one) for one in plotted]
    ends = [low for effort in efforts for low, _, _ in effort.moves.bins]
    bins = Bins.over(min(ends, default=0), max(ends, default=1), _MOST_BARS)
    edges = np.array([*bins.lower_ends, bins.lower_ends[-1] + bins.width], dtype=float)
    for (colour, one), effort in zip(_coloured(plotted), efforts, strict=True):
        median = effort.median_moves
        label = _named(one.name, "no line" if median is None else f"median {median:,.0f} moves")
        _steps(axes, _shares(effort.moves, edges), edges, colour, label, median)
    axes.set_title("Lines that were found (not the shortest)")
    axes.set_xlabel(f"moves of the line ({_wide(bins)})")
    axes.set_ylabel("share of the deals won (%)")
    _legend(axes)


def draw_scores(axes: Any, one: Plotted) -> None:
    """Draw how the scores of the deals of one survey are distributed.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw.
    one : Plotted
        A survey with scores.

    Raises
    ------
    ValueError
        If it has none.
    """
    if one.scores is None:
        raise ValueError("a survey without scores: use score_survey")
    columns = {name: one.scores.values(name) for name in one.scores.figures}
    columns = {name: values for name, values in columns.items() if values.size}
    if columns:
        low = min(values.min() for values in columns.values())
        high = max(values.max() for values in columns.values())
        bins = Bins.over(float(low), float(high), _MOST_BARS)
        edges = np.array([*bins.lower_ends, bins.lower_ends[-1] + bins.width], dtype=float)
    for colour, (name, values) in zip(COLOURS, columns.items(), strict=False):
        shares = 100 * np.array(bins.count(values)) / one.survey.count
        label = f"{_SCORES[name]}: median {np.median(values):,.4g}"
        _steps(axes, shares, edges, colour, label)
    axes.set_title(f"Scores ({one.scores.scoring}){f', {one.name}' if one.name else ''}")
    axes.set_xlabel(f"points ({_wide(bins)})" if columns else "points")
    axes.set_ylabel("share of all deals (%)")
    _legend(axes)


def _steps(
    axes: Any,
    shares: NDArray[np.float64],
    edges: NDArray[np.float64],
    colour: str,
    label: str,
    median: float | None = None,
) -> None:
    """A histogram as a filled outline, and its median as a dotted line."""
    axes.stairs(shares, edges, color=colour, fill=True, alpha=_BAND)
    axes.stairs(shares, edges, color=colour, linewidth=1.4, label=label)
    if median is not None:
        axes.axvline(median, color=colour, linewidth=1.2, linestyle=":")


def _coloured(plotted: Sequence[Plotted], first: int = 0) -> Iterable[tuple[str, Plotted]]:
    for at, one in enumerate(plotted, first):
        yield COLOURS[at % len(COLOURS)], one


def _running(one: Plotted) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The deals counted so far, the winnable ones and the unknown ones, at not too many points."""
    if one.scores is not None and one.survey.count:
        won = np.cumsum(one.scores.fewest_turns >= 0, dtype=np.int64)
        counts = np.arange(1, len(won) + 1)
        table = np.stack([counts, won, np.zeros_like(won)])
    else:
        rows = [(each.count, each.winnable, each.unknown) for each in one.pieces or [one.survey]]
        table = np.cumsum(np.array(rows, dtype=np.int64).T, axis=1)
    if table.shape[1] > _MOST_POINTS:
        places = np.linspace(0, table.shape[1] - 1, _MOST_POINTS).round().astype(int)
        table = table[:, places]
    if not table[0, -1]:
        raise ValueError("there are no deals to draw")
    return table[0], table[1], table[2]


def _pairs(successes: NDArray[np.int64], counts: NDArray[np.int64]) -> Iterable[tuple[int, int]]:
    return zip(successes.tolist(), counts.tolist(), strict=True)


def _rate(survey: Survey) -> str:
    """The win rate and its interval, with as many digits as the interval is worth."""
    half = 100 * (survey.high - survey.low) / 2
    digits = max(1, min(6, 1 - math.floor(math.log10(half)))) if half > 0 else 6
    rate = f"{100 * survey.rate:.{digits}f}"
    if survey.unknown:
        rate += f" to {100 * survey.rate_if_unknown_won:.{digits}f}"
    return f"{rate} % ({100 * survey.low:.{digits}f} to {100 * survey.high:.{digits}f})"


def _effort(one: Plotted) -> Any:
    if one.survey.effort is None:
        raise ValueError(f"a survey of {one.survey.rules.name} has no effort of single deals")
    return one.survey.effort


def _decades(histograms: Sequence[Histogram]) -> NDArray[np.float64]:
    """Edges of bins that are equally wide on a logarithmic axis, around all that was counted."""
    ends = [max(low, 1) for each in histograms for low, _, _ in each.bins] or [1]
    first = math.floor(math.log10(min(ends)) * _BINS_A_DECADE)
    last = math.floor(math.log10(max(ends)) * _BINS_A_DECADE) + 1
    return 10 ** (np.arange(first, last + 1) / _BINS_A_DECADE)


def _shares(histogram: Histogram, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """What share of the numbers lies between two edges each, in percent."""
    if not histogram.total:
        return np.zeros(len(edges) - 1)
    middles, counts = zip(
        *((max(low + (width - 1) / 2, 1), count) for low, width, count in histogram.bins),
        strict=True,
    )
    inside = np.clip(middles, edges[0], np.nextafter(edges[-1], 0))
    found, _ = np.histogram(inside, edges, weights=counts)
    return 100 * found / histogram.total


def _wide(bins: Bins) -> str:
    return f"bins of {bins.width:,}" if bins.width > 1 else "a bin each"


def _duration(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _named(name: str, words: str) -> str:
    return f"{name}: {words}" if name else words


def _whole_ticks(axes: Any, which: str) -> None:
    ticker = needed("matplotlib.ticker", "plot", "pictures")
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(ticker.MaxNLocator(integer=True, nbins=8))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))


def _legend(axes: Any, title: str | None = None) -> None:
    if axes.get_legend_handles_labels()[0]:
        legend = axes.legend(title=title, fontsize="small", title_fontsize="small", frameon=False)
        legend.set_alignment("left")
