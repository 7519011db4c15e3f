"""`solitaire-core deal`: the cards as they lie on the table."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from solitaire_core.cards import Card
from solitaire_core.cli.any_game import ANY_GAME, AnyPosition, takes_any_position
from solitaire_core.cli.options import NUMBER, Command, json_option
from solitaire_core.cli.output import Screen, print_json, print_line, styled, symbols_fit
from solitaire_core.files import replacing
from solitaire_core.klondike import KlondikeGame
from solitaire_core.peaks import PeaksGame
from solitaire_core.rendering import spans, to_svg

__all__ = ["deal", "layout_of", "show_position"]


@click.command(
    cls=Command,
    arguments=(ANY_GAME, NUMBER),
    exit_codes={0: "done"},
    examples=(
        "solitaire-core deal tripeaks 7",
        "solitaire-core deal golf 617 --numbering pysol --ascii",
        "solitaire-core deal klondike 7 --draw 3",
        "solitaire-core deal eternal-triangle 7 --svg table.svg",
    ),
)
@takes_any_position
@click.option("--open", is_flag=True, help="Play with all cards face up.")
@click.option("--show-all", is_flag=True, help="Show face-down cards and the stock too.")
@click.option("--ascii", is_flag=True, help="Write letters (TH) and no suit symbols.")
@click.option(
    "--svg",
    type=click.Path(),
    metavar="FILE",
    help="Draw what a player sees as an SVG picture into a file; - is stdout.",
)
@click.option(
    "--marks", is_flag=True, help="Mark the cards that can be played: [4H]; with --svg by a ring."
)
@json_option
def deal(
    position: AnyPosition, show_all: bool, ascii: bool, svg: str | None, marks: bool, as_json: bool
) -> None:
    """Show a deal or a position as it lies on the table."""
    if svg is not None:
        for name, is_given in (("show-all", show_all), ("ascii", ascii), ("json", as_json)):
            if is_given:
                raise click.UsageError(f"--svg and --{name} exclude each other")
        _draw(position, svg, marks)
    elif as_json:
        if marks:
            raise click.UsageError("--marks and --json exclude each other")
        print_json({**position.identity, "layout": layout_of(position.game, show_all)})
    else:
        show_position(position, ascii=ascii, show_all=show_all, marks=marks)


def _draw(position: AnyPosition, path: str, marks: bool) -> None:
    """Write a picture to a file or to stdout."""
    picture = to_svg(position.game, marks=marks)
    if path == "-":
        print_line(picture.rstrip())
        return
    with replacing(Path(path)) as file:
        file.write(picture.encode())


def show_position(
    position: AnyPosition, *, ascii: bool, show_all: bool, marks: bool = False, note: str = ""
) -> None:
    """Draw a position below its title, and the note beside that."""
    game = position.game
    lines = spans(game, ascii=ascii or not symbols_fit(), show_all=show_all, marks=marks)
    title = Text(position.title, "bold")
    if note:
        title.append(f"  ({note})", "not bold dim")
    screen = Screen()
    screen.show(title, "", *map(styled, lines))
    outcome = game.outcome()
    if outcome is not None:
        screen.show("", f"  {outcome.result.value}: {outcome.reason}")


def layout_of(game: PeaksGame | KlondikeGame, show_all: bool = False) -> dict[str, object]:
    """What lies on the table, as JSON values."""
    if isinstance(game, KlondikeGame):
        return _piles_of(game, show_all)
    view = game.visible()
    tableau = list(view.tableau)
    if show_all:
        deck, order = game.cards(), game.rules.order
        tableau = [
            None if card is None else deck[order[place]] for place, card in enumerate(tableau)
        ]
    return {
        "tableau": [None if card is None else str(card) for card in tableau],
        "waste": str(view.top),
        "stock_left": view.stock_left,
        "code": game.code(),
    }


def _piles_of(game: KlondikeGame, show_all: bool) -> dict[str, object]:
    view, board = game.visible(), game.board()
    return {
        "tableau": [list(map(str, pile)) for pile in (board if show_all else view).piles],
        "face_down": list(board.face_down),
        "foundations": {
            str(Card(code)): count for code, count in enumerate(view.foundations) if count
        },
        "waste": list(map(str, view.waste)),
        "stock_left": len(view.stock),
        "pass": view.passes,
        "code": game.code(),
    }
