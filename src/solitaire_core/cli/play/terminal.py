"""A session on a real terminal: what prompt_toolkit reads goes in, what was drawn goes out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.styles import Style

from solitaire_core.cli.play.canvas import Piece, Target
from solitaire_core.cli.play.geometry import COLUMNS, LINES
from solitaire_core.cli.play.screen import too_small

__all__ = ["Player", "run"]


class Player(Protocol):
    """What takes keys and clicks: the controls of a session of any game."""

    quitting: bool

    def press(self, key: str) -> None:
        """Do what a key does."""

    def paste(self, text: str) -> None:
        """Take a pasted text as typed."""

    def click(self, target: Target) -> None:
        """Do what a click on a piece of the screen does."""


Draw = Callable[[], list[list[Piece]]]


# Where a piece has several classes, later rules win. The colours are of the 256 that most
# terminals have, so that none of them is changed into a neighbour.
_STYLE = Style(
    [
        ("table", "bg:#005f00 #eeeeee"),
        ("title", "bg:#1c1c1c #d7d7d7"),
        ("name", "#ffffff bold"),
        ("card", "bg:#ffffff #000000 bold"),
        ("red", "#d70000"),
        ("back", "bg:#00005f #5f87d7 nobold"),
        ("count", "#ffffff bold"),
        ("covered", "bg:#bcbcbc nobold"),
        ("past", "bg:#c6c6c6 nobold"),
        ("edge", "#8a8a8a nobold"),
        ("fits", "bg:#ffffaf"),
        ("fits edge", "#af5f00 bold"),
        ("held", "bg:#87d7ff"),
        ("cursor", "bg:#ffaf00"),
        ("held edge", "#000000 bold"),
        ("cursor edge", "#000000 bold"),
        ("gone", "#5faf5f"),
        ("pointer", "#ffd700 bold"),
        ("label", "#afd7af"),
        ("value", "#ffffff bold"),
        ("info", "#ffffff"),
        ("good", "#afffaf bold"),
        ("bad", "#ffafaf bold"),
        ("question", "#ffd700 bold"),
        ("key", "#ffd700 bold"),
        ("box", "bg:#eeeeee #1c1c1c"),
        ("strong", "bold"),
        ("own", "bold"),
        ("own-red", "#d70000 bold"),
        ("button", "bold #af0000"),
        ("won", "bold #005f00"),
        ("lost", "bold #af0000"),
        ("stars", "bold #af5f00"),
    ]
)

_SECONDS_BETWEEN_REDRAWS = 0.5
# How long an escape waits for the rest of an arrow key's sequence.
_ESCAPE_SECONDS = 0.1

_NAMED_KEYS = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlH: "backspace",
    Keys.Escape: "escape",
}


def run(player: Player, draw: Draw) -> None:
    """Play a session on the terminal that stdin and stdout are, until the player leaves.

    Parameters
    ----------
    player : Player
        The session's keys and mouse.
    draw : callable
        Gives the screen as it is now, line by line.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, when the terminal is as it was before.
    """
    control = FormattedTextControl(
        lambda: _fragments(application, player, draw), focusable=True, show_cursor=False
    )
    application: Application[None] = Application(
        layout=Layout(Window(control, style="class:table")),
        key_bindings=_bindings(player),
        style=_STYLE,
        full_screen=True,
        mouse_support=True,
        refresh_interval=_SECONDS_BETWEEN_REDRAWS,
    )
    application.ttimeoutlen = _ESCAPE_SECONDS
    try:
        application.run()
    except EOFError:  # the terminal is gone
        return


def _bindings(player: Player) -> KeyBindings:
    bindings = KeyBindings()

    def pressed(event: KeyPressEvent, key: str) -> None:
        player.press(key)
        if player.quitting:
            event.app.exit()

    for key, name in _NAMED_KEYS.items():
        bindings.add(key)(partial(pressed, key=name))

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        # An unbound key comes as an escape sequence: that is nothing to be typed.
        if event.data.isprintable():
            for char in event.data:
                pressed(event, char)

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        player.paste(event.data)

    @bindings.add(Keys.ControlC)
    @bindings.add(Keys.SIGINT)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    @bindings.add(Keys.ControlL)
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    return bindings


def _fragments(application: Application[None], player: Player, draw: Draw) -> StyleAndTextTuples:
    """What the terminal shows now: the table in its middle."""
    size = application.output.get_size()
    complaint = too_small(size.columns, size.rows)
    if complaint is not None:
        return [("class:question", complaint)]

    def clicked(event: MouseEvent, target: Target) -> None:
        # Some terminals do not say which button it is.
        button = event.button in (MouseButton.LEFT, MouseButton.UNKNOWN)
        if event.event_type is MouseEventType.MOUSE_DOWN and button:
            player.click(target)
            if player.quitting:
                application.exit()

    fragments: StyleAndTextTuples = [("", "\n" * ((size.rows - LINES) // 2))]
    margin = " " * ((size.columns - COLUMNS) // 2)
    for number, line in enumerate(draw()):
        fragments.append(("", f"\n{margin}" if number else margin))
        for text, style, target in line:
            fragments.append((style, text, partial(clicked, target=target)))
    return fragments
