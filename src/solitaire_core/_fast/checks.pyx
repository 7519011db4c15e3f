"""Whole numbers out of whatever was handed in.

A value is asked once what it is, and what it said is used from then on: its own comparisons
are never asked, so that nothing that was checked can change afterwards.
"""

from cpython.number cimport PyNumber_Index, PyNumber_Long


cdef object plain_int(value):
    """The value as an int of the type int itself, or None where it is no whole number.

    True and False are no numbers here.
    """
    if isinstance(value, bool):
        return None
    try:
        return PyNumber_Long(PyNumber_Index(value))
    except TypeError:
        return None


cdef object whole(str name, value, low, high):
    """As `plain_int`, with an error that names the value unless it lies in low .. high."""
    number = plain_int(value)
    if number is None:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__} ({value!r})")
    if not low <= number <= high:
        raise ValueError(f"{name} is {low} to {high}, not {number}")
    return number


def whole_number(value, str name not None, low, high):
    """The value as an int, if it is a whole number in a range.

    Parameters
    ----------
    value : object
        What was handed in.
    name : str
        What an error calls it.
    low, high : int
        The range, both ends included.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If it is no whole number (True and False are none).
    ValueError
        If it lies outside the range.

    Examples
    --------
    >>> whole_number(3, "threads", 1, 4)
    3
    >>> whole_number(2.0, "threads", 1, 4)
    Traceback (most recent call last):
        ...
    TypeError: threads is a whole number, not float (2.0)
    """
    return whole(name, value, low, high)
