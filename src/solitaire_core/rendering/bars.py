"""Bars of a bar chart, as text."""

__all__ = ["bar"]

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(value: float, most: float, width: int, *, ascii: bool = False) -> str:
    """One bar of a chart.

    Parameters
    ----------
    value : float
        What the bar stands for, `0 <= value <= most`.
    most : float
        What a bar of the full width stands for.
    width : int
        The full width in characters.
    ascii : bool
        Whether to draw with `#` and no block elements.

    Returns
    -------
    str
        At most `width` characters; empty for 0, and for no other value.

    Raises
    ------
    ValueError
        If a figure is out of range.

    Examples
    --------
    >>> bar(5, 8, 4), bar(5, 8, 4, ascii=True), bar(0.001, 8, 4), bar(0, 8, 4)
    ('██▌', '##', '▏', '')
    """
    if not 0 <= value <= most:
        raise ValueError(f"a bar stands for 0 to {most}, not {value}")
    if width < 1:
        raise ValueError(f"a bar is 1 or more characters wide, not {width}")
    if value == 0:
        return ""
    if ascii:
        return "#" * max(1, round(width * value / most))
    full, rest = divmod(max(1, round(8 * width * value / most)), 8)
    return "█" * full + _EIGHTHS[rest].strip()
