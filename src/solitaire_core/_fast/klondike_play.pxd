"""Whole games of the Klondike family, played by simple policies in the core."""
