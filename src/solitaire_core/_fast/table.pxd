"""A set of positions that have been looked at, each by its 64-bit key and a note of 16 bits.

Open addressing in lines of 64 bytes: six keys and their notes, so that most questions touch
one line of the cache. A key's home is its share of the lines, which makes any number of lines
fit. The set grows by three tenths when nine tenths are full, and takes 12 to 16 bytes a
position; while it grows, the old and the new lines are both there, and both count.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free

cdef extern from "bits.h":
    uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    LINE_KEYS = 6

    # What is said of a key that is looked up.
    TABLE_NEW = 0
    TABLE_KNOWN = 1
    TABLE_FULL = 2


ctypedef struct key_line:
    uint64_t[6] key     # 0 where there is none
    uint16_t[6] note
    uint32_t spare


ctypedef struct key_table:
    key_line* lines
    void* raw
    uint64_t size       # lines
    uint64_t count      # keys
    uint64_t room       # keys before it has to grow
    uint64_t limit      # bytes, growing included
    uint64_t peak       # bytes
    bint stuck          # whether it can grow no more


cdef inline uint64_t bytes_of_lines(uint64_t lines) noexcept nogil:
    return (lines + 1) * sizeof(key_line)


cdef inline bint table_open(key_table* table, uint64_t lines, uint64_t limit) noexcept nogil:
    """An empty set; False if there is no memory."""
    table.count = 0
    table.size = lines
    table.room = lines * LINE_KEYS * 22 // 25
    table.limit = limit
    table.peak = bytes_of_lines(lines)
    table.stuck = False
    table.lines = NULL
    table.raw = calloc(lines + 1, sizeof(key_line))
    if table.raw == NULL:
        return False
    table.lines = <key_line*> ((<uintptr_t> table.raw + 63) & ~(<uintptr_t> 63))
    return True


cdef inline void table_close(key_table* table) noexcept nogil:
    free(table.raw)
    table.raw = NULL
    table.lines = NULL
    table.size = table.count = table.room = 0


cdef inline bint table_grow(key_table* table) noexcept nogil:
    """Make room; False if the limit or the memory does not allow it."""
    cdef key_table new
    cdef uint16_t* note
    cdef uint64_t at, size = table.size * 13 // 10 + 1, most
    cdef int i
    if table.stuck:
        return False
    most = table.limit // sizeof(key_line)
    most = most - table.size - 2 if most > table.size + 2 else 0
    if size > most:
        # The last time, to what is left, if that is worth its while.
        size = most
        if size < table.size * 11 // 10:
            table.stuck = True
            return False
    if not table_open(&new, size, table.limit):
        table.stuck = True
        return False
    for at in range(table.size):
        for i in range(LINE_KEYS):
            if table.lines[at].key[i] != 0:
                table_find(&new, table.lines[at].key[i], &note)
                note[0] = table.lines[at].note[i]
    new.peak = max(table.peak, bytes_of_lines(table.size) + bytes_of_lines(size))
    table_close(table)
    table[0] = new
    return True


cdef inline int table_find(key_table* table, uint64_t key, uint16_t** note) noexcept nogil:
    """Note a key, and say where its note is (0 at first).

    NEW if it was not there, KNOWN if it was, FULL if there is no room.
    """
    cdef uint64_t at
    cdef key_line* line
    cdef int i
    if key == 0:
        key = 1
    if table.count >= table.room and not table_grow(table):
        return TABLE_FULL
    at = high_product(key, table.size)
    while True:
        line = &table.lines[at]
        for i in range(LINE_KEYS):
            if line.key[i] == key:
                note[0] = &line.note[i]
                return TABLE_KNOWN
            if line.key[i] == 0:
                line.key[i] = key
                line.note[i] = 0
                table.count += 1
                note[0] = &line.note[i]
                return TABLE_NEW
        at += 1
        if at == table.size:
            at = 0
