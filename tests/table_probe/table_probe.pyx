"""The set of positions that searches keep, laid open for tests."""

from libc.stdint cimport uint16_t, uint64_t

from solitaire_core._fast.table cimport TABLE_FULL, key_table, table_close, table_find
from solitaire_core._fast.table cimport table_open


cdef class Table:
    """A `key_table` with the methods of one."""

    cdef key_table table

    def __cinit__(self, uint64_t lines, uint64_t limit):
        if not table_open(&self.table, lines, limit):
            raise MemoryError

    def __dealloc__(self):
        table_close(&self.table)

    def find(self, uint64_t key, note=None):
        """What `table_find` says, and the note of the key before it gets another one."""
        cdef uint16_t* kept = NULL
        cdef int known = table_find(&self.table, key, &kept)
        if known == TABLE_FULL:
            return known, None
        before = kept[0]
        if note is not None:
            kept[0] = note
        return known, before

    @property
    def facts(self):
        """Keys, lines and the most bytes."""
        return self.table.count, self.table.size, self.table.peak
