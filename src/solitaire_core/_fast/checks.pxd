"""Whole numbers out of whatever was handed in."""

cdef object plain_int(value)
cdef object whole(str name, value, low, high)
