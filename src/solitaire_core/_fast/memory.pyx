"""One owner for every block of C memory that the core allocates."""

from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset


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
        self._raw = malloc(wanted)
        if self._raw == NULL:
            raise MemoryError(f"no {size} bytes left for a table")
        self.data = <void*> ((<uintptr_t> self._raw + 63) & ~(<uintptr_t> 63))
        self.size = size
        if zeroed:
            memset(self.data, 0, size)

    def __dealloc__(self):
        free(self._raw)
