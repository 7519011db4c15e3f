"""`python -m solitaire_core`: the command line."""

from solitaire_core.cli import main

main()
