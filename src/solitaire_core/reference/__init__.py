"""Slow, plain Python twins of the compiled kernels, written from the rules.

A reader can check this text against the rules in an afternoon, and the tests hold every
kernel against it. `verify` replays lines with it, so that a solver's answer is accepted by
code that shares nothing with the search.
"""
