"""What commands over a range of deals have in common."""

from __future__ import annotations

import click

from solitaire_core.deals import parse_number

__all__ = ["deals_option", "parse_range", "threads_option"]

deals_option = click.option(
    "--deals", required=True, metavar="A:B", help="The deals from A up to B, without B itself."
)

threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Threads to work with.  [default: one for each processor]",
)


def parse_range(text: str) -> tuple[int, int]:
    """The first deal and the number of deals of a range `A:B`.

    Raises
    ------
    click.UsageError
        If it is no range, or an empty one.
    """
    start, colon, end = text.partition(":")
    if not colon:
        raise click.UsageError(f"--deals is a range A:B, such as 0:1000, not {text[:40]!r}")
    try:
        first, stop = parse_number(start), parse_number(end)
    except ValueError as error:
        raise click.UsageError(f"--deals is a range A:B, such as 0:1000: {error}") from None
    if first >= stop:
        raise click.UsageError(f"--deals {text}: there is no deal from {first} up to {stop}")
    return first, stop - first
