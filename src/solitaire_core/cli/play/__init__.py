"""`solitaire-core play`: a game on the whole screen of a terminal.

`session` is the game as it is being played, with `cursor` and `par`; `controls` is what keys and
clicks do to it; `screen` draws it, with `geometry`, `canvas`, `faces` and `overlays`. None of
these does input or output: that is left to `terminal`, the only module that needs prompt_toolkit,
and to `command`. The package `klondike` has all of this for the Klondike family, and shares what is
general.
"""
