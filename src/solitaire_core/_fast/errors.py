"""The exceptions that the compiled layer raises by name."""

__all__ = ["IllegalMoveError"]


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in this position; its text names the move and why."""
