"""One owner for every block of C memory that the core allocates."""

from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc


cdef class Block:
    """C memory on a 64-byte boundary, freed with the object.

    Parameters
    ----------
    size : int
        Bytes, 0 or more.
    zeroed : bool
        Whether the memory starts out as zeros or as anything.

    Raises
    ------
    MemoryError
        If the bytes are not to be had; nothing is leaked.
    """

    def __cinit__(self, size_t size, bint zeroed=True):
        cdef size_t wanted = size + 64
        if wanted < size:
            raise MemoryError(f"a block of {size} bytes does not fit the address space")
        # Zeros that nobody looks at cost nothing this way.
        self._raw = calloc(wanted, 1) if zeroed else malloc(wanted)
        if self._raw == NULL:
            raise MemoryError(f"no {size} bytes left for a table")
        self.data = <void*> ((<uintptr_t> self._raw + 63) & ~(<uintptr_t> 63))
        self.size = size

    def __dealloc__(self):
        free(self._raw)
