"""A set of positions that have been looked at, each by its 64-bit key and a note of 16 bits.

Open addressing in lines of 64 bytes: six keys and their notes, so that most questions touch
one line of the cache. A key's home is its share of the lines, which makes any number of lines
fit. The set grows by three tenths, in place, when nine tenths are full: 12 to 16 bytes a
position at all times, where the C library can make a block larger without a second one (as those
of Linux, macOS and the BSDs can, by mapping the same pages elsewhere). On Linux a large set has
addresses for all that it may ever take, and large pages.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memmove, memset

cdef extern from "bits.h":
    uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil

cdef extern from "pages.h":
    void* reserve_pages(size_t bytes) noexcept nogil
    void release_pages(void* start, size_t bytes) noexcept nogil

cdef enum:
    LINE_KEYS = 6
    LARGE = 1 << 22         # bytes: such sets lie in pages of their own
    MOST_ASIDE = 1024       # keys

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
    uint64_t reserved   # bytes, where pages have been; else it is from the heap
    uint64_t size       # lines
    uint64_t count      # keys
    uint64_t room       # keys before it has to grow
    uint64_t limit      # bytes
    uint64_t peak       # bytes
    bint stuck          # whether it can grow no more


cdef inline uint64_t bytes_of_lines(uint64_t lines) noexcept nogil:
    return (lines + 1) * sizeof(key_line)


cdef inline uint64_t room_of(uint64_t lines) noexcept nogil:
    """How many keys so many lines hold before there have to be more lines."""
    return lines * LINE_KEYS * 22 // 25


cdef inline key_line* first_line(void* raw) noexcept nogil:
    return <key_line*> ((<uintptr_t> raw + 63) & ~(<uintptr_t> 63))


cdef inline bint table_open(key_table* table, uint64_t lines, uint64_t limit) noexcept nogil:
    """An empty set; False if there is no memory."""
    table.count = 0
    table.size = lines
    table.room = room_of(lines)
    table.limit = limit
    table.peak = bytes_of_lines(lines)
    table.stuck = False
    table.reserved = 0
    table.lines = NULL
    table.raw = calloc(lines + 1, sizeof(key_line))
    if table.raw == NULL:
        return False
    table.lines = first_line(table.raw)
    return True


cdef inline void table_close(key_table* table) noexcept nogil:
    if table.reserved:
        release_pages(table.raw, table.reserved)
    else:
        free(table.raw)
    table.raw = NULL
    table.reserved = 0
    table.lines = NULL
    table.size = table.count = table.room = 0


cdef inline const void* table_move(key_table* table, uint64_t size) noexcept nogil:
    """Room for so many lines; where the old ones are now. NULL without memory."""
    cdef uint64_t bytes = bytes_of_lines(size), shift
    cdef void* moved
    if table.reserved:
        return table.lines
    if bytes >= LARGE:
        moved = reserve_pages(max(bytes, table.limit))
        if moved != NULL:
            memcpy(moved, table.lines, table.size * sizeof(key_line))
            free(table.raw)
            table.raw = moved
            table.lines = <key_line*> moved
            table.reserved = max(bytes, table.limit)
            return moved
    shift = <uintptr_t> table.lines - <uintptr_t> table.raw
    moved = realloc(table.raw, bytes)
    if moved == NULL:
        return NULL
    table.raw = moved
    table.lines = first_line(moved)
    return <char*> moved + shift


cdef inline bint table_grow(key_table* table) noexcept nogil:
    """Make room; False if the limit or the memory does not allow it."""
    cdef uint64_t old = table.size, size = old * 13 // 10 + 1
    cdef uint64_t most = table.limit // sizeof(key_line)
    cdef const void* before
    if table.stuck:
        return False
    most = most - 1 if most else 0
    if size > most:
        # The last time, to what is left, if that is worth its while.
        size = most
        if size < old * 11 // 10:
            table.stuck = True
            return False
    before = table_move(table, size)
    if before == NULL:
        table.stuck = True
        return False
    table.size = size
    table.room = room_of(size)
    table.peak = bytes_of_lines(size)
    memmove(&table.lines[size - old], before, old * sizeof(key_line))
    memset(table.lines, 0, (size - old) * sizeof(key_line))
    spread(table, size - old)
    return True


cdef inline void spread(key_table* table, uint64_t first) noexcept nogil:
    """Bring all keys to where they belong, when all lines from `first` on are from before.

    Homes keep the order of the keys, so the lines hold them in order, but for the few that did
    not fit at home. One line after the other is emptied, and its keys go to new homes, which lie
    before it. Those that would come to lie after it are put aside until the end. Should there be
    too many of them, some are forgotten, which is no fault: a position is looked at once more.
    """
    cdef uint64_t[MOST_ASIDE] aside
    cdef uint16_t[MOST_ASIDE] its_note
    cdef key_line line
    cdef uint16_t* note
    cdef uint64_t at, home
    cdef int i, k, kept = 0
    table.count = 0
    for at in range(first, table.size):
        line = table.lines[at]
        memset(&table.lines[at], 0, sizeof(key_line))
        for i in range(LINE_KEYS):
            if line.key[i] == 0:
                break
            home = high_product(line.key[i], table.size)
            while home <= at and table.lines[home].key[LINE_KEYS - 1] != 0:
                home += 1
            if home > at:
                if kept < MOST_ASIDE:
                    aside[kept] = line.key[i]
                    its_note[kept] = line.note[i]
                    kept += 1
                continue
            k = 0
            while table.lines[home].key[k] != 0:
                k += 1
            table.lines[home].key[k] = line.key[i]
            table.lines[home].note[k] = line.note[i]
            table.count += 1
    for i in range(kept):
        table_find(table, aside[i], &note)
        note[0] = its_note[i]


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
