"""The files of `solitaire-core survey`: its record, its table of deals, its picture."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from solitaire_core.cli.options import AnyCommand
from solitaire_core.cli.progress import DealProgress
from solitaire_core.results import Plotted, draw_survey, save_figure, write_deals
from solitaire_core.results.picture import picture_format
from solitaire_core.results.tables import format_of
from solitaire_core.survey import MOST_IN_A_PIECE

__all__ = ["Files", "takes_files"]

_POINTS = 100
_LEAST_PIECE = 16

_options = (
    click.option(
        "--out",
        metavar="FILE",
        help="Append what is done to this file of JSON lines as it is done, so that nothing is"
        " lost by an interruption. Where several rules are surveyed each has a file of its own,"
        " with the rule in its name.",
    ),
    click.option(
        "--resume", is_flag=True, help="Go on with the file of --out where it is there already."
    ),
    click.option(
        "--deals-out",
        metavar="FILE",
        help="Write a table of the single deals: .csv, .jsonl or .parquet (extra arrow).",
    ),
    click.option("--plot", metavar="FILE", help="Draw a picture: .png, .svg or .pdf (extra plot)."),
)


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a survey is asked to write.

    Attributes
    ----------
    out : Path or None
        The record of what is done.
    resume : bool
        Whether it may be there already.
    deals_out : Path or None
        The table of the single deals.
    plot : Path or None
        The picture.
    """

    out: Path | None
    resume: bool
    deals_out: Path | None
    plot: Path | None

    def check(self, *, scores: bool) -> None:
        """Refuse what cannot be written, before any work.

        Raises
        ------
        click.UsageError
            If an option does not go with the others.
        ValueError, ImportError
            If there is no such format, or it needs an extra that is missing.
        """
        if self.resume and self.out is None:
            raise click.UsageError("--resume goes with --out")
        if scores and self.out is not None:
            raise click.UsageError("--out does not go with --scores")
        if scores and self.deals_out is not None:
            raise click.UsageError("--deals-out does not go with --scores")
        if self.deals_out is not None:
            format_of(self.deals_out)
        if self.plot is not None:
            picture_format(self.plot)

    @contextmanager
    def records(self, names: Sequence[str]) -> Iterator[list[Path | None]]:
        """The record of each of the settings; a passing one where nothing but its use is asked."""
        if self.out is not None:
            paths = [self._named(self.out, name, alone=len(names) == 1) for name in names]
            for path in paths:
                if path.exists() and not self.resume:
                    raise click.UsageError(f"{path} is there already: --resume goes on with it")
            yield list(paths)
        elif self.deals_out is None and self.plot is None:
            yield [None for _ in names]
        else:
            with tempfile.TemporaryDirectory(prefix="solitaire-core-") as folder:
                yield [Path(folder) / f"{at}.jsonl" for at in range(len(names))]

    @staticmethod
    def _named(path: Path, name: str, *, alone: bool) -> Path:
        if alone:
            return path
        return path.with_name(f"{path.stem}-{name.replace(' ', '-')}{path.suffix}")

    def options(self, record: Path | None, count: int) -> dict[str, Any]:
        """What `survey` is to be told about the record of one setting."""
        if record is None:
            return {}
        options: dict[str, Any] = {"out": record, "resume": self.resume}
        if self.deals_out is not None:
            options["deals"] = True
        if self.plot is not None:
            # As many pieces as the win rate's line is to have points.
            options["chunk"] = min(max(count // _POINTS, _LEAST_PIECE), MOST_IN_A_PIECE)
        return options

    def write(self, records: Sequence[Path | None], plotted: Sequence[Plotted], title: str) -> None:
        """Write the table and the picture that are asked for, with a bar as long as it takes.

        Parameters
        ----------
        records : sequence of Path or None
            The record of each setting, as far as there are any.
        plotted : sequence of Plotted
            What was found under each setting, without its pieces.
        title : str
            What stands above the picture.
        """
        sources = [record for record in records if record is not None]
        if self.deals_out is not None:
            total = sum(one.survey.count for one in plotted)
            with DealProgress(total) as progress:
                told = progress.of(f"writing {self.deals_out.name}", 0)
                write_deals(sources, self.deals_out, progress=told)
        if self.plot is not None:
            if sources:
                plotted = [
                    Plotted.of_file(source, one.name)
                    for source, one in zip(sources, plotted, strict=True)
                ]
            save_figure(draw_survey(plotted, title=title), self.plot)

    @property
    def written(self) -> list[str]:
        """The files as words, for the end of the report."""
        words = [("deals", self.deals_out), ("picture", self.plot)]
        return [f"  {word} in {path}" for word, path in words if path is not None]


def takes_files(command: AnyCommand) -> AnyCommand:
    """Give a command the options of files, as one `files`."""

    @functools.wraps(command)
    def wrapped(
        *, out: str | None, resume: bool, deals_out: str | None, plot: str | None, **rest: Any
    ) -> None:
        paths = [None if name is None else Path(name) for name in (out, deals_out, plot)]
        command(files=Files(paths[0], resume, paths[1], paths[2]), **rest)

    result: AnyCommand = wrapped
    for option in reversed(_options):
        result = option(result)
    return result
