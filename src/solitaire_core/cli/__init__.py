"""The command line, `solitaire-core`. Needs the extra `cli`: click, rich, prompt_toolkit."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line with the arguments of the process, and exit.

    Raises
    ------
    SystemExit
        Always: 0 done, whatever the verdict; 1 the answer is no; 2 bad input or usage, or
        click and rich are not installed; 130 interrupted.
    """
    try:
        try:
            import click  # noqa: F401
            import rich  # noqa: F401
        except ImportError:
            print(
                "solitaire-core: the command line needs click and rich:"
                ' python -m pip install "solitaire-core[cli]"',
                file=sys.stderr,
            )
            sys.exit(2)
        from solitaire_core.cli.program import program

        program()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
